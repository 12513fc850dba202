// The regularised incomplete gamma function: P(X <= x) for X ~ Gamma(shape), shape > 0, x >= 0.
#pragma once

#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// gamma(shape, x)/Gamma(shape), rigorously; outside the domain indeterminate.
Ball gamma_p(const Ball& shape, const Ball& x);
/// The same in double, without a proof; NaN outside the domain.
double gamma_p(double shape, double x);

}  // namespace dpcert
