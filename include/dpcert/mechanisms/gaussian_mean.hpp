// Posterior sampling for the mean of a normal law with known variance: records clipped to [-clip, clip], prior
// Normal(prior_mean, variance/prior_count), one draw from the (tempered) posterior.
//
//   diffused      count = prior_count + r n,    mean = (prior_count prior_mean + r sum)/count       0 < r <= 1
//   concentrated  count = prior_count/m + n,    mean = (prior_count/m prior_mean + sum)/count       0 < m <= 1
//   variance of the draw: variance/count. r = 1 (or m = 1) is direct sampling.
// Source: Geumlek, Song, Chaudhuri, algorithms 1 to 3 for the Gaussian family (catalogue: renyi.gauss.*, renyi.clip.*).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <utility>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/guarantee.hpp"

namespace dpcert {

/// The clipping projection to [-clip, clip]: what makes the family bounded. Throws Error::domain unless clip > 0 and x
/// is a number (a NaN record must not pass as any value).
inline double clipped(double x, double clip) {
  if (!(clip > 0)) throw Error(ErrorCode::domain, "clip", "a number > 0", std::to_string(clip));
  if (std::isnan(x)) throw Error(ErrorCode::domain, "record", "a number", "nan");
  return std::clamp(x, -clip, clip);
}

template <class S>
struct NormalLaw {
  S mean, variance;
};

/// Over any scalar: the law from the sum of the clipped records.
template <class S>
struct GaussianMeanPosterior {
  S variance, prior_mean, prior_count, x;  ///< x is r or m
  std::int64_t n = 1;
  Tempering tempering = Tempering::diffused;

  [[nodiscard]] NormalLaw<S> law(const S& clipped_sum) const {
    const bool diffused = tempering == Tempering::diffused;
    const S weight = diffused ? x : S(1), before = diffused ? prior_count : S(prior_count / x);
    const S count = before + weight * S(n);
    return {(before * prior_mean + weight * clipped_sum) / count, variance / count};
  }
};

/// One draw. See sampling.hpp for what floating point means here.
template <class Random>
double sample(const NormalLaw<double>& law, Random& random) {
  return std::normal_distribution<double>(law.mean, std::sqrt(law.variance))(random);
}
/// The standard deviation of the law as a double, never below it: more noise than promised does no harm.
inline double draw_deviation(const NormalLaw<Rational>& law) {
  double deviation = std::sqrt(law.variance.approx());
  while (std::isfinite(deviation) && pow(Rational::from_double(deviation), 2) < law.variance)
    deviation = std::nextafter(deviation, std::numeric_limits<double>::infinity());
  return deviation;
}
/// One draw whose mean was computed from data: noise is added to the exact mean, and the sum is rounded once.
template <class Random>
double sample(const NormalLaw<Rational>& law, Random& random) {
  return add_noise(law.mean, std::normal_distribution<double>(0, draw_deviation(law))(random));
}

/// The divergence of every order > 1 between neighbours is at most order times this, and equals it for the worst pair:
/// rho-zCDP.
inline Rational guarantee_rho(const GaussianMeanSampling& sampling, const Rational& x) {
  return sampling.divergence(Rational(2), x) / Rational(2);
}

/// At r or m = x. The draw's variance does not depend on the data, so that the release is a normal mechanism with
/// mu^2 = 2 rho: T = numerator * denominator releases of noise multiplier sigma = denominator, exactly.
inline Guarantee guarantee(const GaussianMeanSampling& sampling, const Rational& x) {
  const Rational squared = Rational(2) * guarantee_rho(sampling, x);
  Rational sigma(1);
  fmpz_set(fmpq_numref(sigma.fmpq_ptr()), fmpq_denref(squared.fmpq_ptr()));
  Guarantee g;
  g.cases = {{"rdp", "gaussian", {{"sigma", {sigma}}, {"T", {squared * sigma * sigma}}}}};
  g.adjacency = "two data sets of the same size n of which one record differs; n is public";
  g.assumptions = {
      "n, the variance, the prior, the clipping bound and r or m were fixed without looking at the data",
      "every record is one number, clipped before anything else sees it, and a person contributes one record",
      "the draw is normal exactly, in real arithmetic, with fresh independent randomness",
      "exactly one draw is released"};
  g.claims = {"renyi.gauss.lambda2", "renyi.clip.norm.repair"};
  g.source = "two normal laws of one variance; the means differ most for two records at opposite ends of the clipping";
  return g;
}

}  // namespace dpcert
