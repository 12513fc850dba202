// Terms of a list at least, or at most, the mean of all of them.
#pragma once

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// For a goal `exists int j in [a, n]: F` beside a sum from a to n, in it or in a hypothesis: by a j at which the term,
/// as often as there are terms, is at least the sum, or at most. That there is one is shown by induction over n: of the
/// one that is known and the new term the larger one. `prove` is asked for the relations that are left.
Tree by_means_of_lists(const LogicGoal& g, const std::function<Tree(const LogicGoal&)>& prove);

}  // namespace dpcert::verify
