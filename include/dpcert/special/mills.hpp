// Mills' ratio of the normal law, R(x) = (1 - Phi(x))/density(x), fast at about 80 bits.
#pragma once

#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// R(x) for x >= 1.5 with a relative error of about 2^-80 (an enclosure always), by the midpoint rule of step h on
// clang-format off
///   R(x) = x/sqrt(2 pi) int exp(-t^2/2)/(t^2 + x^2) dt
/// with the pole's term (Chiarella and Reichel, On the evaluation of integrals related to the error function, 1968):
///   R(x) = x h/sqrt(2 pi) sum_k exp(-t_k^2/2)/(t_k^2 + x^2) + sqrt(2 pi) exp(x^2/2)/(exp(2 pi x/h) + 1) + error,
///   t_k  = (k + 1/2) h over all integers k.
/// On the lines Im t = +-c, c != x, the integrand is at most exp(c^2/2) exp(-t^2/2)/|c^2 - x^2|, so that
///   |error| <= 2 x exp(c^2/2)/(|c^2 - x^2| (exp(2 pi c/h) - 1));
/// the pole's term belongs to c > x alone. The nodes beyond (K - 1/2) h add at most
///   x sqrt(2/pi) exp(-(K h)^2/2)/(K h x^2).
// clang-format on
/// Indeterminate unless x >= 1.5 certainly.
Ball mills_ratio(const Ball& x);
/// The relative accuracy of mills_ratio, in bits, for callers that choose a method.
inline constexpr Precision mills_bits = 80;
/// The precision it works at.
inline constexpr Precision mills_precision = 128;

}  // namespace dpcert
