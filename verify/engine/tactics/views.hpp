// The whole of a goal in other variables: `alone` proves what is left, with rounds of its own.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// x = pi t for variables under sines and cosines, where the goal or hypotheses speak of pi.
Tree by_turns(const Goal& g, const ProveGoal& alone);
/// Sines and cosines of parts of variables beside those of the variables: in the greatest common part of each.
Tree by_units_of_angles(const Goal& g, const ProveGoal& rest);
/// What affine hypotheses leave between variables, as variables. `of_functions`: also what one is above a function of
/// others; only where there is such a hypothesis.
Tree by_slacks(const Goal& g, const ProveGoal& alone, bool of_functions = false);
/// A function in hypotheses that stands for all there is of its variables, log(1/d) say, as a variable.
Tree by_named_terms(const Goal& g, const ProveGoal& alone);
/// Functions that stand for all there is of their variables, log(1/d) without another d, as variables; then by `rest`.
Tree with_named_functions(const Goal& g, const ProveGoal& rest);
/// x = A exp(t) where log(A/x) stands under a root, and the root as a variable.
Tree by_named_logarithms(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// A root of a function of one variable that can be solved for it: its value as the variable (named_inverses.cpp).
Tree by_named_inverses(const Goal& g, const ProveGoal& alone);

/// Divergences of two coins p and q, D(1 - p, 1 - q) = D(p, q): each outcome by itself.
Tree by_outcomes(const Goal& g, const ProveGoal& alone);
/// A product P of an exponential and what is no number, of which D is an affine function that rises: by P >= 1 + log P.
/// `s` has rounds of its own for what is left.
Tree by_exponential_bounds(const Goal& g, const Subprover& s, int depth);
/// Powers with exponents that are variables, of which D is an affine function: by Bernoulli's inequality. `s` has
/// rounds of its own for what is left.
Tree by_power_bounds(const Goal& g, const Subprover& s, int depth);
/// Two square roots of which D is an affine function, with coefficients of one sign: their sum isolated and squared;
/// `s` has rounds of its own for each goal.
Tree by_sums_of_roots(const Goal& g, const Subprover& s, int depth);
/// Two variables of one range, D with a kink or 0 where they are equal: one side of that diagonal, by the slope along a
/// variable or with what is beyond; the other side as its image, where there is a symmetry.
Tree by_halves(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// The same with the smaller one as a part of the larger one, where the range begins at 0.
Tree by_parts_of_the_larger(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// The same in the distance of the two and the place of their middle: along that, where a bound is of the distance.
Tree by_distance(const Goal& g, const Subprover& s);
/// The same in the distance of the two and the place of the smaller one in what that leaves: by tangents along the
/// place (tangent_curves.cpp), `alone` for what is left of the distance alone.
Tree by_place_and_distance(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// Two variables, D and its gradient 0 in the middle of their ranges: the Taylor polynomial there, and the rest.
Tree by_centre(const Goal& g, const ProveGoal& alone);
/// A sum of functions of one variable each, as a constraint among the hypotheses is: term by term, by the tangent where
/// all variables are equal (Jensen's inequality, multipliers).
Tree by_multipliers(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// Error functions at places x + k h, h >= 0, where the goal vanishes at h = 0: by slopes in h, until what is left is a
/// function of one place alone.
Tree by_increments(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone);
/// A variable v of which a hypothesis says normal_cdf(v) = u: where D is affine in it, normal_cdf of the place where it
/// vanishes against u; else u = normal_cdf(v) solved for a variable, and the goal in v.
Tree by_quantiles(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// A weight for each variable of a context: x is scaled by the factor to the power of its weight.
using Scaling = std::vector<int>;
/// The degree of D as a homogeneous function with these weights, a multiple of 1/2, as far as values tell.
std::optional<Rational> homogeneous_degree(const Context& c, const Expr& d, const Scaling& weights);
/// The two variables of d, in the order of the context: positive numbers, whose ratio is all that matters but for the
/// degree in both.
struct HomogeneousPair {
  Expr x, y;
  Scaling weights;
  Rational degree;
};
std::optional<HomogeneousPair> homogeneous_pair(const Context& c, const Expr& d);
/// Homogeneous in variables with weights: their ratios to powers of one of them, of which hypotheses speak, too.
Tree by_weights(const Goal& g, const ProveGoal& alone);
/// Two variables of which a sum stands under a function or a fraction: that sum, and the share of one of them.
Tree by_shares(const Goal& g, const ProveGoal& alone);
/// Homogeneous of some degree in its variables together, each from 0 to an end or to infinity: without the ends above,
/// so that the sum of two and their shares of it are free of one another.
Tree by_cone(const Goal& g, const ProveGoal& alone);
/// Roots of products of variables that are not negative: the roots of the variables as variables.
Tree by_roots_of_products(const Goal& g, const ProveGoal& alone);
/// Two positive variables whose ratio alone matters, with logarithms or powers of each: half the logarithm of that
/// ratio. `s` has rounds of its own for what is left.
Tree by_means_of_two(const Goal& g, const Subprover& s, int depth);
/// Arcsines or arccosines of variables: in the tangent of the half angle, in which that variable and sqrt(1 - x^2)
/// are rational.
Tree by_half_angles(const Goal& g, const ProveGoal& immediate, const ProveGoal& alone);
/// Arccosines beside roots or powers of 1 - x and 1 + x: in the tangent of half the angle (half_angles_of_cosines.cpp).
Tree by_half_angles_of_cosines(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// Tangents of two variables, each less than a quarter of a turn: as variables, with the variables as their
/// arctangents.
Tree by_tangents_of_angles(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// D of one variable is 0 at places that are roots of quadratics, multiples of pi, logarithms or exponentials of
/// fractions.
Tree by_irrational_zeros(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// Powers of one base whose exponents differ by a number: all by one of them.
Tree by_common_powers(const Goal& g, const ProveGoal& alone);
/// An open finite end at which D tends to 0 though a part of it has no value there, as log(sinh(t)/t) at 0: by the
/// slope on the way from it, and the limit itself with log(y) between 1 - 1/y and y - 1. `s` has rounds of its own for
/// what is left.
Tree by_removable_ends(const Goal& g, const Subprover& s, int depth);
/// Moduli of variables that occur in no other way, or in even powers: as variables >= 0. Nothing is lost by that.
void name_moduli(Goal& g, Proof& lines);
/// The modulus of a sum, of which D is a falling function: the goal with the sum of the moduli of its terms in its
/// place (named_moduli.cpp).
Tree by_triangle_inequality(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// Of one variable, D is 0 at points inside: the domain in pieces around each of them.
Tree by_zeros_apart(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// A sum over a range of weights times a factor that the range bounds: against the sum with the bound in its place,
/// term by term (factors_of_terms.cpp).
Tree by_shorter_terms(const Goal& g, const ProveGoal& alone);
/// The first or the last terms of a row of the binomial theorem: by Chernoff's method (tails_of_rows.cpp).
Tree by_tails_of_rows(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// A sum over a row of the binomial theorem of what bends with the index: by a chord or a tangent (bent_rows.cpp).
Tree by_bent_rows(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// A - B >= 0 where A is a product with an exponential: A >= B, of which logarithms are taken.
Tree by_sides(const Goal& g, const ProveGoal& alone);
/// Roots of sums with exponentials that tend to a number, on an unbounded domain: as variables in a small interval.
Tree by_bounded_roots(const Goal& g, const ProveGoal& alone);
/// A part of one variable that is bounded though its enclosure over an infinite interval is not: as a variable between
/// bounds that are proved (bounded_parts.cpp).
Tree by_bounded_parts(const Goal& g, const ProveGoal& alone);
/// A value of a list beside sums over it of exponentials: by the logarithm of the sum, which is beyond it
/// (soft_maxima.cpp).
Tree by_soft_maxima(const Goal& g, const ProveGoal& alone);
/// A product over a range against a power of the mean of its factors (means_of_factors.cpp).
Tree by_means_of_factors(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// A sum of two groups of terms that are nonnegative each, as those of two outcomes: each group by itself.
Tree by_two_groups(const Goal& g, const ProveGoal& alone);
/// Roots in several variables, D affine in each: by their tangents at simple places; `s` has rounds of its own.
Tree by_tangents_of_roots(const Goal& g, const Subprover& s, int depth);
/// Symmetric in two variables of one range: in their order, the larger one by what it is more.
Tree by_order(const Goal& g, const ProveGoal& alone);

/// Any function of which a hypothesis bounds a derivative between two ends: its values by one another, by the mean
/// value theorem and Taylor's, and then as numbers.
Tree by_mean_values(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// Powers of several bases with one exponent beside the bases: as variables in the order of the bases.
Tree by_powers_in_order(const Goal& g, const Subprover& s, const ProveGoal& alone);

}  // namespace dpcert::verify
