#include "dpcert/divergence/certified.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {

Certified Certified::zero() { return {State::finite, Ball(0), 0}; }
Certified Certified::one() { return {State::finite, Ball(1), 0}; }
Certified Certified::plus_infinity() {
  Certified r;
  r.state = State::infinite;
  arb_pos_inf(r.enclosure.arb());
  return r;
}

std::string_view to_string(Certified::State state) {
  switch (state) {
    case Certified::State::finite:
      return "finite";
    case Certified::State::infinite:
      return "infinite";
    case Certified::State::undecided:
      return "undecided";
  }
  return "undecided";
}

static constexpr double bits_of_a_digit = 3.3219280948873626;  // log2(10), rounded up

Precision bits_for_digits(int digits) {
  if (digits < 1 || digits > certified_digits_cap) {
    throw Error(ErrorCode::bad_input, "digits", "1.." + std::to_string(certified_digits_cap), std::to_string(digits));
  }
  return static_cast<Precision>(std::ceil(digits * bits_of_a_digit)) + 1;
}

int digits_for_bits(Precision bits) {
  // ceil(digits * bits_of_a_digit) + 1 >= bits, that is, digits * bits_of_a_digit > bits - 2
  return bits < 2 ? 1 : static_cast<int>(std::floor(static_cast<double>(bits - 2) / bits_of_a_digit)) + 1;
}

Certified escalate(Precision bits, Precision first, const std::function<Ball(Precision)>& at) {
  constexpr double evaluations = 4;  // of elementary functions; what costs more says so itself
  Precision precision = std::clamp(first, Precision{32}, certified_precision_cap);
  while (true) {
    spend_evaluations(evaluations, precision);
    Ball value = at(precision);
    // arb_rel_accuracy_bits counts from the exponents; one bit more than asked for makes the radius bound true.
    const bool finite = value.is_finite();
    if (finite && value.relative_accuracy_bits() > bits) return {Certified::State::finite, std::move(value), precision};
    if (precision >= certified_precision_cap) {
      return {Certified::State::undecided, std::move(value), precision,
              "the digits were not reached at " + std::to_string(precision) + " bits"};
    }
    const bool informative = finite && !value.contains_zero();
    const Precision missing = informative ? bits + 1 - value.relative_accuracy_bits() : precision;
    precision = std::min(certified_precision_cap, precision + std::max(missing, Precision{8}) + 4);
  }
}

Certified certified_kl(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q, int digits) {
  return certified_renyi(Order<Rational>::one(), p, q, digits);
}

Certified certified_hellinger_squared(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (p == q) {
    (void)certified_renyi(Order<Rational>(Rational(1, 2)), p, q, digits);  // refuses what is not a pair of laws
    return Certified::zero();
  }
  int more = 2;  // x -> 1 - exp(-x/2) has a relative condition number of at most 1
  while (true) {
    const Certified d = certified_renyi(Order<Rational>(Rational(1, 2)), p, q, digits + more);
    Certified r{d.state, hellinger_squared_from_renyi(d.enclosure.with_precision(d.precision + bits)), d.precision};
    if (!d.is_finite() || r.enclosure.relative_accuracy_bits() > bits) return r;
    if (++more > 6) {
      r.state = Certified::State::undecided;
      return r;
    }
  }
}

Certified certified_hellinger(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q, int digits) {
  Certified r = certified_hellinger_squared(p, q, std::min(digits + 1, certified_digits_cap));
  if (r.precision != 0) r.enclosure = sqrt(r.enclosure);
  return r;
}

Certified certified_log_partition(const Dirichlet<Rational>& p, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (p.dimension() < 2)
    throw Error(ErrorCode::bad_input, "log_partition", "at least 2 parameters", std::to_string(p.dimension()));
  if (normalizable(p) == Membership::outside) return Certified::plus_infinity();
  // lgamma of integers: prod (alpha_k - 1)! = (n - 1)! only for alpha = (1, 1).
  if (p.dimension() == 2 && p.alpha[0] == Rational(1) && p.alpha[1] == Rational(1)) return Certified::zero();
  const Rational n = total(p);
  const double scale = std::max(1.0, std::log2(1 + n.approx()) * 2);
  return escalate(bits, bits + 16 + static_cast<Precision>(scale), [&](Precision precision) {
    Dirichlet<Ball> law;
    for (const Rational& a : p.alpha) law.alpha.emplace_back(a, precision);
    return log_partition(law);
  });
}

}  // namespace dpcert
