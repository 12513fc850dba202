// The search for proofs of formulas: quantifiers and connectives are taken apart, relations are left to the prover.
#pragma once

#include <optional>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {

/// Proves a goal that may be a formula, with facts. `options` are those of the relations that are left; its advice is a
/// tree over the formula, in which a line `auto` asks for the search.
ProveResult prove(const LogicGoal& goal, const ProveOptions& options);

}  // namespace dpcert::verify
