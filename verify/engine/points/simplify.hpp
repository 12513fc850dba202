// Points made simple: short numbers, integers, positive ones.
#pragma once

#include "verify/engine/points/world.hpp"

namespace dpcert::verify {

/// Complexity of a point: bits of its free coordinates, with a preference for integers and positive numbers.
double complexity(const Problem& problem, const Values& x);

/// The hit, as simple as it stays one with a violation of comparable size.
Hit simplify(World& w, const Hit& hit);
/// A larger violation near by, if doubles or Balls find one.
Hit enlarge(World& w, const Hit& hit, Random& random);
/// A point at which the hypotheses hold, made simple.
Values simplify_feasible(World& w, const Values& x);
Counterexample counterexample(World& w, const Hit& hit);

}  // namespace dpcert::verify
