// The Gaussian mechanism: a number of known sensitivity plus normal noise, T times.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/scalar/real.hpp"

namespace dpcert {

/// value + N(0, sigma^2), where neighbouring data sets change the value by at most `sensitivity`, in each of T
/// releases.
template <class S>
class GaussianMechanism {
 public:
  /// Throws Error::domain unless sigma > 0, sensitivity > 0, T >= 1.
  GaussianMechanism(S sigma, S sensitivity = S(1), std::int64_t compositions = 1)
      : sigma_(std::move(sigma)), sensitivity_(std::move(sensitivity)), compositions_(compositions) {
    if (positive(sigma_) == Membership::outside)
      throw Error(ErrorCode::domain, "sigma", "a number > 0", as_given(sigma_));
    if (positive(sensitivity_) == Membership::outside)
      throw Error(ErrorCode::domain, "sensitivity", "a number > 0", as_given(sensitivity_));
    if (compositions < 1)
      throw Error(ErrorCode::domain, "T", "a number of releases >= 1", std::to_string(compositions));
  }
  /// Standard deviation of the noise.
  [[nodiscard]] const S& sigma() const { return sigma_; }
  [[nodiscard]] const S& sensitivity() const { return sensitivity_; }
  [[nodiscard]] std::int64_t compositions() const { return compositions_; }
  /// Noise for sensitivity 1.
  [[nodiscard]] S multiplier() const { return sigma_ / sensitivity_; }
  /// log of the density of one release at x: -(x - value)^2/(2 sigma^2) - log(sigma) - log(2 pi)/2.
  [[nodiscard]] S log_density(const S& x, const S& value) const {
    using std::log;
    const S z = (x - value) / sigma_;
    return -(z * z) / S(2) - log(sigma_) - log(S(2) * pi_like(sigma_)) / S(2);
  }

 private:
  S sigma_, sensitivity_;
  std::int64_t compositions_;
};

/// One release. See sampling.hpp for what floating point means here.
template <class Random>
double sample(const GaussianMechanism<double>& mechanism, double value, Random& random) {
  return std::normal_distribution<double>(value, mechanism.sigma())(random);
}
/// The same for a value computed from data: the noise is added to it exactly, and the sum is rounded once.
template <class Random>
double sample(const GaussianMechanism<double>& mechanism, const Rational& value, Random& random) {
  return add_noise(value, std::normal_distribution<double>(0, mechanism.sigma())(random));
}

inline Guarantee guarantee(const GaussianMechanism<Rational>& mechanism) {
  Guarantee g;
  g.cases = {{"rdp", "gaussian", {{"sigma", {mechanism.multiplier()}}, {"T", {Rational(mechanism.compositions())}}}}};
  g.adjacency = "any two data sets between which the released value changes by at most the sensitivity";
  g.assumptions = {
      "the value before noise changes by at most the sensitivity between neighbours: clipping is done, and "
      "done before anything else sees the data",
      "sigma and the number of releases were fixed without looking at the data",
      "the noise is normal exactly, in real arithmetic, fresh and independent for every release"};
  g.source = "Mironov, \"Renyi differential privacy\" (2017), Proposition 7; Balle and Wang (2018), Theorem 8";
  return g;
}

}  // namespace dpcert
