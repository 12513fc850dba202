// Sums over ranges against integrals: each term against a difference of an antiderivative at two places next to it, of
// which neighbours cancel.
#include <algorithm>

#include "src/symbolic/flat.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/primitives.hpp"
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

// A sum in a goal: D = rest + factor * sum, `upper` where what is needed is something above the sum.
struct Compared {
  Expr sum, rest, factor;
  bool upper;
};
std::optional<Compared> compared(const Goal& g, const Expr& sum) {
  Algebra a = g.context.algebra();
  const auto p = affine_in(a, g.context, g.difference(), sum);
  if (!p || p->second.is_constant(0)) return std::nullopt;
  const bool upper = g.context.positive_(negate(p->second));
  if (!upper && !g.context.positive_(p->second)) return std::nullopt;
  return Compared{sum, p->first, p->second, upper};
}

// The goal of a term, and its index.
using ByTerm = std::function<Tree(const Goal&, const Expr& k)>;

// at(k + 1) - at(k) against the term at k, in this order where `upper`.
Tree against(const Goal& g, const Compared& in, const std::function<Expr(const Expr&)>& at, const ByTerm& by_term,
             const Subprover& s, int depth) {
  const auto& [sum, rest, factor, upper] = in;
  Extended trial{g};
  const auto t = telescoped_sum(trial, sum.arg(0), sum.arg(1), at);
  if (!t || !is_defined(trial.goal.context, t->value)) return std::nullopt;
  const Expr left = add(rest, mul(factor, t->value));
  const Relation side{g.relation.rel, left, 0};
  if (!looks_nonnegative(g.context, left)) return std::nullopt;
  const Relation bound{Rel::ge, upper ? t->sum : sum, upper ? sum : t->sum};
  const Expr k = Expr::variable(fresh_name(g.context));
  const ProveGoal term = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    // What the ends say of an index is in its range as far as it matters most often.
    Proof out;
    Goal alone = h;
    for (std::size_t i = 1; i <= h.context.hypotheses().size(); ++i) take(rule::Bound{i}, alone, out);
    derive_bounds(alone, out);
    alone = without_hypotheses(alone, out);
    if (!looks_nonnegative(alone.context, alone.difference())) return std::nullopt;
    const auto t = by_term(alone, k);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  };
  const auto terms = steps({g.context, bound}, rule::Termwise{k.name()}, {term});
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

// F(high) - F(low) - f(k), or its negative, where `high` is `low` + 1 and a place between them is no further than k: by
// the integral of f, whose primitive F is, against that of the constant f(k).
Tree by_mean_value(const Goal& g, const Expr& f, const Expr& primitive, const Expr& x, const Expr& k, const Expr& low,
                   bool upper, const Subprover& s, int depth) {
  const Expr high = flat::sum({low, Expr(1)});
  const auto of = [&](const Expr& body) { return Expr::integral(x, low, high, body); };
  const Expr varying = of(f), constant = of(substitute(f, {{x, k}}));
  const auto value = antiderivative_by(g.context, varying, primitive, x);
  if (!value || !value->seen) return s.prove(g, depth - 1, true);
  Goal now = g;
  Proof out;
  if (!take(value->step, now, out)) return std::nullopt;
  const std::size_t of_varying = now.context.hypotheses().size();
  const auto flat = antiderivative(now.context, constant);
  if (!flat || !take(*flat, now, out)) return std::nullopt;
  const std::size_t of_constant = now.context.hypotheses().size();
  const Relation order{Rel::ge, upper ? varying : constant, upper ? constant : varying};
  const ProveGoal body = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    return s.prove_within(h, Effort::depth_of_a_condition, false, 0);
  };
  const auto proof = steps({now.context, order}, rule::Termwise{fresh_name(now.context)}, {body});
  if (!proof) return std::nullopt;
  cut_in(out, now, order, *proof);
  const Rational sign(upper ? 1 : -1);
  out.emplace_back(rule::Combine{
      Rational(0),
      {{now.context.hypotheses().size(), Rational(1)}, {of_varying, Rational(0) - sign}, {of_constant, sign}}});
  return out;
}

// The sum is the first term and the rest of it.
Tree first_apart(const Goal& g, const Compared& in, const std::function<Tree(const Goal&, const Compared&)>& rest) {
  Extended x{g};
  if (!x.take(rule::Unfold{in.sum, rule::Unfold::Part::first})) return std::nullopt;
  const Relation said = x.goal.context.hypotheses().back();
  Algebra a = x.goal.context.algebra();
  for (const Expr& others : nodes_of(said, [&](const Expr& e) { return e.op() == Op::sum && e != in.sum; })) {
    const auto p = affine_in(a, x.goal.context, said.rhs, others);
    if (!p) continue;
    const Compared now{others, add(in.rest, mul(in.factor, p->first)), mul(in.factor, p->second), in.upper};
    const Relation without{g.relation.rel, add(now.rest, mul(now.factor, others)), 0};
    const std::size_t by = x.last();
    const auto proof = rest({x.goal.context, without}, now);
    if (!proof) return std::nullopt;
    cut_in(x.lines, x.goal, without, *proof);
    x.lines.emplace_back(rule::Combine{Rational(0), {{x.last(), Rational(1)}, {by, weight(in.factor)}}});
    return x.lines;
  }
  return std::nullopt;
}

}  // namespace

Tree by_integral_comparison(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  Algebra a = g.context.algebra();
  for (const Expr& sum : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum; })) {
    const auto in = compared(g, sum);
    if (!in || !in->factor.is_constant()) continue;
    const Expr x = Expr::variable(fresh_name(g.context));
    const auto f = antiderivative_of_power(a, body_at(sum, x), x);
    if (!f) continue;
    for (const Rational& back : {Rational(1, 2), Rational(0), Rational(1)}) {
      const auto at = [&](const Expr& place) {
        return substitute(*f, {{x, back.is_zero() ? place : flat::sum({place, Expr(-back)})}});
      };
      const auto as_it_is = [&](const Goal& h, const Expr&) { return s.prove(h, depth - 1, true); };
      if (auto t = against(g, *in, at, as_it_is, s, depth)) return t;
    }
  }
  return std::nullopt;
}

Tree by_sums_beside_integrals(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  for (const Expr& sum : nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::sum; })) {
    const auto in = compared(g, sum);
    const auto from = in ? rational_value(sum.arg(0)) : std::nullopt;
    if (!from) continue;
    const Expr x = Expr::variable(fresh_name(g.context)), f = body_at(sum, x);
    const Context inside = g.context.with_variable({x.name(), false, {{false, false, *from}, {}}});
    const auto primitive = depends_on(f, x) ? primitive_of(inside, f, x) : std::nullopt;
    if (!primitive || !nodes_of({Rel::eq, *primitive, 0}, is_integral).empty()) continue;
    // As it is found, powers stay powers; in a normal form roots of squares are gone.
    std::vector<Expr> forms{*primitive};
    if (const auto simple = inside.algebra().simplified(*primitive); simple && *simple != *primitive)
      forms.insert(has_variable_power(g) ? forms.end() : forms.begin(), *simple);
    for (const Expr& form : forms) {
      for (const long back : {1L, 0L}) {
        const auto before = [&](const Expr& place) { return back == 0 ? place : flat::sum({place, Expr(-1)}); };
        const auto at = [&](const Expr& place) { return substitute(form, {{x, before(place)}}); };
        const auto term = [&](const Goal& h, const Expr& k) {
          const Expr y = Expr::variable(fresh_name(h.context));
          const auto of_y = [&](const Expr& e) { return substitute(e, {{x, y}}); };
          return by_mean_value(h, of_y(f), of_y(form), y, k, before(k), in->upper, s, depth);
        };
        const auto beside = [&](const Goal& h, const Compared& now) { return against(h, now, at, term, s, depth); };
        if (auto t = beside(g, *in)) return t;
        if (auto t = first_apart(g, *in, beside)) return t;
      }
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
