// softplus(t) = log(1 + exp(t)) in double.
#pragma once

#include <cmath>

namespace dpcert {

/// log(1 + exp(t)), any t: no overflow, and the relative error of a few units in the last place on both sides.
inline double softplus(double t) { return t > 0 ? t + std::log1p(std::exp(-t)) : std::log1p(std::exp(t)); }

}  // namespace dpcert
