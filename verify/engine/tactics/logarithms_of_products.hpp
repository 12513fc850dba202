// Geometric means of lists.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Products over ranges with factors that are known to be positive, in an inequality: as exponentials of sums of
/// logarithms, or by the logarithms of both sides where these are products of such; then by `rest`.
Tree by_logarithms_of_products(const Goal& g, const Subprover& s, const ProveGoal& rest);

}  // namespace dpcert::verify
