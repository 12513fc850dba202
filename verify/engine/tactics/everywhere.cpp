#include "verify/engine/tactics/everywhere.hpp"

#include "verify/engine/proof/logic.hpp"

namespace dpcert::verify {

Everywhere Everywhere::between(std::optional<Expr> low, std::optional<Expr> high) const {
  Everywhere out = *this;
  out.bound.lo_closed = low.has_value(), out.bound.hi_closed = high.has_value();
  out.bound.lo = std::move(low), out.bound.hi = std::move(high);
  return out;
}

std::optional<std::size_t> Everywhere::know(Goal& g, Proof& out, const ProveOfNumber& proof) const {
  Formula::Bound named = bound;
  named.name = fresh_name(g.context);
  const Step cut =
      rule::CutFormula{Formula::quantified(Formula::Kind::forall, named, Formula::of(said(bound.variable)))};
  const auto children = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
  const Step intro = rule::Intro{named.name};
  const auto inside = children && children->size() == 2 ? apply(intro, children->front()) : std::nullopt;
  if (!inside || inside->size() != 1) return std::nullopt;
  const auto t = proof({inside->front().context, inside->front().goal.relation}, Expr::variable(named.name));
  if (!t) return std::nullopt;
  append(out, {cut, intro});
  append(out, *t);
  g.context = g.context.with_formulas(children->back().facts);
  return g.context.formulas().size();
}

bool take_fact_at(std::size_t number, const Expr& value, Goal& g, Proof& out, const ProveGoal& ends) {
  const Step here = rule::AtFact{number, value};
  const auto children = apply(here, LogicGoal{g.context, {}, Formula::of(g.relation)});
  if (!children || children->empty()) return false;
  Proof lines{here};
  for (std::size_t i = 0; i + 1 < children->size(); ++i) {
    const Goal end{(*children)[i].context, (*children)[i].goal.relation};
    const Tree t = ends ? ends(end) : std::nullopt;
    if (!t) return false;
    append(lines, *t);
  }
  append(out, lines);
  g.context = children->back().context;
  return true;
}

Tree by_every_number(const Goal& g, const Everywhere& e, const ProveOfNumber& proof, const Expr& value,
                     const ProveGoal& ends, const Coefficient& factor) {
  Goal now = g;
  Proof out;
  const auto fact = e.know(now, out, proof);
  if (!fact || !take_fact_at(*fact, value, now, out, ends)) return std::nullopt;
  out.emplace_back(rule::Combine{Rational(0), {{now.context.hypotheses().size(), factor}}});
  return out;
}

}  // namespace dpcert::verify
