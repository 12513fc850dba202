// What facts say of all integers of an interval that a premise keeps apart from others, as of all records but one.
#include "verify/engine/tactics/facts.hpp"

#include <algorithm>

#include "verify/engine/proof/ranges.hpp"

namespace dpcert::verify {

namespace {

bool speaks_of_integers(const Formula& f) { return f.is(Formula::Kind::forall) && f.bound.integer; }

// The relations of a formula, quantifiers left out.
void relations_in(const Formula& f, std::vector<Relation>& out) {
  if (f.is(Formula::Kind::relation)) out.push_back(f.relation);
  if (f.is(Formula::Kind::both) || f.is(Formula::Kind::either))
    for (const Formula& part : f.parts) relations_in(part, out);
}

// A fact at chosen places, by steps that ask nothing of the prover: ends and premises hold by their signs or by a
// hypothesis that says more.
class AtPlaces {
 public:
  AtPlaces(Extended& x, const std::vector<Expr>& places) : x_(x), places_(places) {
    const std::size_t count = x.goal.context.formulas().size();
    for (std::size_t j = 0; j < count; ++j)
      if (speaks_of_integers(x.goal.context.formulas()[j])) each_place(j + 1, x_.goal.context, {});
  }

 private:
  void each_place(std::size_t fact, const Context& c, const Proof& before) {
    for (const Expr& place : places_) {
      if (taken_ >= Effort::most_instances || !is_whole(place, c)) return;
      const auto children = apply(rule::AtFact{fact, place}, goal_in(c));
      if (!children || children->empty()) continue;
      Proof lines = before;
      lines.emplace_back(rule::AtFact{fact, place});
      if (!std::all_of(children->begin(), children->end() - 1, [&](const LogicGoal& g) { return shown(g, lines); }))
        continue;
      follow(children->back(), lines);
      if (!before.empty()) return;  // of inner quantifiers the first place, for facts behind it have moved
    }
  }

  // The last child of a step, in which a part of the fact is known.
  void follow(const LogicGoal& g, Proof lines) {
    const Context c = g.context.with_formulas(g.facts);
    if (!g.facts.empty() && speaks_of_integers(g.facts.back())) return each_place(c.formulas().size(), c, lines);
    if (!g.facts.empty() && g.facts.back().is(Formula::Kind::implies)) {
      const Step step = rule::ApplyFact{c.formulas().size()};
      const auto children = apply(step, goal_in(c));
      if (!children || children->size() != 2) return;
      lines.push_back(step);
      if (!shown(children->front(), lines)) return;
      return follow(children->back(), std::move(lines));
    }
    if (!g.facts.empty() && g.facts.back().is(Formula::Kind::either)) {
      const Step step = rule::Branch{c.formulas().size()};
      const auto children = apply(step, goal_in(c));
      if (!children || children->size() != 2) return;
      lines.push_back(step);
      if (!denied(children->front(), lines)) return;
      return follow(children->back(), std::move(lines));
    }
    if (!g.facts.empty() || c.hypotheses().size() == x_.goal.context.hypotheses().size()) return;
    append(x_.lines, lines);
    x_.goal.context = c;
    ++taken_;
  }

  [[nodiscard]] LogicGoal goal_in(const Context& c) const { return {c, {}, Formula::of(x_.goal.relation)}; }

  // Premises and ends: relations, both parts, or one of two sides.
  static bool shown(const LogicGoal& g, Proof& lines) {
    if (g.goal.is(Formula::Kind::relation)) return said(g.context, g.goal.relation, lines);
    const bool both = g.goal.is(Formula::Kind::both);
    if (!both && !g.goal.is(Formula::Kind::either)) return false;
    const std::vector<Step> ways =
        both ? std::vector<Step>{rule::Parts{}} : std::vector<Step>{rule::Left{}, rule::Right{}};
    for (const Step& step : ways) {
      const auto children = apply(step, g);
      if (!children) continue;
      Proof more{step};
      if (!std::ranges::all_of(*children, [&](const LogicGoal& child) { return shown(child, more); })) continue;
      append(lines, more);
      return true;
    }
    return false;
  }
  // Of two sides the first, which is false there: what it says and what is known make 0 > 0.
  static bool denied(const LogicGoal& g, Proof& lines) {
    if (!g.facts.empty()) return false;
    const std::size_t last = g.context.hypotheses().size();
    const Relation& h = g.context.hypotheses().back();
    const Expr d = sub(h.lhs, h.rhs);
    for (const bool above : {true, false}) {
      if (above && h.rel != Rel::eq) continue;  // it says that d is above 0
      const Relation other{h.rel == Rel::gt ? Rel::ge : Rel::gt, above ? d : negate(d), 0};
      Proof more{rule::Cut{other}};
      if (!said(g.context, other, more)) continue;
      append(lines, more);
      lines.emplace_back(rule::Cut{{Rel::gt, 0, 0}});
      lines.emplace_back(rule::Combine{Rational(0), {{last, Rational(above ? -1 : 1)}, {last + 1, Rational(1)}}});
      lines.emplace_back(rule::Prune{last + 2, Effort::prune_bits});
      return true;
    }
    return false;
  }
  static bool said(const Context& c, const Relation& r, Proof& lines) {
    const Expr d = sub(r.lhs, r.rhs);
    const Need need = r.rel == Rel::gt ? Need::positive : Need::nonnegative;
    Algebra a = c.algebra();
    if (r.rel == Rel::eq) {
      if (!a.is_zero(d)) return false;
      lines.emplace_back(rule::Identity{});
      return true;
    }
    if (c.knows({d, need})) {
      lines.emplace_back(rule::Sign{});
      return true;
    }
    for (std::size_t i = c.hypotheses().size(); i-- > 0;) {
      const Relation& h = c.hypotheses()[i];
      if (h.rel == Rel::eq) continue;
      const auto rest = a.simplified(sub(d, sub(h.lhs, h.rhs)));
      const Need left = h.rel == Rel::gt ? Need::nonnegative : need;
      if (!rest || !c.knows({*rest, left})) continue;
      lines.emplace_back(rule::Combine{weight(*rest), {{i + 1, Rational(1)}}});
      return true;
    }
    return false;
  }

  Extended& x_;
  const std::vector<Expr>& places_;
  int taken_ = 0;
};

}  // namespace

bool has_facts_of_integers(const Context& c) { return std::ranges::any_of(c.formulas(), speaks_of_integers); }

void instantiate_facts(Extended& x, const std::vector<Expr>& places) {
  if (has_facts_of_integers(x.goal.context)) AtPlaces(x, places);
}

void put_equal_values(Extended& x) {
  for (std::size_t i = 0; i < x.goal.context.hypotheses().size(); ++i) {
    const Relation h = x.goal.context.hypotheses()[i];
    if (h.rel != Rel::eq) continue;
    for (const bool left : {true, false}) {
      const Expr &value = left ? h.lhs : h.rhs, &other = left ? h.rhs : h.lhs;
      if (value.op() != Op::sequence || nodes_of(x.goal.relation, [&](const Expr& e) { return e == value; }).empty() ||
          !nodes_of({Rel::eq, other, 0}, [&](const Expr& e) { return e == value; }).empty())
        continue;
      if (put_value(value, other, x.goal, x.lines)) break;
    }
  }
}

std::vector<FactRange> ranges_of_facts(const Context& c) {
  std::vector<FactRange> out;
  Algebra a = c.algebra();
  for (const Formula& f : c.formulas()) {
    if (!speaks_of_integers(f) || !f.bound.lo) continue;
    out.push_back({*f.bound.lo, f.bound.hi});
    std::vector<Relation> premises;
    const Formula* part = &f.parts[0];
    for (; part->is(Formula::Kind::implies); part = &part->parts[1]) relations_in(part->parts[0], premises);
    if (part->is(Formula::Kind::either)) relations_in(part->parts[0], premises);
    for (const Relation& r : premises) {
      const Expr d = sub(r.lhs, r.rhs), &k = f.bound.variable;
      const auto p = a.coefficients(d, k);
      if (!p || p->size() != 2 || !(p->back().is_constant(1) || p->back().is_constant(-1))) continue;
      // Where d = 0: the records there are apart from those before and behind.
      const Expr at = mul(negate(p->front()), p->back());
      const Expr place = a.simplified(at).value_or(at);
      if (is_whole(place, c)) out.push_back({place, r.rel == Rel::ge ? std::nullopt : std::optional(place)});
    }
  }
  return out;
}

}  // namespace dpcert::verify
