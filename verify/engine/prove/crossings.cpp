#include "verify/engine/prove/crossings.hpp"

#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/prove/witnesses.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_crossings = 4, points_looked_at = 40;

// The equations in x that hold wherever the formula does.
void equations_in(const Formula& f, const Expr& x, std::vector<Relation>& out) {
  if (f.is(Formula::Kind::both))
    for (const Formula& part : f.parts) equations_in(part, x, out);
  if (f.is(Formula::Kind::relation) && f.relation.rel == Rel::eq && mentions(f.relation, x)) out.push_back(f.relation);
}

// The ends of the interval, what the variables of the context offer, also beyond them on both sides, and numbers.
std::vector<Expr> places(const Formula::Bound& b, const Context& c) {
  std::vector<Expr> out;
  const auto offer = [&](const Expr& e) {
    const auto q = rational_value(e);
    const Expr plain = q ? Expr(*q) : e;
    if (std::ranges::find(out, plain) == out.end() && is_defined(c, plain)) out.push_back(plain);
  };
  if (b.lo && b.lo_closed) offer(*b.lo);
  if (b.hi && b.hi_closed) offer(*b.hi);
  for (const Variable& known : c.variables()) {
    const Expr v = Expr::variable(known.name), one = 1, two = 2;
    for (const Expr& e : {v,       -v,      abs(v),       -abs(v),       abs(v) + one, -abs(v) - one,   v + one,
                          v - one, v / two, two * v,      v / (one + v), one / v,      one / (one + v), v * v,
                          exp(v),  exp(-v), log(one + v), log(v),        sqrt(v),      v * exp(-v)})
      offer(e);
  }
  for (const auto& [p, q] : {std::pair{0L, 1L},
                             {1L, 1L},
                             {1L, 2L},
                             {2L, 1L},
                             {3L, 2L},
                             {1L, 4L},
                             {3L, 4L},
                             {3L, 1L},
                             {4L, 1L},
                             {5L, 1L},
                             {10L, 1L},
                             {1L, 10L},
                             {1L, 100L},
                             {100L, 1L}}) {
    const Rational at(p, q);
    offer(Expr(at)), offer(Expr(-at));
    if (b.lo && b.hi && at < Rational(1)) {
      offer(*b.lo + Expr(at) * (*b.hi - *b.lo));
      offer(*b.hi - Expr(at) * (*b.hi - *b.lo));
    }
  }
  return out;
}

}  // namespace

std::vector<rule::Root> crossings(const Formula& exists, const Context& context, const std::string& name) {
  std::vector<rule::Root> out;
  const Formula::Bound& b = exists.bound;
  if (b.integer) return out;
  std::vector<Relation> equations;
  equations_in(exists.parts[0], b.variable, equations);
  if (equations.empty()) return out;
  const auto points = sample_points(context, points_looked_at);
  const Expr x = Expr::variable(name);
  for (const Relation& r : equations) {
    const Expr f = substitute(sub(r.lhs, r.rhs), {{b.variable, x}});
    // Where the function is below 0, or above it, at all points of the context: values there, with the places.
    struct Place {
      Expr at;
      std::vector<double> where;
      bool below;
    };
    std::vector<Place> all;
    for (const Expr& e : places(b, context)) {
      const Expr value = substitute(f, {{x, e}});
      auto probe = Probe::of({value, e, b.lo.value_or(e), b.hi.value_or(e)}, context.variables());
      if (!probe) continue;
      count_work(probe->length() * (points.size() + 1));
      Place p{e, {}, true};
      bool below = true, above = true, inside = true;
      for (const auto& point : points) {
        std::vector<double> at;
        for (const Variable& v : context.variables()) at.push_back(point.at(v.name));
        probe->at(at);
        const double y = probe->value(0), t = probe->value(1), lo = probe->value(2), hi = probe->value(3);
        below &= y <= 0, above &= y >= 0;
        inside &= (!b.lo || (b.lo_closed ? t >= lo : t > lo)) && (!b.hi || (b.hi_closed ? t <= hi : t < hi));
        p.where.push_back(t);
      }
      p.below = below;
      if (inside && (below || above)) all.push_back(std::move(p));
    }
    // As they were offered: simple ones first.
    for (std::size_t j = 0; j < all.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) {
        const Place *low = &all[i], *high = &all[j];
        if (low->below == high->below || low->where.empty()) continue;
        if (low->where[0] > high->where[0]) std::swap(low, high);
        if (!std::ranges::equal(low->where, high->where, [](double s, double t) { return s <= t; })) continue;
        out.push_back({name, low->below ? f : substitute(sub(r.rhs, r.lhs), {{b.variable, x}}), low->at, high->at});
        if (out.size() == most_crossings) return out;
      }
  }
  return out;
}

}  // namespace dpcert::verify
