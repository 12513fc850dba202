// The whole of a goal in other variables: `alone` proves what is left, with rounds of its own.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// x = pi t for variables under sines and cosines, where hypotheses speak of pi.
Tree by_turns(const Goal& g, const ProveGoal& alone);
/// What affine hypotheses leave between variables, as variables.
Tree by_slacks(const Goal& g, const ProveGoal& alone);
/// x = A exp(t) where log(A/x) stands under a root, and the root as a variable.
Tree by_named_logarithms(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

/// Divergences of two coins p and q, D(1 - p, 1 - q) = D(p, q): each outcome by itself.
Tree by_outcomes(const Goal& g, const ProveGoal& alone);
/// Error functions at places x + k h, h >= 0, where the goal vanishes at h = 0: by slopes in h, until what is left is a
/// function of one place alone.
Tree by_increments(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone);
/// Symmetric in two variables of one range: in their order, the larger one by what it is more.
Tree by_order(const Goal& g, const ProveGoal& alone);

}  // namespace dpcert::verify
