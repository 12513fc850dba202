// The log-partition function of Beta laws by numerical integration: an oracle that knows nothing of the Gamma function.
#pragma once

#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::properties {

/// log int exp(a t) (1 + exp(t))^-(a+b) dt over the real line, which is log B(a, b), by Boost's sinh-sinh rule;
/// relative error of the integral about 1e-12 for a, b in [1/10, 1e4]. Never evidence.
double log_beta_by_quadrature(double a, double b);

/// The same, rigorously: Arb's adaptive Gauss-Legendre integration (acb_calc_integrate) between -T and T; the tails are
/// at most exp(-a T)/a + exp(-b T)/b. Meant for a, b in [1/4, 1000]: small parameters have long tails, and the time
/// grows. Indeterminate if the integration does not converge.
Ball log_beta_by_integration(const Rational& a, const Rational& b, Precision precision);

}  // namespace dpcert::properties
