// Sums taken apart where what is known of their terms begins or ends, or where another sum of the goal does: each part
// by itself.
#include <algorithm>

#include "verify/engine/proof/ranges.hpp"
#include "verify/engine/tactics/facts.hpp"
#include "verify/engine/tactics/tactics.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

namespace {

// Last indices of parts, in their order; nothing if two of them have no order that is known.
class Places {
 public:
  Places(const Context& c, Algebra& a) : c_(c), a_(a) {}
  // Both ends of a range are those of a part.
  bool add_ends(const Expr& low, const std::optional<Expr>& high) {
    return add(plus(low, -1)) && (!high || add(*high));
  }
  [[nodiscard]] const std::vector<Expr>& all() const { return all_; }

 private:
  bool add(const Expr& p) {
    if (std::ranges::any_of(all_, [&](const Expr& q) { return a_.is_zero(sub(p, q)); })) return true;
    const auto after = [&](const Expr& x, const Expr& y) { return c_.knows({sub(x, y), Need::nonnegative}); };
    auto at = all_.begin();
    while (at != all_.end() && after(p, *at)) ++at;
    if (at != all_.end() && !after(*at, p)) return false;
    all_.insert(at, p);
    return true;
  }

  const Context& c_;
  Algebra& a_;
  std::vector<Expr> all_;
};

// The goal with every sum as the sum of its parts, as far as they are known to lie in its range.
struct Apart {
  Extended x;
  Expr rest;
  Weights weights = {};
};
std::optional<Apart> taken_apart(const Goal& g, Algebra& a, const std::vector<Expr>& places) {
  Apart out{{g}, g.difference()};
  for (const Expr& s : nodes_of(g.relation, is_sum_over_range)) {
    Expr left = s;
    for (const Expr& p : places) {
      const Context& c = out.x.goal.context;
      const Expr from = plus(sub(p, left.arg(0)), 1), to = sub(left.arg(1), p);
      if (a.is_zero(from) || a.is_zero(to) || !c.knows({from, Need::nonnegative}) || !c.knows({to, Need::nonnegative}))
        continue;
      const auto f = affine_in(a, c, out.rest, left);
      if (!f || !out.x.take(rule::SplitRange{left, p})) continue;
      out.weights.emplace_back(out.x.last(), weight(f->second));
      const Expr last = over(left, plus(p, 1), left.arg(1));
      out.rest = replaced(out.rest, left, add(over(left, left.arg(0), p), last));
      left = last;
    }
  }
  if (out.weights.empty()) return std::nullopt;
  return out;
}

// Values of sequences that stand outside of sums.
void lone_places(const Expr& e, std::vector<Expr>& out) {
  if (is_repeated(e)) return;
  if (e.op() == Op::sequence && e.args().size() == 1 && std::ranges::find(out, e.arg(0)) == out.end())
    out.push_back(e.arg(0));
  for (const Expr& part : e.args()) lone_places(part, out);
}

// `alone`: values outside of the sums are terms of these, each by itself.
Tree part_by_part(const Goal& g, const std::vector<Expr>& sums, const std::vector<Expr>& alone, const Subprover& s,
                  int depth) {
  const Context& c = g.context;
  Algebra a = c.algebra();
  Places places(c, a);
  for (const Expr& e : sums)
    if (!places.add_ends(e.arg(0), e.arg(1))) return std::nullopt;
  for (const ForallHypothesis& h : c.forall_hypotheses())
    if (h.integer && h.inner.empty() && !places.add_ends(h.lo, h.unbounded ? std::nullopt : std::optional(h.hi)))
      return std::nullopt;
  for (const FactRange& r : ranges_of_facts(c))
    if (!places.add_ends(r.low, r.high)) return std::nullopt;
  for (const Expr& e : alone)
    if (!is_whole(e, c) || !places.add_ends(e, e)) return std::nullopt;
  if (places.all().size() > Effort::Sums::most_parts + 1) return std::nullopt;
  auto apart = taken_apart(g, a, places.all());
  if (!apart) return std::nullopt;
  const bool equation = g.relation.rel == Rel::eq;
  Extended& x = apart->x;
  auto rest = simplified_at_plain_places(a, apart->rest);
  while (rest) {
    // All sums over one range.
    Expr part = 0, others = *rest;
    std::optional<Expr> range;
    // What is left is brought to another form each time: the next one is looked for there.
    const auto in_range = [&](const Expr& e) {
      return !range || (a.is_zero(sub(e.arg(0), range->arg(0))) && a.is_zero(sub(e.arg(1), range->arg(1))));
    };
    for (std::size_t taken = 0; taken < Effort::Sums::most_sums_of_a_part; ++taken) {
      const auto left = nodes_of({Rel::ge, others, 0}, is_sum_over_range);
      const auto e = std::ranges::find_if(left, in_range);
      if (e == left.end()) break;
      const auto f = affine_in(a, c, others, *e);
      if (!f || f->second.is_constant(0)) return std::nullopt;
      range = *e;
      part = add(part, mul(f->second, *e));
      others = f->first;
    }
    if (!range) break;
    const Relation said{equation ? Rel::eq : Rel::ge, part, 0};
    const auto proof = by_terms({x.goal.context, said}, s, depth);
    if (!proof) return std::nullopt;
    cut_in(x.lines, x.goal, said, *proof);
    apart->weights.emplace_back(x.last(), Rational(1));
    rest = simplified_at_plain_places(a, others);
  }
  if (!rest || !is_defined(c, *rest)) return std::nullopt;
  if (!(equation && rest->is_constant(0))) {
    const Relation left{g.relation.rel, *rest, 0};
    const Tree proof = s.immediate({x.goal.context, left});
    if (!proof && c.matching_hypothesis(*rest, left.rel) == 0) {
      // In front of what the sums are, which this part does not speak of.
      const auto before = s.prove({c, left}, depth, s.numeric);  // no sum is left in it
      Goal behind = g;
      Proof out;
      if (!before) return std::nullopt;
      cut_in(out, behind, left, *before);
      const auto t = part_by_part(behind, sums, alone, s, depth);
      if (!t) return std::nullopt;
      append(out, *t);
      return out;
    }
    if (!proof) return std::nullopt;
    cut_in(x.lines, x.goal, left, *proof);
    apart->weights.emplace_back(x.last(), Rational(1));
  }
  x.lines.emplace_back(rule::Combine{Rational(0), apart->weights});
  return x.lines;
}

}  // namespace

Tree by_parts_of_ranges(const Goal& g, const Subprover& s, int depth) {
  if (depth < 1) return std::nullopt;
  const std::vector<Expr> sums = nodes_of(g.relation, is_sum_over_range);
  if (sums.empty()) return std::nullopt;
  if (auto t = part_by_part(g, sums, {}, s, depth)) return t;
  return by_lone_terms(g, s, depth);
}

Tree by_lone_terms(const Goal& g, const Subprover& s, int depth) {
  std::vector<Expr> alone;
  for (const Expr& side : {g.relation.lhs, g.relation.rhs}) lone_places(side, alone);
  return alone.empty() ? std::nullopt : part_by_part(g, nodes_of(g.relation, is_sum_over_range), alone, s, depth);
}

}  // namespace dpcert::verify
