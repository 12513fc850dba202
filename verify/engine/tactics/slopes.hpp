// Steps along one variable for goals with gamma and error functions: mean values of one function at two arguments, and
// monotone or concave behaviour between ends that may be open.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

using ProveGoal = std::function<std::optional<std::vector<std::string>>(const Goal&)>;

/// Does e look >= 0 at a few points of the box at which no hypothesis looks false? A filter, no evidence.
bool looks_nonnegative(const Context& c, const Expr& e);

/// Where dD/dx vanishes because one function has the same argument twice, as expressions without x.
std::vector<Expr> balanced_points(const Context& c, const Expr& d, const Expr& x);

/// f(A) - f(B) becomes (A - B) w, w a value of f' of known sign; then `sign`.
std::optional<std::vector<std::string>> by_secant(const Goal& g, const ProveGoal& sign);

/// Monotone from a finite end, or concave between two: `at_end` proves what is left there, `slope` the derivative's
/// sign. Directions in which sample points contradict the sign are not tried. `far`: towards infinite ends instead,
/// where the bound D + 1/x >= 0 shows the limit.
std::optional<std::vector<std::string>> by_slope(const Goal& g, const ProveGoal& at_end, const ProveGoal& slope,
                                                 bool far = false);

/// D vanishes at a finite end (`at_end` proves it): a part next to it by `near`, what is left by `rest`.
std::optional<std::vector<std::string>> by_touching_end(const Goal& g, const ProveGoal& at_end, const ProveGoal& near,
                                                        const ProveGoal& rest);

/// Error functions as erfc of arguments >= 0 where their sign is known, and growing exponentials divided off.
std::optional<std::vector<std::string>> by_error_functions(const Goal& g, const ProveGoal& rest);

}  // namespace dpcert::verify
