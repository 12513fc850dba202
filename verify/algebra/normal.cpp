#include "verify/algebra/state.hpp"

#include <fmt/format.h>

#include <span>
#include <stdexcept>

#include "src/symbolic/functions.hpp"

namespace dpcert::verify {

namespace {
constexpr std::size_t max_bytes = 256'000'000;  // of all normal forms that belong to one expression, counted

// The parts whose forms an operation is made of: of a sum or product over a range its ends, of an integral none.
std::span<const Expr> outer(const Expr& e) { return is_integral(e) ? std::span<const Expr>() : outer_args(e); }
}  // namespace

RationalFunction Algebra::State::opaque(const Expr& e) {
  std::string key = fmt::format("f{}.{}.{}", static_cast<int>(e.op()), e.node().index, is_opaque(e) ? e.name() : "");
  for (int k : e.node().orders) key += fmt::format("'{}", k);
  std::vector<Expr> args;
  for (const auto& a : e.args()) {
    const RationalFunction f = normal(a);
    key += "|" + f.key();
    args.push_back(expression(f));
  }
  if (!is_repeated(e)) return atom(key, with_args(e, std::move(args)));
  // Where sums inside the body went, the index has another name.
  const Expr form = Expr::repeated(e.op(), index_of(e), args[0], args[1], args[2]);
  return index_of(form) == index_of(e) ? atom(key + "|" + index_of(e).name(), form) : normal(form);
}

// Sums of many parts, built and read as ((a + b) + c) + ... , and products alike. Their partial results, each as long
// as all parts before it together, are of no use to anybody else, so they are not made.
class Algebra::State::LongChains {
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

RationalFunction Algebra::State::normal(const Expr& root) {
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
        for (const auto& a : outer(e)) stack.emplace_back(a, false);
    } else {
      keep(e, parts ? total(*parts, e.op() == Op::mul) : step(e));
    }
  }
  return memo.at(root);
}

void Algebra::State::keep(const Expr& e, RationalFunction f) {
  // An exponent takes a byte or more, a coefficient and the term's place in lists about two words.
  bytes += static_cast<std::size_t>(f.length()) *
           (static_cast<std::size_t>(ring.size()) + 16 + static_cast<std::size_t>(coefficient_bits(f) / 8));
  if (bytes > max_bytes) throw std::length_error("normal forms too large together");
  memo.emplace(e, std::move(f));
}

RationalFunction Algebra::State::total(const std::vector<Part>& parts, bool multiplied) {
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

RationalFunction Algebra::State::power_of(const Expr& e, const RationalFunction& u, const RationalFunction& v) {
  if (v.is_constant()) {
    if (const auto n = v.constant().to_int64()) return integer_power(u, static_cast<long>(*n));
  }
  if (positive(e.arg(0))) return exponential(product(v, logarithm(e.arg(0))));
  if (v.is_constant()) {  // u^(p/q)
    const auto num = v.constant().to_int64_numerator(), den = v.constant().to_int64_denominator();
    if (!num || !den || *den > 64) return opaque(e);
    return integer_power(*den == 2 ? square_root(u) : root(e.arg(0), static_cast<long>(*den)), static_cast<long>(*num));
  }
  if (auto p = whole_power(e, u, v)) return *p;
  return opaque(e);
}

// Linear in its body: what does not contain the index stands outside, and a sum of terms is as many sums.
RationalFunction Algebra::State::sum_over_range(const Expr& e) {
  constexpr long longest = 64;  // of a range of literal length that is written out
  const RationalFunction length = memo.at(e.arg(1)) - memo.at(e.arg(0)) + number(1);
  if (length.is_constant() && length.constant() <= Rational(longest)) {
    RationalFunction total = number(0);
    for (long i = 0; Rational(i) < length.constant(); ++i)
      total = checked(total + normal(body_at(e, dpcert::add(e.arg(0), Expr(i)))));
    return total;
  }
  const Expr index = index_of(e);
  const RationalFunction body = normal(e.arg(2));
  std::vector<bool> inside;  // of each indeterminate: does it contain the index?
  for (const Expr& meaning : atoms) inside.push_back(depends_on(meaning, index));
  const auto parts = [&](const Term& t) {  // outside, inside
    std::pair<Term, Term> out{{t.coefficient, t.exponents}, {Rational(1), t.exponents}};
    for (std::size_t i = 0; i < t.exponents.size(); ++i)
      (i < inside.size() && inside[i] ? out.first : out.second).exponents[i] = 0;
    return out;
  };
  const Polynomial one(ring, 1);
  Polynomial below_outside = body.denominator(), below_inside = one;
  if (const auto terms = below_outside.terms(); terms.size() == 1) {
    const auto [outside, in] = parts(terms[0]);
    below_outside = Polynomial::from_terms(ring, {outside});
    below_inside = Polynomial::from_terms(ring, {in});
  } else {
    for (long i = 0; i < static_cast<long>(inside.size()); ++i) {
      if (inside[static_cast<std::size_t>(i)] && below_outside.degree(i) > 0) return opaque(e);
    }
  }
  const std::string ends = memo.at(e.arg(0)).key() + "|" + memo.at(e.arg(1)).key();
  const Expr low = expression(memo.at(e.arg(0))), high = expression(memo.at(e.arg(1)));
  RationalFunction total = number(0);
  for (const Term& t : body.numerator().terms()) {
    const auto [outside, in] = parts(t);
    const RationalFunction rest(Polynomial::from_terms(ring, {in}), below_inside);
    if (rest.is_constant() && nonnegative(dpcert::add(dpcert::sub(e.arg(1), e.arg(0)), 1))) {
      total = total + RationalFunction(Polynomial::from_terms(ring, {outside}), below_outside) * length;
      continue;
    }
    const Expr meaning = Expr::repeated(Op::sum, index, low, high, expression(rest));
    // Where sums inside the body went outside, the index has another name.
    const RationalFunction sum = index_of(meaning) == index
                                     ? atom("sum:" + index.name() + "|" + ends + "|" + rest.key(), meaning)
                                     : normal(meaning);
    total = total + RationalFunction(Polynomial::from_terms(ring, {outside}), below_outside) * sum;
  }
  return checked(std::move(total));
}

RationalFunction Algebra::State::step(const Expr& e) {
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
    case Op::pow:
      return power_of(e, x(0), x(1));
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
    case Op::sin:
    case Op::cos:
    case Op::atan:
      return circular(e);
    case Op::abs:
      return magnitude(e.arg(0), x(0));
    case Op::min:
    case Op::max: {
      const RationalFunction &a = x(0), &b = x(1);
      const RationalFunction gap = magnitude(sub(e.arg(0), e.arg(1)), a - b);
      return number(Rational(1, 2)) * (e.op() == Op::max ? a + b + gap : a + b - gap);
    }
    case Op::sum:
      return sum_over_range(e);
    case Op::integral:
      return atom("integral:" + to_text(e), e);
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

}  // namespace dpcert::verify
