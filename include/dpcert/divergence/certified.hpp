// Certified evaluation: a rigorous enclosure with as many digits as asked for, from exact rational parameters.
//
// The working precision is predicted from the double value (how much the printed formula will cancel) and raised until
// the digits are there. Domain questions and equality are decided exactly in rationals, so that 0 and +infinity are
// exact answers, never limits of precision.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// Escalation stops here: one value at this precision takes seconds.
inline constexpr Precision certified_precision_cap = Precision{1} << 16;
/// At most so many decimal digits may be asked for.
inline constexpr int certified_digits_cap = 10000;

struct Certified {
  enum class State : std::uint8_t {
    finite,    ///< enclosure holds the value, to the digits asked for (exactly, if the value is 0)
    infinite,  ///< the value is +infinity, decided exactly
    undecided  ///< the precision cap was reached; enclosure is rigorous but wider, or indeterminate
  };
  State state = State::undecided;
  Ball enclosure = Ball::indeterminate();  ///< +infinity if infinite; says nothing until something is known
  Precision precision = 0;                 ///< working precision of the last evaluation, in bits
  std::string reason = {};                 ///< why it is undecided

  [[nodiscard]] bool is_finite() const { return state == State::finite; }
  [[nodiscard]] bool is_infinite() const { return state == State::infinite; }
  static Certified zero();
  static Certified one();
  static Certified plus_infinity();
};
std::string_view to_string(Certified::State state);

/// Bits of relative accuracy that make `digits` decimal digits, plus one. Throws Error::bad_input for digits
/// outside 1..certified_digits_cap.
Precision bits_for_digits(int digits);
/// The least number of digits (at least 1) for which bits_for_digits is at least `bits`.
int digits_for_bits(Precision bits);

/// Evaluates `at(precision)` at `first` bits and then at as many more as the last accuracy says are missing (at most
/// doubling when it says nothing), until the relative accuracy reaches `bits`, or the cap. `at` must return a rigorous
/// enclosure at any precision.
Certified escalate(Precision bits, Precision first, const std::function<Ball(Precision)>& at);

/// D_order(P || Q) in nats, relative radius at most 10^-digits. Domain and infinities as renyi_divergence. Throws
/// Error::domain for parameters <= 0, Error::bad_input for unequal dimensions.
Certified certified_renyi(const Order<Rational>& order, const Dirichlet<Rational>& p, const Dirichlet<Rational>& q,
                          int digits);
Certified certified_renyi(const Order<Rational>& order, const Beta<Rational>& p, const Beta<Rational>& q, int digits);
/// D_1, the same.
Certified certified_kl(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q, int digits);
/// Hellinger distance sqrt(1 - int sqrt(P Q)) and its square, in [0, 1].
Certified certified_hellinger(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q, int digits);
Certified certified_hellinger_squared(const Dirichlet<Rational>& p, const Dirichlet<Rational>& q, int digits);
/// C = sum lgamma(alpha_k) - lgamma(sum alpha_k), the conjugate family's log-partition; +infinity if an alpha_k <= 0. A
/// value that is exactly 0 (such as alpha = (1, 1)) is recognised where every alpha_k is an integer; otherwise a zero
/// stays undecided.
Certified certified_log_partition(const Dirichlet<Rational>& p, int digits);

}  // namespace dpcert
