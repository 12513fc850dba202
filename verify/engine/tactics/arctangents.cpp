// Equations between sums of arctangents, multiples of pi and other angles: the sine of the difference D is 0, since 1 +
// i u has the angle atan(u) and the product of such numbers is real, and D lies between -pi and pi. For Machin's
// formulas, atan(x) + atan(1/x), arcsines as arctangents, and inverse functions at their functions.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

constexpr std::int64_t most_angles = 8, most_multiples = 6;
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
  return total <= 2 * most_multiples;
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

// atan(u) < pi/2 and atan(u) > -pi/2 as hypotheses.
bool bound_arctangent(Goal& h, Proof& out, const Expr& e, const Subprover& s) {
  for (const bool upper : {true, false}) {
    const Expr quarter = quotient(Expr::pi(), 2);
    const Relation r = upper ? Relation{Rel::gt, quarter, e} : Relation{Rel::gt, e, negate(quarter)};
    Goal free{h.context, r};
    Proof lines;
    if (!take(rule::Gen{fresh_name(h.context), Range{}, e.arg(0)}, free, lines)) return false;
    free = without_hypotheses(free, lines);
    const auto t = s.prove(free, 2, true);
    if (!t) return false;
    append(lines, *t);
    cut_in(out, h, r, lines);
  }
  return true;
}

// Both ends of D, by those of its arctangents and what hypotheses say, or by the prover.
bool bound_angle(Goal& h, Proof& out, const Expr& angle, const Angles& a, const Subprover& s, int depth) {
  Goal known = h;
  Proof lines;
  bool each = true;
  for (const auto& [q, e] : a.all)
    if (e.op() == Op::atan && !rational_value(e.arg(0)))
      each = each && is_defined(known.context, e) &&
             bound_arctangent(known, lines, q.sign() < 0 ? atan(negate(e.arg(0))) : e, s);
  for (const bool upper : {true, false}) {
    const Relation r = upper ? Relation{Rel::gt, Expr::pi(), angle} : Relation{Rel::gt, angle, negate(Expr::pi())};
    Tree t = s.immediate({h.context, r});
    if (!t && each)
      if (const auto rest = prove_by_combination({known.context, r}, s.out_of_time)) {
        t = lines;
        append(*t, *rest);
      }
    if (!t) t = s.prove({h.context, r}, depth - 1, true);
    if (!t && getenv("DBG")) fprintf(stderr, "no bound %s\n", to_text(r).c_str());
    if (!t) return false;
    cut_in(out, h, r, *t);
  }
  return true;
}

// sin(D) = 0: the sine of each arctangent atan(u) is u times its cosine.
Tree sine_of_angles(const Goal& g, const Subprover& s) {
  Goal h = g;
  Proof out;
  if (Proof apart; !take_arguments_apart(h, apart))
    h = g;
  else
    out = std::move(apart);
  const auto is_sine = [](const Expr& e) { return e.op() == Op::sin && e.arg(0).op() == Op::atan; };
  for (const Expr& sine : nodes_of(h.relation, is_sine)) {
    const Expr u = sine.arg(0).arg(0), cosine = cos(sine.arg(0)), length = sqrt(add(1, pow(u, 2)));
    const Relation of_sine{Rel::eq, sine, quotient(u, length)}, of_cosine{Rel::eq, cosine, quotient(1, length)};
    const Relation both{Rel::eq, sine, mul(u, cosine)};
    Goal known = h;
    Proof lines;
    for (const Relation& r : {of_sine, of_cosine}) {
      const auto t = wave_of_arctangent({known.context, r}, u, s);
      if (!t) return std::nullopt;
      cut_in(lines, known, r, *t);
    }
    const std::size_t last = known.context.hypotheses().size();
    lines.emplace_back(rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, weight(negate(u))}}});
    cut_in(out, h, both, lines);
    const std::string name = fresh_name(h.context);
    if (!take(rule::Gen{name, Range{}, sine}, h, out) || !take(rule::Equal{Expr::variable(name), both.rhs}, h, out))
      return std::nullopt;
  }
  Tree rest = s.immediate(h);
  if (!rest) rest = by_circles(h, s);
  if (!rest && getenv("DBG")) fprintf(stderr, "left %s\n", to_text(h.relation).c_str());
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

// w = 0, where pi > w > -pi and the last hypothesis says sin(w) = 0.
Tree only_zero(const Goal& g, const Expr& w, const Subprover& s) {
  return steps(
      g, rule::Both{}, {[&](const Goal& half) {
        const Expr d = half.difference();
        return steps(
            half, rule::Cases{d},
            {[](const Goal& k) -> Tree { return Proof{rule::Hyp{k.context.hypotheses().size()}}; },
             [&](const Goal& k) -> Tree {
               const std::size_t number = k.context.hypotheses().size() - 1;
               const Relation sign{Rel::gt, 0, sin(d)};
               const auto t = s.prove({k.context, sign}, 3, true);
               if (!t) return std::nullopt;
               Goal h = k;
               Proof out;
               cut_in(out, h, sign, *t);
               // sin(w) = 0 is sin(d) or its opposite, which is not 0.
               const Expr times = quotient(d, sin(d));
               out.emplace_back(rule::Combine{Rational(0), {{number, weight(d == w ? times : negate(times))}}});
               return out;
             }});
      }});
}

// The whole of it, where nothing but the angle is left.
Tree angle_is_zero(const Goal& zero, const Expr& angle, const Angles& a, const Subprover& s, int depth) {
  Goal h = zero;
  Proof out;
  const Relation sine{Rel::eq, sin(angle), 0};
  const auto t = sine_of_angles({h.context, sine}, s);
  if (getenv("DBG")) fprintf(stderr, "sine %d of %s\n", t.has_value(), to_text(angle).c_str());
  if (!t || !bound_angle(h, out, angle, a, s, depth)) return std::nullopt;
  cut_in(out, h, sine, *t);
  const std::string name = fresh_name(h.context);
  if (!take(rule::Gen{name, Range{}, angle}, h, out)) return std::nullopt;
  const auto rest = only_zero(h, Expr::variable(name), s);
  if (getenv("DBG")) fprintf(stderr, "only zero %d\n", rest.has_value());
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace

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
