// A goal that is simpler than a hypothesis: where the goal is false, so is the hypothesis. exp(x) < exp(y) says x < y,
// since exp(x) >= exp(y) where x >= y; the same with any function that does not fall.
#include <algorithm>

#include "src/core/work.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_names = 2;  // in the goal

// What is wrong with h rel 0, where the goal fails: sign * h has the opposite sign.
struct Opposite {
  Relation relation;
  int sign;
};

// From h rel 0 and its opposite, facts i and j, D > 0, whatever D is: h times the two weights is D, one of them is 1
// (or -1) at a fact that is strict, and the other one is positive where D <= 0 (for an equation it may have any sign).
rule::Combine from_contradiction(const Expr& d, const Expr& h, Rel rel, int sign, std::size_t i, std::size_t j) {
  const Expr ratio = quotient(d, h);
  if (rel == Rel::gt) return {Rational(0), {{i, Rational(1)}, {j, sub(1, ratio)}}};
  return {Rational(0), {{i, rel == Rel::ge ? add(1, ratio) : sub(ratio, Expr(sign))}, {j, Rational(1)}}};
}

std::vector<Opposite> opposites(const Relation& r) {
  if (r.rel == Rel::gt) return {{{Rel::ge, r.rhs, r.lhs}, -1}};
  std::vector<Opposite> out{{{Rel::gt, r.rhs, r.lhs}, -1}};
  if (r.rel == Rel::eq) out.push_back({{Rel::gt, r.lhs, r.rhs}, 1});
  return out;
}

}  // namespace

Tree by_contraposition(const Goal& g, const Subprover& s, int depth) {
  if (s.out_of_time() || s.state.underway.contraposition > 0) return std::nullopt;
  if (g.relation.rel == Rel::eq) {
    const bool equations = std::ranges::any_of(
        g.context.hypotheses(), [](const Relation& r) { return r.rel == Rel::eq && !affine(sub(r.lhs, r.rhs)); });
    if (!equations) return std::nullopt;
    return steps(g, rule::Both{}, {[&](const Goal& h) { return by_contraposition(h, s, depth); }});
  }
  const Expr d = g.difference();
  const auto names = variables_of(d);
  if (names.empty() || names.size() > most_names || !affine(d)) return std::nullopt;
  const Step cases = rule::Cases{g.strict() ? negate(d) : d};
  const auto children = apply(cases, g);
  if (!children || children->size() != 2) return std::nullopt;
  const Under under(s.state.underway.contraposition);
  const WorkLimit limit(work_left() / Effort::share_of_a_condition);
  const std::size_t bad = g.strict() ? 0 : 1;
  const Goal& fails = (*children)[bad];
  const auto& all = g.context.hypotheses();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Relation& said = all[i];
    const Expr h = sub(said.lhs, said.rhs);
    const auto mentioned = variables_of(h);
    if (h.node().binders > 0 || h.node().tree_size <= d.node().tree_size || affine(h) ||
        !std::ranges::all_of(names, [&](const auto& x) { return std::ranges::find(mentioned, x) != mentioned.end(); }))
      continue;
    // That the goal fails may be a bound of a variable. The hypothesis itself stands in the way of looking for points.
    Proof bounds;
    const Goal at_bounds = with_bounds(fails, bounds);
    const Context& narrower = at_bounds.context;
    auto others = narrower.hypotheses();
    const auto place = std::ranges::find(others, said);
    if (place == others.end()) continue;
    const auto number = static_cast<std::size_t>(place - others.begin()) + 1;
    *place = Relation{Rel::ge, 1, 0};
    const Context without = narrower.with_hypotheses(others);
    if (!is_defined(without, h)) continue;
    for (const auto& [relation, sign] : opposites(said)) {
      if (!looks_nonnegative(without, sub(relation.lhs, relation.rhs))) continue;
      const auto proof = s.prove({without, relation}, depth - 1, true);
      if (!proof) continue;
      Proof contradiction = bounds;
      Goal now = at_bounds;
      cut_in(contradiction, now, relation, *proof);
      contradiction.emplace_back(from_contradiction(d, h, said.rel, sign, number, others.size() + 1));
      const Proof holds{rule::Hyp{all.size() + 1}};
      Proof out{cases};
      append(out, bad == 0 ? contradiction : holds);
      append(out, bad == 0 ? holds : contradiction);
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
