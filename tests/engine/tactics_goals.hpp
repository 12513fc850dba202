// For each tactic of the table one goal that it proves and one near it at which it declines.
#pragma once

#include <string_view>
#include <vector>

namespace dpcert::verify {

struct TacticGoals {
  std::string_view tactic;
  std::string_view fires;     // a statement whose first conclusion the tactic proves
  std::string_view declines;  // one at which it gives nothing
  std::string_view why;       // it declines, in words
};

const std::vector<TacticGoals>& tactic_goals();

/// Those of them that stand in a file of their own.
std::vector<TacticGoals> further_tactic_goals();

}  // namespace dpcert::verify
