// Sums and products over a symbolic range, and integrals. The bound variable of a node whose body has binders to the
// height h, one inside the other, is "%(h+1)", or "@(h+1)" for an integral: inside the body every other binder has a
// smaller number, and every binder around the node a larger one. So equal sums are one node, and a name put in from
// outside, where no "%" or "@" stands, is never bound.
#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

int Pool::index_id(char kind, int i) {
  need(i <= Limits::binders, "sums and products are nested too deeply");
  return bound_integer(kind, i);
}
int Pool::bound_integer(char kind, int i) {
  const int id = var_id(kind + std::to_string(i));
  indices_.set(static_cast<std::size_t>(id));
  return id;
}

int Pool::real_id(char kind, int i) {
  need(i <= Limits::binders, "sums and products are nested too deeply");
  return var_id(kind + std::to_string(i));
}

std::optional<std::pair<Q, Q>> Pool::short_range(Ex a, Ex b) const {
  if (!is_num(a) || !is_num(b) || !nodes_[a].num.integer() || !nodes_[b].num.integer()) return {};
  const Q &lo = nodes_[a].num, &hi = nodes_[b].num;
  if (!(hi - lo < Q(Limits::index_values))) return {};
  return std::pair{lo, hi};
}

Ex Pool::bind(Op op, Ex a, Ex b, Ex body, int x) {
  if (const auto range = short_range(a, b)) {
    std::vector<Ex> parts;
    for (Q i = range->first; !(range->second < i); i = i + Q(1)) {
      work_->add(4);
      parts.push_back(substitute(body, x, num(i)));
    }
    return op == Op::Sum ? add(parts) : mul(parts);
  }
  const int own = index_id('%', nodes_[body].height + 1);
  if (x != own) {
    need(!depends(body, own), "an index would be bound twice");
    Memo memo;
    body = rename(body, x, own, memo);
  }
  return intern({op, own, {a, b, body}, {}, {}});
}

Ex Pool::integral(std::optional<Ex> a, std::optional<Ex> b, Ex body, int x, Mark mark) {
  const int own = real_id('@', nodes_[body].height + 1);
  if (x != own) {
    need(!depends(body, own), "a variable would be bound twice");
    Memo memo;
    body = rename(body, x, own, memo);
  }
  return intern({Op::Integral, own, {a.value_or(num(0)), b.value_or(num(0)), body}, {!a, !b, mark}, {}});
}

// The variable x becomes y, where no binder of either stands: then every node binds what it bound.
Ex Pool::rename(Ex e, int x, int y, Memo& memo) {
  if (!depends(e, x)) return e;
  if (nodes_[e].op == Op::Var) return variable(y);
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  work_->add(2);
  const Node n = nodes_[e];  // a copy: the pool grows while we walk
  std::vector<Ex> args;
  for (Ex a : n.args) args.push_back(rename(a, x, y, memo));
  return memo[e] = n.binds() ? call(n.op, std::move(args), n.k, n.orders) : with_args(n, std::move(args));
}

// Heights decrease inward, so the indices of sums that are opened one inside the other are different.
int Pool::index_of(const Node& n) {
  const int height = nodes_[n.args[2]].height + 1;
  return n.op == Op::Integral ? real_id('!', height) : index_id('~', height);
}
Ex Pool::opened(const Node& n) { return opened(n, index_of(n)); }
Ex Pool::opened(const Node& n, int index) {
  Memo memo;
  return rename(n.args[2], n.k, index, memo);
}

// While the ends and the body change, no "%" or "@" is free in the body, so that nothing that comes in meets it. An
// infinite end has nothing in it that could change. What comes in may itself stand at an index that was opened around
// e, and has the number of this one: then it is among those to `avoid`.
Ex Pool::rebuilt(Ex e, const std::function<Ex(Ex)>& change, const std::bitset<kMaxVariables>& avoid) {
  work_->add(8);
  const Node n = nodes_[e];  // a copy: the pool grows
  int index = index_of(n);
  for (int i = nodes_[n.args[2]].height + 2; avoid[static_cast<std::size_t>(index)]; ++i)
    index = n.op == Op::Integral ? real_id('!', i) : index_id('~', i);
  const Ex before = opened(n, index);
  if (n.op == Op::Integral) {
    auto a = end_of(n, true), b = end_of(n, false);
    if (a) a = change(*a);
    if (b) b = change(*b);
    const Ex after = change(before);
    const bool same = after == before && a == end_of(n, true) && b == end_of(n, false);
    return same ? e : integral(a, b, after, index, static_cast<Mark>(n.mark()));
  }
  const Ex a = change(n.args[0]), b = change(n.args[1]), after = change(before);
  return a == n.args[0] && b == n.args[1] && before == after ? e : bind(n.op, a, b, after, index);
}

bool Pool::keeps_integers(std::vector<Ex> all, const Integers& before, const Integers& after,
                          const std::function<Ex(Ex)>& change) {
  std::unordered_set<Ex> seen;
  const auto kept = [&](Ex u, bool floors) {
    return !integer_valued(u, before, floors) || integer_valued(change(u), after, floors);
  };
  while (!all.empty()) {
    const Ex e = all.back();
    all.pop_back();
    if (!seen.insert(e).second) continue;
    work_->add(2);
    const Node n = nodes_[e];  // a copy: the pool grows
    all.insert(all.end(), n.args.begin(), n.args.end());
    for (std::size_t i = 0; (n.binds() || n.op == Op::Seq) && i < (n.binds() ? 2 : n.args.size()); ++i)
      if (!kept(n.args[i], true)) return false;
    if (n.op == Op::Pow && !kept(n.args[1], false)) return false;
  }
  return true;
}
bool Pool::keeps_integers(Ex e, int x, Ex by, const Integers& integers) {
  return integer_valued(by, integers) ||
         keeps_integers({e}, integers, integers, [&](Ex u) { return substitute(u, x, by); });
}

bool Pool::binds_only(Ex e, Op op) const {
  return all_parts(e, [&](const Node& n) {
    return n.height == 0 ? Part::yes : n.binds() && n.op != op ? Part::no : Part::look;
  });
}

bool Pool::applies(Ex e, int sequence) const {
  return !all_parts(e, [&](const Node& n) { return n.op == Op::Seq && n.k == sequence ? Part::no : Part::look; });
}

Forall Pool::instance(const Forall& f, Ex e) {
  Forall out = f;
  Memo memo;
  const auto put = [&](Ex u) { return substitute(u, f.y, e, memo); };
  const auto conditions = [&](std::vector<Condition>& all) {
    for (Condition& c : all) c.u = put(c.u), c.v = put(c.v);
  };
  if (!out.inner.empty()) {
    static_cast<Quantifier&>(out) = f.inner.front();
    out.inner.erase(out.inner.begin());
    out.lo = put(out.lo), out.hi = put(out.hi);
    conditions(out.ends);
    for (Quantifier& q : out.inner) q.lo = put(q.lo), q.hi = put(q.hi), conditions(q.ends);
  }
  out.body.relation.lhs = put(f.body.relation.lhs), out.body.relation.rhs = put(f.body.relation.rhs);
  conditions(out.body.extra);
  return out;
}

// log(1) is 0, and keeps an exponent from being integer-valued.
Ex Pool::witness(const Condition& c) {
  const auto never = [&] { return div(num(1), num(0)); };
  switch (c.kind) {
    case Condition::Positive:
      return call(Op::Log, {c.u});
    case Condition::NonNegative:
      return call(Op::Sqrt, {c.u});
    case Condition::NonZero:
      return div(num(1), c.u);
    case Condition::Xlogy:
      return call(Op::Xlogy, {c.u, c.v});
    case Condition::IntPow:
      return is_num(c.v) ? pow(c.u, add({c.v, call(Op::Log, {num(1)})})) : pow(c.u, c.v);
    case Condition::RealPow:
      return pow(c.u, add({c.v, call(Op::Log, {num(1)})}));
    case Condition::Defined:
    case Condition::Each:
    case Condition::Within:
      return c.u;
    case Condition::Exists:
      return c.v;
    case Condition::Never:
      return never();
  }
  return never();
}

// What `witness` writes for a power with a real exponent that is an integer by its form now, and for Never. Of an
// exponent that became 0 nothing but the log(1) is left. In what an integral asks for (conditions.cpp) the second part
// says how its body is read; that it may not be continuous, the first one, says nothing of that.
bool Pool::read_alike(Ex witness, const Integers& integers) const {
  return all_parts(witness, [&](const Node& n) {
    if (n.op == Op::Integral && n.mark() == closed && nodes_[n.args[2]].op == Op::Max) {
      const Ex parts[]{n.args[0], n.args[1], nodes_[n.args[2]].args[1]};
      for (Ex part : parts)
        if (!read_alike(part, integers)) return Part::no;
      return Part::yes;
    }
    if (n.op == Op::Div && is_zero(n.args[1])) return Part::no;
    if (n.op != Op::Pow) return Part::look;
    const Ex v = n.args[1];
    bool integer = true, shown = false;
    for (Ex a : nodes_[v].op == Op::Add ? nodes_[v].args : std::vector<Ex>{v}) {
      const Node& log = nodes_[a];
      if (log.op == Op::Log && is_num(log.args[0]) && nodes_[log.args[0]].num == Q(1))
        shown = true;
      else
        integer = integer && integer_valued(a, integers);
    }
    return shown && integer ? Part::no : Part::look;
  });
}

}  // namespace dpcert::checker
