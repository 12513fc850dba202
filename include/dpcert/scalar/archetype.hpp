// Archetype: the least a Scalar may be. A template of src/ that compiles with it asks for nothing beyond the concept:
// no comparison, no conversion to or from a floating-point type, no default value beyond 0, no stream. It carries a
// long double so that what compiles can also be run and compared.
//
// How to use it: static_assert(Scalar<Archetype>), and instantiate the template with it in a test.
#pragma once

#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

class Archetype {
 public:
  Archetype() = default;
  Archetype(int n) : v_(n) {}  // NOLINT(google-explicit-constructor)
  template <std::floating_point T>
  Archetype(T) = delete;
  /// For the test that made it.
  [[nodiscard]] long double reveal() const { return v_; }

  friend Archetype operator+(const Archetype& a, const Archetype& b) { return of(a.v_ + b.v_); }
  friend Archetype operator-(const Archetype& a, const Archetype& b) { return of(a.v_ - b.v_); }
  friend Archetype operator*(const Archetype& a, const Archetype& b) { return of(a.v_ * b.v_); }
  friend Archetype operator/(const Archetype& a, const Archetype& b) { return of(a.v_ / b.v_); }
  friend Archetype operator-(const Archetype& a) { return of(-a.v_); }
  Archetype& operator+=(const Archetype& o) { return *this = *this + o; }
  Archetype& operator-=(const Archetype& o) { return *this = *this - o; }
  Archetype& operator*=(const Archetype& o) { return *this = *this * o; }
  Archetype& operator/=(const Archetype& o) { return *this = *this / o; }
  friend void operator==(const Archetype&, const Archetype&) = delete;
  friend void operator<=>(const Archetype&, const Archetype&) = delete;

  friend Archetype exp(const Archetype& x) { return of(dpcert::exp(x.v_)); }
  friend Archetype log(const Archetype& x) { return of(dpcert::log(x.v_)); }
  friend Archetype log1p(const Archetype& x) { return of(dpcert::log1p(x.v_)); }
  friend Archetype expm1(const Archetype& x) { return of(dpcert::expm1(x.v_)); }
  friend Archetype sqrt(const Archetype& x) { return of(dpcert::sqrt(x.v_)); }
  friend Archetype pow(const Archetype& x, const Archetype& y) { return of(dpcert::pow(x.v_, y.v_)); }
  friend Archetype pow(const Archetype& x, int n) { return of(dpcert::pow(x.v_, n)); }
  friend Archetype abs(const Archetype& x) { return of(dpcert::abs(x.v_)); }
  friend Archetype min(const Archetype& x, const Archetype& y) { return of(dpcert::min(x.v_, y.v_)); }
  friend Archetype max(const Archetype& x, const Archetype& y) { return of(dpcert::max(x.v_, y.v_)); }
  friend Archetype cosh(const Archetype& x) { return of(dpcert::cosh(x.v_)); }
  friend Archetype sinh(const Archetype& x) { return of(dpcert::sinh(x.v_)); }
  friend Archetype tanh(const Archetype& x) { return of(dpcert::tanh(x.v_)); }
  friend Archetype floor(const Archetype& x) { return of(dpcert::floor(x.v_)); }
  friend Archetype ceil(const Archetype& x) { return of(dpcert::ceil(x.v_)); }
  friend Archetype xlogy(const Archetype& x, const Archetype& y) { return of(dpcert::xlogy(x.v_, y.v_)); }
  friend Archetype lgamma(const Archetype& x) { return of(dpcert::lgamma(x.v_)); }
  friend Archetype digamma(const Archetype& x) { return of(dpcert::digamma(x.v_)); }
  friend Archetype trigamma(const Archetype& x) { return of(dpcert::trigamma(x.v_)); }
  friend Archetype polygamma(int k, const Archetype& x) { return of(dpcert::polygamma(k, x.v_)); }
  friend Archetype erf(const Archetype& x) { return of(dpcert::erf(x.v_)); }
  friend Archetype erfc(const Archetype& x) { return of(dpcert::erfc(x.v_)); }
  friend Archetype normal_cdf(const Archetype& x) { return of(dpcert::normal_cdf(x.v_)); }
  friend Archetype sin(const Archetype& x) { return of(dpcert::sin(x.v_)); }
  friend Archetype cos(const Archetype& x) { return of(dpcert::cos(x.v_)); }
  friend Archetype atan(const Archetype& x) { return of(dpcert::atan(x.v_)); }
  friend Archetype select(Rel rel, const Archetype& a, const Archetype& b, const Archetype& x, const Archetype& y) {
    return of(dpcert::select(rel, a.v_, b.v_, x.v_, y.v_));
  }
  friend Archetype make_constant(std::type_identity<Archetype>, const Rational& q) {
    return of(constant<long double>(q));
  }
  friend Archetype constant_like(const Archetype& x, const Rational& q) { return of(dpcert::constant_like(x.v_, q)); }
  friend Archetype pi_like(const Archetype& x) { return of(dpcert::pi_like(x.v_)); }

 private:
  static Archetype of(long double v) {
    Archetype a;
    a.v_ = v;
    return a;
  }
  long double v_ = 0;
};

static_assert(ExactlyConstructible<Archetype>);

}  // namespace dpcert
