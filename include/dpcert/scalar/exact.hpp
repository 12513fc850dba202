// Rational as a Scalar: every function where its value is rational and known to be; elsewhere Error::inexact. So a
// template written for Scalar can be run exactly on inputs that keep it rational (lgamma at 1 and 2, sqrt of a square,
// pow with an integer exponent, ...). Outside a function's domain (special.hpp): Error::domain.
#pragma once

#include <span>
#include <type_traits>

#include "dpcert/core/rational.hpp"
#include "dpcert/core/truth.hpp"

namespace dpcert {

Rational exp(const Rational& x);    // x = 0
Rational log(const Rational& x);    // x = 1
Rational log1p(const Rational& x);  // x = 0
Rational expm1(const Rational& x);  // x = 0
Rational sqrt(const Rational& x);   // squares
/// x^(p/q): x the q-th power of a rational (q <= 10000); 0^0 = 1; 0^y = 0 for y > 0; a negative base only with an
/// integer exponent.
Rational pow(const Rational& x, const Rational& y);
Rational min(const Rational& x, const Rational& y);
Rational max(const Rational& x, const Rational& y);
Rational cosh(const Rational& x);  // x = 0
Rational sinh(const Rational& x);  // x = 0
Rational tanh(const Rational& x);  // x = 0
Rational floor(const Rational& x);
Rational ceil(const Rational& x);
Rational xlogy(const Rational& x, const Rational& y);  // x = 0 (y >= 0), or y = 1
Rational lgamma(const Rational& x);                    // x = 1, 2
Rational digamma(const Rational& x);                   // nowhere: only the domain is checked
Rational trigamma(const Rational& x);
Rational polygamma(int k, const Rational& x);
Rational erf(const Rational& x);                    // x = 0
Rational erfc(const Rational& x);                   // x = 0
Rational normal_cdf(const Rational& x);             // x = 0
Rational sin(const Rational& x);                    // x = 0
Rational cos(const Rational& x);                    // x = 0
Rational atan(const Rational& x);                   // x = 0
Rational log_sum_exp(std::span<const Rational> x);  // one term
Truth holds(Rel rel, const Rational& a, const Rational& b);
Rational select(Rel rel, const Rational& a, const Rational& b, const Rational& x, const Rational& y);
Rational pi_like(const Rational& x);  // throws Error::inexact
inline Rational make_constant(std::type_identity<Rational>, const Rational& q) { return q; }
inline Rational constant_like(const Rational&, const Rational& q) { return q; }

}  // namespace dpcert
