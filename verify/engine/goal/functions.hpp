// What the table of functions (src/symbolic/functions.hpp) says in a context.
#pragma once

#include <optional>

#include "src/symbolic/functions.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// Possible signs of a function's value from those of its arguments; any sign for what is no function.
Signs function_signs(const Context& context, const Expr& e);
/// What must hold of the argument of a function of one argument; `smooth`: in the interior of its domain. Nothing for a
/// function that is defined everywhere, and for what is no such function.
std::optional<Condition> domain_condition(const Expr& e, bool smooth);
/// Defined, and positive everywhere, but so that its definition does not show it: normal_cdf(u) is (1 +
/// erf(u/sqrt(2)))/2.
bool is_positive_by_name(const Expr& e);
/// The half line on which the derivative of the function has one sign, if its two arguments are known to be there.
std::optional<Slope> known_slope(const Context& context, const Expr& e, const Expr& other);
/// A part of the body of a sum, product or integral that speaks of the bound variable, as `transform` meets it there:
/// outside of that body it means nothing.
bool is_inside_a_body(const Expr& part);

}  // namespace dpcert::verify
