// Tactics: each turns a goal into smaller ones by a few proof steps and asks the prover for those. Nothing is returned
// where a tactic does not apply or a smaller goal was not proved.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

// --- kinks.cpp: abs, min, max by the sign of what decides them; floor and ceil by their two inequalities;
// closed ends at which the goal is not smooth.
Tree by_kinks(const Goal& g, const Subprover& s, int depth);
Tree by_floors(const Goal& g, const Subprover& s, int depth);
/// Floors of k u + c with integers k: by where u - floor(u) lies among the places at which they jump.
Tree by_floor_cells(const Goal& g, const Subprover& s);
Tree by_ends(const Goal& g, const Subprover& s, int depth);
/// Closed ends of a variable apart, so that strict signs are known between them.
Tree by_open_ends(const Goal& g, const Subprover& s, int depth);
/// Open ends at which a log b vanishes: closed, with xlogy(a, b) instead.
Tree by_closing(const Goal& g, const Subprover& s, int depth);
/// A variable of both signs: apart.
Tree by_signs_of_variables(const Goal& g, const Subprover& s, int depth);

// --- integers.cpp
Tree by_induction(const Goal& g, const Subprover& s, int depth);
/// An integer variable with at most `most` + 1 values: one by one.
Tree by_enumeration(const Goal& g, const Subprover& s, int depth, long most);
/// The first (last) few values of an integer variable one by one: between them the goal may be false.
Tree by_first_integers(const Goal& g, const Subprover& s, int depth);

// --- terms.cpp
/// An equation among the hypotheses solved for a variable in which it is affine.
Tree by_solving(const Goal& g, const Subprover& s, int depth);
/// A sum of parts without common variables: part by part.
Tree by_separation(const Goal& g, const Subprover& s, int depth);
/// Two variables that enter only through x + c y: one.
Tree by_merging(const Goal& g, const ProveGoal& rest);
/// Gamma functions near their pole by the recurrence.
Tree by_recurrence(const Goal& g, const Subprover& s, int depth);

// --- roots.cpp: isolate a square root and square; isolate logarithms and exponentiate; two terms by their logs.
Tree by_squaring(const Goal& g, const Subprover& s, int depth);
Tree by_exponentials(const Goal& g, const Subprover& s, int depth);
Tree by_one_exponential(const Goal& g, const Subprover& s, int depth);
Tree by_two_terms(const Goal& g, const Subprover& s, int depth);
/// x = t^2 where roots of x occur.
Tree by_root_substitution(const Goal& g, const Subprover& s, int depth);
/// x = 1/t where x is unbounded.
Tree by_reciprocal(const Goal& g, const Subprover& s, int depth);
/// Exponentials, logarithms and roots as new variables with their ranges.
Tree by_generalising(const Goal& g, const Subprover& s, int depth);

// --- scale.cpp
/// Homogeneous in some positive variables: their ratios to one of them.
Tree by_homogeneity(const Goal& g, const Subprover& s, int depth);
/// Of two ordered variables one lies between the other and its own end: by its place in between.
Tree by_gap(const Goal& g, const Subprover& s, int depth);

// --- arguments.cpp
/// An error function's argument that is affine in a variable, with a slope of other variables: a variable instead.
Tree by_argument(const Goal& g, const Subprover& s, int depth);

// --- touch.cpp: points at which a goal touches equality, where it is convex; the rest by the prover.
Tree by_touching(const Goal& g, const Subprover& s, int depth);
/// Concave in one variable: the ends decide. `effort`: the sign of the second derivative may need a proof.
Tree by_concavity(const Goal& g, const Subprover& s, int depth, bool effort = false);
/// Zero at a closed end of a variable: concave next to it, the rest by the prover.
Tree by_concave_end(const Goal& g, const Subprover& s, int depth);
/// Monotone from a point outside the interval at which the goal is an identity.
Tree by_widening(const Goal& g, const Subprover& s, int depth);

// --- variables.cpp
/// All variables enter through one expression: that is the variable.
Tree by_composite(const Goal& g, const Subprover& s, int depth);
/// x = A exp(t) where log(A/x) or log(x/A) stands under a root.
Tree by_log_substitution(const Goal& g, const Subprover& s, int depth);

// --- bounds.cpp: logarithms, exponentials and roots replaced by simpler bounds of theirs; what is left by the
// prover, if it looks true.
/// log r <= r - 1, with the r and their weights so chosen that logarithms cancel (Gibbs' and Jensen's inequalities).
Tree by_log_bounds(const Goal& g, const Subprover& s, int depth);
/// sqrt(u v) between u and v.
Tree by_root_bounds(const Goal& g, const Subprover& s, int depth);
/// log(u v) = log u + log v where u v is not written as a product.
Tree by_log_factors(const Goal& g, const Subprover& s, int depth);
/// Without hypotheses that are not affine: steps along a variable cannot keep them.
Tree by_forgetting(const Goal& g, const Subprover& s, int depth);
/// Without one of the terms that are known to be nonnegative.
Tree by_dropping(const Goal& g, const Subprover& s, int depth);

// --- anchors.cpp
/// A derivative of one sign: go to the face.
Tree by_monotonicity(const Goal& g, const Subprover& s, int depth);

// --- limits.cpp: logarithms of both sides; infinite ends.
/// A power with a variable in the exponent, or an exponential of gamma functions: nothing is seen before logs are
/// taken.
bool has_variable_power(const Goal& g);
/// One side is a product with an exponential in it: its logarithm is a sum.
bool has_exponential_side(const Goal& g);
Tree by_logs(const Goal& g, const Subprover& s, int depth);
/// Is the limit of the goal's difference at an infinite end of x (`below`: at -inf) seen to be nonnegative, wherever
/// the other variables are?
bool limit_is_nonnegative(const Goal& g, const Expr& x, bool below);
/// Monotone towards an infinite end at which the limit is not negative.
Tree by_tail(const Goal& g, const Subprover& s, int depth);
/// An unbounded variable: numeric on a bounded part, symbolic beyond.
Tree by_cases(const Goal& g, const Subprover& s, int depth);

// --- squares.cpp: polynomials as sums of squares (with products of facts and multipliers), quadratic ones by
// completing the square.
Tree by_squares(const Goal& g, const Subprover& s, int round);
/// Symmetric in two variables with one range: by their order, each case by squares and their products with facts.
Tree by_ordering(const Goal& g, const Subprover& s);
Tree by_completing_the_square(const Goal& g, const Subprover& s, int depth);

}  // namespace dpcert::verify
