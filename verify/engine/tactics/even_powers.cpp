// A polynomial that is even in some of its variables: of their squares, which are any numbers >= 0.
#include <algorithm>
#include <string>
#include <vector>

#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

Tree by_even_powers(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.hypotheses().empty() || !g.context.forall_hypotheses().empty())
    return std::nullopt;
  const auto f = polynomial_over_positive(g);
  if (!f) return std::nullopt;
  const std::vector<Expr>& names = f->variables;
  std::vector<std::size_t> even;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Variable& v = *g.context.find(names[i]);
    const bool whole = v.range.hi.infinite && (v.range.lo.infinite || v.range.lo.value.is_zero());
    if (v.integer || !whole || !std::ranges::all_of(f->numerator, [&](const auto& t) { return t.first[i] % 2 == 0; }))
      continue;
    even.push_back(i);
  }
  if (even.size() < 2 || !looks_nonnegative(g.context, g.difference())) return std::nullopt;
  Goal h = g;
  Proof out;
  Poly p;
  for (const auto& [m, c] : f->numerator) {
    Powers now = m;
    for (const std::size_t i : even) now[i] /= 2;
    p[now] = c;
  }
  std::vector<Expr> squares = names;
  for (const std::size_t i : even) squares[i] = power(names[i], 2);
  if (!take(rule::Factor{quotient(1, f->denominator), expression(p, squares)}, h, out)) return std::nullopt;
  for (const std::size_t i : even) {
    const bool zero = !h.context.positive_(names[i]);
    if (!take(rule::Gen{fresh_name(h.context), Range{{false, zero, Rational(0)}, {}}, squares[i]}, h, out))
      return std::nullopt;
    if (depends_on(h.difference(), names[i])) return std::nullopt;
  }
  auto rest = by_differences(h, s);
  if (!rest) rest = alone(h);
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
