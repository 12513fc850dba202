// A goal in other variables; `alone` proves what is left, with rounds of its own.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// An order a > 1 and an epsilon e > 0 of which (a - 1) e stands in an exponent: that product instead of the order.
Tree by_scaled_order(const Goal& g, const ProveGoal& alone);
/// A side is the logarithm of a sum with exponentials, as that of a moment generating function: that sum against the
/// exponential of the other side.
Tree by_one_logarithm(const Goal& g, const ProveGoal& alone);

}  // namespace dpcert::verify
