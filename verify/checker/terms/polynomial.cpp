#include "verify/checker/terms/polynomial.hpp"

#include "verify/checker/numbers/limits.hpp"

namespace dpcert::checker {

std::optional<Exponent> exponent(const Q& q) {
  if (fmpz_bits(q.num()) > Limits::exponent_bits || fmpz_bits(q.den()) > Limits::exponent_bits) return {};
  return Exponent{fmpz_get_si(q.num()), fmpz_get_si(q.den())};
}
Q rational(const Exponent& e) { return Q(e.n) / Q(e.d); }

Monomial product(const Monomial& a, const Monomial& b, bool divide) {
  Monomial r;
  auto i = a.begin();
  auto j = b.begin();
  auto sign = [&](Exponent e) { return divide ? Exponent{-e.n, e.d} : e; };
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && i->first < j->first)) {
      r.push_back(*i++);
    } else if (i == a.end() || j->first < i->first) {
      r.emplace_back(j->first, sign(j->second)), ++j;
    } else {
      const Exponent e = i->second + sign(j->second);
      if (e.n != 0) r.emplace_back(i->first, e);
      ++i, ++j;
    }
  }
  return r;
}

void add_term(Poly& p, const Monomial& m, const Q& c) {
  auto [it, fresh] = p.try_emplace(m, c);
  if (!fresh) it->second = it->second + c;
  if (it->second.sign() == 0) p.erase(it);
  need(p.size() <= Limits::terms, "a normal form has too many terms");
}

std::vector<std::pair<Q, long>> primes(Q n, Work& work) {
  std::vector<std::pair<Q, long>> out;
  for (long p = 2; p <= Limits::trial_division && n > Q(1); p += 1 + (p > 2)) {
    work.add(1 + n.bits() / 2048);
    if (Q(p) * Q(p) > n) break;
    long e = 0;
    while (fmpz_divisible_si(n.num(), p)) n = n / Q(p), ++e;
    if (e) out.emplace_back(p, e);
  }
  if (n > Q(1)) out.emplace_back(n, 1);
  return out;
}

}  // namespace dpcert::checker
