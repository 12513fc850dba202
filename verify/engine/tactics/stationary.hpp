// Where a slope vanishes, in closed form.
#pragma once

#include <vector>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// Where d may be stationary in x, as expressions without x: zeros of factors of the derivative that are affine in x,
/// log x, exp(k x) or sqrt x, or equate two powers, or two products of powers, of such.
std::vector<Expr> stationary_points(const Context& c, const Expr& d, const Expr& x);

}  // namespace dpcert::verify
