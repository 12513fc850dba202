// Where a strict relation is an equation: points in closed form, at which rational coordinates do not come. No
// evidence.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

/// Points of real variables at which the hypotheses hold, as it seems, and the sides of conclusion k are equal while it
/// holds around them: minima of the difference of its sides, met in doubles, with closed forms for their coordinates.
/// Of a statement with integers, functions or sequences, or with more than four variables, there are none.
std::vector<std::map<std::string, Expr>> touching_points(const Instance& s, std::size_t k,
                                                         const std::function<bool()>& out_of_time);

}  // namespace dpcert::verify
