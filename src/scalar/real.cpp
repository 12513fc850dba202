#include "dpcert/scalar/real.hpp"

#include <flint/fmpz.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/stirling.hpp"
#include "dpcert/symbolic/expr.hpp"
#include "dpcert/symbolic/relation.hpp"

namespace dpcert {
namespace {

template <class T>
constexpr T nan_of = std::numeric_limits<T>::quiet_NaN();

constexpr int bernoulli_count = static_cast<int>(bernoulli_numbers.size());
/// B_2m at index m - 1, rounded once.
constexpr auto bernoulli = [] {
  std::array<long double, bernoulli_numbers.size()> table{};
  for (std::size_t i = 0; i < table.size(); ++i)
    table[i] = static_cast<long double>(bernoulli_numbers[i].numerator) /
               static_cast<long double>(bernoulli_numbers[i].denominator);
  return table;
}();

/// psi^(k)(x) for x > 0 by polygamma_series_formula with fixed effort; c(k, m)/(k-1)! by its recurrence in m.
template <class T>
T polygamma_series(int k, T x) {
  const T start = (sizeof(T) > sizeof(double) ? T(17) : T(11)) + T(k) / 2;
  T head = 0;
  while (x < start) {
    T power = x;
    for (int i = 0; i < k; ++i) power *= x;
    head += 1 / power;
    x += 1;
  }
  const T z = 1 / (x * x);
  T sum = 0;
  if (k == 0) {
    for (int m = bernoulli_count; m >= 1; --m) sum = z * (static_cast<T>(bernoulli[m - 1]) / (2 * m) + sum);
    return std::log(x) - T(1) / (2 * x) - sum - head;
  }
  // c_m / (k-1)! = B_2m (2m+k-1)! / ((2m)! (k-1)!) = B_2m binomial(2m+k-1, k-1) : ratio of neighbours by
  // (2m+k)(2m+k+1)/((2m+1)(2m+2))
  T ratio[bernoulli_count];
  T c = T(k) * T(k + 1) / 2;  // m = 1: (k+1)!/(2! (k-1)!)
  for (int m = 1; m <= bernoulli_count; ++m) {
    ratio[m - 1] = c;
    c *= T(2 * m + k) * T(2 * m + k + 1) / (T(2 * m + 1) * T(2 * m + 2));
  }
  for (int m = bernoulli_count; m >= 1; --m) sum = z * (static_cast<T>(bernoulli[m - 1]) * ratio[m - 1] + sum);
  T factorial = 1;  // (k-1)!
  for (int i = 2; i < k; ++i) factorial *= i;
  T power = 1;
  for (int i = 0; i < k; ++i) power *= x;
  const T value = factorial * ((1 + T(k) / (2 * x) + sum) / power + T(k) * head);
  return k % 2 == 1 ? value : -value;
}

// The zero of psi, 1.46163214496836234126265954232572132846819620400644635..., as a sum of two.
template <class T>
struct Root;
template <>
struct Root<double> {
  static constexpr double head = 0x1.762d86356be3fp+0, tail = 0x1.b86a722197829p-54;
};
template <>
struct Root<long double> {
  static constexpr long double head = 0x1.762d86356be3f6e2p+0L, tail = -0x1.58dde687d6c3ep-66L;
};

/// psi near its zero r, where the series would cancel: every part of psi(x) - psi(r) has the factor x - r, which is
/// exact.
///   psi(x) - psi(r) = (x-r) [ sum_{j<n} 1/((x+j)(r+j)) + 1/(2 X R) ] + log1p((x-r)/R) + (P(R^-2) - P(X^-2)), X = x+n,
///   R = r+n,
/// P(z) = sum B_2m/(2m) z^m, and P(a) - P(b) = (a-b) times its divided difference by Horner.
template <class T>
T digamma_near_root(T x) {
  const T r = Root<T>::head;
  const T distance = (x - r) - Root<T>::tail;
  const int n = sizeof(T) > sizeof(double) ? 18 : 12;
  T sum = 0;
  for (int j = 0; j < n; ++j) sum += 1 / ((x + T(j)) * (r + T(j)));
  const T big_x = x + T(n), big_r = r + T(n);
  sum += 1 / (2 * big_x * big_r);
  const T a = 1 / (big_r * big_r), b = 1 / (big_x * big_x);
  T value = 0, divided = 0;
  for (int m = bernoulli_count; m >= 1; --m) {
    divided = divided * a + value;
    value = value * b + static_cast<T>(bernoulli[m - 1]) / (2 * m);
  }
  divided = divided * a + value;                 // of z * (the polynomial above)
  const T difference = a * b * (big_x + big_r);  // (a - b) / distance
  return distance * (sum + difference * divided) + std::log1p(distance / big_r);
}

template <class T>
T digamma_value(T x) {
  if (!(x > 0)) return nan_of<T>;
  if (std::isinf(x)) return x;
  if (x > T(1.25) && x < T(1.75)) return digamma_near_root(x);
  return polygamma_series<T>(0, x);
}

template <class T>
T lgamma_value(T x) {
  if (!(x > 0)) return nan_of<T>;
  if constexpr (std::is_same_v<T, double>) {
    int sign = 0;
    return ::lgamma_r(x, &sign);  // std::lgamma writes a global
  } else {
    int sign = 0;
    return ::lgammal_r(x, &sign);
  }
}

template <class T>
T convert(const Rational& q) {
  if constexpr (std::is_same_v<T, double>) {
    return q.approx();
  } else {
    const double head = q.approx();
    if (!std::isfinite(head)) return head;
    const Rational rest = q - Rational::from_double(head);
    return static_cast<long double>(head) + rest.approx();
  }
}

template <class T>
T pow_int(T x, int n) {
  return n == 0 ? T(1) : n < 0 && x == 0 ? nan_of<T> : std::pow(x, T(n));
}

template <class T>
T pow_real(T x, T y) {
  if (std::isnan(x) || std::isnan(y)) return nan_of<T>;  // std::pow(NaN, 0) and pow(1, NaN) are 1
  if (x == 0 && y < 0) return nan_of<T>;
  return std::pow(x, y);
}

template <class T>
T polygamma_value(int k, T x) {
  if (k < 0) throw Error(ErrorCode::domain, "polygamma", "an order k >= 0", std::to_string(k));
  if (!(x > 0)) return nan_of<T>;
  if (k == 0) return digamma_value(x);
  if (std::isinf(x)) return k % 2 == 1 ? T(0) : -T(0);
  return polygamma_series<T>(k, x);
}

template <class T>
T log_sum_exp_value(std::span<const T> x) {
  if (x.empty()) throw Error(ErrorCode::bad_input, "log_sum_exp", "at least one term", "none");
  std::size_t largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) return nan_of<T>;
    if (x[i] > x[largest]) largest = i;
  }
  if (std::isinf(x[largest])) return x[largest];
  T sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i != largest) sum += std::exp(x[i] - x[largest]);
  }
  return x[largest] + std::log1p(sum);
}

template <class T>
Truth holds_value(Rel rel, T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return Truth::undefined;
  return holds_exactly(rel, a, b);
}

template <class T>
T select_value(Rel rel, T a, T b, T x, T y) {
  const Truth t = holds_value(rel, a, b);
  return t.is_undefined() ? nan_of<T> : t.is_certain() ? x : y;
}

template <class T>
T xlogy_value(T x, T y) {
  if (y > 0) return x == 0 ? T(0) : x * std::log(y);
  return x == 0 && y == 0 ? T(0) : nan_of<T>;
}

}  // namespace

#define DPCERT_REAL_FUNCTIONS(T)                                                      \
  T exp(T x) { return std::exp(x); }                                                  \
  T log(T x) { return x > 0 ? std::log(x) : nan_of<T>; }                              \
  T log1p(T x) { return x > -1 ? std::log1p(x) : nan_of<T>; }                         \
  T expm1(T x) { return std::expm1(x); }                                              \
  T sqrt(T x) { return x >= 0 ? std::sqrt(x) : nan_of<T>; }                           \
  T pow(T x, T y) { return pow_real(x, y); }                                          \
  T pow(T x, int n) { return std::isnan(x) ? x : pow_int(x, n); }                     \
  T abs(T x) { return std::fabs(x); }                                                 \
  T min(T x, T y) { return std::isnan(x) ? x : std::isnan(y) ? y : x < y ? x : y; }   \
  T max(T x, T y) { return std::isnan(x) ? x : std::isnan(y) ? y : x > y ? x : y; }   \
  T cosh(T x) { return std::cosh(x); }                                                \
  T sinh(T x) { return std::sinh(x); }                                                \
  T tanh(T x) { return std::tanh(x); }                                                \
  T floor(T x) { return std::floor(x); }                                              \
  T ceil(T x) { return std::ceil(x); }                                                \
  T xlogy(T x, T y) { return xlogy_value(x, y); }                                     \
  T lgamma(T x) { return lgamma_value(x); }                                           \
  T digamma(T x) { return digamma_value(x); }                                         \
  T trigamma(T x) { return polygamma_value(1, x); }                                   \
  T polygamma(int k, T x) { return polygamma_value(k, x); }                           \
  T erf(T x) { return std::erf(x); }                                                  \
  T erfc(T x) { return std::erfc(x); }                                                \
  T normal_cdf(T x) { return std::erfc(-x / std::numbers::sqrt2_v<T>) / 2; }          \
  T sin(T x) { return std::sin(x); }                                                  \
  T cos(T x) { return std::cos(x); }                                                  \
  T atan(T x) { return std::atan(x); }                                                \
  T log_sum_exp(std::span<const T> x) { return log_sum_exp_value(x); }                \
  T pi_like(T) { return std::numbers::pi_v<T>; }                                      \
  T constant_like(T, const Rational& q) { return convert<T>(q); }                     \
  T make_constant(std::type_identity<T>, const Rational& q) { return convert<T>(q); } \
  Truth holds(Rel rel, T a, T b) { return holds_value(rel, a, b); }                   \
  T select(Rel rel, T a, T b, T x, T y) { return select_value(rel, a, b, x, y); }

DPCERT_REAL_FUNCTIONS(double)
DPCERT_REAL_FUNCTIONS(long double)
#undef DPCERT_REAL_FUNCTIONS

}  // namespace dpcert
