// The outcome of a comparison of enclosures. It does not convert to bool: `!(a > b)` is not `a <= b`.
#pragma once

#include <cstdint>

namespace dpcert {

enum class Rel : std::uint8_t;  // include/dpcert/symbolic/expr.hpp

class Truth {
 public:
  enum Value : std::uint8_t {
    never,     ///< false for every choice of points in the enclosures
    maybe,     ///< true for some, false for others, or not decided
    always,    ///< true for every choice
    undefined  ///< an operand is undefined
  };
  constexpr Truth(Value value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  explicit operator bool() const = delete;

  [[nodiscard]] constexpr bool is_certain() const { return value_ == always; }
  [[nodiscard]] constexpr bool is_impossible() const { return value_ == never; }
  [[nodiscard]] constexpr bool is_undefined() const { return value_ == undefined; }
  [[nodiscard]] constexpr Value value() const { return value_; }
  friend constexpr Truth operator!(Truth t) {
    return t.value_ == never ? always : t.value_ == always ? never : t.value_;
  }

 private:
  Value value_;
};

}  // namespace dpcert
