// Tactics for entropies and divergences of finite laws, as those in tactics.hpp.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

// --- log_sums.cpp
/// Logarithms whose weights are sums of masses, as in entropies of laws and of their marginals: by -log r >= 1 - r for
/// each mass, r the product of the arguments that it has.
Tree by_log_sums(const Goal& g, const Subprover& s, int depth);

// --- tangents_of_sums.cpp
/// Sums over one range and hypotheses that are such sums: by the tangent at the sums, with multiples of the hypotheses
/// that linear programs over many points of the terms find.
Tree by_multipliers_of_sums(const Goal& g, const Subprover& s, int depth);

// --- functions_of_sums.cpp
/// The same, also where the square of a sum of roots or moduli stands: by its tangent at a number.
Tree by_multipliers_of_functions(const Goal& g, const Subprover& s, int depth);

// --- parts.cpp
/// Sums of which hypotheses over all integers speak, as of a mean from which values are far: as numbers, whatever they
/// are; then by `rest`.
Tree by_numbers_for_sums(const Goal& g, const ProveGoal& rest);

// --- outcomes_apart.cpp
/// The value of a sequence at the first place of the range of all sums, beside these: by the sums over the other
/// places.
Tree by_first_outcome(const Goal& g, const Subprover& s, int depth);

// --- jensen_of_logs.cpp
/// A mean of logarithms is bounded above: by the logarithm of the mean, and that one by what is left.
Tree by_jensen_of_logs(const Goal& g, const ProveGoal& alone);

}  // namespace dpcert::verify
