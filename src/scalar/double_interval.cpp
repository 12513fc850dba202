// Elementary functions of DoubleInterval. Each has a value at a point with a proven relative error; u = 2^-53 below.
#include "dpcert/scalar/double_interval.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <tuple>
#include <utility>

#include "src/scalar/double_interval_detail.hpp"

namespace dpcert {

using namespace double_interval_detail;

namespace {

constexpr double huge = std::numeric_limits<double>::max();

// 2^m for -1022 <= m <= 1023.
double power_of_two(int m) { return std::bit_cast<double>(static_cast<std::uint64_t>(m + 1023) << 52); }

// The rounding of an exact ball to double: nearest, and the rest of it to double.
std::pair<double, double> split(const arb_t x) {
  const double hi = arf_get_d(arb_midref(x), ARF_RND_NEAR);
  arf_t rest;
  arf_init(rest);
  arf_set_d(rest, hi);
  arf_sub(rest, arb_midref(x), rest, ARF_PREC_EXACT, ARF_RND_DOWN);
  const double lo = arf_get_d(rest, ARF_RND_NEAR);
  arf_clear(rest);
  return {hi, lo};
}

struct Tables {
  std::array<double, 64> exp_hi{}, exp_lo{};                  // 2^(j/64)
  std::array<double, 128> inverse{}, minus_hi{}, minus_lo{};  // c near 1/m with 9 bits; -log c
  Tables() {
    arb_t x;
    arb_init(x);
    for (int j = 0; j < 64; ++j) {
      arb_const_log2(x, 256);
      arb_mul_si(x, x, j, 256);
      arb_mul_2exp_si(x, x, -6);
      arb_exp(x, x, 256);
      std::tie(exp_hi[j], exp_lo[j]) = split(x);
    }
    for (int j = 0; j < 128; ++j) {
      // The ends are 1 and 1/2 exactly, so that log is relatively accurate on both sides of 1.
      const int c = j == 0 ? 512 : j == 127 ? 256 : (2 * 512 * 128 + (2 * j + 257) / 2) / (2 * j + 257);
      inverse[j] = c / 512.0;
      const bool halved = j >= upper_half;  // m/2 in [1/sqrt 2, 1): the inverse is 2c
      arb_set_si(x, halved ? 2 * c : c);
      arb_mul_2exp_si(x, x, -9);
      arb_log(x, x, 256);
      arb_neg(x, x);
      std::tie(minus_hi[j], minus_lo[j]) = split(x);
    }
    arb_clear(x);
  }
  static constexpr int upper_half = 53;
};
const Tables& tables() {
  static const Tables t;
  return t;
}

// exp(x) = 2^m (T + T_lo) exp(r), |r| <= log(2)/128 + 2^-60: m and the parts. Cody and Waite's reduction: k * L1 is
// exact for |k| < 2^17, the error of r is below 2^-60.
struct Reduced {
  int m;
  double hi, lo, r;
};
Reduced reduced(double x) {
  constexpr double inverse = 0x1.71547652b82fep+6, l1 = 0x1.62e42fef80000p-7, l2 = 0x1.1cf79abc9e3b4p-42;
  constexpr double shift = 0x1.8p52;
  const double kd = (x * inverse + shift) - shift;
  const auto k = static_cast<int>(kd);
  const auto j = static_cast<std::size_t>(k & 63);
  const Tables& t = tables();
  return {k >> 6, t.exp_hi[j], t.exp_lo[j], (x - kd * l1) - kd * l2};
}
// exp(r) - 1 - r for |r| < 0.0055, to 3 u relative: the series to degree 6 (the rest is below 2^-65).
double exp_tail(double r) { return r * r * (0.5 + r * (1.0 / 6 + r * (1.0 / 24 + r * (1.0 / 120 + r * (1.0 / 720))))); }

// Relative error below 1.1 u before scaling by 2^m; widened by 3 u.
Ends exp_at(double x) {
  if (x == 0) return {1, 1};
  if (x < -745.2) return {0, 0x1p-1074};
  if (x > 709.79) return {huge, HUGE_VAL};
  const Reduced e = reduced(x);
  const double p = e.r + exp_tail(e.r);
  const double v = e.hi + (e.lo + e.hi * p), error = v * 0x1.8p-52;
  const double lo = v - error, hi = v + error;
  if (e.m >= -1020 && e.m <= 1022) {
    const double s = power_of_two(e.m);
    return {lo * s, hi * s};
  }
  if (e.m > 0) {
    const double s = power_of_two(e.m - 2), l = lo * s * 4, h = hi * s * 4;
    return {l < huge ? l : huge, h};
  }
  const double s = power_of_two(e.m + 100);
  const double l = below(lo * s * 0x1p-100);
  return {l > 0 ? l : 0, above(hi * s * 0x1p-100)};
}

Ends expm1_at(double x) {
  if (x == 0) return {0, 0};
  if (std::fabs(x) < 0x1p-54) return {x, above(x)};  // x < expm1(x) < x + x^2
  if (x < -40) return {-1, -1 + 0x1p-53};
  if (x > 40) {
    const Ends e = exp_at(x);
    return {add_down(e.lo, -1), add_up(e.hi, -1)};
  }
  const Reduced e = reduced(x);
  const double p = e.r + exp_tail(e.r);
  if (e.m == 0 && e.hi == 1) {  // r = x exactly
    const double error = std::fabs(p) * 0x1.8p-52;
    return {p - error, p + error};
  }
  // 2^m hi - 1 as a sum of two, then the rest. Errors: the rest is below 0.0056 * 2^m hi, each of its four roundings
  // below u times that; the last sum has one more.
  const double s = power_of_two(e.m), big = e.hi * s;
  const double h = big - 1, c = h - big, tail = (big - (h - c)) + (-1 - c);
  const double v = h + (tail + s * (e.lo + e.hi * p));
  const double error = std::fabs(v) * 0x1p-52 + big * 0x1p-57;
  return {below(v - error), above(v + error)};
}

// log(1 + r) - r for |r| < 0.008, to 3 u relative to itself and 2^-58 |r|: the series to degree 8.
double log_tail(double r) {
  return r * r * (-0.5 + r * (1.0 / 3 + r * (-0.25 + r * (0.2 + r * (-1.0 / 6 + r * (1.0 / 7 - r * 0.125))))));
}

// 0 < x < inf. Relative error below 1.2 u, widened by 3 u.
Ends log_at(double x) {
  if (x == 1) return {0, 0};
  int e = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    e = -54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  e += static_cast<int>(bits >> 52) - 1023;
  const double m = std::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL);
  const auto j = static_cast<std::size_t>((bits >> 45) & 127);
  const Tables& t = tables();
  const double c = t.inverse[j];
  if (j >= Tables::upper_half) ++e;
  const double mh = std::bit_cast<double>(std::bit_cast<std::uint64_t>(m) & 0xfffffffffc000000ULL), ml = m - mh;
  // m c - 1, of which both products are exact.
  const double a = mh * c - 1, b = ml * c;
  const double r = a + b, d = r - a, r_lo = (a - (r - d)) + (b - d);
  const double q = log_tail(r);
  double v = 0;
  if (e == 0 && t.minus_hi[j] == 0) {
    v = r + q;  // r is exact
  } else {
    constexpr double ln2_hi = 0x1.62e42fefa4000p-1, ln2_lo = -0x1.8432a1b0e2634p-43;
    const double k = e;
    const double big = k * ln2_hi;  // exact: 40 and 11 bits
    const double s = big + t.minus_hi[j], s1 = s - big, s_lo = (big - (s - s1)) + (t.minus_hi[j] - s1);
    const double w = s + r, w1 = w - s, w_lo = (s - (w - w1)) + (r - w1);
    v = w + (w_lo + (s_lo + (k * ln2_lo + t.minus_lo[j]) + r_lo + q));
  }
  const double error = std::fabs(v) * 0x1.8p-52;
  return {v - error, v + error};
}

// -1 < x < inf.
Ends log1p_at(double x) {
  if (x == 0) return {0, 0};
  if (std::fabs(x) < 0x1p-54) return {below(x), x};  // x - x^2 < log1p(x) < x
  if (x > -0.0039 && x < 0.0078) {
    const double v = x + log_tail(x), error = std::fabs(v) * 0x1.8p-52;
    return {v - error, v + error};
  }
  const double y = 1 + x, c = y - 1, rest = (1 - (y - c)) + (x - c);  // 1 + x = y + rest
  const Ends l = log_at(y);
  const double d = rest / y;  // log(1 + rest/y) to 2^-105
  return {below(l.lo + d), above(l.hi + d)};
}

// x >= 0.
Ends cosh_at(double x) {
  const DoubleInterval e = as_interval(exp_at(x));
  const DoubleInterval s = e + DoubleInterval::point(1) / e;
  return {s.lower() < 2 ? 1 : s.lower() / 2, s.upper() / 2};  // a half is exact here: both are at least 1
}
Ends sinh_at(double x) {
  if (x < 0) return negated(sinh_at(-x));
  if (x == 0) return {0, 0};
  // u/2 + u/(2(u+1)), u = e^x - 1
  const DoubleInterval u = as_interval(expm1_at(x)), half = DoubleInterval::point(0.5);
  if (!std::isfinite(u.upper())) return {below(u.lower() * 0.5), HUGE_VAL};
  const DoubleInterval s = half * (u + u / (u + DoubleInterval::point(1)));
  return {s.lower() > x ? s.lower() : x, s.upper()};
}
Ends tanh_at(double x) {
  if (x < 0) return negated(tanh_at(-x));
  if (x == 0) return {0, 0};
  if (x > 20) return {1 - 0x1p-53, 1};
  // u/(u+2), u = e^(2x) - 1; its limits are known
  const DoubleInterval u = as_interval(expm1_at(2 * x));
  const DoubleInterval s = u / (u + DoubleInterval::point(2));
  return {s.lower(), s.upper() < 1 ? s.upper() : 1};
}

}  // namespace

namespace double_interval_detail {
Ends exp_point(double x) { return exp_at(x); }
Ends log_point(double x) { return log_at(x); }
}  // namespace double_interval_detail

DoubleInterval::DoubleInterval(const Rational& q) {
  arf_t n, d;
  arf_init(n);
  arf_init(d);
  arf_t x;
  arf_init(x);
  arf_set_fmpz(n, fmpq_numref(q.fmpq_ptr()));
  arf_set_fmpz(d, fmpq_denref(q.fmpq_ptr()));
  arf_div(x, n, d, 80, ARF_RND_FLOOR);
  lo_ = arf_get_d(x, ARF_RND_FLOOR);
  arf_div(x, n, d, 80, ARF_RND_CEIL);
  hi_ = arf_get_d(x, ARF_RND_CEIL);
  arf_clear(n);
  arf_clear(d);
  arf_clear(x);
}

DoubleInterval DoubleInterval::product(const DoubleInterval& a, const DoubleInterval& b) {
  double p = a.lo_ * b.lo_, q = a.lo_ * b.hi_, r = a.hi_ * b.lo_, s = a.hi_ * b.hi_;
  const double total = (p + q) + (r + s);
  if (total - total != 0) {  // infinite or NaN somewhere: 0 * inf = 0, and a finite end does not overflow to infinity
    if (a.is_undefined() || b.is_undefined()) return undefined();
    for (double* x : {&p, &q, &r, &s}) {
      if (std::isnan(*x)) *x = 0;
    }
  }
  const double pq = p < q ? p : q, rs = r < s ? r : s, lo = pq < rs ? pq : rs;
  const double pq1 = p < q ? q : p, rs1 = r < s ? s : r, hi = pq1 < rs1 ? rs1 : pq1;
  double down = below(lo < huge ? lo : huge), up = above(hi > -huge ? hi : -huge);
  if (lo == 0 || hi == 0) {  // exactly 0, or underflow: the signs of the factors tell
    if ((a.lo_ == 0 && a.hi_ == 0) || (b.lo_ == 0 && b.hi_ == 0)) return {0, 0};
    if (lo == 0 && ((a.lo_ >= 0 && b.lo_ >= 0) || (a.hi_ <= 0 && b.hi_ <= 0))) down = 0;
    if (hi == 0 && ((a.lo_ >= 0 && b.hi_ <= 0) || (a.hi_ <= 0 && b.lo_ >= 0))) up = 0;
  }
  return {down, up};
}

DoubleInterval DoubleInterval::quotient(const DoubleInterval& a, const DoubleInterval& b) {
  if (a.is_undefined() || b.is_undefined()) return undefined();
  if (b.hi_ <= 0) {
    if (b.lo_ == 0) return undefined();
    return (-a) / (-b);
  }
  if (b.lo_ < 0) return entire();
  // b = [0, hi]: through the reciprocal, whose limit is clear
  const double least = b.hi_ == HUGE_VAL ? 0 : below(1 / b.hi_);
  return a * DoubleInterval(least > 0 ? least : 0, HUGE_VAL);
}

DoubleInterval select(Rel rel, const DoubleInterval& a, const DoubleInterval& b, const DoubleInterval& x,
                      const DoubleInterval& y) {
  if (a.is_undefined() || b.is_undefined()) return DoubleInterval::undefined();
  const bool less = a.upper() < b.lower(), less_equal = a.upper() <= b.lower();
  const bool greater = a.lower() > b.upper(), greater_equal = a.lower() >= b.upper();
  const bool equal = less_equal && greater_equal;
  const bool yes = rel == Rel::ge   ? greater_equal
                   : rel == Rel::gt ? greater
                   : rel == Rel::le ? less_equal
                   : rel == Rel::lt ? less
                                    : equal;
  const bool no = rel == Rel::ge   ? less
                  : rel == Rel::gt ? less_equal
                  : rel == Rel::le ? greater
                  : rel == Rel::lt ? greater_equal
                                   : less || greater;
  if (yes) return x;
  if (no) return y;
  if (x.is_undefined() || y.is_undefined()) return DoubleInterval::undefined();
  return {std::fmin(x.lower(), y.lower()), std::fmax(x.upper(), y.upper())};
}

DoubleInterval exp(const DoubleInterval& x) { return increasing(x, exp_at, -HUGE_VAL, 0, HUGE_VAL); }
DoubleInterval expm1(const DoubleInterval& x) { return increasing(x, expm1_at, -HUGE_VAL, -1, HUGE_VAL); }
DoubleInterval log(const DoubleInterval& x) { return increasing(x, log_at, 0, -HUGE_VAL, HUGE_VAL); }
DoubleInterval log1p(const DoubleInterval& x) { return increasing(x, log1p_at, -1, -HUGE_VAL, HUGE_VAL); }
DoubleInterval sinh(const DoubleInterval& x) { return increasing(x, sinh_at, -HUGE_VAL, -HUGE_VAL, HUGE_VAL); }
DoubleInterval tanh(const DoubleInterval& x) { return increasing(x, tanh_at, -HUGE_VAL, -1, 1); }

DoubleInterval sqrt(const DoubleInterval& x) {
  if (!(x.upper() >= 0)) return DoubleInterval::undefined();
  // The root is correctly rounded.
  const double lo = x.lower() <= 0 ? 0 : below(std::sqrt(x.lower()));
  return {lo > 0 ? lo : 0, x.upper() == 0 ? 0 : above(std::sqrt(x.upper()))};
}

DoubleInterval abs(const DoubleInterval& x) {
  if (x.lower() >= 0) return x;
  if (x.upper() <= 0) return -x;
  return {x.is_undefined() ? x.lower() : 0, x.magnitude()};
}
DoubleInterval min(const DoubleInterval& x, const DoubleInterval& y) {
  if (x.is_undefined() || y.is_undefined()) return DoubleInterval::undefined();
  return {std::fmin(x.lower(), y.lower()), std::fmin(x.upper(), y.upper())};
}
DoubleInterval max(const DoubleInterval& x, const DoubleInterval& y) {
  if (x.is_undefined() || y.is_undefined()) return DoubleInterval::undefined();
  return {std::fmax(x.lower(), y.lower()), std::fmax(x.upper(), y.upper())};
}
DoubleInterval cosh(const DoubleInterval& x) {
  if (x.is_undefined()) return x;
  return increasing(abs(x), cosh_at, -HUGE_VAL, 1, HUGE_VAL);
}
DoubleInterval floor(const DoubleInterval& x) { return {std::floor(x.lower()), std::floor(x.upper())}; }
DoubleInterval ceil(const DoubleInterval& x) { return {std::ceil(x.lower()), std::ceil(x.upper())}; }
DoubleInterval xlogy(const DoubleInterval& x, const DoubleInterval& y) {
  if (y.upper() > 0) return x * log(y);
  // y = 0 needs x = 0, where the value is 0.
  return x.contains_zero() && y.upper() == 0 ? DoubleInterval(0, 0) : DoubleInterval::undefined();
}

namespace {
double power_down(double x, unsigned n) {  // x >= 0
  double r = 1;
  for (;;) {
    if (n & 1U) r = r == 1 ? x : mul_down(r, x);
    n >>= 1;
    if (n == 0) return r < huge ? r : huge;  // an overflow is NaN
    x = mul_down(x, x);
  }
}
double power_up(double x, unsigned n) {
  double r = 1;
  for (;;) {
    if (n & 1U) r = r == 1 ? x : mul_up(r, x);
    n >>= 1;
    if (n == 0) return r;
    x = mul_up(x, x);
  }
}
}  // namespace

namespace {
DoubleInterval positive_power(const DoubleInterval& x, unsigned n) {
  if (n % 2 == 0 || x.lower() >= 0) {
    const DoubleInterval a = abs(x);
    return {power_down(a.lower(), n), power_up(a.upper(), n)};
  }
  return {-power_up(-x.lower(), n), x.upper() <= 0 ? -power_down(-x.upper(), n) : power_up(x.upper(), n)};
}
}  // namespace

DoubleInterval pow(const DoubleInterval& x, int n) {
  if (x.is_undefined() || n == 1) return x;
  if (n == 0) return DoubleInterval::point(1);
  if (n > 0) return positive_power(x, static_cast<unsigned>(n));
  return DoubleInterval::point(1) / (n == -1 ? x : positive_power(x, 0U - static_cast<unsigned>(n)));
}

DoubleInterval pow(const DoubleInterval& x, const DoubleInterval& y) {
  if (!(x.lower() >= 0) || y.is_undefined()) return DoubleInterval::undefined();
  if (x.upper() == 0) return DoubleInterval::undefined();  // 0^y: left to those who know about 0^0
  return exp(y * log(x));
}

}  // namespace dpcert
