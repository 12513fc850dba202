#include "verify/engine/tactics/compared_sums.hpp"

#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

std::vector<SumInGoal> sums_in(const Goal& g) {
  const Context& c = g.context;
  std::vector<SumInGoal> out;
  if (g.relation.rel == Rel::eq) return out;
  std::vector<Expr> ranges;
  outermost_ranges(g.difference(), ranges);
  Algebra a = c.algebra();
  for (const Expr& e : ranges) {
    const auto form = e.op() == Op::sum ? affine_in(a, c, g.difference(), e) : std::nullopt;
    if (!form || form->second.is_constant(0)) continue;
    const bool from_above = c.knows({negate(form->second), Need::nonnegative});
    if (from_above || c.knows({form->second, Need::nonnegative}))
      out.push_back({e, form->first, form->second, from_above});
  }
  return out;
}

Tree by_comparison(const Goal& g, const SumInGoal& s, const Expr& other, const Proof& comparison,
                   const ProveGoal& left) {
  // rest rel -weight * other >= -weight * sum
  const Expr by = negate(s.weight);
  const auto times = [&](const Expr& e) { return by.is_constant(1) ? e : mul(by, e); };
  return rewritten(g, s.rest, times(s.sum), [&](const Goal& h) {
    return steps(h, rule::Trans{times(other)},
                 {[&](const Goal& one) {
                    return s.from_above ? left(one) : rewritten(one, mul(s.weight, other), negate(s.rest), left);
                  },
                  [&](const Goal& last) {
                    Goal now = last;
                    Proof out;
                    cut_in(out, now, s.compared(other), comparison);
                    out.emplace_back(rule::Combine{
                        Rational(0), {{now.context.hypotheses().size(), weight(s.from_above ? by : s.weight)}}});
                    return out;
                  }});
  });
}

}  // namespace dpcert::verify
