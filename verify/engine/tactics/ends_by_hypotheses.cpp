// Hypotheses bound a variable by affine expressions in it: p <= exp(e)*q and 1 - q <= exp(e)*(1 - p), as pure privacy
// of two coins is typed. Of such bounds the least one is its end, perhaps in cases; where the goal is monotone in the
// variable, up to the diagonal of two variables if need be, it is shown at that end, and where it is concave, along a
// share of the way from one end to the other. What is left has a variable or some hypotheses less.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// A hypothesis weight*(at - x) >= 0 (`upper`), or weight*(x - at) >= 0.
struct Side {
  std::size_t hypothesis;  // from 1
  Expr weight, at;
  bool upper;
};

// All hypotheses that mention x as such bounds; nothing if one of them is none.
std::optional<std::vector<Side>> sides_of(const Context& c, const Expr& x) {
  std::vector<Side> out;
  Algebra a = c.algebra();
  for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
    const Relation& h = c.hypotheses()[i];
    if (!mentions(h, x) || says_nothing(c, i)) continue;
    if (h.rel == Rel::eq) return std::nullopt;
    const auto p = a.coefficients(sub(h.lhs, h.rhs), x);
    if (!p || p->size() > 2) return std::nullopt;
    if (p->size() < 2) continue;
    const bool lower = c.positive_((*p)[1]);
    if (!lower && !c.positive_(negate((*p)[1]))) return std::nullopt;
    const Expr weight = lower ? (*p)[1] : negate((*p)[1]);
    const Expr typed = quotient(lower ? negate((*p)[0]) : (*p)[0], weight);
    const auto at = a.simplified(typed);
    // The normal form may hide why what is below its fraction line is not 0.
    out.push_back({i + 1, weight, at && is_defined(c, *at) ? *at : typed, !lower});
  }
  return out;
}

class EndsByHypotheses {
 public:
  EndsByHypotheses(const Subprover& s, const ProveGoal& alone) : s_(s), alone_(alone) {}

  // With so many variables and cases at most on the way.
  Tree run(const Goal& given, int left) {
    if (left <= 0 || s_.out_of_time()) return std::nullopt;
    Goal g = given;
    Proof out;
    know_weights(g, out);
    const auto t = ways(g, left);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

 private:
  const Subprover& s_;
  const ProveGoal& alone_;

  Tree ways(const Goal& g, int left) {
    for (const auto& v : g.context.variables())
      if (auto t = along(g, v, left, s_.sign)) return t;
    if (auto t = by_order(g, left)) return t;
    // A slope that is worth a proof may take some of what is left.
    const ProveGoal some = [&](const Goal& h) {
      const WorkLimit limit(work_left() / Effort::share_of_a_slope_to_an_end);
      return alone_(h);
    };
    for (const auto& v : g.context.variables())
      if (auto t = along(g, v, left, some)) return t;
    for (const auto& v : g.context.variables())
      if (auto t = between(g, v, left)) return t;
    return std::nullopt;
  }

  // The signs of the coefficients of variables in hypotheses, where factors show them.
  void know_weights(Goal& g, Proof& out) {
    const Context c = g.context;
    Algebra a = c.algebra();
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      for (std::size_t i = 0; i < c.hypotheses().size(); ++i) {
        const Relation& h = c.hypotheses()[i];
        if (v.integer || !mentions(h, x) || h.rel == Rel::eq) continue;
        const auto p = a.coefficients(sub(h.lhs, h.rhs), x);
        if (!p || p->size() != 2) continue;
        for (const Expr& e : {(*p)[1], negate((*p)[1])}) {
          if (e.is_constant() || g.context.positive_(e) || g.context.positive_(negate(e))) break;
          if (!looks_nonnegative(c, e)) continue;
          const Goal sign{g.context, {Rel::gt, e, 0}};
          if (const auto t = s_.sign(sign)) cut_in(out, g, sign.relation, *t);
        }
      }
    }
  }

  Tree along(const Goal& g, const Variable& v, int left, const ProveGoal& slopes) {
    const Expr x = Expr::variable(v.name), d = g.difference();
    if (v.integer || !depends_on(d, x) || !is_smooth_in(d, x)) return std::nullopt;
    const Context& c = g.context;
    const auto sides = sides_of(c, x);
    if (!sides || sides->empty()) return std::nullopt;
    const Expr slope = derivative(d, x);
    for (const bool upper : {true, false}) {
      if (!looks_nonnegative(c, upper ? negate(slope) : slope)) continue;
      if (auto t = to_the_end(g, x, *sides, upper, left, slopes)) return t;
    }
    return std::nullopt;
  }

  // The bound that is the end: the others are known not to be beyond it. Where two of them are not compared, the other
  // one by which a case is made.
  struct Chosen {
    std::optional<Side> side;
    std::optional<Expr> decider;
  };
  Chosen end_of(Goal& now, Proof& out, const Expr& x, const std::vector<Side>& sides, bool upper) {
    Chosen result;
    for (const Side& k : sides) {
      if (k.upper != upper || k.at.is_constant()) continue;
      std::vector<Expr> open;
      for (const Side& other : sides) {
        if (other.upper != upper || other.hypothesis == k.hypothesis) continue;
        const Expr there = value_at(now.context, other, x, k.at);
        if (!shown(now, out, there) &&
            !now.context.knows({negate(value_at(now.context, k, x, other.at)), Need::nonnegative}))
          open.push_back(there);
      }
      if (open.empty()) return {k, {}};
      if (!result.decider) result.decider = open.front();
    }
    return result;
  }

  // e >= 0, cut in if it is not known.
  bool shown(Goal& now, Proof& out, const Expr& e) {
    if (now.context.knows({e, Need::nonnegative})) return true;
    // Of what is 0 values in doubles show nothing.
    if (!now.context.algebra().is_zero(e) && !looks_nonnegative(now.context, e)) return false;
    const Goal goal{now.context, {Rel::ge, e, 0}};
    auto t = s_.immediate(goal);
    if (!t) t = s_.sign(goal);
    if (t) cut_in(out, now, goal.relation, *t);
    return t.has_value();
  }

  // lhs - rhs of that bound's hypothesis at x = at.
  static Expr value_at(const Context& c, const Side& side, const Expr& x, const Expr& at) {
    const Relation& h = c.hypotheses()[side.hypothesis - 1];
    return sub(substitute(h.lhs, {{x, at}}), substitute(h.rhs, {{x, at}}));
  }

  Tree in_cases(const Goal& g, const Expr& decider, int left) {
    return steps(g, rule::Cases{decider}, {[&](const Goal& h) { return run(h, left - 1); }});
  }

  Tree to_the_end(const Goal& g, const Expr& x, const std::vector<Side>& sides, bool upper, int left,
                  const ProveGoal& slopes) {
    Goal now = g;
    Proof out;
    const Chosen end = end_of(now, out, x, sides, upper);
    if (!end.side) return end.decider ? in_cases(g, *end.decider, left) : std::nullopt;
    const Side& k = *end.side;
    for (const Condition& condition : side_conditions(k.at, now.context)) {
      if (!now.context.knows(condition) && !cut_in(out, now, condition, s_)) return std::nullopt;
    }
    if (!know_order(now, out, x, k)) return std::nullopt;
    for (const Side& other : sides) {
      const Relation there{Rel::ge, value_at(g.context, other, x, k.at), 0};
      if (now.context.algebra().is_zero(there.lhs) || now.context.matching_hypothesis(there.lhs, Rel::ge) != 0)
        continue;
      const Coefficient ratio = weight(quotient(other.weight, k.weight));
      if (other.upper != upper) {
        // What bounds x from the other side holds at x, and more so here.
        cut_in(out, now, there, {rule::Combine{Rational(0), {{other.hypothesis, Rational(1)}, {k.hypothesis, ratio}}}});
        continue;
      }
      // Also what is known: some of what it is known by goes with x.
      if (const auto t = s_.immediate({now.context, there})) {
        cut_in(out, now, there, *t);
        continue;
      }
      // The case in which this end is beyond that one.
      const Expr back = negate(value_at(g.context, k, x, other.at));
      if (now.context.matching_hypothesis(back, Rel::ge) == 0) {
        const auto t = s_.immediate({now.context, {Rel::ge, back, 0}});
        if (!t) return std::nullopt;
        cut_in(out, now, {Rel::ge, back, 0}, *t);
      }
      cut_in(out, now, there, {rule::Combine{Rational(0), {{now.context.matching_hypothesis(back, Rel::ge), ratio}}}});
    }
    if (!know_range(now, out, x, sides, k)) return before_a_number(g, x, k, left);
    const auto base = [&](const Goal& h) -> Tree {
      return when_defined(h, s_, [&](const Goal& there) -> Tree { return finish(there, left - 1); });
    };
    const auto vacuous = [](const Goal& h) -> Tree {
      return Proof{rule::Prune{h.context.hypotheses().size(), Effort::prune_bits}};
    };
    Algebra a = now.context.algebra();
    if (!std::ranges::all_of(now.context.hypotheses(),
                             [&](const Relation& h) { return !mentions(h, x) || is_affine_as_written(h, x, a); }))
      return std::nullopt;
    const auto goals = apply(rule::Deriv{x, k.at}, now);
    if (!goals) return std::nullopt;
    // The slope first: it is what a wrong guess fails at.
    const auto falls = slopes((*goals)[upper ? 2 : 1]);
    if (!falls) return std::nullopt;
    const auto least = base((*goals)[0]), nothing = vacuous((*goals)[upper ? 1 : 2]);
    if (!least || !nothing) return std::nullopt;
    out.emplace_back(rule::Deriv{x, k.at});
    append(out, *least);
    append(out, upper ? *nothing : *falls);
    append(out, upper ? *falls : *nothing);
    return out;
  }

  // The end may lie before that of the range, a number: where it does, the number is the end.
  Tree before_a_number(const Goal& g, const Expr& x, const Side& k, int left) {
    const Range range = g.context.find(x)->range;
    const End& number = k.upper ? range.hi : range.lo;
    if (number.infinite || !number.closed || !is_defined(g.context, k.at)) return std::nullopt;
    const Expr inside = k.upper ? sub(Expr(number.value), k.at) : sub(k.at, Expr(number.value));
    if (!signs_differ(g.context, inside)) return std::nullopt;
    const auto beyond = [&](const Goal& h) -> Tree {
      Goal free = h;
      Proof out;
      if (!take(rule::Widen{x, range}, free, out) || !is_defined(free.context, free.difference())) return std::nullopt;
      const auto t = alone_(free);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    };
    return steps(g, rule::Cases{inside}, {[&](const Goal& h) { return run(h, left - 1); }, beyond});
  }

  // x <= at (x >= at), without a weight.
  static bool know_order(Goal& now, Proof& out, const Expr& x, const Side& k) {
    const Relation order = k.upper ? Relation{Rel::ge, k.at, x} : Relation{Rel::ge, x, k.at};
    if (now.context.matching_hypothesis(sub(order.lhs, order.rhs), Rel::ge) != 0) return true;
    if (!is_defined(now.context, k.at)) return false;
    cut_in(out, now, order, {rule::Combine{Rational(0), {{k.hypothesis, weight(quotient(1, k.weight))}}}});
    return true;
  }

  // The end is in the range of x: beyond x on the one side; on the other one what a bound that is farther is, or by a
  // proof.
  bool know_range(Goal& now, Proof& out, const Expr& x, const std::vector<Side>& sides, const Side& k) {
    const Range range = now.context.find(x)->range;
    const auto room = [&](const Expr& e, bool lower, const End& end) {
      return Condition{lower ? sub(e, Expr(end.value)) : sub(Expr(end.value), e),
                       end.closed ? Need::nonnegative : Need::positive};
    };
    for (const bool lower : {true, false}) {
      const End& end = lower ? range.lo : range.hi;
      if (end.infinite || now.context.knows(room(k.at, lower, end))) continue;
      const Goal here{now.context, as_relation(room(k.at, lower, end))};
      Tree t;
      if (lower == k.upper) {
        const Expr order = k.upper ? sub(k.at, x) : sub(x, k.at);
        const std::size_t known = now.context.matching_hypothesis(order, Rel::ge);
        if (known != 0) t = Proof{rule::Combine{room(x, lower, end).u, {{known, Rational(1)}}}};
      } else {
        for (const Side& other : sides) {
          if (other.upper != k.upper || other.hypothesis == k.hypothesis) continue;
          const std::size_t known = now.context.matching_hypothesis(value_at(now.context, other, x, k.at), Rel::ge);
          Algebra a = now.context.algebra();
          const auto rest = a.simplified(room(other.at, lower, end).u);
          if (known == 0 || !rest || !now.context.knows({*rest, room(other.at, lower, end).need})) continue;
          t = Proof{rule::Combine{*rest, {{known, weight(quotient(1, other.weight))}}}};
        }
      }
      if (!t) t = s_.prove_within(here, Effort::depth_of_a_range, false, 0);
      if (!t) return false;
      cut_in(out, now, here.relation, *t);
    }
    return true;
  }

  // x = lower end + t (upper end - lower end), where the goal is concave in x: the ends of t are numbers.
  Tree between(const Goal& g, const Variable& v, int left) {
    const Expr x = Expr::variable(v.name), d = g.difference();
    if (v.integer || !depends_on(d, x) || !is_smooth_in(d, x)) return std::nullopt;
    const auto sides = sides_of(g.context, x);
    if (!sides || sides->empty()) return std::nullopt;
    const Goal bend{g.context, {Rel::ge, negate(derivative(derivative(d, x), x)), 0}};
    if (!looks_nonnegative(bend.context, bend.relation.lhs) || !s_.sign(bend)) return std::nullopt;
    Goal now = g;
    Proof out;
    Range parts{{false, true, Rational(0)}, {false, true, Rational(1)}};
    std::vector<Expr> ends;
    for (const bool upper : {false, true}) {
      const Chosen end = end_of(now, out, x, *sides, upper);
      const End& number = upper ? v.range.hi : v.range.lo;
      if (end.side) {
        if (!know_order(now, out, x, *end.side)) return std::nullopt;
        ends.push_back(end.side->at);
      } else if (end.decider) {
        return in_cases(g, *end.decider, left);
      } else if (number.infinite) {
        return std::nullopt;
      } else {
        (upper ? parts.hi : parts.lo).closed = number.closed;
        ends.emplace_back(number.value);
      }
    }
    const Expr width = sub(ends[1], ends[0]);
    if (!now.context.knows({width, Need::positive})) {
      const Goal wide{now.context, {parts.lo.closed && parts.hi.closed ? Rel::ge : Rel::gt, width, 0}};
      auto t = s_.immediate(wide);
      if (!t) t = s_.prove_within(wide, Effort::depth_of_a_range, false, 0);
      if (!t) return std::nullopt;
      cut_in(out, now, wide.relation, *t);
    }
    const std::string name = fresh_name(now.context);
    const Expr share = Expr::variable(name);
    const Expr place = ends[0].is_constant(0) ? mul(share, width) : add(ends[0], mul(share, width));
    if (!take(rule::Subst{x, name, parts, place}, now, out) || !take(rule::Widen{share, parts}, now, out))
      return std::nullopt;
    const auto smooth = smoothness(now.context, now.difference(), share);
    if (!smooth) return std::nullopt;
    const bool inside = smooth == Smooth::inside || !parts.lo.closed || !parts.hi.closed;
    const auto face = [&](const Goal& h) { return finish(h, left - 1); };
    const auto t = steps(now, rule::Convex{share, inside}, {s_.sign, face, face});
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }

  // Two variables whose order decides which way the goal falls.
  Tree by_order(const Goal& g, int left) {
    const Context& c = g.context;
    const Expr d = g.difference();
    const auto& all = c.variables();
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        const Expr x = Expr::variable(all[i].name), y = Expr::variable(all[j].name);
        if (all[i].integer || all[j].integer || !depends_on(d, x) || !depends_on(d, y) || !is_smooth_in(d, x)) continue;
        const auto bounds = [&](const Relation& h) { return mentions(h, x) && mentions(h, y); };
        const Expr gap = sub(x, y);
        if (std::ranges::count_if(c.hypotheses(), bounds) < 2 || !signs_differ(c, gap)) continue;
        if (!looks_nonnegative(c, mul(derivative(d, x), sub(y, x)))) continue;
        return in_cases(g, gap, left);
      }
    return std::nullopt;
  }
  static bool signs_differ(const Context& c, const Expr& gap) {
    return !looks_nonnegative(c, gap) && !looks_nonnegative(c, negate(gap));
  }

  Tree finish(const Goal& g, int left) {
    if (!looks_nonnegative(g.context, g.difference())) return std::nullopt;
    if (auto t = s_.immediate(g)) return t;
    // Places of places, as they were put in, are long.
    Algebra a = g.context.algebra();
    const Expr l = with_simple_arguments(a, g.relation.lhs), r = with_simple_arguments(a, g.relation.rhs);
    const bool shorter =
        l.node().tree_size + r.node().tree_size < g.relation.lhs.node().tree_size + g.relation.rhs.node().tree_size;
    if (shorter && is_defined(g.context, l) && is_defined(g.context, r)) {
      if (auto t = rewritten(g, l, r, [&](const Goal& h) { return onward(h, left); })) return t;
      return last(g);
    }
    return onward(g, left);
  }

  Tree onward(const Goal& g, int left) {
    if (auto t = run(g, left)) return t;
    return last(g);
  }

  // Nothing is left to go along: most hypotheses have become identities by now, and the others are known by the box.
  Tree last(const Goal& g) {
    Proof out;
    const Goal bare = without_hypotheses(g, out);
    if (!looks_nonnegative(bare.context, bare.difference())) return without_empty_hypotheses(g, alone_);
    const auto t = when_defined(bare, s_, alone_);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
};

}  // namespace

Tree by_ends_of_hypotheses(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  // At the closed end of a parameter what bounds the others may leave them a single point: that end by itself.
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const auto below_exp = [&](const Expr& e) { return e.op() == Op::exp && depends_on(e, x); };
    if (v.integer || v.range.lo.infinite || !v.range.lo.closed) continue;
    if (std::ranges::none_of(g.context.hypotheses(),
                             [&](const Relation& h) { return !nodes_of(h, below_exp).empty(); }))
      continue;
    return steps(g, rule::CloseEnd{x, true},
                 {alone, [&](const Goal& inside) { return by_ends_of_hypotheses(inside, s, alone); }});
  }
  return EndsByHypotheses(s, alone).run(g, Effort::ends_by_hypotheses);
}

}  // namespace dpcert::verify
