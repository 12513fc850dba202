// For each tactic of the table one goal that it proves and one near it at which it declines.
#pragma once

#include <string>
#include <vector>

namespace dpcert::verify {

struct TacticGoals {
  std::string tactic;
  std::string fires;     // a statement whose first conclusion the tactic proves
  std::string declines;  // one at which it gives nothing
  std::string why;       // it declines, in words
};

const std::vector<TacticGoals>& tactic_goals();

/// Those of them that stand in a file of their own.
std::vector<TacticGoals> further_tactic_goals();

}  // namespace dpcert::verify
