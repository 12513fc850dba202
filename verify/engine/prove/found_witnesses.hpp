// Witnesses of a block of quantifiers without free variables, by the search for points. No evidence.
#pragma once

#include <vector>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/prove/logic.hpp"

namespace dpcert::verify {

/// Values of the first variable of `exists x: exists y: ...` at points where all relations of the block hold, of each
/// alternative one side; none where a variable is free.
std::vector<Expr> found_witnesses(const LogicGoal& goal, const ProveOptions& options);

}  // namespace dpcert::verify
