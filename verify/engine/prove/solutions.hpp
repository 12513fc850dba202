// Where the sides of a relation may be equal, as expressions. No evidence: what is made of them is proved.
#pragma once

#include <optional>
#include <vector>

#include "verify/algebra/algebra.hpp"

namespace dpcert::verify {

/// Values of x at which the sides of the relation may be equal: the operations around x turned round, with both signs
/// of a modulus and of a root; where x stands more than once, the roots of a numerator of degree one or two.
std::vector<Expr> solutions(const Relation& r, const Expr& x);

/// What lhs - rhs tends to as x grows, where it is a rational function of x, or a modulus of one stands in it. Limits
/// that are infinite are none.
std::optional<Expr> limit_at_infinity(const Relation& r, const Expr& x);

}  // namespace dpcert::verify
