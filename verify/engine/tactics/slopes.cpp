#include "verify/engine/tactics/slopes.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/engine/goal/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "verify/engine/proof/series.hpp"
#include "verify/engine/tactics/sign.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

Algebra algebra(const Context& c) {
  return Algebra([&c](const Expr& u) { return c.knows({u, Need::positive}); });
}

bool has_secant(const Expr& e) {
  const FunctionEntry* f = function_entry(e);
  return f && f->compares;
}

// Where the function is monotone, and the sign of its derivative there.
struct Monotone {
  Range domain, slopes;
};
std::optional<Monotone> monotone(const Expr& a, const Expr& b, const Context& c) {
  if (!has_secant(a)) return std::nullopt;
  const auto slope = known_slope(c, a, b);
  if (!slope) return std::nullopt;
  Monotone m;
  if (slope->from) m.domain.lo = {false, slope->closed, *slope->from};
  (slope->sign > 0 ? m.slopes.lo : m.slopes.hi) = End{false, false, Rational(0)};
  return m;
}

std::vector<Expr> functions_of(const Expr& e) {
  std::vector<Expr> out;
  std::unordered_set<Expr> seen;
  transform(e, [&](const Expr& old, std::span<const Expr>) {
    if (has_secant(old) && !old.arg(0).is_constant() && !is_inside_a_body(old) && seen.insert(old).second)
      out.push_back(old);
    return old;
  });
  return out;
}

Tree secants(const Goal& g, const ProveGoal& sign, int depth) {
  const auto fs = functions_of(g.relation.lhs);
  if (fs.size() > Effort::Slopes::most_functions) return std::nullopt;
  for (std::size_t i = 0; i < fs.size(); ++i) {
    for (std::size_t j = 0; j < fs.size(); ++j) {
      const Expr &a = fs[i], &b = fs[j];
      if (i == j || a.op() != b.op() || a.node().index != b.node().index) continue;
      const auto m = monotone(a, b, g.context);
      if (!m) continue;
      const std::string w = fresh_name(g.context);
      // The neighbour of b may serve: f(b + 1) - f(b) is elementary.
      for (const bool next : {false, true}) {
        if (next && b.op() != Op::polygamma) break;
        const Expr from = next ? polygamma(b.node().index, add(b.arg(0), 1)) : b;
        const Series s{a, add(from, mul(sub(a.arg(0), from.arg(0)), Expr::variable(w))), {w, false, m->slopes}};
        const Goal with = with_series(g, s);
        Algebra algebra_with = algebra(with.context);
        const auto e = algebra_with.simplified(with.relation.lhs);
        if (!e) continue;
        const auto left = functions_of(*e);
        if (std::ranges::find(left, b) != left.end() || std::ranges::find(left, a) != left.end()) continue;
        const Goal rest{with.context, {g.relation.rel, *e, 0}};
        auto t = sign(rest);
        if (!t && depth > 1) t = secants(rest, sign, depth - 1);
        if (!t) continue;
        Proof out{rule::Secant{a, from, w, m->slopes, m->domain}, rewrite_to(*e)};
        append(out, *t);
        return out;
      }
    }
  }
  return std::nullopt;
}

bool defined(const Goal& g) { return is_defined(g.context, g.difference()); }

bool smooth_up_to(const Goal& g, const Expr& x, bool lower, bool upper) {
  Context c = g.context.without_hypotheses_on(x);
  Range r = c.find(x)->range;
  r.lo.closed = r.lo.closed || lower;
  r.hi.closed = r.hi.closed || upper;
  c = c.with_range(x, r);
  const Expr d = g.difference();
  return is_smooth_in(d, x) &&
         std::ranges::all_of(smoothness_conditions(d, c), [&](const Condition& u) { return c.knows(u); });
}

}  // namespace

std::vector<Expr> balanced_points(const Context& c, const Expr& d, const Expr& x) {
  std::vector<Expr> out;
  Algebra a = algebra(c);
  const Expr dx = derivative(d, x);
  const auto fs = functions_of(dx);
  if (fs.size() > Effort::Slopes::most_functions) return out;
  for (std::size_t i = 0; i < fs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (fs[i].op() != fs[j].op() || fs[i].node().index != fs[j].node().index) continue;
      const auto p = a.coefficients(sub(fs[i].arg(0), fs[j].arg(0)), x);
      if (!p || p->size() != 2) continue;
      const auto at = a.simplified(negate(quotient((*p)[0], (*p)[1])));
      if (!at || depends_on(*at, x) || std::ranges::find(out, *at) != out.end()) continue;
      if (is_defined(c, *at) && a.is_zero(substitute(dx, {{x, *at}}))) out.push_back(*at);
    }
  }
  return out;
}

Tree by_secant(const Goal& g, const ProveGoal& sign) {
  if (g.relation.rel == Rel::eq || functions_of(g.difference()).size() < 2) return std::nullopt;
  Algebra a = algebra(g.context);
  const auto e = a.simplified(g.difference());
  if (!e) return std::nullopt;
  auto t = secants({g.context, {g.relation.rel, *e, 0}}, sign, Effort::Slopes::secants);
  if (!t) return std::nullopt;
  Proof out{rewrite_to(*e)};
  append(out, *t);
  return out;
}

Tree by_slope(const Goal& g, const ProveGoal& at_end, const ProveGoal& slope, bool far) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || !is_smooth_in(d, x)) continue;
    const auto attempt = [&](const Step& step) -> Tree {
      const auto children = apply(step, g);
      if (!children) return std::nullopt;
      const bool tail = step.is<rule::Tail>();
      if (!std::ranges::all_of(*children, [](const Goal& c) { return defined(c); })) return std::nullopt;
      const Goal& s = tail ? children->back() : children->front();
      if (!looks_nonnegative(s.context, s.relation.lhs)) return std::nullopt;
      // The ends first: there is a variable less.
      Proof ends;
      for (std::size_t k = tail ? 0 : 1; k + (tail ? 1 : 0) < children->size(); ++k) {
        auto t = at_end((*children)[k]);
        if (!t) return std::nullopt;
        append(ends, *t);
      }
      const auto t = slope(s);
      if (!t) return std::nullopt;
      Proof out{step};
      if (!tail) append(out, *t);
      append(out, ends);
      if (tail) append(out, *t);
      return out;
    };
    if (v.range.hi.infinite && far && smooth_up_to(g, x, false, false)) {
      if (auto t = attempt(rule::Tail{x, false, Effort::step_bits, rule::LimitBound{Effort::far_from, Expr(1) / x}}))
        return t;
    }
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (far || end.infinite || !smooth_up_to(g, x, lower, !lower)) continue;
      if (auto t = attempt(end.closed ? Step(rule::Mono{x, lower}) : Step(rule::Rise{x, lower}))) return t;
    }
    if (far || !v.range.bounded() || v.range.lo.closed != v.range.hi.closed || !smooth_up_to(g, x, true, true))
      continue;
    if (auto t = attempt(v.range.lo.closed ? Step(rule::Convex{x}) : Step(rule::Arch{x}))) return t;
  }
  return std::nullopt;
}

Tree by_touching_end(const Goal& g, const ProveGoal& at_end, const ProveGoal& near, const ProveGoal& rest) {
  const Expr d = g.difference();
  for (const auto& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (!depends_on(d, x) || !v.range.bounded() || !is_smooth_in(d, x)) continue;
    const Rational &lo = v.range.lo.value, &hi = v.range.hi.value;
    for (const bool lower : {true, false}) {
      if (!smooth_up_to(g, x, lower, !lower)) continue;
      const Context without = g.context.without_hypotheses_on(x);
      const Rational& end = lower ? lo : hi;
      if (!at_end({without.with_value(x, end), {Rel::eq, substitute(d, {{x, end}}), 0}})) continue;
      for (const long part : Effort::Slopes::parts) {
        const Rational step = (hi - lo) / Rational(part);
        const Rational at = lower ? lo + step : hi - step;
        const Step split = rule::Split{x, at};
        const auto children = apply(split, g);
        if (!children) continue;
        const auto t = near((*children)[lower ? 0 : 1]);
        if (!t) continue;
        const auto u = rest((*children)[lower ? 1 : 0]);
        if (!u) return std::nullopt;
        Proof out{split};
        append(out, lower ? *t : *u);
        append(out, lower ? *u : *t);
        return out;
      }
    }
  }
  return std::nullopt;
}

Tree by_slopes(const Goal& g, const Subprover& s, int depth) {
  if (s.state.underway.slopes >= Effort::slopes_within_slopes) return std::nullopt;
  const Under under(s.state.underway.slopes);
  const ProveGoal cheap = [&](const Goal& c) -> Tree {
    if (auto t = sign_proof(c.context, c.relation.lhs, c.strict(), s)) return t;
    return s.boxes(c, Effort::boxes_of_an_end);
  };
  const ProveGoal slope = [&](const Goal& c) -> Tree {
    if (auto t = cheap(c)) return t;
    return s.prove_within(c, depth - 2, true, Effort::boxes_on_the_side);
  };
  const ProveGoal any = [&](const Goal& c) { return s.prove_part(c, depth - 1, true); };
  const ProveGoal far_end = [&](const Goal& c) { return by_expansion(c, s, 1); };
  Tree t = by_slope(g, s.immediate, cheap);
  if (!t) t = by_slope(g, s.immediate, slope);
  if (!t) t = by_slope(g, far_end, slope, true);
  if (!t) t = by_slope(g, any, cheap);
  if (!t && s.state.underway.slopes == 1)
    t = by_touching_end(
        g, s.immediate, [&](const Goal& c) { return by_slopes(c, s, depth); }, any);
  return t;
}

namespace {

// Error functions of one sign of argument through erfc of arguments >= 0.
Expr through_erfc(const Expr& root, const Context& c) {
  return transform(root, [&](const Expr& old, std::span<const Expr> a) -> Expr {
    const Expr same = with_args(old, a);
    if (!is_error_function(old) || is_inside_a_body(same)) return same;
    const bool up = c.knows({a[0], Need::nonnegative}), down = c.knows({negate(a[0]), Need::nonnegative});
    return up || down ? function_entry(same)->far(same, up ? 1 : -1) : same;
  });
}

}  // namespace

Tree by_error_functions(const Goal& g, const ProveGoal& rest) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Expr d = g.difference();
  bool found = false;
  transform(d, [&](const Expr& e, std::span<const Expr>) {
    found = found || (is_error_function(e) && !e.arg(0).is_constant());
    return e;
  });
  if (!found) return std::nullopt;
  Expr e = through_erfc(d, g.context);
  // Names for what the normal form would undo.
  ExprMap<Expr> names, back;
  std::vector<Expr> exponents;
  e = transform(e, [&](const Expr& old, std::span<const Expr> a) -> Expr {
    const Expr same = with_args(old, a);
    if (old.op() == Op::exp && !same.arg(0).is_constant() && !is_inside_a_body(same) &&
        g.context.knows({same.arg(0), Need::nonnegative}))
      exponents.push_back(same.arg(0));
    if (!is_error_function(old) || is_inside_a_body(same)) return same;
    const auto [it, fresh] = names.try_emplace(same, Expr::variable(fmt::format("part'{}", names.size())));
    if (fresh) back.emplace(it->second, substitute(same, back));  // error functions may be inside
    return it->second;
  });
  // Growing exponentials are divided off: their products with small values hide what is left.
  Expr weight = 1;
  for (const Expr& v : exponents) weight = mul(weight, exp(v));
  Algebra a = algebra(g.context);
  const auto terms = a.expanded(mul(e, exponents.empty() ? Expr(1) : quotient(1, weight)));
  if (!terms) return std::nullopt;
  const Expr form = substitute(*terms, back);
  if (form == d) return std::nullopt;
  const auto t = rest({g.context, {g.relation.rel, form, 0}});
  if (!t) return std::nullopt;
  Proof out{exponents.empty() ? rewrite_to(form) : Step(rule::Factor{substitute(weight, back), form})};
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
