// The special functions, in one place: formula, domain, what happens outside it, source. The kernels here work on Arb's
// balls; Ball and Interval are thin layers above them (ball_functions.cpp, interval_functions.cpp). The same
// conventions hold for every scalar:
//
//   exp, expm1, cosh, sinh, tanh, erf, erfc, normal_cdf   all reals
//   sin, cos, atan       all reals
//   log                  x > 0
//   log1p                x > -1
//   sqrt                 x >= 0
//   pow(x, y)            x > 0; x = 0 with y > 0 (value 0) or y = 0 (value 1); x < 0 only with an integer y
//   pow(x, n)            all reals for n >= 0 (0^0 = 1); x != 0 for n < 0
//   xlogy(x, y)          x log y: y > 0, or x = 0 and y = 0 (value 0)
//   lgamma, digamma, trigamma, polygamma(k, x), k >= 0    x > 0
//
// Outside the domain (or if the domain is not certain): Ball indeterminate, Interval undefined, double NaN, Mp and
// Rational throw Error::domain. Nothing is clamped, and no analytic continuation or real part is taken (log |Gamma| at
// x < 0 is not lgamma here).
//
// Sources: [DLMF] NIST Digital Library of Mathematical Functions; [Arb] F. Johansson, Arb: efficient
// arbitrary-precision midpoint-radius interval arithmetic, IEEE Trans. Comput. 66 (2017).
#pragma once

#include <arb.h>
#include <flint/fmpq.h>

namespace dpcert::special {

/// A rigorous function of one ball: res encloses f(x) for every point of x; indeterminate if x is not certainly in the
/// domain. res may be x.
using Kernel = void (*)(arb_t res, const arb_t x, slong prec);

/// log x, x > 0. [DLMF 4.2], by arb_log.
void log(arb_t res, const arb_t x, slong prec);
/// log(1 + x), x > -1, without cancellation near 0. [DLMF 4.2], by arb_log1p.
void log1p(arb_t res, const arb_t x, slong prec);
/// exp x. [DLMF 4.2], by arb_exp.
void exp(arb_t res, const arb_t x, slong prec);
/// exp x - 1, without cancellation near 0; by arb_expm1.
void expm1(arb_t res, const arb_t x, slong prec);
/// Square root, x >= 0; a ball that reaches below 0 is outside the domain. By arb_sqrt.
void sqrt(arb_t res, const arb_t x, slong prec);
/// x^y as in the table above; by arb_pow.
void pow(arb_t res, const arb_t x, const arb_t y, slong prec);
/// x^n; by arb_pow_fmpz.
void pow(arb_t res, const arb_t x, slong n, slong prec);
/// log Gamma(x), x > 0. [DLMF 5.2], by arb_lgamma; exactly 0 at 1 and 2.
void lgamma(arb_t res, const arb_t x, slong prec);
/// psi(x) = d/dx log Gamma(x), x > 0. [DLMF 5.2]; see polygamma.
void digamma(arb_t res, const arb_t x, slong prec);
/// psi'(x), x > 0. See polygamma.
void trigamma(arb_t res, const arb_t x, slong prec);
/// psi^(k)(x), the k-th derivative of psi, 0 <= k <= 10000, x > 0. [DLMF 5.15]
///   (-1)^(k+1) psi^(k)(x) = k! sum_{j<n} (x+j)^-(k+1) + X^-k [ (k-1)! + k!/(2X) + sum_{0<m<M} c_m X^(-2m) ] +
///   remainder,   k >= 1, psi(x) = log X - 1/(2X) - sum_{0<m<M} B_2m / (2m) X^(-2m) - sum_{j<n} 1/(x+j) + remainder,
/// X = x + n, c_m = B_2m (2m+k-1)!/(2m)! ([DLMF 5.15.8, 5.15.9, 5.5.2]). For X > 0 the series is enveloping: the
/// remainder is at most the first omitted term (the Laplace transform of the enveloping series of t/(e^t - 1),
/// [DLMF 5.11(ii)]), which joins the radius. A ball that is not a point is evaluated at its ends: each psi^(k) is
/// monotone on (0, inf).
void polygamma(arb_t res, int k, const arb_t x, slong prec);
/// The coefficients c(k, m) of these series and of lgamma's (k = -1), B_2m (2m+k-1)!/(2m)!, k >= -1, m >= 1: the series
/// are templates in dpcert/scalar/stirling.hpp.
void series_coefficient(fmpq_t res, int k, slong m);
/// The formulas above at a point x > 0 with n = steps >= 0 and M = terms >= 1; the sign (-1)^(k+1) of k >= 1 is left
/// out. An enclosure for every choice: steps and terms only steer its width.
void polygamma_series(arb_t res, int k, const arf_t x, slong steps, slong terms, slong prec);
/// erf x = 2/sqrt(pi) int_0^x exp(-t^2) dt. [DLMF 7.2]
void erf(arb_t res, const arb_t x, slong prec);
/// erfc x = 1 - erf x, with relative accuracy for large x. [DLMF 7.2]
void erfc(arb_t res, const arb_t x, slong prec);
/// erfc x = exp(-x^2)/(x sqrt(pi)) sum_{m<M} (-1)^m (2m-1)!! (2x^2)^-m + remainder at a point x > 0, M = terms >= 1 at
/// most: it stops earlier at a term below 2^-prec. Enveloping ([DLMF 7.12(i)]): the remainder is at most the first
/// omitted term. An enclosure for every choice.
void erfc_series(arb_t res, const arf_t x, slong terms, slong prec);
/// Phi(x) = erfc(-x / sqrt 2) / 2, the standard normal distribution function. [DLMF 7.17]
void normal_cdf(arb_t res, const arb_t x, slong prec);
/// x log y with the value 0 at x = 0, y >= 0.
void xlogy(arb_t res, const arb_t x, const arb_t y, slong prec);
/// log sum_i exp(x_i), n >= 1: m + log sum exp(x_i - m), m the largest midpoint (an exact shift).
void log_sum_exp(arb_t res, arb_srcptr x, slong n, slong prec);

/// An enclosure of the point 1.4616321449683623... where digamma vanishes and lgamma has its minimum, certified by the
/// signs of digamma at its ends.
void lgamma_minimizer(arb_t res, slong prec);

}  // namespace dpcert::special
