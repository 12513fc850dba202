// Sines and cosines of sums and multiples of angles by those of the angles, and these as the coordinates of a point of
// the unit circle.
#include <algorithm>
#include <map>
#include <numeric>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// An angle as whole multiples of one angle for each variable.
struct Multiples {
  std::map<std::string, std::pair<Expr, long>> of;  // by variable: its angle, and how often
  [[nodiscard]] long total() const {
    return std::accumulate(of.begin(), of.end(), 0L,
                           [](long n, const auto& m) { return n + std::abs(m.second.second); });
  }
};

// The greatest angle q x for each variable x of which every multiple of x under a sine or cosine is a whole one.
std::optional<std::map<std::string, Rational>> units(const std::vector<Expr>& angles) {
  std::map<std::string, Rational> out;
  for (const Expr& u : angles) {
    const auto a = affine(u);
    if (!a || !a->constant.is_zero()) return std::nullopt;
    for (const auto& [name, c] : a->coefficients) {
      const auto p = c.to_int64_numerator(), q = c.to_int64_denominator();
      if (!p || !q) return std::nullopt;
      auto [it, fresh] = out.try_emplace(name, abs(c));
      if (fresh) continue;
      const auto p0 = it->second.to_int64_numerator(), q0 = it->second.to_int64_denominator();
      if (!p0 || !q0) return std::nullopt;
      const std::int64_t l = std::lcm(*q, *q0);
      it->second = Rational(std::gcd(*p * (l / *q), *p0 * (l / *q0)), l);
    }
  }
  return out;
}

std::optional<Multiples> multiples(const Expr& u, const std::map<std::string, Rational>& of) {
  const auto a = affine(u);
  if (!a) return std::nullopt;
  Multiples out;
  for (const auto& [name, c] : a->coefficients) {
    const Rational& q = of.at(name);
    const auto k = (c / q).to_int64();
    if (!k) return std::nullopt;
    const Expr x = Expr::variable(name);
    out.of.emplace(name, std::pair{q == Rational(1) ? x : mul(Expr(q), x), *k});
  }
  return out;
}

// Real and imaginary part of the product of (cos + i sin)^k.
std::pair<Expr, Expr> expanded(const Multiples& m) {
  std::vector<Expr> names;
  for (const auto& [name, angle] : m.of) {
    names.push_back(Expr::variable("cos " + name));
    names.push_back(Expr::variable("sin " + name));
  }
  Poly re{{Powers(names.size()), Rational(1)}}, im;
  const auto sum = [](Poly a, const Poly& b, long sign) {
    for (const auto& [p, c] : b) a[p] += Rational(sign) * c;
    std::erase_if(a, [](const auto& t) { return t.second.is_zero(); });
    return a;
  };
  std::size_t place = 0;
  for (const auto& [name, angle] : m.of) {
    Powers c(names.size()), s(names.size());
    c[place] = s[place + 1] = 1;
    place += 2;
    const long k = angle.second, sign = k < 0 ? -1 : 1;
    const Poly cosine{{c, Rational(1)}}, sine{{s, Rational(sign)}};
    for (long i = 0; i < std::abs(k); ++i) {
      Poly next = sum(product(re, cosine), product(im, sine), -1);
      im = sum(product(re, sine), product(im, cosine), 1);
      re = std::move(next);
    }
  }
  const auto written = [&](const Poly& p) {
    Expr e = expression(p, names);
    place = 0;
    for (const auto& [name, angle] : m.of) {
      e = replaced(e, names[place], cos(angle.first));
      e = replaced(e, names[place + 1], sin(angle.first));
      place += 2;
    }
    return e;
  };
  return {written(re), written(im)};
}

// -((cos u - C)^2 + (sin u - S)^2) >= 0: constant in each variable, and 0 where all of them are.
Tree nothing_between(const Goal& g, std::vector<std::string> names, const Subprover& s) {
  if (names.empty()) return s.immediate(g);
  const Expr x = Expr::variable(names.back());
  if (!g.context.find(x)) return std::nullopt;
  names.pop_back();
  return steps(g, rule::Widen{x, Range{}}, {[&](const Goal& wide) {
                 return steps(
                     wide, rule::Deriv{x, 0},
                     {[&](const Goal& at) { return nothing_between(at, names, s); }, s.immediate, s.immediate});
               }});
}

// a = b where -(a - b)^2 - (c - d)^2 >= 0 is hypothesis `number`.
Tree by_squares_of_both(const Goal& g, std::size_t number, const Expr& other) {
  return steps(g, rule::Both{}, {[&](const Goal& half) {
                 const Expr d = half.difference();
                 return steps(half, rule::Cases{d},
                              {[](const Goal& k) -> Tree { return Proof{rule::Hyp{k.context.hypotheses().size()}}; },
                               [&](const Goal&) -> Tree {
                                 const Expr w = quotient(1, negate(d));
                                 return Proof{rule::Combine{mul(w, pow(other, 2)), {{number, w}}}};
                               }});
               }});
}

}  // namespace

namespace {

// What is left when the angles are those of single variables.
Tree of_single_angles(const Goal& h, const Subprover& s, int depth) {
  if (auto t = s.immediate(h)) return t;
  if (auto t = by_circles(h, s)) return t;
  if (h.relation.rel == Rel::eq)
    return steps(h, rule::Both{}, {[&](const Goal& k) { return s.prove(k, depth - 1, s.numeric); }});
  if (auto t = by_circle_points(h, s, depth)) return t;
  return s.prove(h, depth - 1, s.numeric);
}

// By the addition theorems.
Tree by_parts_of_angles(const Goal& g, const Subprover& s, int depth) {
  Goal h = g;
  Proof out;
  if (!take_arguments_apart(h, out)) return std::nullopt;
  // sin(pi) is 0.
  const auto form = h.context.algebra().simplified(h.difference());
  const auto rest = [&](const Goal& k) { return of_single_angles(k, s, depth); };
  const Tree t = form && is_defined(h.context, *form) ? rewritten(h, *form, 0, rest) : rest(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_angles(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  if (auto t = by_parts_of_angles(g, s, depth)) return t;
  std::vector<Expr> angles;
  for (const Expr& f : nodes_of(g.relation, is_wave))
    if (std::ranges::find(angles, f.arg(0)) == angles.end()) angles.push_back(f.arg(0));
  if (angles.empty() || angles.size() > Effort::Angles::most) return std::nullopt;
  const auto unit = units(angles);
  if (!unit) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& u : angles) {
    const auto m = multiples(u, *unit);
    if (!m || m->total() > Effort::Angles::most_multiples) return std::nullopt;
    if (m->total() <= 1) continue;
    const auto [c, sn] = expanded(*m);
    const Expr dc = sub(cos(u), c), ds = sub(sin(u), sn);
    const Relation both{Rel::ge, negate(add(pow(dc, 2), pow(ds, 2))), 0};
    std::vector<std::string> names;
    for (const auto& [name, angle] : m->of) names.push_back(name);
    const auto proof = nothing_between({h.context, both}, names, s);
    if (!proof) return std::nullopt;
    cut_in(out, h, both, *proof);
    const std::size_t number = h.context.hypotheses().size();
    for (const bool cosine : {true, false}) {
      const Expr f = cosine ? cos(u) : sin(u);
      if (nodes_of(h.relation, [&](const Expr& e) { return e == f; }).empty()) continue;
      const Relation equal{Rel::eq, f, cosine ? c : sn};
      const auto t = by_squares_of_both({h.context, equal}, number, cosine ? ds : dc);
      if (!t) return std::nullopt;
      cut_in(out, h, equal, *t);
      if (!put_value(f, equal.rhs, h, out)) return std::nullopt;
    }
  }
  if (out.empty()) return std::nullopt;
  const Tree t = of_single_angles(h, s, depth);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// On half a circle one coordinate is the root of what the square of the other one leaves.
static Tree on_halves_of_circle(const Goal& g, const std::vector<Expr>& points, const Subprover& s, int depth) {
  if (points.size() != 2) return std::nullopt;
  // The one with the lower power is left out.
  Algebra a = g.context.algebra();
  const auto power = [&](const Expr& x) {
    const auto c = a.coefficients(g.difference(), x);
    return c ? c->size() : std::size_t{Effort::Angles::most_multiples} + 1;
  };
  const Expr& y = power(points[1]) <= power(points[0]) ? points[1] : points[0];
  const Variable* v = g.context.find(y);
  if (!v) return std::nullopt;
  const auto rest = [&](const Goal& half) { return s.prove(half, depth - 1, s.numeric); };
  const bool signed_already = !(v->range.lo.value < Rational(0)) || !(Rational(0) < v->range.hi.value);
  if (signed_already) return std::nullopt;
  const auto mirrored = [&](const Goal& below) {
    const std::string name = fresh_name(below.context);
    const Range range{{false, true, Rational(0)}, {false, true, -v->range.lo.value}};
    return steps(below, rule::Subst{y, name, range, negate(Expr::variable(name))}, {rest});
  };
  return steps(g, rule::Split{y, Rational(0)}, {mirrored, rest});
}

Tree by_circle_points(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1 || g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> angles;
  for (const Expr& f : nodes_of(g.relation, is_wave)) {
    // In sin(cos(x)) the point is that of x.
    if (!nodes_of({Rel::ge, f.arg(0), 0}, is_wave).empty()) continue;
    if (std::ranges::find(angles, f.arg(0)) == angles.end()) angles.push_back(f.arg(0));
  }
  if (angles.empty() || angles.size() > Effort::Angles::most_points) return std::nullopt;
  Goal h = g;
  Proof out;
  std::vector<Expr> points;  // sine and cosine, by turns
  for (const Expr& u : angles) {
    if (!is_defined(h.context, u) || !take(rule::Fact{rule::Fact::Of::sin, u}, h, out)) return std::nullopt;
    for (const Expr& f : {sin(u), cos(u)}) {
      const Interval r = g.context.range(f);
      Range range{{false, true, Rational(-1)}, {false, true, Rational(1)}};
      if (r.is_defined() && r.lower_rational() >= Rational(0)) range.lo.value = Rational(0);
      if (r.is_defined() && r.upper_rational() <= Rational(0)) range.hi.value = Rational(0);
      points.push_back(Expr::variable(fresh_name(h.context)));
      if (!take(rule::Gen{std::string(points.back().name()), range, f}, h, out)) return std::nullopt;
    }
  }
  // Nothing may be left of the angles but the points.
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!std::ranges::any_of(angles, [&](const Expr& u) { return depends_on(u, x); })) continue;
    if (depends_on(h.relation.lhs, x) || depends_on(h.relation.rhs, x)) return std::nullopt;
    const bool said = std::ranges::any_of(h.context.hypotheses(), [&](const Relation& r) { return mentions(r, x); });
    if (said && !take(rule::Widen{x, v.range}, h, out)) return std::nullopt;
  }
  // Most often what is left is a polynomial on circles.
  Tree t = by_gram_matrices(h, s, depth, s.round);
  if (!t) t = on_halves_of_circle(h, points, s, depth);
  if (!t) t = s.prove(h, depth - 1, s.numeric);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// --- Signs where the angle may come near a zero, or reach one: an enclosure over the box shows none there.

namespace {

// Between two neighbouring zeros of a sine or cosine, on which it has one sign.
struct Arc {
  Expr lo, hi;
  bool positive = true;
  bool touches_lo = true, touches_hi = true;  // as far as the enclosure tells
  Range angles = {};                          // closed; beyond the zeros that it touches
};

// A rational next to e, at most 1/8 below it.
Rational just_below(const Context& c, const Expr& e) {
  return (c.range(e, Effort::step_bits).lower_rational() * Rational(8)).floor() / Rational(8);
}

// The arc on which the angle of f lies by its enclosure, give or take what that is too wide.
std::optional<Arc> arc_of(const Context& c, const Expr& f) {
  const Interval angle = c.range(f.arg(0), Effort::step_bits);
  if (!angle.is_finite()) return std::nullopt;
  Rational lower = angle.lower_rational(), upper = angle.upper_rational();
  const Rational shift = f.op() == Op::cos ? Rational(1, 2) : Rational(0);
  // pi is about 22/7: the middle is far enough from the zeros where the angle fits an arc.
  const auto zero_at = [&](std::int64_t i) {
    const Rational times = Rational(i) - shift;
    return times.is_zero() ? Expr(0) : mul(Expr(times), Expr::pi());
  };
  // A zero inside that hypotheses exclude, as those on the order of two angles do.
  const auto first = (lower * Rational(7, 22) + shift).floor().to_int64(),
             last = (upper * Rational(7, 22) + shift).floor().to_int64();
  if (!first || !last || *last - *first > Effort::Arcs::most_turns) return std::nullopt;
  for (std::int64_t i = *first; *first != *last && i <= *last + 1; ++i) {
    const Interval zero = c.range(zero_at(i), Effort::step_bits);
    if (c.knows({sub(zero_at(i), f.arg(0)), Need::nonnegative}))
      upper = std::min(upper, zero.upper_rational());
    else if (c.knows({sub(f.arg(0), zero_at(i)), Need::nonnegative}))
      lower = std::max(lower, zero.lower_rational());
  }
  if (Rational(4) < upper - lower) return std::nullopt;
  const auto k = ((lower + upper) / Rational(2) * Rational(7, 22) + shift).floor().to_int64();
  if (!k || *k < -Effort::Arcs::most_turns || *k > Effort::Arcs::most_turns) return std::nullopt;
  Arc out{zero_at(*k), zero_at(*k + 1), *k % 2 == 0};
  const Interval lo = c.range(out.lo, Effort::step_bits), hi = c.range(out.hi, Effort::step_bits);
  out.touches_lo = lower <= lo.upper_rational();
  out.touches_hi = hi.lower_rational() <= upper;
  out.angles = {{false, true, out.touches_lo ? just_below(c, out.lo) - Rational(1, 4) : lower},
                {false, true, out.touches_hi ? just_below(c, out.hi) + Rational(1, 2) : upper}};
  // Where it reaches far beyond a zero it is on no arc.
  if (lower < just_below(c, out.lo) - Rational(1, 8) || just_below(c, out.hi) + Rational(1, 4) < upper)
    return std::nullopt;
  return out;
}

// Next to a zero: the distance from there as a variable, in which it rises from 0. That it is >= 0 (> 0) says
// hypothesis `number`.
Tree next_to_zero(const Goal& g, const Expr& w, const Expr& at, bool above, std::size_t number, const Subprover& s) {
  const std::string name = fresh_name(g.context);
  const Expr v = Expr::variable(name);
  const Range around{{false, false, Rational(-1, 2)}, {false, false, Rational(5, 4)}};
  Proof out;
  Goal h = g;
  if (!take(rule::Subst{w, name, around, above ? add(at, v) : sub(at, v)}, h, out)) return std::nullopt;
  cut_in(out, h, {g.relation.rel, v, 0}, {rule::Combine{Rational(0), {{number, Rational(1)}}}});
  if (!take(rule::Bound{h.context.hypotheses().size()}, h, out)) return std::nullopt;
  const Step from_zero = g.strict() ? Step(rule::Rise{v, true}) : Step(rule::Mono{v, true});
  const auto t = steps(h, from_zero, {s.immediate, s.immediate});
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// f > 0 (f < 0) or f >= 0 (f <= 0) as a goal, by conditions on its angle.
Tree on_arc(const Goal& g, const Expr& f, const Arc& arc, const Subprover& s) {
  const Expr& u = f.arg(0);
  const Rel rel = g.relation.rel;
  Goal h = g;
  Proof out;
  const auto said = [&](const Relation& r) -> std::optional<std::size_t> {
    auto t = s.immediate({h.context, r});
    if (!t) t = s.prove_within({h.context, r}, Effort::depth_of_a_condition, true, Effort::boxes_of_an_end);
    if (!t) return std::nullopt;
    cut_in(out, h, r, *t);
    return h.context.hypotheses().size();
  };
  std::size_t from_lo = 0, from_hi = 0;
  // With the angle as one side: in a difference its factors would be those of a longer product.
  if (arc.touches_lo) {
    const auto i = said({rel, u, arc.lo});
    if (!i) return std::nullopt;
    from_lo = *i;
  }
  if (arc.touches_hi) {
    const auto i = said({rel, arc.hi, u});
    if (!i) return std::nullopt;
    from_hi = *i;
  }
  // A bound by a multiple of pi is one by a number beyond it.
  for (const bool upper : {true, false}) {
    const Expr end = upper ? Expr(arc.angles.hi.value) : Expr(arc.angles.lo.value);
    const Expr room = upper ? sub(end, u) : sub(u, end), beyond = upper ? sub(end, arc.hi) : sub(arc.lo, end);
    const std::size_t i = upper ? from_hi : from_lo;
    if (i == 0 || h.context.knows({room, Need::nonnegative})) continue;
    cut_in(out, h, upper ? Relation{Rel::ge, end, u} : Relation{Rel::ge, u, end},
           {rule::Combine{weight(beyond), {{i, Rational(1)}}}});
  }
  const std::string name = fresh_name(h.context);
  const Expr w = Expr::variable(name);
  if (!take(rule::Gen{name, arc.angles, u}, h, out)) return std::nullopt;
  const auto beside = [&](bool above) -> ProveGoal {
    const std::size_t number = above ? from_lo : from_hi;
    if (number == 0) return s.immediate;
    return [&, above, number](const Goal& k) { return next_to_zero(k, w, above ? arc.lo : arc.hi, above, number, s); };
  };
  // The rest of the arc is away from zeros.
  const Rational first = just_below(g.context, arc.lo) + Rational(1),
                 last = just_below(g.context, arc.hi) - Rational(1);
  const auto split_at = [&](const Rational& at, const ProveGoal& below, const ProveGoal& above) -> ProveGoal {
    if (at <= arc.angles.lo.value) return above;
    if (arc.angles.hi.value <= at) return below;
    return [&w, at, below, above](const Goal& k) { return steps(k, rule::Split{w, at}, {below, above}); };
  };
  const auto t = split_at(first, beside(true), split_at(last, s.immediate, beside(false)))(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace

Tree by_arcs(const Goal& g, const Subprover& s) {
  if (g.context.language() < 3 || g.relation.rel == Rel::eq || s.state.underway.arcs) return std::nullopt;
  if (nodes_of(g.relation, is_wave).empty()) return std::nullopt;
  const auto f = s.algebra(g.context)->factorization(g.difference());
  if (!f || f->constant.is_zero()) return std::nullopt;
  std::vector<Expr> unknown;
  for (const auto& [base, k] : f->factors) {
    const Signs sign = g.context.signs(base);
    if (!(sign & zero)) continue;
    if (is_wave(base))
      unknown.push_back(base);
    else if (k % 2 != 0 && sign == any_sign)
      return std::nullopt;
  }
  if (unknown.empty()) return std::nullopt;
  const Under under(s.state.underway.arcs);
  Goal h = g;
  Proof out;
  for (const Expr& e : unknown) {
    const auto arc = arc_of(h.context, e);
    if (!arc) return std::nullopt;
    const Expr side = arc->positive ? e : negate(e);
    Tree t;
    for (const Rel rel : {Rel::gt, Rel::ge}) {
      if (rel == Rel::ge && g.strict()) break;
      const Relation r{rel, side, 0};
      t = on_arc({h.context, r}, e, *arc, s);
      if (!t) continue;
      cut_in(out, h, r, *t);
      break;
    }
    if (!t) return std::nullopt;
  }
  const auto signs = s.immediate(h);
  if (signs) {
    append(out, *signs);
    return out;
  }
  const auto known = split_factors(h.context, h.difference(), s.algebra);
  if (!known || !known->rest.empty() || known->flip || (g.strict() && known->nonnegative_only)) return std::nullopt;
  append(out, {rule::Factor{known->weight, 1}, rule::Sign{}});
  return out;
}

Tree by_signs_of_waves(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.context.language() < 3 || g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> waves;
  for (const Expr& f : nodes_of(g.relation, is_wave))
    for (const Expr& e : {sin(f.arg(0)), cos(f.arg(0))})
      if (std::ranges::find(waves, e) == waves.end()) waves.push_back(e);
  if (waves.empty() || waves.size() > Effort::Arcs::most_signs) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& f : waves) {
    const Signs known = g.context.signs(f);
    const auto arc = (known & zero) && is_defined(g.context, f) ? arc_of(g.context, f) : std::nullopt;
    if (!arc) continue;
    const Expr side = arc->positive ? f : negate(f);
    for (const Rel rel : {Rel::gt, Rel::ge}) {
      if (rel == Rel::ge && known != any_sign) break;
      const Relation sign{rel, side, 0};
      const auto t = on_arc({h.context, sign}, f, *arc, s);
      if (!t) continue;
      cut_in(out, h, sign, *t);
      break;
    }
  }
  if (out.empty()) return std::nullopt;
  // Multiplied out, where there is a fraction line: the numerator is a goal of its own, without the signs.
  Subprover of_numerator = s;
  of_numerator.prove_within = [&](const Goal& next, int, bool, std::size_t) -> Tree {
    Proof lines;
    const Goal free = g.context.hypotheses().empty() ? without_hypotheses(next, lines) : next;
    if (!is_defined(free.context, free.difference())) return std::nullopt;
    const auto t = alone(free);
    if (!t) return std::nullopt;
    append(lines, *t);
    return lines;
  };
  const auto fraction = [](const Expr& e) { return e.op() == Op::div && !e.arg(1).is_constant(); };
  Tree rest;
  if (!nodes_of(g.relation, fraction).empty()) rest = by_factors(h, of_numerator, Effort::depth_of_a_numerator);
  if (!rest) rest = alone(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

namespace {

// The proof of atan(1) = pi/4, where the goal is this.
Tree arctangent_of_one(const Goal& goal) {
  const Expr t = Expr::variable(fresh_name(goal.context)), body = quotient(1, add(1, pow(t, 2)));
  const Expr f = atan(t), one = atan(Expr(1)), quarter = quotient(Expr::pi(), 2);
  const auto from = [&](const Expr& low, const std::optional<Expr>& high, const Expr& e) {
    return Expr::integral(t, low, high, e);
  };
  Goal g = goal;
  Proof out;
  const Expr all = from(0, std::nullopt, body);
  for (const Step& step :
       {Step(rule::Antiderivative{all, t.name(), f, 0, quarter}),
        Step(rule::Antiderivative{from(0, Expr(1), body), t.name(), f, 0, one}), Step(rule::SplitRange{all, 1}),
        Step(rule::Substitute{
            from(1, std::nullopt, body), t.name(), quotient(1, t), {Expr(0), false}, {Expr(1), false}})})
    if (!take(step, g, out)) return std::nullopt;
  const Expr moved = g.context.hypotheses().back().rhs;
  if (!is_integral(moved) || !take(rule::Antiderivative{moved, t.name(), f, 0, one}, g, out)) return std::nullopt;
  const std::size_t first = goal.context.hypotheses().size() + 1;
  rule::Combine sum{Rational(0), {{first, Rational(1, 2)}}};
  for (std::size_t k = 1; k < 5; ++k) sum.terms.emplace_back(first + k, Rational(-1, 2));
  out.emplace_back(sum);
  return out;
}

}  // namespace

void know_arctangent_of_one(Goal& g, Proof& lines) {
  if (g.context.language() < 3) return;
  const Expr one = atan(Expr(1)), value = quotient(Expr::pi(), 4);
  const auto is_it = [&](const Expr& e) { return e == one; };
  const bool known =
      std::ranges::any_of(g.context.hypotheses(), [&](const Relation& h) { return !nodes_of(h, is_it).empty(); });
  if (!known && nodes_of(g.relation, is_it).empty()) return;
  const auto proof = arctangent_of_one({g.context, {Rel::eq, one, value}});
  if (!proof) return;
  Goal now = g;
  Proof out;
  cut_in(out, now, {Rel::eq, one, value}, *proof);
  if (!put_value(one, value, now, out)) return;
  append(lines, out);
  g = std::move(now);
}

}  // namespace dpcert::verify
