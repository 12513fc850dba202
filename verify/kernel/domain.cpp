#include "verify/kernel/domain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "verify/engine/goal/goal.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/proof/logic.hpp"
#include "verify/engine/prove/logic.hpp"
#include "verify/kernel/within.hpp"

namespace dpcert::verify {

std::optional<std::string> unknown_parameters(const Instance& instance) {
  // Of masses in many words the signs of a sum do not show that they add up to 1, as their normal form does.
  Algebra plain([](const Expr&) { return false; });
  for (const auto& [after, r] : instance.law_conditions) {
    if (r.rel == Rel::ge && r.rhs.is_constant(0) && plain.is_zero(r.lhs)) continue;
    const Context all(instance);
    const std::vector<Relation> before(instance.hypotheses.begin(),
                                       instance.hypotheses.begin() + static_cast<std::ptrdiff_t>(after));
    const Condition c{r.lhs, r.rel == Rel::gt ? Need::positive : Need::nonnegative};
    if (!narrowed_by_hypotheses(all.with_hypotheses(before)).knows(c))
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
  options.boxes.threads = 1;  // whose work is counted
  options.side_by_side = false;
  constexpr std::uint64_t most_work = 20'000'000;
  return within(most_work, [&]() -> std::optional<Proof> {
    ProveResult r = prove(LogicGoal{Context(nothing), {}, existence(instance, nullptr)}, options);
    return r.proved ? std::optional(std::move(r.proof)) : std::nullopt;
  });
}

}  // namespace dpcert::verify
