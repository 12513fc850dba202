// Steps along one variable for goals with gamma and error functions: mean values of one function at two arguments, and
// monotone or concave behaviour between ends that may be open.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Where dD/dx vanishes because one function has the same argument twice, as expressions without x.
std::vector<Expr> balanced_points(const Context& c, const Expr& d, const Expr& x);

/// f(A) - f(B) becomes (A - B) w, w a value of f' of known sign; then `sign`.
Tree by_secant(const Goal& g, const ProveGoal& sign);

/// One step along a variable (`by_slope`, towards infinite ends too, `by_touching_end`), with more effort than signs
/// for the slope.
Tree by_slopes(const Goal& g, const Subprover& s, int depth);

/// Monotone from a finite end, or concave between two: `at_end` proves what is left there, `slope` the derivative's
/// sign. Directions in which sample points contradict the sign are not tried. `far`: towards infinite ends instead,
/// where the bound D + 1/x >= 0 shows the limit.
Tree by_slope(const Goal& g, const ProveGoal& at_end, const ProveGoal& slope, bool far = false);

/// D vanishes at a finite end (`at_end` proves it): a part next to it by `near`, what is left by `rest`.
Tree by_touching_end(const Goal& g, const ProveGoal& at_end, const ProveGoal& near, const ProveGoal& rest);

/// Error functions as erfc of arguments >= 0 where their sign is known, and growing exponentials divided off.
Tree by_error_functions(const Goal& g, const ProveGoal& rest);

}  // namespace dpcert::verify
