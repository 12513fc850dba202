// Hockey-stick divergence of two Gaussians with any variances, and its inverse: the exact (epsilon, delta) trade-off of
// one Gaussian against another.
//
// With P = N(0, s), Q = N(-g, v), g >= 0, the log density ratio minus epsilon is the quadratic
//   L(y) = a y^2 + b y + k,   a = (1/v - 1/s)/2, b = g/v, k = g^2/(2 v) + log(v/s)/2 - epsilon
// and the best event is {L > 0}: a half-line (v = s), an interval (v > s) or the complement of one (v < s).
// Reference: Balle and Wang, Improving the Gaussian mechanism for differential privacy, ICML 2018 (equal variances).
#pragma once

#include "dpcert/divergence/certified.hpp"
#include "dpcert/langevin/regression.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::langevin {

/// Which of the two variances is larger; decided by the caller, exactly.
enum class Wider { p, q, equal };

/// delta(epsilon) = sup over events of P - exp(epsilon) Q, P = N(0, s), Q = N(-gap, v). An enclosure; indeterminate
/// where the precision does not decide the shape of the event. gap >= 0, s, v > 0; epsilon may be negative.
Ball gaussian_hockey_stick(const Ball& epsilon, const Ball& s, const Ball& v, const Ball& gap, Wider wider);
/// An upper bound of delta(epsilon) in both directions between any two Gaussians whose means differ by at most
/// `distance` standard deviations of the narrower one, and whose variances have a ratio (the smaller over the larger)
/// of at least least_ratio, 0 < least_ratio < 1: the ratios cut into pieces, Lemma 2 of docs/langevin.md on each.
Ball worst_gaussian_delta(const Ball& epsilon, const Ball& distance, const Rational& least_ratio, Precision bits);
/// The same in double, for search.
double gaussian_hockey_stick(double epsilon, double s, double v, double gap);
/// log normal_cdf(x) in double, also far in the left tail: relative error of exp(result) below 1e-9 for x < -25 (Mills'
/// ratio), below 1e-12 elsewhere.
double log_normal_cdf(double x);
/// The least epsilon >= 0 with delta(epsilon) <= delta, in double, for search.
double gaussian_epsilon(double delta, double s, double v, double gap);

}  // namespace dpcert::langevin
