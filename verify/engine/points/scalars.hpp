// Two scalars for tapes that only the point search needs.
//
// Approx: a double with the language's idea of what is defined: x/0 is NaN, as each value outside a domain, where IEEE
// has an infinity that would pass for a slack of the greatest size. Fast, never evidence. Exact: a rational where the
// operation has a rational value that is cheap to know, else nothing.
#pragma once

#include <limits>
#include <optional>

#include "dpcert/scalar/real.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

struct Approx {
  double v = 0;
};

inline Approx operator+(Approx a, Approx b) { return {a.v + b.v}; }
inline Approx operator-(Approx a, Approx b) { return {a.v - b.v}; }
inline Approx operator*(Approx a, Approx b) { return {a.v * b.v}; }
inline Approx operator-(Approx a) { return {-a.v}; }
inline Approx operator/(Approx a, Approx b) {
  return {b.v == 0 ? std::numeric_limits<double>::quiet_NaN() : a.v / b.v};
}
inline Approx exp(Approx x) { return {dpcert::exp(x.v)}; }
inline Approx log(Approx x) { return {dpcert::log(x.v)}; }
inline Approx log1p(Approx x) { return {dpcert::log1p(x.v)}; }
inline Approx expm1(Approx x) { return {dpcert::expm1(x.v)}; }
inline Approx sqrt(Approx x) { return {dpcert::sqrt(x.v)}; }
inline Approx abs(Approx x) { return {dpcert::abs(x.v)}; }
inline Approx cosh(Approx x) { return {dpcert::cosh(x.v)}; }
inline Approx sinh(Approx x) { return {dpcert::sinh(x.v)}; }
inline Approx tanh(Approx x) { return {dpcert::tanh(x.v)}; }
inline Approx floor(Approx x) { return {dpcert::floor(x.v)}; }
inline Approx ceil(Approx x) { return {dpcert::ceil(x.v)}; }
inline Approx lgamma(Approx x) { return {dpcert::lgamma(x.v)}; }
inline Approx digamma(Approx x) { return {dpcert::digamma(x.v)}; }
inline Approx trigamma(Approx x) { return {dpcert::trigamma(x.v)}; }
inline Approx erf(Approx x) { return {dpcert::erf(x.v)}; }
inline Approx erfc(Approx x) { return {dpcert::erfc(x.v)}; }
inline Approx normal_cdf(Approx x) { return {dpcert::normal_cdf(x.v)}; }
inline Approx sin(Approx x) { return {dpcert::sin(x.v)}; }
inline Approx cos(Approx x) { return {dpcert::cos(x.v)}; }
inline Approx atan(Approx x) { return {dpcert::atan(x.v)}; }
inline Approx min(Approx x, Approx y) { return {dpcert::min(x.v, y.v)}; }
inline Approx max(Approx x, Approx y) { return {dpcert::max(x.v, y.v)}; }
inline Approx xlogy(Approx x, Approx y) { return {dpcert::xlogy(x.v, y.v)}; }
inline Approx pow(Approx x, Approx y) { return {dpcert::pow(x.v, y.v)}; }
inline Approx pow(Approx x, int n) { return {n == 2 ? x.v * x.v : dpcert::pow(x.v, n)}; }
inline Approx polygamma(int k, Approx x) { return {dpcert::polygamma(k, x.v)}; }
inline Approx select(Rel rel, Approx a, Approx b, Approx x, Approx y) {
  return {dpcert::select(rel, a.v, b.v, x.v, y.v)};
}

struct Exact {
  std::optional<Rational> q;
};

Exact operator+(const Exact& a, const Exact& b);
Exact operator-(const Exact& a, const Exact& b);
Exact operator*(const Exact& a, const Exact& b);
Exact operator/(const Exact& a, const Exact& b);
Exact operator-(const Exact& a);
Exact exp(const Exact& x);
Exact log(const Exact& x);
Exact log1p(const Exact& x);
Exact expm1(const Exact& x);
Exact sqrt(const Exact& x);
Exact pow(const Exact& x, const Exact& y);
Exact pow(const Exact& x, int n);
Exact abs(const Exact& x);
Exact min(const Exact& x, const Exact& y);
Exact max(const Exact& x, const Exact& y);
Exact cosh(const Exact& x);
Exact sinh(const Exact& x);
Exact tanh(const Exact& x);
Exact floor(const Exact& x);
Exact ceil(const Exact& x);
Exact xlogy(const Exact& x, const Exact& y);
Exact lgamma(const Exact& x);
Exact polygamma(int k, const Exact& x);
inline Exact digamma(const Exact& x) { return polygamma(0, x); }
inline Exact trigamma(const Exact& x) { return polygamma(1, x); }
Exact erf(const Exact& x);
Exact erfc(const Exact& x);
Exact normal_cdf(const Exact& x);
Exact sin(const Exact& x);
Exact cos(const Exact& x);
Exact atan(const Exact& x);
Exact select(Rel rel, const Exact& a, const Exact& b, const Exact& x, const Exact& y);

}  // namespace dpcert::verify
