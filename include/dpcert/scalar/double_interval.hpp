// DoubleInterval: a rigorous enclosure over a box, two double ends rounded outward. The fast first try of branch and
// bound: it costs a few nanoseconds an operation, where Interval costs a hundred.
//
// The arithmetic is IEEE binary64 in round to nearest, each result moved outward by the error that is known of it (an
// error-free sum, or one neighbour), so no rounding mode is ever changed. Nothing depends on libm: elementary functions
// are our own, with proven bounds, their tables made by Arb; so the ends have the same bits on every machine with IEEE
// arithmetic (-ffp-contract=off is set for the whole project).
//
// A value is [lo, hi] with lo <= hi, lo < inf, hi > -inf, or undefined (both NaN). It encloses f at every point of the
// box at which f is defined; boundary points of a domain are read as one-sided limits, as in the certificate checker:
// log([0,1]) = log([-1,1]) = [-inf, 0], 1/[0,1] = [1, inf], 1/[-1,1] = [-inf, inf]; log([-2,-1]) is undefined. Whoever
// uses it proves definedness elsewhere.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>

#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

/// A double below (above) every real that rounds to x: x - pred(x) at least, at most twice that. [S. Rump, P.
/// Zimmermann, S. Boldo, G. Melquiond, Computing predecessor and successor in rounding to nearest, BIT 49 (2009),
/// theorem 2.2]. Infinite x: -inf (inf) stays, the other becomes NaN, "not known".
inline double below(double x) { return x - (std::fabs(x) * 0x1.0000000000001p-53 + 0x1p-1074); }
inline double above(double x) { return x + (std::fabs(x) * 0x1.0000000000001p-53 + 0x1p-1074); }

/// a + b rounded down (up): the neighbour of the nearest double unless that is exact or already beyond. The error term
/// is Knuth's TwoSum, exact without overflow; a NaN (infinite operands) widens.
inline double add_down(double a, double b) {
  const double s = a + b, c = s - a, error = (a - (s - c)) + (b - c);
  return error >= 0 ? s : below(s);
}
inline double add_up(double a, double b) {
  const double s = a + b, c = s - a, error = (a - (s - c)) + (b - c);
  return error <= 0 ? s : above(s);
}
/// a * b for a, b >= 0, rounded down (up); 0 * inf = 0, a bound of products of finite numbers.
inline double mul_down(double a, double b) { return a == 0 || b == 0 ? 0 : below(a * b); }
inline double mul_up(double a, double b) { return a == 0 || b == 0 ? 0 : above(a * b); }

class DoubleInterval {
 public:
  DoubleInterval() = default;  // [0, 0]
  /// [lo, hi]; undefined unless lo <= hi.
  DoubleInterval(double lo, double hi) : lo_(lo), hi_(hi) {
    if (!(lo <= hi)) lo_ = hi_ = std::numeric_limits<double>::quiet_NaN();
  }
  /// The point x, exactly.
  static DoubleInterval point(double x) { return {x, x}; }
  /// The point n, exactly, as formulas over any scalar write their constants; of an int alone, lest a double be cut.
  template <std::same_as<int> Int>
  explicit DoubleInterval(Int n) : lo_(n), hi_(n) {}
  /// The tightest enclosure.
  explicit DoubleInterval(const Rational& q);
  /// The ends rounded outward.
  explicit DoubleInterval(const Interval& x) : DoubleInterval(x.lower_double(), x.upper_double()) {}
  static DoubleInterval undefined() { return {1, 0}; }
  static DoubleInterval entire() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  static DoubleInterval pi() { return {0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1}; }

  [[nodiscard]] double lower() const { return lo_; }
  [[nodiscard]] double upper() const { return hi_; }
  [[nodiscard]] bool is_undefined() const { return std::isnan(lo_); }
  [[nodiscard]] bool is_finite() const { return std::isfinite(lo_) && std::isfinite(hi_); }
  [[nodiscard]] bool contains_zero() const { return lo_ <= 0 && hi_ >= 0; }
  /// The largest absolute value; inf if unbounded, NaN if undefined.
  [[nodiscard]] double magnitude() const { return std::fabs(lo_) > std::fabs(hi_) ? std::fabs(lo_) : std::fabs(hi_); }

  friend DoubleInterval operator-(const DoubleInterval& a) { return {-a.hi_, -a.lo_}; }
  friend DoubleInterval operator+(const DoubleInterval& a, const DoubleInterval& b) {
    return {add_down(a.lo_, b.lo_), add_up(a.hi_, b.hi_)};
  }
  friend DoubleInterval operator-(const DoubleInterval& a, const DoubleInterval& b) {
    return {add_down(a.lo_, -b.hi_), add_up(a.hi_, -b.lo_)};
  }
  friend DoubleInterval operator*(const DoubleInterval& a, const DoubleInterval& b) {
    if (a.lo_ >= 0 && b.lo_ >= 0) return {mul_down(a.lo_, b.lo_), mul_up(a.hi_, b.hi_)};
    return product(a, b);
  }
  friend DoubleInterval operator/(const DoubleInterval& a, const DoubleInterval& b) {
    if (!(b.lo_ > 0)) return quotient(a, b);
    // A negative quotient may round to 0, and the least magnitude must not change sign.
    const double lo = below(a.lo_ / (a.lo_ >= 0 ? b.hi_ : b.lo_)), hi = above(a.hi_ / (a.hi_ >= 0 ? b.lo_ : b.hi_));
    return {a.lo_ >= 0 && lo < 0 ? 0 : lo, a.hi_ <= 0 && hi > 0 ? 0 : hi};
  }

 private:
  static DoubleInterval product(const DoubleInterval& a, const DoubleInterval& b);
  static DoubleInterval quotient(const DoubleInterval& a, const DoubleInterval& b);

  double lo_ = 0, hi_ = 0;
};

inline DoubleInterval pi_like(const DoubleInterval&) { return DoubleInterval::pi(); }

DoubleInterval select(Rel rel, const DoubleInterval& a, const DoubleInterval& b, const DoubleInterval& x,
                      const DoubleInterval& y);

// Functions: formulas, domains and sources are in special.hpp. Relative width at a point: below 2^-50 for the
// elementary ones, 2^-46 for the gamma functions away from a zero.
DoubleInterval exp(const DoubleInterval& x);
DoubleInterval log(const DoubleInterval& x);
DoubleInterval log1p(const DoubleInterval& x);
DoubleInterval expm1(const DoubleInterval& x);
DoubleInterval sqrt(const DoubleInterval& x);
DoubleInterval pow(const DoubleInterval& x, int n);
/// x >= 0 (a negative part of x: undefined, although integer exponents exist).
DoubleInterval pow(const DoubleInterval& x, const DoubleInterval& y);
DoubleInterval abs(const DoubleInterval& x);
DoubleInterval min(const DoubleInterval& x, const DoubleInterval& y);
DoubleInterval max(const DoubleInterval& x, const DoubleInterval& y);
DoubleInterval cosh(const DoubleInterval& x);
DoubleInterval sinh(const DoubleInterval& x);
DoubleInterval tanh(const DoubleInterval& x);
DoubleInterval floor(const DoubleInterval& x);
DoubleInterval ceil(const DoubleInterval& x);
DoubleInterval xlogy(const DoubleInterval& x, const DoubleInterval& y);
DoubleInterval lgamma(const DoubleInterval& x);
DoubleInterval digamma(const DoubleInterval& x);
DoubleInterval trigamma(const DoubleInterval& x);
DoubleInterval polygamma(int k, const DoubleInterval& x);
/// erf, erfc, normal_cdf take their values at the ends from Arb.
DoubleInterval erf(const DoubleInterval& x);
DoubleInterval erfc(const DoubleInterval& x);
DoubleInterval normal_cdf(const DoubleInterval& x);
DoubleInterval sin(const DoubleInterval& x);
DoubleInterval cos(const DoubleInterval& x);
DoubleInterval atan(const DoubleInterval& x);

}  // namespace dpcert
