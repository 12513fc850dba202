// The reading of a formula over double and long double: fast values for search, never evidence.
//
// Overloads in namespace dpcert, so that a template there calls exp(x) unqualified and finds the right function for
// every scalar. Domains are those of special.hpp; outside them the value is NaN (also where libm would answer
// otherwise: log(0), lgamma(-0.5)).
//
// Accuracy, measured against certified values on [1e-6, 1e6]: libm's for the elementary functions, lgamma, erf and
// erfc; digamma and polygamma(k <= 8) a relative error below 1e-14 (double) and 1e-17 (long double), also near the zero
// of digamma; normal_cdf rounds x / sqrt 2 first, so its relative error grows like x^2 in the left tail.
#pragma once

#include <span>
#include <type_traits>

#include "dpcert/core/rational.hpp"
#include "dpcert/core/truth.hpp"

namespace dpcert {

#define DPCERT_REAL_FUNCTIONS(T)                                          \
  T exp(T x);                                                             \
  T log(T x);                                                             \
  T log1p(T x);                                                           \
  T expm1(T x);                                                           \
  T sqrt(T x);                                                            \
  T pow(T x, T y);                                                        \
  T pow(T x, int n);                                                      \
  T abs(T x);                                                             \
  T min(T x, T y); /* NaN if either is NaN */                             \
  T max(T x, T y);                                                        \
  T cosh(T x);                                                            \
  T sinh(T x);                                                            \
  T tanh(T x);                                                            \
  T floor(T x);                                                           \
  T ceil(T x);                                                            \
  T xlogy(T x, T y);                                                      \
  T lgamma(T x);                                                          \
  T digamma(T x);                                                         \
  T trigamma(T x);                                                        \
  T polygamma(int k, T x);                                                \
  T erf(T x);                                                             \
  T erfc(T x);                                                            \
  T normal_cdf(T x);                                                      \
  T sin(T x);                                                             \
  T cos(T x);                                                             \
  T atan(T x);                                                            \
  T log_sum_exp(std::span<const T> x);                                    \
  T pi_like(T x);                                                         \
  T constant_like(T x, const Rational& q);                                \
  T make_constant(std::type_identity<T>, const Rational& q);              \
  Truth holds(Rel rel, T a, T b);        /* undefined if either is NaN */ \
  T select(Rel rel, T a, T b, T x, T y); /* NaN if a or b is NaN */

DPCERT_REAL_FUNCTIONS(double)
DPCERT_REAL_FUNCTIONS(long double)
#undef DPCERT_REAL_FUNCTIONS

}  // namespace dpcert
