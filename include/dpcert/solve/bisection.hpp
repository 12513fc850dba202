// Brackets: between a point where a condition holds and one where it fails it changes, and the bracket is made
// narrower. Bisection halves it; Illinois' regula falsi follows the values. Over any numbers: integers, doubles,
// rationals, exact points of Ball.
//
// A search. What it finds is no better than the answers that it was given: with certified answers the two ends are
// certified, with doubles they are a guess.
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "dpcert/core/rational.hpp"

namespace dpcert {

/// `holds` may lie on either side of `fails`.
template <class T>
struct Bracket {
  T holds, fails;
  /// The point at which a condition that may be undecided was neither; the bracket ends there.
  std::optional<T> undecided = {};
};

/// Half-way between two ends: of integers rounded to the first one, of doubles to the nearest.
template <class T>
T halfway(const T& a, const T& b) {
  if constexpr (std::is_arithmetic_v<T>) {
    return std::midpoint(a, b);
  } else if constexpr (std::is_same_v<T, Rational>) {
    return (a + b) / Rational(2);
  } else {
    return midpoint(a, b);  // found where T is declared
  }
}

/// Halves the bracket up to `steps` times, at `middle(holds, fails)` each, until no number lies between them (adjacent
/// integers, adjacent doubles) or the condition has no answer. The condition returns bool, or optional<bool>.
template <class T, class Condition, class Middle>
Bracket<T> bisect(Bracket<T> bracket, long steps, Condition&& condition, Middle&& middle) {
  for (long i = 0; i < steps; ++i) {
    T at = middle(bracket.holds, bracket.fails);
    if constexpr (std::is_arithmetic_v<T>) {
      if (!(std::min(bracket.holds, bracket.fails) < at && at < std::max(bracket.holds, bracket.fails))) break;
    }
    const std::optional<bool> answer = condition(std::as_const(at));
    if (!answer) {
      bracket.undecided = std::move(at);
      break;
    }
    (*answer ? bracket.holds : bracket.fails) = std::move(at);
  }
  return bracket;
}
template <class T, class Condition>
Bracket<T> bisect(Bracket<T> bracket, long steps, Condition&& condition) {
  return bisect(std::move(bracket), steps, std::forward<Condition>(condition), halfway<T>);
}

/// Regula falsi with Illinois weights for a root between `low` (value below 0) and `high` (value above 0): where one
/// end stays twice, its value counts half, so that both ends move. Source: Dowell and Jarratt, A modified regula falsi
/// method for computing the root of an equation, BIT 11 (1971).
template <class T>
class RegulaFalsi {
 public:
  RegulaFalsi(T low, T value_low, T high, T value_high)
      : low_(std::move(low)), high_(std::move(high)), at_low_(std::move(value_low)), at_high_(std::move(value_high)) {}
  [[nodiscard]] const T& low() const { return low_; }
  [[nodiscard]] const T& high() const { return high_; }
  /// The weighted value at `high`.
  [[nodiscard]] const T& at_high() const { return at_high_; }
  /// Where the chord of the weighted values meets 0.
  [[nodiscard]] T next() const { return (low_ * at_high_ - high_ * at_low_) / (at_high_ - at_low_); }
  /// The value at a point between the ends, and whether it lies above the root.
  void take(const T& x, const T& value, bool above) {
    if (above) {
      high_ = x, at_high_ = value;
      if (last_ > 0) at_low_ = at_low_ / T(2);
    } else {
      low_ = x, at_low_ = value;
      if (last_ < 0) at_high_ = at_high_ / T(2);
    }
    last_ = above ? 1 : -1;
  }

 private:
  T low_, high_, at_low_, at_high_;
  int last_ = 0;  ///< the side of the last point taken
};

}  // namespace dpcert
