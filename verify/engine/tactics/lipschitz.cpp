// |F(x) - F(y)| <= k |x - y| for a function F that need not be monotone: by the order of x and y, and then what either
// sign of F(x) - F(y) leaves, shown before that sign is asked for: k t - F(t) and k t + F(t) rise, a goal in one
// variable each.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The kinks of D = ... k |x - y| ... |F(x) - F(y)|.
struct TwoModuli {
  Expr order, modulus;  // x - y, and that of what vanishes where x = y
};

std::optional<TwoModuli> two_moduli_of(const Goal& g) {
  const auto all = nodes_of({Rel::ge, g.difference(), 0}, is_kink);
  if (all.size() != 2 || std::ranges::any_of(all, [](const Expr& e) { return e.op() != Op::abs; })) return std::nullopt;
  Algebra a = g.context.algebra();
  for (const std::size_t i : {0UL, 1UL}) {
    const Expr &u = all[i].arg(0), &e = all[1 - i].arg(0);
    if (u.op() != Op::sub || u.arg(0).op() != Op::variable || u.arg(1).op() != Op::variable) continue;
    const Expr &x = u.arg(0), &y = u.arg(1);
    if (e == u || !depends_on(e, x) || !depends_on(e, y)) continue;
    if (a.is_zero(substitute(e, {{x, y}}))) return TwoModuli{u, all[1 - i]};
  }
  return std::nullopt;
}

}  // namespace

Tree by_lipschitz(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto moduli = two_moduli_of(g);
  if (!moduli) return std::nullopt;
  const ProveGoal without_kinks = [&](const Goal& h) -> Tree {
    if (!nodes_of(h.relation, is_kink).empty() || !looks_nonnegative(h.context, h.difference())) return std::nullopt;
    if (auto t = by_two_values(h, s, depth - 1)) return t;
    return s.prove(h, depth - 1, s.numeric);
  };
  const ProveGoal ordered = [&](const Goal& h) -> Tree {
    return rewritten(h, without_decided_kinks(h.relation.lhs, h.context),
                     without_decided_kinks(h.relation.rhs, h.context),
                     [&](const Goal& k) { return by_both_signs(k, moduli->modulus, without_kinks); });
  };
  return steps(g, rule::Cases{moduli->order}, {ordered});
}

}  // namespace dpcert::verify
