// Gamma and error functions of DoubleInterval: upward recurrence and the enveloping asymptotic series of special.hpp,
// with a running count of roundings. u = 2^-53.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "src/scalar/double_interval_detail.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {

using namespace double_interval_detail;

namespace {

constexpr int terms = 9;           // of the series; the last one bounds the remainder
constexpr int largest_order = 12;  // beyond: Arb
constexpr double u = 0x1p-53;

struct Series {
  // The coefficients of the series of special.hpp, to 2 u: c[k][m] of the polygammas, and lgamma's own.
  std::array<std::array<double, terms + 1>, largest_order + 1> c{};
  std::array<double, terms + 1> stirling{};
  std::array<double, largest_order + 2> factorial{};
  Series() {
    fmpq_t q;
    arf_t x;
    fmpq_init(q);
    arf_init(x);
    const auto coefficient = [&](int k, int m) {
      special::series_coefficient(q, k, m);
      arf_set_fmpz(x, fmpq_numref(q));
      arf_div_fmpz(x, x, fmpq_denref(q), 64, ARF_RND_NEAR);
      return arf_get_d(x, ARF_RND_NEAR);
    };
    factorial[0] = 1;
    for (int k = 1; k <= largest_order + 1; ++k)
      factorial[static_cast<std::size_t>(k)] = k * factorial[static_cast<std::size_t>(k - 1)];
    for (int m = 1; m <= terms; ++m) {
      const auto at = static_cast<std::size_t>(m);
      for (int k = 0; k <= largest_order; ++k) c[static_cast<std::size_t>(k)][at] = coefficient(k, m);
      stirling[at] = coefficient(-1, m);
    }
    fmpq_clear(q);
    arf_clear(x);
  }
};
const Series& series() {
  static const Series s;
  return s;
}

// sum_{0<m<terms} c_m z^m by Horner.
double horner(const std::array<double, terms + 1>& c, double z) {
  double sum = 0;
  for (int m = terms - 1; m >= 1; --m) sum = (sum + c[static_cast<std::size_t>(m)]) * z;
  return sum;
}
// |c_M| z^M, rounded up.
double remainder(const std::array<double, terms + 1>& c, double z) {
  double r = std::fabs(c[terms]);
  for (int m = 0; m < terms; ++m) r *= z;
  return r * (1 + 0x1p-40) + 0x1p-1074;
}
double power(double x, int n) {  // 1 <= n, at most n - 1 roundings
  double r = x;
  for (int i = 1; i < n; ++i) r *= x;
  return r;
}

constexpr double large = 0x1p70;  // beyond, and below its inverse: Arb

// (-1)^(k+1) psi^(k)(x), k >= 1. Every part is positive but for the series, which is below 1/10 of the leading term
// for X >= 12 + 2k.
// Roundings: x + j one, which its power multiplies by k + 1; the power k; the division 1; k! 1 (exact to 18!);
// the sum n. Leading terms: the same, and the series' error below 20 u / 10. The total is below (3k + n + 14) u.
Ends polygamma_at(int k, double x) {
  const Series& s = series();
  const auto order = static_cast<std::size_t>(k);
  const double start = 12 + 2 * k;
  double head = 0, y = x;
  int n = 0;
  if (x < start) {
    n = static_cast<int>(start - x) + 1;
    for (int j = n - 1; j >= 0; --j) head += 1 / power(x + j, k + 1);
    y = x + n;
  }
  const double inverse = 1 / y, z = inverse * inverse, first = s.factorial[order - 1];
  const double scale = power(inverse, k);
  const double sum = (first + (s.factorial[order] * 0.5 * inverse + horner(s.c[order], z))) * scale;
  const double v = sum + s.factorial[order] * head;
  const double error = v * ((3 * k + n + 16) * u) + remainder(s.c[order], z * (1 + 0x1p-50)) * scale * (1 + 0x1p-40);
  return {below(v - error), above(v + error)};
}

// Absolute errors: n + 12 roundings of the largest of the parts.
Ends digamma_at(double x) {
  const Series& s = series();
  double head = 0, y = x;
  int n = 0;
  if (x < 12) {
    n = static_cast<int>(12 - x) + 1;
    for (int j = n - 1; j >= 0; --j) head += 1 / (x + j);
    y = x + n;
  }
  const Ends l = log_point(y);
  const double inverse = 1 / y, z = inverse * inverse;
  const double small = 0.5 * inverse + horner(s.c[0], z), both = small + head;
  const double error = (both * (n + 8) + std::fabs(l.hi) * 2 + 2) * u + remainder(s.c[0], z * (1 + 0x1p-50));
  return {below((l.lo - both) - error), above((l.hi - both) + error)};
}

// lgamma(x) = (X - 1/2) log X - X + log(2 pi)/2 + sum c_m X^(1-2m) - log(x (x+1) ... ).
Ends lgamma_at(double x) {
  if (x == 1 || x == 2) return {0, 0};
  const Series& s = series();
  double product = 1, y = x;
  int n = 0;
  if (x < 10) {
    n = static_cast<int>(10 - x) + 1;
    for (int j = 0; j < n; ++j) product *= x + j;
    y = x + n;
  }
  constexpr double half_log_two_pi = 0x1.d67f1c864beb5p-1;
  const Ends l = log_point(y), p = n > 0 ? log_point(product) : Ends{0, 0};
  const double lm = 0.5 * (l.lo + l.hi), pm = 0.5 * (p.lo + p.hi);
  const double inverse = 1 / y, z = inverse * inverse;
  const double lead = (y - 0.5) * lm;
  const double v = ((lead - y) + (half_log_two_pi + horner(s.stirling, z) * y)) - pm;
  // log X: 4 u, its product 2 more (and the error of X = x + n, which is u X psi(X) at most); the sums 3; the product
  // 2 n u as an absolute error of its logarithm, that 4 u.
  const double error =
      (10 * lead + 4 * y + 4 + 8 * std::fabs(pm) + 2 * n) * u + remainder(s.stirling, z * (1 + 0x1p-50)) * y * 1.001;
  return {below(v - error), above(v + error)};
}

// By Arb, at 64 bits: for what has no series here.
template <class Kernel>
Ends by_arb(double x, Kernel f) {
  arb_t v;
  arf_t end;
  arb_init(v);
  arf_init(end);
  Ends e{-HUGE_VAL, HUGE_VAL};
  for (slong bits = 80; bits <= 320; bits *= 2) {
    arb_set_d(v, x);
    f(v, v, bits);
    if (arb_rel_accuracy_bits(v) >= 60) break;
  }
  if (arb_is_finite(v)) {
    arb_get_lbound_arf(end, v, 80);
    e.lo = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_ubound_arf(end, v, 80);
    e.hi = arf_get_d(end, ARF_RND_CEIL);
  }
  arb_clear(v);
  arf_clear(end);
  return e;
}

bool moderate(double x) { return x > 1 / large && x < large; }

}  // namespace

DoubleInterval polygamma(int k, const DoubleInterval& x) {
  if (k < 0) return DoubleInterval::undefined();
  if (k == 0) return digamma(x);
  const auto magnitude = [k](double t) {
    if (k <= largest_order && moderate(t)) return polygamma_at(k, t);
    return by_arb(t, [k](arb_t r, const arb_t a, slong bits) {
      special::polygamma(r, k, a, bits);
      if (k % 2 == 0) arb_neg(r, r);
    });
  };
  const DoubleInterval r = decreasing(x, magnitude, 0, HUGE_VAL, 0);
  return k % 2 == 0 ? -r : r;
}
DoubleInterval digamma(const DoubleInterval& x) {
  return increasing(
      x, [](double t) { return moderate(t) ? digamma_at(t) : by_arb(t, special::digamma); }, 0, -HUGE_VAL, HUGE_VAL);
}
DoubleInterval trigamma(const DoubleInterval& x) { return polygamma(1, x); }

DoubleInterval lgamma(const DoubleInterval& x) {
  if (!(x.upper() > 0)) return DoubleInterval::undefined();
  const auto value = [](double t) { return moderate(t) ? lgamma_at(t) : by_arb(t, special::lgamma); };
  // Convex, least -0.1214862905358496... at 1.4616321...
  constexpr double least = -0.12148629053585;
  if (x.upper() <= 1.46163) return decreasing(x, value, 0, HUGE_VAL, least);
  if (x.lower() >= 1.46164) return increasing(x, value, 0, least, HUGE_VAL);
  const double left = x.lower() <= 0 ? HUGE_VAL : value(x.lower()).hi;
  const double right = x.upper() == HUGE_VAL ? HUGE_VAL : value(x.upper()).hi;
  return {least, left > right ? left : right};
}

DoubleInterval erf(const DoubleInterval& x) {
  return increasing(
      x,
      [](double t) {
        return t == 0 ? Ends{0, 0} : by_arb(t, special::erf);
      },
      -HUGE_VAL, -1, 1);
}
DoubleInterval erfc(const DoubleInterval& x) {
  return decreasing(
      x, [](double t) { return by_arb(t, special::erfc); }, -HUGE_VAL, 2, 0);
}
DoubleInterval normal_cdf(const DoubleInterval& x) {
  return increasing(
      x, [](double t) { return by_arb(t, special::normal_cdf); }, -HUGE_VAL, 0, 1);
}

namespace {

// sin, or cos: (-1)^m at the m-th multiple of pi (shifted by a half for sin), monotone between two. The number of half
// turns t is off by less than (1 + |t|) 2^-51 in doubles: pi, the quotient and the shift are each rounded once, the sum
// with the slack once more. Every multiple that may lie in the interval widens the values at the ends.
DoubleInterval wave(const DoubleInterval& x, special::Kernel f, double shift) {
  constexpr double limit = 0x1p20;
  if (x.is_undefined()) return DoubleInterval::undefined();
  if (!(x.lower() > -limit && x.upper() < limit)) return {-1, 1};
  const double low = x.lower() / std::numbers::pi - shift, high = x.upper() / std::numbers::pi - shift;
  const double first = std::ceil(low - (1 + std::fabs(low)) * 0x1p-49);
  const double last = std::floor(high + (1 + std::fabs(high)) * 0x1p-49);
  if (first < last) return {-1, 1};
  const Ends a = by_arb(x.lower(), f), b = by_arb(x.upper(), f);
  const bool one = first == last, even = std::fmod(first, 2) == 0;
  const double lo = std::max(-1.0, std::min(a.lo, b.lo)), hi = std::min(1.0, std::max(a.hi, b.hi));
  return {one && !even ? -1 : lo, one && even ? 1 : hi};
}

}  // namespace

DoubleInterval sin(const DoubleInterval& x) {
  if (x.lower() == 0 && x.upper() == 0) return {0, 0};
  return wave(x, arb_sin, 0.5);
}
DoubleInterval cos(const DoubleInterval& x) { return wave(x, arb_cos, 0); }
DoubleInterval atan(const DoubleInterval& x) {
  constexpr double quarter = 1.5707963267948968;  // above pi/2
  return increasing(
      x,
      [](double t) {
        return t == 0 ? Ends{0, 0} : by_arb(t, arb_atan);
      },
      -HUGE_VAL, -quarter, quarter);
}

}  // namespace dpcert
