// Where an integral is known to exist without a proof line.
#include "verify/checker/terms/context.hpp"

namespace dpcert::checker {

Range Auto::between(std::optional<Ex> a, std::optional<Ex> b, bool at_a, bool at_b) {
  Range out;
  if (a && nonnegative(*a)) out.lo = Q(0), out.lo_open = !at_a || positive(*a);
  if (b && !(signs(*b) & kPos)) out.hi = Q(0), out.hi_open = !at_b || nonzero(*b);
  return out;
}

// The body at every real between the ends: in the context with one more real variable, of which it is known that it
// lies there. Where no number does, the new context is a contradiction, in which anything may come out.
bool Auto::within(const Node& n) {
  const bool closed = n.mark() == Pool::closed;
  const auto a = pool_.end_of(n, true), b = pool_.end_of(n, false);
  if (ranges_ >= Limits::binders) return false;
  if (closed && !(a && b && nonnegative(pool_.sub(*b, *a)))) return false;
  Goal inside{std::make_shared<Frame>(), box_};
  pool_.work().add(1 + hypotheses_.size() + box_.size());
  for (const Hypothesis* h : hypotheses_) inside.frame->hypotheses.push_back(*h);
  const int x = pool_.index_of(n);
  const Ex X = pool_.variable(x);
  const Rel rel = closed ? Rel::Ge : Rel::Gt;
  const auto given = [&](const Relation& r) { inside.frame->hypotheses.push_back({r, pool_.diff_of(r)}); };
  if (a) given({X, *a, rel});
  if (b) given({*b, X, rel});
  inside.box[x] = between(a, b, closed, closed);
  Auto each(pool_, plain_, inside, p_);
  each.ranges_ = ranges_ + 1;
  const Ex body = pool_.opened(n);
  if (closed && pool_[body].op != Op::Max) return false;
  return each.defined(closed ? pool_[body].args[0] : body);
}

// A hypothesis is defined wherever it is true, and so is every part of it that does not stand below a binder: of a body
// it is known at the indices of a range alone, which may be empty. An integral that came to be the same expression by
// values that were put in, and was read in another way, is another one, unless the body is defined between the ends as
// it was read: then it has one value either way at each place. Otherwise: a function that is continuous on a bounded
// closed interval is integrable there.
bool Auto::exists(const Condition& c) {
  if (!parts_) {
    parts_.emplace();
    std::vector<Ex> todo;
    for (const Hypothesis* h : hypotheses_) todo.insert(todo.end(), {h->relation.lhs, h->relation.rhs});
    while (!todo.empty()) {
      const Ex e = todo.back();
      todo.pop_back();
      if (!parts_->insert(e).second) continue;
      const Node& n = pool_[e];
      pool_.work().add(1);
      todo.insert(todo.end(), n.args.begin(), n.args.begin() + (n.binds() ? 2 : static_cast<long>(n.args.size())));
    }
  }
  const Node both = pool_[pool_[c.v].args[2]];
  if (both.op != Op::Max) return false;
  const Ex as_read = both.args[1];
  if (parts_->count(c.u)) {
    if (pool_.read_alike(as_read, integers_)) return true;
    const Node n = pool_[c.v];  // a copy: the pool grows
    const Ex inside = pool_.integral(pool_.end_of(n, true), pool_.end_of(n, false), as_read, n.k, Pool::between);
    if (within(pool_[inside])) return true;
  }
  return within(pool_[c.v]);
}

}  // namespace dpcert::checker
