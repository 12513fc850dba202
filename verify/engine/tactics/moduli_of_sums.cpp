// The modulus of an expression with sums, as of the difference of a statistic of two lists, below what is without it:
// both signs as claims of their own, which speak of sums alone. A maximum (or a minimum above) in the same way.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

Tree by_moduli_of_sums(const Goal& g, const Subprover& s, int depth) {
  if (depth < 2 || g.relation.rel == Rel::eq) return std::nullopt;
  const auto kinks = nodes_of(g.relation, [](const Expr& e) {
    return is_kink(e) && !nodes_of({Rel::ge, e, 0}, is_repeated).empty();
  });
  if (kinks.size() != 1) return std::nullopt;
  const Expr& kink = kinks.front();
  const Context& c = g.context;
  if (!std::ranges::all_of(kink.args(), [&](const Expr& u) { return is_defined(c, u); })) return std::nullopt;
  Algebra a = c.algebra();
  const auto f = affine_in(a, c, g.difference(), kink);
  const bool smaller = kink.op() != Op::min;
  if (!f || !c.knows({smaller ? negate(f->second) : f->second, Need::nonnegative})) return std::nullopt;
  return by_both_signs(g, kink, [&](const Goal& h) -> Tree {
    if (auto t = by_parts_of_ranges(h, s, depth - 1)) return t;
    if (auto t = by_slopes_of_sums(h, s, depth - 1)) return t;
    return s.prove(h, depth - 1, s.numeric);
  });
}

}  // namespace dpcert::verify
