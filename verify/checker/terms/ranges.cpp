// What holds at each index of a range: asked in the context with one more integer variable, of which it is known that
// it lies in the range.
#include "verify/checker/terms/context.hpp"

namespace dpcert::checker {

// An empty range makes the new context a contradiction, in which anything may come out: nothing is asked at no index.
bool Auto::at_each_index(const Node& n, const std::function<bool(Auto&, Ex)>& holds) {
  if (ranges_ >= Limits::binders) return false;
  Goal inside{std::make_shared<Frame>(), box_};
  pool_.work().add(1 + hypotheses_.size() + box_.size());
  for (const Hypothesis* h : hypotheses_) inside.frame->hypotheses.push_back(*h);
  const int x = pool_.index_of(n);
  const Ex index = pool_.variable(x);
  for (const Relation& r : {Relation{index, n.args[0], Rel::Ge}, Relation{n.args[1], index, Rel::Ge}})
    inside.frame->hypotheses.push_back({r, pool_.diff_of(r)});
  inside.box[x] = Range{};
  inside.box[x].integer = true;
  Auto each(pool_, plain_, inside, p_);
  each.ranges_ = ranges_ + 1;
  return holds(each, pool_.opened(n));
}

// A sum of terms of one direction has it, or is 0 where there is no term; a product of terms that are > 0, or >= 0, or
// not 0, is so as well, and 1 where there is no factor.
Signs Auto::of_range(const Node& n) {
  Signs s = 0;
  if (!at_each_index(n, [&](Auto& each, Ex body) { return s = each.signs(body), true; })) return kAny;
  if (n.op == Op::Prod) return s & kNeg ? (s & kZero ? kAny : kNeg | kPos) : (s & kZero) | kPos;
  if (s & kNeg && s & kPos) return kAny;
  if (!(s & kZero) && s != 0 && nonnegative(pool_.sub(n.args[1], n.args[0]))) return s;
  return s | kZero;
}

}  // namespace dpcert::checker
