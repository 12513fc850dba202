// Integrals of the positive part of the difference of two Beta densities, in the logit t = log(x/(1-x)), by
// Gauss-Legendre quadrature with rigorous error bounds. The method for counts where series are long: the number of
// pieces does not depend on the size of the parameters.
//
// A Beta(a, b) law has the logit density f(t) = exp(a t - (a+b) softplus(t))/B(a, b), log-concave, analytic where
// 1 + exp(t) has no zero: in the strip |Im t| < pi, and at any height where Re t keeps one sign.
#pragma once

#include <optional>

#include "dpcert/core/rational.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// log of the ratio of two logit densities, P over exp(epsilon) Q:
///   g(t) = Da t - (Da + Db) softplus(t) - level,   level = epsilon + C(P) - C(Q),   C = log B.
struct LogRatio {
  Rational delta_a, delta_b;
  Ball a, b, sum, log_beta_p, level;
  Precision precision;

  LogRatio(const Rational& epsilon, const Beta<Rational>& p, const Beta<Rational>& q, Precision bits);
  [[nodiscard]] Ball operator()(const Ball& t) const;
  /// Certain sign, or 0.
  [[nodiscard]] int sign(const Ball& t) const;
  /// The value at the extremum, for Da and Db of one sign: Da log(Da/(Da+Db)) + Db log(Db/(Da+Db)) - level.
  [[nodiscard]] Ball extreme_value() const;
};

/// int (f_P - exp(epsilon) f_Q) dt over [from, to] (to infinity if `to` is empty), where g >= 0 but for what lies
/// within the error of `from` and `to`. An enclosure always, with about `good` bits of relative accuracy where the
/// precision allows; indeterminate if more than 6,000 pieces would be needed.
Ball integrate_positive_part(const LogRatio& g, const Beta<Rational>& p, const Ball& from,
                             const std::optional<Ball>& to, Precision good);

}  // namespace dpcert
