#include "verify/algebra/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace dpcert::verify {

namespace {
constexpr long max_shift = 64;  // recurrences of gamma functions
}  // namespace

RationalFunction Algebra::State::logarithm(const Expr& u) {
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

RationalFunction Algebra::State::log_of_polynomial(const Polynomial& p, const Expr& meaning) {
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

RationalFunction Algebra::State::logarithm_of_atom(const Expr& a) {
  if (a.op() == Op::exp || ((a.op() == Op::sqrt || a.op() == Op::pow) && positive(a.arg(0)))) return logarithm(a);
  return atom("log:atom:" + to_text(a), log(a));
}

RationalFunction Algebra::State::exponential(const RationalFunction& f) {
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

RationalFunction Algebra::State::exponential_term(const RationalFunction& m, const Rational& c) {
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

Algebra::State::Shifted Algebra::State::gamma_argument(const Expr& u) {
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

std::optional<RationalFunction> Algebra::State::gamma_at(const Expr& e, const Rational& u) {
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

RationalFunction Algebra::State::gamma_function(const Expr& e) {
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

RationalFunction Algebra::State::circular(const Expr& e) {
  Op op = e.op();
  Expr u = e.arg(0);
  RationalFunction f = normal(u);
  Rational turns = 0;  // halves of them: the coefficient of pi
  bool minus = false, seen = false;
  const bool with_pi = depends_on(u, Expr::pi()) && f.denominator().is_constant();
  for (const Term& t : f.numerator().terms()) {
    if (with_pi) {
      const RationalFunction ratio =
          RationalFunction(Polynomial::from_terms(ring, {t}), f.denominator()) / normal(Expr::pi());
      if (ratio.is_constant()) {
        turns = ratio.constant();
        continue;
      }
    }
    if (!seen) minus = t.coefficient.sign() < 0;
    seen = true;
  }
  if (minus) u = negate(u), turns = -turns;
  minus = minus && op != Op::cos;
  if (op != Op::atan) {
    const Rational quarters = (turns + turns).floor(), half = quarters / Rational(2);
    const bool odd = !(half == half.floor()),
               second = !((half.floor() / Rational(2)) == (half.floor() / Rational(2)).floor());
    if (!quarters.is_zero()) u = sub(u, mul(Expr(half), Expr::pi()));
    minus = minus != (op == Op::sin ? second : second != odd);
    if (odd) op = op == Op::sin ? Op::cos : Op::sin;
  }
  f = normal(u);
  const RationalFunction out = !f.is_zero() ? opaque(Expr::make(op, {u})) : number(op == Op::cos ? 1 : 0);
  return minus ? -out : out;
}

}  // namespace dpcert::verify
