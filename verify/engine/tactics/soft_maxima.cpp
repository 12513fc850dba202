// A value q(m) of a list beside sums of exponentials exp(e q(i)), m a place of their range: one term is at most the sum
// of all, so that q(m) is at most log(sum)/e, the soft maximum. With that in its place the claim is one about sums over
// the range alone, for which Jensen's inequality is made: what the exponential mechanism loses, and aggregations by
// exponential weights, are bounded so.
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

// q(m) is at most (at least) `bound`, the logarithm of a sum.
struct SoftBound {
  Expr value, bound;
  bool above;
};

// What exp(a + b q(m)) <= sum says of q(m), if the body of the sum is such an exponential.
std::optional<SoftBound> bound_by_sum(const Context& c, const Expr& sum, const Expr& value, const Expr& place) {
  const Expr term = body_at(sum, place);
  if (term.op() != Op::exp || !depends_on(term, value)) return std::nullopt;
  Algebra a = c.algebra();
  const Expr t = Expr::variable("$value");
  const auto u = a.coefficients(replaced(term.arg(0), value, t), t);
  if (!u || u->size() != 2) return std::nullopt;
  const bool above = c.positive_((*u)[1]);
  if (!above && !c.positive_(negate((*u)[1]))) return std::nullopt;
  const Expr room = (*u)[0].is_constant(0) ? log(sum) : sub(log(sum), (*u)[0]);
  return SoftBound{value, (*u)[1].is_constant(1) ? room : quotient(room, (*u)[1]), above};
}

}  // namespace

Tree by_soft_maxima(const Goal& g, const ProveGoal& alone) {
  const Context& c = g.context;
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto values = nodes_of(g.relation, [](const Expr&e) { return e.op() == Op::sequence; }),
             sums = nodes_of(g.relation, is_sum_over_range);
  if (sums.empty() || values.empty()) return std::nullopt;
  Algebra a = c.algebra();
  const Expr d = g.difference(), t = Expr::variable("$value");
  for (const Expr& value : values) {
    if (value.args().size() != 1) continue;
    const auto p = a.coefficients(replaced(d, value, t), t);
    if (!p || p->size() != 2) continue;
    for (const Expr& sum : sums) {
      const auto b = bound_by_sum(c, sum, value, value.arg(0));
      if (!b || !is_defined(c, b->bound)) continue;
      const Expr factor = b->above ? negate((*p)[1]) : (*p)[1];
      if (!c.knows({factor, Need::nonnegative})) continue;
      const Relation soft = b->above ? Relation{Rel::ge, b->bound, value} : Relation{Rel::ge, value, b->bound},
                     rest{g.relation.rel, replaced(g.relation.lhs, value, b->bound),
                          replaced(g.relation.rhs, value, b->bound)};
      Goal now = g;
      Proof out;
      // Not as parts without hypotheses: the ends of the ranges would be no integers any more.
      const auto cut = [&](const Relation& r) {
        const auto proof = alone({now.context, r});
        if (proof) cut_in(out, now, r, *proof);
        return proof.has_value();
      };
      if (!cut(soft) || !cut(rest)) continue;
      const std::size_t last = now.context.hypotheses().size();
      out.emplace_back(rule::Combine{Rational(0), {{last - 1, weight(factor)}, {last, Rational(1)}}});
      return out;
    }
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
