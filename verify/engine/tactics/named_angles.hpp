// Sines and cosines of products of variables.
#pragma once

#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

/// The goal with a variable for each product, as n x or 2^n x, of which the arguments of sines and cosines are made;
/// nothing if there is none.
std::optional<Extended> with_named_angles(const Goal& g);
/// The same, then by the addition theorems.
Tree by_named_angles(const Goal& g, const Subprover& s, int depth);
/// An inequality with an integer in arguments of sines and cosines: by induction, where a step adds what is so by the
/// addition theorems.
Tree by_induction_of_angles(const Goal& g, const Subprover& s, int depth);

}  // namespace dpcert::verify
