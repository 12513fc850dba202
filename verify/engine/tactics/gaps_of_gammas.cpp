// Gamma functions of several arguments that are affine in two variables, as slopes of differences of them are: one of
// the arguments as a variable, so that the others are it and a gap, in which the goal vanishes or is monotone.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

std::vector<Expr> arguments_of_gammas(const Expr& d) {
  std::vector<Expr> out;
  for (const Expr& f : nodes_of({Rel::ge, d, 0}, [](const Expr& e) {
         return (e.op() == Op::lgamma || e.op() == Op::polygamma) && !e.arg(0).is_constant();
       }))
    if (std::ranges::find(out, f.arg(0)) == out.end()) out.push_back(f.arg(0));
  return out;
}

}  // namespace

Tree by_gaps_of_gammas(const Goal& g, const Subprover& s, int depth) {
  constexpr std::size_t most = 3;
  if (g.relation.rel == Rel::eq || depth < 2) return std::nullopt;
  const Expr d = g.difference();
  const auto arguments = arguments_of_gammas(d);
  if (arguments.size() < 2 || arguments.size() > most) return std::nullopt;
  Algebra plain([](const Expr&) { return false; });
  for (const Expr& p : arguments) {
    if (p.op() == Op::variable || variables_of(p).size() != 2 || !g.context.positive_(p)) continue;
    for (const std::string& v : variables_of(p)) {
      const Expr x = Expr::variable(v);
      const auto form = affine_in(plain, g.context, p, x);  // rest and slope
      const Variable* known = g.context.find(x);
      if (!form || !form->second.is_constant() || form->second.value().sign() <= 0 || known->integer ||
          !known->range.hi.infinite)
        continue;
      const std::string name = fresh_name(g.context);
      const Expr t = Expr::variable(name), value = quotient(sub(t, form->first), form->second);
      Goal now = g;
      Proof out;
      if (!take(rule::Subst{x, name, Range{{false, false, Rational(0)}, {}}, value}, now, out)) continue;
      Algebra a = now.context.algebra();
      const auto e = a.simplified(now.difference());
      if (!e || arguments_of_gammas(*e).size() > arguments.size()) continue;
      if (!take(rewrite_to(*e), now, out)) continue;
      Proof dropped;
      const Goal free = without_hypotheses(now, dropped);
      const bool wider = is_defined(free.context, *e) && looks_nonnegative(free.context, *e);
      if (wider) append(out, dropped);
      const auto t2 = s.prove_part(wider ? free : now, depth - 1, true);
      if (!t2) continue;
      append(out, *t2);
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
