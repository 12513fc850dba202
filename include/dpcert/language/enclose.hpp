// Rigorous values of constant expressions.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// The value of e at exact points, enclosed at `bits` (indeterminate outside the domain).
Ball enclose(const Expr& e, const std::map<std::string, Rational>& point, Precision bits);

/// Rational lower and upper bounds of an expression without variables; nothing if it is undefined or not finite.
std::optional<std::pair<Rational, Rational>> enclose_constant(const Expr& e, Precision bits);

}  // namespace dpcert::verify
