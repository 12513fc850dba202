// Second divided differences, in floating point, without cancellation.
//
// f(t) = C(eta_Q + t (eta_P - eta_Q)) turns the Renyi divergence of an exponential family into order * f[0, 1, order],
// a second divided difference (docs/divergences.md derives it). It is a sum of terms Delta^2 g[x_Q, x_P, x_L] with g
// one of
//   h(x) = x log x,   l(x) = -log x,   S(x) = lgamma(x) - (x - 1/2) log x + x - log(2 pi)/2   (Stirling's remainder),
// all of them convex. Around the middle point y of the three, both halves of such a difference have the same sign, so
// that no digit is lost; what remains is to evaluate each half (an `excess`) without loss, which is done here by series
// or, for distant points, directly.
#pragma once

#include <array>
#include <cmath>

#include "dpcert/scalar/stirling.hpp"

namespace dpcert::stable {

/// An unevaluated sum hi + lo, about twice the digits of T. Only what parameters of a divergence need.
template <class T>
struct Twofold {
  T hi{}, lo{};
  constexpr operator T() const { return hi + lo; }  // NOLINT(google-explicit-constructor): the rounded value
};

/// a + b exactly (Knuth).
template <class T>
Twofold<T> exact_sum(T a, T b) {
  const T s = a + b;
  const T v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}
/// a * b exactly, barring underflow.
template <class T>
Twofold<T> exact_product(T a, T b) {
  const T p = a * b;
  return {p, std::fma(a, b, -p)};
}
template <class T>
Twofold<T> operator+(const Twofold<T>& a, const Twofold<T>& b) {
  const auto s = exact_sum(a.hi, b.hi);
  return exact_sum(s.hi, s.lo + (a.lo + b.lo));
}
template <class T>
Twofold<T> operator-(const Twofold<T>& a) {
  return {-a.hi, -a.lo};
}
template <class T>
Twofold<T> operator*(const Twofold<T>& a, const Twofold<T>& b) {
  const auto p = exact_product(a.hi, b.hi);
  return exact_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// The excess of g at x over y is the slope of g over [y, x] minus the derivative at y: (g(x) - g(y))/(x - y) - g'(y).
template <class T>
struct Excess {
  T entropy;  // of h(x) = x log x: ((1 + z) log1p(z) - z)/z
  T log;      // of l(x) = -log x, times y: (z - log1p(z))/z
};

/// Both excesses for x = y (1 + z) at z > -1; `ratio` is 1 + z, given apart because near z = -1 it has digits that z
/// has not. Relative error a few units in the last place. Zero at z = 0.
template <class T>
inline Excess<T> excess(T z, T ratio) {
  if (std::abs(z) <= T(0.25)) {
    // log1p(z) = 2 atanh(u), u = z/(2 + z), |u| <= 1/7: with W = 1/3 + u^2/5 + u^4/7 + ... both excesses are u times 1
    // +- small.
    const T u = z / (2 + z);
    const T s = u * u;
    T w = T(1) / 27;
    for (int k = 25; k >= 3; k -= 2) w = w * s + T(1) / T(k);
    const T v = u * w;
    return {u * (1 + (1 + u) * v), u * (1 - (1 - u) * v)};
  }
  const T slope = std::log(ratio) / z;
  return {ratio * slope - 1, 1 - slope};
}

/// Stirling's remainder is the sum of these over x^(2k-1), k = 1, 2, ...
template <class T>
inline constexpr std::array<T, 9> stirling_coefficients = stirling_table<T, 9>();
/// From here on the nine terms leave less than 1e-14 of the whole.
template <class T>
inline constexpr T asymptotic = 8;

/// Excess of S at x over y for both >= 8: (x^-m)[x, y, y] is r_x r_y^2 times the complete homogeneous symmetric
/// polynomial of degree m - 1 in r_x, r_y, r_y, where r = 1/point; step = x - y (given apart: it may have digits that x
/// and y have not).
template <class T>
inline T stirling_excess(T x, T y, T step) {
  const T rx = 1 / x, ry = 1 / y;
  T one = 1, two = 1, three = 1;  // the polynomials in r_x; in r_x, r_y; in all three, here of degree 0
  T sum = 0;
  for (const T c : stirling_coefficients<T>) {
    sum += c * three;
    for (int step = 0; step < 2; ++step) {
      one *= rx;
      two = two * ry + one;
      three = three * ry + two;
    }
  }
  return step * rx * ry * ry * sum;
}

/// R(x) = lgamma(x) - x log x + x - log(2 pi)/2 and R'(x) = digamma(x) - log x. Absolute error of R a few units in the
/// last place of max(1, |R|).
template <class T>
struct Remainder {
  T value, slope;
};
template <class T>
inline Remainder<T> remainder(T x) {
  T product = 1, harmonic = 0, y = x;
  while (y < asymptotic<T>) {
    product *= y;
    harmonic += 1 / y;
    y += 1;
  }
  const T r = 1 / y, s = r * r;
  T sum = 0, slope = 0;
  for (std::size_t k = stirling_coefficients<T>.size(); k-- > 0;) {
    sum = sum * s + stirling_coefficients<T>[k];
    slope = slope * s + T(2 * k + 1) * stirling_coefficients<T>[k];
  }
  const T log_y = std::log(y);
  if (y == x) return {r * sum - log_y / 2, -r / 2 - s * slope};
  // back down: lgamma(x) = lgamma(y) - log(product), digamma(x) = digamma(y) - harmonic
  const T log_x = std::log(x);
  return {(y - T(0.5)) * log_y - y + r * sum - std::log(product) - x * log_x + x,
          (log_y - log_x) - r / 2 - s * slope - harmonic};
}

/// Excess of R(x) = lgamma(x) - x log x (of lgamma itself if `whole`) at x over y; z = x/y - 1, ratio = x/y.
/// Error: a few units in the last place (a few tens below 8).
template <class T>
inline T gamma_excess(T x, T y, T z, T ratio, bool whole) {
  const T least = std::fmin(x, y);
  if (least >= asymptotic<T>) {
    const auto e = excess(z, ratio);
    return (whole ? e.entropy : T(0)) + e.log / (2 * y) + stirling_excess(x, y, z * y);
  }
  if (std::abs(z) >= T(0.25)) {  // distant points: nothing cancels
    const auto at_x = remainder(x), at_y = remainder(y);
    const T slope = (at_x.value - at_y.value) / (x - y) - at_y.slope;
    return whole ? slope + excess(z, ratio).entropy : slope;
  }
  // lgamma(x) = lgamma(x + N) - log x - ... - log(x + N - 1)
  const T shift = std::ceil(asymptotic<T> - least);
  T sum = 0;
  for (T j = 0; j < shift; j += 1) {
    const auto e = excess(z * (y / (y + j)), (x + j) / (y + j));
    sum += e.log / (y + j);
    if (j == 0 && !whole) sum -= e.entropy;
  }
  const auto e = excess(z * (y / (y + shift)), (x + shift) / (y + shift));
  return sum + e.entropy + e.log / (2 * (y + shift)) + stirling_excess(x + shift, y + shift, z * y);
}

/// Three points on a line, those of the divergence's two laws and of the law at its order: the middle one, and the two
/// outer ones with their offsets from it in units of delta.
template <class T>
struct Triple {
  T middle;
  T near, far;            // near = x_Q; far = x_L at orders >= 1 (middle x_P), x_P below 1 (middle x_L)
  T near_step, far_step;  // (near - middle)/delta, (far - middle)/delta
  T delta;                // x_P - x_Q
  T factor;               // order * delta / (far - near)
};

/// order * delta^2 R[x_Q, x_P, x_L] >= 0 for R(x) = lgamma(x) - x log x, or for lgamma itself if `whole`.
template <class T>
inline T gamma_difference(const Triple<T>& x, bool whole) {
  const T y = x.middle;
  const T t = x.delta / y;
  const T far = gamma_excess<T>(x.far, y, x.far_step * t, x.far / y, whole);
  const T near = gamma_excess<T>(x.near, y, x.near_step * t, x.near / y, whole);
  return x.factor * x.delta * (far - near);
}

}  // namespace dpcert::stable
