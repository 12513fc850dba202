// The Laplace mechanism: a number of known sensitivity plus Laplace noise.
#pragma once

#include <cmath>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/scalar/real.hpp"

namespace dpcert {

/// value + Laplace(b), where neighbouring data sets change the value by at most `sensitivity`.
template <class S>
class LaplaceMechanism {
 public:
  /// Throws Error::domain unless b > 0, sensitivity > 0.
  explicit LaplaceMechanism(S scale, S sensitivity = S(1))
      : scale_(std::move(scale)), sensitivity_(std::move(sensitivity)) {
    if (positive(scale_) == Membership::outside) throw Error(ErrorCode::domain, "b", "a number > 0", as_given(scale_));
    if (positive(sensitivity_) == Membership::outside)
      throw Error(ErrorCode::domain, "sensitivity", "a number > 0", as_given(sensitivity_));
  }
  [[nodiscard]] const S& scale() const { return scale_; }
  [[nodiscard]] const S& sensitivity() const { return sensitivity_; }
  /// Scale for sensitivity 1.
  [[nodiscard]] S multiplier() const { return scale_ / sensitivity_; }
  /// log of the density at x: -|x - value|/b - log(2 b).
  [[nodiscard]] S log_density(const S& x, const S& value) const {
    using std::abs;
    using std::log;
    return -abs(S(x - value)) / scale_ - log(S(2) * scale_);
  }

 private:
  S scale_, sensitivity_;
};

/// One release. See sampling.hpp for what floating point means here.
template <class Random>
double sample(const LaplaceMechanism<double>& mechanism, double value, Random& random) {
  return value + sample_laplace(mechanism.scale(), random);
}
/// The same for a value computed from data: the noise is added to it exactly, and the sum is rounded once.
template <class Random>
double sample(const LaplaceMechanism<double>& mechanism, const Rational& value, Random& random) {
  return add_noise(value, sample_laplace(mechanism.scale(), random));
}

inline Guarantee guarantee(const LaplaceMechanism<Rational>& mechanism) {
  Guarantee g;
  g.cases = {{"rdp", "laplace", {{"b", {mechanism.multiplier()}}}}};
  g.adjacency = "any two data sets between which the released value changes by at most the sensitivity";
  g.assumptions = {
      "the value before noise changes by at most the sensitivity between neighbours: clipping is done, and "
      "done before anything else sees the data",
      "b was fixed without looking at the data",
      "the noise is Laplace exactly, in real arithmetic, fresh and independent; one release"};
  g.source = "Mironov, \"Renyi differential privacy\" (2017), Proposition 6";
  return g;
}

}  // namespace dpcert
