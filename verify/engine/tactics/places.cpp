// Two variables by where they stand to each other: in their order, or as the arguments of error functions.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

Tree by_order(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq || !c.hypotheses().empty() || !c.forall_hypotheses().empty()) return std::nullopt;
  const auto& vs = c.variables();
  const Expr d = g.difference();
  Algebra a = c.algebra();
  for (std::size_t i = 0; i < vs.size(); ++i) {
    for (std::size_t j = i + 1; j < vs.size(); ++j) {
      const Expr x = Expr::variable(vs[i].name), y = Expr::variable(vs[j].name);
      const Range& range = vs[i].range;
      if (vs[i].integer || vs[j].integer || !(range == vs[j].range) || !depends_on(d, x) || !depends_on(d, y)) continue;
      if (!a.is_zero(sub(d, substitute(d, {{x, y}, {y, x}})))) continue;
      // The larger one is the smaller one and a part of what is left above that.
      const auto larger = [&](const Expr& large, const Expr& small) -> ProveGoal {
        return [&, large, small](const Goal& h) -> Tree {
          const std::string name = fresh_name(h.context);
          const Expr t = Expr::variable(name);
          const bool bounded = !range.hi.infinite;
          const Range parts = bounded ? Range{{false, true, Rational(0)}, {false, range.hi.closed, Rational(1)}}
                                      : Range{{false, true, Rational(0)}, {}};
          const Expr gap = bounded ? mul(t, sub(Expr(range.hi.value), small)) : t;
          return steps(h, rule::Subst{large, name, parts, add(small, gap)}, {[&](const Goal& k) -> Tree {
                         Proof out;
                         const auto r = alone(without_hypotheses(k, out));
                         if (!r) return std::nullopt;
                         append(out, *r);
                         return out;
                       }});
        };
      };
      return steps(g, rule::Cases{sub(x, y)}, {larger(x, y), larger(y, x)});
    }
  }
  return std::nullopt;
}

Tree by_two_places(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  std::vector<Expr> places;
  for (const Expr& f : nodes_of(g.relation, is_error_function)) {
    if (std::ranges::find(places, f.arg(0)) == places.end()) places.push_back(f.arg(0));
  }
  if (places.size() != 2) return std::nullopt;
  const auto first = affine(places[0]), second = affine(places[1]);
  if (!first || !second || first->coefficients.size() != 2 || second->coefficients.size() != 2) return std::nullopt;
  for (const auto& [name, k] : first->coefficients) {
    const Expr y = Expr::variable(name);
    const auto other = second->coefficients.find(name);
    const Variable* v = c.find(y);
    if (other == second->coefficients.end() || !v || v->integer || !v->range.lo.infinite || !v->range.hi.infinite)
      continue;
    // y such that the first place is the new variable.
    const std::string t = fresh_name(c);
    Expr value = sub(Expr::variable(t), Expr(first->constant));
    for (const auto& [n, q] : first->coefficients)
      if (n != name) value = sub(value, mul(Expr(q), Expr::variable(n)));
    return steps(g, rule::Subst{y, t, Range{}, mul(Expr(Rational(1) / k), value)}, {[&](const Goal& h) {
                   Algebra b = h.context.algebra();
                   return rewritten(h, with_simple_arguments(b, h.difference()), 0,
                                    [&](const Goal& k2) { return s.prove(k2, depth - 1, s.numeric); });
                 }});
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
