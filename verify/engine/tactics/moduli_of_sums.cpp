// The modulus of an expression with sums, as of the difference of a statistic of two lists, below what is without it:
// both signs as claims of their own, which speak of sums alone.
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

Tree by_moduli_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto moduli = nodes_of(g.relation, [](const Expr& e) {
    return e.op() == Op::abs && !nodes_of({Rel::ge, e, 0}, is_repeated).empty();
  });
  if (moduli.size() != 1) return std::nullopt;
  const Expr &modulus = moduli.front(), &u = modulus.arg(0);
  const Context& c = g.context;
  if (!is_defined(c, u)) return std::nullopt;
  Algebra a = c.algebra();
  const auto f = affine_in(a, c, g.difference(), modulus);
  if (!f || !c.knows({negate(f->second), Need::nonnegative})) return std::nullopt;
  Goal x = g;
  Proof out;
  const std::size_t first = c.hypotheses().size() + 1;
  for (const Expr& side : {u, negate(u)}) {
    const Relation said{g.relation.rel, replaced(g.relation.lhs, modulus, side),
                        replaced(g.relation.rhs, modulus, side)};
    Tree proof = by_parts_of_ranges({x.context, said}, s, depth - 1);
    if (!proof) proof = s.prove({x.context, said}, depth - 1, s.numeric);
    if (!proof) return std::nullopt;
    cut_in(out, x, said, *proof);
  }
  std::size_t number = first;
  const auto decided = [&](const Goal& h) -> Tree {
    const std::size_t i = number++;
    return rewritten(h, without_decided_kinks(h.relation.lhs, h.context),
                     without_decided_kinks(h.relation.rhs, h.context), [&](const Goal&) -> Tree {
                       return Proof{rule::Combine{Rational(0), {{i, Rational(1)}}}};
                     });
  };
  const auto rest = steps(x, rule::Cases{u}, {decided, decided});
  if (!rest) return std::nullopt;
  append(out, *rest);
  return out;
}

}  // namespace dpcert::verify
