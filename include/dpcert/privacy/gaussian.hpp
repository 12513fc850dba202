// The Gaussian mechanism's exact trade-off between epsilon and delta, and its inverses, certified.
//
// `mu_squared` = compositions/sigma^2 > 0 (Gaussian differential privacy's mu, squared).
#pragma once

#include "dpcert/divergence/certified.hpp"

namespace dpcert {

/// delta(epsilon) in (0, 1), epsilon >= 0.
Certified certified_gaussian_delta(const Rational& epsilon, const Rational& mu_squared, int digits);
/// The least epsilon >= 0 with delta(epsilon) <= delta: exactly 0 if delta >= delta(0), +infinity for delta = 0.
Certified certified_gaussian_epsilon(const Rational& delta, const Rational& mu_squared, int digits);
/// The least sigma with delta(epsilon) <= delta for `compositions` releases: 0 for delta >= 1, +infinity for delta = 0.
Certified certified_gaussian_sigma(const Rational& delta, const Rational& epsilon, const Rational& compositions,
                                   int digits);

}  // namespace dpcert
