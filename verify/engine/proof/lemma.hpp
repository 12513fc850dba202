// The line that uses another statement.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "verify/engine/proof/logic.hpp"

namespace dpcert::verify {

/// `ID (x = e, g = h, y(k) = e, ...)` over the names of a goal: each function and sequence of the statement once, and
/// of its variables those that do not stay bound. Throws StepError.
rule::UseLemma read_lemma(std::string_view id, std::string_view arguments, const std::vector<Lemma>& lemmas,
                          const Instance& names);

/// How many new names stand behind the parenthesis: one for each quantifier of the `forall` hypotheses that are shown.
std::size_t names_asked_for(const rule::UseLemma& r);

/// What the line leaves: its bounds and hypotheses at the values given, and the goal with its conclusions there.
std::optional<std::vector<LogicGoal>> goals_of_lemma(const rule::UseLemma& r, const LogicGoal& goal);
/// The same as long as none of them is a formula; conclusions that are formulas are not seen.
std::optional<std::vector<Goal>> goals_of_lemma(const rule::UseLemma& r, const Goal& goal);

}  // namespace dpcert::verify
