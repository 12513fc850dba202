// From Renyi differential privacy and zero-concentrated differential privacy to (epsilon, delta), certified. Nats.
//
//   mironov  delta = exp((order-1)(rho - epsilon))                                   Mironov, Renyi DP (2017), Prop. 3
//   cks      the same times (1 - 1/order)^order/(order - 1)      Canonne, Kamath and Steinke, The discrete Gaussian for
//                                                               DP (2020), Prop. 12; the same bound as Balle et al.,
//                                                               Hypothesis testing interpretations and RDP (2020)
//   optimal  sup of delta over all pairs of laws with D_order(P || Q) <= rho   Asoodeh et al., Three variants of DP
//                                                               (2021); derived in docs/privacy-quantities.md. Of a
//                                                               curve: with that bound at all its orders at once
//   best_single_order  of a curve: the least `optimal` of its orders taken one at a time; never below `optimal`
// Every bound is cut at 1 (delta) and at 0 (epsilon).
//
// The formulas are templates over the scalar (renyi_to_log_delta, renyi_to_epsilon, cks_log_factor, zcdp_... in
// formulas.hpp). Here are the algorithms around them: the cuts, the optimum over orders, the coins, which decide by
// certain signs and are about exact numbers and balls by nature.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "dpcert/divergence/certified.hpp"

namespace dpcert {

enum class Conversion : std::uint8_t { mironov, cks, optimal, best_single_order };
inline constexpr Conversion all_conversions[] = {Conversion::mironov, Conversion::cks, Conversion::optimal,
                                                 Conversion::best_single_order};
std::string_view to_string(Conversion conversion);

/// (order, rho)-RDP, 1 < order < infinity, rho >= 0: the least delta of the conversion at epsilon >= 0.
Certified rdp_to_delta(Conversion conversion, const Rational& order, const Rational& rho, const Rational& epsilon,
                       int digits);
/// The least epsilon >= 0 at 0 <= delta <= 1; +infinity for delta = 0 (exactly 0 for rho = 0).
Certified rdp_to_epsilon(Conversion conversion, const Rational& order, const Rational& rho, const Rational& delta,
                         int digits);

/// rho-zCDP, the infimum over all real orders > 1 of the conversion: mironov (closed form) and cks.
/// Throws Error::unsupported for the others.
Certified zcdp_to_delta(Conversion conversion, const Rational& rho, const Rational& epsilon, int digits);
Certified zcdp_to_epsilon(Conversion conversion, const Rational& rho, const Rational& delta, int digits);

/// Renyi divergences at a grid of orders > 1, infinity too: of one mechanism, or summed over a composition.
struct RenyiCurve {
  std::vector<Order<Rational>> orders;
  std::vector<Ball> values;  ///< enclosures; +infinity where it is infinite: nothing is known there
};
/// What attains a curve's bound.
struct CurveOptimum {
  /// Positions of the orders that alone imply it: one, or for `optimal` up to two; none if it needs none.
  std::vector<std::size_t> active = {};
  /// `optimal`: a pair of coins (P(A), Q(A)) that keeps the curve and attains the bound of its lower ends.
  Ball p = Ball::indeterminate(), q = Ball::indeterminate();
};
/// All orders of the grid at once (`optimal`), or the best one. Values that are enclosures are used at both ends.
/// `optimum` may be null. Throws Error::bad_input unless there are as many values as orders, at least one.
Certified curve_to_delta(Conversion conversion, const RenyiCurve& curve, const Rational& epsilon, int digits,
                         CurveOptimum* optimum = nullptr);
Certified curve_to_epsilon(Conversion conversion, const RenyiCurve& curve, const Rational& delta, int digits,
                           CurveOptimum* optimum = nullptr);
/// The sum of curves on one grid, each times its count: adaptive sequential composition. Throws Error::bad_input if the
/// grids differ.
RenyiCurve compose(std::span<const RenyiCurve> curves, std::span<const Rational> counts);

}  // namespace dpcert
