// Renyi divergence of the Poisson-subsampled Gaussian mechanism: D_order((1-q) N(0, sigma^2) + q N(1, sigma^2) ||
// N(0, sigma^2)), the direction that accountants use, in nats.
//
// With x standard normal under the second law, f(x) = normal density(x) w(x)^order, w(x) = 1 - q + q exp(x/sigma -
// 1/(2 sigma^2)), D = log(I)/(order - 1), I = int f.
//  * Integer orders: I - 1 = sum_(k >= 2) C(order, k) q^k (1-q)^(order-k) expm1(k(k-1)/(2 sigma^2)), terms >= 0.
//  * Any order: the midpoint rule on one or two windows. |f(x + ib)| <= exp(b^2/2) f(x) wherever f is analytic, so the
//    error is at most a tiny multiple of the integral itself; what lies outside the windows is bounded. Proof:
//    docs/privacy-quantities.md.
#pragma once

#include "dpcert/divergence/certified.hpp"

namespace dpcert {

/// Domain: order in (0, infinity) (1 is the Kullback-Leibler limit), 0 <= q <= 1, sigma >= 0. Exactly 0 for q = 0;
/// +infinity for sigma = 0 < q and order >= 1. Relative radius at most 10^-digits, else undecided with a reason.
Certified certified_subsampled_gaussian(const Rational& order, const Rational& q, const Rational& sigma, int digits);

/// I = E[w^order] for q in (0, 1), sigma > 0, order > 0, by the midpoint rule, with a relative error of about
/// 2^-bits; indeterminate if more than 10^5 nodes would be needed. An enclosure always.
Ball subsampled_gaussian_moment(const Rational& order, const Rational& q, const Rational& sigma, Precision bits);
/// I - 1 for an integer order >= 2, by the binomial sum at `precision` bits.
Ball subsampled_gaussian_binomial(long order, const Rational& q, const Rational& sigma, Precision precision);

/// A lower bound of delta(epsilon) of T steps, a record added or removed: its lower end. The best of four events: the
/// sum of all outputs above or below a number, the largest output above or below one, for a pair of sums that differ by
/// 1 where the record is sampled. For T = 1 the sum is the output, and this is delta itself to about `bits` bits (the
/// density ratio is monotone). q in [0, 1], sigma > 0, T >= 1, epsilon >= 0.
Ball subsampled_gaussian_delta_below(const Rational& q, const Rational& sigma, std::int64_t T, const Rational& epsilon,
                                     Precision bits);

}  // namespace dpcert
