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
  return by_both_signs(g, modulus, [&](const Goal& h) -> Tree {
    if (auto t = by_parts_of_ranges(h, s, depth - 1)) return t;
    return s.prove(h, depth - 1, s.numeric);
  });
}

}  // namespace dpcert::verify
