// |F(x) - F(y)| <= k |x - y| for a function F that need not be monotone: by the order of x and y, and then what either
// sign of F(x) - F(y) leaves, shown before that sign is asked for: k t - F(t) and k t + F(t) rise, a goal in one
// variable each.
#include <algorithm>

#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The kinks of D = ... k |x - y| ... |F(x) - F(y)|.
struct TwoModuli {
  Expr order, difference;  // x - y, and what vanishes where x = y
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
    if (a.is_zero(substitute(e, {{x, y}}))) return TwoModuli{u, e};
  }
  return std::nullopt;
}

}  // namespace

Tree by_lipschitz(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto moduli = two_moduli_of(g);
  if (!moduli) return std::nullopt;
  // D without kinks where F(x) - F(y) has the sign, from the order alone.
  const auto without = [&](const Context& c, const Expr& of_sign) {
    const Context decided = c.with_hypothesis({Rel::ge, of_sign, 0});
    return Relation{g.relation.rel, without_decided_kinks(g.relation.lhs, decided),
                    without_decided_kinks(g.relation.rhs, decided)};
  };
  const ProveGoal ordered = [&](const Goal& h) -> Tree {
    Goal now = h;
    Proof out;
    const std::vector<Relation> both{without(h.context, moduli->difference),
                                     without(h.context, negate(moduli->difference))};
    for (const Relation& plain : both) {
      const Goal one{h.context, plain};
      if (!nodes_of(plain, is_kink).empty() || !looks_nonnegative(h.context, one.difference())) return std::nullopt;
    }
    for (const Relation& plain : both) {
      const Goal one{now.context, plain};
      auto t = by_two_values(one, s, depth - 1);
      if (!t) t = s.prove(one, depth - 1, s.numeric);
      if (!t) return std::nullopt;
      cut_in(out, now, plain, *t);
    }
    const auto rest = steps(now, rule::Cases{moduli->difference}, {s.immediate});
    if (!rest) return std::nullopt;
    append(out, *rest);
    return out;
  };
  return steps(g, rule::Cases{moduli->order}, {ordered});
}

}  // namespace dpcert::verify
