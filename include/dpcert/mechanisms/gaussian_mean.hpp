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

#include "dpcert/core/error.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/tempering.hpp"

namespace dpcert {

/// The clipping projection to [-clip, clip]: what makes the family bounded. Throws Error::domain unless clip > 0 and x
/// is a number (a NaN record must not pass as any value).
inline double clipped(double x, double clip) {
  if (!(clip > 0)) throw Error(ErrorCode::domain, "clip", "a number > 0", std::to_string(clip));
  if (std::isnan(x)) throw Error(ErrorCode::domain, "record", "a number", "nan");
  return std::clamp(x, -clip, clip);
}

/// The mechanism at r or m. Over any scalar.
template <class S>
class NormalMeanPosterior {
 public:
  /// `x` is r or m. Throws Error::domain unless variance, prior_count, clip > 0, n >= 1 and 0 < x <= 1.
  NormalMeanPosterior(S variance, S prior_count, S clip, std::int64_t n, Tempering tempering, S x = S(1),
                      S prior_mean = S(0))
      : variance_(std::move(variance)),
        prior_count_(std::move(prior_count)),
        clip_(std::move(clip)),
        x_(std::move(x)),
        prior_mean_(std::move(prior_mean)),
        n_(n),
        tempering_(tempering) {
    require_positive("variance", variance_);
    require_positive("prior_count", prior_count_);
    require_positive("clip", clip_);
    if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
    require_tempering(tempering_, x_);
  }
  /// The same at another r or m.
  [[nodiscard]] NormalMeanPosterior at(S x) const {
    require_tempering(tempering_, x);
    NormalMeanPosterior other = *this;
    other.x_ = std::move(x);
    return other;
  }
  [[nodiscard]] Tempering tempering() const { return tempering_; }
  /// "r" or "m".
  [[nodiscard]] const char* parameter() const { return parameter_of(tempering_); }
  [[nodiscard]] std::int64_t records() const { return n_; }

  /// What one record adds, and the count of the posterior: the prior's and n records of that weight.
  [[nodiscard]] S weight() const { return tempered_weight(tempering_, x_); }
  [[nodiscard]] S count() const { return tempered_count(tempering_, prior_count_, x_) + weight() * S(n_); }
  /// The law of what is released, from the sum of the clipped records.
  [[nodiscard]] NormalLaw<S> law(const S& clipped_sum) const {
    const S all = count(), before = tempered_count(tempering_, prior_count_, x_);
    return {(before * prior_mean_ + weight() * clipped_sum) / all, variance_ / all};
  }
  /// order/2 (difference of the sums)^2/(variance count), the Renyi divergence of the worst pair of data sets: two
  /// opposite clipped records (renyi.gauss.lambda2, renyi.clip.norm.repair).
  [[nodiscard]] S divergence(const S& order) const {
    const S move = S(2) * clip_ * weight();
    return order / S(2) * move * move / (variance_ * count());
  }

 private:
  static void require_positive(const char* name, const S& x) {
    if (positive(x) == Membership::outside) throw Error(ErrorCode::domain, name, "a number > 0", as_given(x));
  }
  S variance_, prior_count_, clip_, x_, prior_mean_;
  std::int64_t n_;
  Tempering tempering_;
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
template <class S>
S guarantee_rho(const NormalMeanPosterior<S>& posterior) {
  return posterior.divergence(S(2)) / S(2);
}

/// The draw's variance does not depend on the data, so that the release is a normal mechanism with mu^2 = 2 rho.
inline Guarantee guarantee(const NormalMeanPosterior<Rational>& posterior) {
  Guarantee g;
  g.cases = {normal_mechanism_at(Rational(2) * guarantee_rho(posterior))};
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
