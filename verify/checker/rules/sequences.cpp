// Sequences at a point: instances of arbitrary ones, recursions unfolded, and hypotheses for every integer of a range.
#include "verify/checker/rules/point.hpp"

namespace dpcert::checker {

// The instance needs a value at every integer at which it is asked, and nothing more: no term is near another.
Ex Point::term(int sequence, const std::vector<Ex>& args) {
  for (const Definition& d : s_.definitions)
    if (d.sequence == sequence) return unfolded(d, args[0]);
  const auto it = instances_.find(sequence);
  need(it != instances_.end(), "no instance is given for " + s_.functions[sequence].name);
  const Instance& g = it->second;
  const auto put = [&](Ex body) {
    for (std::size_t i = 0; i < args.size(); ++i) body = pool_.substitute(body, g.params[i], args[i]);
    return body;
  };
  std::vector<Condition> all;
  pool_.defined(g.body, integers_, all);
  for (const Condition& c : all) smooth_.push_back({c.kind, put(c.u), put(c.v)});
  return put(g.body);
}

// That the recursion is defined at every integer and all values was asked where the statement was read.
Ex Point::unfolded(const Definition& d, Ex index) {
  need(pool_.is_num(index) && pool_[index].num.integer(), "a recursion is unfolded at literal indices only");
  const Q steps = pool_[index].num - d.from;
  need(steps.sign() >= 0, "below its first value a sequence is arbitrary");
  need(steps < Q(Limits::index_values), "a recursion is unfolded too far");
  const std::size_t count = static_cast<std::size_t>(steps.to_long()), order = d.first.size();
  std::vector<Ex> known = unfolded_[d.sequence];
  while (known.size() < order) known.push_back(at(d.first[known.size()].relation.rhs));
  Ex rule = d.step.relation.rhs;
  std::vector<int> before;
  for (std::size_t i = 0; i < order; ++i) {
    const Ex at_index = pool_.add({pool_.variable(d.y), pool_.num(Q(static_cast<long>(i)))});
    const Ex any = pool_.var("." + std::to_string(i));  // a name no text can contain
    Pool::Memo memo;
    rule = pool_.replace(rule, pool_.call(Op::Seq, {at_index}, d.sequence), any, memo);
    before.push_back(pool_[any].k);
  }
  while (known.size() <= count) {
    const std::size_t k = known.size() - order;
    Ex e = at(pool_.substitute(rule, d.y, pool_.num(d.from + Q(static_cast<long>(k)))));
    for (std::size_t i = 0; i < order; ++i) e = pool_.substitute(e, before[i], known[k + i]);
    known.push_back(e);
  }
  unfolded_[d.sequence] = known;
  return known[count];
}

// An end is made of integers and floors, so that its enclosure is a point, or nothing is known of it.
std::optional<Q> Point::integer(Ex e, slong p) const {
  if (pool_.is_num(e)) return pool_[e].num.integer() ? std::optional(pool_[e].num) : std::nullopt;
  if (!pool_.integer_valued(e, integers_, true)) return {};
  Tape t(pool_, {e});
  t.run({}, p);
  if (!t.out(0).finite() || !arf_equal(t.out(0).lo, t.out(0).hi) ||
      arf_cmpabs_2exp_si(t.out(0).lo, Limits::bound_bits) >= 0)
    return {};
  Q q;
  arf_get_fmpq(q.get(), t.out(0).lo);
  return q.integer() ? std::optional(q) : std::nullopt;
}

// One after the other, where these are few; else by auto for all of them at once.
bool Point::integer_forall_holds(const Forall& f, slong p) {
  const Goal nowhere{std::make_shared<Frame>(), {}};
  const Stated ends = at(Stated{{f.hi, f.lo, Rel::Ge}, f.ends});
  Auto here(pool_, plain_, nowhere, p);
  need(conditions_hold(ends, here), "an end of a forall interval is not known to be defined");
  const auto lo = integer(ends.relation.rhs, p), hi = integer(ends.relation.lhs, p);
  need(lo && hi, "an end of a forall interval could not be computed");
  if (!f.endless && *hi - *lo < Q(Limits::index_values)) {
    for (Q i = *lo; i <= *hi; i = i + Q(1)) {
      const Forall here_alone = pool_.instance(f, pool_.num(i));
      const bool holds =
          f.inner.empty() ? true_here(at(here_alone.body), nowhere, p) : integer_forall_holds(here_alone, p);
      if (!holds) return false;
    }
    return true;
  }
  need(f.inner.empty(), "a quantifier inside of another one is checked over a short range only");
  sweep_ = f.y, compact_ = false;
  const Stated s = at(f.body);
  sweep_.reset(), compact_ = true;
  Range all{*lo, {}, false, true, true};
  if (!f.endless) all.hi = *hi, all.hi_open = false;
  return true_here(s, Goal{std::make_shared<Frame>(), {{f.y, all}}}, p);
}

}  // namespace dpcert::checker
