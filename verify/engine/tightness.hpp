// How tight an inequality is: a certified enclosure of the least slack lhs - rhs over the domain, and a place where it
// is nearly attained.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "src/scalar/ball.hpp"
#include "verify/engine/goal.hpp"

namespace dpcert::verify {

struct Tightness {
  Rational lower;  // lhs - rhs >= lower wherever the hypotheses hold
  Rational upper;  // lhs - rhs <= upper at `at`
  std::map<std::string, Rational> at;
};

/// Best-first branch and bound on lhs - rhs. `proved`: the inequality is known to hold, so 0 is a lower bound whatever
/// the boxes say. Nothing if no point could be evaluated (arbitrary functions, equations) or no finite lower bound is
/// known.
std::optional<Tightness> least_slack(const Goal& goal, bool proved, std::size_t max_boxes,
                                     std::chrono::duration<double> time_limit);

}  // namespace dpcert::verify
