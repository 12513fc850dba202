// A product of two differences below the square of a third one, as in Aczel's inequality (a^2 - sum(x^2)) (b^2 -
// sum(y^2)) <= (a b - sum(x y))^2: what is no discriminant of a sum of squares, but of p t^2 - 2 q t + r, which is at
// most 0 somewhere, since q^2 - p r = (p t - q)^2 - p (p t^2 - 2 q t + r) for every t.
#include "verify/engine/tactics/sums.hpp"

namespace dpcert::verify {

namespace {

// e with 0 in place of its sums and integrals.
std::optional<Expr> without_sums(Algebra& a, Expr e) {
  for (const Expr& part : nodes_of({Rel::ge, e, 0}, [](const Expr& n) { return is_repeated(n) || is_integral(n); }))
    e = replaced(e, part, Expr(0));
  return a.simplified(e);
}

}  // namespace

Tree by_discriminant_of_sums(const Goal& g, const Subprover& s, int depth) {
  const Expr &square = g.relation.lhs, &product = g.relation.rhs;
  if (g.relation.rel != Rel::ge || depth < 1 || square.op() != Op::pow || !square.arg(1).is_constant(2) ||
      product.op() != Op::mul)
    return std::nullopt;
  const Context& c = g.context;
  const Expr& q = square.arg(0);
  Algebra a = c.algebra();
  const auto q0 = without_sums(a, q);
  for (const bool first : {true, false}) {
    const Expr &p = product.arg(first ? 0 : 1), &r = product.arg(first ? 1 : 0);
    const auto p0 = c.knows({p, Need::nonnegative}) ? without_sums(a, p) : std::nullopt;
    // Where the parts without sums are a square, a sum is left at its root.
    const auto t = q0 && p0 && c.positive_(*p0) && *p0 != p ? a.simplified(quotient(*q0, *p0)) : std::nullopt;
    if (!t || !is_defined(c, *t)) continue;
    const auto below = a.simplified(sub(mul(Expr(2), mul(q, *t)), add(mul(p, pow(*t, 2)), r)));
    if (!below || !is_defined(c, *below)) continue;
    const Relation said{Rel::ge, *below, 0};
    const auto shown = s.prove({c, said}, depth - 1, false);
    if (!shown) continue;
    Goal now = g;
    Proof out;
    cut_in(out, now, said, *shown);
    const rule::Combine all{weight(pow(sub(mul(p, *t), q), 2)), {{now.context.hypotheses().size(), weight(p)}}};
    if (!now.context.algebra().is_zero(beside(now, all))) continue;
    out.emplace_back(all);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
