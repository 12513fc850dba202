// Explicit numbers for the separation theorem: a domain of databases on which one posterior sample is (epsilon,
// delta)-DP and a number of steps T after which cyclic SGLD is not (epsilon', delta)-DP. A floating-point search: what
// it finds is proved afterwards (verify/witness). How n is made small: docs/langevin.md.
#pragma once

#include <cstdint>

#include "dpcert/core/rational.hpp"

namespace dpcert::langevin {

/// What is asked for. epsilon, epsilon_prime > 0, 0 < delta < 1/2.
struct SeparationTarget {
  Rational epsilon, epsilon_prime, delta;
};

/// x_h = 1 and x_l = 1/2 in these units; beta = x_h^2 beta > 3.
struct SeparationWitness {
  std::int64_t n = 0, epochs = 0;  ///< T = epochs * n
  Rational c, alpha, beta, gamma1;
  Rational radius;         ///< at least n^gamma1: the slopes y/x lie in [c - radius, c + radius]
  Rational shift_squared;  ///< at least (mean difference)^2 * precision for every pair of neighbours
  Rational ratio;          ///< at most precision/precision for every pair of neighbours
  Rational threshold;      ///< tau: the event is {theta > mu + tau sigma}, mu and sigma those of D1 at step T
  Rational standardized;   ///< at most (tau sigma + gap_r)/sigmahat_r for every position r
};

/// The search. `least_n`: start of the search for n (the smallest n that looks sufficient in floating point is not
/// less). Throws Error::domain for targets outside their range and Error::unsupported where no n below 1e13 suffices.
SeparationWitness find_separation(const SeparationTarget& target, std::int64_t least_n = 2);

/// The n of the published recipe (proof of Theorem 1: the maximum of its conditions) at its own constants (alpha =
/// 1/10, beta = 1, x_h = 9/5, x_l = x_h/2) and the best exponents gamma1, gamma2 on a fine grid. log10 of n; plain
/// double.
struct RecipeSize {
  double log10_n, gamma1, gamma2;
};
RecipeSize recipe_size(const SeparationTarget& target);

}  // namespace dpcert::langevin
