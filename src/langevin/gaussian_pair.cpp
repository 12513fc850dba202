#include "dpcert/langevin/gaussian_pair.hpp"

#include <cmath>

#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/scalar/real.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/special/log_normal_cdf.hpp"

namespace dpcert::langevin {

Ball gaussian_hockey_stick(const Ball& epsilon, const Ball& s, const Ball& v, const Ball& gap, Wider wider) {
  const Precision bits = std::max({epsilon.precision(), s.precision(), v.precision(), gap.precision()});
  const Ball one(1), zero(0), scale = exp(epsilon);
  const auto lines = half_lines(Ball(one / sqrt(s)), Ball(one / sqrt(v)), gap, ScaledCdf<Ball>{scale});
  const auto ratio = gaussian_log_ratio(epsilon, Ball(one / s), Ball(one / v), log(v / s), gap);
  if (wider == Wider::equal) {
    if (certainly_positive(ratio.b)) return hockey_stick_of_event(ratio, lines, wider);
    // P = Q in law, or not decided.
    if (gap.is_exact() && gap.contains_zero()) return certainly_nonnegative(epsilon) ? zero : one - scale;
    return Ball::indeterminate(bits);
  }
  const Ball discriminant = ratio.discriminant();
  if (certainly_negative(discriminant)) return wider == Wider::q ? zero : one - scale;
  if (!certainly_positive(discriminant)) return Ball::indeterminate(bits);
  return hockey_stick_of_event(ratio, lines, wider);
}

double gaussian_hockey_stick(double epsilon, double s, double v, double gap) {
  const auto scaled = [epsilon](double x) { return std::exp(epsilon + log_normal_cdf(x)); };
  const auto lines = half_lines(1 / std::sqrt(s), 1 / std::sqrt(v), gap, scaled);
  const auto ratio = gaussian_log_ratio(epsilon, 1 / s, 1 / v, std::log(v / s), gap);
  const double nothing_in_common = std::max(0.0, 1 - std::exp(epsilon));
  if (ratio.a == 0) return ratio.b > 0 ? hockey_stick_of_event(ratio, lines, Wider::equal) : nothing_in_common;
  const Wider wider = ratio.a < 0 ? Wider::q : Wider::p;
  if (ratio.discriminant() <= 0) return wider == Wider::q ? 0 : nothing_in_common;
  return hockey_stick_of_event(ratio, lines, wider);
}

double gaussian_epsilon(double delta, double s, double v, double gap) {
  if (!(gaussian_hockey_stick(0, s, v, gap) > delta)) return 0;
  double low = 0, high = 1;
  while (gaussian_hockey_stick(high, s, v, gap) > delta && high < 1e12) {
    low = high;
    high *= 2;
  }
  const auto above = [&](double epsilon) { return gaussian_hockey_stick(epsilon, s, v, gap) > delta; };
  return bisect(Bracket<double>{low, high}, 200, above).fails;
}

Ball worst_gaussian_delta(const Ball& epsilon, const Ball& g, const Rational& least_ratio, Precision bits) {
  const Ball one(1);
  Ball most(0);
  constexpr int pieces = 64;
  const Rational width = (Rational(1) - least_ratio) / pieces;
  const ScaledCdf<Ball> scaled{exp(epsilon)};
  const Ball beyond = beyond_vertex(g, Ball(least_ratio, bits));
  const Ball narrow_rest = narrow_first_rest(scaled, beyond), wide_rest = wide_first_rest(beyond);
  for (int i = 0; i < pieces; ++i) {
    const Ball u(least_ratio + width * i, least_ratio + width * (i + 1), bits), root_u = sqrt(u);
    // P the narrower: an interval, or nothing; what lies beyond its far end counts at most as beyond the vertex.
    const auto narrow = narrow_first_ratio(epsilon, u, g);
    const auto narrow_lines = half_lines(one, root_u, g, scaled);
    const Ball discriminant = narrow.discriminant();
    if (!certainly_negative(discriminant)) {
      const Ball root =
          certainly_positive(discriminant) ? sqrt(discriminant) : hull(Ball(0), sqrt(upper_end(discriminant)));
      Ball rest = narrow_rest;
      if (certainly_negative(narrow.a)) {
        const Ball exact = -narrow_lines.above(narrow.far_root(root));
        if (exact.is_finite()) rest = min(rest, exact);
      }
      most = max(most, one_end_bound(narrow_lines, narrow.near_root(root), rest));
    }
    // P the wider: a half-line and something beyond the vertex.
    const auto wide = wide_first_ratio(epsilon, u, g);
    const Ball near = wide.near_root(sqrt(wide.discriminant()));
    most = max(most, one_end_bound(half_lines(root_u, one, g, scaled), near, wide_rest));
  }
  return most;
}

}  // namespace dpcert::langevin
