// Several integrals between the same ends, each with a coefficient: as one integral, which has the sign of its body.
// For integrals that are convex or ordered in a parameter, and those that differ by what is integrated.
#include <algorithm>

#include "verify/engine/tactics/integrals.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// D = sum of weights times integrals, and nothing else.
std::optional<std::vector<std::pair<Expr, Expr>>> sum_of_integrals(const Goal& g, const std::vector<Expr>& all) {
  Algebra a = g.context.algebra();
  std::vector<std::pair<Expr, Expr>> out;
  Expr rest = g.difference();
  for (const Expr& i : all) {
    const Expr t = Expr::variable(fresh_name(g.context));
    const auto c = a.coefficients(replaced(rest, i, t), t);
    if (!c || c->size() != 2 || !nodes_of({Rel::eq, (*c)[1], 0}, is_integral).empty() ||
        !is_defined(g.context, (*c)[1]))
      return std::nullopt;
    out.emplace_back((*c)[1], i);
    rest = (*c)[0];
  }
  return a.is_zero(rest) ? std::optional(out) : std::nullopt;
}

}  // namespace

Tree by_integrals_together(const Goal& g, const Subprover& s, int depth) {
  constexpr std::size_t most = 4;
  if (g.context.language() < 3 || depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto all = nodes_of(g.relation, is_integral);
  if (all.size() < 2 || all.size() > most) return std::nullopt;
  const auto low = low_of(all.front()), high = high_of(all.front());
  if (!std::ranges::all_of(all, [&](const Expr& i) { return low_of(i) == low && high_of(i) == high; }))
    return std::nullopt;
  if (!std::ranges::all_of(all, [&](const Expr& i) { return is_defined(g.context, i); })) return std::nullopt;
  const auto terms = sum_of_integrals(g, all);
  if (!terms) return std::nullopt;
  const Expr x = Expr::variable(fresh_name(g.context));
  const Context inside = g.context.inside(all.front(), x);
  Expr body = 0;
  for (const auto& [c, i] : *terms) body = add(body, mul(c, body_at(i, x)));
  if (!is_defined(inside, body) || !looks_nonnegative(for_a_look(inside), body)) return std::nullopt;
  const Expr j = Expr::integral(x, low, high, body);
  rule::Linear sum{j, {}};
  for (const auto& [c, i] : *terms) sum.terms.emplace_back(weight(c), i);
  Goal now = g;
  Proof out;
  if (!take(sum, now, out)) return std::nullopt;
  const std::size_t said = now.context.hypotheses().size();
  const Relation sign{g.strict() ? Rel::gt : Rel::ge, j, 0};
  const auto shown = steps({now.context, sign}, rule::Termwise{fresh_name(now.context)}, {[&](const Goal& h) -> Tree {
                             if (auto t = s.immediate(h)) return t;
                             return s.prove(h, depth - 1, s.numeric);
                           }});
  if (!shown) return std::nullopt;
  cut_in(out, now, sign, *shown);
  out.emplace_back(rule::Combine{Rational(0), {{said + 1, Rational(1)}, {said, Rational(-1)}}});
  return out;
}

}  // namespace dpcert::verify
