// Sums under a logarithm or a root that stands alone on one side: log(S) >= A as S >= exp(A), and L <= sqrt(R) as
// L^2 <= R, for inequalities between sums over one range, which have no logarithm and no root outside of them then.
#include <algorithm>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

bool has_root_or_modulus(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::abs || n.op() == Op::sqrt; }).empty();
}
// A sum of such terms.
bool is_of_roots(const Expr& e) {
  const FreshIndex k;
  return e.op() == Op::sum && has_root_or_modulus(body_at(e, k.variable()));
}

bool has_sum(const Expr& e) {
  return !nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return n.op() == Op::sum; }).empty();
}

// A + B T + C T^2 with a sum T of roots or moduli, by its tangent A + (B + 2 C u) T - C u^2 at a number u with u = T:
// the terms speak of a number then, and of no other sum.
Tree at_a_number(const Goal& g, const ProveGoal& rest) {
  Algebra a = g.context.algebra();
  for (const Expr& sum : nodes_of(g.relation, is_of_roots)) {
    const auto p = coefficients_of(a, g.context, g.difference(), sum);
    if (!p || p->size() != 3) continue;
    const bool known_sign = g.context.knows({sum, Need::nonnegative});
    const std::string name = fresh_name(g.context);
    // A name that no text has.
    const Expr u = Expr::variable(name), bound = Expr::variable("@@number");
    const std::optional<Expr> low = known_sign ? std::optional(Expr(0)) : std::nullopt;
    const Step cut = rule::CutFormula{Formula::quantified(Formula::Kind::exists,
                                                          {name, bound, false, low, std::nullopt, known_sign, false},
                                                          Formula::of({Rel::eq, bound, sum}))};
    const auto parts = apply(cut, LogicGoal{g.context, {}, Formula::of(g.relation)});
    const Step obtain = rule::Obtain{name, g.context.formulas().size() + 1};
    const auto inside = parts && parts->size() == 2 ? apply(obtain, parts->back()) : std::nullopt;
    if (!inside || inside->size() != 1) continue;
    const Goal here{inside->front().context, g.relation};
    const Relation tangent{
        g.relation.rel, sub(add((*p)[0], mul(add((*p)[1], mul(mul(2, (*p)[2]), u)), sum)), mul((*p)[2], pow(u, 2))), 0};
    const auto proof = rest({here.context, tangent});
    if (!proof) continue;
    const std::size_t named = here.context.hypotheses().size();
    Proof out{cut, rule::Witness{sum}};
    if (known_sign) out.emplace_back(rule::Sign{});
    append(out, {rule::Identity{}, obtain, rule::Cut{tangent}});
    append(out, *proof);
    out.emplace_back(
        rule::Combine{Rational(0), {{named + 1, Rational(1)}, {named, weight(mul((*p)[2], sub(u, sum)))}}});
    return out;
  }
  return std::nullopt;
}

// A sum T under a logarithm or a root as what equations between sums of its terms make of it: 1 + (sum of (p - q)^2/q)
// for two laws is the sum of p^2/q. Nothing if no such sum becomes another.
Tree by_equations_of_sums(const Goal& g, const ProveGoal& rest) {
  const auto is_function = [](const Expr& e) { return (e.op() == Op::log || e.op() == Op::sqrt) && has_sum(e.arg(0)); };
  std::vector<Expr> inside;
  for (const Expr& f : nodes_of(g.relation, is_function)) outermost_ranges(f.arg(0), inside);
  Goal h = g;
  Proof out;
  for (const Expr& sum : inside) {
    Algebra a = h.context.algebra();
    const auto expanded = a.simplified(sum);
    if (!expanded || expanded->op() == Op::sum) continue;
    Expr other = *expanded;
    Weights weights;
    const auto& all = h.context.hypotheses();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].rel != Rel::eq) continue;
      std::vector<Expr> said;
      outermost_ranges(sub(all[i].lhs, all[i].rhs), said);
      if (said.size() != 1) continue;
      const auto here = affine_in(a, h.context, other, said[0]);
      const auto there = affine_in(a, h.context, sub(all[i].lhs, all[i].rhs), said[0]);
      if (!here || !there || here->second.is_constant(0) || !here->second.is_constant() || !there->second.is_constant())
        continue;
      const Rational times = here->second.value() / there->second.value();
      const auto left = a.simplified(sub(other, mul(Expr(times), sub(all[i].lhs, all[i].rhs))));
      if (!left) continue;
      other = *left;
      weights.emplace_back(i + 1, times);
    }
    if (weights.empty() || !is_defined(h.context, other)) continue;
    cut_in(out, h, {Rel::eq, sum, other}, {rule::Combine{Rational(0), weights}});
    if (!take_values_of({sum}, h, out)) return std::nullopt;
  }
  if (out.empty()) return std::nullopt;
  Algebra a = h.context.algebra();
  const auto plain = a.simplified(h.difference());
  const Tree t = plain && is_defined(h.context, *plain) ? rewritten(h, *plain, 0, rest) : rest(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree sums_alone(const Goal& g, const Subprover& s, int depth) {
  if (auto t = s.immediate(g)) return t;
  if (!looks_nonnegative(g.context, g.difference())) return std::nullopt;
  const ProveGoal tangents = [&](const Goal& h) { return by_tangents_of_sums(h, s, depth); };
  if (auto t = by_lone_terms(g, s, depth)) return t;
  if (has_facts_of_integers(g.context))
    if (auto t = by_parts_of_ranges(g, s, depth)) return t;
  if (auto t = by_terms(g, s, depth)) return t;
  if (auto t = at_a_number(g, tangents)) return t;
  if (nodes_of(g.relation, is_of_roots).empty())
    if (auto t = by_tangents_of_sums(g, s, depth)) return t;
  if (auto t = by_range_induction(g, s, depth)) return t;
  return s.prove(g, depth - 1, true);
}

// A + c log(S): S against exp(-A/c).
Tree without_logarithm(const Goal& g, const ProveGoal& rest) {
  Algebra a = g.context.algebra();
  for (const Expr& l : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log && has_sum(e.arg(0)); })) {
    const auto p = affine_in(a, g.context, g.difference(), l);
    if (!p || !p->second.is_constant() || p->second.is_constant(0)) continue;
    const Rational c = p->second.value();
    const auto other = a.simplified(quotient(negate(p->first), p->second));
    if (!other) continue;
    const bool up = c.sign() > 0;
    const Expr value = other->is_constant(0) ? Expr(1) : exp(*other);
    const ProveGoal without = [&](const Goal& h) {
      return rewritten(h, up ? l.arg(0) : value, up ? value : l.arg(0), rest);
    };
    const ProveGoal alone = [&](const Goal& h) {
      return rewritten(h, up ? l : *other, up ? *other : l,
                       [&](const Goal& k) { return steps(k, rule::TakeExp{}, {without}); });
    };
    const Expr scale = Expr(abs(c));
    const auto t =
        scale.is_constant(1) ? alone(g) : steps(g, rule::Factor{scale, up ? sub(l, *other) : sub(*other, l)}, {alone});
    if (t) return t;
  }
  return std::nullopt;
}

// Both sides are products of roots and of what is >= 0: their squares.
Tree without_roots(const Goal& g, const ProveGoal& rest) {
  const auto is_root = [](const Expr& e) { return e.op() == Op::sqrt && has_sum(e); };
  if (nodes_of(g.relation, is_root).empty()) return std::nullopt;
  const auto& [rel, lhs, rhs] = g.relation;
  if (!g.context.knows({lhs, Need::nonnegative}) || !g.context.knows({rhs, Need::nonnegative})) return std::nullopt;
  Algebra a = g.context.algebra();
  const auto left = a.simplified(pow(lhs, 2)), right = a.simplified(pow(rhs, 2));
  if (!left || !right || !nodes_of({rel, *left, *right}, is_root).empty()) return std::nullopt;
  return steps(g, rule::Power{2}, {[&](const Goal& h) { return rewritten(h, *left, *right, rest); }});
}

}  // namespace

Tree by_functions_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const ProveGoal tangents = [&](const Goal& h) { return by_tangents_of_sums(h, s, depth); };
  if (auto t = at_a_number(g, tangents)) return t;
  const ProveGoal alone = [&](const Goal& h) { return sums_alone(h, s, depth); };
  if (auto t = without_logarithm(g, alone)) return t;
  if (auto t = without_roots(g, alone)) return t;
  return by_equations_of_sums(g, [&](const Goal& h) -> Tree {
    if (auto t = by_tangents_of_sums(h, s, depth)) return t;
    return by_functions_of_sums(h, s, depth - 1);
  });
}

Tree by_multipliers_of_functions(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || depth < 2 || g.relation.rel != Rel::ge) return std::nullopt;
  const ProveGoal searched = [&](const Goal& h) { return by_multipliers_of_sums(h, s, depth); };
  const ProveGoal at_one = [&](const Goal& h) { return at_a_number(h, searched); };
  const ProveGoal at_numbers = [&](const Goal& h) -> Tree {
    for (const ProveGoal& way : {searched, at_one})
      if (auto t = way(h)) return t;
    return at_a_number(h, at_one);
  };
  if (auto t = at_numbers(g)) return t;
  if (auto t = without_logarithm(g, at_numbers)) return t;
  return without_roots(g, at_numbers);
}

}  // namespace dpcert::verify
