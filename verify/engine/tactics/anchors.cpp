#include "verify/engine/tactics/anchors.hpp"

#include <algorithm>
#include <functional>
#include <map>

#include "src/core/work.hpp"
#include "verify/engine/tactics/effort.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_monotonicity(const Goal& g, const Subprover& s, int depth) {
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x)) continue;
    // On the way to the end only the box is known to hold, not the hypotheses that mention x.
    const Context free = g.context.without_hypotheses_on(x);
    const Expr dx = derivative(d, x);
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (end.infinite) continue;
      Range with_end = v.range;
      (lower ? with_end.lo : with_end.hi).closed = true;
      Step step = end.closed ? Step(rule::Mono{x, lower}) : Step(rule::Rise{x, lower});
      Context way = free;
      if (!is_smooth({free.with_range(x, with_end), g.relation}, x)) {  // D may go on continuously to it
        if (s.round < 1 || depth < 2 || end.closed || smoothness(free, d, x, lower) != Smooth::inside) continue;
        step = rule::Mono{x, lower, true, g.strict()};
        way = free.strictly_inside(x);
      }
      const auto tree = s.sign({way, {!end.closed && g.strict() ? Rel::gt : Rel::ge, lower ? dx : negate(dx), 0}});
      if (!tree) continue;
      const auto children = apply(step, g);
      if (!children) continue;
      if (auto t = s.prove((*children)[1], depth - 1, s.numeric)) {
        Proof out{step};
        append(out, *tree);
        append(out, *t);
        return out;
      }
      if (end.closed) return std::nullopt;  // the face decides: if it is not provable there, it is not provable
    }
  }
  return std::nullopt;
}

Tree by_factor_alone(const Goal& g, const ProveGoal& alone) {
  const Expr d = g.difference();
  if (g.relation.rel == Rel::eq || d.op() != Op::mul) return std::nullopt;
  // As it is written: a normal form takes powers of quotients apart, whose sign is then seen no more.
  Expr weight = 1, rest = 1;
  int open = 0;
  for (const Expr& e : d.args()) {
    const bool positive = g.context.positive_(e);
    open += positive ? 0 : 1;
    Expr& side = positive ? weight : rest;
    side = side.is_constant(1) ? e : mul(side, e);
  }
  if (open != 1 || weight.is_constant() || !looks_nonnegative(g.context, rest)) return std::nullopt;
  return steps(g, rule::Factor{weight, rest}, {alone});
}

Tree by_monotone_ends(const Goal& g, const ProveGoal& alone) {
  const Expr d = g.difference();
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(d, x) || !is_smooth(g, x)) continue;
    const Context free = g.context.without_hypotheses_on(x);
    const Expr dx = derivative(d, x);
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      const Expr slope = lower ? dx : negate(dx);
      if (end.infinite || !end.closed || !looks_nonnegative(free, slope)) continue;
      const auto children = apply(rule::Mono{x, lower}, g);
      if (!children || !looks_nonnegative((*children)[1].context, (*children)[1].difference())) continue;
      const auto t = both_sides(
          g, rule::Mono{x, lower}, 0,
          [&](const Goal& h) {
            const WorkLimit limit(work_left() / Effort::share);
            auto slope_alone = by_factor_alone(h, alone);
            return slope_alone ? slope_alone : alone(h);
          },
          alone);
      if (t) return t;
    }
  }
  return std::nullopt;
}

Tree vacuous_side(const Goal& c, const Expr& x, const Expr& at, bool right) {
  const Variable* v = c.context.find(x);
  if (!v) return std::nullopt;
  const std::size_t last = c.context.hypotheses().size();  // it says x > at (at > x)
  const Context before = c.context.without_hypothesis(last - 1);
  if (before.knows({right ? sub(at, x) : sub(x, at), Need::nonnegative}))
    return Proof{rule::Prune{last, Effort::prune_bits}};
  if (!at.is_constant()) return std::nullopt;
  const End& end = right ? v->range.hi : v->range.lo;
  if (end.infinite || !(end.value == at.value())) return std::nullopt;
  return Proof{rule::Prune{last, Effort::prune_bits}};
}

Tree between_ends(const Goal& g, const NormalForms& normal_forms) {
  const Expr e = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!v.range.bounded() || !(v.range.lo.value < v.range.hi.value) || !depends_on(e, x)) continue;
    const auto a = normal_forms(g.context);
    const auto c = a->coefficients(e, x);
    if (!c || c->size() != 2) continue;
    const auto at_end = [&](const Rational& q) -> std::optional<Expr> {
      const auto f = a->factorization(add((*c)[0], mul(Expr(q), (*c)[1])));
      if (!f) return std::nullopt;
      Expr product = f->constant;
      for (const auto& [base, k] : f->factors) product = mul(product, power(base, Expr(k)));
      return product;
    };
    const auto lo = at_end(v.range.lo.value), hi = at_end(v.range.hi.value);
    if (!lo || !hi || !g.context.knows({*lo, Need::nonnegative}) || !g.context.knows({*hi, Need::nonnegative}))
      continue;
    const Expr up = sub(x, v.range.lo.value), down = sub(v.range.hi.value, x);
    const Expr form = quotient(add(mul(down, *lo), mul(up, *hi)), Expr(v.range.hi.value - v.range.lo.value));
    if (!is_defined(g.context, form) || !g.context.knows({form, g.strict() ? Need::positive : Need::nonnegative}))
      continue;
    return Proof{rewrite_to(form), rule::Sign{}};
  }
  return std::nullopt;
}

std::vector<Expr> exponents_in(const Context& c, const Expr& e, const Expr& x) {
  // The terms of the expanded sum by their exponents, with the degree of what the exponential is multiplied by.
  std::map<std::string, std::pair<int, Expr>> found;
  bool many = false;
  const std::function<void(const Expr&, Expr&, int&)> factors = [&](const Expr& t, Expr& exponent, int& degree) {
    switch (t.op()) {
      case Op::mul:
        factors(t.arg(0), exponent, degree);
        factors(t.arg(1), exponent, degree);
        break;
      case Op::neg:
        factors(t.arg(0), exponent, degree);
        break;
      case Op::exp:
        if (depends_on(t, x)) exponent = add(exponent, t.arg(0));
        break;
      case Op::pow:
        if (t.arg(0).op() == Op::exp && depends_on(t, x) && t.arg(1).is_constant())
          exponent = add(exponent, mul(t.arg(1), t.arg(0).arg(0)));
        else if (t.arg(0) == x && t.arg(1).is_constant())
          degree += static_cast<int>(t.arg(1).value().approx());
        break;
      default:
        if (t == x) ++degree;
    }
  };
  const std::function<void(const Expr&)> terms = [&](const Expr& t) {
    if (t.op() == Op::add || t.op() == Op::sub || t.op() == Op::neg) {
      for (const auto& a : t.args()) terms(a);
      return;
    }
    Expr exponent = 0;
    int degree = 0;
    factors(t, exponent, degree);
    if (exponent.is_constant(0)) return;
    auto [it, fresh] = found.try_emplace(to_text(exponent), degree, exponent);
    it->second.first = std::max(it->second.first, degree);
    many = many || found.size() > Effort::Derivatives::most_exponents;
  };
  terms(e);
  std::vector<std::pair<int, Expr>> all;
  if (!many) {
    for (const auto& [text, f] : found) all.push_back(f);
  }
  std::ranges::stable_sort(all, {}, &std::pair<int, Expr>::first);
  std::vector<Expr> out;
  for (const auto& [degree, u] : all) {
    if (out.size() < Effort::Derivatives::exponents_tried && is_defined(c, u)) out.push_back(u);
  }
  return out;
}

}  // namespace dpcert::verify
