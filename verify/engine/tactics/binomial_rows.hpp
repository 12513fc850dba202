// A row of the binomial theorem: what a sum over all of it is.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

/// The sum over k from 0 to n of c binomial(n, k) x^k y^(n - k).
struct BinomialRow {
  Expr n, x, y, c;
};
/// What this sum from 0 is, if its shape shows it to be one such row.
std::optional<BinomialRow> binomial_row(const Context& c, Algebra& a, const Expr& sum);

/// The goal beside the fact that k <= n for every integer k from 0 to n: the terms of a part of a row are seen to be
/// defined then.
std::optional<Extended> with_places_of_row(const Goal& g, const Expr& n, const Subprover& s);

}  // namespace dpcert::verify
