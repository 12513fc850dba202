// What holds at each index of a range: asked in the context with one more integer variable, of which it is known that
// it lies in the range; and, where this is not enough, what hypotheses and facts say at it that are for all integers of
// the range.
#include "verify/checker/terms/context.hpp"

namespace dpcert::checker {

// The ends of a `forall` hypothesis are defined. A fact says something where its own are.
std::vector<Relation> Auto::of_foralls(const Node& range, Ex index) {
  std::vector<Relation> out;
  const auto before = [&](const std::optional<Ex>& a, const std::optional<Ex>& b, bool strict) {
    return !a || !b || (strict ? positive(pool_.sub(*b, *a)) : nonnegative(pool_.sub(*b, *a)));
  };
  const auto say = [&](const Relation& r, int y) {
    out.push_back({pool_.substitute(r.lhs, y, index), pool_.substitute(r.rhs, y, index), r.rel});
  };
  for (const Forall* f : foralls_) {
    const auto hi = f->endless ? std::nullopt : std::optional(f->hi);
    if (before(f->lo, range.args[0], false) && before(range.args[1], hi, false)) say(f->body.relation, f->y);
  }
  for (const Form& f : facts_) {
    const bool says = (!f->lo || defined(*f->lo)) && (!f->hi || defined(*f->hi)) &&
                      std::all_of(f->ends.begin(), f->ends.end(), [&](const Condition& c) { return holds(c); });
    if (says && before(f->lo, range.args[0], f->lo_open) && before(range.args[1], f->hi, f->hi_open))
      say(f->parts[0]->stated.relation, f->y);
  }
  return out;
}

bool Auto::at_each_index(const Node& n, const std::function<bool(Auto&, Ex)>& holds) {
  if (at_each_index(n, holds, {})) return true;
  const std::vector<Relation> known = of_foralls(n, pool_.variable(pool_.index_of(n)));
  return !known.empty() && at_each_index(n, holds, known);
}

// An empty range makes the new context a contradiction, in which anything may come out: nothing is asked at no index.
bool Auto::at_each_index(const Node& n, const std::function<bool(Auto&, Ex)>& holds,
                         const std::vector<Relation>& known) {
  if (ranges_ >= Limits::binders) return false;
  Goal inside{std::make_shared<Frame>(), box_};
  pool_.work().add(1 + hypotheses_.size() + box_.size() + foralls_.size() + facts_.size());
  for (const Hypothesis* h : hypotheses_) inside.frame->hypotheses.push_back(*h);
  const int x = pool_.index_of(n);
  const Ex index = pool_.variable(x);
  std::vector<Relation> here{{index, n.args[0], Rel::Ge}, {n.args[1], index, Rel::Ge}};
  here.insert(here.end(), known.begin(), known.end());
  for (const Relation& r : here) inside.frame->hypotheses.push_back({r, pool_.diff_of(r)});
  for (const Forall* f : foralls_) inside.frame->foralls.push_back(*f);
  inside.frame->facts = facts_;
  Range& range = inside.box[x] = between(n.args[0], n.args[1], true, true);
  range.integer = true;
  range.to_integers();
  Auto each(pool_, plain_, inside, p_);
  each.ranges_ = ranges_ + 1;
  return holds(each, pool_.opened(n));
}

// A sum of terms of one direction has it, or is 0 where there is no term; a product of terms that are > 0, or >= 0, or
// not 0, is so as well, and 1 where there is no factor.
Signs Auto::of_range(const Node& n) {
  Signs s = kAny;
  at_each_index(n, [&](Auto& each, Ex body) { return s = each.signs(body), (s & (s - 1)) == 0; });
  if (n.op == Op::Prod) return s & kNeg ? (s & kZero ? kAny : kNeg | kPos) : (s & kZero) | kPos;
  if (s & kNeg && s & kPos) return kAny;
  if (!(s & kZero) && s != 0 && nonnegative(pool_.sub(n.args[1], n.args[0]))) return s;
  return s | kZero;
}

}  // namespace dpcert::checker
