// Goals on values of sequences at a few places and without sums, as what is left of the records in which two lists
// differ: what is said of all records, at these places, and then the values as variables of which nothing else is
// known.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {

namespace {

bool is_value(const Expr& e) { return e.op() == Op::sequence; }

// Every value becomes a variable.
bool name_values(Extended& x) {
  for (auto left = nodes_of(x.goal.relation, is_value); !left.empty(); left = nodes_of(x.goal.relation, is_value))
    if (!x.take(rule::Gen{fresh_name(x.goal.context), Range{}, left.front()})) return false;
  return true;
}

// Integers that stand in places only are free now; hypotheses on them speak of other records.
void free_places(Extended& x, const Context& before) {
  for (const Variable& v : before.variables()) {
    const Expr n = Expr::variable(v.name);
    if (!v.integer || depends_on(x.goal.difference(), n)) continue;
    const auto joins = [&](const Relation& h) {
      const Expr d = sub(h.lhs, h.rhs);
      return depends_on(d, n) && nodes_of(h, is_repeated).empty() &&
             std::ranges::any_of(x.goal.context.variables(), [&](const Variable& u) {
               return !u.integer && depends_on(d, Expr::variable(u.name));
             });
    };
    if (std::ranges::none_of(x.goal.context.hypotheses(), joins)) x.take(rule::Widen{n, v.range});
  }
}

}  // namespace

Tree by_values_of_sequences(const Goal& g, const Subprover& s, int depth) {
  const Context& c = g.context;
  if (depth < 1 || g.relation.rel == Rel::eq || (c.forall_hypotheses().empty() && !has_facts_of_integers(c)))
    return std::nullopt;
  const auto values = nodes_of(g.relation, is_value);
  if (values.empty() || values.size() > Effort::Sums::most_values || !nodes_of(g.relation, is_repeated).empty())
    return std::nullopt;
  Extended x{g};
  const auto places = places_in(g.relation);
  instantiate(x, places);
  know_chains(x, places);
  put_equal_values(x);
  if (!name_values(x)) return std::nullopt;
  free_places(x, c);
  if (!looks_nonnegative(x.goal.context, x.goal.difference())) return std::nullopt;
  Tree t = s.immediate(x.goal);
  if (!t) t = s.prove(x.goal, depth - 1, true);
  if (!t) return std::nullopt;
  append(x.lines, *t);
  return x.lines;
}

}  // namespace dpcert::verify
