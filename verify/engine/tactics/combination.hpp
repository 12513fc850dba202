// Goals as nonnegative combinations of hypotheses, bounds and their products: exact linear programming over monomials.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// Proof lines (cuts of bounds, then `combine`) for the goal, if it is such a combination.
std::optional<std::vector<std::string>> prove_by_combination(const Goal& goal, const std::function<bool()>& stop = {});

/// A solution x >= 0 of A x = b (rows of A), exactly; nothing if there is none (or the pivots run out, or `stop` says
/// so). Large programs are solved in doubles first, and exactly for the columns that were found.
std::optional<std::vector<Rational>> nonnegative_solution(const std::vector<std::vector<Rational>>& a,
                                                          const std::vector<Rational>& b,
                                                          const std::function<bool()>& stop = {});

}  // namespace dpcert::verify
