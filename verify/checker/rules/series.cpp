// Functions replaced by finite expansions whose remainder is a new variable: `series`, `growth`, `secant`. At every
// point of the context at which the hypotheses hold, the function has the value of the expansion for SOME value of the
// new variable in its interval; so a goal that holds for ALL values there holds for the function. The theorems that say
// so are named at each case.
#include <bernoulli.h>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

namespace {

constexpr long kMaxTerms = 30;

Q bernoulli(long n) {
  Q q;
  bernoulli_fmpq_ui(q.get(), static_cast<ulong>(n));
  return q;
}
Q factorial(long n) {
  Q q(1);
  for (long j = 2; j <= n; ++j) q = q * Q(j);
  return q;
}
Q parity(long n) { return Q(n % 2 ? -1 : 1); }

}  // namespace

// A name for a new real variable.
int Rules::fresh_variable() {
  const std::string name = in_->name();
  need(!in_->names.count(name) && !in_->functions.count(name), "the new name is in use");
  const int t = pool_.var_id(name);
  pool_.integers.reset(static_cast<std::size_t>(t));  // the name may be that of an integer that is settled
  for (const auto& f : g_.frame->foralls) need(f.y != t, "the new name is in use");
  return t;
}

// d >= 0, or > 0; its normal form, which equals it wherever it is defined, may show the sign where it does not.
void Rules::require_sign(Auto& a, Ex d, bool strict) {
  auto seen = [&](Ex e) { return strict ? a.positive(e) : a.nonnegative(e); };
  if (seen(d)) return;
  bool known = false;
  try {
    known = seen(plain_.simplified(d));
  } catch (const Reject&) {  // too large for a normal form
  }
  need(known, "an expression is not known to lie in the given interval");
}

// scale * e lies in scale * the interval, scale > 0; the interval says with which strictness.
void Rules::require_inside(Auto& a, Ex e, const Range& r, Ex scale) {
  auto times = [&](const Q& q) { return pool_.mul({pool_.num(q), scale}); };
  if (r.lo) require_sign(a, pool_.sub(e, times(*r.lo)), r.lo_open);
  if (r.hi) require_sign(a, pool_.sub(times(*r.hi), e), r.hi_open);
}

// The goal with the function's value replaced; the hypotheses keep it.
Rules::Children Rules::expanded(Ex f, Ex expansion, int w, const Range& range) {
  Pool::Memo memo;
  const Relation& r = g_.frame->goal;
  Goal child =
      with_goal(g_, {pool_.replace(r.lhs, f, expansion, memo), pool_.replace(r.rhs, f, expansion, memo), r.rel});
  child.box[w] = range;
  child.box[w].integer = false;
  return {child};
}

// f = the first N terms of its series + W times the next one, 0 < W < 1: the remainder has the sign of the first
// omitted term and is less than it.
//  - lgamma(u), polygamma(k, u), u > 0: Stirling's series and its derivatives. Binet: the remainder of lgamma after
//    u^(1-2N) is the integral over t > 0 of exp(-u t) times the remainder after N terms of sum_j 2/(t^2 + 4 pi^2 j^2),
//    expanded in powers of t^2; geometric series -t^2/(4 pi^2 j^2) envelop, and a derivative in u multiplies by -t only
//    (Whittaker & Watson 12.33; DLMF 5.9.10, 5.11(ii)).
//  - erfc(u), u > 0: 2/sqrt(pi) exp(-u^2) times the integral over s > 0 of exp(-2 u s) exp(-s^2), and the series of
//    exp(-s^2) envelops (DLMF 7.12(i)).
//  - log(A) from log(B), A, B > 0, v = A/B - 1: the remainder after N terms is (-1)^N v^(N+1) times the integral of
//    s^N/(1 + v s) over [0, 1], so W lies between 1 and 1/(1+v) = B/A.
//  - exp(v): the remainder is v^N/N! times the mean of exp(v s) with weights N (1-s)^(N-1), so W lies between 1 and
//    exp(v) (N = 0: W = exp(v)).
// In the last two the interval of W is given.
Rules::Children Rules::series() {
  const long n = in_->counting_number();
  need(n <= kMaxTerms, "too many terms");
  const Ex f = bracketed();
  const Node node = pool_[f];
  const Ex one = pool_.num(1);
  auto power = [&](Ex u, long k) { return k == 0 ? one : pool_.pow(u, pool_.num(k)); };
  std::vector<Ex> sum;
  Range range{Q(0), Q(1), true, true, false};
  need(node.args.size() == 1, "this function has no series here");
  const Ex u = node.args[0];
  Ex next = 0, outer = one;
  auto over = [&](const Q& q, long k) { return pool_.div(pool_.num(q), power(u, k)); };
  switch (node.op) {
    case Op::Lgamma:
    case Op::Polygamma: {
      need(automatic().positive(u), "the argument is not known to be > 0");
      const long k = node.op == Op::Lgamma ? -1 : node.k;
      need(k <= 50, "an order too large");
      const Ex log = pool_.call(Op::Log, {u}), half = pool_.num(Q(1) / Q(2));
      if (k < 0) {
        sum = {pool_.mul({pool_.sub(u, half), log}), pool_.neg(u),
               pool_.mul({half, pool_.call(Op::Log, {pool_.mul({pool_.num(2), pool_.pi()})})})};
      } else if (k == 0) {
        sum = {log, over(Q(-1) / Q(2), 1)};
      } else {
        sum = {over(parity(k + 1) * factorial(k - 1), k), over(parity(k + 1) * factorial(k) / Q(2), k + 1)};
      }
      auto term = [&](long j) {  // (-1)^(k+1) B_2j (2j+k-1)!/(2j)! u^-(2j+k)
        return over(parity(k + 1) * bernoulli(2 * j) * factorial(2 * j + k - 1) / factorial(2 * j), 2 * j + k);
      };
      for (long j = 1; j <= n; ++j) sum.push_back(term(j));
      next = term(n + 1);
      break;
    }
    case Op::Erfc: {
      need(automatic().positive(u), "the argument is not known to be > 0");
      outer =
          pool_.div(pool_.call(Op::Exp, {pool_.neg(pool_.pow(u, pool_.num(2)))}), pool_.call(Op::Sqrt, {pool_.pi()}));
      auto term = [&](long j) {  // (-1)^j (2j)!/(4^j j!) u^-(2j+1)
        return over(parity(j) * factorial(2 * j) / (Q(4).pow(j) * factorial(j)), 2 * j + 1);
      };
      for (long j = 0; j < n; ++j) sum.push_back(term(j));
      next = term(n);
      break;
    }
    case Op::Log: {
      const Ex b = bracketed();
      require_defined(b);
      need(automatic().positive(u) && automatic().positive(b), "the argument is not known to be > 0");
      const Ex v = pool_.div(pool_.sub(u, b), b);
      sum.push_back(pool_.call(Op::Log, {b}));
      for (long j = 1; j <= n; ++j) sum.push_back(pool_.mul({pool_.num(parity(j - 1) / Q(j)), power(v, j)}));
      next = pool_.mul({pool_.num(parity(n) / Q(n + 1)), power(v, n + 1)});
      const int w = fresh_variable();
      range = in_->rational_interval();
      end();
      require_inside(automatic(), one, range, one);
      require_inside(automatic(), b, range, u);  // B/A, multiplied by A > 0
      sum.push_back(pool_.mul({pool_.var(pool_.var_name(w)), next}));
      return expanded(f, pool_.add(std::move(sum)), w, range);
    }
    case Op::Exp: {
      for (long j = 0; j < n; ++j) sum.push_back(pool_.mul({pool_.num(Q(1) / factorial(j)), power(u, j)}));
      next = pool_.mul({pool_.num(Q(1) / factorial(n)), power(u, n)});
      const int w = fresh_variable();
      range = in_->rational_interval();
      end();
      need(automatic().defined(f), "an expression of this line is not known to be defined");
      require_inside(automatic(), one, range, one);
      // exp(v) - c has the sign of v where c = 1, and is > 0 where c <= 0
      auto above = [&](const Q& c) { return c == Q(1) ? u : pool_.sub(f, pool_.num(c)); };
      if (range.lo && range.lo->sign() > 0) require_sign(automatic(), above(*range.lo), range.lo_open);
      if (range.hi) require_sign(automatic(), pool_.neg(above(*range.hi)), range.hi_open);
      sum.push_back(pool_.mul({pool_.var(pool_.var_name(w)), next}));
      return expanded(f, pool_.add(std::move(sum)), w, range);
    }
    default:
      throw Reject("this function has no series here");
  }
  const int w = fresh_variable();
  end();
  sum.push_back(pool_.mul({pool_.var(pool_.var_name(w)), next}));
  return expanded(f, pool_.mul({outer, pool_.add(std::move(sum))}), w, range);
}

// What grows slower than every power, with its bound.
//  - log(A) = W K A^(1/K) for A >= 1, log(A) = -W K A^(-1/K) for A <= 1, 0 <= W < 1: log y <= y - 1 at y = A^(1/K).
//  - exp(v) = W K!/(-v)^K for v < 0, 0 < W < 1: exp(-v) is more than any one term of its series.
Rules::Children Rules::growth() {
  const long k = in_->counting_number();
  need(k >= 1 && k <= kMaxTerms, "a number from 1 to 30 was expected");
  const Ex f = bracketed();
  const int w = fresh_variable();
  end();
  const Node node = pool_[f];
  const Ex W = pool_.var(pool_.var_name(w)), one = pool_.num(1);
  if (node.op == Op::Log) {
    const Ex a = node.args[0];
    need(automatic().positive(a), "the argument is not known to be > 0");
    const bool large = automatic().nonnegative(pool_.sub(a, one));
    need(large || automatic().nonnegative(pool_.sub(one, a)), "the argument is not known to be on one side of 1");
    const Q s(large ? 1 : -1);
    return expanded(f, pool_.mul({pool_.num(s * Q(k)), W, pool_.pow(a, pool_.num(s / Q(k)))}), w,
                    {Q(0), Q(1), false, true, false});
  }
  need(node.op == Op::Exp, "log or exp was expected");
  require_defined(f);
  const Ex v = pool_.neg(node.args[0]);
  need(automatic().positive(v), "the argument is not known to be < 0");
  return expanded(f, pool_.mul({W, pool_.div(pool_.num(factorial(k)), pool_.pow(v, pool_.num(k)))}), w,
                  {Q(0), Q(1), true, true, false});
}

// f(A) = f(B) + (A - B) W with W = f'(z) for some z between A and B (mean value theorem): f is smooth on the given
// interval of z, which contains A and B, and f' lies in the given interval there. A and B may be equal: then any value
// of f' serves.
Rules::Children Rules::secant() {
  const Ex fa = bracketed(), fb = bracketed();
  const int w = fresh_variable();
  const Range range = in_->rational_interval(), domain = in_->rational_interval();
  end();
  const Node a = pool_[fa], b = pool_[fb];
  need(a.op == b.op && a.k == b.k && a.op != Op::Fun && a.args.size() == 1 && b.args.size() == 1,
       "two values of one function of one argument were expected");
  require_defined(fa), require_defined(fb);
  require_inside(automatic(), a.args[0], domain, pool_.num(1));
  require_inside(automatic(), b.args[0], domain, pool_.num(1));
  // The derivative on the domain, in a context of its own.
  const Ex z = pool_.var(pool_.var_name(w)), fz = pool_.call(a.op, {z}, a.k);
  Goal inner{std::make_shared<Frame>(), {}, true};
  inner.box[w] = domain;
  require_smooth(inner, fz, w);
  Auto slope(pool_, plain_, inner);
  require_inside(slope, pool_.derivative(fz, w), range, pool_.num(1));
  return expanded(fa, pool_.add({fb, pool_.mul({pool_.sub(a.args[0], b.args[0]), z})}), w, range);
}

// From an open end: D(x) = D(end) + the integral of dD/dX over a segment on which only the box and the hypotheses
// without X are known to hold. D is smooth up to the end itself, where it is >= 0, and a slope > 0 in between makes
// D(x) > 0.
Rules::Children Rules::rise() {
  const int x = variable();
  const bool low = low_end();
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "a monotone step does not prove an equation");
  const Range& r = g_.box.at(x);
  need(low ? r.lo && r.lo_open : r.hi && r.hi_open, "the end is not finite and open");
  const Ex at = pool_.num(low ? *r.lo : *r.hi), d = g_.frame->d;
  const Goal kept = without(g_, x);
  Goal way = kept;  // with the end
  (low ? way.box.at(x).lo_open : way.box.at(x).hi_open) = false;
  require_smooth(way, d, x);
  const Ex slope = pool_.derivative(d, x);
  return {with_goal(kept, {low ? slope : pool_.neg(slope), zero_, rel}),
          substituted(with_goal(kept, {d, zero_, Rel::Ge}), x, at)};
}

// Strictly concave between two open ends up to which D is smooth, and >= 0 at both: more than its least end in between.
Rules::Children Rules::arch() {
  const int x = variable();
  end();
  const Rel rel = g_.frame->goal.rel;
  need(rel != Rel::Eq, "a concave step does not prove an equation");
  const Range& r = g_.box.at(x);
  need(r.lo && r.hi && r.lo_open && r.hi_open, "the interval is not bounded and open");
  const Ex lo = pool_.num(*r.lo), hi = pool_.num(*r.hi), d = g_.frame->d;
  const Goal kept = without(g_, x), value = with_goal(kept, {d, zero_, Rel::Ge});
  Goal way = kept;  // with the ends
  way.box.at(x).lo_open = way.box.at(x).hi_open = false;
  require_smooth(way, d, x);
  const Ex second = pool_.derivative(pool_.derivative(d, x), x);
  return {with_goal(kept, {pool_.neg(second), zero_, rel}), substituted(value, x, lo), substituted(value, x, hi)};
}

}  // namespace dpcert::checker
