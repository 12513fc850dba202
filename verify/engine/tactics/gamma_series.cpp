// Gamma functions of one argument that is made of several variables: by the first terms of their series at infinity,
// with remainders of known sign. Next to an end of one variable only, `expansion` does more.
#include <algorithm>

#include "verify/engine/proof/series.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_gamma_series(const Goal& g, const Subprover& s) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto is_gamma = [](const Expr& e) {
    return (e.op() == Op::lgamma || e.op() == Op::polygamma) && !e.arg(0).is_constant();
  };
  const auto functions = nodes_of({Rel::ge, g.difference(), 0}, is_gamma);
  if (functions.empty() || functions.size() > Effort::GammaSeries::most_functions) return std::nullopt;
  const auto seen = [&](const Expr& f) { return g.context.positive_(f.arg(0)); };
  if (!std::ranges::all_of(functions, seen)) return std::nullopt;
  // Of two arguments what cancels is lost in the remainders, and normal forms grow: the first ones only.
  const Expr& u = functions.front().arg(0);
  const bool one = std::ranges::all_of(functions, [&](const Expr& f) { return f.arg(0) == u; });
  const long most = one ? Effort::GammaSeries::most_terms : Effort::GammaSeries::most_terms_of_several;
  for (long terms = 0; terms < most; ++terms) {
    Goal now = g;
    Proof out;
    bool replaced_all = true;
    for (const Expr& f : functions) {
      const std::string w = fresh_name(now.context);
      const auto series = series_at_infinity(f, terms, w);
      replaced_all = replaced_all && series && take(rule::SeriesAtInfinity{terms, f, w}, now, out);
      if (!replaced_all) break;
    }
    if (!replaced_all) return std::nullopt;
    Algebra a = now.context.algebra();
    const auto e = a.simplified(now.difference());
    if (!e || !is_defined(now.context, *e) || !looks_nonnegative(now.context, *e)) continue;
    const auto t = rewritten(now, *e, 0, [&](const Goal& h) -> Tree {
      if (auto r = s.immediate(h)) return r;
      if (auto r = s.sign(h); r || one) return r;
      return s.prove_within(h, Effort::GammaSeries::depth_of_several, false, 0);
    });
    if (!t) continue;
    append(out, *t);
    return out;
  }
  return std::nullopt;
}

namespace {

// Is D nothing but remainders of Stirling's series, of more than one argument?
bool is_of_remainders(const Goal& g) {
  const auto is_gamma = [](const Expr& e) { return e.op() == Op::lgamma && !e.arg(0).is_constant(); };
  const Expr d = g.difference();
  const auto functions = nodes_of({Rel::ge, d, 0}, is_gamma);
  if (functions.size() < 2 || functions.size() > Effort::GammaSeries::most_functions) return false;
  const Expr form = transform(d, [](const Expr& e, std::span<Expr> args) {
    if (e.op() != Op::lgamma || args[0].is_constant()) return with_args(e, args);
    const Expr& u = args[0];
    return add(sub(mul(sub(u, Expr(Rational(1, 2))), log(u)), u), quotient(log(mul(2, Expr::pi())), 2));
  });
  return g.context.algebra().is_zero(form);
}

// -dD/dx, remainder by remainder.
std::optional<Expr> slope_of_remainders(const Goal& g, const Expr& x) {
  Algebra a = g.context.algebra();
  const Expr d = g.difference(), t = Expr::variable(fresh_name(g.context));
  const auto functions =
      nodes_of({Rel::ge, d, 0}, [](const Expr& e) { return e.op() == Op::lgamma && !e.arg(0).is_constant(); });
  Expr rising = 0, falling = 0;
  for (const Expr& f : functions) {
    const Expr& u = f.arg(0);
    const auto c = a.coefficients(replaced(d, f, t), t);
    if (!c || c->size() != 2) return std::nullopt;
    const Expr weight = mul((*c)[1], derivative(u, x)), r = add(sub(polygamma(0, u), log(u)), quotient(1, mul(2, u)));
    const auto k = a.simplified(weight);
    if (!k || !k->is_constant()) return std::nullopt;
    Expr& sum = k->value().sign() > 0 ? falling : rising;
    sum = add(sum, mul(Expr(abs(k->value())), r));
  }
  return sub(rising, falling);
}

// The difference of one function at two arguments: from where another variable is 0 and they are one.
Tree from_equal_arguments(const Goal& g, const Expr& x, const Subprover& s, int depth) {
  for (const auto& v : g.context.variables()) {
    const Expr y = Expr::variable(v.name);
    if (y == x || v.integer || v.range.lo.infinite || !depends_on(g.difference(), y)) continue;
    const auto slope = [&](const Goal& h) -> Tree {
      Algebra a = h.context.algebra();
      const auto e = a.simplified(h.difference());
      if (!e || !is_defined(h.context, *e) || !looks_nonnegative(h.context, *e)) return std::nullopt;
      return rewritten(h, *e, 0, [&](const Goal& k) -> Tree {
        if (auto t = s.immediate(k)) return t;
        if (auto t = by_gamma_series(k, s)) return t;
        return s.prove_part(k, depth - 2, true);
      });
    };
    if (auto t = steps(g, rule::Mono{y, true, true}, {slope, s.immediate})) return t;
  }
  return std::nullopt;
}

}  // namespace

Tree by_stirling_remainders(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || depth < 2 || !is_of_remainders(g)) return std::nullopt;
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !v.range.hi.infinite || !is_smooth({g.context.without_hypotheses_on(x), g.relation}, x)) continue;
    const Step tail = rule::Tail{x, false, Effort::step_bits, rule::LimitBound{Effort::far_from, Expr(1) / x}};
    const auto children = apply(tail, g);
    if (!children || children->size() != 2) continue;
    const auto limit = by_gamma_series((*children)[0], s);
    if (!limit || !looks_nonnegative((*children)[1].context, (*children)[1].difference())) continue;
    const Goal& slope = (*children)[1];
    const auto form = slope_of_remainders(g, x);
    if (!form || !is_defined(slope.context, *form)) continue;
    const auto falls = rewritten(slope, *form, 0, [&](const Goal& h) -> Tree {
      if (auto t = from_equal_arguments(h, x, s, depth)) return t;
      return s.prove_part(h, depth - 1, true);
    });
    if (!falls) continue;
    Proof out{tail};
    append(out, *limit);
    append(out, *falls);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
