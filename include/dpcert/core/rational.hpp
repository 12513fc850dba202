// Exact rational numbers: a value class over FLINT's fmpq.
//
// FLINT rather than Boost's GMP wrapper, because small values stay inline (no allocation), because Arb reads fmpq
// directly, and because the header costs nothing to include. Construction from floating point is deleted: `0.1` inside
// a formula would poison a proof.
#pragma once

#include <flint/fmpq.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace dpcert {

class Rational {
 public:
  Rational() noexcept { fmpq_init(value_); }
  template <std::integral T>
  Rational(T n) {  // NOLINT(google-explicit-constructor): integers are rationals
    fmpq_init(value_);
    if constexpr (std::is_signed_v<T>) {
      fmpz_set_si(fmpq_numref(value_), static_cast<slong>(n));
    } else {
      fmpz_set_ui(fmpq_numref(value_), static_cast<ulong>(n));
    }
  }
  /// numerator / denominator in lowest terms; throws Error::division_by_zero for denominator 0.
  Rational(std::int64_t numerator, std::int64_t denominator);
  template <std::floating_point T>
  Rational(T) = delete;

  Rational(const Rational& o) {
    fmpq_init(value_);
    fmpq_set(value_, o.value_);
  }
  Rational(Rational&& o) noexcept {
    fmpq_init(value_);
    fmpq_swap(value_, o.value_);
  }
  Rational& operator=(const Rational& o) {
    fmpq_set(value_, o.value_);
    return *this;
  }
  Rational& operator=(Rational&& o) noexcept {
    fmpq_swap(value_, o.value_);
    return *this;
  }
  ~Rational() { fmpq_clear(value_); }

  /// The value of `12`, `-3/4`, `0.5`, `1e-3`, or a quotient of two of these; nothing if the text is something else or
  /// absurdly long.
  static std::optional<Rational> parse(std::string_view text);
  /// The exact value of a finite double (every finite double is a rational); throws Error::domain otherwise. A
  /// named function, so that it never happens silently.
  static Rational from_double(double x);
  static Rational from_fmpq(const fmpq_t q) {
    Rational r;
    fmpq_set(r.value_, q);
    return r;
  }

  [[nodiscard]] const fmpq* fmpq_ptr() const { return value_; }
  [[nodiscard]] fmpq* fmpq_ptr() { return value_; }

  /// "p/q", or "p" for integers.
  [[nodiscard]] std::string str() const;
  /// Nearest double (ties unspecified); for search and display only.
  [[nodiscard]] double approx() const;

  [[nodiscard]] bool is_integer() const { return fmpz_is_one(fmpq_denref(value_)) != 0; }
  [[nodiscard]] bool is_zero() const { return fmpq_is_zero(value_) != 0; }
  [[nodiscard]] int sign() const { return fmpq_sgn(value_); }
  [[nodiscard]] std::optional<std::int64_t> to_int64() const;
  /// Numerator and denominator in lowest terms, if they fit.
  [[nodiscard]] std::optional<std::int64_t> to_int64_numerator() const;
  [[nodiscard]] std::optional<std::int64_t> to_int64_denominator() const;
  [[nodiscard]] Rational floor() const;
  [[nodiscard]] Rational ceil() const;
  /// Total bits of numerator and denominator.
  [[nodiscard]] std::int64_t bits() const;
  [[nodiscard]] std::size_t hash() const;

  Rational& operator+=(const Rational& o) { return fmpq_add(value_, value_, o.value_), *this; }
  Rational& operator-=(const Rational& o) { return fmpq_sub(value_, value_, o.value_), *this; }
  Rational& operator*=(const Rational& o) { return fmpq_mul(value_, value_, o.value_), *this; }
  /// Throws Error::division_by_zero.
  Rational& operator/=(const Rational& o);
  friend Rational operator+(Rational a, const Rational& b) { return a += b; }
  friend Rational operator-(Rational a, const Rational& b) { return a -= b; }
  friend Rational operator*(Rational a, const Rational& b) { return a *= b; }
  friend Rational operator/(Rational a, const Rational& b) { return a /= b; }
  friend Rational operator-(Rational a) { return fmpq_neg(a.value_, a.value_), a; }
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_) != 0; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return fmpq_cmp(a.value_, b.value_) <=> 0;
  }

 private:
  fmpq_t value_;
};

/// base^exponent for an integer exponent; 0^0 = 1; throws Error::division_by_zero for 0 to a negative power.
Rational pow(const Rational& base, std::int64_t exponent);
inline Rational pow(const Rational& base, int exponent) { return pow(base, std::int64_t{exponent}); }
Rational abs(Rational x);
/// The rational of smallest denominator (then smallest absolute numerator) in the closed interval [lo, hi]; lo <= hi.
Rational simplest_between(const Rational& lo, const Rational& hi);

}  // namespace dpcert

template <>
struct std::hash<dpcert::Rational> {
  std::size_t operator()(const dpcert::Rational& q) const { return q.hash(); }
};
