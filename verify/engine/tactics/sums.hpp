// Tactics for sums and products over ranges and for sequences, as tactics.hpp has the others.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

// --- sums.cpp
/// Sums of polynomials, of fractions of which neighbours cancel, and geometric ones, to an integer variable: by their
/// closed forms.
Tree by_closed_sums(const Goal& g, const Subprover& s, int depth);
/// A sum to n below what does not depend on n: by induction, with a bound of the sum's tail. A product to n below or
/// above such a number in the same way.
Tree by_tails_of_sums(const Goal& g, const Subprover& s, int depth);

// --- tangents_of_sums.cpp
/// Sums over one range, some of them under other functions: by the tangent at these, term by term (Jensen's
/// inequality), with equations among sums.
Tree by_tangents_of_sums(const Goal& g, const Subprover& s, int depth);

// --- products_of_terms.cpp
/// Sums over one range, one of them nonlinear in the records, of which two bounds are known: by sums of products of
/// these bounds, as (x - a)(b - x).
Tree by_products_of_terms(const Goal& g, const Subprover& s, int depth);

// --- squares_of_sums.cpp
/// Squares of sums over one range beside products of two such sums, where Cauchy's inequality holds between them.
Tree by_squares_of_sums(const Goal& g, const Subprover& s, int depth);

// --- discriminants.cpp
/// A product of differences with sums or integrals in them below the square of another one, by a place at which the
/// quadratic function with these coefficients is not positive.
Tree by_discriminant_of_sums(const Goal& g, const Subprover& s, int depth);

// --- functions_of_sums.cpp
/// Logarithms, or roots, of sums over records: without them, by exponentials or squares, or as one sum against powers
/// of the others.
Tree by_functions_of_sums(const Goal& g, const Subprover& s, int depth);
/// Both sides are products of roots of sums and of what is >= 0: their squares, then by `rest`.
Tree by_squared_sides(const Goal& g, const ProveGoal& rest);

// --- vanishing_sums.cpp
/// Sums below powers with exponents that are no integers, which may be 0: that they are, and so are their terms, or
/// that they are positive: then by `in_front`, or as a goal of its own.
Tree by_vanishing_sums(const Goal& g, const Subprover& s, int depth, const ProveGoal& in_front, const ProveGoal& alone);

// --- orders_of_summation.cpp
/// Sums of what contains sums over another range, beside sums over that one: all as sums over the first range, by the
/// order of summation and rows of which the sum is known, then by `terms`.
Tree by_orders_of_summation(const Goal& g, const Subprover& s, const ProveGoal& terms);

// --- positive_sums.cpp
/// A sum over records > 0 that has a positive term wherever another sum, which is known to be positive, has one.
Tree by_positive_sums(const Goal& g, const Subprover& s);

// --- products.cpp
/// A product over a range against an exponential of a sum, or of what is without sums: factor by factor.
Tree by_products_of_exponentials(const Goal& g, const Subprover& s, int depth);

// --- moduli_of_sums.cpp
/// The modulus or a maximum of expressions with sums, below something, or a minimum above it: each side as a claim of
/// its own.
Tree by_moduli_of_sums(const Goal& g, const Subprover& s, int depth);

// --- values_of_sequences.cpp
/// Values of sequences at a few places, without sums: what is said of all places at these, then variables for them.
Tree by_values_of_sequences(const Goal& g, const Subprover& s, int depth);

// --- parts.cpp
/// Sums, and hypotheses over integers or other sums whose ranges end inside of theirs: part by part.
Tree by_parts_of_ranges(const Goal& g, const Subprover& s, int depth);
/// The same where values of sequences stand outside of the sums: as terms of these.
Tree by_lone_terms(const Goal& g, const Subprover& s, int depth);

// --- creative.cpp
/// An equation of a sum of terms with rational ratios of neighbours, and a value of this kind: by a polynomial that
/// makes differences of neighbours of the terms of the induction's step.
Tree by_creative_telescoping(const Goal& g, const Subprover& s, int depth);

// --- slopes_of_sums.cpp
/// A sum of terms that a real variable moves, where the slope telescopes, perhaps of an exponential times the sum:
/// first terms of the series of exp, the distribution functions of Poisson and binomial laws.
Tree by_slopes_of_sums(const Goal& g, const Subprover& s, int depth);

// --- comparison.cpp
/// A sum of powers of what is affine in the index, in an inequality: by integrals, of which neighbours cancel.
Tree by_integral_comparison(const Goal& g, const Subprover& s, int depth);
/// The same with terms of any kind of which an antiderivative is found; also behind the first term.
Tree by_sums_beside_integrals(const Goal& g, const Subprover& s, int depth);

// --- ranges.cpp
/// An integer variable with an end below that is in the end of a sum or product, or in the place of a recursion.
Tree by_range_induction(const Goal& g, const Subprover& s, int depth);
/// The same where a recursion asks for two neighbours: the goal at n and at n + 1 together.
Tree by_induction_of_neighbours(const Goal& g, const Subprover& s, int depth);
/// Hypotheses over all integers of a range, at the places of the sequences of the goal.
Tree by_instances(const Goal& g, const Subprover& s, int depth);
/// Sums over one range, also with an equation among them (a weighted mean), or products: by their terms.
Tree by_terms(const Goal& g, const Subprover& s, int depth);

// --- closed_recursions.cpp
/// An equation between polynomials of values of recursions with constant coefficients: at several integers in a row
/// together, by induction.
Tree by_closed_recursions(const Goal& g, const Subprover& s, int depth);

// --- floors_over_a_period.cpp
/// Sums of floor(u + k/n) over n integers k in a row: floor(n u) (Hermite's identity).
Tree by_floors_over_a_period(const Goal& g, const Subprover& s, int depth);

// --- blocks.cpp
/// Sums and products whose body moves with their ends: over a range moved so that it does not.
Tree by_moved_ranges(const Goal& g, const Subprover& s, int depth);
/// A range from one variable to another: by induction over their distance.
Tree by_distances(const Goal& g, const Subprover& s, int depth);
/// Gamma functions of n - m with integer variables n >= m, as in binomial coefficients: n = m + t.
Tree by_distances_of_binomials(const Goal& g, const ProveGoal& alone);
/// The goal, in which x = place(distance), from that for place(t) with every integer t >= 0.
Tree for_every_distance(const Goal& g, const Expr& x, const std::function<Expr(const Expr&)>& place,
                        const Expr& distance, const ProveGoal& proof);

}  // namespace dpcert::verify
