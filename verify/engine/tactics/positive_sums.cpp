// A sum over records that is positive since another one is: sum of w(k) x(k) > 0 where the w(k) >= 0 have the sum 1 and
// the x(k) are positive, as it stands under a logarithm or below a line. Of every m up to n: the first m terms have a
// sum above 0, or the first m weights are 0; by induction over m.
#include <algorithm>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

using Kind = Formula::Kind;

class PositiveSum {
 public:
  PositiveSum(const Goal& g, const Expr& sum, const Expr& weights, const Subprover& s)
      : g_(g), sum_(sum), weights_(weights), s_(s) {}

  Tree run() {
    const Expr &low = sum_.arg(0), &high = sum_.arg(1);
    const std::string name = fresh_name(g_.context);
    const Expr m = Expr::variable(name);
    // A name that no text has.
    const Expr bound = Expr::variable("@@end");
    const auto claim = [&](const Expr& end) {
      return Formula::joined(Kind::either, Formula::of({Rel::gt, over(sum_, low, end), 0}),
                             Formula::of({Rel::ge, 0, over(weights_, low, end)}));
    };
    const Formula all =
        Formula::quantified(Kind::forall, {name, bound, true, plus(low, -1), std::nullopt, true, false},
                            Formula::joined(Kind::implies, Formula::of({Rel::ge, high, bound}), claim(bound)));
    const std::size_t facts = g_.context.formulas().size();
    auto parts = next(rule::CutFormula{all}, {g_.context, {}, Formula::of(g_.relation)}, 2);
    auto inside = parts ? next(rule::Intro{name}, (*parts)[0], 1) : std::nullopt;
    auto cases = inside ? next(rule::Induct{m}, (*inside)[0], 2) : std::nullopt;
    auto first = cases ? next(rule::Intro{""}, (*cases)[0], 1) : std::nullopt;
    auto none = first ? next(rule::Right{}, (*first)[0], 1) : std::nullopt;
    if (!none || !close((*none)[0])) return std::nullopt;
    auto step = next(rule::Intro{""}, (*cases)[1], 1);
    auto before = step ? next(rule::ApplyFact{facts + 1}, (*step)[0], 2) : std::nullopt;
    if (!before || !close((*before)[0])) return std::nullopt;
    auto ways = next(rule::Branch{facts + 2}, (*before)[1], 2);
    auto more = ways ? next(rule::Left{}, (*ways)[0], 1) : std::nullopt;
    if (!more || !one_more((*more)[0], m)) return std::nullopt;
    // No weight so far: the next one is 0 as well, or the next term is the first one.
    auto signs = next(rule::Cases{negate(body_at(weights_, plus(m, 1)))}, (*ways)[1], 2);
    auto still = signs ? next(rule::Right{}, (*signs)[0], 1) : std::nullopt;
    auto begins = still && one_more((*still)[0], m) ? next(rule::Left{}, (*signs)[1], 1) : std::nullopt;
    if (!begins || !one_more((*begins)[0], m)) return std::nullopt;
    // At the end.
    auto there = next(rule::AtFact{facts + 1, high}, (*parts)[1], 2);
    if (!there || !close((*there)[0])) return std::nullopt;
    auto said = next(rule::ApplyFact{facts + 2}, (*there)[1], 2);
    if (!said || !close((*said)[0])) return std::nullopt;
    auto ends = next(rule::Branch{facts + 3}, (*said)[1], 2);
    if (!ends || !close((*ends)[0])) return std::nullopt;
    out_.emplace_back(rule::Prune{(*ends)[1].context.hypotheses().size(), Effort::prune_bits});
    return out_;
  }

 private:
  std::optional<std::vector<LogicGoal>> next(const Step& step, const LogicGoal& g, std::size_t count) {
    auto children = apply(step, g);
    if (!children || children->size() != count) return std::nullopt;
    out_.push_back(step);
    return children;
  }
  bool close(const LogicGoal& g) {
    const Tree t =
        g.goal.is(Kind::relation) ? s_.immediate({g.context, with_plain_places(g.goal.relation)}) : std::nullopt;
    if (t) append(out_, *t);
    return t.has_value();
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
    append(out_, x.lines);
    return true;
  }

  const Goal& g_;
  const Expr sum_, weights_;
  const Subprover& s_;
  Proof out_;
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
