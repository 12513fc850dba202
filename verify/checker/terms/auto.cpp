// Side conditions that need no proof line: which signs an expression can have in a context.
#include <set>

#include "verify/checker/terms/context.hpp"

namespace dpcert::checker {

namespace {

Signs opposite(Signs s) { return (s & kZero) | (s & kPos ? kNeg : 0u) | (s & kNeg ? kPos : 0u); }
Signs product(Signs a, Signs b) {
  return ((a | b) & kZero) | (b & kPos ? a & ~kZero : 0u) | (b & kNeg ? opposite(a) & ~kZero : 0u);
}
Signs sum(Signs s, Signs t) {
  if ((s | t) & kNeg && (s | t) & kPos) return kAny;
  return ((s | t) & ~kZero) | (s & t & kZero);  // one direction only: zero if both can be zero
}

}  // namespace

Integers integers_of(const std::map<int, Range>& box) {
  Integers out;
  for (const auto& [x, r] : box) out.set(static_cast<std::size_t>(x), r.integer);
  return out;
}

Auto::Auto(Pool& pool, Normal& plain, const Goal& goal, slong p)
    : pool_(pool), plain_(plain), p_(p), integers_(integers_of(goal.box)), box_(goal.box) {
  const Frame& frame = *goal.frame;
  pool_.work().add(1 + goal.box.size() + frame.hypotheses.size() + frame.foralls.size() + frame.facts.size());
  for (const Forall& f : frame.foralls)
    if (f.integer && f.inner.empty()) foralls_.push_back(&f);
  for (const Form& f : frame.facts)
    if (f->kind == Formula::Forall && f->integer && f->parts[0]->kind == Formula::Relation) facts_.push_back(f);
  for (const Hypothesis& h : frame.hypotheses) {
    hypotheses_.push_back(&h);
    std::optional<Normal::Linear> line;
    try {
      line = plain_.linear(h.d);
    } catch (const Reject&) {  // too large for a normal form: no use is made of it
    }
    if (line && box_.count(line->x)) box_[line->x].narrow(line->slope, line->rest, h.relation.rel);
  }
}

std::optional<std::pair<Q, Q>> Auto::multiple(Ex a, Ex b) {
  try {
    return plain_.multiple(a, b);
  } catch (const Reject&) {  // too large for a normal form: no use is made of it
    return {};
  }
}

const Iv& Auto::enclosure(Ex e) {
  if (auto it = enclosures_.find(e); it != enclosures_.end()) return it->second;
  Iv r;
  const Node n = pool_[e];
  if (n.op == Op::Var) {
    const auto it = box_.find(n.k);
    need(it != box_.end(), "the variable " + pool_.var_name(n.k) + " is not in the context");
    // Hypotheses that contradict the box leave no point: then nothing is concluded from it.
    if (it->second.lo && it->second.hi && *it->second.lo > *it->second.hi)
      r.bad = true;
    else
      r = enclose(it->second, p_);
  } else {
    std::vector<const Iv*> args;
    for (std::size_t i = 0; i < n.args.size() && !n.binds(); ++i) args.push_back(&enclosure(n.args[i]));
    r = apply(pool_, integers_, n, args.data(), p_, false);
  }
  return enclosures_[e] = std::move(r);
}

Signs Auto::signs(Ex e) {
  if (auto it = signs_.find(e); it != signs_.end()) return it->second;
  pool_.work().add(1 + hypotheses_.size());
  Signs s = structural(e);
  const Iv& v = enclosure(e);
  if (!v.bad) {
    if (v.lo_sign() >= 0) s &= v.lo_sign() > 0 ? kPos : kZero | kPos;
    if (v.hi_sign() <= 0) s &= v.hi_sign() < 0 ? kNeg : kZero | kNeg;
  }
  if (pool_[e].op == Op::Add) s &= linear_signs(e);
  if (pool_[e].op == Op::Add && (s & (s - 1)) != 0) s &= segment_signs(e);  // more than one sign
  if (pool_[e].op == Op::Add && (s & (s - 1)) != 0) s &= quotient_signs(e);
  if (!pool_.is_num(e)) s &= by_hypotheses(e);
  return signs_[e] = s;
}

// e = c h + k with h a hypothesis: h >= 0, h > 0 or h = 0 says on which side of k it is.
Signs Auto::by_hypotheses(Ex e) {
  Signs s = kAny;
  for (const Hypothesis* h : hypotheses_) {
    const auto m = multiple(e, h->d);
    if (!m) continue;
    const int c = m->first.sign(), k = m->second.sign();
    if (h->relation.rel == Rel::Eq)
      s &= k > 0 ? kPos : k < 0 ? kNeg : kZero;
    else if (c * k >= 0)
      s &= (c > 0 ? kPos : kNeg) | (k == 0 && h->relation.rel == Rel::Ge ? kZero : 0u);
  }
  return s;
}

// A sum that is affine in variables, exactly: an open end keeps its strictness (x - 1 > 0 on (1, inf)).
Signs Auto::linear_signs(Ex e) {
  std::optional<std::map<int, Q>> line;
  try {
    line = plain_.affine(e);
  } catch (const Reject&) {
  }
  if (!line) return kAny;
  Signs s = kAny;
  for (const bool low : {true, false}) {
    Q end = line->at(-1);
    bool finite = true, attained = true;
    for (const auto& [x, c] : *line) {
      if (x < 0) continue;
      const Range& r = box_.at(x);
      const bool at_lo = low == (c.sign() > 0);
      const auto& q = at_lo ? r.lo : r.hi;
      finite = finite && q.has_value();
      if (!finite) break;
      attained = attained && !(at_lo ? r.lo_open : r.hi_open);
      end = end + c * *q;
    }
    if (!finite) continue;
    if (low && end.sign() >= 0) s &= end.sign() > 0 || !attained ? kPos : kZero | kPos;
    if (!low && end.sign() <= 0) s &= end.sign() < 0 || !attained ? kNeg : kZero | kNeg;
  }
  return s;
}

// A sum that is affine in a variable with a bounded interval: its values lie between those at the two ends, and
// strictly so beside an open end if the other one is not 0: (1 - t) a + t b with a > 0, b >= 0 and t < 1 is not 0.
Signs Auto::segment_signs(Ex e) {
  if (depth_ >= Limits::segments_inside || segments_ >= Limits::segments) return kAny;
  std::bitset<kMaxVariables> usable;
  try {
    usable = plain_.linear_in(e);
    for (const auto& [x, r] : box_)
      if (!r.lo || !r.hi || !(*r.lo < *r.hi)) usable.reset(static_cast<std::size_t>(x));
    if (usable.none()) return kAny;
    if (depth_ == 0) e = plain_.simplified(e);  // it may be without the denominators that cancel
  } catch (const Reject&) {                     // too large for a normal form: no use is made of it
    return kAny;
  }
  pool_.work().add(box_.size());
  for (const auto& [x, r] : box_) {
    if (!usable[static_cast<std::size_t>(x)] || !pool_.depends(e, x) || !pool_.polynomial(e, x)) continue;
    const auto at = [&, x = x](const Q& q) {  // by name: clang before 16 does not capture structured bindings
      Pool::Memo memo;
      const Ex end = pool_.substitute(e, x, pool_.num(q), memo);
      try {
        return plain_.simplified(end);
      } catch (const Reject&) {
        return end;
      }
    };
    if (++segments_ > Limits::segments) return kAny;
    const Ex a = at(*r.lo), b = at(*r.hi);
    try {
      const Ex t = pool_.mul({pool_.sub(pool_.var(pool_.var_name(x)), pool_.num(*r.lo)), pool_.sub(b, a)});
      if (!plain_.equal(e, pool_.add({a, pool_.div(t, pool_.num(*r.hi - *r.lo))}))) continue;
    } catch (const Reject&) {  // too large for a normal form: no use is made of it
      continue;
    }
    ++depth_;
    const Signs sa = signs(a), sb = signs(b), both = sa | sb;
    --depth_;
    const bool inside = (r.hi_open && !(sa & kZero)) || (r.lo_open && !(sb & kZero));
    if (!(both & kNeg) || !(both & kPos)) return inside ? both & ~kZero : both;
  }
  return kAny;
}

// A sum with a quotient in it, over one denominator: 1 - a/(1 + a) is 1/(1 + a). Where the normal form keeps a sum, as
// it does of 1 - 1/a, times a denominator that is positive: then the sign is that of a - 1.
Signs Auto::quotient_signs(Ex e) {
  const auto divides = [&](Ex a) { return pool_[a].op == Op::Div && !pool_.is_num(pool_[a].args[1]); };
  const auto quotient = [&](Ex a) -> std::optional<Ex> {
    if (divides(a)) return a;
    const Node& n = pool_[a];
    const auto it = std::find_if(n.args.begin(), n.args.end(), divides);
    return n.op == Op::Mul && it != n.args.end() ? std::optional(*it) : std::nullopt;
  };
  const Node n = pool_[e];
  const auto first = std::find_if(n.args.begin(), n.args.end(), [&](Ex a) { return quotient(a).has_value(); });
  if (depth_ > 0 || first == n.args.end()) return kAny;
  const Ex denominator = pool_[*quotient(*first)].args[1];
  const auto of = [&](Ex u) {
    try {
      u = plain_.simplified(u);
    } catch (const Reject&) {  // too large for a normal form: no use is made of it
      return Signs{kAny};
    }
    ++depth_;
    const Signs s = signs(u);
    --depth_;
    return s;
  };
  const Signs s = of(e);
  return (s & (s - 1)) != 0 && signs(denominator) == kPos ? s & of(pool_.mul({e, denominator})) : s;
}

Signs Auto::structural(Ex e) {
  const Node n = pool_[e];
  const auto of = [&](std::size_t i) { return signs(n.args[i]); };
  switch (n.op) {
    case Op::Num:
      return n.num.sign() > 0 ? kPos : n.num.sign() < 0 ? kNeg : kZero;
    case Op::Var:
      return of_variable(n.k);
    case Op::Add:
      return of_sum(n);
    case Op::Mul: {
      Signs s = kPos;
      for (std::size_t i = 0; i < n.args.size(); ++i) s = product(s, of(i));
      return s;
    }
    case Op::Div:
      return product(of(0), of(1) & ~kZero);  // the denominator is not 0 where this is defined
    case Op::Pow:
      return of_power(n);
    case Op::Exp:
    case Op::Cosh:
    case Op::Erfc:
    case Op::NormalCdf:
    case Op::Pi:
      return kPos;
    case Op::Log:
      return signs(pool_.add({n.args[0], pool_.num(-1)}));
    case Op::Log1p:
    case Op::Expm1:
    case Op::Sinh:
    case Op::Tanh:
    case Op::Erf:
    case Op::Atan:
    case Op::Sgn:
      return of(0);
    case Op::Sqrt:
      return of(0) & (kZero | kPos);
    case Op::Abs:
      return (of(0) & kZero) | (of(0) & ~kZero ? kPos : 0u);
    case Op::Min:
    case Op::Max:
      return of_least_or_greatest(n);
    case Op::Xlogy: {
      const Signs b = signs(pool_.add({n.args[1], pool_.num(-1)}));
      return product(of(0), b) | (of(0) & kZero);
    }
    case Op::Polygamma:
      return n.k == 0 ? kAny : n.k % 2 ? kPos : kNeg;
    case Op::Floor:
      return of(0) & kNeg ? kAny : kZero | kPos;
    case Op::Ceil:
      return of(0) & kPos ? kAny : kZero | kNeg;
    case Op::Sum:
    case Op::Prod:
      return of_range(n);
    default:
      return kAny;
  }
}

Signs Auto::of_variable(int x) {
  const auto it = box_.find(x);
  need(it != box_.end(), "the variable " + pool_.var_name(x) + " is not in the context");
  const Range& r = it->second;
  Signs s = kAny;
  if (r.lo && r.lo->sign() >= 0) s &= r.lo->sign() > 0 || r.lo_open ? kPos : kZero | kPos;
  if (r.hi && r.hi->sign() <= 0) s &= r.hi->sign() < 0 || r.hi_open ? kNeg : kZero | kNeg;
  return s;
}

Signs Auto::of_sum(const Node& n) {
  Signs s = kZero;
  for (Ex a : n.args) s = sum(s, signs(a));
  return n.args.size() > Limits::paired_terms ? s : s & of_paired_exponentials(n);
}

// Lemma. Let c > 0 be rational. Then c exp(u) - c exp(v) has the sign of u - v, wherever both are defined.
// Proof. exp increases strictly, so exp(u) - exp(v) has the sign of u - v, and c > 0 does not change it.
// A number c is c exp(0). So the terms of a sum are taken in pairs c exp(u), -c exp(v), each at most once, and the sum
// has a sign that the sum of the signs of all u - v and of the other terms allows. Nothing is said without a pair.
Signs Auto::of_paired_exponentials(const Node& n) {
  struct Term {
    Q c;  // 0 where the term is of another form, or has its partner
    Ex u;
  };
  std::vector<Term> terms;
  for (Ex a : n.args) {
    Q c(1);
    if (pool_[a].op == Op::Mul && pool_[a].args.size() == 2 && pool_.is_num(pool_[a].args[0])) {
      c = pool_[pool_[a].args[0]].num;
      a = pool_[a].args[1];
    }
    if (pool_[a].op == Op::Exp)
      terms.push_back({c, pool_[a].args[0]});
    else if (pool_.is_num(a))
      terms.push_back({c * pool_[a].num, pool_.num(0)});
    else
      terms.push_back({Q(0), a});
  }
  Signs s = kZero;
  std::set<std::size_t> used;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].c.sign() == 0) continue;
    for (std::size_t j = i + 1; j < terms.size(); ++j) {
      if (terms[j].c.sign() == 0 || terms[i].c != -terms[j].c) continue;
      const bool first = terms[i].c.sign() > 0;
      s = sum(s, signs(pool_.sub(terms[first ? i : j].u, terms[first ? j : i].u)));
      terms[i].c = terms[j].c = Q(0);
      used.insert(i), used.insert(j);
      break;
    }
  }
  if (used.empty()) return kAny;
  for (std::size_t i = 0; i < n.args.size(); ++i)
    if (!used.count(i)) s = sum(s, signs(n.args[i]));
  return s;
}

Signs Auto::of_power(const Node& n) {
  const Signs u = signs(n.args[0]);
  const Ex v = n.args[1];
  if (pool_.is_num(v) && pool_[v].num.integer()) {
    const Q& q = pool_[v].num;
    const Signs zero = q.sign() > 0 ? u & kZero : 0u;
    if (q.sign() == 0) return kPos;
    if (fmpz_is_even(q.num())) return zero | ((u & ~kZero) ? kPos : 0u);
    return zero | (u & ~kZero);
  }
  if (u == kPos) return kPos;
  if (!pool_.integer_valued(v, integers_)) return kZero | kPos;
  return u & kNeg ? kAny : kZero | kPos;
}

Signs Auto::of_least_or_greatest(const Node& n) {
  Signs s = 0;
  for (Signs a : {kNeg, kZero, kPos})
    for (Signs b : {kNeg, kZero, kPos})
      if (signs(n.args[0]) & a && signs(n.args[1]) & b) s |= n.op == Op::Max ? std::max(a, b) : std::min(a, b);
  return s;
}

// a = w*b for an expression w that is defined.
bool Auto::bounded_multiple(Ex a, Ex b) {
  try {
    const Ex w = plain_.simplified(pool_.div(a, b));
    return plain_.equal(a, pool_.mul({w, b})) && defined(w);
  } catch (const Reject&) {  // too large for a normal form: no use is made of it
    return false;
  }
}

bool Auto::holds(const Condition& c) {
  switch (c.kind) {
    case Condition::Positive:
      return positive(c.u);
    case Condition::NonNegative:
      return nonnegative(c.u);
    case Condition::NonZero:
      return nonzero(c.u);
    case Condition::IntPow:
      return nonzero(c.u) || nonnegative(c.v);
    case Condition::RealPow:  // 0^v = 0 for v > 0, 0^0 = 1
      return positive(c.u) || (nonnegative(c.u) && nonnegative(c.v));
    // b > 0, or b >= 0 and a = 0 or a = w*b: then the value is 0 at b = 0. Where continuity in a variable is asked for,
    // every node of a and b is continuous in it (Pool::conditions), and so is w, which is made of these by operations
    // that are continuous wherever they are defined: so it is bounded near b = 0, and w b log b tends to 0 there.
    case Condition::Xlogy:
      return positive(c.v) || (nonnegative(c.v) && ((signs(c.u) & ~kZero) == 0 || bounded_multiple(c.u, c.v)));
    case Condition::Defined:
      return defined(c.u);
    case Condition::Never:
      return false;
    case Condition::Within:
      return within(pool_[c.u]);
    case Condition::Exists:
      return exists(c);
    case Condition::Each: {
      const Node n = pool_[c.u];
      if (!n.ranges()) return defined(c.u);  // its ends have become literal
      return at_each_index(n, [](Auto& inside, Ex body) { return inside.defined(body); });
    }
  }
  return false;
}

bool Auto::defined(Ex e) {
  std::vector<Condition> all;
  pool_.defined(e, integers_, all);
  for (const Condition& c : all)
    if (!holds(c)) return false;
  return true;
}

}  // namespace dpcert::checker
