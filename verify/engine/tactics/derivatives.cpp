// Along one variable: D vanishes (or is nonnegative) at an anchor, and so do its derivatives up to one that has a sign.
#include <algorithm>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/anchors.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/slopes.hpp"
#include "verify/engine/tactics/stationary.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// An anchor is a value of one variable from which the goal is followed to both sides: the goal there, and the sign of
// its derivative, which is followed from the same anchor in turn, at most `order` times.
class Anchoring {
 public:
  explicit Anchoring(const Subprover& s) : s_(s) {}
  Tree run(const Goal& g, int depth);
  // From this anchor alone.
  Tree from(const Goal& g, const Expr& x, const Expr& at) {
    return anchored(g, x, at, Effort::Derivatives::from_an_anchor, true);
  }

 private:
  // The variables along which D is smooth, simple slopes first: those without logarithms, say.
  std::vector<const Variable*> in_order(const Goal& g, const Expr& d) const;
  // Ends, variables with the same range and simple numbers, `known` of them; then where the slope vanishes.
  struct Anchors {
    std::vector<Expr> at;
    std::size_t known = 0;
  };
  static Anchors anchors_of(const Goal& g, const Expr& d, const Variable& v);
  // Every hypothesis on x is affine in x and holds at the anchor, strict ones as their closure: so it holds on the
  // segments to it.
  bool hypotheses_reach(const Context& c, const Expr& x, const Expr& at) const;
  // The anchor is a closed end of x (or the split makes it one). `mono` leaves no hypothesis x > at behind, so
  // derivatives can be taken from the same end again and again.
  Tree from_end(const Goal& g, const Expr& x, const Expr& at, int order);
  // A slope in one variable alone among several, as where a difference F(x) - F(y) is followed in x: a goal of its own
  // without what is known of the others, boxes included.
  Tree slope_alone(const Goal& slope);
  // A derivative's sign by its two terms, or from anchors of any variable; the latter once on the way.
  Tree slope_otherwise(const Goal& slope);
  // `any_base`: what is left at the anchor may need a proof of its own.
  Tree anchored(const Goal& g, const Expr& x, const Expr& at, int order, bool any_base = false);
  // The same with x anywhere (> 0, or >= 0, if its interval is), provided that the goal is known to be defined there:
  // the anchor may lie outside its interval.
  Tree anchored_widely(const Goal& g, const Expr& x, const Expr& at, int order);
  // A slope in whose next one no logarithm is left, while each of them stands by itself.
  Tree logarithms_apart(const Goal& slope, const Expr& x, const Expr& at, int order);
  // Positive factors are stripped off, then it is anchored again.
  Tree factored_then(const Goal& goal, const Expr& x, const Expr& at, int order);

  const Subprover& s_;
};

Tree Anchoring::run(const Goal& g, int depth) {
  const Expr d = g.difference();
  const int times = std::min(depth, Effort::Derivatives::from_an_anchor);
  const auto from = [&](const Expr& x, const Expr& at, bool stationary) -> Tree {
    if (auto t = anchored(g, x, at, times, stationary)) return t;
    return stationary ? anchored_widely(g, x, at, times) : std::nullopt;
  };
  const auto variables = in_order(g, d);
  // Where D and its slope vanish at once, before other anchors have spent what there is to spend.
  std::vector<std::pair<Expr, Expr>> tried;
  if (s_.round >= 1 && g.context.variables().size() > 1)
    for (const Variable* v : variables) {
      const Expr x = Expr::variable(v->name);
      for (const Expr& at : stationary_points(g.context, d, x)) {
        const Expr there = substitute(d, {{x, at}});
        if (!looks_nonnegative(g.context, there) || !looks_nonnegative(g.context, negate(there))) continue;
        if (auto t = from(x, at, true)) return t;
        tried.emplace_back(x, at);
      }
    }
  for (const Variable* v : variables) {
    const Expr x = Expr::variable(v->name);
    const auto [anchors, known] = anchors_of(g, d, *v);
    for (std::size_t i = 0; i < anchors.size(); ++i) {
      if (std::ranges::find(tried, std::pair{x, anchors[i]}) != tried.end()) continue;
      if (auto t = from(x, anchors[i], i >= known && s_.round >= 1)) return t;
    }
  }
  return std::nullopt;
}

std::vector<const Variable*> Anchoring::in_order(const Goal& g, const Expr& d) const {
  std::vector<std::pair<std::size_t, const Variable*>> order;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || !is_smooth_in(d, x)) continue;
    std::size_t functions = 0;
    if (s_.round >= 1 && g.context.variables().size() > 1) {
      const auto slope = s_.algebra(g.context)->simplified(derivative(d, x));
      functions = !slope ? 100 : nodes_of({Rel::ge, *slope, 0}, [](const Expr& e) {
                                   return e.op() == Op::log || e.op() == Op::exp || e.op() == Op::lgamma ||
                                          e.op() == Op::polygamma || (e.op() == Op::pow && !e.arg(1).is_constant());
                                 }).size();
    }
    order.emplace_back(functions > 0 ? 1 : 0, &v);
  }
  std::ranges::stable_sort(order, {}, [](const auto& p) { return p.first; });
  std::vector<const Variable*> out;
  for (const auto& [functions, variable] : order) out.push_back(variable);
  return out;
}

Anchoring::Anchors Anchoring::anchors_of(const Goal& g, const Expr& d, const Variable& v) {
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
  return {std::move(anchors), known};
}

bool Anchoring::hypotheses_reach(const Context& c, const Expr& x, const Expr& at) const {
  const auto a = s_.algebra(c);
  return std::ranges::all_of(c.hypotheses(), [&](const Relation& h) {
    if (!mentions(h, x)) return true;
    if (!is_affine_as_written(h, x, *a)) return false;
    const Expr there = substitute(sub(h.lhs, h.rhs), {{x, at}});
    return a->is_zero(there) || (h.rel != Rel::eq && c.knows({there, Need::nonnegative}));
  });
}

// What is known on the segments to the anchor: strict hypotheses as they are where they hold so at the anchor.
Context on_segments(const Context& c, const Expr& x, const Expr& at) {
  auto known = c.hypotheses();
  const auto closed = c.closed_in(x).hypotheses();
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] != closed[i] && !c.knows({substitute(sub(known[i].lhs, known[i].rhs), {{x, at}}), Need::positive}))
      known[i] = closed[i];
  return c.with_hypotheses(std::move(known));
}

Tree Anchoring::from_end(const Goal& g, const Expr& x, const Expr& at, int order) {
  const Variable* v = g.context.find(x);
  if (!v || order == 0 || s_.out_of_time() || --s_.state.goals_left < 0) return std::nullopt;
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
  auto base = s_.immediate(there);
  if (!base) base = by_special_angles(there, s_, 0);
  if (!base && !(s_.round >= 1 && looks_nonnegative(there.context, there.difference()))) return std::nullopt;
  const Goal& slope = (*children)[0];
  if (!base && !looks_nonnegative(slope.context, slope.relation.lhs)) return std::nullopt;
  Tree t = sign_proof(slope.context, slope.relation.lhs, slope.strict(), s_);
  if (!t) t = factored_then(slope, x, at, order - 1);
  if (!t) t = from_end(slope, x, at, order - 1);
  if (!t) t = slope_otherwise(slope);
  if (!t) return std::nullopt;
  if (!base) base = normalised(there, s_.with(true), Effort::Derivatives::depth_at_an_end);
  if (!base) return std::nullopt;
  Proof out{mono};
  append(out, *t);
  append(out, *base);
  return out;
}

Tree Anchoring::slope_alone(const Goal& slope) {
  if (s_.round < 1 || s_.out_of_time()) return std::nullopt;
  std::vector<Expr> others;
  for (const auto& v : slope.context.variables())
    if (const Expr y = Expr::variable(v.name); !depends_on(slope.difference(), y)) others.push_back(y);
  if (others.empty() || others.size() + 1 != slope.context.variables().size()) return std::nullopt;
  if (!looks_nonnegative(slope.context, slope.difference())) return std::nullopt;
  Goal h = slope;
  Proof out;
  for (const Expr& y : others)
    if (std::ranges::any_of(h.context.hypotheses(), [&](const Relation& r) { return mentions(r, y); }) &&
        !take(rule::Widen{y, h.context.find(y)->range}, h, out))
      return std::nullopt;
  if (!is_defined(h.context, h.difference())) return std::nullopt;
  const WorkLimit limit(work_left() / Effort::share_of_the_like);
  const auto t = s_.prove_within(h, Effort::Derivatives::depth_of_a_slope, true, Effort::boxes_on_the_side);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree Anchoring::slope_otherwise(const Goal& slope) {
  if (auto t = slope_alone(slope)) return t;
  if (auto t = by_two_terms(slope, s_.with(false), Effort::Derivatives::depth_of_two_terms)) return t;
  if (s_.round < 1 || s_.out_of_time()) return std::nullopt;
  // Touching is left behind with the goal itself: boxes may do.
  if (is_bounded(slope) && looks_nonnegative(slope.context, slope.difference())) {
    if (auto t = s_.boxes(slope, s_.round == 1 ? Effort::boxes_of_a_slope : Effort::boxes_of_a_slope_later)) return t;
  }
  if (s_.state.underway.crossing) return std::nullopt;
  const Under under(s_.state.underway.crossing);
  Tree t;
  const bool error_functions = !nodes_of(slope.relation, is_error_function).empty();
  if (error_functions || std::ranges::any_of(slope.context.variables(), [&](const Variable& v) {
        return has_gamma(slope.difference(), Expr::variable(v.name));
      }))
    t = by_merging(slope, s_, Effort::Derivatives::depth_of_a_slope);
  if (!t && error_functions) t = by_two_places(slope, s_, Effort::Derivatives::depth_of_a_slope);
  if (!t && error_functions) t = by_factors(slope, s_, Effort::Derivatives::depth_of_a_polynomial);
  if (!t) t = run(slope, Effort::Derivatives::from_another_anchor);
  if (!t && s_.round > 1) t = s_.prove(slope, Effort::Derivatives::depth_of_a_slope, false);
  return t;
}

Tree Anchoring::anchored_widely(const Goal& g, const Expr& x, const Expr& at, int order) {
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

Tree Anchoring::anchored(const Goal& g, const Expr& x, const Expr& at, int order, bool any_base) {
  if (order == 0 || s_.out_of_time() || --s_.state.goals_left < 0) return std::nullopt;
  if (at.is_constant()) {
    if (auto t = from_end(g, x, at, order)) return t;
    if (std::ranges::none_of(g.context.hypotheses(), [&](const Relation& h) { return mentions(h, x); }))
      return std::nullopt;
  }
  if (!hypotheses_reach(g.context, x, at)) return std::nullopt;
  const Range& range = g.context.find(x)->range;
  // Smooth up to the anchor itself; or continuous there, and smooth on both sides.
  bool inside = false;
  const Context segments = on_segments(g.context, x, at);
  // An open end of the range, too, is an anchor where D is continuous there.
  const bool open_end = at.is_constant() && ((!range.lo.infinite && !range.lo.closed && range.lo.value == at.value()) ||
                                             (!range.hi.infinite && !range.hi.closed && range.hi.value == at.value()));
  if (open_end || !is_smooth({segments, g.relation}, x)) {
    const Context closed = segments.with_closed_ends(x);
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
    const auto t = sign_proof(there.context, condition.u, condition.need == Need::positive, s_);
    if (!t) return std::nullopt;
    cut_in(cuts, there, as_relation(condition), *t);
  }
  auto base = s_.immediate(there);
  if (!base) base = by_special_angles(there, s_, 0);
  if (!base && !(any_base && looks_nonnegative(there.context, there.difference()))) return std::nullopt;
  Proof slopes;
  for (std::size_t side = 1; side <= 2; ++side) {
    const Goal& c = (*children)[side];
    Tree t = vacuous_side(c, x, at, side == 1);
    if (!t) t = sign_proof(c.context, c.relation.lhs, false, s_);
    if (!t) t = logarithms_apart(c, x, at, order - 1);
    if (!t) t = factored_then(c, x, at, order - 1);
    if (!t) t = anchored(c, x, at, order - 1);
    if (!t) t = slope_otherwise(c);
    if (!t) return std::nullopt;
    append(slopes, *t);
  }
  if (!base) base = normalised(there, s_.with(true), Effort::Derivatives::depth_at_an_anchor);
  if (!base) return std::nullopt;
  Proof out{deriv};
  append(out, cuts);
  append(out, *base);
  append(out, slopes);
  return out;
}

Tree Anchoring::logarithms_apart(const Goal& slope, const Expr& x, const Expr& at, int order) {
  if (s_.round < 1 || order < 1 || slope.context.variables().size() < 2) return std::nullopt;
  const auto logs = [&](const Expr& e) {
    return nodes_of({Rel::ge, e, 0}, [&](const Expr& n) { return n.op() == Op::log && depends_on(n, x); });
  };
  const auto written = logs(slope.difference());
  if (written.empty() || written.size() > Effort::Derivatives::most_logs) return std::nullopt;
  const auto e = each_logarithm_once(slope.context, slope.difference());
  if (!e || !is_defined(slope.context, *e)) return std::nullopt;
  const Expr next = derivative(*e, x);
  if (!logs(next).empty() || !looks_nonnegative(slope.context, *e)) return std::nullopt;
  return rewritten(slope, *e, 0, [&](const Goal& g) { return anchored(g, x, at, order); });
}

Tree Anchoring::factored_then(const Goal& goal, const Expr& x, const Expr& at, int order) {
  Proof out;
  const auto context = with_denominators(goal.context, goal.difference(), out, s_);
  if (!context) return std::nullopt;
  const Goal c{*context, goal.relation};
  const auto f = split_factors(c.context, c.difference(), s_.algebra);
  if (!f || f->rest.size() != 1 || (f->nonnegative_only && c.strict())) return std::nullopt;
  const Expr e = f->flip ? negate(f->rest[0]) : f->rest[0];
  if (!is_defined(c.context, f->weight) || !is_defined(c.context, e)) return std::nullopt;
  const bool shorter = !f->weight.is_constant() || size_of(e) < size_of(c.difference());
  // As it is, and with an exponential divided off: then the derivative has fewer terms.
  std::vector<Expr> exponents{0};
  if (s_.round >= 1) {
    const auto more = exponents_in(c.context, e, x);
    exponents.insert(exponents.end(), more.begin(), more.end());
  }
  if (exponents.size() > 1) exponents.emplace_back(0);  // once more, from other anchors
  for (std::size_t i = 0; i < exponents.size(); ++i) {
    const Expr& u = exponents[i];
    const bool whole = u.is_constant(0);
    if (whole && !shorter) continue;
    const auto part = whole ? std::optional<Expr>(e) : s_.algebra(c.context)->expanded(mul(e, exp(negate(u))));
    if (!part) continue;
    const Goal next{c.context, {c.relation.rel, *part, 0}};
    Tree t = whole ? s_.immediate(next) : std::nullopt;
    if (!t && whole) t = between_ends(next, s_.algebra);
    const auto transcendental = [](const Expr& n) {
      return n.op() == Op::exp || n.op() == Op::log || n.op() == Op::sqrt ||
             (n.op() == Op::pow && !n.arg(1).is_constant());
    };
    if (!t && whole && i == 0 && s_.round >= 1 && c.context.variables().size() > 1 &&
        nodes_of(next.relation, transcendental).empty() && looks_nonnegative(next.context, *part)) {
      const WorkLimit limit(work_left() /
                            Effort::share_of_the_like);  // a polynomial may be a combination of facts, or of squares
      t = s_.prove_within(next, Effort::Derivatives::depth_of_a_polynomial, true, Effort::boxes_on_the_side);
    }
    if (!t && (i == 0 || !whole)) t = anchored(next, x, at, order);
    if (!t && i > 0 && whole) {
      // A share is kept for slopes of e as it stands; without an order left there are none.
      const WorkLimit limit(order > 0 ? work_left() / Effort::share : work_left());
      t = slope_otherwise(next);
    }
    if (!t) continue;
    const Expr weight = whole ? f->weight : mul(f->weight, exp(u));
    out.emplace_back(rule::Factor{weight, *part});
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

}  // namespace

Tree by_derivatives(const Goal& g, const Subprover& s, int depth) { return Anchoring(s).run(g, depth); }

Tree by_derivatives_from(const Goal& g, const Subprover& s, const Expr& x, const Expr& at) {
  return Anchoring(s).from(g, x, at);
}

}  // namespace dpcert::verify
