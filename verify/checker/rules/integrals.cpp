// Proof lines for integrals. As in symbolic.cpp, each says why every point of the context satisfies the goal as soon as
// the children's goals hold. "Inside" is the context with one more real variable, strictly between the ends of the
// integral. An integral has a value only where it exists: a <= b, the body is defined at every place inside, and its
// absolute value has a finite integral (a body that is defined is measurable: it is made of measurable functions).
#include "verify/checker/rules/approach.hpp"
#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

std::map<std::string, Rules::Rule> Rules::integral_rules() {
  return {{"antiderivative", &Rules::antiderivative}, {"integrand", &Rules::integrand}, {"linear", &Rules::linear},
          {"substitute", &Rules::substitute},         {"dominated", &Rules::dominated}, {"under", &Rules::under}};
}

struct Rules::Span {
  std::optional<Ex> a, b;  // none: infinite
};

Ex Rules::integral_expression() {
  const Ex e = bracketed();
  need(pool_[e].op == Op::Integral, "an integral was expected");
  for (const bool low : {true, false})
    if (const auto end = pool_.end_of(pool_[e], low)) require_defined(*end);
  return e;
}

Rules::Span Rules::span_of(Ex integral) const {
  const Node& n = pool_[integral];
  return {pool_.end_of(n, true), pool_.end_of(n, false)};
}

Ex Rules::body_at(Ex integral, Ex by) {
  const Node n = pool_[integral];
  const int x = pool_.index_of(n);
  return pool_.substitute(pool_.opened(n), x, by);
}

bool Rules::same_ends(Ex one, Ex other) {
  const Span s = span_of(one), t = span_of(other);
  const auto same = [&](const std::optional<Ex>& a, const std::optional<Ex>& b) {
    return a && b ? full().equal(*a, *b) : !a && !b;
  };
  return same(s.a, t.a) && same(s.b, t.b);
}

// Whether a < b, or a <= b.
bool Rules::ordered(const Span& s, bool strict) {
  if (!s.a || !s.b) return true;
  return proves(pool_.sub(*s.b, *s.a), strict ? Rel::Gt : Rel::Ge);
}

// With the real variable x between the ends, or on one of them where `at_a` or `at_b` says so.
Goal Rules::between(const Span& s, int x, bool at_a, bool at_b) {
  const Ex X = pool_.variable(x);
  Goal out{copy_frame(g_), g_.box, false};
  const auto given = [&](const Relation& r) { out.frame->hypotheses.push_back({r, pool_.diff_of(r)}); };
  if (s.a) given({X, *s.a, at_a ? Rel::Ge : Rel::Gt});
  if (s.b) given({*s.b, X, at_b ? Rel::Ge : Rel::Gt});
  out.box[x] = automatic().between(s.a, s.b, at_a, at_b);
  return out;
}

// An expression in brackets that may contain x.
Ex Rules::bracketed_with(int x) {
  const std::string name = pool_.var_name(x);  // a copy: the pool grows
  in_->names[name] = {pool_.variable(x), {}};
  const Ex e = bracketed();
  in_->names.erase(name);
  return e;
}

// e -> value as x goes to an end of a span that is not empty; none: to +inf at the upper end, -inf at the lower one.
void Rules::require_limit(Ex e, int x, const Span& s, bool low, std::optional<Ex> value, bool upward) {
  Approach approach(pool_, plain_, g_, between(s, x), between(s, x, low, !low), x, low ? s.a : s.b, low);
  const Approach::Value v = approach.of(e);
  const Approach::Kind infinite = upward ? Approach::Kind::up : Approach::Kind::down;
  const auto equal = [&](std::optional<Ex> u) {
    try {
      return u && full().equal(*u, *value);
    } catch (const Reject&) {  // too large for a normal form, or 0 where a denominator stands
      return false;
    }
  };
  const bool right =
      value ? (v.kind == Approach::Kind::finite && equal(v.at)) || equal(approach.value(e)) : v.kind == infinite;
  need(right, low ? "the limit at the lower end is not known to be as given"
                  : "the limit at the upper end is not known to be as given");
}

// F' = e inside. From a + s to b - t the integral of e is F(b - t) - F(a + s), which tends to B - A. That of
// |e| is finite if the integral is known to exist, if e has one sign, or if it is continuous up to both finite ends.
// Where a < b is not known, F is continuous on [a, b], and for a = b both sides are 0.
Rules::Children Rules::antiderivative() {
  const Ex integral = integral_expression();
  const int x = fresh_variable();
  const Ex f = bracketed_with(x), A = bracketed(), B = bracketed();
  end();
  require_defined(A), require_defined(B);
  const Span s = span_of(integral);
  const Goal inside = between(s, x);
  require_smooth(inside, f, x);
  const Ex e = body_at(integral, pool_.variable(x)), slope = pool_.derivative(f, x);
  Auto here(pool_, plain_, inside);
  const bool exists = automatic().defined(integral);
  need(exists || here.defined(e), "the integrand is not known to be defined between the ends");
  const auto one_sign = [&] {
    try {
      return require_sign(here, e, false), true;
    } catch (const Reject&) {
    }
    try {
      return require_sign(here, pool_.neg(e), false), true;
    } catch (const Reject&) {
      return false;
    }
  };
  if (!exists && !one_sign()) {
    need(s.a && s.b, "the integrand is not known to have one sign, and its interval is not bounded");
    require_continuous(between(s, x, true, true), e, x);
  }
  if (ordered(s, true)) {
    require_limit(f, x, s, true, A);
    require_limit(f, x, s, false, B);
  } else {
    need(ordered(s, false), "the ends are not known to be in their order");
    require_continuous(between(s, x, true, true), f, x);
    need(full().equal(pool_.substitute(f, x, *s.a), A) && full().equal(pool_.substitute(f, x, *s.b), B),
         "the value at an end is not known to be as given");
  }
  Children out;
  Normal form(
      pool_, integers_of(inside.box), [&](Ex u) { return here.positive(u); }, [&](Ex u) { return here.nonnegative(u); },
      [&](Ex u) { return here.defined(u); });
  if (!form.equal(slope, e))
    out.push_back(with_goal(inside, {slope, e, Rel::Eq}));
  else  // n*x^(n - 1) is not defined wherever x^n is smooth
    need(here.defined(slope), "the derivative is not known to be defined between the ends");
  out.push_back(with_hypothesis(g_, {integral, pool_.sub(B, A), Rel::Eq}));
  return out;
}

// Two functions that are defined and equal at every place inside have one integral, if one of them has.
Rules::Children Rules::integrand() {
  const Ex integral = integral_expression();
  const int x = fresh_variable();
  const Ex body = bracketed_with(x);
  end();
  const Span s = span_of(integral);
  const Ex other = pool_.integral(s.a, s.b, body, x);
  need(automatic().defined(integral) || automatic().defined(other), "neither integral is known to exist");
  return {with_goal(between(s, x), {body_at(integral, pool_.variable(x)), body, Rel::Eq}),
          with_hypothesis(g_, {integral, other, Rel::Eq})};
}

// Integrals over one interval that exist, and a body that is a combination of theirs.
Rules::Children Rules::linear() {
  const Ex integral = integral_expression();
  const int x = pool_.real_id('!', 0);  // no body binds or opens this one
  const Ex X = pool_.variable(x);
  std::vector<Ex> bodies, sum;
  while (!in_->done()) {
    const Ex c = in_->is("(") ? bracketed() : pool_.num(in_->signed_quotient());
    require_defined(c);
    const Ex part = integral_expression();
    require_defined(part);
    need(same_ends(integral, part), "the integrals have different ends");
    sum.push_back(pool_.mul({c, part}));
    bodies.push_back(pool_.mul({c, body_at(part, X)}));
  }
  need(!sum.empty(), "an integral with its coefficient was expected");
  const Goal inside = between(span_of(integral), x);
  Auto here(pool_, plain_, inside);
  const Ex body = body_at(integral, X);
  need(here.defined(body), "the integrand is not known to be defined between the ends");
  Normal form(
      pool_, integers_of(inside.box), [&](Ex u) { return here.positive(u); }, [&](Ex u) { return here.nonnegative(u); },
      [&](Ex u) { return here.defined(u); });
  need(form.equal(body, pool_.add(bodies)), "the integrand is not this combination of the others");
  return {with_hypothesis(g_, {integral, pool_.add(sum), Rel::Eq})};
}

// g is strictly monotone on an interval that is not empty, and goes from one end of (a, b) to the other: so it is a
// bijection of the two, smooth with a derivative that is not 0. One integral exists as soon as the other does.
Rules::Children Rules::substitute() {
  const Ex integral = integral_expression();
  const int x = fresh_variable();
  const Ex g = bracketed_with(x);
  const auto [one, one_sign] = bracketed_end();
  const auto [two, two_sign] = bracketed_end();
  end();
  for (const auto& e : {one, two})
    if (e) require_defined(*e);
  const bool turned = one_sign > 0 || two_sign < 0 || (one && two && proves(pool_.sub(*one, *two), Rel::Gt));
  const Span s = turned ? Span{two, one} : Span{one, two}, old = span_of(integral);
  need((turned ? one_sign >= 0 && two_sign <= 0 : one_sign <= 0 && two_sign >= 0) && ordered(s, true),
       "the new ends are not known to be in an order");
  const Goal inside = between(s, x);
  require_smooth(inside, g, x);
  const Ex slope = pool_.derivative(g, x);
  Auto here(pool_, plain_, inside);
  need(here.defined(slope), "the derivative is not known to be defined between the ends");
  bool rises = true;
  try {
    require_sign(here, slope, true);
  } catch (const Reject&) {
    require_sign(here, pool_.neg(slope), true);
    rises = false;
  }
  require_limit(g, x, s, rises, old.a, false);
  require_limit(g, x, s, !rises, old.b, true);
  const Ex body = pool_.mul({body_at(integral, g), rises ? slope : pool_.neg(slope)});
  const Ex moved = pool_.integral(s.a, s.b, body, x);
  need(automatic().defined(integral) || automatic().defined(moved), "neither integral is known to exist");
  return {with_hypothesis(g_, {integral, moved, Rel::Eq})};
}

// (E), (inf) or (-inf); the sign of an infinite one.
std::pair<std::optional<Ex>, int> Rules::bracketed_end() {
  const std::size_t start = in_->position();
  in_->expect("(");
  const bool minus = in_->accept("-");
  if (in_->accept("inf")) {
    in_->expect(")");
    return {std::nullopt, minus ? -1 : 1};
  }
  in_->seek(start);
  return {bracketed(), 0};
}

// For a <= m <= b the parts exist if the whole does; the whole exists if both parts do and its body is defined at m,
// as it is written for a real number.
Rules::Children Rules::split_integral() {
  const Ex integral = integral_expression();
  const Ex m = bracketed();
  end();
  require_defined(m);
  const Span s = span_of(integral);
  need(ordered({s.a, m}, false) && ordered({m, s.b}, false), "the place is not known to lie between the ends");
  const int x = pool_.real_id('!', 0);
  const Ex body = body_at(integral, pool_.variable(x));
  const Ex low = pool_.integral(s.a, m, body, x), high = pool_.integral(m, s.b, body, x);
  if (!automatic().defined(integral)) {
    const Goal there = between({m, m}, x, true, true);
    need(automatic().defined(low) && automatic().defined(high) && Auto(pool_, plain_, there).defined(body),
         "neither the integral nor both of its parts are known to be defined");
  }
  return {with_hypothesis(g_, {integral, pool_.add({low, high}), Rel::Eq})};
}

// A continuous function f with |f| <= h, and h has an integral.
Rules::Children Rules::dominated() {
  const Ex integral = integral_expression();
  const int x = fresh_variable();
  const Ex upper = integral_expression();
  end();
  require_defined(upper);
  need(same_ends(integral, upper), "the integrals have different ends");
  const Goal inside = between(span_of(integral), x);
  const Ex X = pool_.variable(x), f = body_at(integral, X), h = body_at(upper, X);
  require_continuous(inside, f, x);
  return {
      with_goal(inside, {h, f, Rel::Ge}), with_goal(inside, {pool_.add({h, f}), zero_, Rel::Ge}),
      with_hypothesis(with_hypothesis(g_, {upper, integral, Rel::Ge}), {pool_.add({upper, integral}), zero_, Rel::Ge})};
}

// The derivative of F in t is continuous for t in [A, B], so F(x, B) = F(x, A) + its integral from A to B, at each x
// inside. It is at most h(x) in absolute value, and h has an integral: so, by Fubini's theorem, the integral of the
// last one over x is that over t of the integrals over x, which exist at each t. Those of F(x, A) and F(x, B) differ by
// it, and one exists as soon as the other does.
Rules::Children Rules::under() {
  const int x = fresh_variable(), t = fresh_variable();
  need(x != t, "the new name is in use");
  const Ex T = pool_.variable(t);
  in_->names[pool_.var_name(t)] = {T, {}};
  const Ex f = bracketed_with(x);
  in_->names.erase(pool_.var_name(t));
  const Ex A = bracketed(), B = bracketed(), upper = integral_expression();
  end();
  require_defined(A), require_defined(B), require_defined(upper);
  need(ordered({A, B}, false), "the ends are not known to be in their order");
  const Span s = span_of(upper);
  Goal inside = between(s, x);
  for (const Relation& r : {Relation{T, A, Rel::Ge}, Relation{B, T, Rel::Ge}})
    inside.frame->hypotheses.push_back({r, pool_.diff_of(r)});
  inside.box[t] = Range{};
  require_smooth(inside, f, t);
  const Ex slope = pool_.derivative(f, t), h = body_at(upper, pool_.variable(x));
  const auto integral = [&](Ex body) { return pool_.integral(s.a, s.b, body, x); };
  const Ex low = integral(pool_.substitute(f, t, A)), high = integral(pool_.substitute(f, t, B));
  need(automatic().defined(low) || automatic().defined(high), "neither integral is known to exist");
  const Ex change = pool_.integral(A, B, integral(slope), t);
  return {with_goal(inside, {h, slope, Rel::Ge}), with_goal(inside, {pool_.add({h, slope}), zero_, Rel::Ge}),
          with_hypothesis(g_, {high, pool_.add({low, change}), Rel::Eq})};
}

// Two integrals over one interval, which exist because the goal is defined, compare as their bodies do; strictly if the
// interval is not empty. 0 is the integral of 0.
Rules::Children Rules::termwise_integrals(int x) {
  const Relation r = g_.frame->goal;
  const bool left = pool_[r.lhs].op == Op::Integral;
  const Ex one = left ? r.lhs : r.rhs;
  const Span s = span_of(one);
  const auto body = [&](Ex side) {
    if (pool_.is_zero(side)) return zero_;
    need(pool_[side].op == Op::Integral, "the sides are not two integrals, or an integral and 0");
    need(same_ends(one, side), "the integrals have different ends");
    return body_at(side, pool_.variable(x));
  };
  const Relation bodies{body(r.lhs), body(r.rhs), r.rel};
  need(r.rel != Rel::Gt || ordered(s, true), "the interval is not known to have a place in it");
  return {with_goal(between(s, x), bodies)};
}

}  // namespace dpcert::checker
