// For each tactic of the table one goal that it proves and one near it at which it declines.
#pragma once

#include <string>
#include <vector>

namespace dpcert::verify {

struct TacticGoals {
  std::string tactic;
  std::string fires;       // a statement whose first conclusion the tactic proves
  std::string declines;    // one at which it gives nothing
  std::string why;         // it declines, in words
  bool with_mass = false;  // of the Gamma law as a statement that the proof may use
};

const std::vector<TacticGoals>& tactic_goals();

/// Those of them that stand in a file of their own.
std::vector<TacticGoals> further_tactic_goals();

}  // namespace dpcert::verify
