#include "verify/engine/points/scalars.hpp"

namespace dpcert::verify {

namespace {

constexpr std::int64_t max_bits = 50'000;  // beyond that, enclosures are the better tool

Exact kept(Rational q) { return q.bits() > max_bits ? Exact{} : Exact{std::move(q)}; }
bool is(const Exact& x, const Rational& q) { return x.q && *x.q == q; }
Exact known_at(const Exact& x, const Rational& at, const Rational& value) { return is(x, at) ? Exact{value} : Exact{}; }

}  // namespace

Exact operator+(const Exact& a, const Exact& b) { return a.q && b.q ? kept(*a.q + *b.q) : Exact{}; }
Exact operator-(const Exact& a, const Exact& b) { return a.q && b.q ? kept(*a.q - *b.q) : Exact{}; }
// No short cut for 0 * unknown: the unknown factor may be undefined.
Exact operator*(const Exact& a, const Exact& b) { return a.q && b.q ? kept(*a.q * *b.q) : Exact{}; }
Exact operator/(const Exact& a, const Exact& b) { return a.q && b.q && !b.q->is_zero() ? kept(*a.q / *b.q) : Exact{}; }
Exact operator-(const Exact& a) { return a.q ? Exact{-*a.q} : Exact{}; }
Exact exp(const Exact& x) { return known_at(x, 0, 1); }
Exact log(const Exact& x) { return known_at(x, 1, 0); }
Exact log1p(const Exact& x) { return known_at(x, 0, 0); }
Exact expm1(const Exact& x) { return known_at(x, 0, 0); }
Exact sqrt(const Exact& x) {
  if (!x.q || x.q->sign() < 0) return {};
  const fmpq* q = x.q->fmpq_ptr();
  if (fmpz_is_square(&q->num) == 0 || fmpz_is_square(&q->den) == 0) return {};
  Rational root;
  fmpz_sqrt(&root.fmpq_ptr()->num, &q->num);
  fmpz_sqrt(&root.fmpq_ptr()->den, &q->den);
  return {root};
}
Exact pow(const Exact& x, int n) {
  if (!x.q || (x.q->is_zero() && n < 0)) return {};
  if (x.q->bits() * std::abs(static_cast<std::int64_t>(n)) > max_bits) return {};
  return {dpcert::pow(*x.q, n)};
}
Exact pow(const Exact& x, const Exact& y) {
  if (!x.q || !y.q) return {};
  if (const auto n = y.q->to_int64(); n && std::abs(*n) <= max_bits) return pow(x, static_cast<int>(*n));
  if (x.q->is_zero() && y.q->sign() > 0) return {Rational(0)};
  if (x.q->sign() > 0 && *y.q == Rational(1, 2)) return sqrt(x);
  return known_at(x, 1, 1);
}
Exact abs(const Exact& x) { return x.q ? Exact{dpcert::abs(*x.q)} : Exact{}; }
Exact min(const Exact& x, const Exact& y) { return x.q && y.q ? (*x.q < *y.q ? x : y) : Exact{}; }
Exact max(const Exact& x, const Exact& y) { return x.q && y.q ? (*x.q < *y.q ? y : x) : Exact{}; }
Exact cosh(const Exact& x) { return known_at(x, 0, 1); }
Exact sinh(const Exact& x) { return known_at(x, 0, 0); }
Exact tanh(const Exact& x) { return known_at(x, 0, 0); }
Exact floor(const Exact& x) { return x.q ? Exact{x.q->floor()} : Exact{}; }
Exact ceil(const Exact& x) { return x.q ? Exact{x.q->ceil()} : Exact{}; }
Exact xlogy(const Exact& x, const Exact& y) {
  if (x.q && y.q && x.q->is_zero() && y.q->sign() >= 0) return {Rational(0)};
  return x.q ? known_at(y, 1, 0) : Exact{};
}
Exact lgamma(const Exact& x) { return is(x, 1) || is(x, 2) ? Exact{Rational(0)} : Exact{}; }
Exact polygamma(int, const Exact&) { return {}; }
Exact erf(const Exact& x) { return known_at(x, 0, 0); }
Exact erfc(const Exact& x) { return known_at(x, 0, 1); }
Exact normal_cdf(const Exact& x) { return known_at(x, 0, Rational(1, 2)); }
Exact sin(const Exact& x) { return known_at(x, 0, 0); }
Exact cos(const Exact& x) { return known_at(x, 0, 1); }
Exact atan(const Exact& x) { return known_at(x, 0, 0); }
Exact select(Rel rel, const Exact& a, const Exact& b, const Exact& x, const Exact& y) {
  if (!a.q || !b.q) return {};
  switch (rel) {
    case Rel::ge:
      return *a.q >= *b.q ? x : y;
    case Rel::gt:
      return *a.q > *b.q ? x : y;
    case Rel::le:
      return *a.q <= *b.q ? x : y;
    case Rel::lt:
      return *a.q < *b.q ? x : y;
    case Rel::eq:
      return *a.q == *b.q ? x : y;
  }
  return {};
}

}  // namespace dpcert::verify
