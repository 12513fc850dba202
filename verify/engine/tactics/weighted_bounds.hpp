// D >= 0 from D = R + sum of C_j H_j, where each H_j >= 0 is an inequality of its own and the weights C_j are >= 0.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Functions in e that are not rational.
std::size_t functions_in(const Expr& e);

/// A bound H >= 0 and its weight in D.
struct Use {
  Expr weight, bound;
  ProveGoal proof;
};

/// D >= 0 from D = R + sum of weight * bound. `fewer`: only where R has fewer functions than D. `looks_true`: a filter
/// for R, instead of values at a few points of the box.
Tree with_bounds(const Goal& g, const Expr& d, const std::vector<Use>& uses, const Subprover& s, int depth,
                 bool fewer = true, const std::function<bool(const Expr&)>& looks_true = {});

/// A logarithm, or a function that is affine in several, as weights and arguments, and what is left.
struct WeightedLog {
  Expr weight, argument;
};
struct WeightedLogs {
  std::vector<WeightedLog> logs;
  Expr rest;
};
/// D by its logarithms, at most so many; nothing if it is not affine in them, or a weight has one in it.
std::optional<WeightedLogs> weighted_logs(Algebra& a, const Expr& d, std::size_t most);
/// `rest` with D as it is where it has logarithms, or else for the goal between the logarithms of two positive sides.
Tree in_logarithms(const Goal& g, const std::function<Tree(const Goal&, const Expr& d)>& rest);

/// r - 1 - log r >= 0 for r > 0, through log r as a new variable: a sum r is no node of r - 1.
Use log_bound(const Expr& weight, const Expr& r, const Subprover& s);

}  // namespace dpcert::verify
