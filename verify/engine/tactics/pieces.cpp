// A domain cut in two, each part alone: of the only variable, or of one in which the goal is symmetric.
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

Tree by_pieces(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  const Variable* v = nullptr;
  for (const auto& u : g.context.variables()) {
    if (!depends_on(d, Expr::variable(u.name))) continue;
    if (v) return std::nullopt;  // several variables
    v = &u;
  }
  if (!v || v->integer) return std::nullopt;
  const auto &lo = v->range.lo, &hi = v->range.hi;
  const Expr x = Expr::variable(v->name);
  const auto inside = [&](const Rational& q) { return (lo.infinite || lo.value < q) && (hi.infinite || q < hi.value); };
  std::vector<std::pair<Rational, bool>> places;  // the piece named first is the harder one
  if (hi.infinite)
    for (const long q : Effort::Pieces::places_below_infinity) places.emplace_back(q, false);
  if (lo.infinite)
    for (const long q : Effort::Pieces::places_above_infinity) places.emplace_back(q, true);
  if (!lo.infinite && !hi.infinite && lo.value < hi.value) {
    for (const long part : Effort::Pieces::parts) {
      const Rational step = (hi.value - lo.value) / Rational(part);
      places.emplace_back(lo.value + step, true);
      if (part > 2) places.emplace_back(hi.value - step, false);
    }
  }
  for (const auto& [q, low_first] : places) {
    if (!inside(q)) continue;
    if (auto t = both_sides(g, rule::Split{x, q}, low_first ? 0 : 1, alone, alone)) return t;
  }
  return std::nullopt;
}

// An end at which D is so small is one at which it is 0, perhaps.
static constexpr double touching = 1e-9;

Tree by_touched_ends(const Goal& goal, const ProveGoal& alone) {
  if (goal.relation.rel == Rel::eq || !goal.context.forall_hypotheses().empty()) return std::nullopt;
  Proof begun;
  const Goal g = without_hypotheses(goal, begun);  // which say no more than the box, or that D is defined
  const Expr d = g.difference();
  if (!is_defined(g.context, d)) return std::nullopt;
  const Variable* v = nullptr;
  for (const auto& u : g.context.variables()) {
    if (!depends_on(d, Expr::variable(u.name))) continue;
    if (v || u.integer) return std::nullopt;
    v = &u;
  }
  if (!v) return std::nullopt;
  const auto &lo = v->range.lo, &hi = v->range.hi;
  const Expr x = Expr::variable(v->name);
  auto probe = Probe::of({d}, {x});
  if (!probe) return std::nullopt;
  const auto touches = [&](const End& end) {
    if (end.infinite || end.value.is_zero()) return false;
    const std::vector<double> at{end.value.approx()};
    probe->at(at);
    return std::abs(probe->value()) < touching;
  };
  for (const bool upper : {true, false}) {
    const End& end = upper ? hi : lo;
    const End& other = upper ? lo : hi;
    if (!touches(end)) continue;
    const Rational far = !other.infinite ? other.value : upper ? end.value - Rational(2) : end.value + Rational(2);
    if (far == end.value) continue;
    const Rational middle = (far + end.value) / Rational(2);
    const auto next_to_end = [&](const Goal& part) -> Tree {
      Goal h = part;
      Proof out;
      const Expr t = Expr::variable(fresh_name(h.context));
      const Rational room = upper ? end.value - middle : middle - end.value;
      const End& inner = upper ? h.context.find(x)->range.lo : h.context.find(x)->range.hi;
      const Range range{{false, end.closed, Rational(0)}, {false, inner.closed, room}};
      const Expr place = upper ? sub(Expr(end.value), t) : add(Expr(end.value), t);
      if (!take(rule::Subst{x, t.name(), range, place}, h, out) || !take(rule::Widen{t, range}, h, out))
        return std::nullopt;
      const auto proof = alone(h);
      if (!proof) return std::nullopt;
      append(out, *proof);
      return out;
    };
    if (const auto t = both_sides(g, rule::Split{x, middle}, upper ? 1 : 0, next_to_end, alone)) {
      append(begun, *t);
      return begun;
    }
  }
  return std::nullopt;
}

Tree by_cuts(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  std::vector<std::pair<Expr, Rational>> places;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const auto &lo = v.range.lo, &hi = v.range.hi;
    if (!depends_on(d, x)) continue;
    if (v.integer) return std::nullopt;
    if (!lo.infinite && !hi.infinite && !(lo.value < hi.value)) continue;
    places.emplace_back(x, lo.infinite && hi.infinite ? Rational(0)
                           : hi.infinite              ? lo.value + Rational(1)
                           : lo.infinite              ? hi.value - Rational(1)
                                                      : (lo.value + hi.value) / Rational(2));
  }
  if (places.size() < 2) return std::nullopt;  // one: by_pieces
  for (const auto& [x, q] : places) {
    if (auto t = both_sides(g, rule::Split{x, q}, 0, alone, alone)) return t;
  }
  return std::nullopt;
}

namespace {

// The goal with each of these variables below and above the number, all cases by `alone`.
Tree in_cases(const Goal& g, const std::vector<Expr>& xs, const Rational& place, const ProveGoal& alone) {
  if (xs.empty() || xs.size() > Effort::Pieces::most_signs) return std::nullopt;
  const std::function<Tree(const Goal&, std::size_t)> from = [&](const Goal& h, std::size_t k) -> Tree {
    if (k == xs.size()) return alone(h);
    const ProveGoal part = [&](const Goal& next) { return from(next, k + 1); };
    return both_sides(h, rule::Split{xs[k], place}, 0, part, part);
  };
  return from(g, 0);
}

// Real variables on both sides of the number.
std::vector<Expr> around(const Goal& g, const Rational& place) {
  std::vector<Expr> out;
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const auto &lo = v.range.lo, &hi = v.range.hi;
    const Expr x = Expr::variable(v.name);
    if (!v.integer && (lo.infinite || lo.value < place) && (hi.infinite || place < hi.value) && depends_on(d, x))
      out.push_back(x);
  }
  return out;
}

}  // namespace

Tree by_signs(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  return in_cases(g, around(g, 0), 0, alone);
}

Tree by_bases(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> bases = around(g, 1);
  std::erase_if(bases, [&](const Expr& x) {
    return nodes_of(g.relation,
                    [&](const Expr& e) { return e.op() == Op::pow && e.arg(0) == x && !e.arg(1).is_constant(); })
        .empty();
  });
  return in_cases(g, bases, 1, alone);
}

Tree by_symmetry(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const auto &lo = v.range.lo, &hi = v.range.hi;
    if (v.integer || !depends_on(d, x) || lo.infinite != hi.infinite) continue;
    if (!lo.infinite && (lo.closed != hi.closed || !(lo.value < hi.value))) continue;
    if (std::ranges::any_of(g.context.hypotheses(), [&](const Relation& h) { return mentions(h, x); })) continue;
    const Rational twice = lo.infinite ? Rational(0) : lo.value + hi.value;
    const auto mirrored = [&](const Expr& y) { return twice.is_zero() ? negate(y) : sub(Expr(twice), y); };
    Algebra a = g.context.algebra();
    if (!a.is_zero(sub(d, replaced(d, x, mirrored(x))))) continue;
    // The first half's proof is that of its image too, once the variable has its name again and nothing else is known
    // of it. The elements of families keep the new name: only the statement can name them.
    std::optional<Goal> first;
    Tree proof_of_first;
    const auto by_first = [&](const Goal& half) {
      first = half;
      return proof_of_first = alone(half);
    };
    const auto by_image = [&](const Goal& half) -> Tree {
      const std::string name = fresh_name(half.context);
      const Expr t = Expr::variable(name);
      const Range range = first->context.find(x)->range;
      Goal h = half;
      Proof out;
      if (!take(rule::Subst{x, name, range, mirrored(t)}, h, out)) return std::nullopt;
      const bool renamed = take(rule::Subst{t, v.name, range, x}, h, out);
      const auto put = [&](const Expr& e) { return renamed ? e : replaced(e, x, t); };
      if (first->context.hypotheses().empty()) h = without_hypotheses(h, out);
      const auto rest = rewritten(h, put(first->relation.lhs), put(first->relation.rhs), [&](const Goal& image) {
        return same(image, *first) ? proof_of_first : alone(image);
      });
      if (!rest) return std::nullopt;
      append(out, *rest);
      return out;
    };
    // Next to 0 more is seen of logarithms and roots than next to another end.
    const std::size_t half = !lo.infinite && lo.value.is_zero() ? 0 : 1;
    if (auto t = both_sides(g, rule::Split{x, twice / Rational(2)}, half, by_first, by_image)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
