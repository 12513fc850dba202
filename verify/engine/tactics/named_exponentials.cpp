// Variables that stand in exponents alone, with integer coefficients: exp(e) by a name of its own. What is left is
// often a goal between polynomials, perhaps with kinks: of hockey-stick divergences of coins, and of mechanisms by
// exp(e).
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// exp(k v + l w + c) as exp(v)^k exp(w)^l exp(c).
Expr with_exponentials_apart(const Expr& e) {
  return transform(e, [](const Expr& n, std::span<const Expr> args) -> Expr {
    const Expr same = with_args(n, args);
    if (n.op() != Op::exp) return same;
    const auto u = affine(same.arg(0));
    if (!u || u->coefficients.empty()) return same;
    const auto whole = [](const auto& k) { return k.second.is_integer(); };
    if (!std::ranges::all_of(u->coefficients, whole)) return same;
    Expr out = u->constant.is_zero() ? Expr(1) : exp(Expr(u->constant));
    for (const auto& [name, k] : u->coefficients) {
      if (k.is_zero()) continue;
      const Expr one = exp(Expr::variable(name));
      const Expr part = abs(k) == Rational(1) ? one : pow(one, Expr(abs(k)));
      out = k.sign() > 0 ? mul(out, part) : quotient(out, part);
    }
    return out;
  });
}

// e with names for the exponentials of these variables.
Expr named(const Expr& e, const std::vector<std::pair<Expr, Expr>>& names) {
  Expr out = e;
  for (const auto& [v, name] : names) out = replaced(out, exp(v), name);
  return out;
}

bool mentions_any(const Expr& e, const std::vector<std::pair<Expr, Expr>>& names) {
  return std::ranges::any_of(names, [&](const auto& n) { return depends_on(e, n.first); });
}

// Besides the exponentials there is nothing but arithmetic and kinks.
bool is_algebraic(const Expr& e) {
  return nodes_of({Rel::ge, e, 0},
                  [](const Expr& n) {
                    switch (n.op()) {
                      case Op::variable:
                      case Op::constant:
                      case Op::neg:
                      case Op::add:
                      case Op::sub:
                      case Op::mul:
                      case Op::div:
                      case Op::abs:
                      case Op::min:
                      case Op::max:
                        return false;
                      case Op::pow:
                        return !n.arg(1).is_constant() || !n.arg(1).value().is_integer();
                      default:
                        return true;
                    }
                  })
      .empty();
}

Range range_of_exponential(const Range& r) {
  Range out{{false, false, Rational(0)}, {}};
  if (!r.lo.infinite && r.lo.value.is_zero()) out.lo = {false, r.lo.closed, Rational(1)};
  if (!r.hi.infinite && r.hi.value.is_zero()) out.hi = {false, r.hi.closed, Rational(1)};
  return out;
}

}  // namespace

Tree by_named_exponentials(const Goal& g, const Subprover& s, const ProveGoal& alone, bool algebraic) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.forall_hypotheses().empty()) return std::nullopt;
  const Expr lhs = with_exponentials_apart(g.relation.lhs), rhs = with_exponentials_apart(g.relation.rhs);
  Context fresh = c;
  std::vector<std::pair<Expr, Expr>> names;
  for (const Variable& v : c.variables()) {
    const Expr x = Expr::variable(v.name), d = sub(lhs, rhs);
    if (v.integer || !depends_on(d, x)) continue;
    const std::string name = fresh_name(fresh);
    const Expr t = Expr::variable(name);
    if (depends_on(replaced(d, exp(x), t), x)) continue;
    fresh = fresh.with_variable({name, false, Range{}});
    names.emplace_back(x, t);
  }
  if (names.empty() || (algebraic && !is_algebraic(named(sub(lhs, rhs), names)))) return std::nullopt;
  return rewritten(g, lhs, rhs, [&](const Goal& h) -> Tree {
    Goal now = h;
    Proof out;
    const auto said = now.context.hypotheses();
    for (std::size_t i = 0; i < said.size(); ++i) {
      const Relation& r = said[i];
      if (!mentions_any(sub(r.lhs, r.rhs), names)) continue;
      const Relation apart{r.rel, with_exponentials_apart(r.lhs), with_exponentials_apart(r.rhs)};
      if (!(apart == r) && !mentions_any(named(sub(apart.lhs, apart.rhs), names), names)) {
        cut_in(out, now, apart, {rule::Combine{Rational(0), {{i + 1, Expr(1)}}}});
      } else if (r.rel != Rel::eq && r.lhs.op() == Op::variable && r.rhs.op() == Op::variable) {
        const Relation above{r.rel, exp(r.lhs), exp(r.rhs)};  // the order of two exponents
        const auto t = steps({now.context, above}, rule::TakeLog{}, {s.immediate});
        if (t) cut_in(out, now, above, *t);
      }
    }
    for (const auto& [v, t] : names)
      if (!take(rule::Gen{t.name(), range_of_exponential(c.find(v)->range), exp(v)}, now, out)) return std::nullopt;
    for (const auto& n : names)
      if (!take(rule::Widen{n.first, c.find(n.first)->range}, now, out)) return std::nullopt;
    if (mentions_any(now.difference(), names) || !looks_nonnegative(now.context, now.difference())) return std::nullopt;
    const auto rest = alone(now);
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  });
}

}  // namespace dpcert::verify
