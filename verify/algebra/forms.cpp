#include "verify/algebra/state.hpp"

#include <algorithm>
#include <stdexcept>

#include "src/core/work.hpp"

namespace dpcert::verify {

namespace {
constexpr long max_length = 20000;  // terms of one rational function
constexpr long max_bits = 20000;    // of one coefficient
}  // namespace

RationalFunction Algebra::State::checked(RationalFunction f) {
  const long bits = coefficient_bits(f);
  count_work(static_cast<std::uint64_t>(2 + f.length() + f.length() * (bits / 4096)));
  if (work_exhausted()) throw std::length_error("out of work");
  if (f.length() > max_length || bits > max_bits) throw std::length_error("normal form too large");
  return f;
}

RationalFunction Algebra::State::atom(const std::string& key, const Expr& meaning) {
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

Expr Algebra::State::monomial(const Term& t) {
  Expr e = 1;
  for (std::size_t i = 0; i < t.exponents.size(); ++i) {
    if (t.exponents[i]) e = mul(e, power(atoms[i], Expr(static_cast<long>(t.exponents[i]))));
  }
  return e;
}

Expr Algebra::State::expression(const Polynomial& p) {
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

Expr Algebra::State::expression(const RationalFunction& f) {
  return quotient(expression(f.numerator()), expression(f.denominator()));
}

RationalFunction Algebra::State::reduce(RationalFunction f) {
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

RationalFunction Algebra::State::without_roots_below(RationalFunction f) {
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

RationalFunction Algebra::State::reduced_powers(const Polynomial& p, const Root& r) {
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

RationalFunction Algebra::State::product(const RationalFunction& a, const RationalFunction& b) {
  return reduce(checked(a * b));
}

}  // namespace dpcert::verify
