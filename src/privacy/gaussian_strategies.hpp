// Evaluations of the Gaussian mechanism's formulas (formulas.hpp) where the template itself would be slow or lose its
// digits. Internal to src/privacy; tests/privacy/strategies_test.cpp holds each to its template at random points.
#pragma once

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/double_interval.hpp"

namespace dpcert {

/// log gaussian_delta in long double, by Mills' ratio R: with a = epsilon/mu - mu/2 and b = a + mu, delta = density(a)
/// (R(a) - R(b)). Steering only: absolute error below 1e-3 for epsilon in [1e-6, 1e4], mu in [1e-4, 1e3], delta above
/// exp(-20000).
long double log_gaussian_delta(long double epsilon, long double mu);
/// The same by a, which is known better than epsilon where mu is large.
long double log_gaussian_delta_at(long double a, long double mu);

/// gaussian_delta at about 80 bits by Mills' ratio (special/mills.hpp): exp(epsilon) density(b) = density(a). An
/// enclosure always; wide where the two terms cancel, and the caller looks.
Ball gaussian_delta_by_mills(const Ball& epsilon, const Ball& mu);

/// gaussian_rdp of three doubles, which are exact as balls; so is a result that is dyadic. No rational arithmetic,
/// which takes longer. sigma > 0.
Ball gaussian_rdp_of_doubles(double order, double sigma, double compositions, Precision precision);
/// gaussian_rdp in interval arithmetic of doubles.
DoubleInterval gaussian_rdp_interval(const DoubleInterval& order, const DoubleInterval& sigma,
                                     const DoubleInterval& compositions);

}  // namespace dpcert
