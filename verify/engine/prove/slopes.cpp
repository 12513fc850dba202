// Along one variable: signs of derivatives, anchors at which the goal touches equality, telescoping.
#include <algorithm>

#include "verify/engine/prove/prover_search.hpp"
#include "verify/engine/tactics/anchors.hpp"
#include "verify/engine/tactics/expansion.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tactics/stationary.hpp"

namespace dpcert::verify {

Tree Prover::by_slopes(const Goal& g, int depth) {
  if (slopes_ >= 3) return std::nullopt;
  ++slopes_;
  const ProveGoal at_once = [&](const Goal& c) { return immediate(c); };
  const ProveGoal cheap = [&](const Goal& c) -> Tree {
    if (auto s = sign_proof(c.context, c.relation.lhs, c.strict())) return s;
    return quietly_by_boxes(c, Effort::boxes_of_an_end);
  };
  const ProveGoal slope = [&](const Goal& c) -> Tree {
    if (auto s = cheap(c)) return s;
    return goal_tree(c, depth - 2, true, Effort::boxes_on_the_side);
  };
  const ProveGoal any = [&](const Goal& c) { return goal_tree(c, depth - 1, true, Effort::boxes_of_a_part); };
  const ProveGoal far_end = [&](const Goal& c) { return by_expansion(c, 1); };
  Tree t = by_slope(g, at_once, cheap);
  if (!t) t = by_slope(g, at_once, slope);
  if (!t) t = by_slope(g, far_end, slope, true);
  if (!t) t = by_slope(g, any, cheap);
  if (!t && slopes_ == 1)
    t = by_touching_end(
        g, at_once, [&](const Goal& c) { return by_slopes(c, depth); }, any);
  --slopes_;
  return t;
}

Tree Prover::by_telescoping(const Goal& goal, bool far) {
  if (telescoping_ || std::ranges::none_of(goal.context.variables(), [&](const Variable& v) {
        return has_gamma(goal.difference(), Expr::variable(v.name));
      })) {
    return std::nullopt;
  }
  // Term by term, limits are seen.
  const auto a = algebra(goal.context);
  const auto terms = a->expanded(goal.difference());
  const Goal g{goal.context, {goal.relation.rel, terms.value_or(goal.difference()), 0}};
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.range.lo.infinite || !has_gamma(g.difference(), x) || limit_is_nonnegative(g, x, false) == far) continue;
    // `far`: the limit is not seen term by term. Then the rule's first child is D + 1/x > 0 from 16 on, which says that
    // the limit is not negative; an expansion is to prove it.
    const Step telescope =
        rule::Telescope{x, Effort::step_bits, far ? std::optional(rule::LimitBound{16, Expr(1) / x}) : std::nullopt};
    const auto children = apply(telescope, g);
    if (!children) continue;
    telescoping_ = true;
    const Goal& step = children->back();
    Tree t = sign_proof(step.context, step.difference(), g.strict());
    if (!t && !far) t = by_tail(step, search(true), 0);
    if (!t && !far) t = goal_tree(step, 2, true, Effort::boxes_of_a_step);
    Tree end = t && far ? by_expansion(children->front(), 1) : Tree(Proof{});
    telescoping_ = false;
    if (!t || !end) continue;
    Proof out;
    if (terms) out.push_back(rewrite_to(*terms));
    out.push_back(telescope);
    append(out, *end);
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

Tree Prover::by_derivatives(const Goal& g, int depth) {
  const Expr d = g.difference();
  // Simple slopes first: those without logarithms, say.
  std::vector<std::pair<std::size_t, const Variable*>> order;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || !is_smooth_in(d, x)) continue;
    std::size_t functions = 0;
    if (round_ >= 1 && g.context.variables().size() > 1) {
      const auto slope = algebra(g.context)->simplified(derivative(d, x));
      functions = !slope ? 100 : nodes_of({Rel::ge, *slope, 0}, [](const Expr& e) {
                                   return e.op() == Op::log || e.op() == Op::exp || e.op() == Op::lgamma ||
                                          e.op() == Op::polygamma || (e.op() == Op::pow && !e.arg(1).is_constant());
                                 }).size();
    }
    order.emplace_back(functions > 0 ? 1 : 0, &v);
  }
  std::ranges::stable_sort(order, {}, [](const auto& p) { return p.first; });
  for (const auto& [functions, variable] : order) {
    const Variable& v = *variable;
    const Expr x = Expr::variable(v.name);
    std::vector<Expr> anchors;
    if (!v.range.lo.infinite) anchors.emplace_back(v.range.lo.value);
    if (!v.range.hi.infinite) anchors.emplace_back(v.range.hi.value);
    for (const auto& other : g.context.variables()) {
      if (other.name != v.name && other.range == v.range) anchors.push_back(Expr::variable(other.name));
    }
    for (const Rational& simple : {Rational(0), Rational(1), Rational(1, 2), Rational(-1)}) {
      const Expr candidate(simple);
      if (v.range.contains(simple) && std::ranges::find(anchors, candidate) == anchors.end())
        anchors.push_back(candidate);
    }
    const std::size_t known = anchors.size();
    for (const auto& points : {stationary_points(g.context, d, x), balanced_points(g.context, d, x)}) {
      for (const auto& e : points) {
        if (std::ranges::find(anchors, e) == anchors.end()) anchors.push_back(e);
      }
    }
    const int times = std::min(depth, 4);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      const bool stationary = i >= known && round_ >= 1;
      if (auto t = anchored(g, x, anchors[i], times, stationary)) return t;
      if (!stationary) continue;
      if (auto t = anchored_widely(g, x, anchors[i], times)) return t;
    }
  }
  return std::nullopt;
}

bool Prover::hypotheses_reach(const Context& c, const Expr& x, const Expr& at) {
  const auto a = algebra(c);
  return std::ranges::all_of(c.hypotheses(), [&](const Relation& h) {
    const Expr d = sub(h.lhs, h.rhs);
    if (!depends_on(d, x)) return true;
    const auto coefficients = a->coefficients(d, x);
    if (!coefficients || coefficients->size() > 2) return false;
    const Expr there = substitute(d, {{x, at}});
    return a->is_zero(there) || (h.rel != Rel::eq && c.knows({there, Need::nonnegative}));
  });
}

Tree Prover::from_end(const Goal& g, const Expr& x, const Expr& at, int order) {
  const Variable* v = g.context.find(x);
  if (!v || order == 0 || exhausted() || --effort_left_ < 0) return std::nullopt;
  const auto is_end = [&](const End& end) { return !end.infinite && end.value == at.value(); };
  const bool lower = is_end(v->range.lo);
  if (!lower && !is_end(v->range.hi)) {
    if (!v->range.contains(at.value())) return std::nullopt;
    return steps(g, rule::Split{x, at.value()}, {[&](const Goal& half) { return from_end(half, x, at, order); }});
  }
  const auto smooth = smoothness(g.context.without_hypotheses_on(x), g.difference(), x, lower);
  if (!smooth) return std::nullopt;
  const bool strict = g.strict() && !(lower ? v->range.lo : v->range.hi).closed;
  const Step mono = rule::Mono{x, lower, smooth == Smooth::inside, strict};
  const auto children = apply(mono, g);
  if (!children) return std::nullopt;
  const Goal& there = (*children)[1];
  auto base = immediate(there);
  if (!base && !(round_ >= 1 && looks_nonnegative(there.context, there.difference()))) return std::nullopt;
  const Goal& slope = (*children)[0];
  if (!base && !looks_nonnegative(slope.context, slope.relation.lhs)) return std::nullopt;
  Tree t = sign_proof(slope.context, slope.relation.lhs, slope.strict());
  if (!t) t = factored_then(slope, x, at, order - 1);
  if (!t) t = from_end(slope, x, at, order - 1);
  if (!t) t = slope_otherwise(slope);
  if (!t) return std::nullopt;
  if (!base) base = normalised(there, search(true), 3);
  if (!base) return std::nullopt;
  Proof out{mono};
  append(out, *t);
  append(out, *base);
  return out;
}

Tree Prover::slope_otherwise(const Goal& slope) {
  if (auto t = by_two_terms(slope, search(false), 2)) return t;
  if (round_ < 1 || exhausted()) return std::nullopt;
  // Touching is left behind with the goal itself: boxes may do.
  if (is_bounded(slope) && looks_nonnegative(slope.context, slope.difference())) {
    if (auto t = quietly_by_boxes(slope, round_ == 1 ? Effort::boxes_of_a_slope : Effort::boxes_of_a_slope_later))
      return t;
  }
  if (crossing_) return std::nullopt;
  crossing_ = true;
  Tree t;
  if (std::ranges::any_of(slope.context.variables(),
                          [&](const Variable& v) { return has_gamma(slope.difference(), Expr::variable(v.name)); }))
    t = by_one_combination(slope, 4);
  if (!t) t = by_derivatives(slope, 3);
  if (!t && round_ > 1) t = goal_tree(slope, 4, false);
  crossing_ = false;
  return t;
}

Tree Prover::anchored_widely(const Goal& g, const Expr& x, const Expr& at, int order) {
  const Variable* v = g.context.find(x);
  if (v->integer || at.is_constant()) return std::nullopt;
  Range wide;
  // Its interval as a whole stays inside.
  if (const End& lo = v->range.lo; !lo.infinite && lo.value.sign() >= 0)
    wide.lo = {false, lo.closed && lo.value.is_zero(), Rational(0)};
  if (wide == v->range) return std::nullopt;
  return steps(g, rule::Widen{x, wide}, {[&](const Goal& h) -> Tree {
                 if (!is_defined(h.context, h.difference())) return std::nullopt;
                 return anchored(h, x, at, order, true);
               }});
}

Tree Prover::anchored(const Goal& g, const Expr& x, const Expr& at, int order, bool any_base) {
  if (order == 0 || exhausted() || --effort_left_ < 0) return std::nullopt;
  if (at.is_constant()) {
    if (auto t = from_end(g, x, at, order)) return t;
    if (std::ranges::none_of(g.context.hypotheses(), [&](const Relation& h) { return mentions(h, x); }))
      return std::nullopt;
  }
  if (!hypotheses_reach(g.context, x, at)) return std::nullopt;
  const Range& range = g.context.find(x)->range;
  // Smooth up to the anchor itself; or continuous there, and smooth on both sides.
  bool inside = false;
  if (!is_smooth({g.context.closed_in(x), g.relation}, x)) {
    const Context closed = g.context.closed_in(x).with_closed_ends(x);
    const auto continuous = continuity_conditions(g.difference(), x, closed);
    if (!continuous || !is_smooth_in(g.difference(), x) ||
        !std::ranges::all_of(*continuous, [&](const Condition& k) { return closed.knows(k); }))
      return std::nullopt;
    inside = true;
  }
  for (const End& end : {range.lo, range.hi}) {
    if (end.infinite) continue;
    const bool below = end == range.lo;  // equal ends are one point: then either side will do
    const Expr room = below ? sub(at, Expr(end.value)) : sub(Expr(end.value), at);
    if (!g.context.knows({room, !end.closed && !inside ? Need::positive : Need::nonnegative})) return std::nullopt;
  }
  const Step deriv = rule::Deriv{x, at, inside};
  const auto children = apply(deriv, g);
  if (!children) return std::nullopt;
  if (inside) {
    for (std::size_t side = 1; side <= 2; ++side) {
      if (!is_smooth({(*children)[side].context, g.relation}, x)) return std::nullopt;
    }
  }
  // At the anchor: an identity or a sign, or what the derivative's sign makes worth a proof.
  Goal there = (*children)[0];
  Proof cuts;
  for (const auto& condition : side_conditions(there.difference(), there.context)) {
    if (there.context.knows(condition)) continue;
    if (condition.need == Need::nonzero) return std::nullopt;
    const auto t = sign_proof(there.context, condition.u, condition.need == Need::positive);
    if (!t) return std::nullopt;
    dpcert::verify::cut_in(cuts, there, as_relation(condition), *t);
  }
  auto base = immediate(there);
  if (!base && !(any_base && looks_nonnegative(there.context, there.difference()))) return std::nullopt;
  Proof slopes;
  for (std::size_t side = 1; side <= 2; ++side) {
    const Goal& c = (*children)[side];
    Tree t = vacuous_side(c, x, at, side == 1);
    if (!t) t = sign_proof(c.context, c.relation.lhs, false);
    if (!t) t = factored_then(c, x, at, order - 1);
    if (!t) t = anchored(c, x, at, order - 1);
    if (!t) t = slope_otherwise(c);
    if (!t) return std::nullopt;
    append(slopes, *t);
  }
  if (!base) base = normalised(there, search(true), 4);
  if (!base) return std::nullopt;
  Proof out{deriv};
  append(out, cuts);
  append(out, *base);
  append(out, slopes);
  return out;
}

}  // namespace dpcert::verify
