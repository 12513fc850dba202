#include "verify/engine/proof/series.hpp"

#include <bernoulli.h>

#include <algorithm>

namespace dpcert::verify {

namespace {

Rational bernoulli(long n) {
  Rational q;
  bernoulli_fmpq_ui(q.fmpq_ptr(), static_cast<ulong>(n));
  return q;
}
Rational sign(long n) { return n % 2 ? -1 : 1; }
Expr over(const Rational& q, const Expr& u, long k) { return quotient(Expr(q), power(u, Expr(k))); }

Variable unit_variable(const std::string& name) {
  return {name, false, {{false, false, Rational(0)}, {false, false, Rational(1)}}};
}

}  // namespace

Rational factorial(long n) {
  Rational q = 1;
  for (long j = 2; j <= n; ++j) q *= Rational(j);
  return q;
}

std::optional<Series> series_at_infinity(const Expr& f, long n, const std::string& name) {
  const Expr w = Expr::variable(name);
  if (f.op() == Op::lgamma || f.op() == Op::polygamma) {
    const Expr& u = f.arg(0);
    const long k = f.op() == Op::lgamma ? -1 : f.node().index;
    Expr sum = 0;
    if (k < 0)
      sum = add(sub(mul(sub(u, Rational(1, 2)), log(u)), u), mul(Rational(1, 2), log(mul(2, Expr::pi()))));
    else if (k == 0)
      sum = add(log(u), over(Rational(-1, 2), u, 1));
    else
      sum = add(over(sign(k + 1) * factorial(k - 1), u, k), over(sign(k + 1) * factorial(k) / Rational(2), u, k + 1));
    const auto term = [&](long j) {
      return over(sign(k + 1) * bernoulli(2 * j) * factorial(2 * j + k - 1) / factorial(2 * j), u, 2 * j + k);
    };
    for (long j = 1; j <= n; ++j) sum = add(sum, term(j));
    return Series{f, add(sum, mul(w, term(n + 1))), unit_variable(name)};
  }
  if (f.op() == Op::erfc) {
    const Expr& u = f.arg(0);
    const auto term = [&](long j) {
      return over(sign(j) * factorial(2 * j) / (pow(Rational(4), j) * factorial(j)), u, 2 * j + 1);
    };
    Expr sum = 0;
    for (long j = 0; j < n; ++j) sum = add(sum, term(j));
    const Expr outer = quotient(exp(negate(power(u, 2))), sqrt(Expr::pi()));
    return Series{f, mul(outer, add(sum, mul(w, term(n)))), unit_variable(name)};
  }
  return std::nullopt;
}

Series log_series(const Expr& f, const Expr& base, long n, const std::string& name, const Range& range) {
  const Expr v = quotient(sub(f.arg(0), base), base);
  Expr sum = log(base);
  for (long j = 1; j <= n; ++j) sum = add(sum, mul(Expr(sign(j - 1) / Rational(j)), power(v, Expr(j))));
  sum = add(sum, mul(Expr::variable(name), mul(Expr(sign(n) / Rational(n + 1)), power(v, Expr(n + 1)))));
  return {f, sum, {name, false, range}};
}

Series exp_series(const Expr& f, long n, const std::string& name, const Range& range) {
  const Expr& v = f.arg(0);
  Expr sum = 0;
  for (long j = 0; j < n; ++j) sum = add(sum, mul(Expr(Rational(1) / factorial(j)), power(v, Expr(j))));
  sum = add(sum, mul(Expr::variable(name), mul(Expr(Rational(1) / factorial(n)), power(v, Expr(n)))));
  return {f, sum, {name, false, range}};
}

std::optional<Series> growth_bound(const Expr& f, long k, const std::string& name, const Context& c) {
  const Expr w = Expr::variable(name);
  Variable v = unit_variable(name);
  const Expr& a = f.arg(0);
  if (f.op() == Op::log) {
    const bool large = c.knows({sub(a, 1), Need::nonnegative});
    if (!large && !c.knows({sub(1, a), Need::nonnegative})) return std::nullopt;
    v.range.lo.closed = true;
    const Rational s = large ? 1 : -1;
    return Series{f, mul(mul(Expr(s * Rational(k)), w), power(a, Expr(s / Rational(k)))), v};
  }
  if (f.op() != Op::exp || !c.knows({negate(a), Need::positive})) return std::nullopt;
  return Series{f, mul(w, over(factorial(k), negate(a), k)), v};
}

Goal with_series(const Goal& g, const Series& s) {
  // Changed only through the with_... functions, which keep no stale knowledge.
  const Context c = g.context.with_variable(s.w);
  return {c, {g.relation.rel, replaced(g.relation.lhs, s.f, s.value), replaced(g.relation.rhs, s.f, s.value)}};
}

}  // namespace dpcert::verify
