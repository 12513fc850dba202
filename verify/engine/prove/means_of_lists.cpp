#include "verify/engine/prove/means_of_lists.hpp"

#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

class MeanOfList {
 public:
  using Kind = Formula::Kind;
  using Prove = std::function<Tree(const LogicGoal&)>;
  // `up`: a term that is at least the mean.
  MeanOfList(const Expr& sum, bool up, const Formula& exists, const Prove& prove)
      : sum_(sum), up_(up), bound_(exists.bound), prove_(prove) {}

  Tree run(const LogicGoal& g) const {
    const Formula there = term_at_mean();
    const Step cut = rule::CutFormula{there};
    const auto children = apply(cut, g);
    if (!children || children->size() != 2) return std::nullopt;
    // What the goal needs first: it fails sooner.
    const auto use = with_term((*children)[1],
                               [&](const LogicGoal& h, const Expr& j, std::size_t) { return at_place(h, j, prove_); });
    const auto t = use ? by_induction((*children)[0]) : std::nullopt;
    if (!t) return std::nullopt;
    Proof out{cut};
    append(out, *t);
    append(out, *use);
    return out;
  }

 private:
  [[nodiscard]] Expr signed_(const Expr& e) const { return up_ ? e : negate(e); }
  [[nodiscard]] Expr how_many() const { return plus(sub(*bound_.hi, *bound_.lo), 1); }
  [[nodiscard]] Formula term_at_mean() const {
    const Expr term = signed_(body_at(sum_, bound_.variable));
    return Formula::quantified(Kind::exists, bound_, Formula::of({Rel::ge, mul(how_many(), term), signed_(sum_)}));
  }

  // The term that the last fact speaks of, with the number of the hypothesis that says it is at least the mean.
  Tree with_term(const LogicGoal& g,
                 const std::function<Tree(const LogicGoal&, const Expr& j, std::size_t hypothesis)>& rest) const {
    std::string name = fresh_name(g.context);
    const Step obtain = rule::Obtain{name, g.context.formulas().size() + g.facts.size()};
    const auto next = apply(obtain, g);
    if (!next || next->size() != 1) return std::nullopt;
    const auto t = rest(next->front(), Expr::variable(name), next->front().context.hypotheses().size());
    if (!t) return std::nullopt;
    Proof out{obtain};
    append(out, *t);
    return out;
  }

  // `witness`, that it lies between the ends, and the body.
  Tree at_place(const LogicGoal& g, const Expr& place, const Prove& body) const {
    const Step witness = rule::Witness{place};
    const auto children = apply(witness, g);
    if (!children) return std::nullopt;
    Proof out{witness};
    for (std::size_t i = 0; i < children->size(); ++i) {
      const auto t = i + 1 < children->size() ? prove_((*children)[i]) : body((*children)[i]);
      if (!t) return std::nullopt;
      append(out, *t);
    }
    return out;
  }

  Tree by_induction(const LogicGoal& g) const {
    const Step induct = rule::Induct{*bound_.hi};
    const auto children = apply(induct, g);
    if (!children || children->size() != 2) return std::nullopt;
    const auto first = at_place((*children)[0], *bound_.lo, prove_);
    if (!first) return std::nullopt;
    const auto next = with_term(
        (*children)[1], [&](const LogicGoal& h, const Expr& j, std::size_t known) { return larger_term(h, j, known); });
    if (!next) return std::nullopt;
    Proof out{induct};
    append(out, *first);
    append(out, *next);
    return out;
  }

  // Of the term at j and the next one the larger one.
  Tree larger_term(const LogicGoal& g, const Expr& j, std::size_t known) const {
    const Expr next = plus(*bound_.hi, 1);
    const Step cases = rule::Cases{signed_(sub(body_at(sum_, next), body_at(sum_, j)))};
    const auto children = apply(cases, g);
    if (!children || children->size() != 2) return std::nullopt;
    Proof out{cases};
    for (const bool is_next : {true, false}) {
      const auto t = at_place((*children)[is_next ? 0 : 1], is_next ? next : j, [&](const LogicGoal& h) {
        return step_of_induction(h, known, is_next ? how_many() : Expr(1));
      });
      if (!t) return std::nullopt;
      append(out, *t);
    }
    return out;
  }

  // (m + 1) y(i) >= S(n + 1) from m y(j) >= S(n), the last hypothesis with its weight and S(n + 1) = S(n) + y(n + 1).
  Tree step_of_induction(const LogicGoal& g, std::size_t known, const Expr& times) const {
    if (!g.goal.is(Kind::relation)) return std::nullopt;
    Extended x{{g.context, g.goal.relation}};
    const std::size_t compared = x.last();
    const auto sums = nodes_of(g.goal.relation, is_sum_over_range);
    if (sums.size() != 1 || !x.take(rule::Unfold{sums.front(), rule::Unfold::Part::last})) return std::nullopt;
    rule::Combine all{Rational(0),
                      {{known, Rational(1)}, {compared, weight(times)}, {x.last(), Rational(up_ ? -1 : 1)}}};
    Proof out = x.lines;
    out.emplace_back(std::move(all));
    return out;
  }

  const Expr& sum_;
  bool up_;
  const Formula::Bound& bound_;
  const Prove& prove_;
};

void sums_of(const Formula& f, std::vector<Expr>& out) {
  if (f.is(Formula::Kind::relation))
    for (const Expr& e : nodes_of(f.relation, is_sum_over_range)) out.push_back(e);
  for (const Formula& part : f.parts) sums_of(part, out);
}

}  // namespace

Tree by_means_of_lists(const LogicGoal& g, const std::function<Tree(const LogicGoal&)>& prove) {
  const Formula& f = g.goal;
  const Formula::Bound& b = f.bound;
  if (!f.is(Formula::Kind::exists) || !b.integer || !b.lo || !b.hi || !b.lo->is_constant() || !g.facts.empty() ||
      !g.context.formulas().empty())
    return std::nullopt;
  const Variable* n = g.context.find(*b.hi);
  if (!n || !n->integer || n->range.lo.infinite || n->range.lo.value < b.lo->value()) return std::nullopt;
  std::vector<Expr> sums;
  sums_of(f, sums);
  for (const Relation& h : g.context.hypotheses()) sums_of(Formula::of(h), sums);
  for (auto sum = sums.begin(); sum != sums.end(); ++sum) {
    if (!(sum->arg(0) == *b.lo) || !(sum->arg(1) == *b.hi) || std::find(sums.begin(), sum, *sum) != sum) continue;
    for (const bool up : {true, false})
      if (auto t = MeanOfList(*sum, up, f, prove).run(g)) return t;
  }
  return std::nullopt;
}

}  // namespace dpcert::verify
