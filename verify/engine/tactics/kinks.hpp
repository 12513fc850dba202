// abs, min and max, and the side on which they are.
#pragma once

#include "verify/engine/goal/context.hpp"

namespace dpcert::verify {

/// What decides a kink: abs(u) by u, min and max by the difference of their arguments.
Expr decider(const Expr& kink);
/// +1: known to be >= 0, -1: known to be <= 0.
int known_side(const Context& c, const Expr& u);
/// Kinks whose side is known are replaced by that side.
Expr without_known_kinks(const Expr& e, const Context& c);

}  // namespace dpcert::verify
