// Bernoulli numbers, and with them the asymptotic series of lgamma and of the polygamma functions, for any scalar.
//
// With X = x + n and c(k, m) = B_2m (2m+k-1)!/(2m)!, which is B_2m/(2m (2m-1)) for k = -1 and B_2m/(2m) for k = 0:
// clang-format off
//   lgamma(x)             = (X - 1/2) log X - X + log(2 pi)/2 + sum_{0<m<M} c(-1, m) X^(1-2m) - sum_{j<n} log(x+j) + remainder
//   psi(x)                = log X - 1/(2X) - sum_{0<m<M} c(0, m) X^(-2m) - sum_{j<n} 1/(x+j) + remainder
//   (-1)^(k+1) psi^(k)(x) = X^-k [(k-1)! + k!/(2X) + sum_{0<m<M} c(k, m) X^(-2m)] + k! sum_{j<n} (x+j)^-(k+1) + remainder
// clang-format on
// For x > 0 the series envelop: the remainder is at most the first term left out (m = M) and has its sign. Sources:
// NIST DLMF 5.11.1, 5.11(ii), 5.15.8, 5.15.9, 5.5.2.
//
// These templates are what the evaluations are held to (tests/scalar/stirling_test.cpp). Those choose n and M and
// arrange the sums for their arithmetic: balls of any precision (polygamma_series of src/scalar/special.hpp), float
// types (src/scalar/real.cpp), doubles rounded outward (src/scalar/double_gamma.cpp), and lgamma of large arguments in
// balls (src/divergence/certified_renyi.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

/// A rational number as a compile-time constant.
struct ConstantFraction {
  std::int64_t numerator, denominator;
};

/// B_2m at index m - 1, m = 1, ..., 14. NIST DLMF 24.2(iv).
inline constexpr std::array<ConstantFraction, 14> bernoulli_numbers{{{1, 6},
                                                                     {-1, 30},
                                                                     {1, 42},
                                                                     {-1, 30},
                                                                     {5, 66},
                                                                     {-691, 2730},
                                                                     {7, 6},
                                                                     {-3617, 510},
                                                                     {43867, 798},
                                                                     {-174611, 330},
                                                                     {854513, 138},
                                                                     {-236364091, 2730},
                                                                     {8553103, 6},
                                                                     {-23749461029, 870}}};

/// c(-1, m) = B_2m/(2m (2m-1)), 1 <= m <= 14: the coefficients of Stirling's series.
constexpr ConstantFraction stirling_fraction(int m) {
  const ConstantFraction b = bernoulli_numbers[static_cast<std::size_t>(m - 1)];
  return {b.numerator, b.denominator * (std::int64_t{2} * m * (2 * m - 1))};
}
/// The first `Count` of them, each rounded once.
template <class T, std::size_t Count>
constexpr std::array<T, Count> stirling_table() {
  std::array<T, Count> table{};
  for (std::size_t i = 0; i < Count; ++i) {
    const ConstantFraction c = stirling_fraction(static_cast<int>(i) + 1);
    table[i] = static_cast<T>(c.numerator) / static_cast<T>(c.denominator);
  }
  return table;
}

/// c(k, m) exactly, k >= -1, 1 <= m <= 14.
inline Rational series_coefficient(int k, int m) {
  const ConstantFraction b = bernoulli_numbers.at(static_cast<std::size_t>(m - 1));
  Rational c(b.numerator, b.denominator);
  for (int i = 2 * m + k; i <= 2 * m; ++i) c /= Rational(i);     // (2m+k-1)!/(2m)! for k = -1, 0
  for (int i = 2 * m + 1; i < 2 * m + k; ++i) c *= Rational(i);  // and for k >= 1
  return c;
}

/// lgamma(x) by the formula above without its remainder: n = steps >= 0, M = terms, 1 <= M <= 15; x > 0.
template <class S>
S lgamma_series_formula(const S& x, int steps, int terms) {
  const S y = x + S(steps), half = constant_like(x, Rational(1, 2));
  S sum = (y - half) * log(y) - y + half * log(S(S(2) * pi_like(x)));
  for (int m = 1; m < terms; ++m) sum = sum + constant_like(x, series_coefficient(-1, m)) * pow(y, 1 - 2 * m);
  for (int j = 0; j < steps; ++j) sum = sum - log(S(x + S(j)));
  return sum;
}
/// psi^(k)(x) by the formula above without its remainder, k >= 0; n, M and x as there.
template <class S>
S polygamma_series_formula(int k, const S& x, int steps, int terms) {
  const S y = x + S(steps);
  S sum = k == 0 ? log(y) : S(0);
  Rational factorial(1);  // (k-1)!
  for (int i = 2; i < k; ++i) factorial *= Rational(i);
  const Rational next = k == 0 ? factorial : factorial * Rational(k);  // k!
  const auto add = [&](const Rational& c, const S& power) {
    sum = k == 0 ? S(sum - constant_like(x, c) * power) : S(sum + constant_like(x, c) * power);
  };
  if (k > 0) add(factorial, pow(y, -k));
  add(next / Rational(2), pow(y, -k - 1));
  for (int m = 1; m < terms; ++m) add(series_coefficient(k, m), pow(y, -k - 2 * m));
  for (int j = 0; j < steps; ++j) add(next, pow(S(x + S(j)), -k - 1));
  return k == 0 || k % 2 == 1 ? sum : S(-sum);
}

}  // namespace dpcert
