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

// A shift h of a place y, of which the goal has h's modulus and functions of y + h: as the difference of two places.
bool name_shifted_place(Goal& g, Proof& out) {
  const auto whole_line = [&](const Expr& x) {
    const Variable* v = x.op() == Op::variable ? g.context.find(x) : nullptr;
    return v && !v->integer && v->range.lo.infinite && v->range.hi.infinite;
  };
  const auto is_shift = [&](const Expr& e) {
    return e.op() == Op::abs && whole_line(e.arg(0)) &&
           std::ranges::none_of(g.context.hypotheses(), [&](const Relation& h) { return mentions(h, e.arg(0)); });
  };
  const auto is_place = [&](const Expr& e) {
    return e.op() == Op::add && whole_line(e.arg(0)) && whole_line(e.arg(1)) && e.arg(0) != e.arg(1);
  };
  for (const Expr& modulus : nodes_of(g.relation, is_shift))
    for (const Expr& place : nodes_of(g.relation, is_place)) {
      const Expr& h = modulus.arg(0);
      if (place.arg(0) != h && place.arg(1) != h) continue;
      const Expr y = place.arg(0) == h ? place.arg(1) : place.arg(0), x = Expr::variable(fresh_name(g.context));
      const auto in_places = [&](const Expr& e) { return substitute(replaced(e, place, x), {{h, sub(x, y)}}); };
      Goal now = g;
      Proof lines;
      if (!take(rule::Subst{h, std::string(x.name()), Range{}, sub(x, y)}, now, lines) ||
          !take(rule::Rewrite{in_places(g.relation.lhs), in_places(g.relation.rhs)}, now, lines))
        continue;
      append(out, lines);
      g = now;
      return true;
    }
  return false;
}

}  // namespace

Tree by_lipschitz(const Goal& goal, const Subprover& s, int depth) {
  if (goal.relation.rel == Rel::eq || !goal.context.forall_hypotheses().empty()) return std::nullopt;
  if (!two_moduli_of(goal)) {
    Goal g = goal;
    Proof out;
    if (!name_shifted_place(g, out) || !two_moduli_of(g)) return std::nullopt;
    const auto t = by_lipschitz(g, s, depth);
    if (!t) return std::nullopt;
    append(out, *t);
    return out;
  }
  const Goal& g = goal;
  const auto moduli = two_moduli_of(g);
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
