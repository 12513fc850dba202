// Equations between sums of arctangents, multiples of pi and other angles: the sine of the difference D is 0, since 1 +
// i u has the angle atan(u) and the product of such numbers is real, and D lies between -pi and pi. For Machin's
// formulas, atan(x) + atan(1/x), arcsines as arctangents, and inverse functions at their functions.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/everywhere.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::int64_t most_angles = 8, most_multiples = 12;
constexpr std::size_t most_apart = 80;
constexpr double no_difference = 1e-9;

// D as a sum of angles, each so many times; and of atan(1) in place of quarters of pi.
struct Angles {
  std::vector<std::pair<Rational, Expr>> all;
  Rational quarters = 0, scale = 1;  // what D is multiplied by
};

// The factors that are numbers apart.
std::pair<Rational, Expr> without_number(const Expr& e) {
  Rational q = 1;
  Expr rest = e;
  for (;;) {
    if (rest.op() == Op::neg) {
      q = -q;
      rest = rest.arg(0);
    } else if (rest.op() == Op::mul && rest.arg(0).is_constant()) {
      q *= rest.arg(0).value();
      rest = rest.arg(1);
    } else if (rest.op() == Op::mul && rest.arg(1).is_constant()) {
      q *= rest.arg(1).value();
      rest = rest.arg(0);
    } else if (rest.op() == Op::div && rest.arg(1).is_constant() && !rest.arg(1).is_constant(0)) {
      q /= rest.arg(1).value();
      rest = rest.arg(0);
    } else {
      return {q, rest};
    }
  }
}

void angles_of(const Expr& e, const Rational& factor, Angles& out) {
  const auto [q, rest] = without_number(e);
  const Rational k = factor * q;
  if (rest.op() == Op::add || rest.op() == Op::sub) {
    angles_of(rest.arg(0), k, out);
    angles_of(rest.arg(1), rest.op() == Op::add ? k : -k, out);
    return;
  }
  if (rest.is_constant(0)) return;
  const bool half_turn = rest == Expr::pi();
  const Expr angle = half_turn ? atan(Expr(1)) : rest;
  const Rational times = half_turn ? k * 4 : k;
  if (half_turn) out.quarters += times;
  const auto same = std::ranges::find(out.all, angle, [](const auto& a) { return a.second; });
  if (same == out.all.end())
    out.all.emplace_back(times, angle);
  else
    same->first += times;
}

// With whole multiples, as small as they can be.
bool to_whole_multiples(Angles& a) {
  std::erase_if(a.all, [](const auto& t) { return t.first.is_zero(); });
  if (a.all.empty() || a.all.size() > most_angles) return false;
  std::int64_t denominators = 1, numerators = 0;
  for (const auto& [q, e] : a.all) {
    const auto n = q.to_int64_numerator(), d = q.to_int64_denominator();
    if (!n || !d) return false;
    denominators = std::lcm(denominators, *d);
    numerators = std::gcd(numerators, *n);
  }
  std::int64_t total = 0;
  a.scale = Rational(denominators) / Rational(numerators);
  for (auto& [q, e] : a.all) {
    q = q * a.scale;
    const auto k = q.to_int64();
    if (!k || std::abs(*k) > most_multiples) return false;
    total += std::abs(*k);
  }
  return total <= 3 * most_multiples;
}

Expr written(const Angles& a) {
  Expr sum = 0;
  for (const auto& [q, e] : a.all) {
    const bool down = q.sign() < 0;
    const Expr angle = !down ? e : e.op() == Op::atan ? atan(negate(e.arg(0))) : negate(e);
    const Rational k = down ? -q : q;
    const Expr term = k == Rational(1) ? angle : mul(Expr(k), angle);
    sum = sum.is_constant(0) ? term : add(sum, term);
  }
  return sum;
}

// What is said of other variables than this one goes, which is the only one in the goal.
void forget_others(Goal& g, Proof& out, const std::string& name) {
  const std::vector<Variable> all = g.context.variables();
  for (const Variable& v : all)
    if (v.name != name) take(rule::Widen{Expr::variable(v.name), v.integer ? v.range : Range{}}, g, out);
}

// atan(u) < pi/2 and atan(u) > -pi/2 as hypotheses.
bool bound_arctangent(Goal& h, Proof& out, const Expr& e, const Subprover& s) {
  for (const bool upper : {true, false}) {
    const Expr quarter = quotient(Expr::pi(), 2);
    const Relation r = upper ? Relation{Rel::gt, quarter, e} : Relation{Rel::gt, e, negate(quarter)};
    Goal free{h.context, r};
    Proof lines;
    const std::string name = fresh_name(h.context);
    if (!take(rule::Gen{name, Range{}, e.arg(0)}, free, lines)) return false;
    forget_others(free, lines, name);
    const auto t = s.prove(free, 2, true);
    if (!t) return false;
    append(lines, *t);
    cut_in(out, h, r, lines);
  }
  return true;
}

// Both ends of D, by those of its arctangents and what hypotheses say, or by the prover.
bool bound_angle(Goal& h, Proof& out, const Expr& angle, const Angles& a, const Subprover& s, int depth) {
  for (const auto& [q, e] : a.all) {
    if (e.op() != Op::atan || e.arg(0).is_constant()) continue;
    Goal known = h;
    Proof lines;
    if (!bound_arctangent(known, lines, q.sign() < 0 ? atan(negate(e.arg(0))) : e, s)) continue;
    append(out, lines);
    h = known;
  }
  for (const bool upper : {true, false}) {
    const Relation r = upper ? Relation{Rel::gt, Expr::pi(), angle} : Relation{Rel::gt, angle, negate(Expr::pi())};
    Tree t = s.immediate({h.context, r});
    if (!t) t = prove_by_combination({h.context, r}, s.out_of_time);
    if (!t) t = s.prove({h.context, r}, depth - 1, true);
    if (!t) return false;
    cut_in(out, h, r, *t);
  }
  return true;
}

// sin(atan(t)) = t cos(atan(t)): f = sin(atan(t)) - t cos(atan(t)) has the slope f t/(1 + t^2), and over
// sqrt(1 + t^2) it does not change.
Tree of_every_tangent(const Goal& g, const Expr& t, const Subprover& s) {
  const Expr length = sqrt(add(1, pow(t, 2)));
  return steps(g, rule::Both{}, {[&](const Goal& half) {
                 return steps(half, rule::Factor{length, quotient(half.difference(), length)}, {[&](const Goal& f) {
                                return steps(f, rule::Deriv{t, 0, false}, {s.immediate});
                              }});
               }});
}

// The same as a hypothesis.
bool know_tangent(Goal& h, Proof& out, const Expr& t, const Subprover& s) {
  const Relation line{Rel::eq, sin(atan(t)), mul(t, cos(atan(t)))};
  // Along t nothing may be said of its functions.
  Goal free{h.context, line};
  Proof lines;
  if (!take(rule::Widen{t, h.context.find(t)->range}, free, lines)) return false;
  const auto shown = of_every_tangent(free, t, s);
  if (!shown) return false;
  append(lines, *shown);
  cut_in(out, h, line, lines);
  return true;
}

// cos(atan(t)) = 1/sqrt(1 + t^2): over that it does not change, since its slope is a multiple of sin(atan(t)) - t
// cos(atan(t)).
Tree cosine_of_every_tangent(const Goal& g, const Expr& t, const Subprover& s) {
  const Expr length = sqrt(add(1, pow(t, 2)));
  const auto vanishes = [&](const Goal& k) -> Tree {
    if (auto u = s.immediate(k)) return u;
    Goal h = k;
    Proof out;
    if (!know_tangent(h, out, t, s)) return std::nullopt;
    Algebra a = h.context.algebra();
    for (const Expr& w : {quotient(1, length), quotient(-1, length)}) {
      const rule::Combine sum{Rational(0), {{h.context.hypotheses().size(), weight(w)}}};
      if (!a.is_zero(beside(h, sum))) continue;
      out.emplace_back(sum);
      return out;
    }
    return std::nullopt;
  };
  return steps(g, rule::Both{}, {[&](const Goal& half) {
                 return steps(half, rule::Factor{quotient(1, length), mul(half.difference(), length)},
                              {[&](const Goal& f) {
                                return steps(f, rule::Deriv{t, 0, false}, {vanishes});
                              }});
               }});
}

// sin(atan(u)) = u cos(atan(u)), for every real number in place of u.
Tree tangent_of_arctangent(const Goal& g, const Expr& u, const Subprover& s) {
  Goal h = g;
  Proof out;
  if (u.is_constant() && abs(u.value()) == Rational(1)) {
    const Expr quarter = quotient(Expr::pi(), 4), angle = atan(u), value = mul(u, quarter);
    Goal known{h.context, {Rel::eq, atan(Expr(1)), quarter}};
    Proof one;
    know_arctangent_of_one(known, one);
    const auto same = s.immediate(known);
    if (!same) return std::nullopt;
    append(one, *same);
    cut_in(out, h, {Rel::eq, atan(Expr(1)), quarter}, one);
    cut_in(out, h, {Rel::eq, angle, value}, {rule::Combine{Rational(0), {{h.context.hypotheses().size(), u.value()}}}});
    if (!put_value(angle, value, h, out)) return std::nullopt;
    const auto rest = s.prove(h, 2, true);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  }
  // A sign in front of u stands in front of the product.
  const std::string name = fresh_name(h.context);
  if (!take(rule::Gen{name, Range{}, u.op() == Op::neg ? u.arg(0) : u}, h, out)) return std::nullopt;
  forget_others(h, out, name);
  take(rule::Widen{Expr::variable(name), Range{}}, h, out);
  const auto rest = of_every_tangent(h, Expr::variable(name), s);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// sin(D) = 0: the sine of each arctangent atan(u) is u times its cosine.
Tree sine_of_angles(const Goal& g, const Subprover& s) {
  Goal h = g;
  Proof out;
  if (Proof apart; !take_arguments_apart(h, apart, most_apart))
    h = g;
  else
    out = std::move(apart);
  const auto is_sine = [](const Expr& e) { return e.op() == Op::sin && e.arg(0).op() == Op::atan; };
  for (const Expr& sine : nodes_of(h.relation, is_sine)) {
    const Relation both{Rel::eq, sine, mul(sine.arg(0).arg(0), cos(sine.arg(0)))};
    const auto t = tangent_of_arctangent({h.context, both}, sine.arg(0).arg(0), s);
    if (!t) return std::nullopt;
    cut_in(out, h, both, *t);
    if (!put_value(sine, both.rhs, h, out)) return std::nullopt;
  }
  Tree rest = s.immediate(h);
  if (!rest) rest = by_circles(h, s);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// w >= 0 or 0 >= w, where pi > w > -pi and sin(w) = 0: else the sine would have a sign.
Tree has_no_sign(const Goal& k, const Expr& w, const Subprover& s) {
  Goal h = k;
  Proof out;
  // The box, by numbers a little beyond pi.
  const Expr beyond = Expr(Rational(16, 5));
  const auto number_of = [&](const Relation& r) {
    return static_cast<std::size_t>(std::ranges::find(h.context.hypotheses(), r) - h.context.hypotheses().begin()) + 1;
  };
  for (const bool upper : {true, false}) {
    const Relation by_pi = upper ? Relation{Rel::gt, Expr::pi(), w} : Relation{Rel::gt, w, negate(Expr::pi())};
    const Relation by_number = upper ? Relation{Rel::ge, beyond, w} : Relation{Rel::ge, w, negate(beyond)};
    const std::size_t i = number_of(by_pi);
    if (i > h.context.hypotheses().size()) return std::nullopt;
    cut_in(out, h, by_number, {rule::Combine{sub(beyond, Expr::pi()), {{i, Rational(1)}}}});
    if (!take(rule::Bound{h.context.hypotheses().size()}, h, out)) return std::nullopt;
  }
  if (!take(rule::Bound{number_of(k.context.hypotheses().back())}, h, out)) return std::nullopt;
  const bool below = h.difference() == w;
  const Relation sign = below ? Relation{Rel::gt, 0, sin(w)} : Relation{Rel::gt, sin(w), 0};
  const auto t = by_arcs({h.context, sign}, s);
  if (!t) return std::nullopt;
  cut_in(out, h, sign, *t);
  const auto& all = h.context.hypotheses();
  const auto zero = std::ranges::find(all, Relation{Rel::eq, sin(w), 0});
  if (zero == all.end()) return std::nullopt;
  const Expr times = quotient(h.difference(), sin(w));
  out.emplace_back(rule::Combine{Rational(0), {{static_cast<std::size_t>(zero - all.begin()) + 1, weight(times)}}});
  return out;
}

// w = 0, where pi > w > -pi and the last hypothesis says sin(w) = 0.
Tree only_zero(const Goal& g, const Expr& w, const Subprover& s) {
  return steps(g, rule::Both{}, {[&](const Goal& half) {
                 return steps(half, rule::Cases{half.difference()},
                              {[](const Goal& k) -> Tree { return Proof{rule::Hyp{k.context.hypotheses().size()}}; },
                               [&](const Goal& k) { return has_no_sign(k, w, s); }});
               }});
}

// The whole of it, where nothing but the angle is left.
Tree angle_is_zero(const Goal& zero, const Expr& angle, const Angles& a, const Subprover& s, int depth) {
  Goal h = zero;
  Proof out;
  const Relation sine{Rel::eq, sin(angle), 0};
  const auto t = sine_of_angles({h.context, sine}, s);
  if (!t) return std::nullopt;
  cut_in(out, h, sine, *t);
  if (!bound_angle(h, out, angle, a, s, depth)) return std::nullopt;
  const std::string name = fresh_name(h.context);
  if (!take(rule::Gen{name, Range{}, angle}, h, out)) return std::nullopt;
  forget_others(h, out, name);
  const auto rest = only_zero(h, Expr::variable(name), s);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// sin(atan(t)) = t/sqrt(1 + t^2) or cos(atan(t)) = 1/sqrt(1 + t^2), of a variable.
Tree wave_of_every_tangent(const Goal& g, const Expr& t, const Subprover& s) {
  if (g.relation.lhs.op() == Op::cos) return cosine_of_every_tangent(g, t, s);
  Goal h = g;
  Proof out;
  const Relation cosine = value_of_wave(Op::cos, t);
  const auto shown = cosine_of_every_tangent({h.context, cosine}, t, s);
  if (!shown) return std::nullopt;
  cut_in(out, h, cosine, *shown);
  if (!know_tangent(h, out, t, s)) return std::nullopt;
  const std::size_t last = h.context.hypotheses().size();
  out.emplace_back(rule::Combine{Rational(0), {{last, Rational(1)}, {last - 1, weight(t)}}});
  return out;
}

// Where u is a number, which is a node elsewhere, too, or is multiplied out: what is said of every number, at this one.
Tree wave_at_a_number(const Goal& g, const Expr& u, const Subprover& s) {
  const Op wave = g.relation.lhs.op();
  const Everywhere all("@@tangent", [&](const Expr& t) { return value_of_wave(wave, t); });
  const auto of_every = [&](const Goal& every, const Expr& t) -> Tree {
    Goal h = every;
    Proof out;
    forget_others(h, out, std::string(t.name()));
    const auto shown = wave_of_every_tangent(h, t, s);
    if (!shown) return std::nullopt;
    append(out, *shown);
    return out;
  };
  return by_every_number(g, all, of_every, u);
}

}  // namespace

Relation value_of_wave(Op wave, const Expr& u) {
  const bool sine = wave == Op::sin;
  return {Rel::eq, sine ? sin(atan(u)) : cos(atan(u)), quotient(sine ? u : Expr(1), sqrt(add(1, pow(u, 2))))};
}

Tree wave_of_arctangent(const Goal& g, const Expr& u, const Subprover& s) {
  if (u.is_constant()) return wave_at_a_number(g, u, s);
  Goal h = g;
  Proof out;
  const std::string name = fresh_name(g.context);
  if (!take(rule::Gen{name, Range{}, u}, h, out)) return std::nullopt;
  forget_others(h, out, name);
  take(rule::Widen{Expr::variable(name), Range{}}, h, out);
  const auto t = wave_of_every_tangent(h, Expr::variable(name), s);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

Tree by_sums_of_arctangents(const Goal& g, const Subprover& s, int depth) {
  if (g.context.language() < 3 || g.relation.rel != Rel::eq || depth < 1) return std::nullopt;
  const Expr d = g.difference();
  if (nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::atan; }).empty()) return std::nullopt;
  Angles a;
  angles_of(d, 1, a);
  if (std::ranges::none_of(a.all, [](const auto& t) { return t.second.op() == Op::atan; }) || !to_whole_multiples(a))
    return std::nullopt;
  const bool vanishes =
      hold_inside(g.context, {d}, [](const std::vector<double>& v) { return !(std::fabs(v[0]) > no_difference); });
  if (!vanishes) return std::nullopt;
  const Expr angle = written(a);
  const Relation zero{Rel::eq, angle, 0};
  if (!is_defined(g.context, angle)) return std::nullopt;
  const auto t = angle_is_zero({g.context, zero}, angle, a, s, depth);
  if (!t) return std::nullopt;
  Goal h = g;
  Proof out;
  cut_in(out, h, zero, *t);
  Weights weights{{h.context.hypotheses().size(), Rational(1) / a.scale}};
  if (!a.quarters.is_zero()) {
    const Relation one{Rel::eq, atan(Expr(1)), quotient(Expr::pi(), 4)};
    Goal known{h.context, one};
    Proof lines;
    know_arctangent_of_one(known, lines);
    const auto same = s.immediate(known);
    if (!same) return std::nullopt;
    append(lines, *same);
    cut_in(out, h, one, lines);
    weights.emplace_back(h.context.hypotheses().size(), -a.quarters);
  }
  out.emplace_back(rule::Combine{Rational(0), weights});
  return out;
}

}  // namespace dpcert::verify
