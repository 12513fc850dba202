// What branch and bound asks of an enclosure, alike for doubles (DoubleInterval) and for Arb (Interval): signs, ends,
// and forms around a midpoint bounded from below.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "dpcert/scalar/double_interval.hpp"

namespace dpcert::verify {

// Every value is > c, > 0, < 0, >= 0, <= 0; there is a finite lower bound. All false for what is undefined.
inline bool above_integer(const DoubleInterval& x, long c) { return x.lower() > static_cast<double>(c); }
inline bool above_integer(const Interval& x, long c) { return x.is_defined() && arf_cmp_si(x.lower_arf(), c) > 0; }
inline bool is_positive(const DoubleInterval& x) { return x.lower() > 0; }
inline bool is_positive(const Interval& x) { return certainly_positive(x); }
inline bool is_negative(const DoubleInterval& x) { return x.upper() < 0; }
inline bool is_negative(const Interval& x) { return certainly_negative(x); }
inline bool is_nonnegative(const DoubleInterval& x) { return x.lower() >= 0; }
inline bool is_nonnegative(const Interval& x) { return certainly_nonnegative(x); }
inline bool is_nonpositive(const DoubleInterval& x) { return x.upper() <= 0; }
inline bool is_nonpositive(const Interval& x) { return certainly_nonpositive(x); }
inline bool bounded_below(const DoubleInterval& x) { return x.lower() > -HUGE_VAL; }
inline bool bounded_below(const Interval& x) { return x.is_defined() && !arf_is_inf(x.lower_arf()); }

// The ends rounded outward; NaN if undefined.
inline double lower_double(const DoubleInterval& x) { return x.lower(); }
inline double lower_double(const Interval& x) { return x.is_defined() ? x.lower_double() : NAN; }
inline double upper_double(const DoubleInterval& x) { return x.upper(); }
inline double upper_double(const Interval& x) { return x.is_defined() ? x.upper_double() : NAN; }

/// Encloses x^2/2 over an offset from a midpoint, which contains 0.
inline DoubleInterval half_square(const DoubleInterval& offset) {
  return {0, 0.5 * mul_up(offset.magnitude(), offset.magnitude())};
}
inline Interval half_square(const Interval& offset) { return square(offset) / Interval(2); }

/// The number x.
template <class S>
S number(double x, Precision bits) {
  if constexpr (std::same_as<S, DoubleInterval>)
    return DoubleInterval::point(x);
  else
    return Interval(Rational::from_double(x), bits);
}

/// A lower bound of constant + sum of slope * offset + sum of curvature * offset * offset (mean value and Taylor forms;
/// docs/certificate-format.md, mean and taylor).
template <class S>
class Form;

/// In doubles: the lower end alone. Offsets are [-h, h].
template <>
class Form<DoubleInterval> {
 public:
  explicit Form(const DoubleInterval& constant) : lower_(constant.lower()) {}
  /// Adds slope * offset, a finite slope; its magnitude.
  double add(const DoubleInterval& slope, const DoubleInterval& offset) {
    const double size = mul_up(slope.magnitude(), offset.upper());
    lower_ = add_down(lower_, -size);
    return size;
  }
  /// Adds curvature * a * b.
  void add(const DoubleInterval& curvature, const DoubleInterval& a, const DoubleInterval& b) {
    subtract(curvature, mul_up(curvature.magnitude(), mul_up(a.upper(), b.upper())));
  }
  /// Adds curvature * a^2 / 2.
  void add_square(const DoubleInterval& curvature, const DoubleInterval& a) {
    subtract(curvature, mul_up(std::fmax(-curvature.lower(), 0), 0.5 * mul_up(a.upper(), a.upper())));
  }
  [[nodiscard]] bool proves(bool strict) const { return strict ? lower_ > 0 : lower_ >= 0; }
  /// NaN or -inf: nothing is known.
  [[nodiscard]] double lower() const { return lower_; }

 private:
  void subtract(const DoubleInterval& curvature, double most) {
    lower_ = curvature.is_finite() ? add_down(lower_, -most) : std::numeric_limits<double>::quiet_NaN();
  }
  double lower_;
};

/// With Arb: the enclosure of the form.
template <>
class Form<Interval> {
 public:
  explicit Form(const Interval& constant) : value_(constant) {}
  double add(const Interval& slope, const Interval& offset) {
    const Interval term = slope * offset;
    value_ = value_ + term;
    return std::max(std::fabs(term.lower_double()), std::fabs(term.upper_double()));
  }
  void add(const Interval& curvature, const Interval& a, const Interval& b) { value_ = value_ + curvature * (a * b); }
  void add_square(const Interval& curvature, const Interval& a) { value_ = value_ + curvature * half_square(a); }
  [[nodiscard]] bool proves(bool strict) const {
    return value_.is_finite() && (strict ? is_positive(value_) : is_nonnegative(value_));
  }
  [[nodiscard]] double lower() const {
    return value_.is_finite() ? value_.lower_double() : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  Interval value_;
};

}  // namespace dpcert::verify
