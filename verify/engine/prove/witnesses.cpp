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
#include "verify/engine/prove/divisors.hpp"
#include "verify/engine/prove/quadrature.hpp"
#include "verify/engine/prove/quantiles.hpp"
#include "verify/engine/prove/solutions.hpp"
#include "verify/engine/tactics/stationary.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

using Place = std::map<std::string, double>;

// Zeros of the derivative in x of a relation's difference: as tactics look for them, by what the context says of the
// other names; else as it comes and over a common denominator.
std::vector<Expr> stationary(Context c, const Relation& r, const Expr& x) {
  const Expr d = sub(r.lhs, r.rhs);
  try {
    for (const auto& name : variables_of(d))
      if (!c.find(Expr::variable(name))) c = c.with_variable({name, false, {}});
    if (auto out = stationary_points(c, d, x); !out.empty()) return out;
    const Expr slope = derivative(d, x);
    auto out = solutions({Rel::eq, slope, 0}, x, true);
    if (!out.empty()) return out;
    Algebra a([](const Expr&) { return true; });
    const auto fraction = a.fraction(slope);
    return fraction ? solutions({Rel::eq, fraction->first, 0}, x, true) : out;
  } catch (const Error&) {  // what is not differentiated
    return {};
  }
}

// ---- the relations of a formula

class Relations {
 public:
  // Variables bound inside stand at an end of their interval, or where what the formula assumes of them is tight.
  // `all`: also at an infinite end above, and at all places where it is tight.
  Relations(const Context& c, bool all) : c_(c), all_(all) {}
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
    if (all_ && !f.bound.integer && f.parts[0].is(Kind::relation))
      for (const Expr& v : stationary(c_, f.parts[0].relation, f.bound.variable)) places.push_back(v);
    for (const Expr& place : places) collect(f.at(place), given);
    const auto far = f.bound.hi || !all_ ? std::nullopt : at_infinity(f.parts[0], f.bound.variable);
    if (far) collect(*far, given);
    if (places.empty() && !far) collect(f.parts[0], given);
  }
  // The body of a quantifier as its variable grows, where all its relations have limits.
  static std::optional<Formula> at_infinity(const Formula& f, const Expr& x) {
    if (!f.is(Formula::Kind::relation)) {
      Formula out = f;
      for (Formula& part : out.parts) {
        const auto far = at_infinity(part, x);
        if (!far) return std::nullopt;
        part = *far;
      }
      return out;
    }
    const auto limit = limit_at_infinity(f.relation, x);
    return limit ? std::optional(Formula::of({f.relation.rel, *limit, 0})) : std::nullopt;
  }
  // Where the premises of implications in f are tight in x.
  void tight(const Formula& f, const Expr& x, std::vector<Expr>& places) const {
    if (f.is(Formula::Kind::implies) && f.parts[0].is(Formula::Kind::relation))
      for (const Expr& v : solutions(f.parts[0].relation, x, all_)) places.push_back(v);
  }
  const Context& c_;
  bool all_;
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

// How a formula looks at a point. Of a number that is to exist nothing is known if none of a few will do.
enum class Look : std::uint8_t { wrong, unknown, right };

Look look(const Formula& f, const Place& point, double slack, int searches) {
  const auto of = [&](std::size_t part) { return look(f.parts[part], point, slack, searches); };
  switch (f.kind) {
    case Formula::Kind::relation:
      return roughly(f.relation, point, slack) ? Look::right : Look::wrong;
    case Formula::Kind::both: {
      const Look first = of(0);
      return first == Look::wrong ? first : std::min(first, of(1));
    }
    case Formula::Kind::either: {
      const Look first = of(0);
      return first == Look::right ? first : std::max(first, of(1));
    }
    case Formula::Kind::implies:
      return look(f.parts[0], point, -slack, 0) == Look::wrong ? Look::right : of(1);
    case Formula::Kind::forall:
    case Formula::Kind::exists:
      break;
  }
  Place inside = point;
  const std::string& name = f.bound.variable.name();
  Look all = Look::right;
  if (f.is(Formula::Kind::exists)) {
    if (const auto u = argument_of_quantile(f)) {
      const auto p = value_of(*u, point);
      if (!p || !(*p > least_tail && *p < 1 - least_tail)) return Look::unknown;
      inside[name] = normal_quantile(*p);
      return look(f.parts[0], inside, slack, searches);
    }
    if (searches == 0) return Look::unknown;
    for (const double x : numbers_of(f.bound, point)) {
      inside[name] = x;
      if (look(f.parts[0], inside, slack, searches - 1) == Look::right) return Look::right;
    }
    return Look::unknown;
  }
  for (const double x : numbers_of(f.bound, point)) {
    inside[name] = x;
    all = std::min(all, look(f.parts[0], inside, slack, searches));
    if (all == Look::wrong) break;
  }
  return all;
}

// Candidates for the variable of a quantified formula, in the order of their promise.
class Candidates {
 public:
  Candidates(const Formula& q, const Context& context) : q_(q), b_(q.bound), c_(context) {
    for (const Variable& v : context.variables()) variables_.push_back(Expr::variable(v.name));
  }

  // Where the relations are tight, where their sides differ most or least, the ends, small numbers, and what the
  // variables offer.
  std::vector<Expr> near() {
    near_solutions(false);
    extremal();
    if (b_.lo) offer(*b_.lo), offer(*b_.lo + Expr(1));
    if (b_.hi) offer(*b_.hi), offer(*b_.hi - Expr(1));
    if (b_.lo && b_.hi) offer((*b_.lo + *b_.hi) / Expr(2));
    for (const long k : {0L, 1L, -1L, 2L}) offer(Expr(k));
    offer(Expr(Rational(1) / Rational(2)));
    from_variables();
    return taken();
  }
  // All places where they are tight, also moved into the interval, and further numbers.
  std::vector<Expr> further() {
    near_solutions(true);
    inside_interval();
    more_numbers();
    return taken();
  }

 private:
  std::vector<Expr> taken() {
    constexpr std::size_t most = 120;
    if (out_.size() > most) out_.resize(most);
    return std::move(out_);
  }

  void offer(const Expr& e) {
    const auto names = variables_of(e);
    const bool known = std::ranges::all_of(names, [&](const auto& n) { return c_.find(Expr::variable(n)); });
    const auto whole = b_.integer ? as_whole(e, c_) : e;
    if (!known || !whole) return;
    const auto number = rational_value(e);
    const Expr plain = number ? Expr(*number) : *whole;
    if (std::ranges::find(out_, plain) == out_.end()) out_.push_back(plain);
  }

  void near_solutions(bool all) {
    for (const Relation& r : Relations(c_, all).of(q_.parts[0]))
      for (const Expr& v : solutions(r, b_.variable, all))
        if (std::ranges::find(places_, v) == places_.end()) places_.push_back(v);
    constexpr std::size_t few = 6;
    if (places_.size() > few) places_.resize(few);
    std::vector<Expr> places = places_;
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        places.push_back(max(places_[i], places_[j]));
        places.push_back(min(places_[i], places_[j]));
        if (!b_.integer) places.push_back((places_[i] + places_[j]) / Expr(2));
      }
    for (const Expr& s : places) {
      offer(s);
      if (b_.integer && !is_whole(s, c_)) {
        for (const Expr& e : {ceil(s), ceil(s) + Expr(1), floor(s), ceil(abs(s)) + Expr(1)}) offer(e);
      } else {
        offer(s + Expr(1));
        offer(s - Expr(1));
        if (!b_.integer) offer(s / Expr(2)), offer(s * Expr(2));
      }
    }
  }

  // Where a supremum or an infimum over the inside is attained.
  void extremal() {
    const Expr& x = b_.variable;
    if (b_.integer) return;
    for (const Relation& r : Relations(c_, false).of(q_.parts[0]))
      for (const Expr& v : stationary(c_, r, x)) offer(v);
  }

  void from_variables() {
    for (const Expr& v : variables_) {
      offer(v);
      offer(v + Expr(1));
      offer(v - Expr(1));
      offer(-v);
      offer(v * Expr(2));
      if (b_.integer) continue;
      offer(v / Expr(2));
      offer(Expr(1) / v);
      offer(Expr(1) / pow(v, Expr(2)) + Expr(1));  // far enough for a logarithm or a root against v times it
    }
    for (const Expr& v : variables_)
      for (const Expr& w : variables_) {
        if (v == w) continue;
        if (v.name() < w.name()) {
          offer(v + w), offer(v * w), offer(max(v, w)), offer(min(v, w));
          if (!b_.integer) offer((v + w) / Expr(2));
        }
        offer(v - w);
      }
  }

  // What need not lie in the interval, moved into it: a solution halfway to an end or not beyond the other one, with
  // abs(v) + 1 for a variable of both signs, and what positive variables make of the whole interval.
  void inside_interval() {
    std::vector<Expr> places = places_;
    for (const Expr& s : places_)
      for (const Expr& v : variables_)
        if (depends_on(s, v)) places.push_back(substitute(s, {{v, abs(v) + Expr(1)}}));
    for (const Expr& s : places) {
      offer(s);
      if (b_.integer) {
        if (b_.lo) offer(max(*b_.lo, ceil(s))), offer(max(*b_.lo, floor(s) + Expr(1)));
        continue;
      }
      if (b_.lo) offer(max(*b_.lo, s)), offer(max(*b_.lo, s) + Expr(1)), offer((*b_.lo + s) / Expr(2));
      if (b_.hi) offer(min(*b_.hi, s)), offer((s + *b_.hi) / Expr(2));
      if (b_.lo && b_.hi) {
        offer(max(*b_.lo, (s + *b_.hi) / Expr(2)));
        offer(min(*b_.hi, (s + *b_.lo) / Expr(2)));
      }
    }
    if (b_.integer || !b_.lo || !b_.hi) return;
    for (const Expr& v : variables_) {
      if (!c_.knows({v, Need::nonnegative})) continue;
      offer(*b_.lo + (*b_.hi - *b_.lo) / (Expr(1) + v));
      offer(*b_.lo + (*b_.hi - *b_.lo) * v / (Expr(1) + v));
    }
  }

  // What holds from some number on, or below some number.
  void more_numbers() {
    for (const long k : {3L, 4L, 5L, 6L, 8L, 10L, 12L, 16L, 32L, 100L}) {
      offer(Expr(k));
      if (!b_.integer) offer(Expr(Rational(1) / Rational(k)));
    }
    if (!b_.lo) return;
    for (const long k : {2L, 3L, 10L, 16L, 100L}) offer(*b_.lo + Expr(k));
    offer(Expr(2) * *b_.lo), offer(Expr(2) * *b_.lo + Expr(1));
  }

  const Formula& q_;
  const Formula::Bound& b_;
  const Context& c_;
  std::vector<Expr> variables_, places_, out_;
};

}  // namespace

namespace {
constexpr double slack_of_doubles = 1e-9;
}
bool plausible(const Formula& f, const Place& point) { return look(f, point, slack_of_doubles, 0) != Look::wrong; }
bool seen_true(const Formula& f, const Place& point) { return look(f, point, slack_of_doubles, 1) == Look::right; }

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
    // Of what is strict, the border is no point.
    if (std::ranges::all_of(context.hypotheses(), [&](const Relation& h) {
          return roughly(h, p, 1e-9) && (h.rel != Rel::gt || !roughly({Rel::ge, h.rhs, h.lhs}, p, 0));
        }))
      out.push_back(std::move(p));
  }
  return out;
}

std::vector<Expr> witnesses(const Formula& q, const Context& context) {
  std::vector<Expr> out = quotients(q, context);
  for (const Expr& e : divisors(q, context)) out.push_back(e);
  for (const Expr& e : Candidates(q, context).near())
    if (std::ranges::find(out, e) == out.end()) out.push_back(e);
  return out;
}
std::vector<Expr> further_witnesses(const Formula& q, const Context& context) {
  return Candidates(q, context).further();
}

std::vector<Expr> instances(const Formula& fact, const Relation& goal, const Context& context) {
  std::vector<Expr> out;
  const Expr& y = fact.bound.variable;
  const auto known = [&](const Expr& e) {
    return std::ranges::all_of(variables_of(e), [&](const auto& n) { return context.find(Expr::variable(n)); });
  };
  Algebra a = context.algebra();
  const auto difference = [](const Relation& r) { return sub(r.lhs, r.rhs); };
  for (const Relation& r : Relations(context, false).of(fact.parts[0])) {
    if (!depends_on(difference(r), y)) continue;
    for (const Expr& v : solutions({Rel::eq, sub(difference(r), difference(goal)), 0}, y, false)) {
      if (!known(v)) continue;
      const Expr plain = a.simplified(v).value_or(v);
      const auto number = rational_value(plain);
      const Expr e = number ? Expr(*number) : plain;
      if (fact.bound.integer && !is_whole(e, context)) continue;
      if (std::ranges::find(out, e) == out.end()) out.push_back(e);
    }
  }
  return out;
}

}  // namespace dpcert::verify
