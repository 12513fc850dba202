// Values of one function at several places, compared by what its products with powers do.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// One function F at u, at v and at u + v, where x^k F(x) rises or falls on (0, inf): D as a combination of what that
/// says of the values, with values of F as weights.
Tree by_scaled_values(const Goal& g, const ProveGoal& alone);

}  // namespace dpcert::verify
