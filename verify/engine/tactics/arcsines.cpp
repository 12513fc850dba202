// Arcsines and arccosines, which stand for 2 atan(x/(1 + sqrt(1 - x^2))): in that quotient t, the tangent of the half
// angle, x = 2 t/(1 + t^2) and sqrt(1 - x^2) = (1 - t^2)/(1 + t^2) are rational, and smooth where x is 1 or -1, at
// which arcsines have infinite slopes. For Shafer's and Fink's inequalities, bounds by roots at 1, and the like.
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

Tree wave_of_arctangent(const Goal& g, const Expr& u, const Subprover& s) {
  Goal h = g;
  Proof out;
  if (!take(rule::Gen{fresh_name(h.context), Range{}, u}, h, out)) return std::nullopt;
  const Goal free = without_hypotheses(h, out);
  const auto t = steps(free, rule::Both{},
                       {[&](const Goal& half) { return s.prove(half, Effort::HalfAngles::depth_of_a_wave, false); }});
  if (!t) return std::nullopt;
  append(out, *t);
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
    const Expr value = quotient(f.op() == Op::sin ? u : Expr(1), sqrt(add(1, pow(u, 2))));
    const Relation equal{Rel::eq, f, value};
    const auto t = is_defined(h.context, u) ? wave_of_arctangent({h.context, equal}, u, s) : std::nullopt;
    if (!t) return std::nullopt;
    cut_in(out, h, equal, *t);
    const std::string name = fresh_name(h.context);
    if (!take(rule::Gen{name, Range{}, f}, h, out) || !take(rule::Equal{Expr::variable(name), value}, h, out))
      return std::nullopt;
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
