// A parameter that may be 0 and multiplies the others, as the eps of cosh((a - 1/2)*eps): where both sides are one at
// its end, the end is shown by itself, and inside of the interval the parameter may be divided by.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// Does an argument of a function lose another variable where x is at the end?
bool takes_others_away(const Goal& g, Algebra& a, const Expr& x, const Rational& end) {
  const auto arguments = nodes_of(g.relation, [&](const Expr& e) {
    return e.args().size() == 1 && e.op() != Op::neg && depends_on(e, x) && !is_rounded(e);
  });
  return std::ranges::any_of(arguments, [&](const Expr& f) {
    return std::ranges::any_of(g.context.variables(), [&](const Variable& v) {
      const Expr y = Expr::variable(v.name);
      if (y == x || !depends_on(f.arg(0), y)) return false;
      const auto p = a.coefficients(f.arg(0), y);
      if (!p || p->size() != 2) return false;
      const auto slope = a.simplified(substitute((*p)[1], {{x, Expr(end)}}));
      return slope && slope->is_constant(0);
    });
  });
}

}  // namespace

Tree by_vanishing_ends(const Goal& g, const Subprover& s, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || g.strict() || !g.context.forall_hypotheses().empty()) return std::nullopt;
  Algebra a = g.context.algebra();
  for (const Variable& v : g.context.variables()) {
    const Expr x = Expr::variable(v.name);
    if (v.integer || !depends_on(g.difference(), x)) continue;
    for (const bool lower : {true, false}) {
      const End& end = lower ? v.range.lo : v.range.hi;
      if (end.infinite || !end.closed || !takes_others_away(g, a, x, end.value)) continue;
      return steps(g, rule::CloseEnd{x, lower}, {[&](const Goal& h) { return s.immediate(h); }, alone});
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
