// What is said of neighbours, as x(k) <= x(k + 1) or x(k + 1) <= x(k) + c for all k of a range, of values further
// apart: the sum over the steps between them telescopes.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

std::optional<Chain> chain_of(const Context& c, std::size_t j) {
  const ForallHypothesis& h = c.forall_hypotheses()[j];
  if (!h.integer || !h.inner.empty()) return std::nullopt;
  const FreshIndex k;
  const Relation r = at_value(h, k.variable()).relation;
  if (r.rel == Rel::eq) return std::nullopt;
  const auto values = nodes_of(r, [](const Expr& e) { return e.op() == Op::sequence; });
  if (values.size() != 2 || values[0].name() != values[1].name() || values[0].args().size() != 1) return std::nullopt;
  Algebra a = c.algebra();
  for (const bool first : {true, false}) {
    const Expr &next = values[first ? 0 : 1], &now = values[first ? 1 : 0];
    if (!(now.arg(0) == k.variable()) || !a.is_zero(sub(next.arg(0), plus(k.variable(), 1)))) continue;
    const auto p = affine_in(a, c, sub(r.lhs, r.rhs), next);
    const auto q = p ? affine_in(a, c, p->first, now) : std::nullopt;
    if (!q || !p->second.is_constant() || p->second.is_constant(0) || !a.is_zero(add(p->second, q->second)) ||
        depends_on(q->first, k.variable()))
      return std::nullopt;
    const Rational times = p->second.value();
    return Chain{j, std::string(next.name()), Rational(times.sign()), quotient(q->first, Expr(abs(times)))};
  }
  return std::nullopt;
}

// The same from p to q, cut in.
void know_between(Extended& x, const Chain& chain, const Expr& p, const Expr& q) {
  const auto at = [&](const Expr& place) { return Expr::sequence(chain.name, {place}); };
  const Expr last = plus(q, -1), sign(chain.sign);
  const Relation said{Rel::ge, add(mul(sign, sub(at(q), at(p))), mul(chain.more, sub(q, p))), 0};
  const auto& known = x.goal.context.hypotheses();
  if (std::ranges::find(known, said) != known.end()) return;
  const FreshIndex k;
  const Relation sum{Rel::ge,
                     Expr::repeated(Op::sum, k.variable(), p, last,
                                    add(mul(sign, sub(at(plus(k.variable(), 1)), at(k.variable()))), chain.more)),
                     0};
  const std::string name = fresh_name(x.goal.context);
  const Expr index = Expr::variable(name);
  const auto terms = steps({x.goal.context, sum}, rule::Termwise{name}, {[&](const Goal& h) -> Tree {
                             Extended y{h};
                             reach_index(y, index);
                             if (!y.take(rule::Inst{chain.number + 1, {index}})) return std::nullopt;
                             const Relation& one = y.goal.context.hypotheses().back();
                             Algebra a = y.goal.context.algebra();
                             const auto times = a.ratio(y.goal.difference(), sub(one.lhs, one.rhs), false);
                             if (!times) return std::nullopt;
                             y.lines.emplace_back(rule::Combine{Rational(0), {{y.last(), *times}}});
                             return y.lines;
                           }});
  if (!terms) return;
  Extended y{{x.goal.context, said}};
  cut_in(y.lines, y.goal, sum, *terms);
  const std::size_t summed = y.last();
  const auto differences = telescoped_sum(y, p, last, at);
  if (!differences) return;
  Weights weights{{summed, Rational(1)}};
  for (const auto& [i, w] : differences->weights) weights.emplace_back(i, -w * chain.sign);
  y.lines.emplace_back(rule::Combine{Rational(0), weights});
  cut_in(x.lines, x.goal, said, y.lines);
}

}  // namespace

std::vector<Expr> places_in(const Relation& r) {
  std::vector<Expr> out;
  for (const Expr& e : nodes_of(r, [](const Expr& n) { return n.op() == Op::sequence; }))
    for (const Expr& place : e.args())
      if (std::ranges::find(out, place) == out.end()) out.push_back(place);
  return out;
}

std::vector<Chain> chains_of(const Context& c) {
  std::vector<Chain> out;
  for (std::size_t j = 0; j < c.forall_hypotheses().size(); ++j)
    if (auto chain = chain_of(c, j)) out.push_back(std::move(*chain));
  return out;
}

void know_chains(Extended& x, const std::vector<Expr>& places) {
  if (places.size() < 2) return;
  int known = 0;
  for (const Chain& chain : chains_of(x.goal.context))
    for (const Expr& p : places)
      for (const Expr& q : places) {
        const Context& c = x.goal.context;
        const ForallHypothesis& h = c.forall_hypotheses()[chain.number];
        if (p == q || known == Effort::most_chains || !is_whole(p, c) || !is_whole(q, c)) continue;
        const auto holds = [&](const Expr& e) { return c.knows({e, Need::nonnegative}); };
        if (!holds(sub(q, p)) || !holds(sub(p, h.lo)) || !(h.unbounded || holds(plus(sub(h.hi, q), 1)))) continue;
        know_between(x, chain, p, q);
        ++known;
      }
}

}  // namespace dpcert::verify
