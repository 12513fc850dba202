// Deciding, for any scalar, whether a parameter lies in a set; and what a function returns where it does not.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

#include "dpcert/core/error.hpp"

namespace dpcert {

class Ball;
class Interval;

enum class Membership : std::uint8_t {
  inside,
  outside,
  undecided,  ///< an enclosure that straddles the boundary, or is itself undefined
  symbolic    ///< the scalar has no value (Expr): the formula of the interior is meant, its domain is the caller's
              ///< hypothesis
};

/// Inside only if both are; outside as soon as one is.
constexpr Membership operator&&(Membership a, Membership b) {
  if (a == Membership::outside || b == Membership::outside) return Membership::outside;
  if (a == Membership::undecided || b == Membership::undecided) return Membership::undecided;
  return a == Membership::symbolic ? a : b;
}

namespace detail {
template <class S>
concept Ordered = requires(const S& x) {
  { x > S(0) } -> std::convertible_to<bool>;
};
template <class S>
concept Enclosure = requires(const S& x) {
  { certainly_positive(x) } -> std::convertible_to<bool>;
  { certainly_nonpositive(x) } -> std::convertible_to<bool>;
};
/// A value with derivatives (Jet): its value decides.
template <class S>
concept Differentiated = requires(const S& x) {
  x.value();
  x.gradient(0);
};
}  // namespace detail

/// x > 0? NaN is undecided.
template <class S>
Membership positive(const S& x) {
  if constexpr (detail::Enclosure<S>) {
    return certainly_positive(x)      ? Membership::inside
           : certainly_nonpositive(x) ? Membership::outside
                                      : Membership::undecided;
  } else if constexpr (detail::Ordered<S>) {
    return x > S(0) ? Membership::inside : x <= S(0) ? Membership::outside : Membership::undecided;
  } else if constexpr (detail::Differentiated<S>) {
    return positive(x.value());
  } else {
    return Membership::symbolic;
  }
}
/// x >= 0?
template <class S>
Membership nonnegative(const S& x) {
  if constexpr (detail::Enclosure<S>) {
    return certainly_nonnegative(x) ? Membership::inside
           : certainly_negative(x)  ? Membership::outside
                                    : Membership::undecided;
  } else if constexpr (detail::Ordered<S>) {
    return x >= S(0) ? Membership::inside : x < S(0) ? Membership::outside : Membership::undecided;
  } else if constexpr (detail::Differentiated<S>) {
    return nonnegative(x.value());
  } else {
    return Membership::symbolic;
  }
}

}  // namespace dpcert
