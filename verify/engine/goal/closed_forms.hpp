// Numbers in closed form next to a double: to choose by, never evidence.
#pragma once

#include <optional>

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

/// A fraction with a denominator of at most `most` within `near` (1 + |v|) of v.
std::optional<Rational> fraction_near(double v, long most, double near = 1e-9);

/// A fraction, a fraction of pi, a root of a quadratic, a logarithm or exponential of a fraction next to v; the
/// simplest such as it is seen, of few digits.
std::optional<Expr> closed_form_near(double v);

/// The same; then roots of higher degree, logarithms of roots of quadratics, and arctangents of fractions and of roots.
std::optional<Expr> further_closed_form_near(double v);

}  // namespace dpcert::verify
