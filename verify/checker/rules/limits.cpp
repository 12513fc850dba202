// Steps to an infinite end: `tail` and `telescope`, and the limits that they need.
#include "verify/checker/rules/approach.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

// No limit point of D at the infinite end of X is < 0: seen node by node, or (with M and E) because D + E >= 0 beyond
// M, which is left to prove, and E has no limit point > 0.
std::optional<Goal> Rules::limit_goal(const Goal& kept, int x, bool below, slong p) {
  const Ex d = g_.frame->d;
  std::unordered_map<Ex, Limit> memo;
  if (in_->done()) {
    const Limit l = limit(d, x, below, box_of(kept, p), p, memo);
    need(l.infinite > 0 || (l.infinite == 0 && l.v.finite() && l.v.lo_sign() >= 0) ||
             tends_to_nonnegative(kept, d, x, below),
         "the limit is not known to be >= 0");
    return {};
  }
  const Q m = in_->signed_quotient();
  const Ex e = bracketed();
  end();
  Goal far = with_goal(kept, {pool_.add({d, e}), zero_, Rel::Ge});
  Range& r = far.box.at(x);
  if (below) {
    if (!r.hi || m < *r.hi) r.hi = m, r.hi_open = false;
  } else if (!r.lo || *r.lo < m) {
    r.lo = m, r.lo_open = false;
  }
  const Limit l = limit(e, x, below, box_of(far, p), p, memo);
  need(l.infinite < 0 || (l.infinite == 0 && l.v.finite() && l.v.hi_sign() <= 0), "the limit is not known to be <= 0");
  return far;
}

// The same by the limit as an expression, for each value of the other variables; d is defined wherever `kept` holds.
bool Rules::tends_to_nonnegative(const Goal& kept, Ex d, int x, bool below) {
  Approach approach(pool_, plain_, kept, kept, kept, x, {}, below);
  const Approach::Value v = approach.of(d);
  if (v.kind != Approach::Kind::finite) return v.kind == Approach::Kind::up;
  Auto here(pool_, plain_, kept);
  if (here.nonnegative(v.at)) return true;
  try {
    return here.nonnegative(plain_.simplified(v.at));
  } catch (const Reject&) {  // too large for a normal form
    return false;
  }
}

// D is monotone up to an infinite end of X, where its limit is >= 0.
Rules::Children Rules::tail() {
  const bool below = in_->accept("-");
  const int x = variable();
  const slong p = precision();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "a monotone step does not prove an equation");
  const Range& r = g_.box.at(x);
  need(below ? !r.lo : !r.hi, "the interval is bounded at this end");
  const Ex d = g_.frame->d;
  const Goal kept = without(g_, x);
  require_smooth(kept, d, x);
  Children out;
  if (auto far = limit_goal(kept, x, below, p)) out.push_back(std::move(*far));
  const Ex slope = pool_.derivative(d, x);
  out.push_back(with_goal(kept, {below ? slope : pool_.neg(slope), zero_, rel}));
  return out;
}

// D(x) = sum of D(x+k) - D(x+k+1) for k < n, plus D(x+n), and the limit of the last term is >= 0. The points x+k need
// not satisfy hypotheses on X, nor lie below its upper end.
Rules::Children Rules::telescope() {
  const int x = variable();
  const slong p = precision();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "a sum of nonnegative terms does not prove an equation");
  Goal kept = without(g_, x);
  kept.box.at(x).hi.reset();
  kept.box.at(x).hi_open = true;
  const Ex d = g_.frame->d;
  Children out;
  if (auto far = limit_goal(kept, x, false, p)) out.push_back(std::move(*far));
  const Ex next = pool_.substitute(d, x, pool_.add({pool_.var(pool_.var_name(x)), pool_.num(1)}));
  out.push_back(with_goal(kept, {d, next, rel}));
  return out;
}

// Node by node: +inf, -inf, or a finite enclosure of all limit points. A bad enclosure means that nothing is known.
Rules::Limit Rules::limit(Ex e, int x, bool below, const Box& box, slong p, std::unordered_map<Ex, Limit>& memo) {
  if (auto it = memo.find(e); it != memo.end()) return it->second;
  Limit out;
  const Node n = pool_[e];
  if (n.op == Op::Var && n.k == x) {
    out.infinite = below ? -1 : 1;
    return memo[e] = out;
  }
  if (!pool_.depends(e, x)) {
    Tape t(pool_, {e});
    t.run(box, p);
    out.v = t.out(0);
    out.v.bad = !out.v.finite();
    return memo[e] = out;
  }
  if (n.binds() || n.op == Op::Seq) {
    out.v.bad = true;
    return memo[e] = out;
  }
  std::vector<Limit> a;
  bool finite = true;
  for (Ex u : n.args) {
    a.push_back(limit(u, x, below, box, p, memo));
    finite = finite && a.back().infinite == 0;
    if (a.back().infinite == 0 && a.back().v.bad) {
      out.v.bad = true;
      return memo[e] = out;
    }
  }
  if (finite) {  // continuous near the closed arguments
    std::vector<const Iv*> args;
    for (const Limit& l : a) args.push_back(&l.v);
    out.v = checker::apply(pool_, box.integers, n, args.data(), p, true);
  } else {
    out = limit_at_infinite_arguments(n, a, p);
  }
  if (!out.infinite && !out.v.finite()) out.v.bad = true;
  return memo[e] = out;
}

namespace {

// The limit of a function of one argument as that grows or falls without end: its sign where it is infinite, its value
// where it is finite. None: not known.
struct Far {
  int infinite = 0;
  std::optional<long> value;
};
Far limit_above(const Node& n) {
  switch (n.op) {
    case Op::Exp:
    case Op::Log:
    case Op::Log1p:
    case Op::Expm1:
    case Op::Sqrt:
    case Op::Abs:
    case Op::Cosh:
    case Op::Sinh:
    case Op::Lgamma:
      return {1, {}};
    case Op::Tanh:
    case Op::Erf:
    case Op::NormalCdf:
      return {0, 1};
    case Op::Erfc:
      return {0, 0};
    case Op::Polygamma:
      return n.k == 0 ? Far{1, {}} : Far{0, 0};
    default:
      return {};
  }
}
Far limit_below(const Node& n) {
  switch (n.op) {
    case Op::Abs:
    case Op::Cosh:
      return {1, {}};
    case Op::Sinh:
      return {-1, {}};
    case Op::Exp:
    case Op::NormalCdf:
      return {0, 0};
    case Op::Expm1:
    case Op::Tanh:
    case Op::Erf:
      return {0, -1};
    case Op::Erfc:
      return {0, 2};
    default:
      return {};
  }
}

}  // namespace

// Where an argument is infinite. inf - inf, 0 * inf, inf/inf and powers of an infinite base other than integer ones are
// not decided.
Rules::Limit Rules::limit_at_infinite_arguments(const Node& n, const std::vector<Limit>& a, slong p) const {
  Limit out;
  out.v.bad = true;
  const auto value = [&](long c) { out.v = enclose(Q(c), p); };
  const auto sign = [](const Limit& l) {
    return l.infinite ? l.infinite : l.v.lo_sign() > 0 ? 1 : l.v.hi_sign() < 0 ? -1 : 0;
  };
  const int s = a[0].infinite;
  if (n.op == Op::Add) {
    bool up = false, down = false;
    for (const Limit& l : a) up = up || l.infinite > 0, down = down || l.infinite < 0;
    if (up != down) out.infinite = up ? 1 : -1;
  } else if (n.op == Op::Mul) {
    int product = 1;
    for (const Limit& l : a) product *= sign(l);
    out.infinite = product;
  } else if (n.op == Op::Div) {
    if (!a[1].infinite)
      out.infinite = s * sign(a[1]);
    else if (!s)
      value(0);
  } else if (n.op == Op::Pow) {
    if (s && pool_.is_num(n.args[1]) && pool_[n.args[1]].num.small()) {
      const long k = pool_[n.args[1]].num.to_long();
      if (k > 0)
        out.infinite = k % 2 ? s : 1;
      else
        value(k == 0);
    }
  } else if (s != 0) {
    const Far far = s > 0 ? limit_above(n) : limit_below(n);
    out.infinite = far.infinite;
    if (far.value) value(*far.value);
  }
  return out;
}

}  // namespace dpcert::checker
