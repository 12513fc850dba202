// A tactic by itself, under its name, and the list of all of them.
#include <algorithm>
#include <array>

#include "dpcert/core/error.hpp"
#include "verify/engine/prove/table_row.hpp"

namespace dpcert::verify {

Tree Prover::try_tactic(std::string_view name, const Goal& goal) {
  const auto all = table();
  const auto found = std::ranges::find(all, name, &Tactic::name);
  if (found == all.end())
    throw Error(ErrorCode::bad_input, "try_tactic", "the name of a tactic", "'" + std::string(name) + "'");
  const NodeLimit nodes(Effort::nodes);
  const Interruptible interruptible([this] { return out_of_time(); });
  constexpr int round = 3;  // the last whose numbers do not grow with the claim's boxes
  const Effort::Round effort = Effort::rounds(options_.boxes.max_boxes)[round];
  round_ = round;
  state_.goals_left = effort.goals;
  budget_ = std::min(effort.boxes, options_.boxes.max_boxes);
  try {
    const WorkLimit limit(effort.work);
    Attempt a{*this, goal, options_.depth, true, 0, is_bounded(goal), search(true)};
    return found->applies(a) ? run(*found, a) : std::nullopt;
  } catch (const OutOfWork&) {
    return std::nullopt;
  }
}

std::vector<TacticInfo> Prover::tactics() {
  static constexpr std::array<std::string_view, 3> words{"any", "elementary", "special"};
  std::vector<TacticInfo> out;
  for (const Tactic& t : table())
    out.push_back(
        {t.name, words[static_cast<std::size_t>(t.functions)], t.round, t.depth, t.numeric, t.needs_in_words});
  return out;
}

std::vector<TacticInfo> tactics() { return Prover::tactics(); }

std::vector<std::string_view> tactic_names() {
  std::vector<std::string_view> out;
  for (const auto& t : tactics()) out.push_back(t.name);
  return out;
}

std::optional<Proof> try_tactic(std::string_view name, const Goal& goal, const ProveOptions& options) {
  return Prover(options).try_tactic(name, goal);
}

}  // namespace dpcert::verify
