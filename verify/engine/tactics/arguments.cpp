#include <algorithm>
#include <utility>

#include "src/symbolic/functions.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

// Derivatives of erfc(u(x, y)) carry exp(-u^2) with all of u; with u for a variable, what is left is one Gaussian
// weight and Mills' ratio, as in delta(epsilon) of the Gaussian mechanism.
Tree by_argument(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  const auto varies = [&](const Expr& e) {
    return std::ranges::any_of(c.variables(), [&](const Variable& v) { return depends_on(e, Expr::variable(v.name)); });
  };
  int left = 3;
  for (const Expr& f : nodes_of(g.relation, is_error_function)) {
    const Expr u = f.arg(0);
    for (const auto& v : c.variables()) {
      const Expr x = Expr::variable(v.name);
      if (v.integer || !depends_on(u, x)) continue;
      const auto p = a.coefficients(u, x);  // u = p0 + p1 x
      if (!p || p->size() != 2 || !varies((*p)[1])) continue;
      if (!c.positive_((*p)[1]) && !c.positive_(negate((*p)[1]))) continue;
      if (left-- == 0) return std::nullopt;
      // A half line says more; but on the whole line the values of u are covered for certain.
      const std::string t = fresh_name(c);
      const bool up = c.positive_(u), down = c.positive_(negate(u));
      const Expr value = down ? negate(Expr::variable(t)) : Expr::variable(t);
      const auto e = a.simplified(quotient(sub(value, (*p)[0]), (*p)[1]));
      if (!e) continue;
      std::vector<Range> ranges{Range{}};
      if (up || down) ranges.insert(ranges.begin(), Range{{false, false, Rational(0)}, {}});
      for (const Range& range : ranges) {
        if (auto r = steps(g, rule::Subst{x, t, range, *e}, {[&](const Goal& h) {
                             Algebra b = h.context.algebra();  // a weight in front would be differentiated as well
                             return rewritten(h, with_simple_arguments(b, h.difference()), 0,
                                              [&](const Goal& k) { return s.prove(k, depth - 1, s.numeric); });
                           }}))
          return r;
      }
    }
  }
  return std::nullopt;
}

namespace {

// k x + c with numbers k > 0 and c: the first such argument of gamma functions, the least c where all are x + c.
struct Place {
  Rational slope = 1, shift = 0;
};
std::optional<Place> first_place(const Goal& g, Algebra& a, const Expr& x) {
  std::optional<Place> out;
  for (const Expr& f :
       nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::lgamma || e.op() == Op::polygamma; })) {
    if (!depends_on(f, x)) continue;
    const auto p = a.coefficients(f.arg(0), x);
    if (!p || p->size() != 2 || !(*p)[0].is_constant() || !(*p)[1].is_constant()) return std::nullopt;
    const Place here{(*p)[1].value(), (*p)[0].value()};
    if (here.slope.sign() <= 0 || (out && !(out->slope == here.slope))) return std::nullopt;
    if (!out || here.shift < out->shift) out = here;
  }
  return out;
}

}  // namespace

Tree by_gamma_arguments(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  Algebra a = c.algebra();
  for (const auto& v : c.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || v.range.lo.infinite) continue;
    const auto place = first_place(g, a, x);
    if (!place || place->shift.is_zero()) continue;
    const std::string name = fresh_name(c);
    const Expr y = Expr::variable(name), value = quotient(sub(y, Expr(place->shift)), Expr(place->slope));
    const auto moved = [&](const End& end) {
      return end.infinite ? end : End{false, end.closed, place->slope * end.value + place->shift};
    };
    const Range range{moved(v.range.lo), moved(v.range.hi)};
    return steps(g, rule::Subst{x, name, range, value}, {[&](const Goal& h) -> Tree {
                   Proof out;
                   const Goal free = c.hypotheses().empty() ? without_hypotheses(h, out) : h;
                   Algebra b = free.context.algebra();
                   const auto t = rewritten(free, with_simple_arguments(b, free.relation.lhs),
                                            with_simple_arguments(b, free.relation.rhs), alone);
                   if (!t) return std::nullopt;
                   append(out, *t);
                   return out;
                 }});
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
