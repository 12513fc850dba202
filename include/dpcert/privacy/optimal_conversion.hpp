// The optimal conversion of Renyi divergences at finitely many orders to (epsilon, delta), all orders at once:
//
//   delta(epsilon) = sup of P(A) - exp(epsilon) Q(A) over events A and pairs of laws with
//                    D_order(P || Q) <= divergence for every constraint,
//   epsilon(delta) = the least epsilon >= 0 with delta(epsilon) <= delta.
//
// A pair of coins attains the supremum, and one or two orders fix it: derived in docs/privacy-quantities.md.
#pragma once

#include <span>
#include <vector>

#include "dpcert/divergence/certified.hpp"

namespace dpcert {

/// D_order(P || Q) <= divergence, 1 < order <= infinity, 0 <= divergence.
struct RenyiConstraint {
  Order<Rational> order;
  Rational divergence;
};

struct OptimalConversion {
  Certified value;
  /// Positions of the constraints that alone imply the value: one or two; none if the value needs none or is undecided.
  std::vector<std::size_t> active = {};
  /// An extremal pair of coins, P(A) and Q(A); indeterminate where the value is known without one.
  Ball p = Ball::indeterminate(), q = Ball::indeterminate();
};

/// Extra bits for numbers of extreme size.
Precision size_bits(std::initializer_list<Rational> numbers);

/// epsilon >= 0. 1 without constraints.
OptimalConversion optimal_delta(std::span<const RenyiConstraint> constraints, const Rational& epsilon, Precision bits);
/// 0 <= delta <= 1. +infinity without constraints, and for delta = 0 without one of infinite order (0 if delta = 1).
OptimalConversion optimal_epsilon(std::span<const RenyiConstraint> constraints, const Rational& delta, Precision bits);

}  // namespace dpcert
