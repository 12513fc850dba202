// The normal law's tail in floating point: log Phi, Mills' ratio R(x) = (1 - Phi(x))/density(x) and its relatives, also
// where Phi underflows. Search and sampling, never evidence; the enclosures are normal_cdf of Ball and
// special/mills.hpp.
//
// Direct where libm's erfc is no subnormal number, the expansion at infinity (NIST DLMF 7.12.1)
//   x R(x) = 1 - 1/x^2 + 3/x^4 - 15/x^6 + 105/x^8 - ...
// beyond. tests/scalar/normal_tail_test.cpp compares them with the enclosures.
#pragma once

#include <cmath>
#include <numbers>

namespace dpcert {

/// log Phi(x), any x. Relative error at most 4e-16 (1 + x^2), where the result is no subnormal number (x < 37); for x <
/// 0 it is a few times 1e-16. To the right of 0 the other tail has the digits: Phi itself rounds to 1.
inline double log_normal_cdf(double x) {
  constexpr double half_root = std::numbers::sqrt2 / 2, log_root = 0.91893853320467274178;  // log sqrt(2 pi)
  if (x > 0) return std::log1p(-std::erfc(x * half_root) / 2);
  if (x > -37) return std::log(std::erfc(-x * half_root) / 2);
  const double r = 1 / (x * x);
  return -x * x / 2 - std::log(-x) - log_root +
         std::log1p(-r * (1 - 3 * r * (1 - 5 * r * (1 - 7 * r * (1 - 9 * r * (1 - 11 * r))))));
}

/// The inverse Mills ratio density(x)/Phi(x), any x. Relative error a few times 1e-16 (1 + x^2), where the result is no
/// subnormal number (x < 37).
inline double inverse_mills(double x) { return std::exp(-x * x / 2 - 0.91893853320467274178 - log_normal_cdf(x)); }

/// Mills' ratio R(x), x > -100. Relative error below 2e-7 (that of five terms of the expansion at x = 8); 1e-16 (1 +
/// x^2) for x < 8.
inline long double mills_ratio(long double x) {
  if (x < 8)
    return std::sqrt(std::numbers::pi_v<long double> / 2) * std::exp(x * x / 2) * std::erfc(x / std::sqrt(2.0L));
  const long double y = 1 / (x * x);
  return (1 - y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))))) / x;
}
/// -R'(x) = 1 - x R(x) > 0, the same x. Relative error below 2e-5 for x >= 8, 1e-16 (1 + x^2)^2 before.
inline long double mills_descent(long double x) {
  if (x < 8) return 1 - x * mills_ratio(x);
  const long double y = 1 / (x * x);
  return y * (1 - 3 * y * (1 - 5 * y * (1 - 7 * y * (1 - 9 * y))));
}

}  // namespace dpcert
