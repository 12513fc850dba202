#include "verify/kernel/domain.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "verify/engine/goal/goal.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/prove/logic.hpp"

namespace dpcert::verify {

std::optional<std::string> unknown_parameters(const Instance& instance) {
  for (const auto& [after, r] : instance.law_conditions) {
    const Context all(instance);
    const std::vector<Relation> before(instance.hypotheses.begin(),
                                       instance.hypotheses.begin() + static_cast<std::ptrdiff_t>(after));
    const Condition c{r.lhs, r.rel == Rel::gt ? Need::positive : Need::nonnegative};
    if (!all.with_hypotheses(before).knows(c))
      return fmt::format("undefined: the parameters of a law are not known to satisfy {}", to_text(r));
  }
  return std::nullopt;
}

std::optional<Proof> proof_of_a_point(const Instance& instance, ProveOptions options) {
  const bool equation = std::ranges::any_of(instance.hypotheses, [](const Relation& h) { return h.rel == Rel::eq; });
  if (instance.language < 3 || !equation || !instance.functions.empty() || !instance.sequences.empty())
    return std::nullopt;
  Instance nothing;
  nothing.language = 3;
  options.advice.clear();
  options.lemmas.clear();
  options.boxes.deadline = std::min(options.boxes.deadline, std::chrono::steady_clock::now() + std::chrono::seconds(2));
  ProveResult r = prove(LogicGoal{Context(nothing), {}, existence(instance, nullptr)}, options);
  if (!r.proved) return std::nullopt;
  return std::move(r.proof);
}

}  // namespace dpcert::verify
