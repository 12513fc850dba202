#include "verify/algebra/algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

#include "src/core/work.hpp"
#include "src/symbolic/functions.hpp"

namespace dpcert::verify {

namespace {

constexpr long max_length = 20000;              // terms of one rational function
constexpr long max_bits = 20000;                // of one coefficient
constexpr long max_exponent = 256;              // of a sum
constexpr unsigned long max_degree = 4096;      // greatest common divisors of longer ones take minutes
constexpr long max_shift = 64;                  // recurrences of gamma functions
constexpr std::size_t max_bytes = 256'000'000;  // of all normal forms that belong to one expression, counted
constexpr std::size_t kept_bytes = 4'000'000;   // of those that wait for the next question about it

struct Restart {};  // a table (exponential denominators, gamma bases, ring size) has to be finer: start again

// What is learned across restarts.
struct Learned {
  long indeterminates = 16;
  std::map<std::string, long> exp_denominator;            // of exp(m), by the text of m
  std::vector<std::pair<std::string, Expr>> gamma_bases;  // class of arguments modulo integers -> least argument
};

}  // namespace

struct Algebra::State {
  const PositivityOracle& positive;
  const Oracles& oracles;
  Learned& learned;
  Ring ring;
  std::vector<Expr> atoms;  // meaning of each indeterminate
  std::map<std::string, long> atom_by_key;
  struct Root {
    long index;
    long degree;
    RationalFunction radicand;
  };
  std::vector<Root> roots;  // atoms with atom^degree = radicand
  std::unordered_map<Expr, RationalFunction> memo;
  std::size_t bytes = 0;                                                // of memo, about
  std::map<std::string, std::pair<Expr, RationalFunction>> gamma_base;  // key of the class -> least argument seen

  State(const Oracles& o, Learned& l) : positive(o.positive), oracles(o), learned(l), ring(l.indeterminates) {}
  bool nonnegative(const Expr& u) const { return oracles.nonnegative ? oracles.nonnegative(u) : positive(u); }

  RationalFunction number(const Rational& q) { return RationalFunction(ring, q); }

  static long coefficient_bits(const RationalFunction& f) {
    return std::max(f.numerator().coefficient_bits(), f.denominator().coefficient_bits());
  }
  RationalFunction checked(RationalFunction f) {
    const long bits = coefficient_bits(f);
    count_work(static_cast<std::uint64_t>(2 + f.length() + f.length() * (bits / 4096)));
    if (work_exhausted()) throw std::length_error("out of work");
    if (f.length() > max_length || bits > max_bits) throw std::length_error("normal form too large");
    return f;
  }

  RationalFunction atom(const std::string& key, const Expr& meaning) {
    const auto [it, fresh] = atom_by_key.emplace(key, static_cast<long>(atoms.size()));
    if (fresh) {
      if (it->second >= ring.size()) {
        learned.indeterminates *= 4;
        if (learned.indeterminates > 4096) throw std::length_error("too many atoms");
        throw Restart{};
      }
      atoms.push_back(meaning);
    }
    return {Polynomial::generator(ring, it->second), Polynomial(ring, 1)};
  }

  // --- back to expressions
  // ---------------------------------------------------------------------------------------------
  Expr monomial(const Term& t) {
    Expr e = 1;
    for (std::size_t i = 0; i < t.exponents.size(); ++i) {
      if (t.exponents[i]) e = mul(e, power(atoms[i], Expr(static_cast<long>(t.exponents[i]))));
    }
    return e;
  }
  Expr expression(const Polynomial& p) {
    Expr e = 0;
    for (const auto& t : p.terms()) {
      const Expr m = monomial(t);
      if (t.coefficient.sign() < 0)
        e = sub(e, mul(Expr(-t.coefficient), m));
      else
        e = add(e, mul(Expr(t.coefficient), m));
    }
    return e;
  }
  Expr expression(const RationalFunction& f) {
    return quotient(expression(f.numerator()), expression(f.denominator()));
  }

  // --- roots: reduce powers of algebraic atoms
  // -----------------------------------------------------------------------------
  RationalFunction reduce(RationalFunction f) {
    for (std::size_t pass = 0; pass < 64; ++pass) {
      bool changed = false;
      for (const auto& r : roots) {
        for (const bool top : {true, false}) {
          const Polynomial& p = top ? f.numerator() : f.denominator();
          if (p.degree(r.index) < r.degree) continue;
          RationalFunction reduced = reduced_powers(p, r);
          f = checked(top ? reduced / RationalFunction(f.denominator(), Polynomial(ring, 1))
                          : RationalFunction(f.numerator(), Polynomial(ring, 1)) / reduced);
          changed = true;
        }
      }
      if (!changed) break;
    }
    return f;
  }
  // Without roots that divide the denominator, as the checker writes a quotient: y/sqrt(x) = y*sqrt(x)/x.
  RationalFunction without_roots_below(RationalFunction f) {
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const Root r = roots[i];
      const auto terms = f.denominator().terms();
      auto least = terms[0].exponents[static_cast<std::size_t>(r.index)];
      for (const auto& t : terms) least = std::min(least, t.exponents[static_cast<std::size_t>(r.index)]);
      if (least == 0) continue;
      const RationalFunction rest = RationalFunction(Polynomial::generator(ring, r.index), Polynomial(ring, 1))
                                        .pow(r.degree - static_cast<long>(least));
      const auto times_rest = [&](const Polynomial& p) {
        return product(RationalFunction(p, Polynomial(ring, 1)), rest);
      };
      f = checked(times_rest(f.numerator()) / times_rest(f.denominator()));
    }
    return f;
  }
  RationalFunction reduced_powers(const Polynomial& p, const Root& r) {
    std::map<long, std::vector<Term>> by_quotient;
    for (auto t : p.terms()) {
      auto& k = t.exponents[static_cast<std::size_t>(r.index)];
      const long q = static_cast<long>(k) / r.degree;
      k %= static_cast<unsigned long>(r.degree);
      by_quotient[q].push_back(std::move(t));
    }
    RationalFunction sum = number(0);
    for (const auto& [q, terms] : by_quotient) {
      sum = sum + RationalFunction(Polynomial::from_terms(ring, terms), Polynomial(ring, 1)) * r.radicand.pow(q);
    }
    return sum;
  }
  RationalFunction product(const RationalFunction& a, const RationalFunction& b) { return reduce(checked(a * b)); }

  // --- powers
  // ----------------------------------------------------------------------------------------------------------------
  RationalFunction integer_power(const RationalFunction& f, long n) {
    if (f.length() > 2 && std::abs(n) > max_exponent) throw std::length_error("power too large");
    if (static_cast<unsigned long>(std::abs(n)) > max_degree) throw std::length_error("power too large");
    if (n < 0 && f.is_zero()) throw std::domain_error("division by zero");
    return reduce(checked(f.pow(n)));
  }

  // u^(1/q) for u > 0.
  RationalFunction root(const Expr& u, long q) {
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

  // u^(1/2) for u >= 0, as one atom.
  RationalFunction square_root_atom(const RationalFunction& f, const std::optional<Expr>& meaning = {}) {
    const std::string key = "root2:" + f.key();
    const bool fresh = !atom_by_key.contains(key);
    RationalFunction a = atom(key, meaning ? *meaning : sqrt(expression(f)));
    if (fresh) roots.push_back({atom_by_key.at(key), 2, f});
    return a;
  }
  // f^(1/2) for f >= 0, split over its factors where all of them are known to be >= 0; even powers are one factor.
  RationalFunction square_root(const RationalFunction& f) {
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
        const RationalFunction r = meaning.op() == Op::exp
                                       ? exponential(number(Rational(1, 2)) * normal(meaning.arg(0)))
                                       : square_root_atom(a);
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
  RationalFunction magnitude(const Expr& u, const RationalFunction& f) {
    if (f.is_constant()) return number(abs(f.constant()));
    if (positive(u) || nonnegative(u)) return f;
    if (nonnegative(negate(u))) return -f;
    const Expr simple = expression(f);  // inner kinks may be gone
    if (nonnegative(simple)) return f;
    if (nonnegative(negate(simple))) return -f;
    if (f.length() > 2) return square_root_atom(product(f, f), abs(expression(f)));
    return square_root(product(f, f));
  }

  // floor(f), integers taken out.
  RationalFunction floor_of(const RationalFunction& f) {
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

  // u^(v+k) = u^v u^k for integers v, k >= 0 (the checker's normal form says which v is taken).
  std::optional<RationalFunction> whole_power(const Expr& e, const RationalFunction& u, const RationalFunction& v) {
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

  // c^e for rational c >= 0 and e, through the primes of c.
  RationalFunction constant_power(const Rational& c, const Rational& e) {
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

  // Prime powers of a positive rational; a cofactor beyond trial division stands for itself.
  static std::vector<std::pair<Rational, long>> prime_factors(const Rational& c) {
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

  // --- logarithms and exponentials
  // ---------------------------------------------------------------------------------------------- log u for u > 0,
  // split over products.
  RationalFunction logarithm(const Expr& u) {
    switch (u.op()) {
      case Op::mul:
        if (positive(u.arg(0)) && positive(u.arg(1))) return logarithm(u.arg(0)) + logarithm(u.arg(1));
        break;
      case Op::div:
        if (positive(u.arg(0)) && positive(u.arg(1))) return logarithm(u.arg(0)) - logarithm(u.arg(1));
        break;
      case Op::pow:
        if (positive(u.arg(0))) return product(normal(u.arg(1)), logarithm(u.arg(0)));
        break;
      case Op::sqrt:
        if (positive(u.arg(0))) return number(Rational(1, 2)) * logarithm(u.arg(0));
        break;
      case Op::exp:
        return normal(u.arg(0));
      default:
        break;
    }
    RationalFunction f = normal(u);
    if (f.numerator().length() > 1) f = without_roots_below(std::move(f));  // a sum is taken apart as the checker does
    if (f.is_constant() && f.constant().sign() > 0) {
      RationalFunction sum = number(0);
      for (const auto& [p, k] : prime_factors(f.constant())) {
        sum = sum + number(k) * atom("log:" + p.str(), log(Expr(p)));
      }
      return sum;
    }
    // A fraction or a product of atoms that is positive factor by factor.
    if (f.denominator().is_constant())
      return log_of_polynomial(f.numerator(), expression(f.numerator())) - logarithm(expression(f.denominator()));
    for (const bool flip : {false, true}) {  // the denominator's leading coefficient is positive, its value need not be
      const Polynomial num = flip ? -f.numerator() : f.numerator();
      const Polynomial den = flip ? -f.denominator() : f.denominator();
      const Expr den_meaning = expression(den);
      if (positive(den_meaning)) return log_of_polynomial(num, expression(num)) - log_of_polynomial(den, den_meaning);
    }
    return atom("log:" + f.key(), log(expression(f)));
  }
  RationalFunction log_of_polynomial(const Polynomial& p, const Expr& meaning) {
    if (p.is_constant() && p.constant().sign() > 0) return logarithm(Expr(p.constant()));
    Rational c = abs(p.content());
    const auto terms = p.terms();
    if (terms.size() == 1 && terms[0].coefficient.sign() > 0) {  // a monomial: every atom must be positive
      bool all = true;
      for (std::size_t i = 0; i < terms[0].exponents.size(); ++i)
        all = all && (!terms[0].exponents[i] || positive(atoms[i]));
      if (all) {
        RationalFunction sum = logarithm(Expr(terms[0].coefficient));
        for (std::size_t i = 0; i < terms[0].exponents.size(); ++i) {
          if (!terms[0].exponents[i]) continue;
          const Expr a = atoms[i];
          const RationalFunction l = a.op() == Op::variable || a.op() == Op::pi
                                         ? atom("log:" + a.name() + (a.op() == Op::pi ? "pi" : ""), log(a))
                                         : logarithm_of_atom(a);
          sum = sum + number(static_cast<long>(terms[0].exponents[i])) * l;
        }
        return sum;
      }
    }
    if (c == Rational(1)) return atom("log:" + p.key(), log(meaning));
    const Polynomial primitive = exact_quotient(p, Polynomial(ring, c));
    return logarithm(Expr(c)) + atom("log:" + primitive.key(), log(expression(primitive)));
  }
  RationalFunction logarithm_of_atom(const Expr& a) {
    if (a.op() == Op::exp || ((a.op() == Op::sqrt || a.op() == Op::pow) && positive(a.arg(0)))) return logarithm(a);
    return atom("log:atom:" + to_text(a), log(a));
  }

  // exp(f): a product over the terms of f.
  RationalFunction exponential(const RationalFunction& f) {
    RationalFunction result = number(1);
    for (const auto& t : f.numerator().terms()) {
      Term unit{Rational(1), t.exponents};
      const RationalFunction m(Polynomial::from_terms(ring, {unit}), f.denominator());
      // m has the integer content of the denominator inside; the coefficient of this term is c.
      const Rational c = t.coefficient * m.numerator().content() / m.denominator().content();
      Polynomial num = exact_quotient(m.numerator(), Polynomial(ring, m.numerator().content()));
      Polynomial den = exact_quotient(m.denominator(), Polynomial(ring, m.denominator().content()));
      const RationalFunction mm(num, den);
      result = product(result, exponential_term(mm, c));
    }
    return result;
  }
  RationalFunction exponential_term(const RationalFunction& m, const Rational& c) {
    const Expr meaning = expression(m);
    if (meaning.op() == Op::log) {  // exp(c log u) = u^c
      const auto num = c.to_int64_numerator();
      const auto den = c.to_int64_denominator();
      if (num && den && *den <= 64) return integer_power(root(meaning.arg(0), *den), *num);
    }
    const std::string key = to_text(meaning);
    long& d = learned.exp_denominator.try_emplace(key, 1).first->second;
    const auto den = c.to_int64_denominator();
    if (!den || *den > 1000000) throw std::length_error("exponential with a huge denominator");
    if (d % *den != 0) {
      d = std::lcm(d, *den);
      throw Restart{};
    }
    const auto n = (c * Rational(d)).to_int64();
    if (!n || static_cast<unsigned long>(std::abs(*n)) > max_degree)
      throw std::length_error("exponential with a huge factor");
    const RationalFunction base = atom("exp:" + key, exp(d == 1 ? meaning : mul(Expr(Rational(1, d)), meaning)));
    return base.pow(*n);
  }

  // --- gamma functions: bring the argument to the least one of its class modulo integers
  // ----------------------------------------
  struct Shifted {
    Expr base;
    RationalFunction base_form;
    long shift;
  };
  Shifted gamma_argument(const Expr& u) {
    const RationalFunction f = normal(u);
    // The class: f minus the integer part of its constant term.
    Rational constant = 0;
    if (f.denominator().is_constant()) {
      for (const auto& t : f.numerator().terms()) {
        if (std::ranges::all_of(t.exponents, [](unsigned long k) { return k == 0; }))
          constant = t.coefficient / f.denominator().constant();
      }
    }
    const Rational whole = constant.floor();
    const std::string cls = (f - number(whole)).key();
    const auto found = gamma_base.find(cls);
    if (found == gamma_base.end()) {
      // A smaller base may be known from an earlier attempt.
      for (const auto& [key, base] : learned.gamma_bases) {
        if (key != to_text(expression(f - number(whole)))) continue;
        const RationalFunction b = normal(base);
        const auto shift = (f - b).is_constant() ? (f - b).constant().to_int64() : std::nullopt;
        if (shift && *shift >= 0 && *shift <= max_shift) {
          gamma_base.emplace(cls, std::pair{base, b});
          return {base, b, static_cast<long>(*shift)};
        }
      }
      gamma_base.emplace(cls, std::pair{u, f});
      return {u, f, 0};
    }
    const auto shift = (f - found->second.second).constant().to_int64();
    if (shift && *shift >= 0 && *shift <= max_shift)
      return {found->second.first, found->second.second, static_cast<long>(*shift)};
    if (shift && *shift < 0 && *shift >= -max_shift) {
      const std::string text = to_text(expression(f - number(whole)));
      std::erase_if(learned.gamma_bases, [&](const auto& p) { return p.first == text; });
      // As a normal form: u itself may hide a gamma function of the same class, as lgamma(1 + lgamma(2)^2) does.
      learned.gamma_bases.emplace_back(text, expression(f));
      throw Restart{};
    }
    return {u, f, 0};
  }
  // At integers and half-integers: sums from 1 and 1/2, where the value is known through pi, log 2 and polygamma(k,1).
  std::optional<RationalFunction> gamma_at(const Expr& e, const Rational& u) {
    const Rational twice = u * Rational(2);
    if (!twice.is_integer() || u.sign() <= 0 || u > Rational(max_shift)) return std::nullopt;
    const bool whole = u.is_integer();
    const Rational start = whole ? Rational(1) : Rational(1, 2);
    if (e.op() == Op::lgamma) {
      Rational product = 1;
      for (Rational x = start; x < u; x += Rational(1)) product *= x;
      const RationalFunction f = logarithm(Expr(product));
      return whole ? f : f + number(Rational(1, 2)) * logarithm(Expr::pi());
    }
    const int k = e.node().index;
    Rational c = k % 2 ? -1 : 1, sum = 0;
    for (int i = 2; i <= k; ++i) c *= Rational(i);
    for (Rational x = start; x < u; x += Rational(1)) sum += dpcert::pow(x, -(k + 1));
    const long zeta_below[] = {6, 90, 945, 9450};  // zeta(2 n) = pi^(2 n) / this
    RationalFunction at_one =
        k % 2 == 1 && k <= 7 ? number(abs(c) / Rational(zeta_below[k / 2])) * integer_power(normal(Expr::pi()), k + 1)
                             : atom(fmt::format("polygamma{} at 1", k), polygamma(k, 1));
    if (!whole)
      at_one = k == 0 ? at_one - number(2) * logarithm(Expr(2))
                      : number(dpcert::pow(Rational(2), k + 1) - Rational(1)) * at_one;
    return checked(at_one + number(c * sum));
  }
  RationalFunction gamma_function(const Expr& e) {
    const bool is_log = e.op() == Op::lgamma;
    if (const RationalFunction f = normal(e.arg(0)); f.is_constant()) {
      if (auto v = gamma_at(e, f.constant())) return *v;
    }
    const Shifted s = gamma_argument(e.arg(0));
    const int k = e.node().index;
    const Expr base = expression(s.base_form);
    RationalFunction sum = is_log ? atom("lgamma:" + s.base_form.key(), lgamma(base))
                                  : atom(fmt::format("polygamma{}:{}", k, s.base_form.key()), polygamma(k, base));
    for (long j = 0; j < s.shift; ++j) {
      const RationalFunction x = s.base_form + number(j);
      if (is_log) {
        sum = sum + logarithm(expression(x));
      } else {  // psi_k(x+1) = psi_k(x) + (-1)^k k! x^-(k+1)
        Rational c = k % 2 ? -1 : 1;
        for (int i = 2; i <= k; ++i) c *= Rational(i);
        sum = sum + number(c) / integer_power(x, k + 1);
      }
    }
    return checked(sum);
  }

  // --- the normal form
  // --------------------------------------------------------------------------------------------------------------
  RationalFunction opaque(const Expr& e) {
    std::string key =
        fmt::format("f{}.{}.{}", static_cast<int>(e.op()), e.node().index, e.op() == Op::apply ? e.name() : "");
    for (int k : e.node().orders) key += fmt::format("'{}", k);
    std::vector<Expr> args;
    for (const auto& a : e.args()) {
      const RationalFunction f = normal(a);
      key += "|" + f.key();
      args.push_back(expression(f));
    }
    return atom(key, with_args(e, std::move(args)));
  }

  RationalFunction normal(const Expr& root) {
    // Post-order without recursion over the arithmetic skeleton; functions recurse into their arguments.
    if (const auto f = memo.find(root); f != memo.end()) return f->second;
    LongChains chains{*this, root};
    std::vector<std::pair<Expr, bool>> stack{{root, false}};
    while (!stack.empty()) {
      const auto [e, ready] = stack.back();
      stack.pop_back();
      if (memo.contains(e)) continue;
      const std::vector<Part>* parts = chains.find(e);
      if (!ready) {
        stack.emplace_back(e, true);
        if (parts)
          for (const auto& a : *parts) stack.emplace_back(a.e, false);
        else
          for (const auto& a : e.args()) stack.emplace_back(a, false);
      } else {
        keep(e, parts ? total(*parts, e.op() == Op::mul) : step(e));
      }
    }
    return memo.at(root);
  }

  void keep(const Expr& e, RationalFunction f) {
    // An exponent takes a byte or more, a coefficient and the term's place in lists about two words.
    bytes += static_cast<std::size_t>(f.length()) *
             (static_cast<std::size_t>(ring.size()) + 16 + static_cast<std::size_t>(coefficient_bits(f) / 8));
    if (bytes > max_bytes) throw std::length_error("normal forms too large together");
    memo.emplace(e, std::move(f));
  }

  struct Part {
    Expr e;
    bool minus;
  };
  // Sums of many parts, built and read as ((a + b) + c) + ... , and products alike. Their partial results, each as long
  // as all parts before it together, are of no use to anybody else, so they are not made.
  class LongChains {
   public:
    LongChains(const State& state, const Expr& root) : state_(state), root_(root) {}
    /// The parts of e in order, if it is a sum of many.
    const std::vector<Part>* find(const Expr& e) {
      if (!is_chain(e)) return nullptr;
      if (const auto known = parts_.find(e); known != parts_.end()) return &known->second;
      if (!is_long(e)) return nullptr;
      if (uses_.empty()) count_uses();
      std::vector<Part> parts, todo{{e, false}};
      while (!todo.empty()) {
        const Part a = todo.back();
        todo.pop_back();
        if (joins(a.e, e) && (a.e == e || (uses_.at(a.e) == 1 && !state_.memo.contains(a.e)))) {
          todo.push_back({a.e.arg(1), a.minus != (a.e.op() == Op::sub)});
          todo.push_back({a.e.arg(0), a.minus});
        } else {
          parts.push_back(a);
        }
      }
      return parts.size() < many ? nullptr : &parts_.emplace(e, std::move(parts)).first->second;
    }

   private:
    static constexpr std::size_t many = 16;
    static bool is_chain(const Expr& e) { return e.op() == Op::add || e.op() == Op::sub || e.op() == Op::mul; }
    static bool joins(const Expr& e, const Expr& chain) {
      return is_chain(e) && (e.op() == Op::mul) == (chain.op() == Op::mul);
    }
    static bool is_long(const Expr& chain) {
      Expr e = chain;
      for (std::size_t k = 1; k < many; ++k) {
        if (!joins(e, chain)) return false;
        e = e.arg(0);
      }
      return true;
    }
    // By how many nodes below the root each node is used: a part that serves twice is worked out once.
    void count_uses() {
      std::vector<Expr> todo{root_};
      uses_.emplace(root_, 1);
      while (!todo.empty()) {
        const Expr e = todo.back();
        todo.pop_back();
        if (state_.memo.contains(e)) continue;
        for (const auto& a : e.args()) {
          if (++uses_[a] == 1) todo.push_back(a);
        }
      }
    }
    const State& state_;
    const Expr& root_;
    std::unordered_map<Expr, int> uses_;
    std::unordered_map<Expr, std::vector<Part>> parts_;
  };
  RationalFunction total(const std::vector<Part>& parts, bool multiplied) {
    std::vector<RationalFunction> all;
    for (const auto& a : parts) all.push_back(a.minus ? -memo.at(a.e) : memo.at(a.e));
    while (all.size() > 1) {  // neighbours, again and again
      std::vector<RationalFunction> next;
      for (std::size_t i = 0; i + 1 < all.size(); i += 2)
        next.push_back(multiplied ? product(all[i], all[i + 1]) : reduce(checked(all[i] + all[i + 1])));
      if (all.size() % 2) next.push_back(std::move(all.back()));
      all = std::move(next);
    }
    return std::move(all.front());
  }

  RationalFunction step(const Expr& e) {
    const auto x = [&](std::size_t i) -> const RationalFunction& { return memo.at(e.arg(i)); };
    switch (e.op()) {
      case Op::constant:
        return number(e.value());
      case Op::pi:
        return atom("pi", e);
      case Op::variable:
        return atom("x:" + e.name(), e);
      case Op::neg:
        return -x(0);
      case Op::add:
        return reduce(checked(x(0) + x(1)));
      case Op::sub:
        return reduce(checked(x(0) - x(1)));
      case Op::mul:
        return product(x(0), x(1));
      case Op::div:
        if (x(1).is_zero()) throw std::domain_error("division by zero");
        return reduce(checked(x(0) / x(1)));
      case Op::pow: {
        if (x(1).is_constant()) {
          const Rational c = x(1).constant();
          if (const auto n = c.to_int64()) return integer_power(x(0), static_cast<long>(*n));
        }
        if (positive(e.arg(0))) return exponential(product(x(1), logarithm(e.arg(0))));
        if (x(1).is_constant()) {  // u^(p/q)
          const auto num = x(1).constant().to_int64_numerator(), den = x(1).constant().to_int64_denominator();
          if (!num || !den || *den > 64) return opaque(e);
          return integer_power(*den == 2 ? square_root(x(0)) : root(e.arg(0), static_cast<long>(*den)),
                               static_cast<long>(*num));
        }
        if (auto p = whole_power(e, x(0), x(1))) return *p;
        return opaque(e);
      }
      case Op::exp:
        return exponential(x(0));
      case Op::log:
        return positive(e.arg(0)) ? logarithm(e.arg(0)) : opaque(e);
      case Op::log1p: {
        const Expr u = add(1, e.arg(0));
        return positive(u) ? logarithm(u) : opaque(e);
      }
      case Op::expm1:
        return exponential(x(0)) - number(1);
      case Op::sqrt:
        if (x(0).is_zero()) return number(0);
        return positive(e.arg(0)) ? exponential(number(Rational(1, 2)) * logarithm(e.arg(0))) : square_root(x(0));
      case Op::cosh:
        return number(Rational(1, 2)) * (exponential(x(0)) + exponential(-x(0)));
      case Op::sinh:
        return number(Rational(1, 2)) * (exponential(x(0)) - exponential(-x(0)));
      case Op::tanh: {
        const RationalFunction p = exponential(x(0)), q = exponential(-x(0));
        return (p - q) / (p + q);
      }
      case Op::xlogy:
        if (x(0).is_zero()) return number(0);
        return positive(e.arg(1)) ? product(x(0), logarithm(e.arg(1))) : opaque(e);
      case Op::lgamma:
      case Op::polygamma:
        return gamma_function(e);
      case Op::erf:
        if (x(0).is_zero()) return number(0);
        if (x(0).numerator().terms().front().coefficient.sign() < 0) return -opaque(erf(negate(e.arg(0))));
        return opaque(e);
      case Op::abs:
        return magnitude(e.arg(0), x(0));
      case Op::min:
      case Op::max: {
        const RationalFunction a = x(0), b = x(1);
        const RationalFunction gap = magnitude(sub(e.arg(0), e.arg(1)), a - b);
        return number(Rational(1, 2)) * (e.op() == Op::max ? a + b + gap : a + b - gap);
      }
      case Op::floor:
        return floor_of(x(0));
      case Op::ceil:
        return -floor_of(-x(0));
      default: {
        const FunctionEntry* f = function_entry(e);
        return f && f->definition ? normal(f->definition(e)) : opaque(e);
      }
    }
  }
};

// The last expression asked about, with its normal form, and answers that are often asked for again.
struct Algebra::Kept {
  Expr about;
  Learned learned;
  std::unique_ptr<State> state;
  std::unordered_map<Expr, bool> zero;
  std::unordered_map<Expr, std::optional<std::pair<Expr, Expr>>> fractions;
  std::unordered_map<Expr, std::optional<Factorization>> factorizations;
};

Algebra::Algebra(Oracles oracles) : oracles_(std::move(oracles)), kept_(std::make_unique<Kept>()) {}
Algebra::~Algebra() = default;

template <class F>
auto Algebra::attempt(const Expr& e, F f) -> decltype(f(std::declval<State&>())) {
  if (work_exhausted()) return {};
  const bool known = kept_->state && kept_->about == e;
  if (!known) kept_->learned = {};
  for (int tries = 0; tries < 40; ++tries) {
    try {
      if (!known || tries > 0) kept_->state = std::make_unique<State>(oracles_, kept_->learned);
      kept_->about = e;
      auto result = f(*kept_->state);
      if (kept_->state->bytes > kept_bytes) kept_->state.reset();
      return result;
    } catch (const Restart&) {
    } catch (const std::length_error&) {
      break;
    } catch (const std::domain_error&) {
      break;
    }
  }
  kept_->state.reset();
  return {};
}

template <class F>
auto Algebra::attempt(F f) -> decltype(f(std::declval<State&>())) {
  kept_->state.reset();  // several expressions: nothing is to be found, and nothing kept
  auto result = attempt(Expr(0), f);
  kept_->state.reset();
  return result;
}

namespace {
// What was given up for lack of work is not remembered: there may be more later.
template <class T, class Make>
T remembered(std::unordered_map<Expr, T>& known, const Expr& e, Make make) {
  if (const auto found = known.find(e); found != known.end()) return found->second;
  T made = make();
  if (!work_exhausted()) known.emplace(e, made);
  return made;
}
}  // namespace

bool Algebra::is_zero(const Expr& e) {
  return remembered(kept_->zero, e, [&] { return attempt(e, [&](State& s) { return s.normal(e).is_zero(); }); });
}

std::optional<Rational> Algebra::ratio(const Expr& a, const Expr& b, bool any_sign) {
  return attempt([&](State& s) -> std::optional<Rational> {
    const RationalFunction x = s.normal(a), y = s.normal(b);
    if (x.is_zero() || y.is_zero()) return std::nullopt;
    const RationalFunction q = x / y;
    if (!q.is_constant() || (!any_sign && q.constant().sign() <= 0)) return std::nullopt;
    return q.constant();
  });
}

std::optional<std::pair<Rational, Rational>> Algebra::affine(const Expr& a, const Expr& b) {
  return attempt([&](State& s) -> std::optional<std::pair<Rational, Rational>> {
    const RationalFunction x = s.normal(a), y = s.normal(b);
    if (y.is_constant()) return std::nullopt;
    if (x.denominator().is_constant() && y.denominator().is_constant()) {
      const auto coefficient = [](const RationalFunction& f, const Term& of) {
        for (const auto& t : f.numerator().terms()) {
          if (t.exponents == of.exponents) return t.coefficient / f.denominator().constant();
        }
        return Rational(0);
      };
      for (const auto& t : y.numerator().terms()) {
        if (std::ranges::all_of(t.exponents, [](auto k) { return k == 0; })) continue;
        const Rational c = coefficient(x, t) / coefficient(y, t);
        if (c.is_zero()) return std::nullopt;
        const RationalFunction rest = x - s.number(c) * y;
        if (!rest.is_constant()) return std::nullopt;
        return std::pair{c, rest.constant()};
      }
    }
    if (x.is_zero()) return std::nullopt;
    const RationalFunction q = x / y;
    if (!q.is_constant()) return std::nullopt;
    return std::pair{q.constant(), Rational(0)};
  });
}

std::optional<std::pair<Expr, Expr>> Algebra::fraction(const Expr& e) {
  return remembered(kept_->fractions, e, [&] {
    return attempt(e, [&](State& s) -> std::optional<std::pair<Expr, Expr>> {
      const RationalFunction f = s.normal(e);
      return std::pair{s.expression(f.numerator()), s.expression(f.denominator())};
    });
  });
}

std::optional<Expr> Algebra::simplified(const Expr& e) {
  return attempt(e, [&](State& s) -> std::optional<Expr> { return s.expression(s.normal(e)); });
}

std::optional<Expr> Algebra::expanded(const Expr& e) {
  return attempt(e, [&](State& s) -> std::optional<Expr> {
    const RationalFunction f = s.normal(e);
    const auto denominator = f.denominator().terms();
    if (denominator.size() != 1) return std::nullopt;
    Expr sum = 0;
    for (const auto& t : f.numerator().terms()) {
      Expr product = t.coefficient / denominator[0].coefficient;
      for (std::size_t i = 0; i < t.exponents.size(); ++i) {
        const long k = static_cast<long>(t.exponents[i]) - static_cast<long>(denominator[0].exponents[i]);
        if (k != 0) product = mul(product, power(s.atoms[i], Expr(k)));
      }
      sum = add(sum, product);
    }
    return sum;
  });
}

std::optional<Factorization> Algebra::factorization(const Expr& e) {
  const auto make = [&](State& s) -> std::optional<Factorization> {
    const RationalFunction f = s.normal(e);
    Factorization out{f.numerator().content() / f.denominator().content(), {}};
    if (f.is_zero()) return Factorization{0, {}};
    for (const bool top : {true, false}) {
      const Polynomial& p = top ? f.numerator() : f.denominator();
      if (p.is_constant()) continue;
      if (p.length() > 2000) return std::nullopt;
      for (long i = 0; i < static_cast<long>(s.atoms.size()); ++i) {
        if (p.degree(i) > 200) return std::nullopt;  // such factors take minutes, and are never what is wanted
      }
      const auto factors = p.factors();
      if (factors.empty()) return std::nullopt;
      for (const auto& [base, k] : factors) {
        const Rational c = base.content();
        Polynomial primitive = base;
        if (!(c == Rational(1))) {
          primitive = exact_quotient(base, Polynomial(s.ring, c));
        }
        out.factors.push_back({s.expression(primitive), top ? k : -k});
      }
    }
    return out;
  };
  return remembered(kept_->factorizations, e, [&] { return attempt(e, make); });
}

std::optional<std::vector<std::map<std::string, Rational>>> Algebra::polynomials(const std::vector<Expr>& expressions) {
  using Polynomials = std::vector<std::map<std::string, Rational>>;
  return attempt([&](State& s) -> std::optional<Polynomials> {
    Polynomials out;
    for (const auto& e : expressions) {
      const RationalFunction f = s.normal(e);
      if (!f.denominator().is_constant()) return std::nullopt;
      std::map<std::string, Rational> p;
      for (const auto& t : f.numerator().terms()) {
        std::string key;
        for (std::size_t i = 0; i < t.exponents.size(); ++i) {
          if (t.exponents[i]) key += fmt::format("{}^{} ", i, t.exponents[i]);
        }
        p.emplace(key, t.coefficient / f.denominator().constant());
      }
      out.push_back(std::move(p));
    }
    return out;
  });
}

std::optional<std::vector<Expr>> Algebra::coefficients(const Expr& e, const Expr& variable) {
  return attempt([&](State& s) -> std::optional<std::vector<Expr>> {
    const RationalFunction f = s.normal(e);
    const auto found = s.atom_by_key.find("x:" + variable.name());
    if (found == s.atom_by_key.end()) return std::vector<Expr>{s.expression(f)};
    for (std::size_t i = 0; i < s.atoms.size(); ++i) {
      if (static_cast<long>(i) != found->second && depends_on(s.atoms[i], variable) &&
          f.numerator().degree(static_cast<long>(i)) + f.denominator().degree(static_cast<long>(i)) > 0)
        return std::nullopt;
    }
    if (f.denominator().degree(found->second) > 0) return std::nullopt;
    std::map<unsigned long, std::vector<Term>> by_degree;
    for (auto t : f.numerator().terms()) {
      const unsigned long k = t.exponents[static_cast<std::size_t>(found->second)];
      t.exponents[static_cast<std::size_t>(found->second)] = 0;
      by_degree[k].push_back(std::move(t));
    }
    std::vector<Expr> out;
    const unsigned long top = by_degree.empty() ? 0 : by_degree.rbegin()->first;
    for (unsigned long k = 0; k <= top; ++k) {
      out.push_back(by_degree.contains(k)
                        ? s.expression(RationalFunction(Polynomial::from_terms(s.ring, by_degree[k]), f.denominator()))
                        : Expr(0));
    }
    return out;
  });
}

}  // namespace dpcert::verify
