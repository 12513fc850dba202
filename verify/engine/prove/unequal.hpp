// Goals that say that two sides differ, in integers.
#pragma once

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// `a < b or b < a` in integer variables alone: by a modulus to which the difference is never 0; by the one gap between
/// neighbouring integers in which it changes its sign, as (n + 1)^2 > n^2 + n + 1 > n^2; or by the square of the
/// difference. `prove` is asked for the relations that are left, most of which residues show.
Tree by_integers_that_differ(const LogicGoal& g, const ProveGoal& prove);

}  // namespace dpcert::verify
