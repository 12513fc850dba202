// How much one posterior sample tells neighbouring databases apart: exact Renyi divergence, and its supremum over all
// neighbours of the domain.
//
// Two databases share n-1 records and differ in one. With weights w = beta x^2 and slopes y/x, the common records enter
// through z = sum of their weights and their weighted mean slope a; let (w, s) be the record on one side, (v, t) on the
// other, 0 standing for the weight of an absent record. Then with M = alpha + z + w, N = alpha + z + v
//   P = N((z a + w s)/M, 1/M),   Q = N((z a + v t)/N, 1/N)
//   D_nu(P || Q) = log(M/N)/2 + log(M/M*)/(2 (nu-1)) + nu (mean difference)^2 M N/(2 M*),   M* = nu M + (1-nu) N > 0
// (Gil, Alajaji, Linder, Inf. Sci. 249 (2013)). docs/langevin.md proves which neighbours are worst.
#pragma once

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/langevin/regression.hpp"

namespace dpcert::langevin {

/// The domain: n records, x_l <= x <= x_h, |y/x - c| <= radius. n >= 2; 0 < x_l <= x_h; c >= radius > 0. Where the
/// radius is n^gamma1, a rational just above it makes every supremum an upper bound.
template <class S>
struct RegressionDomain {
  std::int64_t n = 0;
  S c, radius, x_h, x_l, alpha, beta;
};

/// A pair of neighbours, as above.
template <class S>
struct NeighbourPair {
  S common_weight, common_slope, weight_p, slope_p, weight_q, slope_q;
};

/// M and N.
template <class S>
S precision_p(const S& alpha, const NeighbourPair<S>& pair) {
  return alpha + pair.common_weight + pair.weight_p;
}
template <class S>
S precision_q(const S& alpha, const NeighbourPair<S>& pair) {
  return alpha + pair.common_weight + pair.weight_q;
}
/// Weights times slopes, summed up: M times P's mean. With slopes counted from c, M times (the mean - c) is that less
/// alpha c.
template <class S>
S weighted_slopes_p(const NeighbourPair<S>& pair) {
  return pair.common_weight * pair.common_slope + pair.weight_p * pair.slope_p;
}
template <class S>
S weighted_slopes_q(const NeighbourPair<S>& pair) {
  return pair.common_weight * pair.common_slope + pair.weight_q * pair.slope_q;
}
template <class S>
NormalLaw<S> posterior_p(const S& alpha, const NeighbourPair<S>& pair) {
  const S precision = precision_p(alpha, pair);
  return {weighted_slopes_p(pair) / precision, S(1) / precision};
}
template <class S>
NormalLaw<S> posterior_q(const S& alpha, const NeighbourPair<S>& pair) {
  const S precision = precision_q(alpha, pair);
  return {weighted_slopes_q(pair) / precision, S(1) / precision};
}

/// D_order(P || Q) of two Gaussians by their precisions and mean difference; order > 1, m_star = order m + (1 - order)
/// n > 0 (else it is infinite).
template <class S>
S gaussian_renyi(const S& order, const S& m, const S& n, const S& difference) {
  const S m_star = order * m + (S(1) - order) * n;
  return log(m / n) / S(2) + log(m / m_star) / (S(2) * (order - S(1))) +
         order * difference * difference * m * n / (S(2) * m_star);
}

/// The largest |mean difference| over the slopes, for given weights:
// clang-format off
///   (2 R W (Y + V) + alpha (c - R) (W - V))/((Y + W) (Y + V)),   Y = alpha + z
// clang-format on
/// with W and V the larger and the smaller weight of the two records and R the radius. Attained with the common slope
/// at c - R, the heavier record at c + R, the lighter at c - R if P has it; else mirrored.
template <class S>
S worst_difference(const RegressionDomain<S>& domain, const S& common_weight, const S& larger, const S& smaller) {
  const S y = domain.alpha + common_weight;
  return (S(2) * domain.radius * larger * (y + smaller) +
          domain.alpha * (domain.c - domain.radius) * (larger - smaller)) /
         ((y + larger) * (y + smaller));
}

/// The supremum and where it is attained.
struct WorstNeighbours {
  Certified divergence;
  NeighbourPair<Rational> pair;  ///< weights exact; slopes exact
};

/// sup D_order(P || Q) over all neighbours of the domain (absent records included if `absent`), relative radius at most
/// 10^-digits. order > 1 and (n-1) x_l^2 > order x_h^2, so that every divergence is finite and the argument of
/// docs/langevin.md holds; else Error::domain.
WorstNeighbours certified_posterior_renyi(const Order<Rational>& order, const RegressionDomain<Rational>& domain,
                                          bool absent, int digits);

/// The least epsilon >= 0 such that one posterior sample is (epsilon, delta)-DP on the domain (absent records
/// included): `upper` is proved for every pair of neighbours (the distance bounded over the whole domain, the ratio of
/// the precisions bisected), `lower` for one of a few pairs that come near. Both to about `digits` digits;
/// Error::domain for delta outside (0, 1).
struct PosteriorPrivacy {
  Ball lower, upper;
};
PosteriorPrivacy certified_posterior_epsilon(const Delta<Rational>& delta, const RegressionDomain<Rational>& domain,
                                             int digits);
/// One posterior sample is (epsilon, delta)-DP on the domain (absent records included) for delta the upper end of this:
/// the bound that `upper` above inverts.
Ball posterior_delta_bound(const Epsilon<Rational>& epsilon, const RegressionDomain<Rational>& domain,
                           Precision bits = 128);

}  // namespace dpcert::langevin
