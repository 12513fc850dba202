// A bound by several at once: D falls in a max or rises in a min, so that it is to be nonnegative with each argument of
// it; and hypotheses between products, whose logarithms the goal speaks of.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/coordinates.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

// The two values that a kink has on the sides of what decides it.
std::pair<Expr, Expr> values_of(const Expr& kink) {
  if (kink.op() == Op::abs) return {kink.arg(0), negate(kink.arg(0))};
  return {kink.arg(0), kink.arg(1)};
}

// Without hypotheses, if it is defined without them: most often they say no more than that it is.
Tree freely(const Goal& g, const ProveGoal& alone) {
  Proof lines;
  const Goal free = without_hypotheses(g, lines);
  if (lines.empty() || !is_defined(free.context, free.difference()) ||
      !looks_nonnegative(free.context, free.difference()))
    return alone(g);
  const auto t = alone(free);
  if (!t) return std::nullopt;
  append(lines, *t);
  return lines;
}

}  // namespace

Tree by_each_argument(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  Algebra a = c.algebra();
  const Expr t = Expr::variable(fresh_name(c));
  for (const Expr& kink : nodes_of(g.relation, is_kink)) {
    const auto p = a.coefficients(replaced(g.difference(), kink, t), t);
    if (!p || p->size() != 2) continue;
    const Expr& slope = (*p)[1];
    if (!c.knows({kink.op() == Op::min ? slope : negate(slope), Need::nonnegative})) continue;
    const auto with = [&](const Expr& value) {
      return Relation{g.relation.rel, replaced(g.relation.lhs, kink, value), replaced(g.relation.rhs, kink, value)};
    };
    const auto [one, other] = values_of(kink);
    Goal h = g;
    Proof out;
    bool proved = true;
    for (const Expr& value : {one, other}) {
      const Relation r = with(value);
      proved = proved && is_defined(c, r.lhs) && is_defined(c, r.rhs) && looks_nonnegative(c, sub(r.lhs, r.rhs));
      const auto proof = proved ? freely({h.context, r}, alone) : std::nullopt;
      proved = proof.has_value();
      if (proved) cut_in(out, h, r, *proof);
    }
    if (!proved) continue;
    const auto decided = [&](const Goal& k) {
      const Relation r{g.relation.rel, without_decided_kinks(k.relation.lhs, k.context),
                       without_decided_kinks(k.relation.rhs, k.context)};
      return rewritten(k, r.lhs, r.rhs, immediate);
    };
    const auto rest = steps(h, rule::Cases{decider_of_kink(kink)}, {decided});
    if (!rest) continue;
    append(out, *rest);
    return out;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
