// Sums over ranges against integrals: each term against a difference of an antiderivative at two places next to it, of
// which neighbours cancel.
#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// An antiderivative of c (alpha x + beta)^p in x: t/t' is affine in x then, with the slope 1/p.
std::optional<Expr> antiderivative_of_power(Algebra& a, const Expr& t, const Expr& x) {
  const auto ratio = a.simplified(quotient(t, derivative(t, x)));
  const auto u = ratio ? a.coefficients(*ratio, x) : std::nullopt;
  if (!u || u->size() != 2 || !(*u)[1].is_constant()) return std::nullopt;
  const Rational p = Rational(1) / (*u)[1].value();
  const auto w = a.simplified(mul(Expr(p), *ratio));  // x + beta/alpha
  if (!w) return std::nullopt;
  if (!(p == Rational(-1))) return mul(Expr(Rational(1) / (p + Rational(1))), mul(t, *w));
  const auto c = a.simplified(mul(t, *w));
  if (!c) return std::nullopt;
  return mul(*c, log(*w));
}

Tree against(const Goal& g, const Expr& sum, const Expr& rest, const Expr& factor, bool upper,
             const std::function<Expr(const Expr&)>& at, const Subprover& s, int depth) {
  Extended trial{g};
  const auto t = telescoped_sum(trial, sum.arg(0), sum.arg(1), at);
  if (!t || !is_defined(trial.goal.context, t->value)) return std::nullopt;
  const Expr left = add(rest, mul(factor, t->value));
  const Relation side{g.relation.rel, left, 0};
  if (!looks_nonnegative(g.context, left)) return std::nullopt;
  const Relation bound{Rel::ge, upper ? t->sum : sum, upper ? sum : t->sum};
  const ProveGoal term = [&](const Goal& h) -> Tree {
    if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;
    if (auto t = s.immediate(h)) return t;
    // What the ends say of an index is in its range as far as it matters most often.
    Proof out;
    Goal alone = h;
    derive_bounds(alone, out);
    alone = without_hypotheses(alone, out);
    const auto t = s.prove(alone, depth - 1, true);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  };
  const auto terms = steps({g.context, bound}, rule::Termwise{fresh_name(g.context)}, {term});
  if (!terms) return std::nullopt;
  Extended out{g};
  cut_in(out.lines, out.goal, bound, *terms);
  Weights weights{{out.last(), weight(upper ? negate(factor) : factor)}};
  const auto proof = s.prove({out.goal.context, side}, depth - 1, true);
  if (!proof) return std::nullopt;
  cut_in(out.lines, out.goal, side, *proof);
  weights.emplace_back(out.last(), Rational(1));
  const auto differences = telescoped_sum(out, sum.arg(0), sum.arg(1), at);
  if (!differences) return std::nullopt;
  for (const auto& [i, sign] : differences->weights) weights.emplace_back(i, weight(mul(Expr(sign), factor)));
  out.lines.emplace_back(rule::Combine{Rational(0), weights});
  return out.lines;
}

}  // namespace

Tree by_integral_comparison(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  Algebra a = g.context.algebra();
  for (const Expr& sum : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum; })) {
    const auto p = affine_in(a, g.context, g.difference(), sum);
    if (!p || !p->second.is_constant() || p->second.is_constant(0)) continue;
    const bool upper = p->second.value().sign() < 0;
    const Expr x = Expr::variable(fresh_name(g.context));
    const auto f = antiderivative_of_power(a, body_at(sum, x), x);
    if (!f) continue;
    for (const Rational& back : {Rational(1, 2), Rational(0), Rational(1)}) {
      const auto at = [&](const Expr& place) {
        return substitute(*f, {{x, back.is_zero() ? place : flat::sum({place, Expr(-back)})}});
      };
      if (auto t = against(g, sum, p->first, p->second, upper, at, s, depth)) return t;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
