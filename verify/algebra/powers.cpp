#include "verify/algebra/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace dpcert::verify {

namespace {
constexpr long max_exponent = 256;  // of a sum

// May p^n have so many terms that to write them out takes all the room there is? At most as many as products of n of
// the terms of p, and as monomials between the degrees.
bool is_too_long(const Polynomial& p, long n) {
  constexpr double most = 5e6;
  double products = 1, monomials = 1;
  const double length = static_cast<double>(p.length());
  for (long i = 1; i <= n && products <= most; ++i)
    products *= (length + static_cast<double>(i) - 1) / static_cast<double>(i);
  if (products <= most) return false;
  for (long i = 0; i < p.ring().size() && monomials <= most; ++i) monomials *= static_cast<double>(p.degree(i) * n) + 1;
  return monomials > most;
}
}  // namespace

RationalFunction Algebra::State::integer_power(const RationalFunction& f, long n) {
  if (f.length() > 2 && std::abs(n) > max_exponent) throw std::length_error("power too large");
  if (static_cast<unsigned long>(std::abs(n)) > max_degree) throw std::length_error("power too large");
  if (n < 0 && f.is_zero()) throw std::domain_error("division by zero");
  if (is_too_long(f.numerator(), std::abs(n)) || is_too_long(f.denominator(), std::abs(n)))
    throw std::length_error("power too large");
  return reduce(checked(f.pow(n)));
}

RationalFunction Algebra::State::root(const Expr& u, long q) {
  if (q == 1) return normal(u);
  const RationalFunction f = normal(u);
  if (f.is_constant()) return constant_power(f.constant(), Rational(1, q));
  const std::string key = fmt::format("root{}:{}", q, f.key());
  const bool fresh = !atom_by_key.contains(key);
  const Expr base = expression(f);
  RationalFunction a = atom(key, q == 2 ? sqrt(base) : pow(base, Expr(Rational(1, q))));
  if (fresh) roots.push_back({atom_by_key.at(key), q, f});
  return a;
}

RationalFunction Algebra::State::square_root_atom(const RationalFunction& f, const std::optional<Expr>& meaning) {
  const std::string key = "root2:" + f.key();
  const bool fresh = !atom_by_key.contains(key);
  RationalFunction a = atom(key, meaning ? *meaning : sqrt(expression(f)));
  if (fresh) roots.push_back({atom_by_key.at(key), 2, f});
  return a;
}

RationalFunction Algebra::State::square_root(const RationalFunction& f) {
  if (f.is_zero()) return f;
  if (f.is_constant() && f.constant().sign() > 0) return constant_power(f.constant(), Rational(1, 2));
  std::vector<long> exponents(atoms.size());
  RationalFunction rest = f;
  for (const bool top : {true, false}) {
    const auto terms = (top ? f.numerator() : f.denominator()).terms();
    for (std::size_t i = 0; i < exponents.size(); ++i) {
      auto least = terms[0].exponents[i];
      for (const auto& t : terms) least = std::min(least, t.exponents[i]);
      exponents[i] += top ? static_cast<long>(least) : -static_cast<long>(least);
    }
  }
  Rational content = f.numerator().content() / f.denominator().content();
  if (content.sign() < 0) content = -content;
  rest = rest * number(Rational(1) / content);
  RationalFunction out = constant_power(content, Rational(1, 2));
  bool split = true, weak = false;
  const std::size_t known = exponents.size();
  for (std::size_t i = 0; i < known && split; ++i) {
    const long e = exponents[i];
    if (e == 0) continue;
    const RationalFunction a(Polynomial::generator(ring, static_cast<long>(i)), Polynomial(ring, 1));
    rest = rest * a.pow(-e);
    const Expr meaning = atoms[i];
    const bool sure = positive(meaning);
    weak = weak || !sure;
    if (e % 2 == 0) {
      const bool whole = e % 4 == 0 || sure || nonnegative(meaning);
      out = product(out, whole ? a.pow(e / 2) : square_root_atom(a.pow(2), abs(meaning)).pow(e / 2));
    } else if (sure || nonnegative(meaning)) {
      const long half = e > 0 ? e / 2 : (e - 1) / 2;
      const RationalFunction r =
          meaning.op() == Op::exp ? exponential(number(Rational(1, 2)) * normal(meaning.arg(0))) : square_root_atom(a);
      out = product(out, product(a.pow(half), r));
    } else {
      split = false;
    }
  }
  if (split && !rest.denominator().is_constant()) {  // positive factors of the denominator
    for (const auto& [p, k] : rest.denominator().factors()) {
      if (k < 2 || !positive(expression(p))) continue;
      const RationalFunction a(p, Polynomial(ring, 1));
      rest = rest * a.pow(k / 2 * 2);
      out = product(out, a.pow(-(k / 2)));
    }
  }
  if (split && rest.is_constant() && rest.constant() == Rational(1)) return out;
  if (!split || (weak && !nonnegative(expression(rest)))) return square_root_atom(f);
  return product(out, square_root_atom(rest));
}

RationalFunction Algebra::State::magnitude(const Expr& u, const RationalFunction& f) {
  if (f.is_constant()) return number(abs(f.constant()));
  if (positive(u) || nonnegative(u)) return f;
  if (nonnegative(negate(u))) return -f;
  const Expr simple = expression(f);  // inner kinks may be gone
  if (nonnegative(simple)) return f;
  if (nonnegative(negate(simple))) return -f;
  if (f.length() > 2) return square_root_atom(product(f, f), abs(expression(f)));
  return square_root(product(f, f));
}

RationalFunction Algebra::State::floor_of(const RationalFunction& f) {
  RationalFunction whole = number(0), rest = f;
  if (f.denominator().is_constant()) {
    const Rational den = f.denominator().constant();
    for (const auto& t : f.numerator().terms()) {
      bool integral = true;
      for (std::size_t i = 0; i < t.exponents.size() && integral; ++i)
        integral = !t.exponents[i] || atoms[i].op() == Op::floor || (oracles.integer && oracles.integer(atoms[i]));
      if (!integral) continue;
      const Rational k = (t.coefficient / den).floor();
      const RationalFunction part(Polynomial::from_terms(ring, {Term{k, t.exponents}}), Polynomial(ring, 1));
      whole = whole + part;
      rest = rest - part;
    }
  }
  if (rest.is_constant()) return whole + number(rest.constant().floor());
  return whole + atom("floor:" + rest.key(), floor(expression(rest)));
}

std::optional<RationalFunction> Algebra::State::whole_power(const Expr& e, const RationalFunction& u,
                                                            const RationalFunction& v) {
  if (!oracles.integer || !oracles.nonnegative || !oracles.integer(e.arg(1)) || !v.denominator().is_constant())
    return std::nullopt;
  Rational constant = 0;
  for (const auto& t : v.numerator().terms()) {
    if (std::ranges::all_of(t.exponents, [](unsigned long k) { return k == 0; }))
      constant = t.coefficient / v.denominator().constant();
  }
  const auto k = constant.to_int64();
  if (!k) return std::nullopt;
  for (long c = -8; c <= std::min<long>(8, static_cast<long>(*k)) && *k - c <= 64; ++c) {
    const RationalFunction least = v - number(Rational(*k - c));
    if (!oracles.nonnegative(expression(least))) continue;
    return product(integer_power(u, static_cast<long>(*k) - c),
                   atom("power:" + u.key() + "|" + least.key(), pow(expression(u), expression(least))));
  }
  return std::nullopt;
}

RationalFunction Algebra::State::constant_power(const Rational& c, const Rational& e) {
  if (c.sign() < 0 || (c.is_zero() && e.sign() <= 0)) throw std::domain_error("a root of a negative number");
  if (c.is_zero()) return number(0);
  RationalFunction result = number(1);
  for (const auto& [p, k] : prime_factors(c)) {
    const Rational exponent = e * Rational(k);
    const Rational whole = exponent.floor();
    const Rational rest = exponent - whole;
    const auto n = whole.to_int64();
    if (!n || std::abs(*n) > 100000) throw std::length_error("power too large");
    result = product(result, number(pow(p, *n)));
    if (rest.is_zero()) continue;
    const long num = *rest.to_int64_numerator();
    const long den = *rest.to_int64_denominator();
    const std::string key = fmt::format("root{}:{}", den, p.str());
    const bool fresh = !atom_by_key.contains(key);
    RationalFunction a = atom(key, den == 2 ? sqrt(Expr(p)) : pow(Expr(p), Expr(Rational(1, den))));
    if (fresh) roots.push_back({atom_by_key.at(key), den, number(p)});
    result = product(result, a.pow(num));
  }
  return result;
}

std::vector<std::pair<Rational, long>> Algebra::State::prime_factors(const Rational& c) {
  std::vector<std::pair<Rational, long>> out;
  for (const bool top : {true, false}) {
    fmpz_t n;
    fmpz_init(n);
    fmpz_set(n, top ? fmpq_numref(c.fmpq_ptr()) : fmpq_denref(c.fmpq_ptr()));
    const long sign = top ? 1 : -1;
    // Long numbers are not searched for large primes: that could take minutes, and nothing is lost but a coincidence.
    const ulong last = fmpz_bits(n) > 256 ? 1000 : 1000000;
    for (ulong p = 2; p < last && (p < 1000 || fmpz_cmp_ui(n, p * p) >= 0); p += p == 2 ? 1 : 2) {
      if (fmpz_is_one(n)) break;
      long k = 0;
      while (fmpz_divisible_si(n, static_cast<slong>(p))) {
        fmpz_divexact_ui(n, n, p);
        ++k;
      }
      if (k) out.emplace_back(Rational(p), sign * k);
    }
    if (!fmpz_is_one(n)) {
      Rational q;
      fmpz_set(fmpq_numref(q.fmpq_ptr()), n);
      out.emplace_back(q, sign);
    }
    fmpz_clear(n);
  }
  return out;
}

}  // namespace dpcert::verify
