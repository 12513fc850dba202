// Linear programs over the rationals. By hand and not by a solver: what is found must be exact, since a proof is made
// of it, and pivots are counted as work (src/core/work.hpp) in a fixed order, so that the same proof is found on every
// machine.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "dpcert/core/rational.hpp"

namespace dpcert::verify {

/// A solution x >= 0 of A x = b (rows of A), exactly; nothing if there is none (or the pivots run out, or `stop` says
/// so). Large programs are solved in doubles first, and exactly for the columns that were found; `degenerate` ones,
/// with 0 almost everywhere on the right, with small numbers instead.
std::optional<std::vector<Rational>> nonnegative_solution(const std::vector<std::vector<Rational>>& a,
                                                          const std::vector<Rational>& b,
                                                          const std::function<bool()>& stop = {},
                                                          bool degenerate = false);

}  // namespace dpcert::verify
