// Goals as nonnegative combinations of hypotheses, bounds and their products: exact linear programming over monomials.
#pragma once

#include <functional>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// A proof (cuts of bounds, then `combine`) of the goal, if it is such a combination.
Tree prove_by_combination(const Goal& goal, const std::function<bool()>& stop = {});

}  // namespace dpcert::verify
