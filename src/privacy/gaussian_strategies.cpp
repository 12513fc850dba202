#include "src/privacy/gaussian_strategies.hpp"

#include <cmath>

#include "dpcert/special/log_normal_cdf.hpp"
#include "dpcert/special/mills.hpp"

namespace dpcert {

long double log_gaussian_delta_at(long double a, long double mu) {
  using Long = long double;
  const Long b = a + mu;
  if (a < -6) return std::log1p(-std::erfc(-a / std::sqrt(2.0L)) / 2 - std::exp(-a * a / 2) * mills_ratio(b) / 2.5L);
  // Close arguments cancel: their difference by the slope between them.
  const Long difference =
      mu < 1e-3L * (1 + std::fabs(a)) / (1 + a * a) ? mu * mills_descent((a + b) / 2) : mills_ratio(a) - mills_ratio(b);
  return -a * a / 2 - 0.918938533204672742L + std::log(difference);
}
long double log_gaussian_delta(long double epsilon, long double mu) {
  return log_gaussian_delta_at(epsilon / mu - mu / 2, mu);
}

Ball gaussian_delta_by_mills(const Ball& epsilon, const Ball& mu) {
  constexpr Precision p = mills_precision;
  static const Ball edge(Rational(3, 2), p), two(2), one(1);
  static const Ball root = sqrt(two * Ball::pi(p));
  const Ball middle = epsilon / mu, half = mu / two, a = middle - half, b = middle + half;
  const Ball density = exp(-(a * a) / two) / root;
  const Ball second = certainly_greater_equal(b, edge) ? density * mills_ratio(b) : exp(epsilon) * normal_cdf(-b);
  if (certainly_greater_equal(a, edge)) return density * mills_ratio(a) - second;
  if (certainly_less_equal(a, -edge)) return one - density * mills_ratio(-a) - second;
  return normal_cdf(-a) - second;
}

Ball gaussian_rdp_of_doubles(double order, double sigma, double compositions, Precision precision) {
  const auto exact = [](double x, Ball& out) { arf_set_d(arb_midref(out.arb()), x); };
  Ball top, deviation, factor;
  exact(compositions, top);
  exact(order, factor);
  exact(sigma, deviation);
  arb_mul(top.arb(), top.arb(), factor.arb(), precision);
  arb_mul(deviation.arb(), deviation.arb(), deviation.arb(), precision + 53);
  arb_div(top.arb(), top.arb(), deviation.arb(), precision);
  arb_mul_2exp_si(top.arb(), top.arb(), -1);
  return Ball::from_arb(top.arb(), precision);
}

DoubleInterval gaussian_rdp_interval(const DoubleInterval& order, const DoubleInterval& sigma,
                                     const DoubleInterval& compositions) {
  return compositions * order / (DoubleInterval::point(2) * sigma * sigma);
}

}  // namespace dpcert
