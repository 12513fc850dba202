#include "dpcert/scalar/exact.hpp"

#include <flint/fmpz.h>

#include "dpcert/core/error.hpp"
#include "dpcert/symbolic/expr.hpp"
#include "dpcert/symbolic/relation.hpp"

namespace dpcert {
namespace {

[[noreturn]] void inexact(const char* where, const Rational& x) {
  throw Error(ErrorCode::inexact, where, "an argument at which the value is rational", x.str());
}
[[noreturn]] void outside(const char* where, const char* domain, const Rational& x) {
  throw Error(ErrorCode::domain, where, domain, x.str());
}
/// The one rational value of a transcendental function at a rational point.
Rational only_at(const char* where, const Rational& x, int point, Rational value) {
  if (x != Rational(point)) inexact(where, x);
  return value;
}

}  // namespace

Rational exp(const Rational& x) { return only_at("exp", x, 0, 1); }
Rational expm1(const Rational& x) { return only_at("expm1", x, 0, 0); }
Rational cosh(const Rational& x) { return only_at("cosh", x, 0, 1); }
Rational sinh(const Rational& x) { return only_at("sinh", x, 0, 0); }
Rational tanh(const Rational& x) { return only_at("tanh", x, 0, 0); }
Rational erf(const Rational& x) { return only_at("erf", x, 0, 0); }
Rational erfc(const Rational& x) { return only_at("erfc", x, 0, 1); }
Rational normal_cdf(const Rational& x) { return only_at("normal_cdf", x, 0, Rational(1, 2)); }

Rational sin(const Rational& x) { return only_at("sin", x, 0, 0); }
Rational cos(const Rational& x) { return only_at("cos", x, 0, 1); }
Rational atan(const Rational& x) { return only_at("atan", x, 0, 0); }

Rational log(const Rational& x) {
  if (x.sign() <= 0) outside("log", "x > 0", x);
  return only_at("log", x, 1, 0);
}
Rational log1p(const Rational& x) {
  if (x <= Rational(-1)) outside("log1p", "x > -1", x);
  return only_at("log1p", x, 0, 0);
}
Rational lgamma(const Rational& x) {
  if (x.sign() <= 0) outside("lgamma", "x > 0", x);
  return x == Rational(2) ? Rational(0) : only_at("lgamma", x, 1, 0);
}
Rational polygamma(int k, const Rational& x) {
  if (k < 0) throw Error(ErrorCode::domain, "polygamma", "an order k >= 0", std::to_string(k));
  if (x.sign() <= 0) outside("polygamma", "x > 0", x);
  inexact("polygamma", x);
}
Rational digamma(const Rational& x) { return polygamma(0, x); }
Rational trigamma(const Rational& x) { return polygamma(1, x); }

Rational xlogy(const Rational& x, const Rational& y) {
  if (y.sign() < 0 || (y.is_zero() && !x.is_zero())) outside("xlogy", "y > 0, or x = y = 0", y);
  return x.is_zero() ? Rational(0) : x * log(y);
}

namespace {
/// The n-th root of a non-negative rational in lowest terms, if it is rational.
Rational root(const char* where, const Rational& x, ulong n) {
  Rational r;
  const bool exact = fmpz_root(fmpq_numref(r.fmpq_ptr()), fmpq_numref(x.fmpq_ptr()), static_cast<slong>(n)) != 0 &&
                     fmpz_root(fmpq_denref(r.fmpq_ptr()), fmpq_denref(x.fmpq_ptr()), static_cast<slong>(n)) != 0;
  if (!exact) inexact(where, x);
  return r;
}
}  // namespace

Rational sqrt(const Rational& x) {
  if (x.sign() < 0) outside("sqrt", "x >= 0", x);
  return root("sqrt", x, 2);
}

Rational pow(const Rational& x, const Rational& y) {
  if (y.is_integer()) {
    const auto n = y.to_int64();
    if (x.is_zero() && y.sign() < 0) outside("pow", "x != 0 for a negative exponent", x);
    if (n.has_value() && *n >= -1000000 && *n <= 1000000) return pow(x, *n);
    throw Error(ErrorCode::unsupported, "pow", "an exponent within +-1000000", y.str());
  }
  if (x.sign() < 0 || (x.is_zero() && y.sign() < 0)) outside("pow", "x > 0, or x = 0 and y > 0", x);
  if (x.is_zero()) return 0;
  if (x == Rational(1)) return 1;
  if (fmpz_cmp_ui(fmpq_denref(y.fmpq_ptr()), 10000) > 0) inexact("pow", y);
  const ulong n = fmpz_get_ui(fmpq_denref(y.fmpq_ptr()));
  return pow(root("pow", x, n), y * Rational(static_cast<std::int64_t>(n)));
}

Rational min(const Rational& x, const Rational& y) { return y < x ? y : x; }
Rational max(const Rational& x, const Rational& y) { return x < y ? y : x; }
Rational floor(const Rational& x) { return x.floor(); }
Rational ceil(const Rational& x) { return x.ceil(); }

Rational log_sum_exp(std::span<const Rational> x) {
  if (x.empty()) throw Error(ErrorCode::bad_input, "log_sum_exp", "at least one term", "none");
  if (x.size() > 1) inexact("log_sum_exp", x[1]);
  return x[0];
}

Truth holds(Rel rel, const Rational& a, const Rational& b) { return holds_exactly(rel, a, b); }

Rational select(Rel rel, const Rational& a, const Rational& b, const Rational& x, const Rational& y) {
  return holds(rel, a, b).is_certain() ? x : y;
}

Rational pi_like(const Rational&) { throw Error(ErrorCode::inexact, "pi", "a type that can hold pi", "Rational"); }

}  // namespace dpcert
