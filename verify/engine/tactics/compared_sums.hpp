// A sum of which a goal is an affine function, against what is larger or smaller than it.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// D = rest + weight * sum, with a weight that is known to have a sign.
struct SumInGoal {
  Expr sum, rest, weight;
  bool from_above = false;  ///< weight <= 0: what is larger than the sum proves more

  /// other >= sum, or sum >= other.
  [[nodiscard]] Relation compared(const Expr& other) const {
    return from_above ? Relation{Rel::ge, other, sum} : Relation{Rel::ge, sum, other};
  }
  /// D with the other one in the place of the sum.
  [[nodiscard]] Expr with(const Expr& other) const { return add(rest, mul(weight, other)); }
};
/// Those outside of others, in their order.
std::vector<SumInGoal> sums_in(const Goal& g);
/// The goal from `comparison`, a proof of compared(other), and from that with `other` by `left`. Neither has the other
/// one among its hypotheses.
Tree by_comparison(const Goal& g, const SumInGoal& s, const Expr& other, const Proof& comparison,
                   const ProveGoal& left);

}  // namespace dpcert::verify
