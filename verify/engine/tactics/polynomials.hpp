// Polynomials in the variables of a goal, multiplied out: what sums of squares are made of.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// Powers of a monomial, one for each variable, and coefficients, none of them 0.
using Powers = std::vector<int>;
using Poly = std::map<Powers, Rational>;

int degree(const Powers& m);
Poly product(const Poly& a, const Poly& b);
/// As a polynomial in the variables, by plain expansion; nothing if it is none, or too long.
std::optional<Poly> polynomial(const Expr& e, const std::vector<Expr>& xs);
Expr expression(const Poly& p, const std::vector<Expr>& xs);

/// The q-th root of a number, if it is rational.
std::optional<Rational> exact_root(const Rational& x, long q);

/// The difference of a goal as a quotient whose denominator is known to be positive.
struct OverPositive {
  Expr numerator, denominator;
};
std::optional<OverPositive> over_positive(const Goal& g);

/// The same with a polynomial above.
struct PolynomialOverPositive {
  std::vector<Expr> variables;
  Poly numerator;
  Expr denominator;
};
std::optional<PolynomialOverPositive> polynomial_over_positive(const Goal& g);

}  // namespace dpcert::verify
