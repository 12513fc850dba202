// The proof lines that work on expressions. Every point of the context at which the hypotheses hold satisfies the goal
// as soon as the children's goals hold at every point of theirs: each rule says why in one line.
#include <set>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

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
// theorem asks for the slope between C and the point only, and hold on the segment as they are if they do at C. What is
// used at C itself, the smoothness of D up to C and the first child, then has the closure too.
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
  std::set<std::size_t> strict;  // of these hypotheses: that hold at C as they are
  for (std::size_t i = 0; i < g_.frame->hypotheses.size(); ++i) {
    const Hypothesis& h = g_.frame->hypotheses[i];
    if (!mentions(h.relation, x)) continue;
    need(affine(h.relation.lhs, x) && affine(h.relation.rhs, x), "a hypothesis is not affine in the variable");
    const Ex e = pool_.substitute(h.d, x, c);
    if (h.relation.rel == Rel::Gt && proves(e, Rel::Gt))
      strict.insert(i);
    else
      need(full().zero(e) || (h.relation.rel != Rel::Eq && proves(e, Rel::Ge)),
           "a hypothesis is not known to hold on the curve");
  }
  for (const Forall& f : g_.frame->foralls) need(!mentions(f, x), "a forall hypothesis mentions the variable");
  for (const Definition& s : g_.frame->definitions) need(!mentions(s, x), "a sequence is defined with the variable");
  // A fact need not hold on the segments: nor is it known there, nor what it says of where the goal is defined.
  Goal kept{copy_frame(g_), g_.box, g_.defined};
  if (std::erase_if(kept.frame->facts, [&](const Form& f) { return mentions(f, x); }) != 0) kept.defined = false;
  kept.box.at(x).integer = false;  // the segments pass through real values
  const Ex d = g_.frame->d, X = pool_.var(pool_.var_name(x)), slope = pool_.derivative(d, x);
  Goal closure{copy_frame(kept), kept.box, false}, segment{copy_frame(kept), kept.box, false};
  for (std::size_t i = 0; i < closure.frame->hypotheses.size(); ++i) {
    Relation& r = closure.frame->hypotheses[i].relation;
    if (!mentions(r, x) || r.rel != Rel::Gt) continue;
    r.rel = Rel::Ge;
    if (!strict.contains(i)) segment.frame->hypotheses[i].relation.rel = Rel::Ge;
  }
  if (within) {
    // The mean value theorem asks for continuity up to C, and for a slope strictly between C and the point only.
    closure = Rules::closed(closure, x), segment = Rules::closed(segment, x), kept = inner(kept, x);
    require_continuous(segment, d, x);
  }
  const Goal right = with_hypothesis(kept, {X, c, Rel::Gt}), left = with_hypothesis(kept, {c, X, Rel::Gt});
  if (within)
    require_smooth(right, d, x), require_smooth(left, d, x);
  else
    require_smooth(segment, d, x);
  return {substituted(closure, x, c), with_goal(right, {slope, zero_, Rel::Ge}),
          with_goal(left, {pool_.neg(slope), zero_, Rel::Ge})};
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
  const auto put = [&](Ex v) { return pool_.substitute(v, x, c); };
  require_real_powers(integers_of(g_.box), put);
  Goal kept{copy_frame(g_), g_.box, g_.defined};
  drop_facts_without_integers(*kept.frame, integers_of(g_.box), put);
  Goal child = substituted(kept, x, c);
  child.defined = false;
  return {child};
}

namespace {

// The phi of `subst`: continuous where they are defined, and monotone on an interval without their pole.
enum class Shape : char { line, exp, reciprocal, odds, square, cube };
constexpr Shape all_shapes[] = {Shape::line, Shape::exp, Shape::reciprocal, Shape::odds, Shape::square, Shape::cube};

Ex shape_of(Pool& pool, Shape shape, Ex t) {
  const Ex one = pool.num(1);
  switch (shape) {
    case Shape::line:
      return t;
    case Shape::exp:
      return pool.call(Op::Exp, {t});
    case Shape::reciprocal:
      return pool.div(one, t);
    case Shape::odds:
      return pool.div(t, pool.sub(one, t));
    case Shape::square:
      return pool.pow(t, pool.num(2));
    case Shape::cube:
      return pool.pow(t, pool.num(3));
  }
  return t;
}

std::optional<Q> pole_of(Shape shape) {
  if (shape == Shape::reciprocal) return Q(0);
  if (shape == Shape::odds) return Q(1);
  return {};
}

}  // namespace

// e = a + b phi(t). Then a and b follow from the values at two points at which phi is known; that they are the right
// ones is asked of the normal form.
std::optional<Rules::Substitution> Rules::recognised(Ex e, int t) {
  const Ex T = pool_.var(pool_.var_name(t));
  for (const Shape shape : all_shapes) {
    const bool early = shape == Shape::line || shape == Shape::exp;
    const Ex phi = shape_of(pool_, shape, T), p = pool_.num(Q(early ? 0 : 2)), q = pool_.num(Q(early ? 1 : 3));
    const Ex e1 = pool_.substitute(e, t, p), e2 = pool_.substitute(e, t, q);
    const Ex f1 = pool_.substitute(phi, t, p), f2 = pool_.substitute(phi, t, q);
    try {
      const Ex b = plain_.simplified(pool_.div(pool_.sub(e2, e1), pool_.sub(f2, f1)));
      const Ex a = plain_.simplified(pool_.sub(e1, pool_.mul({b, f1})));
      if (plain_.equal(e, pool_.add({a, pool_.mul({b, phi})}))) return Substitution{static_cast<int>(shape), a, b};
    } catch (const Reject&) {  // this shape's points are poles of e
    }
  }
  return {};
}

// The limits of phi at the ends of T's interval, the lower one first; no value: infinite. All are increasing except
// 1/T.
std::pair<Rules::End, Rules::End> Rules::ends_of(int shape, const Range& t) {
  const auto end = [&](const std::optional<Q>& q, bool open, bool lower) -> End {
    switch (static_cast<Shape>(shape)) {
      case Shape::line:
        return {q ? std::optional<Ex>(pool_.num(*q)) : std::nullopt, open};
      case Shape::exp:
        if (q) return {pool_.call(Op::Exp, {pool_.num(*q)}), open};
        return {lower ? std::optional<Ex>(zero_) : std::nullopt, true};
      case Shape::reciprocal:
        if (!q) return {zero_, true};
        return {q->sign() ? std::optional<Ex>(pool_.num(Q(1) / *q)) : std::nullopt, open};
      case Shape::odds:
        if (!q) return {pool_.num(-1), true};
        return {*q != Q(1) ? std::optional<Ex>(pool_.num(*q / (Q(1) - *q))) : std::nullopt, open};
      case Shape::square:
        return {q ? std::optional<Ex>(pool_.num(*q * *q)) : std::nullopt, open};
      case Shape::cube:
        return {q ? std::optional<Ex>(pool_.num(*q * *q * *q)) : std::nullopt, open};
    }
    return {};
  };
  std::pair<End, End> out{end(t.lo, t.lo_open, true), end(t.hi, t.hi_open, false)};
  if (static_cast<Shape>(shape) == Shape::reciprocal) std::swap(out.first, out.second);
  return out;
}

// Every value that X has in the context is one of a + b phi(T): at each end the interval of X lies inside that of the
// new expression, or X lies in it by hypotheses.
void Rules::require_covered(int x, const Substitution& s, const Range& t) {
  auto [low, high] = ends_of(s.shape, t);
  // Where the new expression attains both ends, values between them are attained even if b = 0.
  const bool attained = low.value && high.value && !low.open && !high.open;
  const auto rises = [&](Ex slope) {
    return automatic().positive(slope) || (attained && automatic().nonnegative(slope));
  };
  if (rises(pool_.neg(s.b)))
    std::swap(low, high);
  else
    need(rises(s.b), "the sign of the factor of the new variable is not known");
  const Range& r = g_.box.at(x);
  const Ex X = pool_.var(pool_.var_name(x));
  const auto covers = [&](const End& o, const std::optional<Q>& q, bool open, bool lower) {
    if (!o.value) return;
    const Ex v = pool_.add({s.a, pool_.mul({s.b, *o.value})});
    const auto below = [&](Ex from, Ex to, bool strict) {
      const Ex d = pool_.sub(to, from);
      return strict ? automatic().positive(d) : automatic().nonnegative(d);
    };
    if (q && below(lower ? v : pool_.num(*q), lower ? pool_.num(*q) : v, o.open && !open)) return;
    need(below(lower ? v : X, lower ? X : v, o.open), "the new expression does not reach the ends of the interval");
  };
  covers(low, r.lo, r.lo_open, true), covers(high, r.hi, r.hi_open, false);
}

// X := a + b phi(T) with phi one of T, exp(T), 1/T, T/(1-T), T^3, T^2 on [0, inf), continuous on the interval of T; a
// and b do not contain T. So by the intermediate value theorem it has every value that X can have, and what holds for
// all T holds for all X.
Rules::Children Rules::subst() {
  const int x = variable();
  const int t = fresh_variable();
  const Range rt = in_->rational_interval();
  in_->names[pool_.var_name(t)] = {pool_.var(pool_.var_name(t)), {}};
  const Ex e = bracketed();
  end();
  need(!pool_.depends(e, x), "the new expression contains the variable");
  Goal inner = g_;
  inner.box[t] = rt;
  const auto s = recognised(e, t);
  need(s.has_value(), "the new expression has none of the known shapes");
  const Shape shape = static_cast<Shape>(s->shape);
  if (shape == Shape::square) need(rt.lo && rt.lo->sign() >= 0, "the interval of the new variable is not in [0, inf)");
  if (const auto pole = pole_of(shape))
    need((rt.lo && (*rt.lo > *pole || (*rt.lo == *pole && rt.lo_open))) ||
             (rt.hi && (*rt.hi < *pole || (*rt.hi == *pole && rt.hi_open))),
         "the interval of the new variable contains a pole");
  require_defined(s->a), require_defined(s->b);
  need(Auto(pool_, plain_, inner).defined(e), "the new expression is not known to be defined");
  require_covered(x, *s, rt);
  Integers after = integers_of(g_.box);
  after.reset(static_cast<std::size_t>(x)), after.reset(static_cast<std::size_t>(t));
  const auto put = [&](Ex v) { return pool_.substitute(v, x, e); };
  require_real_powers(after, put);
  Goal kept{copy_frame(g_), g_.box, g_.defined};
  drop_facts_without_integers(*kept.frame, after, put);
  Goal child = substituted(kept, x, e);
  child.box[t] = rt;
  child.box[t].integer = false;
  const Range& r = g_.box.at(x);
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

}  // namespace dpcert::checker
