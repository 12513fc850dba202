// Certified roots of monotone functions of one positive unknown.
#pragma once

#include <cmath>
#include <functional>
#include <optional>

#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// An enclosure, of relative width about 2^-bits, of the x > 0 with f(x) = 0, for a continuous f that increases
/// (decreases with direction = -1) on (0, infinity). f takes an exact point that carries `precision` and returns a
/// rigorous enclosure; only certain signs are used. Nothing if a sign cannot be decided at this precision, or x lies
/// outside 2^-(3 2^61) .. 2^(3 2^61).
std::optional<Ball> monotone_root(const std::function<Ball(const Ball&)>& f, int direction, Precision bits,
                                  Precision precision);

}  // namespace dpcert
