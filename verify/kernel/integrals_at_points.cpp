#include "verify/kernel/integrals_at_points.hpp"

#include <algorithm>

#include "verify/engine/prove/logic.hpp"
#include "verify/engine/prove/quadrature.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/support/clock.hpp"

namespace dpcert::verify {

namespace {

// The statement with this conclusion alone, and closed forms for its integrals. Nothing is shown of them here.
std::optional<Instance> with_values(const Instance& s, std::size_t k, const ProveOptions& prover) {
  Goal g{Context(s), s.conclusions[k]};
  Proof lines;
  constexpr int most_ends = 4;
  for (int i = 0; i < most_ends; ++i) {
    const auto undecided = evaluate_integrals(g, lines, prover.lemmas, [](const Goal&) { return Tree(Proof{}); });
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

std::map<std::string, double> place_of(const Point& point) {
  std::map<std::string, double> out;
  for (const auto& [name, value] : point) out[name] = value.approx();
  return out;
}

// Is the left side of the conclusion the greater one there?
bool is_above(const Instance& s, const Point& point) {
  const Relation& r = s.conclusions[0];
  return plausible(Formula::of({Rel::gt, r.lhs, r.rhs}), place_of(point));
}

// The conclusion looks false there, and the hypotheses true.
bool looks_false(const Instance& s, const Point& point) {
  const auto place = place_of(point);
  for (const Variable& v : s.variables)
    if (!is_inside(v.range, point.at(v.name))) return false;
  return std::ranges::all_of(s.hypotheses, [&](const Relation& h) { return plausible(Formula::of(h), place); }) &&
         !plausible(Formula::of(s.conclusions[0]), place);
}

// Simple numbers for all variables; halves where an integer as an exponent would be read in another way.
std::vector<Point> simple_points(const Instance& s, bool halves) {
  constexpr std::size_t most = 300;
  std::vector<Point> out{{}};
  for (const Variable& v : s.variables) {
    std::vector<Rational> values{1, 2, 3, Rational(1, 2), -1, Rational(3, 2)};
    if (halves && !v.integer)
      values = {Rational(1, 2), Rational(3, 2), Rational(5, 2), Rational(1, 4), Rational(-1, 2)};
    std::vector<Point> next;
    for (const Rational& value : values) {
      if ((v.integer && !value.is_integer()) || !is_inside(v.range, value)) continue;
      for (Point p : out) {
        p[v.name] = value;
        if (next.size() < most) next.push_back(std::move(p));
      }
    }
    out = std::move(next);
  }
  return out;
}

// Without closed forms: points at which the conclusion fails by numbers for its integrals, simple ones first. Nothing
// where these are not found at most points.
std::optional<std::vector<Failure>> points_by_numbers(const Instance& s, std::size_t k) {
  constexpr std::size_t looked_at = 40, few = 3;
  const Rational less(15, 16), more(17, 16);
  Instance one = s;
  one.conclusions = {s.conclusions[k]};
  const Relation& r = one.conclusions[0];
  std::vector<Failure> out;
  const auto offer = [&](const Point& p) {
    if (out.size() < few && looks_false(one, p)) out.push_back({p, is_above(one, p)});
  };
  for (const Point& p : simple_points(s, has_open_exponent(r))) offer(p);
  std::size_t known = 0, looked = 0;
  for (const auto& place : sample_points(Context(s), looked_at)) {
    if (out.size() == few) break;
    ++looked;
    if (!with_numbers_for_integrals(sub(r.lhs, r.rhs), place)) continue;
    ++known;
    if (plausible(Formula::of(r), place)) continue;
    Point p;
    for (const Variable& v : s.variables) {
      const Rational x = Rational::from_double(place.at(v.name));
      const bool kept = v.integer || x.sign() == 0;
      p[v.name] = kept ? x : x.sign() > 0 ? simplest_between(x * less, x * more) : simplest_between(x * more, x * less);
    }
    offer(p);
  }
  if (out.empty() && known < looked / 2 + 1) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::vector<Failure>> points_by_values(const Instance& s, std::size_t k, const ProveOptions& prover,
                                                     const SearchOptions& search) {
  const auto closed = with_values(s, k, prover);
  if (!closed) return points_by_numbers(s, k);
  SearchOptions o = search;
  o.evaluations = 2'000;
  o.work = 3'000'000;
  o.time_limit = std::min(o.time_limit, std::chrono::duration<double>(time_until(prover.boxes.deadline)) / 2);
  const auto found = search_points(*closed, o);
  if (!found.counterexample) return std::vector<Failure>{};
  const auto at = [&](const Point& p) { return Failure{p, is_above(*closed, p)}; };
  const Point& first = found.counterexample->point;
  std::vector<Failure> out;
  if (!has_open_exponent(s.conclusions[k])) return std::vector{at(first)};
  for (const Rational& step : {Rational(1, 2), Rational(-1, 2), Rational(3, 2), Rational(1, 4)}) {
    Point moved = first;
    for (const Variable& v : s.variables)
      if (!v.integer && moved.at(v.name).is_integer()) moved[v.name] += step;
    if (moved == first || !looks_false(*closed, moved)) continue;
    out.push_back(at(moved));
    break;
  }
  out.push_back(at(first));
  return out;
}

std::optional<Proof> proved_at(const LogicGoal& exists, const Instance& s, const std::map<std::string, Expr>& values,
                               bool above, const ProveOptions& prover) {
  Proof out;
  LogicGoal now = exists;
  for (const Variable& v : s.variables) {
    const Step step = rule::Witness{values.at(v.name)};
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
  // Of hypotheses and a negation the latter is the last part.
  while (now.goal.is(Formula::Kind::both)) {
    const auto children = apply(Step(rule::Parts{}), now);
    if (!children || children->size() != 2) return std::nullopt;
    const ProveResult r = prove((*children)[0], prover);
    if (!r.proved) return std::nullopt;
    out.emplace_back(rule::Parts{});
    append(out, r.proof);
    now = (*children)[1];
  }
  if (now.goal.is(Formula::Kind::either)) {
    const Step side = above ? Step(rule::Left{}) : Step(rule::Right{});
    const auto children = apply(side, now);
    if (!children) return std::nullopt;
    out.push_back(side);
    now = children->front();
  }
  const ProveResult r = prove(now, prover);
  if (!r.proved) return std::nullopt;
  append(out, r.proof);
  return out;
}

}  // namespace dpcert::verify
