// The proof lines that work on expressions. Every point of the context at which the hypotheses hold satisfies the goal
// as soon as the children's goals hold at every point of theirs: each rule says why in one line.
#include <algorithm>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

Rules::Children Rules::fix() {
  const int x = variable();
  end();
  const Range& r = g_.box.at(x);
  need(r.integer && r.lo && r.hi, "the variable is not an integer in a bounded interval");
  const Q lo = r.lo_open && r.lo->integer() ? *r.lo + Q(1) : r.lo->ceil();
  const Q hi = r.hi_open && r.hi->integer() ? *r.hi - Q(1) : r.hi->floor();
  need(lo == hi, "the interval does not contain exactly one integer");
  Goal child = substituted(g_, x, pool_.num(lo));
  child.defined = true;  // a part of this context
  return {child};
}

Rules::Children Rules::sign() {
  end();
  need(proves(g_.frame->d, g_.frame->goal.rel), "the sign is not known");
  return {};
}

Rules::Children Rules::identity() {
  end();
  need(g_.frame->goal.rel != Rel::Gt, "an identity does not prove a strict relation");
  need(full().zero(g_.frame->d), "the normal form is not zero");
  return {};
}

Rules::Children Rules::hyp() {
  const Hypothesis& h = hypothesis();
  end();
  const Rel rel = g_.frame->goal.rel, have = h.relation.rel;
  const auto c = full().ratio(g_.frame->d, h.d);
  need(c.has_value(), "the goal is not a multiple of the hypothesis");
  if (have == Rel::Eq)
    need(rel != Rel::Gt, "an equation does not prove a strict relation");
  else
    need(rel != Rel::Eq && c->sign() > 0 && (rel == Rel::Ge || have == Rel::Gt),
         "the hypothesis has the wrong direction or is not strict");
  return {};
}

// D = C0 + sum of C_j H_j
Rules::Children Rules::combine() {
  const Rel rel = g_.frame->goal.rel;
  auto coefficient = [&] {
    const Ex e = in_->is("(") ? bracketed() : pool_.num(in_->signed_quotient());
    require_defined(e);
    return e;
  };
  const Ex c0 = coefficient();
  bool strict = automatic().positive(c0);
  need(rel == Rel::Eq ? pool_.is_zero(c0) : automatic().nonnegative(c0), "the constant has the wrong sign");
  std::vector<Ex> sum{c0};
  while (!in_->done()) {
    const Hypothesis& h = hypothesis();
    const Ex c = coefficient();
    if (h.relation.rel != Rel::Eq) {
      need(rel != Rel::Eq, "an inequality does not serve for an equation");
      need(automatic().nonnegative(c), "a coefficient is not known to be >= 0");
      strict = strict || (h.relation.rel == Rel::Gt && automatic().positive(c));
    }
    sum.push_back(pool_.mul({c, h.d}));
  }
  need(rel != Rel::Gt || strict, "the combination is not strict");
  need(full().equal(g_.frame->d, pool_.add(std::move(sum))), "the combination differs from the goal");
  return {};
}

// D(x) = D(end) + the integral of dD/dX over a segment on which only the box and the hypotheses without X are known to
// hold.
Rules::Children Rules::mono() {
  const int x = variable();
  const bool low = low_end(), inside = in_->accept("inside"), strict = inside && in_->accept("strict");
  end();
  need(g_.frame->goal.rel != Rel::Eq, "a monotone step does not prove an equation");
  const Range& r = g_.box.at(x);
  // At an open end D(end) >= 0 is enough: the point is not the end, and D grows strictly on the way.
  if (strict) need(low ? r.lo_open : r.hi_open, "the end is not open");
  need(low ? r.lo && (inside || !r.lo_open) : r.hi && (inside || !r.hi_open), "the end is not finite and closed");
  const Ex at = pool_.num(low ? *r.lo : *r.hi), d = g_.frame->d;
  const Goal kept = without(g_, x);
  Goal way = kept;
  if (inside) {
    // The mean value theorem: D is continuous from the end to the point, and has a slope strictly between them.
    Goal reach = kept;
    (low ? reach.box.at(x).lo_open : reach.box.at(x).hi_open) = false;
    require_continuous(reach, d, x);
    way = inner(kept, x);
  }
  require_smooth(way, d, x);
  const Ex slope = pool_.derivative(d, x);
  Goal base = kept;
  if (strict) base = with_goal(kept, {g_.frame->goal.lhs, g_.frame->goal.rhs, Rel::Ge});
  return {with_goal(way, {low ? slope : pool_.neg(slope), zero_, strict ? Rel::Gt : Rel::Ge}),
          substituted(base, x, at)};
}

// As mono, to the interior curve X = C: the slope is >= 0 beyond C and <= 0 before it. Hypotheses that are affine in X
// and hold at C hold on the whole segment; strict ones need hold at C only as their closure, because the mean value
// theorem asks for the slope between C and the point only. What is used at C itself, the smoothness of D up to C and
// the first child, then has the closure too.
Rules::Children Rules::deriv() {
  const int x = variable();
  const Ex c = bracketed();
  const bool within = in_->accept("inside");
  end();
  need(g_.frame->goal.rel != Rel::Eq, "a monotone step does not prove an equation");
  need(!pool_.depends(c, x), "the curve depends on the variable itself");
  require_defined(c);
  const Range& r = g_.box.at(x);
  auto inside = [&](Ex d, bool open) {
    need(proves(d, open ? Rel::Gt : Rel::Ge), "the curve is not known to stay in the interval");
  };
  if (r.lo) inside(pool_.sub(c, pool_.num(*r.lo)), r.lo_open && !within);
  if (r.hi) inside(pool_.sub(pool_.num(*r.hi), c), r.hi_open && !within);
  for (const Hypothesis& h : g_.frame->hypotheses) {
    if (!mentions(h.relation, x)) continue;
    need(affine(h.relation.lhs, x) && affine(h.relation.rhs, x), "a hypothesis is not affine in the variable");
    const Ex e = pool_.substitute(h.d, x, c);
    need(full().zero(e) || (h.relation.rel != Rel::Eq && proves(e, Rel::Ge)),
         "a hypothesis is not known to hold on the curve");
  }
  for (const Forall& f : g_.frame->foralls) need(!mentions(f, x), "a forall hypothesis mentions the variable");
  Goal kept = g_;
  kept.box.at(x).integer = false;  // the segments pass through real values
  const Ex d = g_.frame->d, X = pool_.var(pool_.var_name(x)), slope = pool_.derivative(d, x);
  Goal closure{copy_frame(kept), kept.box, false};
  for (Hypothesis& h : closure.frame->hypotheses)
    if (mentions(h.relation, x) && h.relation.rel == Rel::Gt) h.relation.rel = Rel::Ge;
  if (within) {
    // The mean value theorem asks for continuity up to C, and for a slope strictly between C and the point only.
    closure = Rules::closed(closure, x), kept = inner(kept, x);
    require_continuous(closure, d, x);
  }
  const Goal right = with_hypothesis(kept, {X, c, Rel::Gt}), left = with_hypothesis(kept, {c, X, Rel::Gt});
  if (within)
    require_smooth(right, d, x), require_smooth(left, d, x);
  else
    require_smooth(closure, d, x);
  return {substituted(closure, x, c), with_goal(right, {slope, zero_, Rel::Ge}),
          with_goal(left, {pool_.neg(slope), zero_, Rel::Ge})};
}

// No limit point of D at the infinite end of X is < 0: seen node by node, or (with M and E) because D + E >= 0 beyond
// M, which is left to prove, and E has no limit point > 0.
std::optional<Goal> Rules::limit_goal(const Goal& kept, int x, bool below, slong p) {
  const Ex d = g_.frame->d;
  std::unordered_map<Ex, Limit> memo;
  if (in_->done()) {
    const Limit l = limit(d, x, below, boxes(kept, p), p, memo);
    need(l.infinite > 0 || (l.infinite == 0 && l.v.finite() && l.v.lo_sign() >= 0),
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
  const Limit l = limit(e, x, below, boxes(far, p), p, memo);
  need(l.infinite < 0 || (l.infinite == 0 && l.v.finite() && l.v.hi_sign() <= 0), "the limit is not known to be <= 0");
  return far;
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
Rules::Limit Rules::limit(Ex e, int x, bool below, const std::vector<Iv>& box, slong p,
                          std::unordered_map<Ex, Limit>& memo) {
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
  std::vector<Limit> a;
  std::vector<const Iv*> args;
  out.v.bad = true;
  bool finite = true;
  for (Ex u : n.args) {
    a.push_back(limit(u, x, below, box, p, memo));
    finite = finite && a.back().infinite == 0;
    if (a.back().infinite == 0 && a.back().v.bad) return memo[e] = out;
  }
  for (const Limit& l : a) args.push_back(&l.v);
  auto value = [&](long c) { out.v = enclose(Q(c), p); };
  auto sign = [](const Limit& l) {
    return l.infinite ? l.infinite : l.v.lo_sign() > 0 ? 1 : l.v.hi_sign() < 0 ? -1 : 0;
  };
  const int s = a[0].infinite;
  if (finite) {  // continuous near the closed arguments
    out.v = checker::apply(pool_, n, args.data(), p, true);
  } else if (n.op == Op::Add) {
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
  } else if (s > 0) {
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
        out.infinite = 1;
        break;
      case Op::Tanh:
      case Op::Erf:
      case Op::NormalCdf:
        value(1);
        break;
      case Op::Erfc:
        value(0);
        break;
      case Op::Polygamma:
        n.k == 0 ? void(out.infinite = 1) : value(0);
        break;
      default:
        break;
    }
  } else if (s < 0) {
    switch (n.op) {
      case Op::Abs:
      case Op::Cosh:
        out.infinite = 1;
        break;
      case Op::Sinh:
        out.infinite = -1;
        break;
      case Op::Exp:
      case Op::NormalCdf:
        value(0);
        break;
      case Op::Expm1:
      case Op::Tanh:
      case Op::Erf:
        value(-1);
        break;
      case Op::Erfc:
        value(2);
        break;
      default:
        break;
    }
  }
  if (!out.infinite && !out.v.finite()) out.v.bad = true;
  return memo[e] = out;
}

// A concave function is least at an end.
Rules::Children Rules::convex() {
  const int x = variable();
  const bool inside = in_->accept("inside");
  end();
  need(g_.frame->goal.rel != Rel::Eq, "a concave step does not prove an equation");
  const Range& r = g_.box.at(x);
  need(r.lo && r.hi && (inside || (!r.lo_open && !r.hi_open)), "the interval is not bounded and closed");
  const Ex lo = pool_.num(*r.lo), hi = pool_.num(*r.hi), d = g_.frame->d;
  const Goal kept = without(g_, x), way = inside ? inner(kept, x) : kept;
  if (inside) require_continuous(closed(kept, x), d, x);  // then D is concave up to the ends
  require_smooth(way, d, x);
  const Ex second = pool_.derivative(pool_.derivative(d, x), x);
  return {with_goal(way, {pool_.neg(second), zero_, Rel::Ge}), substituted(kept, x, lo), substituted(kept, x, hi)};
}

Rules::Children Rules::equal() {
  const int x = variable();
  const Ex c = bracketed();
  end();
  need(!pool_.depends(c, x), "the new expression contains the variable");
  require_defined(c);
  const Ex d = pool_.sub(pool_.var(pool_.var_name(x)), c);
  bool found = false;
  for (const Hypothesis& h : g_.frame->hypotheses) found = found || (h.relation.rel == Rel::Eq && full().ratio(h.d, d));
  need(found, "no hypothesis says that the variable equals this expression");
  require_real_powers([&](Ex v) { return pool_.substitute(v, x, c); });
  Goal child = substituted(g_, x, c);
  child.defined = false;
  return {child};
}

// X := a + b phi(T) with phi one of T, exp(T), 1/T, T/(1-T), T^2 on [0, inf), continuous on the interval of T; a and b
// do not contain T.
Rules::Children Rules::subst() {
  const int x = variable();
  const std::string name = in_->name();
  need(!in_->names.count(name) && !in_->functions.count(name), "the new name is in use");
  const int t = pool_.var_id(name);
  pool_.integers.reset(static_cast<std::size_t>(t));  // the name may be that of an integer that is settled
  for (const auto& f : g_.frame->foralls) need(f.y != t, "the new name is in use");
  const Range rt = in_->rational_interval();
  const Ex T = pool_.var(name);
  in_->names[name] = {T, {}};
  const Ex e = bracketed();
  end();
  need(!pool_.depends(e, x), "the new expression contains the variable");
  struct Shape {
    Ex phi;
    std::optional<Q> pole;
  };
  const Ex one = pool_.num(1);
  const Shape shapes[] = {{T, {}},
                          {pool_.call(Op::Exp, {T}), {}},
                          {pool_.div(one, T), Q(0)},
                          {pool_.div(T, pool_.sub(one, T)), Q(1)},
                          {pool_.pow(T, pool_.num(2)), {}}};
  // a and b follow from the values at two points at which the shapes are known: exp is recognised by its
  // derivative.
  Goal inner = g_;
  inner.box[t] = rt;
  std::optional<std::size_t> shape;
  Ex a = 0, b = 0;
  for (std::size_t i = 0; i < 5 && !shape; ++i) {
    const Q p1 = i < 2 ? Q(0) : Q(2), p2 = i < 2 ? Q(1) : Q(3);
    const Ex e1 = pool_.substitute(e, t, pool_.num(p1)), e2 = pool_.substitute(e, t, pool_.num(p2));
    const Ex f1 = pool_.substitute(shapes[i].phi, t, pool_.num(p1)),
             f2 = pool_.substitute(shapes[i].phi, t, pool_.num(p2));
    try {
      b = plain_.simplified(pool_.div(pool_.sub(e2, e1), pool_.sub(f2, f1)));
      a = plain_.simplified(pool_.sub(e1, pool_.mul({b, f1})));
      if (plain_.equal(e, pool_.add({a, pool_.mul({b, shapes[i].phi})}))) shape = i;
    } catch (const Reject&) {  // this shape's points are poles of e
    }
  }
  need(shape.has_value(), "the new expression has none of the known shapes");
  if (*shape == 4) need(rt.lo && rt.lo->sign() >= 0, "the interval of the new variable is not in [0, inf)");
  if (const auto& pole = shapes[*shape].pole)
    need((rt.lo && (*rt.lo > *pole || (*rt.lo == *pole && rt.lo_open))) ||
             (rt.hi && (*rt.hi < *pole || (*rt.hi == *pole && rt.hi_open))),
         "the interval of the new variable contains a pole");
  require_defined(a), require_defined(b);
  need(Auto(pool_, plain_, inner).defined(e), "the new expression is not known to be defined");
  // The limits of phi at both ends; none: infinite. All are increasing except 1/T.
  struct End {
    std::optional<Ex> value;
    bool open;
  };
  auto end_of = [&](const std::optional<Q>& q, bool open) -> End {
    switch (*shape) {
      case 0:
        return {q ? std::optional<Ex>(pool_.num(*q)) : std::nullopt, open};
      case 1:
        if (q) return {pool_.call(Op::Exp, {pool_.num(*q)}), open};
        return {&q == &rt.lo ? std::optional<Ex>(zero_) : std::nullopt, true};
      case 2:
        if (!q) return {zero_, true};
        return {q->sign() ? std::optional<Ex>(pool_.num(Q(1) / *q)) : std::nullopt, open};
      case 4:
        return {q ? std::optional<Ex>(pool_.num(*q * *q)) : std::nullopt, open};
      default:
        if (!q) return {pool_.num(-1), true};
        return {*q != Q(1) ? std::optional<Ex>(pool_.num(*q / (Q(1) - *q))) : std::nullopt, open};
    }
  };
  End low = end_of(rt.lo, rt.lo_open), high = end_of(rt.hi, rt.hi_open);
  if (*shape == 2) std::swap(low, high);
  // Where the new expression attains both ends, values between them are attained even if b = 0.
  const bool attained = low.value && high.value && !low.open && !high.open;
  const auto rises = [&](Ex slope) {
    return automatic().positive(slope) || (attained && automatic().nonnegative(slope));
  };
  if (rises(pool_.neg(b)))
    std::swap(low, high);
  else
    need(rises(b), "the sign of the factor of the new variable is not known");
  // The range of the new expression contains X's interval, or X lies in it by hypotheses.
  const Range& r = g_.box.at(x);
  const Ex X = pool_.var(pool_.var_name(x));
  auto covers = [&](const End& o, const std::optional<Q>& q, bool open, bool lower) {
    if (!o.value) return;
    const Ex v = pool_.add({a, pool_.mul({b, *o.value})});
    const auto below = [&](Ex from, Ex to, bool strict) {
      const Ex d = pool_.sub(to, from);
      return strict ? automatic().positive(d) : automatic().nonnegative(d);
    };
    if (q && below(lower ? v : pool_.num(*q), lower ? pool_.num(*q) : v, o.open && !open)) return;
    need(below(lower ? v : X, lower ? X : v, o.open), "the new expression does not reach the ends of the interval");
  };
  covers(low, r.lo, r.lo_open, true), covers(high, r.hi, r.hi_open, false);
  require_real_powers([&](Ex v) { return pool_.substitute(v, x, e); });
  Goal child = substituted(g_, x, e);
  child.box[t] = rt;
  child.box[t].integer = false;
  if (r.lo) child = with_hypothesis(child, {e, pool_.num(*r.lo), r.lo_open ? Rel::Gt : Rel::Ge});
  if (r.hi) child = with_hypothesis(child, {pool_.num(*r.hi), e, r.hi_open ? Rel::Gt : Rel::Ge});
  return {child};
}

Rules::Children Rules::factor() {
  const Ex w = bracketed(), e = bracketed();
  end();
  require_defined(w);
  const Rel rel = g_.frame->goal.rel;
  if (rel != Rel::Eq) need(proves(w, rel), "the factor's sign is not known");
  need(full().equal(g_.frame->d, pool_.mul({w, e})), "the product differs from the goal");
  return {with_goal(g_, zero_relation(e))};
}

Rules::Children Rules::rewrite() {
  const Ex l = bracketed(), r = in_->done() ? zero_ : bracketed();
  end();
  need(full().equal(g_.frame->d, pool_.sub(l, r)), "the new form differs from the goal");
  return {with_goal(g_, {l, r, g_.frame->goal.rel})};
}

Rules::Children Rules::log() {
  end();
  const Relation& r = g_.frame->goal;
  need(automatic().positive(r.lhs) && automatic().positive(r.rhs), "a side is not known to be > 0");
  return {with_goal(g_, {pool_.call(Op::Log, {r.lhs}), pool_.call(Op::Log, {r.rhs}), r.rel})};
}

Rules::Children Rules::exp() {
  end();
  const Relation& r = g_.frame->goal;
  return {with_goal(g_, {pool_.call(Op::Exp, {r.lhs}), pool_.call(Op::Exp, {r.rhs}), r.rel})};
}

// The first child proves that the relation is defined and true, so it may serve as a hypothesis.
Rules::Children Rules::cut() {
  const Relation r = in_->relation();
  end();
  return {with_goal(g_, r), with_hypothesis(g_, r)};
}

Rules::Children Rules::inst() {
  const long j = in_->counting_number();
  const Ex e = bracketed();
  end();
  const auto& all = g_.frame->foralls;
  need(j >= 1 && j <= static_cast<long>(all.size()), "there is no forall hypothesis of this number");
  const Forall& f = all[j - 1];
  require_defined(e);
  need(proves(pool_.sub(e, f.lo), Rel::Ge) && proves(pool_.sub(f.hi, e), Rel::Ge),
       "the instance is not known to lie in the interval");
  const Relation& r = f.body.relation;
  return {with_hypothesis(g_, {pool_.substitute(r.lhs, f.y, e), pool_.substitute(r.rhs, f.y, e), r.rel})};
}

Rules::Children Rules::trans() {
  const Ex m = bracketed();
  end();
  const Relation& r = g_.frame->goal;
  return {with_goal(g_, {r.lhs, m, r.rel}), with_goal(g_, {m, r.rhs, r.rel == Rel::Gt ? Rel::Ge : r.rel})};
}

Rules::Children Rules::both() {
  end();
  const Relation& r = g_.frame->goal;
  need(r.rel == Rel::Eq, "the goal is not an equation");
  return {with_goal(g_, {r.lhs, r.rhs, Rel::Ge}, true), with_goal(g_, {r.rhs, r.lhs, Rel::Ge}, true)};
}

}  // namespace dpcert::checker
