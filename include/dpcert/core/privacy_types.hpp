// The parameters of privacy statements, as types that cannot be mixed up: Order, Epsilon, Delta.
//
// Each wraps a value of any scalar. Validation uses what the scalar can decide: an exact or floating value outside the
// range throws; an enclosure throws if it lies outside for certain or if that cannot be decided; a symbolic value is
// taken as it is (its domain belongs to the statement around it).
#pragma once

#include <string_view>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"

namespace dpcert {

namespace detail {
inline void require_inside(Membership m, std::string_view where, std::string_view expected) {
  if (m == Membership::outside) throw Error(ErrorCode::domain, where, expected, "a value outside");
  if (m == Membership::undecided) throw Error(ErrorCode::domain, where, expected, "an enclosure that may lie outside");
}
}  // namespace detail

/// The order of a Renyi divergence: lambda, alpha or nu of the papers. 0 < order <= infinity; 1 is the Kullback-Leibler
/// limit, infinity the max-divergence. Throws Error::domain for an order <= 0 or NaN.
template <class S>
class Order {
 public:
  explicit Order(S value) : value_(std::move(value)) {
    if constexpr (requires {
                    { value_ == value_ } -> std::convertible_to<bool>;
                    { value_ > 0 } -> std::convertible_to<bool>;
                  }) {
      if (!(value_ > 0)) throw Error(ErrorCode::domain, "Order", "0 < order <= inf", "an order <= 0 or NaN");
      if constexpr (std::numeric_limits<S>::has_infinity) infinite_ = value_ == std::numeric_limits<S>::infinity();
      one_ = value_ == S(1);
    } else {
      detail::require_inside(positive(value_), "Order", "0 < order <= inf");
    }
  }
  /// The limit order -> 1 (Kullback-Leibler), for every scalar.
  static Order one() { return Order(S(1), false); }
  /// The limit order -> infinity (max-divergence), for every scalar.
  static Order infinity() { return Order(S(1), true); }

  /// The finite order; meaningless if is_infinite().
  [[nodiscard]] const S& value() const { return value_; }
  [[nodiscard]] bool is_one() const { return one_; }
  [[nodiscard]] bool is_infinite() const { return infinite_; }

 private:
  Order(S value, bool infinite) : value_(std::move(value)), one_(!infinite), infinite_(infinite) {}
  S value_;
  bool one_ = false;
  bool infinite_ = false;
};

/// The privacy parameter epsilon, in nats; epsilon >= 0. Throws Error::domain otherwise.
template <class S>
class Epsilon {
 public:
  explicit Epsilon(S value) : value_(std::move(value)) {
    detail::require_inside(nonnegative(value_), "Epsilon", "epsilon >= 0");
  }
  [[nodiscard]] const S& value() const { return value_; }

 private:
  S value_;
};

/// The privacy parameter delta, a probability: 0 <= delta <= 1. Throws Error::domain otherwise.
template <class S>
class Delta {
 public:
  explicit Delta(S value) : value_(std::move(value)) {
    detail::require_inside(nonnegative(value_), "Delta", "0 <= delta <= 1");
    detail::require_inside(nonnegative(S(S(1) - value_)), "Delta", "0 <= delta <= 1");
  }
  [[nodiscard]] const S& value() const { return value_; }

 private:
  S value_;
};

}  // namespace dpcert
