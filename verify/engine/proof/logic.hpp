// Goals that may be formulas, with the facts known beside the hypotheses, and what the steps for quantifiers and
// connectives leave of them (docs/certificate-format.md).
#pragma once

#include <optional>
#include <vector>

#include "dpcert/language/formula.hpp"
#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

struct LogicGoal {
  Context context;
  std::vector<Formula> facts;
  Formula goal;
};

/// Relations become hypotheses, the parts of `and` one after the other, all else facts.
void assume(LogicGoal& g, const Formula& f);

/// The goals that a step leaves; nothing if it is a leaf or cannot be applied. Facts stay where the step leaves the
/// variables as they are, and are forgotten elsewhere.
std::optional<std::vector<LogicGoal>> apply(const Step& step, const LogicGoal& g);

/// What the hypothesis says; `bound` is a name that no text contains.
Formula formula_of(const ForallHypothesis& h, const std::function<Expr()>& fresh);

/// There is a point of the instance's domain at which its hypotheses, and `last` if given, are true.
Formula existence(const Instance& s, const Formula* last);

}  // namespace dpcert::verify
