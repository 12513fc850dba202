// Arctangents of reciprocals of what is positive: pi/2 less the arctangent of that. At the end where the argument is
// infinite, and at the one where it is 0, series and limits then see what they see of atan(x).
#include <algorithm>
#include <string>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

bool varies(const Context& c, const Expr& e) {
  return std::ranges::any_of(c.variables(), [&](const Variable& v) { return depends_on(e, Expr::variable(v.name)); });
}

// Every atan(c/u) of the goal by pi/2 - atan(u/c); then by `alone`.
Tree without_reciprocals(const Goal& g, const ProveGoal& alone) {
  Goal h = g;
  Proof out;
  Algebra a = g.context.algebra();
  std::size_t found = 0;
  for (const Expr& e : nodes_of(g.relation, [](const Expr& n) { return n.op() == Op::atan; })) {
    const auto u = a.simplified(e.arg(0));
    if (!u || u->op() != Op::div || varies(g.context, u->arg(0)) || !varies(g.context, u->arg(1)) ||
        !g.context.positive_(*u))
      continue;
    const auto other = a.simplified(quotient(1, *u));
    if (!other || !is_defined(g.context, *other) || ++found > Effort::most_reciprocals) return std::nullopt;
    const Expr value = sub(quotient(Expr::pi(), 2), atan(*other));
    const Relation same{Rel::eq, e, value};
    const auto proof = alone({h.context, same});
    if (!proof) return std::nullopt;
    cut_in(out, h, same, *proof);
    if (!put_value(e, value, h, out)) return std::nullopt;
  }
  const auto t = found > 0 ? alone(h) : std::nullopt;
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

// Of the goal's only variable, which has no end above: what is far out in 1/x.
Tree far_out(const Goal& g, const ProveGoal& alone) {
  const Variable* v = nullptr;
  const Expr d = g.difference();
  for (const Variable& u : g.context.variables()) {
    if (!depends_on(d, Expr::variable(u.name))) continue;
    if (v) return std::nullopt;
    v = &u;
  }
  if (!v || v->integer || !v->range.hi.infinite || !g.context.hypotheses().empty()) return std::nullopt;
  const Expr x = Expr::variable(v->name);
  if (nodes_of(g.relation, [&](const Expr& e) { return e.op() == Op::atan && depends_on(e, x); }).empty())
    return std::nullopt;
  const Rational place = v->range.lo.infinite ? Rational(4) : std::max(v->range.lo.value, Rational(0)) + Rational(4);
  const auto far = [&](const Goal& h) -> Tree {
    const std::string name = fresh_name(h.context);
    const Range near_zero{{false, false, Rational(0)}, {false, true, Rational(1) / place}};
    return steps(h, rule::Subst{x, name, near_zero, quotient(1, Expr::variable(name))},
                 {[&](const Goal& there) { return without_reciprocals(there, alone); }});
  };
  return both_sides(g, rule::Split{x, place}, 1, far, alone);
}

}  // namespace

Tree by_reciprocal_arctangents(const Goal& g, const ProveGoal& alone) {
  if (auto t = without_reciprocals(g, alone)) return t;
  return far_out(g, alone);
}

}  // namespace dpcert::verify
