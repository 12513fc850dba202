// Problems for the adversary: claims that fail at an exact point of their domain at which every hypothesis holds, by
// their value or because they are undefined there; with everything that definedness and limits hang on: negative bases,
// roots and logarithms up to their ends, kinks, floors, open, infinite and point intervals, integers in exponents.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/soundness/formula.hpp"

namespace dpcert::soundness {

struct AdversaryProblem {
  std::string text;  // of the .claim file
  std::string twin;  // the same with a much weaker conclusion: true more often than not; empty if it is undefined
  Point at;          // where it fails
  bool undefined = false;
  std::vector<Point> places;  // in the domain, and some not
  /// Is the point in the domain, with every hypothesis true and the conclusion defined and false? Nothing if 100 digits
  /// do not tell.
  std::function<std::optional<bool>(const Point&)> counterexample;
};

/// Is the formula defined at the point, by docs/statement-language.md? Nothing if 100 digits do not tell.
std::optional<bool> defined_at(const Formula& e, const Point& at, const std::set<std::string>& integers);

/// A claim that is undefined at the point, or false there. `settled`: one integer variable has a single value, so that
/// its name is free in a proof, and an integer stands in the exponent of a hypothesis. Nothing if the formulas that
/// came up do not suit: the next ones may.
std::optional<AdversaryProblem> adversary_problem(Dice& dice, bool undefined, bool settled);

}  // namespace dpcert::soundness
