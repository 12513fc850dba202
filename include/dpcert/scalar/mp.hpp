// Mp: a multiple-precision point value (Boost.Multiprecision's mpfr_float), for search and for comparison with the
// enclosures; not evidence.
//
// The wrapper adds what the formulas need and Boost's type lacks: construction from double is deleted; the precision
// travels with the value (the larger of the operands', and 0 for constants: precision.hpp) instead of being a setting
// of the thread. Elementary functions, lgamma, digamma, erf and erfc are correctly rounded by MPFR; polygamma is
// accurate to its last bits (special.hpp). Outside a function's domain: Error::domain; division by 0:
// Error::division_by_zero.
#pragma once

#include <boost/multiprecision/mpfr.hpp>
#include <compare>
#include <concepts>
#include <span>
#include <string>
#include <type_traits>

#include "dpcert/core/precision.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/core/truth.hpp"

namespace dpcert {

class Mp {
 public:
  using Value =
      boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<0>, boost::multiprecision::et_off>;

  Mp() : Mp(0) {}
  template <std::integral T>
  requires(!std::same_as<T, bool>) Mp(T n) : Mp(Rational(n), 0) {}  // NOLINT(google-explicit-constructor): exact
  template <std::floating_point T>
  Mp(T) = delete;
  /// The nearest value to q with `bits`; bits = 0: a constant.
  Mp(const Rational& q, Precision bits);
  Mp(const Mp& o);
  Mp(Mp&& o) noexcept = default;
  Mp& operator=(const Mp& o);
  Mp& operator=(Mp&& o) noexcept = default;
  ~Mp() = default;
  /// 0 with room for `bits`; what the functions in mp.cpp write into.
  static Mp zero(Precision bits);
  static Mp pi(Precision bits);

  [[nodiscard]] Precision precision() const { return prec_; }
  [[nodiscard]] Mp with_precision(Precision bits) const;
  [[nodiscard]] const Value& value() const { return value_; }
  [[nodiscard]] mpfr_srcptr mpfr() const { return value_.backend().data(); }
  [[nodiscard]] mpfr_ptr mpfr() { return value_.backend().data(); }
  /// The nearest double; for search and display.
  [[nodiscard]] double approx() const;
  /// The exact value; throws Error::domain if infinite or NaN.
  [[nodiscard]] Rational rational() const;
  [[nodiscard]] std::string str(int digits = 17) const;

  friend Mp operator+(const Mp& a, const Mp& b);
  friend Mp operator-(const Mp& a, const Mp& b);
  friend Mp operator*(const Mp& a, const Mp& b);
  friend Mp operator/(const Mp& a, const Mp& b);
  friend Mp operator-(const Mp& a);
  friend Mp operator+(const Mp& a) { return a; }
  Mp& operator+=(const Mp& o) { return *this = *this + o; }
  Mp& operator-=(const Mp& o) { return *this = *this - o; }
  Mp& operator*=(const Mp& o) { return *this = *this * o; }
  Mp& operator/=(const Mp& o) { return *this = *this / o; }
  friend bool operator==(const Mp& a, const Mp& b) { return mpfr_equal_p(a.mpfr(), b.mpfr()) != 0; }
  friend std::partial_ordering operator<=>(const Mp& a, const Mp& b);

 private:
  Value value_;
  Precision prec_ = 0;
};

Truth holds(Rel rel, const Mp& a, const Mp& b);
Mp select(Rel rel, const Mp& a, const Mp& b, const Mp& x, const Mp& y);
Mp make_constant(std::type_identity<Mp>, const Rational& q);
Mp constant_like(const Mp& x, const Rational& q);
Mp pi_like(const Mp& x);

Mp exp(const Mp& x);
Mp log(const Mp& x);
Mp log1p(const Mp& x);
Mp expm1(const Mp& x);
Mp sqrt(const Mp& x);
Mp pow(const Mp& x, const Mp& y);
Mp pow(const Mp& x, int n);
Mp abs(const Mp& x);
Mp min(const Mp& x, const Mp& y);
Mp max(const Mp& x, const Mp& y);
Mp cosh(const Mp& x);
Mp sinh(const Mp& x);
Mp tanh(const Mp& x);
Mp floor(const Mp& x);
Mp ceil(const Mp& x);
Mp xlogy(const Mp& x, const Mp& y);
Mp lgamma(const Mp& x);
Mp digamma(const Mp& x);
Mp trigamma(const Mp& x);
Mp polygamma(int k, const Mp& x);
Mp erf(const Mp& x);
Mp erfc(const Mp& x);
Mp normal_cdf(const Mp& x);
Mp sin(const Mp& x);
Mp cos(const Mp& x);
Mp atan(const Mp& x);
Mp log_sum_exp(std::span<const Mp> x);

}  // namespace dpcert
