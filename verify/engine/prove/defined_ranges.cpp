// Sums and products whose bodies are defined at each index for a reason that `auto` does not see: shown of every
// integer of an interval that contains the range, as a fact that is known at each index from then on.
#include <algorithm>
#include <set>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/prove/prover_search.hpp"

namespace dpcert::verify {

namespace {

// An index of a range around this one stands in it.
bool has_index_outside(const Expr& e, const Context& c) {
  return std::ranges::any_of(
      variables_of(e), [&](const std::string& name) { return is_placeholder(name) && !c.find(Expr::variable(name)); });
}

// Intervals that contain the range: the first ones say most, and nothing of variables, so that an induction keeps them.
struct Span {
  Expr low;
  std::optional<Expr> high;
};
std::vector<Span> intervals_around(const Context& c, const Expr& range) {
  const auto here = [&](const Expr& e) { return is_whole(e, c) && !has_index_outside(e, c); };
  std::vector<Span> out;
  const Expr &low = range.arg(0), &high = range.arg(1);
  const auto put = [&](const Expr& from) {
    for (const std::optional<Expr>& to : {std::optional<Expr>(), std::optional(high)}) {
      if (to && !here(*to)) continue;
      if (std::ranges::none_of(out, [&](const Span& e) { return e.low == from && e.high == to; }))
        out.push_back({from, to});
    }
  };
  for (long least : {4L, 3L, 2L, 1L, 0L}) {
    if (low.is_constant() || !here(low) || !c.knows({plus(low, -least), Need::nonnegative})) continue;
    put(Expr(least));
    break;
  }
  if (here(low)) put(low);
  return out;
}

}  // namespace

// A product or quotient of what is positive: each part is a shorter claim, and known of every index is enough.
bool Prover::define_parts(Goal& g, const ConditionAtIndex& at, Proof& lines) {
  const Expr& u = at.condition.u;
  if (at.condition.need != Need::positive || (u.op() != Op::mul && u.op() != Op::div)) return false;
  Goal h = g;
  Proof out;
  for (const Expr& part : u.args()) {
    const Condition needed{part, Need::positive};
    const auto known = h.context.inside_of_foralls(at.range, at.index);
    if ((known ? *known : h.context.inside(at.range, at.index)).knows(needed)) continue;
    if (!depends_on(part, at.index) || !define_range(h, {at.range, at.index, needed}, out)) return false;
  }
  if (out.empty()) return false;
  g = std::move(h);
  append(lines, out);
  return true;
}

bool Prover::define_range(Goal& g, const ConditionAtIndex& at, Proof& lines) {
  if (define_parts(g, at, lines)) return true;
  const Context& c = g.context;
  // A little for each first: where what is asked holds over the range alone, nothing shows it beyond.
  for (const int rounds : std::set{1, options_.rounds})
    for (const Span& ends : intervals_around(c, at.range))
      for (const Relation& r : ways(at.condition)) {
        const std::string name = fresh_name(c);
        // A name that no text has.
        const Expr bound = Expr::variable("@@index");
        const Step cut = rule::CutFormula{Formula::quantified(
            Formula::Kind::forall, {name, bound, true, ends.low, ends.high, true, ends.high.has_value()},
            Formula::of(substitute(r, {{at.index, bound}})))};
        const Step intro = rule::Intro{name};
        const auto children = apply(cut, LogicGoal{c, {}, Formula::of(g.relation)});
        const auto inside = children && children->size() == 2 ? apply(intro, children->front()) : std::nullopt;
        if (!inside || inside->size() != 1 || !inside->front().goal.is(Formula::Kind::relation)) continue;
        const Goal every{inside->front().context, inside->front().goal.relation};
        if (!looks_nonnegative(every.context, every.difference())) continue;
        const auto proof = part_by_rounds(every, rounds);
        if (!proof) continue;
        append(lines, {cut, intro});
        append(lines, *proof);
        g.context = c.with_formulas(children->back().facts);
        return true;
      }
  return false;
}

bool Prover::define_ranges(Goal& g, const Expr& e, Proof& lines) {
  constexpr int most = 8;
  for (int i = 0; i < most; ++i) {
    bool more = false;
    for (const ConditionAtIndex& at : conditions_at_indices(e, g.context)) {
      const bool moves = depends_on(at.condition.u, at.index);
      if (has_index_outside(at.condition.u, moves ? g.context.with_variable({at.index.name(), true, {}}) : g.context))
        continue;
      more = moves ? define_range(g, at, lines) : cut_in_by_rounds(g, at.condition, lines);
      if (more) break;
    }
    if (!more) return i > 0;
  }
  return true;
}

}  // namespace dpcert::verify
