// Ball: a rigorous enclosure of one real number, midpoint and radius (Arb), with its precision.
//
// For points and narrow boxes. The radius has 30 bits, so a Ball is the wrong type for a wide box: use Interval.
// Outside a function's domain, or where Arb cannot bound the result, the Ball is indeterminate (NaN): it decides
// nothing, and every comparison with it is undefined. Nothing is clamped. A Ball never becomes a double by itself and
// is never made from one.
#pragma once

#include <arb.h>

#include <concepts>
#include <span>
#include <string>
#include <type_traits>

#include "dpcert/core/precision.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/core/truth.hpp"

namespace dpcert {

class Interval;

class Ball {
 public:
  Ball() noexcept = default;
  template <std::integral T>
  requires(!std::same_as<T, bool>) Ball(T n) : Ball() {  // NOLINT(google-explicit-constructor): exact
    if constexpr (std::is_signed_v<T>) {
      arb_set_si(v_, static_cast<slong>(n));
    } else {
      arb_set_ui(v_, static_cast<ulong>(n));
    }
  }
  template <std::floating_point T>
  Ball(T) = delete;
  /// The enclosure of q at `bits`; exact if q is dyadic and fits. bits = 0: a constant (see precision.hpp).
  Ball(const Rational& q, Precision bits);
  /// Hull of two rationals.
  Ball(const Rational& lo, const Rational& hi, Precision bits);
  /// The hull of an interval. Indeterminate if it is undefined or unbounded.
  explicit Ball(const Interval& x);
  /// The value of an arb_t, e.g. the result of an Arb function.
  static Ball from_arb(const arb_t x, Precision bits);
  /// The exact value of an arf_t.
  static Ball from_arf(const arf_t x, Precision bits);
  static Ball indeterminate(Precision bits = 0);
  static Ball pi(Precision bits);

  Ball(const Ball& o) : prec_(o.prec_) { arb_set(v_, o.v_); }
  Ball(Ball&& o) noexcept : prec_(o.prec_) { arb_swap(v_, o.v_); }
  Ball& operator=(const Ball& o) {
    arb_set(v_, o.v_);
    prec_ = o.prec_;
    return *this;
  }
  Ball& operator=(Ball&& o) noexcept {
    arb_swap(v_, o.v_);
    std::swap(prec_, o.prec_);
    return *this;
  }
  ~Ball() { arb_clear(v_); }

  /// Bits; 0 for a constant.
  [[nodiscard]] Precision precision() const { return prec_; }
  /// The same enclosure, rounded (outward) to `bits`, and carrying them.
  [[nodiscard]] Ball with_precision(Precision bits) const;
  [[nodiscard]] const arb_struct* arb() const { return v_; }
  [[nodiscard]] arb_struct* arb() { return v_; }

  [[nodiscard]] bool is_finite() const { return arb_is_finite(v_) != 0; }
  [[nodiscard]] bool is_exact() const { return arb_is_exact(v_) != 0 && is_finite(); }
  /// Bits of relative accuracy; large if exact, negative or 0 if the enclosure contains 0 widely or is not finite.
  [[nodiscard]] Precision relative_accuracy_bits() const;
  [[nodiscard]] bool contains(const Rational& q) const { return arb_contains_fmpq(v_, q.fmpq_ptr()) != 0; }
  [[nodiscard]] bool contains_zero() const { return arb_contains_zero(v_) != 0; }
  [[nodiscard]] bool overlaps(const Ball& o) const { return arb_overlaps(v_, o.v_) != 0; }

  /// Ends, as decimal strings rounded outward to `digits` significant digits; "-inf", "inf", or "nan" (only for both at
  /// once).
  [[nodiscard]] std::string lower(int digits = 17) const;
  [[nodiscard]] std::string upper(int digits = 17) const;
  /// The exact ends; throw Error::domain if not finite, Error::unsupported if the exponent is absurd (beyond
  /// 2^+-4194304).
  [[nodiscard]] Rational lower_rational() const;
  [[nodiscard]] Rational upper_rational() const;
  [[nodiscard]] Rational midpoint_rational() const;
  /// The double nearest to the midpoint: for display and search, never evidence. NaN if indeterminate.
  [[nodiscard]] double approx() const;
  /// "[lo, hi]".
  [[nodiscard]] std::string str(int digits = 17) const;

  Ball& operator+=(const Ball& o) { return apply(o, arb_add); }
  Ball& operator-=(const Ball& o) { return apply(o, arb_sub); }
  Ball& operator*=(const Ball& o) { return apply(o, arb_mul); }
  /// Indeterminate if the divisor contains 0.
  Ball& operator/=(const Ball& o) { return apply(o, arb_div); }
  friend Ball operator+(const Ball& a, const Ball& b) { return binary(a, b, arb_add); }
  friend Ball operator-(const Ball& a, const Ball& b) { return binary(a, b, arb_sub); }
  friend Ball operator*(const Ball& a, const Ball& b) { return binary(a, b, arb_mul); }
  friend Ball operator/(const Ball& a, const Ball& b) { return binary(a, b, arb_div); }
  friend Ball operator-(const Ball& a) {
    Ball r(a);
    arb_neg(r.v_, r.v_);
    return r;
  }
  friend Ball operator+(const Ball& a) { return a; }

 private:
  using Binary = void (*)(arb_t, const arb_t, const arb_t, slong);
  static Ball binary(const Ball& a, const Ball& b, Binary f) {
    Ball r;
    r.prec_ = std::max(a.prec_, b.prec_);
    f(r.v_, a.v_, b.v_, working_precision(r.prec_));
    return r;
  }
  Ball& apply(const Ball& o, Binary f) {
    prec_ = std::max(prec_, o.prec_);
    f(v_, v_, o.v_, working_precision(prec_));
    return *this;
  }

  arb_t v_{};  // all bits 0 is arb's 0
  Precision prec_ = 0;
};

Truth holds(Rel rel, const Ball& a, const Ball& b);
Truth operator<(const Ball& a, const Ball& b);
Truth operator<=(const Ball& a, const Ball& b);
Truth operator>(const Ball& a, const Ball& b);
Truth operator>=(const Ball& a, const Ball& b);
Truth operator==(const Ball& a, const Ball& b);
Truth operator!=(const Ball& a, const Ball& b);
/// True only if the relation holds for every choice of points; false for anything indeterminate.
inline bool certainly_less(const Ball& a, const Ball& b) { return arb_lt(a.arb(), b.arb()) != 0; }
inline bool certainly_less_equal(const Ball& a, const Ball& b) { return arb_le(a.arb(), b.arb()) != 0; }
inline bool certainly_greater(const Ball& a, const Ball& b) { return arb_gt(a.arb(), b.arb()) != 0; }
inline bool certainly_greater_equal(const Ball& a, const Ball& b) { return arb_ge(a.arb(), b.arb()) != 0; }
inline bool certainly_equal(const Ball& a, const Ball& b) { return arb_eq(a.arb(), b.arb()) != 0; }
inline bool certainly_positive(const Ball& a) { return arb_is_positive(a.arb()) != 0; }
inline bool certainly_negative(const Ball& a) { return arb_is_negative(a.arb()) != 0; }
inline bool certainly_nonnegative(const Ball& a) { return arb_is_nonnegative(a.arb()) != 0; }
inline bool certainly_nonpositive(const Ball& a) { return arb_is_nonpositive(a.arb()) != 0; }

/// x where `a rel b`, y where not, their hull where that is not decided; indeterminate if a or b is.
Ball select(Rel rel, const Ball& a, const Ball& b, const Ball& x, const Ball& y);
Ball hull(const Ball& a, const Ball& b);

Ball make_constant(std::type_identity<Ball>, const Rational& q);
Ball constant_like(const Ball& x, const Rational& q);
Ball pi_like(const Ball& x);

// Functions: formulas, domains and sources are in special.hpp. Outside the domain the result is indeterminate.
Ball exp(const Ball& x);
Ball log(const Ball& x);
Ball log1p(const Ball& x);
Ball expm1(const Ball& x);
Ball sqrt(const Ball& x);
Ball pow(const Ball& x, const Ball& y);
Ball pow(const Ball& x, int n);
Ball abs(const Ball& x);
Ball min(const Ball& x, const Ball& y);
Ball max(const Ball& x, const Ball& y);
Ball cosh(const Ball& x);
Ball sinh(const Ball& x);
Ball tanh(const Ball& x);
Ball floor(const Ball& x);
Ball ceil(const Ball& x);
Ball xlogy(const Ball& x, const Ball& y);
Ball lgamma(const Ball& x);
Ball digamma(const Ball& x);
Ball trigamma(const Ball& x);
Ball polygamma(int k, const Ball& x);
Ball erf(const Ball& x);
Ball erfc(const Ball& x);
Ball normal_cdf(const Ball& x);
Ball sin(const Ball& x);
Ball cos(const Ball& x);
Ball atan(const Ball& x);
Ball log_sum_exp(std::span<const Ball> x);

}  // namespace dpcert
