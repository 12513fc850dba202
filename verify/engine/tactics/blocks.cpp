// Sums and products over ranges whose ends move in other ways than an induction sees: the body moves with them, or both
// ends are variables.
#include <algorithm>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

std::vector<Expr> integer_variables(const Context& c, const Expr& e) {
  std::vector<Expr> out;
  for (const Variable& v : c.variables())
    if (v.integer && depends_on(e, Expr::variable(v.name))) out.push_back(Expr::variable(v.name));
  return out;
}

// The same over a range moved by a multiple of a variable that the body is then without.
std::optional<std::pair<Step, Expr>> moved(Algebra& a, const Context& c, const Expr& e) {
  const FreshIndex k;
  const Expr body = body_at(e, k.variable());
  for (const Expr& v : integer_variables(c, body)) {
    if (!depends_on(e.arg(0), v) && !depends_on(e.arg(1), v)) continue;
    for (const long times : {1, -1, 2, -2}) {
      const Expr by = mul(Expr(times), v);
      const auto form = a.simplified(body_at(e, sub(k.variable(), by)));
      if (!form || depends_on(*form, v)) continue;
      return std::pair{
          Step(rule::Shift{e, by}),
          with_plain_places(Expr::repeated(e.op(), k.variable(), add(e.arg(0), by), add(e.arg(1), by), *form))};
    }
  }
  return std::nullopt;
}

}  // namespace

Tree by_moved_ranges(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  Algebra a = g.context.algebra();
  Extended x{g};
  Weights weights;
  Expr rest = g.difference();
  for (const Expr& e : nodes_of(g.relation, is_repeated)) {
    const auto there = moved(a, g.context, e);
    const auto p = there ? affine_in(a, g.context, rest, e) : std::nullopt;
    if (!p || !x.take(there->first)) continue;
    weights.emplace_back(x.last(), weight(p->second));
    rest = replaced(rest, e, there->second);
  }
  if (weights.empty()) return std::nullopt;
  const Relation left{g.relation.rel, rest, 0};
  const auto proof = s.prove({x.goal.context, left}, depth - 1, s.numeric);
  if (!proof) return std::nullopt;
  cut_in(x.lines, x.goal, left, *proof);
  weights.emplace_back(x.last(), Rational(1));
  x.lines.emplace_back(rule::Combine{Rational(0), weights});
  return x.lines;
}

Tree for_every_distance(const Goal& g, const Expr& x, const std::function<Expr(const Expr&)>& place,
                        const Expr& distance, const ProveGoal& proof) {
  // Where it is known to be positive, every t >= 1: powers t^t have a base then that is known to be positive, too.
  const auto is_said = [](const Context& c, const Expr& d) { return c.matching_hypothesis(d, Rel::ge) != 0; };
  const bool apart = g.context.positive_(distance) || is_said(g.context, sub(distance, 1));
  if (g.context.language() < 3 || !(apart || g.context.knows({distance, Need::nonnegative}))) return std::nullopt;
  const Expr least = apart ? 1 : 0;
  const std::string name = fresh_name(g.context);
  // m + t - m is t, as a base and in an exponent too.
  Algebra a = g.context.algebra();
  const auto with_plain_sums = [&](const Expr& e) {
    return transform(e, [&](const Expr& old, std::span<const Expr> args) -> Expr {
      const Expr same = with_args(old, args);
      const bool sum = same.op() == Op::add || same.op() == Op::sub;
      return sum && affine(same) ? a.simplified(same).value_or(same) : same;
    });
  };
  const auto at = [&](const Expr& t) {
    return Relation{g.relation.rel, with_plain_sums(substitute(g.relation.lhs, {{x, place(t)}})),
                    with_plain_sums(substitute(g.relation.rhs, {{x, place(t)}}))};
  };
  // A name that no text has.
  const Expr bound = Expr::variable("@@distance");
  const Step cut =
      rule::CutFormula{Formula::quantified(Formula::Kind::forall, {name, bound, true, least, std::nullopt, true, false},
                                           Formula::of(with_plain_places(at(bound))))};
  const auto children = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
  const Step intro = rule::Intro{name};
  const auto inside = children && children->size() == 2 ? apply(intro, children->front()) : std::nullopt;
  if (!inside) return std::nullopt;
  Proof out{cut, intro};
  Goal every{inside->front().context, inside->front().goal.relation};
  // Nothing is said of x any more.
  const auto of_x = [&](const Relation& h) { return mentions(h, x); };
  if (!mentions(every.relation, x) && std::ranges::any_of(every.context.hypotheses(), of_x))
    take(rule::Widen{x, every.context.find(x)->range}, every, out);
  const auto all = proof(every);
  if (!all) return std::nullopt;
  append(out, *all);
  // The first goals say that the distance lies where the fact speaks of it.
  const Step at_distance = rule::AtFact{children->back().facts.size() + g.context.formulas().size(), distance};
  const auto rest = apply(at_distance, children->back());
  if (!rest) return std::nullopt;
  out.push_back(at_distance);
  for (const LogicGoal& one : *rest) {
    const Goal h{one.context, one.goal.relation};
    const bool is_last = &one == &rest->back();
    if (!is_last) {
      if (h.context.knows({h.difference(), Need::nonnegative})) {
        out.emplace_back(rule::Sign{});
        continue;
      }
      if (is_said(h.context, h.difference())) {
        out.emplace_back(rule::Hyp{h.context.matching_hypothesis(h.difference(), Rel::ge)});
        continue;
      }
      // n - m >= 1 from n - m > 0.
      const auto whole = after(rule::Integral{}, h);
      if (!whole) return std::nullopt;
      out.emplace_back(rule::Integral{});
      const Expr d = whole->difference(), simple = whole->context.algebra().simplified(d).value_or(d);
      if (whole->context.positive_(simple))
        append(out, {rewrite_to(simple), rule::Sign{}});
      else if (const auto i = whole->context.matching_hypothesis(d, Rel::gt))
        out.emplace_back(rule::Hyp{i});
      else
        return std::nullopt;
    } else {
      out.emplace_back(rule::Combine{Rational(0), {{h.context.hypotheses().size(), Rational(1)}}});
    }
  }
  return out;
}

Tree by_distances(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  for (const Expr& e : nodes_of(g.relation, is_repeated)) {
    const Variable* high = g.context.find(e.arg(1));
    const Variable* low = g.context.find(e.arg(0));
    if (!high || !low || !high->integer || !low->integer || !high->range.hi.infinite) continue;
    const Expr n = Expr::variable(high->name), m = Expr::variable(low->name);
    const auto proof = [&](const Goal& h) -> Tree {
      if (auto t = by_range_induction(h, s, depth)) return t;
      return s.prove(h, depth - 1, s.numeric);
    };
    if (auto t = for_every_distance(
            g, n, [&](const Expr& t) { return add(m, t); }, sub(n, m), proof))
      return t;
  }
  return std::nullopt;
}

Tree by_distances_of_binomials(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& part) { return part.op() == Op::lgamma; })) {
    const auto form = affine(e.arg(0));
    if (!form || form->coefficients.size() != 2) continue;
    std::optional<Expr> high, low;
    for (const auto& [name, c] : form->coefficients) {
      const Variable* v = g.context.find(Expr::variable(name));
      if (v && v->integer && v->range.hi.infinite) (c.sign() > 0 ? high : low) = Expr::variable(name);
    }
    if (!high || !low) continue;
    const Expr n = *high, m = *low;
    return for_every_distance(
        g, n, [&](const Expr& t) { return add(m, t); }, sub(n, m), alone);
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
