// Hypotheses that say where one variable lies: they count as its domain.
#pragma once

#include <optional>

#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

/// What the step `bound I` leaves: the hypothesis, an inequality between one variable and a rational (`x > 1`,
/// `1/2 >= 3*x`), goes into the variable's interval. Nothing if it is none, or leaves no value. `number`: from 1.
std::optional<Context> with_bound(const Context& c, std::size_t number);
/// The goal with the values of the variables whose intervals are points: the checker puts them in before it reads a
/// line, and does not know their names afterwards.
Goal settled(Goal g);
/// Every such hypothesis; the steps for that go into `steps`. Variables that have one value left stay.
Context with_bounds(Context c, Proof& steps);
/// The same for a goal, settled.
Goal with_bounds(Goal g, Proof& steps);
/// With the bounds that affine hypotheses give of their variables by those of the others, as the checker takes them
/// where it asks whether what a statement assumes is defined.
Context narrowed_by_hypotheses(Context c);

/// Is every value of x one of `value`, an affine function of the new variable t, as far as its values at the ends of
/// t's interval are seen to be beyond x? True of what is not affine: there the checker alone says it.
bool covers(const Context& c, const Variable& x, const Expr& value, const Variable& t);

/// A place beyond which a hypothesis about one variable alone is false: a bound where the variable has none, as from
/// `x > sqrt(2)`, `x^2 < 6` or `abs(x) <= 1`.
struct FalseBeyond {
  Expr variable;
  Rational at;
  bool below = false;          // false for all values up to `at`; else from there on
  std::size_t hypothesis = 0;  // from 1
};
std::optional<FalseBeyond> false_beyond(const Context& c);

/// The intervals of the variables cut down to what such hypotheses leave, all hypotheses kept: where a search is worth
/// its while.
Instance within_bounds(Instance statement);

}  // namespace dpcert::verify
