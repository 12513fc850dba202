#include "verify/kernel/integrals_at_points.hpp"

#include <algorithm>

#include "verify/engine/prove/logic.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/support/clock.hpp"

namespace dpcert::verify {

namespace {

// The statement with this conclusion alone, and closed forms for its integrals.
std::optional<Instance> with_values(const Instance& s, std::size_t k, const ProveOptions& prover) {
  Goal g{Context(s), s.conclusions[k]};
  Proof lines;
  constexpr int most_ends = 4;
  for (int i = 0; i < most_ends; ++i) {
    const auto undecided = evaluate_integrals(g, lines, prover.lemmas, [](const Goal&) { return Tree(); });
    const auto end = undecided ? end_where_it_vanishes(g.context, *undecided) : std::nullopt;
    if (!end) break;
    // The closed form is that elsewhere.
    Range range = g.context.find(end->first)->range;
    (end->second ? range.lo : range.hi).closed = false;
    g.context = g.context.with_range(end->first, range);
  }
  Relation r = s.conclusions[k];
  for (const Expr& i : nodes_of(r, is_integral)) {
    const auto value = value_of(g.context, i);
    if (!value) return std::nullopt;
    r = {r.rel, replaced(r.lhs, i, *value), replaced(r.rhs, i, *value)};
  }
  Instance out = s;
  out.conclusions = {r};
  return out;
}

// A power that would be another one at an integer.
bool has_open_exponent(const Relation& r) {
  bool found = false;
  for (const Expr& side : {r.lhs, r.rhs})
    transform(side, [&](const Expr& e, std::span<const Expr>) {
      found = found || (e.op() == Op::pow && !e.arg(1).is_constant());
      return e;
    });
  return found;
}

bool is_inside(const Range& r, const Rational& v) {
  const bool above = r.lo.infinite || v > r.lo.value || (r.lo.closed && v == r.lo.value);
  return above && (r.hi.infinite || v < r.hi.value || (r.hi.closed && v == r.hi.value));
}

// The conclusion looks false there, and the hypotheses true.
bool looks_false(const Instance& s, const Point& point) {
  std::map<std::string, double> place;
  for (const Variable& v : s.variables) {
    if (!is_inside(v.range, point.at(v.name))) return false;
    place[v.name] = point.at(v.name).approx();
  }
  return std::ranges::all_of(s.hypotheses, [&](const Relation& h) { return plausible(Formula::of(h), place); }) &&
         !plausible(Formula::of(s.conclusions[0]), place);
}

}  // namespace

std::vector<Point> points_by_values(const Instance& s, std::size_t k, const ProveOptions& prover,
                                    const SearchOptions& search) {
  const auto closed = with_values(s, k, prover);
  if (!closed) return {};
  SearchOptions o = search;
  o.evaluations = 2'000;
  o.work = 3'000'000;
  o.time_limit = std::min(o.time_limit, std::chrono::duration<double>(time_until(prover.boxes.deadline)) / 2);
  const auto found = search_points(*closed, o);
  if (!found.counterexample) return {};
  const Point& first = found.counterexample->point;
  std::vector<Point> out;
  if (!has_open_exponent(s.conclusions[k])) return {first};
  for (const Rational& step : {Rational(1, 2), Rational(-1, 2), Rational(3, 2), Rational(1, 4)}) {
    Point moved = first;
    for (const Variable& v : s.variables)
      if (!v.integer && moved.at(v.name).is_integer()) moved[v.name] += step;
    if (moved == first || !looks_false(*closed, moved)) continue;
    out.push_back(moved);
    break;
  }
  out.push_back(first);
  return out;
}

std::optional<Proof> proved_at(const LogicGoal& exists, const Instance& s, const Point& point,
                               const ProveOptions& prover) {
  Proof out;
  LogicGoal now = exists;
  for (const Variable& v : s.variables) {
    const Step step = rule::Witness{Expr(point.at(v.name))};
    const auto children = apply(step, now);
    if (!children || children->empty()) return std::nullopt;
    out.push_back(step);
    for (std::size_t i = 0; i + 1 < children->size(); ++i) {
      const ProveResult r = prove((*children)[i], prover);
      if (!r.proved) return std::nullopt;
      append(out, r.proof);
    }
    now = children->back();
  }
  const ProveResult r = prove(now, prover);
  if (!r.proved) return std::nullopt;
  append(out, r.proof);
  return out;
}

}  // namespace dpcert::verify
