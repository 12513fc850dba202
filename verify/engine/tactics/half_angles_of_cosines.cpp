// Arccosines beside roots of 1 - x and 1 + x, or powers of these: in the tangent y of half the angle, which is that of
// which x is the cosine. There x = (1 - y^2)/(1 + y^2), the roots are those of 1 + y^2 but for a factor, and acos(x) is
// 2 atan(y). For Carlson's inequalities and others that are sharp at 1.
#include <algorithm>
#include <string>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

bool is_broken_power(const Expr& e) {
  return e.op() == Op::sqrt ||
         (e.op() == Op::pow && e.arg(1).is_constant() && !e.arg(1).value().is_integer() && !e.arg(0).is_constant());
}

// x of atan(x/(1 + sqrt(1 - x^2))), where a root of what is affine in x stands, too.
std::optional<Expr> cosine_of(const Goal& g) {
  Algebra plain([](const Expr&) { return false; });
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::atan; })) {
    const Expr& u = e.arg(0);
    if (u.op() != Op::div || u.arg(0).op() != Op::variable) continue;
    const Expr& x = u.arg(0);
    if (!plain.is_zero(sub(u.arg(1), add(1, sqrt(sub(1, pow(x, 2))))))) continue;
    const auto beside = nodes_of(g.relation, [&](const Expr& n) {
      if (!is_broken_power(n) || !depends_on(n, x)) return false;
      const auto line = plain.coefficients(n.arg(0), x);
      return line && line->size() == 2;
    });
    if (!beside.empty()) return x;
  }
  return std::nullopt;
}

// y at x = q, which is to be rational.
std::optional<Rational> tangent_at(const Rational& q) {
  Algebra plain([](const Expr&) { return false; });
  const auto root = plain.simplified(sqrt(Expr((Rational(1) - q) / (Rational(1) + q))));
  return root && root->is_constant() ? std::optional(root->value()) : std::nullopt;
}

// x = 2/z - 1 and z = 1 + y^2; y is returned.
std::optional<Expr> take_tangent_of_half(Goal& g, Proof& out, const Expr& x) {
  const Variable* v = g.context.find(x);
  if (!v || v->integer || v->range.lo.infinite || v->range.hi.infinite) return std::nullopt;
  const End lo = v->range.lo, hi = v->range.hi;
  const bool all = lo.value == Rational(-1);
  if (lo.value < Rational(-1) || hi.value > Rational(1) || (all && lo.closed)) return std::nullopt;
  const auto least = tangent_at(hi.value), most = all ? std::optional(Rational(0)) : tangent_at(lo.value);
  if (!least || !most) return std::nullopt;
  const auto end = [](const Rational& q, bool closed) { return End{false, closed, q}; };
  const auto square = [](const Rational& q) { return Rational(1) + q * q; };
  Range zs{end(square(*least), hi.closed), {}}, ys{end(*least, hi.closed), {}};
  if (!all) zs.hi = end(square(*most), lo.closed), ys.hi = end(*most, lo.closed);
  const std::string z = fresh_name(g.context);
  const Expr middle = Expr::variable(z);
  if (!take(rule::Subst{x, z, zs, add(-1, quotient(2, middle))}, g, out)) return std::nullopt;
  const std::string y = fresh_name(g.context);
  const Expr tangent = Expr::variable(y);
  if (!take(rule::Subst{middle, y, ys, add(1, pow(tangent, 2))}, g, out)) return std::nullopt;
  // What the steps say of the range is in it.
  if (!take(rule::Widen{tangent, ys}, g, out)) return std::nullopt;
  return tangent;
}

// sqrt(k y^(2 m)/(1 + y^2)^n) as sqrt(k) y^m times a power of 1 + y^2; other powers of this factor by factor.
std::optional<Expr> plain_power(const Context& c, const Expr& e, const Expr& y) {
  Algebra a = c.algebra();
  const auto f = a.factorization(e.arg(0));
  if (!f || f->constant.sign() <= 0) return std::nullopt;
  const Expr below = add(1, pow(y, 2));
  const bool root = e.op() == Op::sqrt;
  const Rational exponent = root ? Rational(1, 2) : e.arg(1).value();
  const auto raised = [&](const Expr& base, const Rational& k) {
    const bool down = k.sign() < 0;
    const Expr up = abs(k) == Rational(1, 2) ? sqrt(base) : power(base, Expr(abs(k)));
    return down ? quotient(1, up) : up;
  };
  Expr out = raised(Expr(f->constant), exponent);
  for (const auto& [base, k] : f->factors) {
    const bool of_y = base == y;
    if (!of_y && !a.is_zero(sub(base, below))) return std::nullopt;
    const Rational times = exponent * Rational(k);
    if (of_y && root && !times.is_integer()) return std::nullopt;
    const Expr factor = raised(of_y ? y : below, abs(times));
    out = times.sign() < 0 ? quotient(out, factor) : mul(out, factor);
  }
  return out;
}

}  // namespace

Tree by_half_angles_of_cosines(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone) {
  if (g.context.language() < 3 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto x = cosine_of(g);
  if (!x || std::ranges::any_of(g.context.hypotheses(), [&](const Relation& r) { return mentions(r, *x); }))
    return std::nullopt;
  Goal h = g;
  Proof out;
  const auto y = take_tangent_of_half(h, out, *x);
  if (!y) return std::nullopt;
  const auto become = [&](const Expr& e, const Expr& value) {
    if (e == value) return true;
    const Relation same{Rel::eq, e, value};
    if (!is_defined(h.context, value)) return false;
    // Along y nothing may be said of its functions.
    Proof lines;
    const auto t = by_equation(without_hypotheses({h.context, same}, lines), s, depth);
    if (!t) return false;
    append(lines, *t);
    cut_in(out, h, same, lines);
    // Its name may stand below a fraction line.
    Range range;
    if (h.context.positive_(value)) {
      if (!h.context.positive_(e)) {
        const std::size_t last = h.context.hypotheses().size();
        cut_in(out, h, {Rel::gt, e, 0}, {rule::Combine{weight(value), {{last, Rational(1)}}}});
      }
      range.lo = {false, false, Rational(0)};
    } else if (h.context.knows({e, Need::nonnegative})) {
      range.lo = {false, true, Rational(0)};
    }
    return put_value(e, value, h, out, range);
  };
  const auto of_y = [&](bool arctangent) {
    return nodes_of(h.relation, [&](const Expr& e) {
      if (!depends_on(e, *y)) return false;
      return arctangent ? e.op() == Op::atan && !(e.arg(0) == *y) : is_broken_power(e);
    });
  };
  for (const Expr& e : of_y(false))
    if (const auto value = plain_power(h.context, e, *y); !value || !become(e, *value)) return std::nullopt;
  for (const Expr& e : of_y(true))
    if (!become(e, sub(quotient(Expr::pi(), 4), atan(*y)))) return std::nullopt;
  Proof free;
  const Goal last = without_hypotheses(h, free);
  append(out, free);
  const auto rest = alone(last);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
