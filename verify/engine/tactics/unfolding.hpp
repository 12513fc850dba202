// Goals behind what says what their sums, products and sequences are, one step back.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// A goal behind steps that only add hypotheses.
struct Extended {
  Goal goal;
  Proof lines;
  std::vector<std::size_t> equations;  // hypotheses that say what something is that stands in the goal

  bool take(const Step& step);
  void take_equation(const Step& step);
};

/// The hypotheses over integers at every choice of places that is known to lie in their ranges.
void instantiate(Extended& x, const std::vector<Expr>& places);
/// The last term of every range of the goal that is known to have one, and the recursions of its sequences; the places
/// where the terms stand.
std::vector<Expr> unfold(Extended& x);
/// The same, and what is known of the places where the terms stand.
Extended unfolded_goal(const Goal& g);
/// D = C0 + C1 * atom with an atom of the expression.
std::optional<std::pair<Expr, Expr>> affine_in(Algebra& a, const Context& c, const Expr& d, const Expr& atom);
/// D less multiples of the equations, so that what they say stands in place of what they say it of.
Expr resolved(const Extended& x, Algebra& a, Weights& weights);
/// x(n + 1 + 1) and x(0 + 1) as x(n + 2) and x(1), which they are, and a sum to 0 + 1 as its terms.
Relation with_plain_places(const Relation& r);

}  // namespace dpcert::verify
