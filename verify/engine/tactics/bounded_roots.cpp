// Roots of sums with exponentials over an unbounded domain, as (1 + exp(-x))^(2/3), which tend to a number: as
// variables in a small interval. A normal form would take them apart into growing parts, and the exponentials beside
// them would no longer be seen to fall.
#include <algorithm>

#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/views.hpp"

namespace dpcert::verify {

namespace {

constexpr long largest_ratio = 4;  // of the ends of such an interval
constexpr std::size_t most_roots = 4;

bool is_root_of_sum(const Expr& e) {
  const bool root =
      e.op() == Op::sqrt || (e.op() == Op::pow && e.arg(1).is_constant() && !e.arg(1).value().is_integer());
  if (!root || (e.arg(0).op() != Op::add && e.arg(0).op() != Op::sub)) return false;
  return !nodes_of({Rel::eq, e.arg(0), 0}, [](const Expr& n) { return n.op() == Op::exp; }).empty();
}

// The interval in which the root lies, if it is a small one.
std::optional<Range> small_range(const Context& c, const Expr& e) {
  const auto range = bounded_range(c, e);
  if (!range || range->lo.value.sign() <= 0 || range->hi.value > Rational(largest_ratio) * range->lo.value)
    return std::nullopt;
  return range;
}

}  // namespace

Tree by_bounded_roots(const Goal& g, const ProveGoal& alone) {
  if (g.relation.rel == Rel::eq) return std::nullopt;
  const auto unbounded = [](const Variable& v) { return v.range.lo.infinite || v.range.hi.infinite; };
  if (std::ranges::none_of(g.context.variables(), unbounded)) return std::nullopt;
  const auto roots = nodes_of(g.relation, is_root_of_sum);
  if (roots.empty() || roots.size() > most_roots) return std::nullopt;
  Goal h = g;
  Proof out;
  for (const Expr& e : roots) {
    if (nodes_of(h.relation, [&](const Expr& n) { return n == e; }).empty()) continue;  // it stood inside another one
    const auto range = small_range(h.context, e);
    if (!range || !take(rule::Gen{fresh_name(h.context), *range, e}, h, out)) return std::nullopt;
  }
  if (!looks_nonnegative(h.context, h.difference())) return std::nullopt;
  const auto t = alone(h);
  if (!t) return std::nullopt;
  append(out, *t);
  return out;
}

}  // namespace dpcert::verify
