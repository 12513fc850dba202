// Interval: a rigorous enclosure over a box, two exact binary ends (Arb's arf), with its precision. The work horse of
// branch and bound.
//
// A value is either a closed interval [lo, hi] with lo <= hi, lo < inf, hi > -inf (an infinite end stands for an
// unbounded range), or undefined. Every operation rounds outward to the larger of its operands' precisions and encloses
// { f(points) }.
//
// Domains: if the box contains a point at which the operation is not defined, the result is undefined: log([0,1]),
// 1/[0,1], sqrt([-1,1]). Nothing is clamped. One exception, asked for by name: a box marked by `with_limits()` has its
// boundary points read as one-sided limits, so log([0,1]) = [-inf, 0] and 1/[0,1] = [1, inf]. Whoever asks for it
// proves definedness elsewhere. The mark is inherited by everything computed from the box.
#pragma once

#include <arb.h>
#include <arf.h>

#include <concepts>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "dpcert/core/precision.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/core/truth.hpp"

namespace dpcert {

class Ball;

class Interval {
 public:
  Interval() noexcept = default;
  template <std::integral T>
  requires(!std::same_as<T, bool>) Interval(T n) : Interval() {  // NOLINT(google-explicit-constructor): exact
    if constexpr (std::is_signed_v<T>) {
      arf_set_si(&lo_, static_cast<slong>(n));
    } else {
      arf_set_ui(&lo_, static_cast<ulong>(n));
    }
    arf_set(&hi_, &lo_);
  }
  template <std::floating_point T>
  Interval(T) = delete;
  /// The tightest enclosure of q at `bits`. bits = 0: a constant (see precision.hpp).
  Interval(const Rational& q, Precision bits);
  /// [lo, hi] rounded outward; undefined if lo > hi.
  Interval(const Rational& lo, const Rational& hi, Precision bits);
  /// The interval of a ball, rounded outward; undefined if the ball is not finite.
  explicit Interval(const Ball& x);
  /// Exact ends (-inf and inf allowed as the outer ends); undefined if lo > hi or either is NaN.
  static Interval from_arf(const arf_t lo, const arf_t hi, Precision bits);
  static Interval undefined(Precision bits = 0);
  static Interval entire(Precision bits = 0);                    // [-inf, inf]
  static Interval at_least(const Rational& lo, Precision bits);  // [lo, inf]
  static Interval at_most(const Rational& hi, Precision bits);   // [-inf, hi]
  static Interval pi(Precision bits);

  Interval(const Interval& o) : prec_(o.prec_), limits_(o.limits_) {
    arf_set(&lo_, &o.lo_);
    arf_set(&hi_, &o.hi_);
  }
  Interval(Interval&& o) noexcept : lo_(o.lo_), hi_(o.hi_), prec_(o.prec_), limits_(o.limits_) {
    arf_init(&o.lo_);
    arf_init(&o.hi_);
  }
  Interval& operator=(const Interval& o) {
    arf_set(&lo_, &o.lo_);
    arf_set(&hi_, &o.hi_);
    prec_ = o.prec_;
    limits_ = o.limits_;
    return *this;
  }
  Interval& operator=(Interval&& o) noexcept {
    std::swap(lo_, o.lo_);
    std::swap(hi_, o.hi_);
    prec_ = o.prec_;
    limits_ = o.limits_;
    return *this;
  }
  ~Interval() {
    clear(&lo_);
    clear(&hi_);
  }

  /// Bits; 0 for a constant.
  [[nodiscard]] Precision precision() const { return prec_; }
  /// The same set, rounded outward to `bits`, and carrying them.
  [[nodiscard]] Interval with_precision(Precision bits) const;
  /// The same set, its boundary points to be read as one-sided limits (see above).
  [[nodiscard]] Interval with_limits(bool on = true) const;
  [[nodiscard]] bool limits() const { return limits_; }
  [[nodiscard]] const arf_struct* lower_arf() const { return &lo_; }
  [[nodiscard]] const arf_struct* upper_arf() const { return &hi_; }

  [[nodiscard]] bool is_undefined() const { return arf_is_nan(&lo_) != 0; }
  [[nodiscard]] bool is_defined() const { return !is_undefined(); }
  /// Defined, and both ends finite.
  [[nodiscard]] bool is_finite() const { return arf_is_finite(&lo_) != 0 && arf_is_finite(&hi_) != 0; }
  [[nodiscard]] bool is_point() const { return is_finite() && arf_equal(&lo_, &hi_) != 0; }
  [[nodiscard]] bool contains(const Rational& q) const;
  [[nodiscard]] bool contains_zero() const { return is_defined() && arf_sgn(&lo_) <= 0 && arf_sgn(&hi_) >= 0; }
  /// True if every point of this lies in o. False if either is undefined.
  [[nodiscard]] bool is_subset_of(const Interval& o) const;
  [[nodiscard]] bool overlaps(const Interval& o) const;
  [[nodiscard]] Precision relative_accuracy_bits() const;

  /// Ends, as decimal strings rounded outward to `digits` significant digits; "-inf", "inf", or "nan" (only for both at
  /// once).
  [[nodiscard]] std::string lower(int digits = 17) const;
  [[nodiscard]] std::string upper(int digits = 17) const;
  /// The exact ends; throw Error::domain if not finite, Error::unsupported if the exponent is absurd (beyond
  /// 2^+-4194304).
  [[nodiscard]] Rational lower_rational() const;
  [[nodiscard]] Rational upper_rational() const;
  /// Doubles at or beyond the ends (rounded outward; may be infinite): for search and display. NaN if undefined.
  [[nodiscard]] double lower_double() const;
  [[nodiscard]] double upper_double() const;
  [[nodiscard]] double approx() const;  // near the middle
  [[nodiscard]] std::string str(int digits = 17) const;

  /// An exact point of a bounded interval near its middle, with few bits (a good place to split or to expand at).
  /// Undefined if not finite.
  [[nodiscard]] Interval midpoint() const;
  /// The same for a search on a logarithmic scale: near the geometric mean if the ends have one sign and differ by more
  /// than 2^2 in ratio.
  [[nodiscard]] Interval split_point() const;
  [[nodiscard]] Interval lower_point() const;  // [lo, lo]; undefined if infinite
  [[nodiscard]] Interval upper_point() const;
  /// hi - lo, rounded up, as a point; [0, inf] if unbounded.
  [[nodiscard]] Interval width() const;

  Interval& operator+=(const Interval& o) { return *this = *this + o; }
  Interval& operator-=(const Interval& o) { return *this = *this - o; }
  Interval& operator*=(const Interval& o) { return *this = *this * o; }
  Interval& operator/=(const Interval& o) { return *this = *this / o; }
  friend Interval operator+(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a, const Interval& b);
  friend Interval operator*(const Interval& a, const Interval& b);
  /// Undefined if b contains 0 (with limits: only if 0 is not an end of b, or b = 0).
  friend Interval operator/(const Interval& a, const Interval& b);
  friend Interval operator-(const Interval& a);
  friend Interval operator+(const Interval& a) { return a; }

  // For the functions in interval_*.cpp: the ends, to be written in place; normalise() afterwards turns an impossible
  // pair into undefined.
  [[nodiscard]] arf_struct* lo() { return &lo_; }
  [[nodiscard]] arf_struct* hi() { return &hi_; }
  /// 0 with the precision and mark that an operation on a (and b) gives.
  static Interval like(const Interval& a);
  static Interval like(const Interval& a, const Interval& b);
  void normalise();

 private:
  // arf_clear is a call; most ends have an inline mantissa and a small exponent, and need none.
  static void clear(arf_struct* x) {
    if (COEFF_IS_MPZ(x->exp) || ARF_HAS_PTR(x)) arf_clear(x);
  }

  arf_struct lo_{}, hi_{};  // all bits 0 is arf's 0
  Precision prec_ = 0;
  bool limits_ = false;
};

Truth holds(Rel rel, const Interval& a, const Interval& b);
Truth operator<(const Interval& a, const Interval& b);
Truth operator<=(const Interval& a, const Interval& b);
Truth operator>(const Interval& a, const Interval& b);
Truth operator>=(const Interval& a, const Interval& b);
Truth operator==(const Interval& a, const Interval& b);
Truth operator!=(const Interval& a, const Interval& b);
/// True only if the relation holds for every choice of points; false for anything undefined.
bool certainly_less(const Interval& a, const Interval& b);
bool certainly_less_equal(const Interval& a, const Interval& b);
inline bool certainly_greater(const Interval& a, const Interval& b) { return certainly_less(b, a); }
inline bool certainly_greater_equal(const Interval& a, const Interval& b) { return certainly_less_equal(b, a); }
bool certainly_equal(const Interval& a, const Interval& b);
inline bool certainly_positive(const Interval& a) { return arf_sgn(a.lower_arf()) > 0; }
inline bool certainly_negative(const Interval& a) { return arf_sgn(a.upper_arf()) < 0; }
inline bool certainly_nonnegative(const Interval& a) { return a.is_defined() && arf_sgn(a.lower_arf()) >= 0; }
inline bool certainly_nonpositive(const Interval& a) { return a.is_defined() && arf_sgn(a.upper_arf()) <= 0; }

/// x where `a rel b`, y where not, their hull where that is not decided; undefined if a or b is.
Interval select(Rel rel, const Interval& a, const Interval& b, const Interval& x, const Interval& y);
/// Undefined if either is.
Interval hull(const Interval& a, const Interval& b);
/// The common points; undefined if there are none or either is undefined.
Interval intersect(const Interval& a, const Interval& b);

Interval make_constant(std::type_identity<Interval>, const Rational& q);
Interval constant_like(const Interval& x, const Rational& q);
Interval pi_like(const Interval& x);

// Functions: formulas, domains and sources are in special.hpp.
Interval exp(const Interval& x);
Interval log(const Interval& x);
Interval log1p(const Interval& x);
Interval expm1(const Interval& x);
Interval sqrt(const Interval& x);
Interval square(const Interval& x);
Interval pow(const Interval& x, const Interval& y);
Interval pow(const Interval& x, int n);
Interval abs(const Interval& x);
Interval min(const Interval& x, const Interval& y);
Interval max(const Interval& x, const Interval& y);
Interval cosh(const Interval& x);
Interval sinh(const Interval& x);
Interval tanh(const Interval& x);
Interval floor(const Interval& x);
Interval ceil(const Interval& x);
/// x log y. If x and y are the same object, the range of x log x.
Interval xlogy(const Interval& x, const Interval& y);
Interval lgamma(const Interval& x);
Interval digamma(const Interval& x);
Interval trigamma(const Interval& x);
Interval polygamma(int k, const Interval& x);
Interval erf(const Interval& x);
Interval erfc(const Interval& x);
Interval normal_cdf(const Interval& x);
Interval sin(const Interval& x);
Interval cos(const Interval& x);
Interval atan(const Interval& x);
Interval log_sum_exp(std::span<const Interval> x);

}  // namespace dpcert
