// Where variables may be 0, what holds where none is 0 first: there logarithms and quotients of them have values, and a
// goal of monomials can be read as one between exponentials. Then each face on which one of them is 0.
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// Real variables of the goal with 0 as a closed lower end.
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

}  // namespace

Tree by_interior(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel != Rel::ge) return std::nullopt;
  const std::vector<Expr> xs = from_zero(g);
  if (xs.size() < 2 || xs.size() > Effort::Means::most_variables) return std::nullopt;
  const auto face = [&](const Goal& h) -> Tree {
    if (auto t = s.immediate(h)) return t;
    return alone(h);
  };
  // Inside before the faces: mostly it is what is hard.
  Goal inside = g;
  for (const Expr& x : xs) {
    Range range = inside.context.find(x)->range;
    range.lo.closed = false;
    inside.context = inside.context.with_range(x, range);
  }
  const auto shown = alone(inside);
  if (!shown) return std::nullopt;
  const std::function<Tree(const Goal&, std::size_t)> from = [&](const Goal& h, std::size_t i) -> Tree {
    if (i == xs.size()) return shown;
    return steps(h, rule::CloseEnd{xs[i], true}, {face, [&](const Goal& k) { return from(k, i + 1); }});
  };
  return from(g, 0);
}

}  // namespace dpcert::verify
