// Functions replaced by finite expansions whose remainder is a new variable: `series`, `growth`, `secant`. At every
// point of the context at which the hypotheses hold, the function has the value of the expansion for SOME value of the
// new variable in its interval; so a goal that holds for ALL values there holds for the function. The theorems that say
// so are named at each case.
#include <bernoulli.h>

#include "verify/checker/rules/rules.hpp"

namespace dpcert::checker {

namespace {

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
// omitted term and is less than it. In those of log and exp the interval of W is given.
Rules::Children Rules::series() {
  const long n = in_->counting_number();
  need(n <= Limits::series_terms, "too many terms");
  const Ex f = bracketed();
  need(pool_[f].args.size() == 1, "this function has no series here");
  switch (pool_[f].op) {
    case Op::Lgamma:
    case Op::Polygamma:
      return stirling(f, n);
    case Op::Erfc:
      return erfc_series(f, n);
    case Op::Log:
      return log_series(f, n);
    case Op::Exp:
      return exp_series(f, n);
    default:
      throw Reject("this function has no series here");
  }
}

Ex Rules::power_of(Ex u, long k) { return k == 0 ? pool_.num(1) : pool_.pow(u, pool_.num(k)); }
Ex Rules::over(const Q& q, Ex u, long k) { return pool_.div(pool_.num(q), power_of(u, k)); }

// lgamma(u), polygamma(k, u), u > 0: Stirling's series and its derivatives. Binet: the remainder of lgamma after
// u^(1-2N) is the integral over t > 0 of exp(-u t) times the remainder after N terms of sum_j 2/(t^2 + 4 pi^2 j^2),
// expanded in powers of t^2; geometric series -t^2/(4 pi^2 j^2) envelop, and a derivative in u multiplies by -t only
// (Whittaker & Watson 12.33; DLMF 5.9.10, 5.11(ii)).
Rules::Children Rules::stirling(Ex f, long n) {
  const Ex u = pool_[f].args[0];
  need(automatic().positive(u), "the argument is not known to be > 0");
  const long k = pool_[f].op == Op::Lgamma ? -1 : pool_[f].k;
  need(k <= Limits::series_order, "an order too large");
  const Ex log = pool_.call(Op::Log, {u}), half = pool_.num(Q(1) / Q(2));
  std::vector<Ex> sum;
  if (k < 0) {
    sum = {pool_.mul({pool_.sub(u, half), log}), pool_.neg(u),
           pool_.mul({half, pool_.call(Op::Log, {pool_.mul({pool_.num(2), pool_.pi()})})})};
  } else if (k == 0) {
    sum = {log, over(Q(-1) / Q(2), u, 1)};
  } else {
    sum = {over(parity(k + 1) * factorial(k - 1), u, k), over(parity(k + 1) * factorial(k) / Q(2), u, k + 1)};
  }
  const auto term = [&](long j) {  // (-1)^(k+1) B_2j (2j+k-1)!/(2j)! u^-(2j+k)
    return over(parity(k + 1) * bernoulli(2 * j) * factorial(2 * j + k - 1) / factorial(2 * j), u, 2 * j + k);
  };
  for (long j = 1; j <= n; ++j) sum.push_back(term(j));
  return enveloped(f, pool_.num(1), std::move(sum), term(n + 1));
}

// erfc(u), u > 0: 2/sqrt(pi) exp(-u^2) times the integral over s > 0 of exp(-2 u s) exp(-s^2), and the series of
// exp(-s^2) envelops (DLMF 7.12(i)).
Rules::Children Rules::erfc_series(Ex f, long n) {
  const Ex u = pool_[f].args[0];
  need(automatic().positive(u), "the argument is not known to be > 0");
  const Ex outer =
      pool_.div(pool_.call(Op::Exp, {pool_.neg(pool_.pow(u, pool_.num(2)))}), pool_.call(Op::Sqrt, {pool_.pi()}));
  const auto term = [&](long j) {  // (-1)^j (2j)!/(4^j j!) u^-(2j+1)
    return over(parity(j) * factorial(2 * j) / (Q(4).pow(j) * factorial(j)), u, 2 * j + 1);
  };
  std::vector<Ex> sum;
  for (long j = 0; j < n; ++j) sum.push_back(term(j));
  return enveloped(f, outer, std::move(sum), term(n));
}

// f = outer (sum + W next), with W in (0, 1) read from the line.
Rules::Children Rules::enveloped(Ex f, Ex outer, std::vector<Ex> sum, Ex next) {
  const int w = fresh_variable();
  end();
  sum.push_back(pool_.mul({pool_.var(pool_.var_name(w)), next}));
  return expanded(f, pool_.mul({outer, pool_.add(std::move(sum))}), w, {Q(0), Q(1), true, true, false});
}

// log(A) from log(B), A, B > 0, v = A/B - 1: the remainder after N terms is (-1)^N v^(N+1) times the integral of
// s^N/(1 + v s) over [0, 1], so W lies between 1 and 1/(1+v) = B/A.
Rules::Children Rules::log_series(Ex f, long n) {
  const Ex a = pool_[f].args[0], b = bracketed(), one = pool_.num(1);
  require_defined(b);
  need(automatic().positive(a) && automatic().positive(b), "the argument is not known to be > 0");
  const Ex v = pool_.div(pool_.sub(a, b), b);
  std::vector<Ex> sum{pool_.call(Op::Log, {b})};
  for (long j = 1; j <= n; ++j) sum.push_back(pool_.mul({pool_.num(parity(j - 1) / Q(j)), power_of(v, j)}));
  const Ex next = pool_.mul({pool_.num(parity(n) / Q(n + 1)), power_of(v, n + 1)});
  const int w = fresh_variable();
  const Range range = in_->rational_interval();
  end();
  require_inside(automatic(), one, range, one);
  require_inside(automatic(), b, range, a);  // B/A, multiplied by A > 0
  sum.push_back(pool_.mul({pool_.var(pool_.var_name(w)), next}));
  return expanded(f, pool_.add(std::move(sum)), w, range);
}

// exp(v): the remainder is v^N/N! times the mean of exp(v s) with weights N (1-s)^(N-1), so W lies between 1 and exp(v)
// (N = 0: W = exp(v)).
Rules::Children Rules::exp_series(Ex f, long n) {
  const Ex v = pool_[f].args[0], one = pool_.num(1);
  std::vector<Ex> sum;
  for (long j = 0; j < n; ++j) sum.push_back(pool_.mul({pool_.num(Q(1) / factorial(j)), power_of(v, j)}));
  const Ex next = pool_.mul({pool_.num(Q(1) / factorial(n)), power_of(v, n)});
  const int w = fresh_variable();
  const Range range = in_->rational_interval();
  end();
  need(automatic().defined(f), "an expression of this line is not known to be defined");
  require_inside(automatic(), one, range, one);
  // exp(v) - c has the sign of v where c = 1, and is > 0 where c <= 0
  const auto above = [&](const Q& c) { return c == Q(1) ? v : pool_.sub(f, pool_.num(c)); };
  if (range.lo && range.lo->sign() > 0) require_sign(automatic(), above(*range.lo), range.lo_open);
  if (range.hi) require_sign(automatic(), pool_.neg(above(*range.hi)), range.hi_open);
  sum.push_back(pool_.mul({pool_.var(pool_.var_name(w)), next}));
  return expanded(f, pool_.add(std::move(sum)), w, range);
}

// What grows slower than every power, with its bound.
//  - log(A) = W K A^(1/K) for A >= 1, log(A) = -W K A^(-1/K) for A <= 1, 0 <= W < 1: log y <= y - 1 at y = A^(1/K).
//  - exp(v) = W K!/(-v)^K for v < 0, 0 < W < 1: exp(-v) is more than any one term of its series.
Rules::Children Rules::growth() {
  const long k = in_->counting_number();
  need(k >= 1 && k <= Limits::growth_order, "a number from 1 to 30 was expected");
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
  need(a.op == b.op && a.k == b.k && a.op != Op::Fun && a.op != Op::Seq && a.args.size() == 1 && b.args.size() == 1,
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
