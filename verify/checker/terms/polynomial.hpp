// Polynomials with rational coefficients in numbered atoms, with rational exponents.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "verify/checker/numbers/number.hpp"
#include "verify/checker/numbers/work.hpp"

namespace dpcert::checker {

// Exponents are rational: exp(x/2)^2 = exp(x), and powers of a base u that need u >= 0.
struct Exponent {
  long n = 0, d = 1;
  auto operator<=>(const Exponent&) const = default;
  bool operator==(const Exponent&) const = default;
};
// n/d in lowest terms, for d > 0.
inline Exponent reduced(__int128 n, __int128 d) {
  if (d == 1 && n == static_cast<std::int32_t>(n)) return {static_cast<long>(n), 1};  // as most are
  __int128 a = n < 0 ? -n : n, b = d;
  while (b) std::swap(a, b), b %= a;
  if (a > 1) n /= a, d /= a;
  constexpr __int128 cap = static_cast<__int128>(1) << 61;
  need(n < cap && n > -cap && d < cap, "an exponent is too large for the normal form");
  return {static_cast<long>(n), static_cast<long>(d)};
}
inline Exponent operator+(const Exponent& a, const Exponent& b) {
  if (a.d == b.d) return reduced(static_cast<__int128>(a.n) + b.n, a.d);
  return reduced(static_cast<__int128>(a.n) * b.d + static_cast<__int128>(b.n) * a.d, static_cast<__int128>(a.d) * b.d);
}
inline int compare(const Exponent& a, const Exponent& b) {
  if (a.d == b.d) return (a.n > b.n) - (a.n < b.n);
  const __int128 x = static_cast<__int128>(a.n) * b.d - static_cast<__int128>(b.n) * a.d;
  return (x > 0) - (x < 0);
}
inline long floor_of(const Exponent& e) { return e.n >= 0 ? e.n / e.d : -((-e.n + e.d - 1) / e.d); }
std::optional<Exponent> exponent(const Q& q);  // none: too large
Q rational(const Exponent& e);

using Monomial = std::vector<std::pair<int, Exponent>>;  // atoms in increasing order, no exponent 0
Monomial product(const Monomial& a, const Monomial& b, bool divide = false);

// A monomial order (it respects products), as division needs one.
struct Lex {
  bool operator()(const Monomial& a, const Monomial& b) const {
    for (std::size_t i = 0;; ++i) {
      if (i == a.size()) return i < b.size() && b[i].second.n > 0;
      if (i == b.size()) return a[i].second.n < 0;
      if (a[i].first < b[i].first) return a[i].second.n < 0;
      if (a[i].first > b[i].first) return b[i].second.n > 0;
      if (const int c = compare(a[i].second, b[i].second)) return c < 0;
    }
  }
};
using Poly = std::map<Monomial, Q, Lex>;
void add_term(Poly& p, const Monomial& m, const Q& c);

// What it costs to handle a term once.
inline std::uint64_t weight_of(const Monomial& m, const Q& c) { return 1 + m.size() / 2 + c.bits() / 128; }

// The prime factors of a natural number that trial division finds, with their exponents; what remains is one factor.
std::vector<std::pair<Q, long>> primes(Q n, Work& work);

}  // namespace dpcert::checker
