// An upper bound of a mean of logarithms, as of a relative entropy: by Jensen's inequality the logarithm of the mean is
// above it, and what is left has one logarithm instead of several. Reverse Pinsker inequalities are such bounds.
#include "verify/engine/tactics/laws.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

// The logarithms that stand in D with weights <= 0, which add up to -1.
struct MeanOfLogs {
  Expr mean = 0, sum = 0;  // of what they are taken of, and of themselves, by their weights
};

std::optional<MeanOfLogs> mean_of_logs(const Goal& g) {
  const auto logs = nodes_of(g.relation, [](const Expr& e) { return e.op() == Op::log && !e.is_constant(); });
  if (logs.size() < 2 || logs.size() > Effort::most_logs_of_a_mean) return std::nullopt;
  Algebra a = g.context.algebra();
  const Expr d = g.difference(), z = Expr::variable("$logarithm");
  MeanOfLogs out;
  Expr total = 0;
  int found = 0;
  for (const Expr& e : logs) {
    const auto line = a.coefficients(replaced(d, e, z), z);
    if (!line || line->size() != 2) continue;
    const Expr weight = negate((*line)[1]);
    if (!g.context.knows({weight, Need::nonnegative})) continue;
    total = add(total, weight);
    out.mean = add(out.mean, mul(weight, e.arg(0)));
    out.sum = add(out.sum, mul(weight, e));
    ++found;
  }
  if (found < 2 || !a.is_zero(sub(total, 1)) || !is_defined(g.context, log(out.mean))) return std::nullopt;
  return out;
}

}  // namespace

Tree by_jensen_of_logs(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq || !g.context.forall_hypotheses().empty()) return std::nullopt;
  const auto found = mean_of_logs(g);
  if (!found) return std::nullopt;
  const Expr &large = g.relation.lhs, &small = g.relation.rhs, above = log(found->mean);
  Algebra a = g.context.algebra();
  const Expr rest = a.is_zero(sub(small, found->sum)) ? large : sub(large, sub(small, found->sum));
  const Relation jensen{Rel::ge, above, found->sum}, left{g.relation.rel, rest, above};
  if (!looks_nonnegative(g.context, sub(rest, above))) return std::nullopt;
  Goal h = g;
  Proof out;
  if (!cut_in_apart(out, h, 0, jensen, alone) || !cut_in_apart(out, h, 1, left, alone)) return std::nullopt;
  const std::size_t last = h.context.hypotheses().size();
  out.emplace_back(rule::Combine{Rational(0), {{last - 1, Rational(1)}, {last, Rational(1)}}});
  return out;
}

}  // namespace dpcert::verify
