// Noise on the integers: the discrete Laplace law (the two-sided geometric law) and the discrete Gaussian law, with
// samplers that compute with integers alone.
//
// Parameters are rational numbers and draws are integers, so that no rounding enters the law: what is drawn follows it
// exactly, provided that the bits are independent and uniform. Discrete Laplace: Ghosh, Roughgarden, Sundararajan,
// "Universally utility-maximizing privacy mechanisms" (2009). Discrete Gaussian: Canonne, Kamath, Steinke, "The
// discrete Gaussian for differential privacy" (2020).
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/random_bits.hpp"
#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/real.hpp"

namespace dpcert {

/// P(X = k) = (1 - q)/(1 + q) q^|k| on the integers, q = exp(-1/b).
template <class S>
class DiscreteLaplace {
 public:
  /// Throws Error::domain unless b > 0.
  explicit DiscreteLaplace(S scale) : scale_(std::move(scale)) {
    if (positive(scale_) == Membership::outside) throw Error(ErrorCode::domain, "b", "a number > 0", as_given(scale_));
  }
  [[nodiscard]] const S& scale() const { return scale_; }
  [[nodiscard]] S mass(std::int64_t k) const {
    const S q = power(1);
    return (S(1) - q) / (S(1) + q) * power(k < 0 ? -k : k);
  }
  /// P(X <= k): q^-k/(1 + q) below 0, and 1 - q^(k+1)/(1 + q) from 0 on.
  [[nodiscard]] S at_most(std::int64_t k) const {
    const S q = power(1);
    return k < 0 ? power(-k) / (S(1) + q) : S(1) - power(k + 1) / (S(1) + q);
  }

 private:
  [[nodiscard]] S power(std::int64_t k) const {
    using std::exp;
    return exp(-S(k) / scale_);
  }
  S scale_;
};

/// P(X = k) is proportional to exp(-k^2/(2 sigma^2)) on the integers.
template <class S>
class DiscreteGaussian {
 public:
  /// Throws Error::domain unless sigma > 0. sigma^2 is the variance only nearly: that is smaller.
  explicit DiscreteGaussian(S sigma) : sigma_(std::move(sigma)) {
    if (positive(sigma_) == Membership::outside)
      throw Error(ErrorCode::domain, "sigma", "a number > 0", as_given(sigma_));
  }
  [[nodiscard]] const S& sigma() const { return sigma_; }
  /// P(X = k)/P(X = 0).
  [[nodiscard]] S weight(std::int64_t k) const {
    using std::exp;
    const S z = S(k) / sigma_;
    return exp(-(z * z) / S(2));
  }

 private:
  S sigma_;
};

/// The least delta at eps >= 0 between X and X + shift, X discrete Laplace of scale b > 0 and shift >= 1 an integer:
/// P(X <= m) - exp(eps) P(X <= m - shift), m the largest integer at which the privacy loss (shift - 2 max(m, 0))/b is
/// above eps; 0 from eps = shift/b on. Throws Error::domain.
Ball discrete_laplace_delta(const Rational& b, std::int64_t shift, const Rational& eps, Precision precision);

/// A draw: an integer, as a Rational. Throws Error::domain unless the scale has at most 4096 bits.
Rational sample(const DiscreteLaplace<Rational>& law, RandomBits& random);
Rational sample(const DiscreteGaussian<Rational>& law, RandomBits& random);

/// Of an integer that changes by at most `sensitivity` >= 1 (an integer) between neighbours, plus this noise. The loss
/// of discrete Laplace noise is at most sensitivity/b, and with sensitivity 1 it is that of randomized response, which
/// has the largest divergences that this eps allows; those of the discrete Gaussian are at most the Gaussian's
/// (Canonne, Kamath and Steinke, Theorem 4).
Guarantee guarantee(const DiscreteLaplace<Rational>& law, const Rational& sensitivity);
Guarantee guarantee(const DiscreteGaussian<Rational>& law, const Rational& sensitivity);

}  // namespace dpcert
