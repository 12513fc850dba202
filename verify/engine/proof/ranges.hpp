// Sums and products over ranges and sequences, as their rules take them apart.
#pragma once

#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

/// e + n, numbers combined.
Expr plus(const Expr& e, long n);
/// An integer for every integer values of its variables: sums, differences and products of integers, integer variables,
/// floors and ceilings.
bool is_whole(const Expr& e, const Context& c);
/// The same sum or product over another range.
Expr over(const Expr& s, const Expr& low, const Expr& high);
/// The two parts of a sum or product, put together again.
Expr joined(const Expr& s, const Expr& a, const Expr& b);
/// What `unfold` says.
Relation unfolded(const Expr& s, rule::Unfold::Part part);
/// What `define` says of a sequence with a recursion.
Relation defined_by(const Sequence& x, const Expr& at, bool next);
/// (x + y)^n as a sum.
Relation binomial_theorem(const Expr& n, const Expr& x, const Expr& y);

}  // namespace dpcert::verify
