// Derivatives in the shape in which the certificate checker evaluates them. Interval evaluation depends on the shape of
// a formula (a (b + c) is narrower than a b + a c), so a leaf that rests on another shape might be refused.
#pragma once

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// Products are taken apart to the last factor, quotients by numbers included; nothing is multiplied out; only numbers
/// are combined. At kinks (abs, min, max) the derivative is by the sign of the argument; floor and ceil: 0.
Expr shaped_derivative(const Expr& e, const Expr& variable);

/// The checker evaluates u * u and xlogy(u, u) as functions of two arguments; Interval would see that they are one.
Expr without_repetitions(const Expr& e);

}  // namespace dpcert::verify
