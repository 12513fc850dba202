// Exact points as balls: the midpoint and the ends of an enclosure, and the numbers at which a rigorous search looks.
//
// A search evaluates an enclosed function at points that it names exactly; a point that carried a radius would blur
// every sign. As rationals the same ends are members of Ball (lower_rational, upper_rational, midpoint_rational).
#pragma once

#include <cmath>
#include <concepts>

#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// The midpoint of x, exact, with x's precision. Of an indeterminate x: NaN, which decides nothing.
inline Ball midpoint(const Ball& x) { return Ball::from_arf(arb_midref(x.arb()), x.precision()); }
/// The midpoint rounded to the nearest number of `bits` bits: exact as a ball.
inline Ball midpoint(const Ball& x, Precision bits) {
  Ball r;
  arf_set_round(arb_midref(r.arb()), arb_midref(x.arb()), bits, ARF_RND_NEAR);
  return Ball::from_arb(r.arb(), bits);
}
/// The point half-way between two points, rounded to the larger precision.
inline Ball midpoint(const Ball& a, const Ball& b) {
  const Precision bits = std::max(a.precision(), b.precision());
  return midpoint((a + b) * Ball(Rational(1, 2), bits));
}
/// A lower (an upper) bound of x, rounded outward to x's precision: exact as a ball.
inline Ball lower_end(const Ball& x) {
  Ball r;
  arb_get_lbound_arf(arb_midref(r.arb()), x.arb(), working_precision(x.precision()));
  return Ball::from_arb(r.arb(), x.precision());
}
inline Ball upper_end(const Ball& x) {
  Ball r;
  arb_get_ubound_arf(arb_midref(r.arb()), x.arb(), working_precision(x.precision()));
  return Ball::from_arb(r.arb(), x.precision());
}
/// 2^exponent.
inline Ball power_of_two(slong exponent, Precision bits) {
  Ball r(1);
  arb_mul_2exp_si(r.arb(), r.arb(), exponent);
  return Ball::from_arb(r.arb(), bits);
}
/// x 2^exponent, exactly.
inline Ball scaled(Ball x, slong exponent) {
  arb_mul_2exp_si(x.arb(), x.arb(), exponent);
  return x;
}
/// The exact value of a double, for the points of a search (a Ball is made from a double by this name only).
inline Ball exact_point(double x, Precision bits) {
  Ball r;
  arf_set_d(arb_midref(r.arb()), x);
  return Ball::from_arb(r.arb(), bits);
}
/// A long double, rounded to double's 53 bits; its exponent may lie far outside double's.
inline Ball exact_point(long double x, Precision bits) {
  int exponent = 0;
  const auto mantissa = static_cast<double>(std::frexp(x, &exponent));
  return scaled(exact_point(mantissa, bits), exponent);
}

}  // namespace dpcert
