// Proof lines for kinks, roots, integers and touching points. As in symbolic.cpp, each says in a few lines why every
// point of the context satisfies the goal as soon as the children's goals hold.
#include <algorithm>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

// Every point has U >= 0 or U < 0, for U is defined at it.
Rules::Children Rules::cases() {
  const Ex u = bracketed();
  end();
  require_defined(u);
  return {with_hypothesis(g_, {u, zero_, Rel::Ge}), with_hypothesis(g_, {zero_, u, Rel::Gt})};
}

// [a, b] is {a} and (a, b].
Rules::Children Rules::at_end() {
  const int x = variable();
  const bool low = low_end();
  end();
  const Range& r = g_.box.at(x);
  need(low ? r.lo && !r.lo_open : r.hi && !r.hi_open, "the end is not finite and closed");
  Goal point = g_, rest = g_;
  const Q q = low ? *r.lo : *r.hi;
  point.box[x].lo = point.box[x].hi = q;
  point.box[x].lo_open = point.box[x].hi_open = false;
  (low ? rest.box[x].lo_open : rest.box[x].hi_open) = true;
  return {point, rest};
}

// What holds on a larger box holds on this one. Hypotheses that mention X go, because nothing says that they are
// defined on the larger box; the goal's definedness is checked anew.
Rules::Children Rules::widen() {
  const int x = variable();
  in_->expect("in");
  const Range wide = in_->rational_interval();
  end();
  const Range& r = g_.box.at(x);
  auto inside = [](const std::optional<Q>& a, bool a_open, const std::optional<Q>& b, bool b_open, int side) {
    if (!b) return true;
    return a && (*a == *b ? a_open || !b_open : (*a - *b).sign() == side);
  };
  need(inside(r.lo, r.lo_open, wide.lo, wide.lo_open, 1) && inside(r.hi, r.hi_open, wide.hi, wide.hi_open, -1),
       "the new interval does not contain the old one");
  Goal child = without(g_, x);
  const bool integer = r.integer;
  child.box[x] = wide;
  child.box[x].integer = integer;
  return {child};
}

// t -> t^K is strictly increasing on the reals for odd K and on [0, inf) for even K.
Rules::Children Rules::power() {
  const long k = in_->counting_number();
  end();
  need(k >= Limits::least_power && k <= Limits::most_power, "an exponent from 2 to 64 was expected");
  const Relation& r = g_.frame->goal;
  need(k % 2 == 1 || (automatic().nonnegative(r.lhs) && automatic().nonnegative(r.rhs)),
       "a side is not known to be >= 0");
  return {with_goal(g_, {pool_.pow(r.lhs, pool_.num(k)), pool_.pow(r.rhs, pool_.num(k)), r.rel})};
}

// normal_cdf is continuous, tends to 0 and to 1 at the two ends, and so takes every value U between: a point of the
// context, continued by V := a place where it has that value, is one of the child's. V is new: what is said of the
// other variables stays as it is.
Rules::Children Rules::quantile() {
  const int v = fresh_variable();
  const Ex u = bracketed();
  end();
  require_defined(u);
  need(proves(u, Rel::Gt) && proves(pool_.sub(pool_.num(1), u), Rel::Gt),
       "the expression is not known to lie between 0 and 1");
  Goal child = with_hypothesis(g_, {u, pool_.call(Op::NormalCdf, {pool_.variable(v)}), Rel::Eq});
  child.box[v] = Range{};
  return {child};
}

// E is continuous in V between A and B, so somewhere it is 0 if it is <= 0 at A and >= 0 at B: the intermediate value
// theorem at each point of the context, which is continued by such a V, as in `quantile`. A `logpartition` need not be
// defined between places at which it is.
Rules::Children Rules::root() {
  const int v = fresh_variable();
  const Ex e = bracketed_with(v), a = bracketed(), b = bracketed(), V = pool_.variable(v);
  end();
  require_defined(a), require_defined(b);
  need(std::none_of(functions_.begin(), functions_.end(), [](const Function& f) { return f.log_partition; }),
       "a log-partition function is not known to be defined everywhere");
  Goal child = with_hypothesis(with_hypothesis(g_, {V, a, Rel::Ge}), {b, V, Rel::Ge});
  Range& range = child.box[v] = automatic().between(a, b, true, true);
  if (pool_.is_num(a)) range.lo = pool_[a].num, range.lo_open = false;
  if (pool_.is_num(b)) range.hi = pool_[b].num, range.hi_open = false;
  need(!range.empty() && !range.point(), "there is nothing between the two places");
  require_continuous(child, e, v);
  return {with_goal(g_, {b, a, Rel::Ge}), with_goal(g_, {zero_, pool_.substitute(e, v, a), Rel::Ge}),
          with_goal(g_, {pool_.substitute(e, v, b), zero_, Rel::Ge}), with_hypothesis(child, {e, zero_, Rel::Eq})};
}

// floor(U) <= U < floor(U) + 1, ceil(U) - 1 < U <= ceil(U), and sin(U)^2 + cos(U)^2 = 1, for U is defined; sin and cos
// of U + V by those of U and V.
Rules::Children Rules::fact() {
  const std::string name = in_->next().text;
  if (name == "normal_quantile") return quantile();
  need(name == "floor" || name == "ceil" || name == "sin", "floor, ceil, sin or normal_quantile was expected");
  const Ex u = bracketed(), one = pool_.num(1);
  require_defined(u);
  if (name == "sin" && !in_->done()) {
    const Ex v = bracketed(), sum = pool_.add({u, v});
    end();
    require_defined(v);
    const auto product = [&](Op f, Op g) { return pool_.mul({pool_.call(f, {u}), pool_.call(g, {v})}); };
    const Ex of_sin = pool_.add({product(Op::Sin, Op::Cos), product(Op::Cos, Op::Sin)});
    const Ex of_cos = pool_.sub(product(Op::Cos, Op::Cos), product(Op::Sin, Op::Sin));
    return {with_hypothesis(with_hypothesis(g_, {pool_.call(Op::Sin, {sum}), of_sin, Rel::Eq}),
                            {pool_.call(Op::Cos, {sum}), of_cos, Rel::Eq})};
  }
  end();
  const auto square = [&](Op op) { return pool_.pow(pool_.call(op, {u}), pool_.num(2)); };
  if (name == "sin") return {with_hypothesis(g_, {pool_.add({square(Op::Sin), square(Op::Cos)}), one, Rel::Eq})};
  const bool down = name == "floor";
  const Ex f = pool_.call(down ? Op::Floor : Op::Ceil, {u});
  const Goal near = with_hypothesis(g_, down ? Relation{u, f, Rel::Ge} : Relation{f, u, Rel::Ge});
  return {with_hypothesis(
      near, down ? Relation{pool_.add({f, one}), u, Rel::Gt} : Relation{pool_.add({u, one}), f, Rel::Gt})};
}

// An integer that is > -1 is >= 0. Floors and ceilings are integers, and so are sums and products of such.
Rules::Children Rules::integral() {
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel == Rel::Ge, "the goal is not of the form >=");
  need(pool_.integer_valued(g_.frame->d, integers_of(g_.box), true), "the sides are not known to be integers");
  return {with_goal(g_, {pool_.add({g_.frame->d, pool_.num(1)}), zero_, Rel::Gt})};
}

// A point of the context, continued by T := the value of E there, is a point of the child's context: E is defined, lies
// in the interval, and every relation has the same value as before.
Rules::Children Rules::gen() {
  const int t = fresh_variable();
  const Range range = in_->rational_interval();
  const Ex e = bracketed();
  end();
  require_defined(e);
  auto inside = [&](Ex d, bool open) {
    need(proves(d, open ? Rel::Gt : Rel::Ge), "the expression is not known to lie in the interval");
  };
  if (range.lo) inside(pool_.sub(e, pool_.num(*range.lo)), range.lo_open);
  if (range.hi) inside(pool_.sub(pool_.num(*range.hi), e), range.hi_open);
  const Ex T = pool_.var(pool_.var_name(t));
  Pool::Memo memo;
  Integers after = integers_of(g_.box);
  after.reset(static_cast<std::size_t>(t));
  require_real_powers(after, [&](Ex v) { return pool_.replace(v, e, T, memo); });
  auto put = [&](const Relation& r) {
    return Relation{pool_.replace(r.lhs, e, T, memo), pool_.replace(r.rhs, e, T, memo), r.rel};
  };
  Goal child{std::make_shared<Frame>(), g_.box, false};
  Frame& f = *child.frame;
  for (const Hypothesis& h : g_.frame->hypotheses) {
    const Relation r = put(h.relation);
    f.hypotheses.push_back({r, pool_.diff_of(r)});
  }
  f.foralls = g_.frame->foralls;
  f.definitions = g_.frame->definitions;
  f.facts = g_.frame->facts;
  f.goal = put(g_.frame->goal);
  f.d = pool_.diff_of(f.goal);
  child.box[t] = range;
  return {child};
}

// For any values of the other variables that the context allows: the goal holds at X = the lower end, and at X + 1
// wherever it is defined and holds at X. The hypotheses that mention X are dropped, so that it does so for every X. In
// the first child X stays, as a point: the goal as it stands must be defined there, y^(X/2) and not y^1.
Rules::Children Rules::induct() {
  const int x = variable();
  end();
  const Range r = g_.box.at(x);
  need(r.integer && r.lo, "the variable is not an integer that is bounded below");
  const Q lo = r.lo_open && r.lo->integer() ? *r.lo + Q(1) : r.lo->ceil();
  const Goal kept = without(g_, x);
  const Form f = kept.frame->formula;
  Goal first = f ? with_formula(kept, f) : kept, step = f ? assuming(kept, f) : with_hypothesis(kept, g_.frame->goal);
  first.box.at(x) = {lo, lo, false, false, true};
  Range& range = step.box.at(x);
  range.integer = true, range.lo = lo, range.lo_open = false;
  if (r.hi) {
    range.hi = *r.hi - Q(1);
    need(*range.hi > lo, "the interval is too short for an induction");
  }
  const Ex next = pool_.add({pool_.var(pool_.var_name(x)), pool_.num(1)});
  if (f) return {first, with_formula(step, formulas_.substitute(f, x, next, integers_of(step.box)))};
  Pool::Memo memo;
  const Relation& g = g_.frame->goal;
  return {first,
          with_goal(step, {pool_.substitute(g.lhs, x, next, memo), pool_.substitute(g.rhs, x, next, memo), g.rel})};
}

namespace {

// Whether all matrices in a are positive semidefinite, by elimination without division: each Schur complement is
// multiplied by its pivot, which is positive.
void require_semidefinite(std::vector<std::vector<Iv>>& a, slong p) {
  const std::size_t n = a.size();
  for (std::size_t k = 0; k < n; ++k) {
    need(k + 1 < n ? a[k][k].lo_sign() > 0 : a[k][k].lo_sign() >= 0,
         "the second derivatives are not known to be positive semidefinite");
    for (std::size_t i = k + 1; i < n; ++i)
      for (std::size_t j = k + 1; j <= i; ++j) {
        Iv product = times(a[i][k], a[k][j], p);
        arf_neg(product.lo, product.lo), arf_neg(product.hi, product.hi);
        arf_swap(product.lo, product.hi);
        a[i][j] = a[j][i] = plus(times(a[i][j], a[k][k], p), product, p);
        need(a[i][j].finite(), "the enclosure of a second derivative is not finite");
      }
  }
}

}  // namespace

// The box of the goal with every Xi on the hull of its closed interval and of the point Ci.
Box Rules::hull_with_points(const std::vector<int>& xs, const std::vector<Ex>& cs, slong p) {
  Box hull = box_of(g_, p);
  for (std::size_t i = 0; i < xs.size(); ++i) {
    for (int x : xs) need(!pool_.depends(cs[i], x), "a point depends on the variables themselves");
    require_defined(cs[i]);
    Tape t(pool_, {cs[i]});
    t.run(box_of(g_, p), p);
    Iv& h = hull.of[xs[i]];
    need(t.out(0).finite() && h.finite(), "the hull of the intervals and the point is not bounded");
    if (arf_cmp(t.out(0).lo, h.lo) < 0) arf_set(h.lo, t.out(0).lo);
    if (arf_cmp(t.out(0).hi, h.hi) > 0) arf_set(h.hi, t.out(0).hi);
    hull.integers.reset(static_cast<std::size_t>(xs[i]));  // the segments pass through real values
  }
  return hull;
}

// The other variables fixed, D is convex in X1, X2, ... on the hull of their intervals and of the points Ci (smooth
// there, with a positive semidefinite matrix of second derivatives), and its gradient vanishes at the Ci: so its least
// value is the one at the Ci.
Rules::Children Rules::touch() {
  const slong p = precision();
  std::vector<int> xs;
  std::vector<Ex> cs;
  while (!in_->done()) {
    xs.push_back(variable());
    cs.push_back(bracketed());
    need(std::count(xs.begin(), xs.end(), xs.back()) == 1, "a variable occurs twice");
  }
  const std::size_t n = xs.size();
  need(n >= 1 && n <= Limits::touched, "from 1 to 16 variables were expected");
  need(g_.frame->goal.rel != Rel::Eq, "a least value does not prove an equation");
  const Ex d = g_.frame->d;
  const Box hull = hull_with_points(xs, cs, p);
  const auto at = [&](Ex e) {  // the Ci contain no Xj, so the order does not matter
    for (std::size_t i = 0; i < n; ++i) e = pool_.substitute(e, xs[i], cs[i]);
    return e;
  };
  for (int x : xs) need(full().zero(at(pool_.derivative(d, x))), "the gradient is not known to vanish at the point");
  std::bitset<kMaxVariables> smooth;
  std::vector<Ex> outputs{d};
  for (std::size_t i = 0; i < n; ++i) {
    smooth.set(static_cast<std::size_t>(xs[i]));
    for (std::size_t j = 0; j <= i; ++j) outputs.push_back(pool_.derivative(pool_.derivative(d, xs[i]), xs[j]));
  }
  Tape t(pool_, outputs, smooth);
  t.run(hull, p);
  need(t.smooth(), "the expression is not known to be smooth on the closed hull");
  std::vector<std::vector<Iv>> a(n, std::vector<Iv>(n));
  for (std::size_t i = 0, k = 1; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j, ++k) {
      need(t.out(k).finite(), "the enclosure of a second derivative is not finite");
      a[i][j] = a[j][i] = t.out(k);
    }
  require_semidefinite(a, p);
  Goal child = g_;
  for (int x : xs) child = without(child, x);
  for (std::size_t i = 0; i < n; ++i) child = substituted(child, xs[i], cs[i]);
  return {child};
}

}  // namespace dpcert::checker
