// Along one variable: what steps from an end of its range, or from a point at which the goal touches equality, share.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// One side of the anchor `at` has no room: it is an end of x's range, and the last hypothesis of the goal that `deriv`
/// leaves there, x > at (`right`) or x < at, contradicts the box.
Tree vacuous_side(const Goal& c, const Expr& x, const Expr& at, bool right);
/// Affine in a variable with a bounded range: between the values at its two ends, written so that their signs are seen.
Tree between_ends(const Goal& g, const NormalForms& normal_forms);
/// Exponents of the exponentials in x of a sum of products, at most two: those beside the lowest powers of x.
std::vector<Expr> exponents_in(const Context& c, const Expr& e, const Expr& x);

}  // namespace dpcert::verify
