// A goal in other variables; `alone` proves what is left, with rounds of its own.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

// --- shares.cpp
/// An order a > 1 and an epsilon e > 0 of which (a - 1) e stands in an exponent: that product instead of the order.
Tree by_scaled_order(const Goal& g, const ProveGoal& alone);
/// A side is the logarithm of a sum with exponentials or powers with variable exponents, as that of a moment generating
/// function or a Renyi divergence: that sum against the exponential of the other side.
Tree by_one_logarithm(const Goal& g, const ProveGoal& alone);

// --- exponents.cpp
/// A variable with a lower end alone, not 0, that stands in exponents: what it is more than that end, so that powers of
/// one base are apart by whole powers.
Tree by_exponents_from_an_end(const Goal& g, const ProveGoal& alone);

// --- half_differences.cpp
/// Two positive variables whose ratio alone matters, and which stand as (x - y)/(x + y) below a function: that
/// quotient.
Tree by_half_differences(const Goal& g, const ProveGoal& alone);

// --- reflections.cpp
/// D is even in a variable of the whole line about a multiple of another one: the distance from there.
Tree by_reflections(const Goal& g, const ProveGoal& alone);

// --- reciprocal_arctangents.cpp
/// atan(c/u) with a number c and u > 0, both positive: pi/2 - atan(u/c); arctangents far out in the reciprocal.
Tree by_reciprocal_arctangents(const Goal& g, const ProveGoal& alone);

// --- shortest_exponents.cpp
/// Sums of weights times exponentials, under logarithms or as a side: without the one of these that leaves the shortest
/// exponents.
Tree by_shortest_exponents(const Goal& g, const ProveGoal& alone);
/// The logarithm of the odds of a probability, log((1 - p)/p), as a variable.
Tree by_log_odds(const Goal& g, const ProveGoal& alone);

// --- limits.cpp
/// Logarithms of both sides, factor by factor as they are written: a normal form may hide what rises and falls.
Tree by_logs_of_factors(const Goal& g, const ProveGoal& alone);

// --- gaussian_profiles.cpp
/// What the Gaussian mechanism loses beyond epsilon, in the place where the loss exceeds it and the shift of the law,
/// over the density at that place: in Mills' ratios.
Tree by_gaussian_profile(const Goal& g, const ProveGoal& rest);

// --- variables.cpp
/// A part of the goal with variables that stand nowhere else: a variable instead, with its sign.
Tree by_common_parts(const Goal& g, const ProveGoal& alone);

// --- common_divisors.cpp
/// Every term with a logarithm is divided by one expression of known sign, 1 - a say: the relation times that.
Tree by_common_divisors(const Goal& g, const ProveGoal& alone);

// --- crossing_branches.cpp
/// A maximum on the larger side of which each argument is enough on its own side of a place: where two functions of the
/// two arguments are taken at the same place, or at opposite ones.
Tree by_crossing_branches(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- gamma_variances.cpp
/// Logarithms of gamma functions at places with equal distances: by the variance of a power of what has a Gamma law.
Tree by_gamma_variances(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- means_of_two.cpp
/// Powers of two positive numbers whose exponents a variable moves, evenly about the middle of its range: in the
/// distance from there, and half the logarithm of the ratio of the two. `s` has rounds of its own for what is left.
Tree by_centred_exponents(const Goal& g, const Subprover& s, int depth);

// --- removable_ends_of_integrals.cpp
/// An integral up to a variable against a bound that tends to 0 at the lower end without a value there: from a little
/// inside, with what is in front of that place beside the bound.
Tree by_removable_ends_of_integrals(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- wave_ends.cpp
/// Sines and cosines of one variable, with equality at an end of its range: slopes next to the ends, boxes between.
Tree by_wave_ends(const Goal& g, const Subprover& s);

// --- written_slopes.cpp
/// Powers with unknown exponents: slopes along a variable from an end at which they vanish, as they are written.
Tree by_written_slopes(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- logarithmic_means.cpp
/// Logarithms of which D is made as weight (u - v) (log u - log v): by bounds of the logarithmic mean of u and v.
Tree by_logarithmic_means(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- tilted_laws.cpp
/// The logarithm of a sum of two positive terms, of which D is an affine function that falls: by the share of one of
/// the terms as a variable, and Pinsker's inequality for the divergences of two coins that are left.
Tree by_tilted_laws(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- each_argument.cpp
/// D falls in an abs or a max, or rises in a min: with each of its two values, one after the other.
Tree by_each_argument(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone);

// --- lone_tails.cpp
/// One error function: D as it stands, or over the function's coefficient, falls to its limit, and factors show that.
Tree by_lone_tails_at_once(const Goal& g, const Subprover& s);

// --- concave_between.cpp
/// The goal, or the one between the logarithms of its sides, is concave in a variable between two ends, numbers or by
/// affine hypotheses: at its ends, and that it is so.
Tree by_concave_between(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- pieces.cpp
/// D of one variable is 0 at an end of its range that is not 0: next to that end the distance from it is the variable.
Tree by_touched_ends(const Goal& g, const ProveGoal& alone);

// --- integers.cpp
/// Real numbers for all integers, where gamma functions of them stand, as in binomial coefficients.
Tree by_real_gammas(const Goal& g, const ProveGoal& alone);

// --- geometric_means.cpp
/// A sum of positive terms against the sum of their coefficients: by the logarithms of the terms. `s` has rounds of its
/// own for these.
Tree by_geometric_means(const Goal& g, const Subprover& s, int depth);

}  // namespace dpcert::verify
