#include "verify/engine/tactics/induction_over_end.hpp"

#include "verify/engine/proof/ranges.hpp"

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

ProductAndSum ProductAndSum::up_to(const Expr& end) const {
  return {over(product, product.arg(0), end), over(sum, sum.arg(0), end)};
}

namespace {

// Over an empty range the product is 1 and the sum 0, which are put in: the sum stands below an exponential.
Tree over_empty_range(const Goal& g, const ProductAndSum& empty, const Subprover& s) {
  Goal h = g;
  Proof out;
  for (const Expr& e : {empty.sum, empty.product}) {
    if (!take(rule::Unfold{e, rule::Unfold::Part::empty}, h, out)) return std::nullopt;
    if (!put_value(e, h.context.hypotheses().back().rhs, h, out)) return std::nullopt;
  }
  const auto t = s.immediate(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// The claim up to m + 1 by that up to m, times the factor that comes in.
Tree with_one_more_factor(const Goal& g, const ProductAndSum& both, const Expr& m, const OfLastFactor& of_last) {
  Extended x{g};
  const std::size_t known = x.last();
  const Expr end = plus(m, 1);
  instantiate(x, {end});
  const auto weights = of_last(x, m);
  if (!weights) return std::nullopt;
  const ProductAndSum longer = both.up_to(end);
  if (!x.take(rule::Unfold{longer.sum, rule::Unfold::Part::last})) return std::nullopt;
  const Expr value = x.goal.context.hypotheses().back().rhs;
  if (!x.take(rule::Unfold{longer.product, rule::Unfold::Part::last})) return std::nullopt;
  rule::Combine all{Rational(0), {{known, weight(body_at(both.product, end))}}};
  all.terms.insert(all.terms.end(), weights->begin(), weights->end());
  all.terms.emplace_back(x.last(), Rational(g.relation.rel == Rel::eq ? 1 : -1));
  // The sum stands below an exponential: its value is put in there.
  if (!put_value(longer.sum, value, x.goal, x.lines)) return std::nullopt;
  if (!x.goal.context.algebra().is_zero(beside(x.goal, all))) return std::nullopt;
  x.lines.emplace_back(std::move(all));
  return x.lines;
}

}  // namespace

Tree product_beside_exponential(const Context& c, const ProductAndSum& both, Rel rel, const OfLastFactor& of_last,
                                const Subprover& s) {
  const Expr &low = both.product.arg(0), &high = both.product.arg(1);
  const auto claim = [&](const Expr& end) {
    const auto [product, sum] = both.up_to(end);
    return Formula::of(rel == Rel::eq ? Relation{rel, product, exp(sum)} : Relation{rel, exp(sum), product});
  };
  LogicLines out(s);
  const auto of_relation = [&](const LogicGoal& g, const ProveGoal& proof) {
    const Tree t = g.goal.is(Formula::Kind::relation) ? proof({g.context, g.goal.relation}) : std::nullopt;
    if (t) append(out.lines, *t);
    return t.has_value();
  };
  const auto none = [&](const LogicGoal& g) {
    const auto proof = [&](const Goal& h) { return over_empty_range(h, both.up_to(plus(low, -1)), s); };
    return out.close(g) || of_relation(g, proof);
  };
  const auto one_more = [&](const LogicGoal& g, const Expr& m) {
    return of_relation(g, [&](const Goal& h) { return with_one_more_factor(h, both, m, of_last); });
  };
  const auto close = [&](const LogicGoal& g) { return out.close(g); };
  if (!by_induction_over_end({low, high, claim, none, one_more, close}, {c, {}, claim(high)}, out)) return std::nullopt;
  return out.lines;
}

}  // namespace dpcert::verify
