// Equations among the hypotheses, solved for a variable.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// `value` of a variable, as the last hypothesis of `goal` once `steps` are done.
struct SolvedEquation {
  Expr value;
  Goal goal;
  Proof steps;
};

/// x = value in two halves, each by a step that both of its sides allow and then by the equation `multiple`: what the
/// step makes of x less what it makes of the value is so many times hypothesis `multiple.first`.
std::optional<SolvedEquation> solved_by_halves(SolvedEquation so_far, const Expr& x, const Step& step, const Expr& of_x,
                                               const Expr& of_value, const std::pair<std::size_t, Rational>& multiple);

/// The variable is about to go, and takes its bounds with it: they are said of its value.
void keep_bounds(SolvedEquation& s, const Variable& v);

}  // namespace dpcert::verify
