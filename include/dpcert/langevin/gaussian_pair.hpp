// Hockey-stick divergence of two Gaussians with any variances, and its inverse: the exact (epsilon, delta) trade-off of
// one Gaussian against another.
//
// With P = N(0, 1/p), Q = N(-g, 1/q), g >= 0, p and q the precisions, the log density ratio minus epsilon is the
// quadratic
//   L(y) = a y^2 + b y + k,   a = (q - p)/2, b = g q, k = g^2 q/2 + log(p/q)/2 - epsilon
// and the best event is {L > 0}: a half-line (p = q), an interval (P narrower, p > q) or the complement of one (P
// wider). Reference: Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018 (equal
// variances).
//
// The formulas are templates; a statement of verify/witness is their trace over Expr. What decides the shape of the
// event is an algorithm, over Ball by certain signs and in double by the signs that it sees.
#pragma once

#include "dpcert/divergence/certified.hpp"
#include "dpcert/langevin/regression.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::langevin {

/// The coefficients of L and its roots. `root` below is sqrt(discriminant()).
template <class S>
struct GaussianLogRatio {
  S a, b, k;
  [[nodiscard]] S discriminant() const { return b * b - S(4) * a * k; }
  /// The root next to the mean of P: the end of the half-line where a = 0, the lower end of the interval where a < 0.
  [[nodiscard]] S near_root(const S& root) const { return -(S(2) * k) / (b + root); }
  /// The other one, a != 0.
  [[nodiscard]] S far_root(const S& root) const { return -(b + root) / (S(2) * a); }
};
/// log_ratio = log(p/q), given apart: in units of one of the precisions it is a logarithm of the other.
template <class S>
GaussianLogRatio<S> gaussian_log_ratio(const S& epsilon, const S& p, const S& q, const S& log_ratio, const S& gap) {
  return {(q - p) / S(2), gap * q, gap * gap * q / S(2) + log_ratio / S(2) - epsilon};
}

/// P - exp(epsilon) Q of the half-lines above and below y; P = N(0, 1/p) and Q = N(-gap, 1/q) by the roots of their
/// precisions. `scaled(x)` is exp(epsilon) normal_cdf(x).
template <class S, class Scaled>
struct HalfLines {
  S root_p, root_q, gap;
  Scaled scaled;
  [[nodiscard]] S above(const S& y) const { return normal_cdf(S(-y * root_p)) - scaled(S(-(y + gap) * root_q)); }
  [[nodiscard]] S below(const S& y) const { return normal_cdf(S(y * root_p)) - scaled(S((y + gap) * root_q)); }
};
template <class S, class Scaled>
HalfLines<S, Scaled> half_lines(const S& root_p, const S& root_q, const S& gap, Scaled scaled) {
  return {root_p, root_q, gap, std::move(scaled)};
}
/// exp(epsilon) normal_cdf(x), as written.
template <class S>
struct ScaledCdf {
  S scale;  ///< exp(epsilon)
  S operator()(const S& x) const { return scale * normal_cdf(x); }
};

/// Which of the two variances is larger; decided by the caller, exactly.
enum class Wider { p, q, equal };

/// delta(epsilon) where the best event is neither empty nor everything: b > 0 for equal variances, a positive
/// discriminant else.
template <class S, class Lines>
S hockey_stick_of_event(const GaussianLogRatio<S>& ratio, const Lines& lines, Wider wider) {
  if (wider == Wider::equal) return lines.above(S(-ratio.k / ratio.b));
  const S root = sqrt(ratio.discriminant()), near = ratio.near_root(root), far = ratio.far_root(root);
  if (wider == Wider::q) return lines.above(near) - lines.above(far);
  return lines.above(near) + lines.below(far);
}

/// Bounds in units of the larger precision: the other precision is u <= 1, at least u0, the distance of the means
/// `gap`. They take the near end y of the best event and, instead of its far end, what lies beyond the vertex of L at u
/// = u0 (Lemma 2 of docs/langevin.md), at most normal_cdf(-beyond) of the law that is wider there.
template <class S>
S beyond_vertex(const S& gap, const S& least_ratio) {
  return gap * sqrt(least_ratio) / (S(1) - least_ratio);
}
/// L of the narrower law (precision 1) over the wider one: an interval. And the other way round: its complement.
template <class S>
GaussianLogRatio<S> narrow_first_ratio(const S& epsilon, const S& u, const S& gap) {
  return gaussian_log_ratio(epsilon, S(1), u, S(-log(u)), gap);
}
template <class S>
GaussianLogRatio<S> wide_first_ratio(const S& epsilon, const S& u, const S& gap) {
  return gaussian_log_ratio(epsilon, u, S(1), S(log(u)), gap);
}
/// What the far end can add at most, the narrower law first and the wider law first.
template <class S, class Scaled>
S narrow_first_rest(const Scaled& scaled, const S& beyond) {
  return scaled(S(-beyond));
}
template <class S>
S wide_first_rest(const S& beyond) {
  return normal_cdf(S(-beyond));
}
/// The bound of delta(epsilon).
template <class S, class Scaled>
S one_end_bound(const HalfLines<S, Scaled>& lines, const S& y, const S& rest) {
  return lines.above(y) + rest;
}

/// delta(epsilon) = sup over events of P - exp(epsilon) Q, P = N(0, s), Q = N(-gap, v). An enclosure; indeterminate
/// where the precision does not decide the shape of the event. gap >= 0, s, v > 0; epsilon may be negative.
Ball gaussian_hockey_stick(const Ball& epsilon, const Ball& s, const Ball& v, const Ball& gap, Wider wider);
/// An upper bound of delta(epsilon) in both directions between any two Gaussians whose means differ by at most
/// `distance` standard deviations of the narrower one, and whose variances have a ratio (the smaller over the larger)
/// of at least least_ratio, 0 < least_ratio < 1: the ratios cut into pieces, Lemma 2 of docs/langevin.md on each.
Ball worst_gaussian_delta(const Ball& epsilon, const Ball& distance, const Rational& least_ratio, Precision bits);
/// The same in double, for search: exp(epsilon) joins the logarithm of its probability, so that it cannot overflow.
double gaussian_hockey_stick(double epsilon, double s, double v, double gap);
/// The least epsilon >= 0 with delta(epsilon) <= delta, in double, for search.
double gaussian_epsilon(double delta, double s, double v, double gap);

}  // namespace dpcert::langevin
