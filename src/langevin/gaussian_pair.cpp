#include "dpcert/langevin/gaussian_pair.hpp"

#include <cmath>

#include "dpcert/scalar/real.hpp"

namespace dpcert::langevin {

Ball gaussian_hockey_stick(const Ball& epsilon, const Ball& s, const Ball& v, const Ball& gap, Wider wider) {
  const Precision bits = std::max({epsilon.precision(), s.precision(), v.precision(), gap.precision()});
  const Ball half(Rational(1, 2), bits), zero(0);
  const Ball root_s = sqrt(s), root_v = sqrt(v), scale = exp(epsilon);
  // P(Y > y) - exp(epsilon) Q(Y > y) and the same below y.
  const auto above = [&](const Ball& y) { return normal_cdf(-y / root_s) - scale * normal_cdf(-(y + gap) / root_v); };
  const auto below = [&](const Ball& y) { return normal_cdf(y / root_s) - scale * normal_cdf((y + gap) / root_v); };
  const Ball b = gap / v, k = gap * gap * half / v + log(v / s) * half - epsilon;
  if (wider == Wider::equal) {
    if (!certainly_positive(b)) {
      // P = Q in law, or not decided.
      if (gap.is_exact() && gap.contains_zero()) return certainly_nonnegative(epsilon) ? zero : Ball(1) - scale;
      return Ball::indeterminate(bits);
    }
    return above(-k / b);
  }
  const Ball a = (Ball(1) / v - Ball(1) / s) * half, discriminant = b * b - Ball(4) * a * k;
  if (certainly_negative(discriminant)) return wider == Wider::q ? zero : Ball(1) - scale;
  if (!certainly_positive(discriminant)) return Ball::indeterminate(bits);
  const Ball sum = b + sqrt(discriminant);
  const Ball near_root = -(k + k) / sum, far_root = -sum / (a + a);
  if (wider == Wider::q) return above(near_root) - above(far_root);
  return above(near_root) + below(far_root);
}

double log_normal_cdf(double x) {
  if (x > -25) return std::log(std::erfc(-x / std::sqrt(2.0)) / 2);
  const double r = 1 / (x * x);
  return -x * x / 2 - std::log(-x * std::sqrt(2 * M_PI)) + std::log1p(-r * (1 - 3 * r * (1 - 5 * r)));
}

double gaussian_hockey_stick(double epsilon, double s, double v, double gap) {
  const auto scaled = [&](double x) { return std::exp(epsilon + log_normal_cdf(x)); };  // exp(epsilon) alone overflows
  const auto above = [&](double y) { return normal_cdf(-y / std::sqrt(s)) - scaled(-(y + gap) / std::sqrt(v)); };
  const double b = gap / v, k = gap * gap / (2 * v) + std::log(v / s) / 2 - epsilon;
  const double a = (1 / v - 1 / s) / 2;
  if (a == 0) return b > 0 ? above(-k / b) : std::max(0.0, 1 - std::exp(epsilon));
  const double discriminant = b * b - 4 * a * k;
  if (discriminant <= 0) return a < 0 ? 0 : std::max(0.0, 1 - std::exp(epsilon));
  const double sum = b + std::sqrt(discriminant), near_root = -2 * k / sum, far_root = -sum / (2 * a);
  if (a < 0) return above(near_root) - above(far_root);
  return above(near_root) + normal_cdf(far_root / std::sqrt(s)) - scaled((far_root + gap) / std::sqrt(v));
}

double gaussian_epsilon(double delta, double s, double v, double gap) {
  if (!(gaussian_hockey_stick(0, s, v, gap) > delta)) return 0;
  double low = 0, high = 1;
  while (gaussian_hockey_stick(high, s, v, gap) > delta && high < 1e12) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const double middle = low + (high - low) / 2;
    (gaussian_hockey_stick(middle, s, v, gap) > delta ? low : high) = middle;
  }
  return high;
}

namespace {

Ball upper_end(const Ball& x) {
  Ball r;
  arb_get_ubound_arf(arb_midref(r.arb()), x.arb(), working_precision(x.precision()));
  return Ball::from_arb(r.arb(), x.precision());
}

}  // namespace

Ball worst_gaussian_delta(const Ball& epsilon, const Ball& g, const Rational& least_ratio, Precision bits) {
  const Ball one(1), two(2);
  Ball most(0);
  constexpr int pieces = 64;
  const Rational width = (Rational(1) - least_ratio) / pieces;
  const Ball low(least_ratio, bits);
  const Ball far = normal_cdf(-g * sqrt(low) / (one - low)), scale = exp(epsilon);
  for (int i = 0; i < pieces; ++i) {
    const Ball u(least_ratio + width * i, least_ratio + width * (i + 1), bits), gap = one - u;
    // P the narrower: an interval (y1, y3), or nothing; what lies beyond y3 counts at most as beyond the vertex.
    const Ball k1 = g * g * u / two - log(u) / two - epsilon;
    const Ball discriminant = g * g * u * u + two * gap * k1;
    if (!certainly_negative(discriminant)) {
      const Ball root =
          certainly_positive(discriminant) ? sqrt(discriminant) : hull(Ball(0), sqrt(upper_end(discriminant)));
      const Ball y1 = -two * k1 / (g * u + root);
      Ball beyond = scale * far;
      if (certainly_positive(gap)) {
        const Ball y3 = (g * u + root) / gap;
        const Ball exact = scale * normal_cdf(-(y3 + g) * sqrt(u)) - normal_cdf(-y3);
        if (exact.is_finite()) beyond = min(beyond, exact);
      }
      most = max(most, normal_cdf(-y1) - scale * normal_cdf(-(y1 + g) * sqrt(u)) + beyond);
    }
    // P the wider: a half-line and something beyond the vertex.
    const Ball k2 = g * g / two + log(u) / two - epsilon;
    const Ball y2 = -two * k2 / (g + sqrt(g * g - two * gap * k2));
    most = max(most, normal_cdf(-y2 * sqrt(u)) - scale * normal_cdf(-(y2 + g)) + far);
  }
  return most;
}

}  // namespace dpcert::langevin
