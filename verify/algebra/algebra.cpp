#include "verify/algebra/algebra.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "dpcert/core/error.hpp"
#include "src/core/work.hpp"
#include "verify/algebra/state.hpp"

namespace dpcert::verify {

namespace {
// Of normal forms that wait for the next question about the same expression.
constexpr std::size_t kept_bytes = 4'000'000;
}  // namespace

// The last expression asked about, with its normal form, and answers that are often asked for again.
struct Algebra::Kept {
  Expr about;
  State::Learned learned;
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
    } catch (const State::Restart&) {
    } catch (const std::length_error&) {
      break;
    } catch (const std::domain_error&) {
      break;
    } catch (const Error& e) {  // of numbers on the way
      if (e.code() != ErrorCode::division_by_zero) throw;
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
    if (top > State::max_degree) return std::nullopt;  // there is one for each degree, also where it is 0
    for (unsigned long k = 0; k <= top; ++k) {
      out.push_back(by_degree.contains(k)
                        ? s.expression(RationalFunction(Polynomial::from_terms(s.ring, by_degree[k]), f.denominator()))
                        : Expr(0));
    }
    return out;
  });
}

}  // namespace dpcert::verify
