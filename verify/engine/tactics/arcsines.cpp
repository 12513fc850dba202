// Arcsines and arccosines, which stand for 2 atan(x/(1 + sqrt(1 - x^2))): in that quotient t, the tangent of the half
// angle, x = 2 t/(1 + t^2) and sqrt(1 - x^2) = (1 - t^2)/(1 + t^2) are rational, and smooth where x is 1 or -1, at
// which arcsines have infinite slopes. For Shafer's and Fink's inequalities, bounds by roots at 1, and the like.
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

Tree by_half_angles(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone) {
  if (g.context.language() < 3) return std::nullopt;
  const auto half = half_angle(g);
  if (!half) return std::nullopt;
  const auto& [x, root, u] = *half;
  const Variable* v = g.context.find(x);
  if (!v || v->integer || !is_defined(g.context, u)) return std::nullopt;
  Goal h = g;
  Proof out;
  const auto know = [&](const Relation& r) {
    const auto t = immediate({h.context, r});
    if (t) cut_in(out, h, r, *t);
    return t.has_value();
  };
  // What replaces x and its root, in the tangent; and where this lies.
  const Expr square = pow(u, 2);
  if (!know({Rel::eq, x, quotient(mul(2, u), add(1, square))}) ||
      !know({Rel::eq, root, quotient(sub(1, square), add(1, square))}))
    return std::nullopt;
  Range range{{false, true, Rational(-1)}, {false, true, Rational(1)}};
  const Signs sign = g.context.signs(x);
  if (!(sign & negative)) range.lo = {false, (sign & zero) != 0, Rational(0)};
  if (!(sign & positive)) range.hi = {false, (sign & zero) != 0, Rational(0)};
  for (const bool high : {true, false}) {
    End& end = high ? range.hi : range.lo;
    if (end.value.is_zero()) continue;
    const Expr away = high ? sub(1, u) : add(1, u),
               form = quotient(add(high ? sub(1, x) : add(1, x), root), add(1, root));
    const bool open = g.context.positive_(high ? sub(1, x) : add(1, x));
    const Relation inside{open ? Rel::gt : Rel::ge, away, 0};
    const auto t = rewritten({h.context, inside}, form, 0, [](const Goal&) { return Proof{rule::Sign{}}; });
    if (!t) return std::nullopt;
    cut_in(out, h, inside, *t);
    end.closed = !open;
  }
  const std::string t = fresh_name(h.context);
  const Expr tangent = Expr::variable(t), y = pow(tangent, 2);
  const std::string s = t + "r";
  if (is_used(h.context, s) || !take(rule::Gen{t, range, u}, h, out) ||
      !take(rule::Gen{s, Range{{false, true, Rational(0)}, {false, true, Rational(1)}}, root}, h, out) ||
      !take(rule::Equal{Expr::variable(s), quotient(sub(1, y), add(1, y))}, h, out) ||
      !take(rule::Equal{x, quotient(mul(2, tangent), add(1, y))}, h, out))
    return std::nullopt;
  const auto rest = without_empty_hypotheses(h, alone);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
