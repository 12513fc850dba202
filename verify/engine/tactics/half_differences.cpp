// Two positive variables whose ratio enters functions by (x - y)/(x + y): half their difference in units of their mean
// is the variable then. x = m (1 + u) and y = m (1 - u), of which m is a factor: Seiffert's means, and others of two
// numbers by inverse functions, are functions of u as their authors write them.
#include <utility>

#include "src/symbolic/functions.hpp"
#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// (x - y)/(x + y), or (y - x)/(x + y), below a function.
bool has_half_difference(const Goal& g, const HomogeneousPair& p) {
  Algebra a = g.context.algebra();
  const Expr sum = add(p.x, p.y), gap = sub(p.x, p.y);
  const auto is_such = [&](const Expr& e) {
    if (e.op() != Op::div || !depends_on(e, p.x) || !depends_on(e, p.y)) return false;
    const auto times = a.ratio(mul(e.arg(0), sum), mul(e.arg(1), gap), true);
    return times && abs(*times) == Rational(1);
  };
  return !nodes_of(g.relation, [&](const Expr& e) {
            const FunctionEntry* f = function_entry(e);
            return f && !nodes_of({Rel::eq, e.arg(0), 0}, is_such).empty();
          }).empty();
}

// A root as m times that of 1 - u^2 or the like: by its normal form it would be a product of roots of factors, of which
// no other function knows.
bool take_roots(Goal& h, Proof& out, const Expr& m, const ProveGoal& alone) {
  for (const Expr& root : nodes_of(h.relation, [](const Expr& e) { return e.op() == Op::sqrt; })) {
    Algebra a = h.context.algebra();
    const auto under = a.simplified(quotient(root.arg(0), pow(m, 2)));
    if (!under || depends_on(*under, m) || !depends_on(root, m)) continue;
    const Relation equal{Rel::eq, root, mul(m, sqrt(*under))};
    if (a.is_zero(sub(equal.lhs, equal.rhs))) continue;
    const auto t = alone({h.context, equal});
    if (!t) return false;
    cut_in(out, h, equal, *t);
    if (!put_value(root, equal.rhs, h, out, {{false, true, Rational(0)}, {}})) return false;
  }
  return true;
}

}  // namespace

Tree by_half_differences(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const Context& c = g.context;
  auto p = homogeneous_pair(c, g.difference());
  if (!p || !has_half_difference(g, *p)) return std::nullopt;
  if (c.knows({sub(p->y, p->x), Need::nonnegative})) std::swap(p->x, p->y);
  const Expr gap = sub(p->x, p->y);
  Range range{{false, false, Rational(-1)}, {false, false, Rational(1)}};
  if (c.knows({gap, Need::nonnegative})) range.lo = {false, !c.positive_(gap), Rational(0)};
  const std::string name = fresh_name(c), mean = name + "_mean";
  if (is_used(c, mean)) return std::nullopt;
  const Expr u = Expr::variable(name), m = Expr::variable(mean), high = add(1, u), low = sub(1, u);
  const Context of_u = Context().with_variable({name, false, range});
  Algebra a = of_u.algebra();
  const Expr rest = with_simple_arguments(a, substitute(g.difference(), {{p->x, high}, {p->y, low}}));
  Goal h = g;
  Proof out;
  if (!take(rule::Subst{p->x, name, range, quotient(mul(p->y, high), low)}, h, out) ||
      !take(rule::Subst{p->y, mean, {{false, false, Rational(0)}, {}}, mul(m, low)}, h, out))
    return std::nullopt;
  if (!take_roots(h, out, m, alone)) return std::nullopt;
  // The mean is a factor; what hypotheses say of the order is where u lies.
  if (!take(rule::Factor{power(m, Expr(p->degree)), rest}, h, out)) return std::nullopt;
  const auto t = alone(without_hypotheses(h, out));
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
