// Sums over one range beside the value of a sequence at its first place, as in Fano's inequality: the first term of
// each sum apart, and what the hypotheses say of the sums over the other places, of which the signs are known then.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/combination.hpp"
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_sums_of_outcomes = 6;

bool stands_outside(const Expr& e, const Expr& place) {
  if (is_repeated(e)) return false;
  if (e.op() == Op::sequence && e.args().size() == 1 && e.arg(0) == place) return true;
  return std::ranges::any_of(e.args(), [&](const Expr& part) { return stands_outside(part, place); });
}

}  // namespace

Tree by_first_outcome(const Goal& g, const Subprover& s, int depth) {
  if (g.relation.rel == Rel::eq || depth < 2 || g.context.forall_hypotheses().empty()) return std::nullopt;
  // Where the goal has no sum, as the side condition 1 - p(1) > 0: by what is said of sums.
  const auto has_sum = [](const Relation& r) { return !nodes_of(r, is_sum_over_range).empty(); };
  const bool alone = !has_sum(g.relation);
  const auto& all = g.context.hypotheses();
  const auto of_sums = std::ranges::find_if(all, has_sum);
  if (alone ? of_sums == all.end() : g.strict()) return std::nullopt;
  const auto sums = sums_over_one_range(alone ? *of_sums : g.relation, g.context);
  if (!sums || sums->size() > most_sums_of_outcomes) return std::nullopt;
  const Expr first = sums->front().arg(0);
  if (!stands_outside(g.relation.lhs, first) && !stands_outside(g.relation.rhs, first)) return std::nullopt;
  Extended x{g};
  std::vector<std::pair<Expr, Expr>> meant;  // a sum, and its first term with the others
  std::vector<std::size_t> numbers;
  for (const Expr& e : *sums) {
    if (!x.take(rule::Unfold{e, rule::Unfold::Part::first})) return std::nullopt;
    const Relation& said = x.goal.context.hypotheses().back();
    meant.emplace_back(e, said.lhs == e ? said.rhs : said.lhs);
    numbers.push_back(x.last());
  }
  Algebra a = g.context.algebra();
  // A relation in the sums over the other places, as the one that is known (or to be shown) and multiples of the above.
  const auto apart = [&](const Expr& e, const Rational& sign, Weights& weights) -> std::optional<Expr> {
    Expr out = e;
    for (std::size_t i = 0; i < meant.size(); ++i) {
      const auto f = affine_in(a, g.context, out, meant[i].first);
      if (!f) return std::nullopt;
      if (f->second.is_constant(0)) continue;
      const Relation& said = x.goal.context.hypotheses()[numbers[i] - 1];
      const Rational turn = said.lhs == meant[i].first ? sign : -sign;
      weights.emplace_back(numbers[i], weight(mul(Expr(turn), f->second)));
      out = add(f->first, mul(f->second, meant[i].second));
    }
    return simplified_at_plain_places(a, out);
  };
  const std::size_t known = g.context.hypotheses().size();
  for (std::size_t i = 0; i < known; ++i) {
    const Relation r = g.context.hypotheses()[i];
    Weights weights{{i + 1, Rational(1)}};
    const auto other = apart(sub(r.lhs, r.rhs), Rational(-1), weights);
    if (!other || weights.size() < 2) continue;
    cut_in(x.lines, x.goal, {r.rel, *other, 0}, {rule::Combine{Rational(0), weights}});
    // What the other places add up to is positive, and so is what it is.
    if (r.rel != Rel::eq) continue;
    for (const Expr& e : nodes_of({Rel::ge, *other, 0}, is_sum_over_range)) {
      const auto f = affine_in(a, g.context, *other, e);
      if (!f || !f->second.is_constant() || f->second.is_constant(0)) continue;
      const auto total = a.simplified(negate(quotient(f->first, f->second)));
      if (!total) continue;
      const std::size_t equation = x.last();
      const Relation positive{Rel::gt, e, 0};
      const auto t = s.immediate({x.goal.context, positive});
      if (!t) continue;
      cut_in(x.lines, x.goal, positive, *t);
      const std::size_t sign = x.last();
      const Rational c = Rational(1) / f->second.value();
      cut_in(x.lines, x.goal, {Rel::gt, *total, 0},
             {rule::Combine{Rational(0), {{sign, Rational(1)}, {equation, -c}}}});
    }
  }
  if (alone) {
    Tree t = s.immediate(x.goal);
    if (!t) t = prove_by_combination(x.goal, s.out_of_time);
    if (!t) return std::nullopt;
    append(x.lines, *t);
    return x.lines;
  }
  Weights weights;
  const auto rest = apart(g.difference(), Rational(1), weights);
  if (!rest || weights.empty()) return std::nullopt;
  const Relation left{g.relation.rel, *rest, 0};
  const Goal now{x.goal.context, left};
  Tree t = s.immediate(now);
  if (!t) t = by_tangents_of_sums(now, s, depth);
  if (!t) t = by_multipliers_of_sums(now, s, depth);
  if (!t) return std::nullopt;
  cut_in(x.lines, x.goal, left, *t);
  weights.emplace_back(x.last(), Rational(1));
  x.lines.emplace_back(rule::Combine{Rational(0), weights});
  return x.lines;
}

}  // namespace dpcert::verify
