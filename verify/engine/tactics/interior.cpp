// Where variables may be 0: what holds where none is, and the faces on which one of them is. Inside, logarithms and
// quotients of them have values, and a goal of monomials can be read as one between exponentials.
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

std::vector<Expr> from_zero(const Goal& g) {
  std::vector<Expr> out;
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    const bool starts_at_zero = !v.range.lo.infinite && v.range.lo.closed && v.range.lo.value.is_zero();
    const bool point = v.range.bounded() && v.range.hi.value.is_zero();
    if (!v.integer && starts_at_zero && !point && depends_on(g.difference(), x)) out.push_back(x);
  }
  return out;
}

Tree without_zeros(const Goal& g, const std::vector<Expr>& xs, const ProveGoal& face, const ProveGoal& inside) {
  const std::function<Tree(const Goal&, std::size_t)> from = [&](const Goal& h, std::size_t i) -> Tree {
    if (i == xs.size()) return inside(h);
    return steps(h, rule::CloseEnd{xs[i], true}, {face, [&](const Goal& k) { return from(k, i + 1); }});
  };
  return from(g, 0);
}

Tree by_interior(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  const std::vector<Expr> xs = from_zero(g);
  if (xs.size() < 2 || xs.size() > Effort::most_zeros) return std::nullopt;
  // Inside before the faces: mostly it is what is hard.
  Goal inside = g;
  for (const Expr& x : xs) {
    Range range = inside.context.find(x)->range;
    range.lo.closed = false;
    inside.context = inside.context.with_range(x, range);
  }
  const Tree shown = alone(inside);
  if (!shown) return std::nullopt;
  const auto face = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    return alone(h);
  };
  return without_zeros(g, xs, face, [&](const Goal&) { return shown; });
}

}  // namespace dpcert::verify
