// A sum over records that is positive since another one is: sum of w(k) x(k) > 0 where the w(k) >= 0 have the sum 1 and
// the x(k) are positive, as it stands under a logarithm or below a line. Of every m up to n: the first m terms have a
// sum above 0, or the first m weights are 0; by induction over m.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/induction_over_end.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

using Kind = Formula::Kind;

class PositiveSum {
 public:
  PositiveSum(const Goal& g, const Expr& sum, const Expr& weights, const Subprover& s)
      : g_(g), sum_(sum), weights_(weights), out_(s) {}

  Tree run() {
    const Expr &low = sum_.arg(0), &high = sum_.arg(1);
    const auto claim = [&](const Expr& end) {
      return Formula::joined(Kind::either, Formula::of({Rel::gt, over(sum_, low, end), 0}),
                             Formula::of({Rel::ge, 0, over(weights_, low, end)}));
    };
    const auto none = [&](const LogicGoal& g) {
      const auto weights = out_.next(rule::Right{}, g, 1);
      return weights && out_.close((*weights)[0]);
    };
    const auto more = [&](const LogicGoal& g, const Expr& m) { return one_more_of_either(g, m); };
    const auto at_end = [&](const LogicGoal& g) {
      const auto ends = out_.next(rule::Branch{g_.context.formulas().size() + 3}, g, 2);
      if (!ends || !out_.close((*ends)[0])) return false;
      out_.lines.emplace_back(rule::Prune{(*ends)[1].context.hypotheses().size(), Effort::prune_bits});
      return true;
    };
    if (!by_induction_over_end({low, high, claim, none, more, at_end}, {g_.context, {}, Formula::of(g_.relation)},
                               out_))
      return std::nullopt;
    return out_.lines;
  }

 private:
  bool one_more_of_either(const LogicGoal& g, const Expr& m) {
    const auto ways = out_.next(rule::Branch{g_.context.formulas().size() + 2}, g, 2);
    const auto more = ways ? out_.next(rule::Left{}, (*ways)[0], 1) : std::nullopt;
    if (!more || !one_more((*more)[0], m)) return false;
    // No weight so far: the next one is 0 as well, or the next term is the first one.
    const auto signs = out_.next(rule::Cases{negate(body_at(weights_, plus(m, 1)))}, (*ways)[1], 2);
    const auto still = signs ? out_.next(rule::Right{}, (*signs)[0], 1) : std::nullopt;
    const auto begins = still && one_more((*still)[0], m) ? out_.next(rule::Left{}, (*signs)[1], 1) : std::nullopt;
    return begins && one_more((*begins)[0], m);
  }
  // A relation of a sum to m + 1, by what is said of the one to m.
  bool one_more(const LogicGoal& g, const Expr& m) {
    if (!g.goal.is(Kind::relation)) return false;
    Extended x{{g.context, g.goal.relation}};
    const auto sums = nodes_of(x.goal.relation, [](const Expr& e) { return e.op() == Op::sum; });
    if (sums.size() != 1) return false;
    instantiate(x, {plus(m, 1)});
    if (!x.take(rule::Unfold{sums[0], rule::Unfold::Part::last})) return false;
    const Expr shorter = over(sums[0], sums[0].arg(0), m), term = body_at(sums[0], sums[0].arg(1));
    const bool above = x.goal.relation.rel == Rel::gt;
    const Expr rest = above ? add(shorter, term) : sub(negate(shorter), term);
    if (!x.goal.context.knows({rest, above ? Need::positive : Need::nonnegative})) return false;
    x.lines.emplace_back(rule::Combine{weight(rest), {{x.last(), Rational(above ? 1 : -1)}}});
    append(out_.lines, x.lines);
    return true;
  }

  const Goal& g_;
  const Expr sum_, weights_;
  LogicLines out_;
};

}  // namespace

Tree by_positive_sums(const Goal& g, const Subprover& s) {
  if (!g.strict() || g.context.forall_hypotheses().empty()) return std::nullopt;
  const Expr& sum = g.relation.lhs;
  if (sum.op() != Op::sum || !g.relation.rhs.is_constant(0) || !g.context.knows({sum, Need::nonnegative}))
    return std::nullopt;
  for (const Relation& h : g.context.hypotheses())
    for (const Expr& w : nodes_of(h, [](const Expr& e) { return e.op() == Op::sum; })) {
      if (w.arg(0) != sum.arg(0) || w.arg(1) != sum.arg(1) || !g.context.positive_(w)) continue;
      if (auto t = PositiveSum(g, sum, w, s).run()) return t;
    }
  return std::nullopt;
}

}  // namespace dpcert::verify
