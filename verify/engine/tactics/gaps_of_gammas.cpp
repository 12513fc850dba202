// Gamma functions of several arguments that are affine in two variables, as slopes of differences of them are: one of
// the arguments as a variable, so that the others are it and a gap, in which the goal vanishes or is monotone.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

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

// p = slope x + rest with a rational slope.
struct AffineArgument {
  Rational slope;
  Expr rest;
};
std::optional<AffineArgument> affine_in(Algebra& a, const Expr& p, const Expr& x) {
  const auto c = a.coefficients(p, x);
  if (!c || c->size() != 2 || !(*c)[1].is_constant()) return std::nullopt;
  return AffineArgument{(*c)[1].value(), (*c)[0]};
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
      const auto form = affine_in(plain, p, x);
      const Variable* known = g.context.find(x);
      if (!form || form->slope.sign() <= 0 || known->integer || !known->range.hi.infinite) continue;
      const std::string name = fresh_name(g.context);
      const Expr t = Expr::variable(name), value = quotient(sub(t, form->rest), Expr(form->slope));
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
