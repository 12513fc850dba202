#include "verify/engine/prove/witnesses.hpp"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <optional>

#include "dpcert/core/error.hpp"
#include "src/core/hash.hpp"
#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/prove/quadrature.hpp"
#include "verify/engine/prove/quantiles.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

using Place = std::map<std::string, double>;

// ---- where an equation holds

// x in lhs = rhs, which it is on one side of, once: the operations around it turned round.
std::optional<Expr> isolated(Expr e, Expr v, const Expr& x) {
  constexpr int deepest = 40;
  for (int depth = 0; depth < deepest; ++depth) {
    if (e == x) return v;
    if (e.args().empty() || is_repeated(e) || is_opaque(e)) return std::nullopt;
    const bool first = depends_on(e.arg(0), x);
    if (e.args().size() > 2 || (e.args().size() == 2 && first && depends_on(e.arg(1), x))) return std::nullopt;
    const Expr other = e.args().size() == 2 ? e.arg(first ? 1 : 0) : Expr(0);
    switch (e.op()) {
      case Op::neg:
        v = -v;
        break;
      case Op::add:
        v = v - other;
        break;
      case Op::sub:
        v = first ? v + other : other - v;
        break;
      case Op::mul:
        v = v / other;
        break;
      case Op::div:
        v = first ? v * other : other / v;
        break;
      case Op::pow:
        v = first ? pow(v, Expr(1) / other) : log(v) / log(other);
        break;
      case Op::exp:
        v = log(v);
        break;
      case Op::log:
        v = exp(v);
        break;
      case Op::sqrt:
        v = pow(v, Expr(2));
        break;
      default:
        return std::nullopt;
    }
    e = e.arg(first ? 0 : e.args().size() - 1);
  }
  return std::nullopt;
}

std::optional<Expr> solved(const Relation& r, const Expr& x) {
  const bool left = depends_on(r.lhs, x), right = depends_on(r.rhs, x);
  if (!left && !right) return std::nullopt;
  if (left != right)
    if (auto v = left ? isolated(r.lhs, r.rhs, x) : isolated(r.rhs, r.lhs, x)) return v;
  try {  // linear in x
    const Expr d = sub(r.lhs, r.rhs), slope = derivative(d, x);
    if (depends_on(slope, x) || slope.is_constant(0)) return std::nullopt;
    return -substitute(d, {{x, Expr(0)}}) / slope;
  } catch (const Error&) {  // what is not differentiated
    return std::nullopt;
  }
}

// ---- the relations of a formula

class Relations {
 public:
  // Variables bound inside stand at an end of their interval, or where what the formula assumes of them is tight.
  std::vector<Relation> of(const Formula& f) {
    collect(f, {});
    return std::move(out_);
  }

 private:
  static constexpr std::size_t most = 24;
  void collect(const Formula& f, const std::vector<Relation>& given) {
    if (out_.size() >= most) return;
    using Kind = Formula::Kind;
    if (f.is(Kind::relation)) {
      out_.push_back(f.relation);
      return;
    }
    if (!f.is(Kind::forall) && !f.is(Kind::exists)) {
      for (const Formula& part : f.parts) collect(part, given);
      return;
    }
    std::vector<Expr> places;
    if (f.bound.lo) places.push_back(*f.bound.lo);
    if (f.bound.hi) places.push_back(*f.bound.hi);
    tight(f.parts[0], f.bound.variable, places);
    for (const Expr& place : places) collect(f.at(place), given);
    if (places.empty()) collect(f.parts[0], given);
  }
  // Where the premises of implications in f are tight in x.
  static void tight(const Formula& f, const Expr& x, std::vector<Expr>& places) {
    if (f.is(Formula::Kind::implies) && f.parts[0].is(Formula::Kind::relation))
      if (auto v = solved(f.parts[0].relation, x)) places.push_back(*v);
  }
  std::vector<Relation> out_;
};

// ---- looking in doubles

// A relation, less or more than it says by a little.
bool roughly(Relation r, const Place& point, double slack) {
  if (!nodes_of(r, is_integral).empty()) {
    constexpr double of_quadrature = 1e-6;
    const auto lhs = with_numbers_for_integrals(r.lhs, point);
    const auto rhs = lhs ? with_numbers_for_integrals(r.rhs, point) : std::nullopt;
    if (!rhs) return slack > 0;
    r = {r.rel, *lhs, *rhs};
    slack = slack > 0 ? std::max(slack, of_quadrature) : std::min(slack, -of_quadrature);
  }
  std::vector<Variable> names;
  std::vector<double> values;
  for (const auto& [name, x] : point) {
    names.push_back({name, false, {}});
    values.push_back(x);
  }
  auto probe = Probe::of({r.lhs, r.rhs}, names);
  if (!probe) return slack > 0;
  count_work(probe->length());
  probe->at(values);
  const double a = probe->value(0), b = probe->value(1);
  if (std::isnan(a) || std::isnan(b)) return false;
  const double room = slack * (std::fabs(a) + std::fabs(b) + 1e-300);
  if (r.rel == Rel::eq) return slack > 0 ? std::fabs(a - b) <= room : a == b;
  return std::isfinite(room) ? a - b >= -room : a >= b;
}

std::optional<double> value_of(const Expr& e, const Place& point) {
  std::vector<Variable> names;
  std::vector<double> values;
  for (const auto& [name, x] : point) {
    names.push_back({name, false, {}});
    values.push_back(x);
  }
  auto probe = Probe::of({e}, names);
  if (!probe) return std::nullopt;
  probe->at(values);
  const double v = probe->value();
  return std::isfinite(v) ? std::optional(v) : std::nullopt;
}

// A few numbers of a quantifier's interval.
std::vector<double> numbers_of(const Formula::Bound& b, const Place& point) {
  const auto end = [&](const std::optional<Expr>& e) { return e ? value_of(*e, point) : std::nullopt; };
  const auto lo = end(b.lo), hi = end(b.hi);
  if ((b.lo && !lo) || (b.hi && !hi)) return {};
  std::vector<double> all;
  if (lo && hi) {
    for (const double u : {0.0, 0.001, 0.25, 0.5, 0.8, 0.999, 1.0}) all.push_back(*lo + u * (*hi - *lo));
  } else {
    for (const double u : {0.0, 0.001, 0.3, 1.0, 2.5, 17.0, 1000.0}) {
      if (lo || !hi) all.push_back(lo.value_or(0) + u);
      if (hi || !lo) all.push_back(hi.value_or(0) - u);
    }
  }
  if (b.integer)
    for (double& x : all) x = std::round(x);
  std::erase_if(all, [&](double x) {
    return (lo && (b.lo_closed ? x < *lo : x <= *lo)) || (hi && (b.hi_closed ? x > *hi : x >= *hi));
  });
  return all;
}

// For p that is not so near to 1 that a double loses 1 - p.
constexpr double least_tail = 1e-6;
double normal_quantile(double p) { return -std::sqrt(2.0) * boost::math::erfc_inv(2 * p); }

bool looks_true(const Formula& f, const Place& point, double slack) {
  switch (f.kind) {
    case Formula::Kind::relation:
      return roughly(f.relation, point, slack);
    case Formula::Kind::both:
      return looks_true(f.parts[0], point, slack) && looks_true(f.parts[1], point, slack);
    case Formula::Kind::either:
      return looks_true(f.parts[0], point, slack) || looks_true(f.parts[1], point, slack);
    case Formula::Kind::implies:
      return !looks_true(f.parts[0], point, -slack) || looks_true(f.parts[1], point, slack);
    case Formula::Kind::forall:
    case Formula::Kind::exists:
      break;
  }
  Place inside = point;
  if (f.is(Formula::Kind::exists)) {
    const auto u = argument_of_quantile(f);
    const auto p = u ? value_of(*u, point) : std::nullopt;
    if (!p || !(*p > least_tail && *p < 1 - least_tail)) return true;
    inside[f.bound.variable.name()] = normal_quantile(*p);
    return looks_true(f.parts[0], inside, slack);
  }
  return std::ranges::all_of(numbers_of(f.bound, point), [&](double x) {
    inside[f.bound.variable.name()] = x;
    return looks_true(f.parts[0], inside, slack);
  });
}

}  // namespace

bool plausible(const Formula& f, const Place& point) { return looks_true(f, point, 1e-9); }

std::vector<Place> sample_points(const Context& context, std::size_t most) {
  constexpr int tries = 400;
  std::vector<Place> out;
  std::uint64_t state = 88172645463325252ULL;
  const auto draw = [&] {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  };
  for (int i = 0; i < tries && out.size() < most; ++i) {
    Place p;
    for (const Variable& v : context.variables()) {
      const Ends ends = ends_of(v.range);
      double x = i % 2 == 0 || ends.bounded() ? scattered(ends, draw()) : scattered_far(ends, draw(), draw() < 0.5);
      if (v.integer) x = std::round(x);
      p[v.name] = x;
    }
    if (std::ranges::all_of(context.hypotheses(), [&](const Relation& h) { return roughly(h, p, 1e-9); }))
      out.push_back(std::move(p));
  }
  return out;
}

std::vector<Expr> witnesses(const Formula& q, const Context& context) {
  const auto& b = q.bound;
  std::vector<Expr> out;
  const auto offer = [&](const Expr& e) {
    const auto names = variables_of(e);
    const bool known = std::ranges::all_of(names, [&](const auto& n) { return context.find(Expr::variable(n)); });
    if (!known || (b.integer && !is_whole(e, context))) return;
    const auto number = rational_value(e);
    const Expr plain = number ? Expr(*number) : e;
    if (std::ranges::find(out, plain) == out.end()) out.push_back(plain);
  };
  std::vector<Expr> places;
  for (const Relation& r : Relations().of(q.parts[0]))
    if (auto v = solved(r, b.variable); v && std::ranges::find(places, *v) == places.end()) places.push_back(*v);
  constexpr std::size_t few = 6;
  if (places.size() > few) places.resize(few);
  const std::size_t single = places.size();
  for (std::size_t i = 0; i < single; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      places.push_back(max(places[i], places[j]));
      places.push_back(min(places[i], places[j]));
      if (!b.integer) places.push_back((places[i] + places[j]) / Expr(2));
    }
  for (const Expr& s : places) {
    offer(s);
    if (b.integer && !is_whole(s, context)) {
      for (const Expr& e : {ceil(s), ceil(s) + Expr(1), floor(s), ceil(abs(s)) + Expr(1)}) offer(e);
    } else {
      offer(s + Expr(1));
      offer(s - Expr(1));
      if (!b.integer) offer(s / Expr(2)), offer(s * Expr(2));
    }
  }
  if (b.lo) offer(*b.lo), offer(*b.lo + Expr(1));
  if (b.hi) offer(*b.hi), offer(*b.hi - Expr(1));
  if (b.lo && b.hi) offer((*b.lo + *b.hi) / Expr(2));
  for (const long k : {0L, 1L, -1L, 2L}) offer(Expr(k));
  offer(Expr(Rational(1) / Rational(2)));
  std::vector<Expr> variables;
  for (const Variable& v : context.variables()) variables.push_back(Expr::variable(v.name));
  for (const Expr& v : variables) {
    offer(v);
    offer(v + Expr(1));
    offer(v - Expr(1));
    offer(-v);
    offer(v * Expr(2));
    if (!b.integer) offer(v / Expr(2)), offer(Expr(1) / v);
  }
  for (const Expr& v : variables)
    for (const Expr& w : variables) {
      if (v == w) continue;
      if (v.name() < w.name()) {
        offer(v + w), offer(v * w), offer(max(v, w)), offer(min(v, w));
        if (!b.integer) offer((v + w) / Expr(2));
      }
      offer(v - w);
    }
  constexpr std::size_t most = 120;
  if (out.size() > most) out.resize(most);
  return out;
}

std::vector<Expr> instances(const Formula& fact, const Relation& goal, const Context& context) {
  std::vector<Expr> out;
  const Expr& y = fact.bound.variable;
  const auto known = [&](const Expr& e) {
    return std::ranges::all_of(variables_of(e), [&](const auto& n) { return context.find(Expr::variable(n)); });
  };
  Algebra a = context.algebra();
  const auto difference = [](const Relation& r) { return sub(r.lhs, r.rhs); };
  for (const Relation& r : Relations().of(fact.parts[0])) {
    if (!depends_on(difference(r), y)) continue;
    const auto v = solved({Rel::eq, sub(difference(r), difference(goal)), 0}, y);
    if (!v || depends_on(*v, y) || !known(*v)) continue;
    const Expr plain = a.simplified(*v).value_or(*v);
    const auto number = rational_value(plain);
    const Expr e = number ? Expr(*number) : plain;
    if (fact.bound.integer && !is_whole(e, context)) continue;
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
  }
  return out;
}

}  // namespace dpcert::verify
