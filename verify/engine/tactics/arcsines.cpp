// Arcsines and arccosines, which stand for 2 atan(x/(1 + sqrt(1 - x^2))): in that quotient t, the tangent of the half
// angle, x = 2 t/(1 + t^2) and sqrt(1 - x^2) = (1 - t^2)/(1 + t^2) are rational, and smooth where x is 1 or -1, at
// which arcsines have infinite slopes. For Shafer's and Fink's inequalities, bounds by roots at 1, and the like.
#include <algorithm>

#include "verify/engine/tactics/angles.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// The variable and its root where atan(x/(1 + sqrt(1 - x^2))) stands.
struct HalfAngle {
  Expr x, root, tangent;
};
std::optional<HalfAngle> half_angle(const Goal& g) {
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::atan; })) {
    const Expr& u = e.arg(0);
    if (u.op() != Op::div || u.arg(0).op() != Op::variable) continue;
    const Expr& x = u.arg(0);
    for (const Expr& root : nodes_of({Rel::eq, u.arg(1), 0}, [](const Expr& n) { return n.op() == Op::sqrt; })) {
      Algebra plain([](const Expr&) { return false; });
      if (plain.is_zero(sub(root.arg(0), sub(1, pow(x, 2)))) && plain.is_zero(sub(u.arg(1), add(1, root))))
        return HalfAngle{x, root, u};
    }
  }
  return std::nullopt;
}

}  // namespace

namespace {

// The tangent of the half angle as a variable in place of x and its root.
bool take_half_angle(Goal& h, Proof& out, const HalfAngle& half, const ProveGoal& immediate) {
  const auto& [x, root, u] = half;
  const Variable* v = h.context.find(x);
  if (!v || v->integer || !is_defined(h.context, u)) return false;
  const auto know = [&](const Relation& r) {
    const auto t = immediate({h.context, r});
    if (t) cut_in(out, h, r, *t);
    return t.has_value();
  };
  // What replaces x and its root, in the tangent; and where this lies.
  const Expr square = pow(u, 2);
  const Signs sign = h.context.signs(x);
  if (!know({Rel::eq, x, quotient(mul(2, u), add(1, square))}) ||
      !know({Rel::eq, root, quotient(sub(1, square), add(1, square))}))
    return false;
  Range range{{false, true, Rational(-1)}, {false, true, Rational(1)}};
  if (!(sign & negative)) range.lo = {false, (sign & zero) != 0, Rational(0)};
  if (!(sign & positive)) range.hi = {false, (sign & zero) != 0, Rational(0)};
  for (const bool high : {true, false}) {
    End& end = high ? range.hi : range.lo;
    if (end.value.is_zero()) continue;
    // 1 - t = ((1 - x) + sqrt(1 - x^2))/(1 + sqrt(1 - x^2)), part by part.
    const Expr away = high ? sub(1, u) : add(1, u), part = high ? sub(1, x) : add(1, x);
    const bool open = h.context.positive_(part);
    const Relation inside{open ? Rel::gt : Rel::ge, away, 0};
    Goal k{h.context, inside};
    Proof parts;
    cut_in(parts, k, {inside.rel, part, 0}, {rule::Sign{}});
    cut_in(parts, k, {Rel::ge, root, 0}, {rule::Sign{}});
    const std::size_t last = k.context.hypotheses().size();
    const Coefficient each = weight(quotient(1, add(1, root)));
    parts.emplace_back(rule::Combine{Rational(0), {{last - 1, each}, {last, each}}});
    cut_in(out, h, inside, parts);
    end.closed = !open;
  }
  const std::string t = fresh_name(h.context);
  const Expr tangent = Expr::variable(t), y = pow(tangent, 2);
  const std::string s = t + "r";
  return !is_used(h.context, s) && take(rule::Gen{t, range, u}, h, out) &&
         take(rule::Gen{s, Range{{false, true, Rational(0)}, {false, true, Rational(1)}}, root}, h, out) &&
         take(rule::Equal{Expr::variable(s), quotient(sub(1, y), add(1, y))}, h, out) &&
         take(rule::Equal{x, quotient(mul(2, tangent), add(1, y))}, h, out);
}

}  // namespace

Tree by_half_angles(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone) {
  if (g.context.language() < 3) return std::nullopt;
  Goal h = g;
  Proof out;
  while (const auto half = half_angle(h))
    if (!take_half_angle(h, out, *half, immediate)) return std::nullopt;
  if (out.empty()) return std::nullopt;
  const auto rest = without_empty_hypotheses(h, alone);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

namespace {

// sin(x)/cos(x) or cos(x)/sin(x) of a variable.
std::optional<Expr> angle_of_tangent(const Expr& e) {
  if (e.op() != Op::div || !is_wave(e.arg(0)) || !is_wave(e.arg(1)) || e.arg(0).op() == e.arg(1).op())
    return std::nullopt;
  const Expr& x = e.arg(0).arg(0);
  return x.op() == Op::variable && x == e.arg(1).arg(0) ? std::optional(x) : std::nullopt;
}

// The tangent of x as a variable, and its arctangent in place of x.
std::optional<Expr> take_tangent(Goal& h, Proof& out, const Expr& x, const Subprover& s, int depth) {
  const Expr sine = sin(x), cosine = cos(x), u = quotient(sine, cosine);
  for (const Expr& e : {cosine, sine}) {
    const Relation sign{Rel::gt, e, 0};
    if (h.context.positive_(e)) continue;
    if (const auto t = by_arcs({h.context, sign}, s))
      cut_in(out, h, sign, *t);
    else if (e == cosine)
      return std::nullopt;
  }
  const Relation inverse{Rel::eq, x, atan(u)};
  const auto t = by_sums_of_arctangents({h.context, inverse}, s, depth);
  if (!t) return std::nullopt;
  cut_in(out, h, inverse, *t);
  Range range;
  if (h.context.positive_(sine))
    range.lo = {false, false, Rational(0)};
  else if (h.context.knows({sine, Need::nonnegative}))
    range.lo = {false, true, Rational(0)};
  const std::string name = fresh_name(h.context);
  const Expr tangent = Expr::variable(name);
  if (!take(rule::Gen{name, range, u}, h, out) || !take(rule::Equal{x, atan(tangent)}, h, out)) return std::nullopt;
  return tangent;
}

// high > low (high >= low), since otherwise hypothesis `number` about their arctangents would be false.
Tree in_order(const Goal& g, std::size_t number) {
  const Expr d = g.difference(), &high = g.relation.lhs, &low = g.relation.rhs;
  const Expr known = sub(atan(high), atan(low)), ratio = quotient(d, known);
  const ProveGoal holds = [](const Goal& k) -> Tree { return Proof{rule::Hyp{k.context.hypotheses().size()}}; };
  const ProveGoal fails = [&](const Goal& k) -> Tree {
    Goal h = k;
    const std::size_t denied = k.context.hypotheses().size();
    const std::string w = fresh_name(k.context);
    const Rel rel = g.strict() ? Rel::ge : Rel::gt;
    Proof out;
    cut_in(out, h, {rel, atan(low), atan(high)},
           {rule::Secant{atan(low), atan(high), w, {{false, false, Rational(0)}, {}}, {}},
            rule::Combine{Rational(0), {{denied, weight(Expr::variable(w))}}}});
    const Expr one = 1;
    const Coefficient first = weight(g.strict() ? one : add(1, ratio)),
                      other = weight(g.strict() ? sub(1, ratio) : one);
    out.emplace_back(rule::Combine{Rational(0), {{number, first}, {denied + 1, other}}});
    return out;
  };
  const auto both = g.strict() ? std::vector{fails, holds} : std::vector{holds, fails};
  return steps(g, rule::Cases{g.strict() ? negate(d) : d}, both);
}

// Where a hypothesis says that atan(low) is less than atan(high), `high` is `low` and what it is more.
bool take_gap(Goal& h, Proof& out, const Expr& low, const Expr& high) {
  Algebra a = h.context.algebra();
  for (std::size_t i = 0; i < h.context.hypotheses().size(); ++i) {
    const Relation& r = h.context.hypotheses()[i];
    if (r.rel == Rel::eq) continue;
    const auto times = a.ratio(sub(r.lhs, r.rhs), sub(atan(high), atan(low)), true);
    if (!times || times->sign() <= 0) continue;
    Goal k = h;
    Proof lines;
    const auto t = *times == Rational(1) ? in_order({k.context, {r.rel, high, low}}, i + 1) : std::nullopt;
    if (!t) return false;
    const Expr gap = sub(high, low);
    cut_in(lines, k, {r.rel, high, low}, *t);
    // Below an exponential it stays one node.
    cut_in(lines, k, {Rel::eq, high, add(low, log(exp(gap)))}, {rule::Identity{}});
    const std::string name = fresh_name(k.context);
    const Range range{{false, r.rel == Rel::ge, Rational(0)}, {true, false, Rational(0)}};
    if (!take(rule::Gen{name, range, gap}, k, lines) ||
        !take(rule::Equal{high, add(low, Expr::variable(name))}, k, lines))
      return false;
    append(out, lines);
    h = k;
    return true;
  }
  return false;
}

}  // namespace

Tree by_tangents_of_angles(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.context.language() < 3 || g.relation.rel == Rel::eq) return std::nullopt;
  std::vector<Expr> angles;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return angle_of_tangent(n).has_value(); }))
    if (const Expr x = *angle_of_tangent(e); std::ranges::find(angles, x) == angles.end()) angles.push_back(x);
  // Along one variable alone other steps lead further.
  if (angles.size() != 2) return std::nullopt;
  const auto is_other = [&](const Expr& e) {
    return is_wave(e) && std::ranges::find(angles, e.arg(0)) == angles.end();
  };
  if (!nodes_of(g.relation, is_other).empty()) return std::nullopt;
  Goal h = g;
  Proof out;
  std::vector<Expr> tangents;
  for (const Expr& x : angles) {
    const auto tangent = take_tangent(h, out, x, s, depth);
    if (!tangent) return std::nullopt;
    tangents.push_back(*tangent);
  }
  if (!take_gap(h, out, tangents[0], tangents[1])) take_gap(h, out, tangents[1], tangents[0]);
  // What is said of the angles is that they are such.
  Proof forgotten;
  if (const Goal free = without_hypotheses(h, forgotten);
      is_defined(free.context, free.difference()) && looks_nonnegative(free.context, free.difference())) {
    append(out, forgotten);
    h = free;
  }
  const auto rest = without_empty_hypotheses(h, alone);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

Tree by_waves_of_arctangents(const Goal& g, const Subprover& s, int depth) {
  const auto of_arctangent = [&](const Expr& e) {
    return is_wave(e) && !nodes_of({Rel::eq, e, 0}, [](const Expr& n) { return n.op() == Op::atan; }).empty();
  };
  if (g.context.language() < 3 || nodes_of(g.relation, of_arctangent).empty()) return std::nullopt;
  Goal h = g;
  Proof out;
  if (Proof apart; !take_arguments_apart(h, apart))
    h = g;
  else
    out = std::move(apart);
  const auto waves = nodes_of(h.relation, of_arctangent);
  if (waves.empty() || waves.size() > Effort::HalfAngles::most_waves) return std::nullopt;
  for (const Expr& f : waves) {
    if (f.arg(0).op() != Op::atan) return std::nullopt;
    const Expr& u = f.arg(0).arg(0);
    const Relation equal = value_of_wave(f.op(), u);
    const auto t = is_defined(h.context, u) ? wave_of_arctangent({h.context, equal}, u, s) : std::nullopt;
    if (!t) return std::nullopt;
    cut_in(out, h, equal, *t);
    if (!put_value(f, equal.rhs, h, out)) return std::nullopt;
  }
  Tree rest = s.immediate(h);
  if (!rest && h.relation.rel == Rel::eq)
    rest = steps(h, rule::Both{}, {[&](const Goal& half) { return s.prove(half, depth - 1, s.numeric); }});
  else if (!rest)
    rest = s.prove(h, depth - 1, s.numeric);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
