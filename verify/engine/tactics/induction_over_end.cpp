#include "verify/engine/tactics/induction_over_end.hpp"

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

std::optional<std::vector<LogicGoal>> LogicLines::next(const Step& step, const LogicGoal& g, std::size_t count) {
  auto children = apply(step, g);
  if (!children || children->size() != count) return std::nullopt;
  lines.push_back(step);
  return children;
}

bool LogicLines::close(const LogicGoal& g) {
  const Tree t =
      g.goal.is(Formula::Kind::relation) ? s_.immediate({g.context, with_plain_places(g.goal.relation)}) : std::nullopt;
  if (t) append(lines, *t);
  return t.has_value();
}

bool by_induction_over_end(const InductionOverEnd& over, const LogicGoal& goal, LogicLines& out) {
  using Kind = Formula::Kind;
  const std::string name = fresh_name(goal.context);
  // A name that no text has.
  const Expr m = Expr::variable(name), bound = Expr::variable("@@end");
  const Formula all =
      Formula::quantified(Kind::forall, {name, bound, true, plus(over.low, -1), std::nullopt, true, false},
                          Formula::joined(Kind::implies, Formula::of({Rel::ge, over.high, bound}), over.claim(bound)));
  const std::size_t facts = goal.context.formulas().size();
  const auto parts = out.next(rule::CutFormula{all}, goal, 2);
  const auto inside = parts ? out.next(rule::Intro{name}, (*parts)[0], 1) : std::nullopt;
  const auto cases = inside ? out.next(rule::Induct{m}, (*inside)[0], 2) : std::nullopt;
  const auto none = cases ? out.next(rule::Intro{""}, (*cases)[0], 1) : std::nullopt;
  if (!none || !over.none((*none)[0])) return false;
  const auto step = out.next(rule::Intro{""}, (*cases)[1], 1);
  const auto before = step ? out.next(rule::ApplyFact{facts + 1}, (*step)[0], 2) : std::nullopt;
  if (!before || !out.close((*before)[0]) || !over.one_more((*before)[1], m)) return false;
  const auto there = out.next(rule::AtFact{facts + 1, over.high}, (*parts)[1], 2);
  if (!there || !out.close((*there)[0])) return false;
  const auto said = out.next(rule::ApplyFact{facts + 2}, (*there)[1], 2);
  return said && out.close((*said)[0]) && over.at_end((*said)[1]);
}

}  // namespace dpcert::verify
