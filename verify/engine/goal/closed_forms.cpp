#include "verify/engine/goal/closed_forms.hpp"

#include <cmath>
#include <numbers>

namespace dpcert::verify {

namespace {

constexpr double nearness = 1e-9, nearness_of_flat_zeros = 1e-4;

// A root of a quadratic with small coefficients.
std::optional<Expr> quadratic_near(double v) {
  constexpr long largest = 12;
  for (long a = 1; a <= largest; ++a)
    for (long b = -2 * largest; b <= 2 * largest; ++b) {
      const double rest = (static_cast<double>(a) * v + static_cast<double>(b)) * v;
      const double c = std::round(rest);
      if (std::fabs(rest - c) > nearness * (1 + std::fabs(rest)) || std::fabs(c) > 4 * largest) continue;
      // a v^2 + b v = c
      const long whole = b * b + 4 * a * static_cast<long>(c);
      if (whole <= 0) continue;
      const Expr root = sqrt(Expr(Rational(whole, 4 * a * a)));
      const Expr middle = Expr(Rational(-b, 2 * a));
      const bool above = 2 * static_cast<double>(a) * v + static_cast<double>(b) > 0;
      if (b == 0) return above ? root : negate(root);
      return above ? add(middle, root) : sub(middle, root);
    }
  return std::nullopt;
}

}  // namespace

std::optional<Rational> fraction_near(double v, long most, double near) {
  if (!(std::fabs(v) < 1e4)) return std::nullopt;
  for (long q = 1; q <= most; ++q) {
    const double p = std::round(v * static_cast<double>(q));
    if (std::fabs(p / static_cast<double>(q) - v) <= near * (1 + std::fabs(v)))
      return Rational(static_cast<long>(p), q);
  }
  return std::nullopt;
}

std::optional<Expr> closed_form_near(double v) {
  if (const auto q = fraction_near(v, 24)) return Expr(*q);
  if (const auto q = fraction_near(v / std::numbers::pi, 24)) return mul(Expr(*q), Expr::pi());
  if (auto e = quadratic_near(v)) return e;
  if (const auto q = fraction_near(std::exp(v), 24); q && q->sign() > 0) return log(Expr(*q));
  if (v > 0)
    if (const auto q = fraction_near(std::log(v), 12)) return exp(Expr(*q));
  // Where D has a zero of a high order, rounding hides its place.
  if (const auto q = fraction_near(v, 2, nearness_of_flat_zeros)) return Expr(*q);
  if (const auto q = fraction_near(v / std::numbers::pi, 2, nearness_of_flat_zeros)) return mul(Expr(*q), Expr::pi());
  return std::nullopt;
}

std::optional<Expr> further_closed_form_near(double v) {
  if (auto e = closed_form_near(v)) return e;
  constexpr long most = 24;
  if (v > 0)
    for (const long degree : {3, 4, 6}) {
      const auto q = fraction_near(std::pow(v, static_cast<double>(degree)), most);
      if (q && q->sign() > 0) return power(Expr(*q), Expr(Rational(1, degree)));
    }
  if (std::fabs(v) < std::numbers::pi / 2) {
    if (const auto q = fraction_near(std::tan(v), most)) return atan(Expr(*q));
    if (const auto q = fraction_near(std::pow(std::tan(v), 2), most); q && q->sign() > 0) {
      const Expr e = atan(sqrt(Expr(*q)));
      return v > 0 ? e : negate(e);
    }
  }
  if (v < 20)
    if (const auto e = quadratic_near(std::exp(v))) return log(*e);
  return std::nullopt;
}

}  // namespace dpcert::verify
