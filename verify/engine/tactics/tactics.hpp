// Tactics: each turns a goal into smaller ones by a few proof steps and asks the prover for those. Nothing is returned
// where a tactic does not apply or a smaller goal was not proved. Each comment says when the tactic fires; the table
// (verify/engine/prove/table.cpp) says in which order and in which round they are tried. Those that take other
// functions than a Subprover's stand in headers of their own: combination.hpp, slopes.hpp, views.hpp; those of sums,
// products and sequences in sums.hpp.
#pragma once

#include "verify/engine/tactics/sums.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

// --- equation.cpp
/// An equation: by its normal form, by a hypothesis, by cases, as two inequalities, or solved by other equations.
Tree by_equation(const Goal& g, const Subprover& s, int depth);

/// Where sin or cos stands: by sin(u)^2 + cos(u)^2 = 1 for each argument, and a combination; then by those of the parts
/// of sums and multiples, too.
Tree by_circles(const Goal& g, const Subprover& s);
/// An equation in which functions of a variable do not change along it: by its slope, and a place at which it is seen.
Tree by_constancy(const Goal& g, const Subprover& s, int depth);
/// An equation between sums of arctangents, multiples of pi and other angles: by the sine of their difference.
Tree by_sums_of_arctangents(const Goal& g, const Subprover& s, int depth);
/// Square roots of squares of sines, cosines and hyperbolic functions, as sqrt(1 - sin(x)^2): these, with their sign.
Tree by_roots_of_squares(const Goal& g, const Subprover& s, int depth);

// --- kinks.cpp
/// Where abs, min or max stands: by the sign of what decides them, a few of them at most.
Tree by_kinks(const Goal& g, const Subprover& s, int depth);
/// A modulus |u| or a maximum on the smaller side, or a minimum on the larger one: with u and with -u, or with each
/// argument, in its place, each as a claim before what decides between them is asked for.
Tree by_both_signs(const Goal& g, const Expr& kink, const ProveGoal& prove);
/// Where floor or ceil stands: by their two inequalities.
Tree by_floors(const Goal& g, const Subprover& s, int depth);
/// Floors of k u + c with integers k: by where u - floor(u) lies among the places at which they jump.
Tree by_floor_cells(const Goal& g, const Subprover& s);
/// Closed ends at which the goal is not smooth: apart.
Tree by_ends(const Goal& g, const Subprover& s, int depth);
/// Any closed end of a variable: apart, so that strict signs are known between them.
Tree by_open_ends(const Goal& g, const Subprover& s, int depth);
/// Open ends at which a log b vanishes: closed, with xlogy(a, b) instead.
Tree by_closing(const Goal& g, const Subprover& s, int depth);
/// A variable of both signs: apart.
Tree by_signs_of_variables(const Goal& g, const Subprover& s, int depth);

// --- hypotheses.cpp
/// What hypotheses say in plainer words, as further ones: bounds of variables that have none; and signs of logarithms
/// of the goal that their simplified forms show. A goal that is a factor of what a hypothesis speaks of.
Tree by_plain_words(const Goal& g, const Subprover& s, int depth);
/// A multiple of a hypothesis, by a factor whose sign is known: a fraction that is multiplied out.
Tree by_multiple(const Goal& g);
/// By a hypothesis that fails where the goal does, if the goal is the simpler one: x < y from exp(x) < exp(y).
Tree by_contraposition(const Goal& g, const Subprover& s, int depth);
/// Hypotheses between products of positive factors that stand under logarithms of the goal: by their logarithms.
Tree by_logs_of_hypotheses(const Goal& g, const Subprover& s, int depth);

// --- integers.cpp
/// An integer variable with an end below, in an exponent or under a gamma function.
Tree by_induction(const Goal& g, const Subprover& s, int depth);
/// Gamma functions of two integer variables, as in binomial coefficients: by induction over one of them, of logarithms
/// where the sides are products; `s` has rounds of its own for a step.
Tree by_induction_of_gammas(const Goal& g, const Subprover& s, int depth);
/// An equation with floors of an integer variable that has an end below only, where a step adds an integer to each, or
/// to a multiple of the one before: by induction, and one more for every power of an integer in what is added.
Tree by_floor_induction(const Goal& g, const Subprover& s);
/// An integer variable with at most `most` + 1 values: one by one.
Tree by_enumeration(const Goal& g, const Subprover& s, int depth, long most);
/// The same for an inequality, not within another enumeration.
Tree by_few_integers(const Goal& g, const Subprover& s, int depth);
/// Real numbers for all integers, where nothing is said that holds of integers alone.
Tree by_real_numbers(const Goal& g, const ProveGoal& alone);
/// The first (last) few values of an integer variable one by one: between them the goal may be false.
Tree by_first_integers(const Goal& g, const Subprover& s, int depth);

// --- residues.cpp
/// Floors of polynomials in integer variables, in the goal or in hypotheses that deny residues: by the residues of
/// these modulo the common denominator, also of integers that equations say in others.
Tree by_residues(const Goal& g, const Subprover& s, int depth);
/// Floors of polynomials in powers b^n and values of sequences with a recursion, all of them whole: their residues are
/// those of a finite orbit, by an induction on n (periods.cpp).
Tree by_periods(const Goal& g, const Subprover& s, int depth);

// --- wholes.cpp
/// Hypotheses between polynomials in integers that residues make sharper, as m^2 >= 4 n + 4 from m^2 > 4 n + 1: these,
/// too.
Tree by_sharper_bounds(const Goal& g, const Subprover& s, int depth);

// --- congruences.cpp
/// mod(E, m) = 0 or mod(E, m) = mod(F, m) with a modulus that is no number, from equations of variables with multiples
/// of m.
Tree by_congruences(const Goal& g);

// --- rounding.cpp
/// Floors of which the arguments differ by a whole number of variables and other floors, as in moduli of sums and
/// products: by one of them.
Tree by_whole_shifts(const Goal& g, const Subprover& s, int depth);
/// A floor or ceiling of an integer variable under a root.
bool has_rounded_root(const Goal& g);
/// Floors and ceilings, also of roots and one inside the other: by floor(u) >= k where u >= k, and the like; powers of
/// rounded roots by what residues leave of their bounds.
Tree by_rounding(const Goal& g, const Subprover& s, int depth);

// --- cells.cpp
/// Floors of affine functions of several real variables: by what each floor can be, one after the other.
Tree by_cells_of_floors(const Goal& g, const Subprover& s);

// --- parity.cpp
/// Powers of -1 with even exponents, or squares of such powers: by what they are.
Tree by_parity(const Goal& g, const Subprover& s, int depth);

// --- sums_of_waves.cpp
/// Products of sines and cosines of several angles: as waves of sums of the angles, where these have fewer terms.
Tree by_sums_of_waves(const Goal& g, const Subprover& s, int depth);

// --- induction_up_to.cpp
/// Of n records of which hypotheses speak: for every m <= n, by induction on m beside them.
Tree by_induction_up_to(const Goal& g, const Subprover& s, int depth);

// --- gram.cpp
/// Polynomials that are sums of squares times what is known to be >= 0, modulo equations, by a semidefinite program.
Tree by_gram_matrices(const Goal& g, const Subprover& s, int depth, int round);

// --- terms_of_rows.cpp
/// A product with binomial(n, k) x^k y^(n - k), or its logarithm, on the smaller side: (x + y)^n instead of it.
Tree by_terms_of_rows(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- binomials.cpp
/// Sums over k of binomial(N, k) x^k y^(N - k) times a polynomial in k: by the binomial theorem.
Tree by_binomials(const Goal& g, const Subprover& s, int depth);

// --- integrals.cpp
/// Integrals of sums of c x^k exp(polynomial of degree at most 2): by antiderivatives; a goal between two of them: by
/// what is integrated.
Tree by_integrals(const Goal& g, const Subprover& s, int depth);
/// The values of integrals in the goal, where an antiderivative is found, or one of the statements given says them;
/// piece by piece where there are kinks: as further hypotheses. An expression whose sign is asked for on the way, if
/// one is.
[[nodiscard]] std::optional<Expr> evaluate_integrals(Goal& g, Proof& lines, const std::vector<Lemma>& lemmas,
                                                     const ProveGoal& prove);

// --- integrals_together.cpp
/// An inequality between several integrals with the same ends, linear in them: as one integral, by the sign of its
/// body.
Tree by_integrals_together(const Goal& g, const Subprover& s, int depth);

// --- squares_of_integrals.cpp
/// Integrals over one range, the body of one the geometric mean of those of two others: by the inequality of Cauchy,
/// Bunyakovsky and Schwarz between them.
Tree by_squares_of_integrals(const Goal& g, const Subprover& s, int depth);

// --- bounds_of_integrals.cpp
/// An inequality with an integral without closed form, in which it stands once and affinely: by another integrand on
/// the right side of it, found by leaving out factors, by its ends, by first terms of series, by derivatives in an end
/// of the integral, by tangents and chords of convex factors, or as a polynomial near it.
Tree by_bounds_of_integrals(const Goal& g, const Subprover& s, int depth);

// --- factors.cpp
/// D is a product with a factor of known sign, or of two factors of unknown signs: the others' signs decide.
Tree by_factors(const Goal& g, const Subprover& s, int depth);

// --- terms.cpp
/// An equation among the hypotheses that is affine in a variable: solved for it.
Tree by_solving(const Goal& g, const Subprover& s, int depth);
/// A sum of parts without common variables: part by part.
Tree by_separation(const Goal& g, const Subprover& s, int depth);
/// Two variables that enter only through x + c y: one.
Tree by_merging(const Goal& g, const Subprover& s, int depth);
/// Gamma functions whose arguments reach near their pole: by the recurrence.
Tree by_recurrence(const Goal& g, const Subprover& s, int depth);

// --- squaring.cpp
/// A root of which D is an affine function, or a number that is one: isolated and squared.
Tree by_squaring(const Goal& g, const Subprover& s, int depth);

// --- roots.cpp
/// D = A + sum of c log(M) with integers c: the products of the M on both sides, with exp(A).
Tree by_exponentials(const Goal& g, const Subprover& s, int depth);
/// m - c exp(u) as it is written, with m > 0 by its factors: log(m/c) against u.
bool has_exponential_of_logarithms(const Goal& g);
Tree by_one_exponential(const Goal& g, const Subprover& s, int depth);
/// (m - n)/q with positive m, n, q and an exponential among them: log m against log n.
Tree by_two_terms(const Goal& g, const Subprover& s, int depth);
/// x = t^2 where roots of x occur.
Tree by_root_substitution(const Goal& g, const Subprover& s, int depth);
/// The same where such a root is in the argument of an error function.
Tree by_roots_in_functions(const Goal& g, const Subprover& s, int depth);
/// x = 1/t where x > 0 is unbounded and stands under a logarithm, an exponential or a root. `as_written`: only where
/// an exponent is divided by x, and the goal that this leaves is not brought to its normal form.
Tree by_reciprocal(const Goal& g, const Subprover& s, int depth, bool as_written = false);
/// A few exponentials, logarithms and roots: new variables with their ranges instead.
Tree by_generalising(const Goal& g, const Subprover& s, int depth);

// --- scale.cpp
/// Homogeneous in some positive variables: their ratios to one of them.
Tree by_homogeneity(const Goal& g, const Subprover& s, int depth);
/// Of two ordered variables one lies between the other and its own end: by its place in between.
Tree by_gap(const Goal& g, const Subprover& s, int depth);

// --- arguments.cpp
/// An error function's argument that is affine in a variable, with a slope of other variables: a variable instead.
Tree by_argument(const Goal& g, const Subprover& s, int depth);
/// Gamma functions of k x + c with numbers k and c other than 0: the least such argument is the variable.
Tree by_gamma_arguments(const Goal& g, const ProveGoal& alone);

// --- touch.cpp
/// Simple rational points at which D is zero, near minima that a search in doubles finds.
std::vector<ExprMap<Rational>> touching_points(const Goal& g, const Subprover& s);
/// D vanishes at a point inside next to which it is convex: a region around it, the rest by the prover.
Tree by_touching(const Goal& g, const Subprover& s, int depth);
/// Concave in one variable: the ends decide. `effort`: the sign of the second derivative may need a proof. `open_ends`:
/// also on open intervals beyond whose ends D is smooth.
Tree by_concavity(const Goal& g, const Subprover& s, int depth, bool effort = false, bool open_ends = false);
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
/// Logarithms by their tangents at a simple point at which D is 0; what is left by the prover.
Tree by_tangents(const Goal& g, const Subprover& s, int depth);
/// One logarithm with a coefficient of known sign that is no number: divided by that, it is gone in the derivative.
Tree by_lone_logarithm(const Goal& g, const Subprover& s, int depth);
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
/// The same to a closed end, by proofs of the slope's sign and of what is left that have rounds of their own.
Tree by_monotone_ends(const Goal& g, const ProveGoal& alone);
/// All but one of the factors of D, as it is written, are positive: that one, with rounds of its own.
Tree by_factor_alone(const Goal& g, const ProveGoal& alone);

// --- tangent_curves.cpp
/// Of two variables with bounded ranges, D convex in one of them: by the tangent at a polynomial of the other one.
Tree by_tangent_curves(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- derivatives.cpp
/// D and its derivatives vanish (or are nonnegative) at a point of one variable, and a higher derivative has a sign.
Tree by_derivatives(const Goal& g, const Subprover& s, int depth);
/// The same along x from this value of it.
Tree by_derivatives_from(const Goal& g, const Subprover& s, const Expr& x, const Expr& at);

// --- telescoping.cpp
/// A gamma function of a variable without an end above: D(x) - D(x+1) is elementary, and D tends to a limit >= 0.
/// `far`: where that limit is not seen term by term, an expansion shows it.
Tree by_telescoping(const Goal& goal, const Subprover& s, bool far = false);
/// The same of the goal or its logarithms, with roots of the other variables as variables, where `alone` is to prove
/// what is elementary.
Tree by_telescoping_alone(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- expansion.cpp
/// A variable without an end above, or with many magnitudes up to an end: the ends are split off and expanded there,
/// and the middle is left to the prover.
Tree by_expansion(const Goal& g, const Subprover& s, int depth);

// --- pieces.cpp
/// D depends on one variable only: the part next to one of its ends, and what is left, each by `alone`.
Tree by_pieces(const Goal& g, const ProveGoal& alone);
/// The same for one of several variables, cut in the middle of its domain, or next to its only end.
Tree by_cuts(const Goal& g, const ProveGoal& alone);
/// The same for any number, each that may be negative or positive cut at 0.
Tree by_signs(const Goal& g, const ProveGoal& alone);
/// Variables to variable exponents: below 1 and above 1 by themselves.
Tree by_bases(const Goal& g, const ProveGoal& alone);
/// The same at x and at its mirror image in the middle of x's domain: one half by `alone`, the other one as its image.
Tree by_symmetry(const Goal& g, const ProveGoal& alone);

// --- signs_of_factors.cpp
/// The smaller side is a product with one factor of unknown sign, which is taken to be positive, or not, by cases.
Tree by_signs_of_factors(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- lone_tails.cpp
/// One error function of which D is an affine function, with a coefficient of known sign that is no number: divided by
/// that, it is gone in the derivative.
Tree by_lone_tails(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);
/// One exponential is a factor of every term of D, as it is written: divided off.
Tree by_common_exponential(const Goal& g, const Subprover& s, int depth);

// --- turning_points.cpp
/// Of one variable, D rises and then falls, as values show: the parts next to the ends by the sign of the slope, and
/// the part around the turning point.
Tree by_turning_points(const Goal& g, const Subprover& s, int depth);

// --- complements_of_integrals.cpp
/// An integral of a Gamma or Beta density from 0 to a variable: by the law's mass and the integral over the rest.
/// `parts_only`: by comparisons on that rest, no more.
Tree by_complements_of_integrals(const Goal& g, const Subprover& s, int depth, bool parts_only = false);

// --- crossing_bodies.cpp
/// An integral of a Gamma or Beta density from 0 to a variable, and a bound that meets it at both ends of the law's
/// range: by which of body and slope is larger at that variable, from there to one of the ends.
Tree by_crossing_bodies(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- incomplete_integrals.cpp
/// Incomplete gamma and beta functions: recurrences, differences, and bounds over a part of the law's range.
Tree by_incomplete_integrals(const Goal& g, const Subprover& s, int depth);

/// Logarithms of gamma functions of several arguments that differ from Stirling's formula by the remainders alone:
/// along one variable to infinity, where the remainders tend to 0.
Tree by_stirling_remainders(const Goal& g, const Subprover& s, int depth);

// --- common_secants.cpp
/// One monotone function at three places or more, with coefficients that add up to 0: each value by that at one place.
Tree by_common_secants(const Goal& g, const Subprover& s);

// --- ordered_products.cpp
/// Values F(x_1), ..., F(x_n) of one function, n at least 3, of which D is the sum of products (u(x_i) - u(x_j))
/// (F(x_i) - F(x_j)), as in Chebyshev's inequality: each product by itself.
Tree by_ordered_products(const Goal& g, const ProveGoal& alone);

// --- lipschitz.cpp
/// |F(x) - F(y)| <= k |x - y|: the order of x and y, either sign of F(x) - F(y), and the slope of k t - F(t) or k t +
/// F(t).
Tree by_lipschitz(const Goal& g, const Subprover& s, int depth);

// --- gaps_of_gammas.cpp
/// Gamma functions of two or three arguments that are affine in two variables: one of the arguments as a variable.
Tree by_gaps_of_gammas(const Goal& g, const Subprover& s, int depth);

// --- bounds_in_hypotheses.cpp
/// A hypothesis x >= C (or x <= C, x^2 >= K), D monotone in x: D at x = C, and the sign of its slope along x.
Tree by_bounds_in_hypotheses(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- ends_by_hypotheses.cpp
/// Hypotheses that are affine in a variable bound it by other variables: to the least such bound where the goal is
/// monotone, if need be on either side of another variable; by a share of the way between them where it is concave.
Tree by_ends_of_hypotheses(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- vanishing_ends.cpp
/// A closed end at which a variable takes others out of the arguments of functions is shown at once, and the rest with
/// an open end.
Tree by_vanishing_ends(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- gamma_series.cpp
/// Gamma functions of one argument made of several variables: by the first terms of their series, and signs.
Tree by_gamma_series(const Goal& g, const Subprover& s);

// --- limits.cpp: logarithms of both sides; infinite ends.
/// A power with a variable in the exponent, or an exponential of gamma functions: nothing is seen before logs are
/// taken.
bool has_variable_power(const Goal& g);
/// One side is a product with an exponential in it: its logarithm is a sum.
bool has_exponential_side(const Goal& g);
/// Both sides positive, and one a product: their logarithms.
Tree by_logs(const Goal& g, const Subprover& s, int depth);
/// Is the limit of the goal's difference at an infinite end of x (`below`: at -inf) seen to be nonnegative, wherever
/// the other variables are?
bool limit_is_nonnegative(const Goal& g, const Expr& x, bool below);
/// Monotone towards an infinite end at which the limit is not negative.
Tree by_tail(const Goal& g, const Subprover& s, int depth);
/// Monotone towards an open or infinite end at which the limit is not seen term by term: an expansion shows that it is
/// not negative. An open end becomes an infinite one, x = end + 1/t.
Tree by_far_limits(const Goal& g, const Subprover& s, int depth);
/// An unbounded variable: numeric on a bounded part, symbolic beyond.
Tree by_cases(const Goal& g, const Subprover& s, int depth);

// --- two_values.cpp
/// A positive multiple of K(A) - K(B), one function at two places whose order is known: by the sign of its slope.
Tree by_two_values(const Goal& g, const Subprover& s, int depth);
/// Jensen's gap of a function along a mean of two or three variables, or of its logarithm: its slope in one of them is
/// one function at two places.
Tree by_jensen_gaps(const Goal& g, const Subprover& s, int depth);

// --- places.cpp
/// Error functions at two places, each affine in two variables: one of the places is a variable.
Tree by_two_places(const Goal& g, const Subprover& s, int depth);

// --- differences.cpp
/// A polynomial (over a positive one) in variables that are >= 0: each two by their order, the larger one as the other
/// and a difference, until no coefficient is negative.
Tree by_differences(const Goal& g, const Subprover& s);

// --- powers.cpp
/// 0^v with a variable v > 0, as is left at a closed end: 0.
Tree by_powers_of_zero(const Goal& g, const Subprover& s, int depth);
/// x^v with a variable exponent and x >= 0: x = 0 apart, so that logarithms may be taken elsewhere.
Tree by_zero_bases(const Goal& g, const Subprover& s, int depth);

// --- constraints.cpp
/// A polynomial (over a positive one) of several degrees in variables that are >= 0, beside a constraint between two
/// degrees, as a*b*c = 1: homogeneous by powers of the constraint, and without it.
Tree by_constraints(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// A multiple of the goal as a sum of products of hypotheses, bounds and what is known of exponentials; where what the
/// goal is multiplied by is 0 at an end of a variable, that end by itself.
Tree by_products_of_hypotheses(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- even_powers.cpp
/// A polynomial (over a positive one) with even powers alone of two variables or more: their squares instead.
Tree by_even_powers(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- sides.cpp
/// A relation as somebody typed it, with its sides in order: exp(1)^u as exp(u), without a positive factor or a term of
/// both sides; a difference that is compared with 0, and two negative sides, as two sides of positive terms.
void set_sides(Goal& g, Proof& lines);

// --- interior.cpp
/// Real variables of the goal that may be 0 at the lower end of their interval, and more than that.
std::vector<Expr> from_zero(const Goal& g);
/// `inside` where none of these is 0, after each face on which one is, by `face`.
Tree without_zeros(const Goal& g, const std::vector<Expr>& xs, const ProveGoal& face, const ProveGoal& inside);
/// What is not strict where several variables may be 0: by `alone` where none is, then on each face.
Tree by_interior(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- means.cpp
/// A power of a sum of positive monomials against a product of powers: by the arithmetic and the geometric mean with
/// weights.
Tree by_weighted_means(const Goal& g, const Subprover& s, int depth);
/// A sum of c M - c' M' with products M of powers, where the c are together c' and M' is the mean of the M with these
/// weights: by the tangent of exp at each of them.
Tree by_means_of_products(const Goal& g, const Subprover& s, int depth);
/// log of a sum of positive terms by the weighted means of their logs (Jensen's inequality).
Tree by_logs_of_sums(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- hoelder.cpp
/// Products of powers of sums of n positive terms against a power of such a sum, or their logarithms: by Hoelder's
/// Two logarithms of sums, the terms of the one powers of the other's: norms fall in their exponent.
Tree by_falling_norms(const Goal& g, const Subprover& s, int depth);
/// The logarithm of a sum above those of its terms, with weights that are variables: Gibbs' inequality.
Tree by_gibbs(const Goal& g, const Subprover& s, int depth);
/// inequality.
Tree by_hoelder(const Goal& g, const Subprover& s, int depth);

// --- parameter.cpp
/// F(b) >= F(a) where b >= a is a hypothesis: by the slope of F at one place.
Tree by_parameter(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- exponents.cpp
/// D is a sum of terms c exp(u + v x), c of one sign, and what is affine in x: by its second derivative in x.
Tree by_exponents(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- named_exponentials.cpp
/// Variables that stand in exponents alone, k v with integers k: exp(v) by a variable. `algebraic`: only if what is
/// left is arithmetic and kinks.
Tree by_named_exponentials(const Goal& g, const Subprover& s, const ProveGoal& alone, bool algebraic);

// --- maxima.cpp
/// Several kinks in which D is affine: those that help by one of their arguments, cases for the others.
Tree by_maxima(const Goal& g, const Subprover& s, int depth);
/// A kink that does not help: with either of its arguments in its place, wherever the goal is stated.
Tree by_both_branches(const Goal& g, const Subprover& s, const ProveGoal& alone);

// --- tail_bounds.cpp
/// Error functions in which D is affine: by erfc(w) <= exp(-w^2), erfc(w) <= exp(-w^2)/(w sqrt(pi)), or their ranges.
/// `cases`: also where the sign of an argument is not known.
Tree by_tail_bounds(const Goal& g, const Subprover& s, int depth, bool cases);

// --- angles.cpp
/// Sines and cosines of sums and multiples: by those of the angles.
Tree by_angles(const Goal& g, const Subprover& s, int depth);
/// A product of what has a known sign and of sines and cosines: by the arcs between their zeros on which the angles
/// lie.
Tree by_arcs(const Goal& g, const Subprover& s);
/// Sines and cosines of arctangents, and of sums and multiples of these: by what they are, quotients with a root. So
/// are those of arcsines and arccosines.
Tree by_waves_of_arctangents(const Goal& g, const Subprover& s, int depth);
/// Sines and cosines whose signs enclosures do not show, since pi/2, say, is no number of a box: with these signs, by
/// the arcs between their zeros, as hypotheses; the rest by `alone`, which knows then what is divided by.
Tree by_signs_of_waves(const Goal& g, const Subprover& s, const ProveGoal& alone);
/// Angles that enter through sine and cosine only: by the points of the unit circle.
Tree by_circle_points(const Goal& g, const Subprover& s, int depth);

// --- parts_of_a_turn.cpp
/// An equation, or >=, without variables between numbers, their square roots, and sines and cosines of rational
/// multiples of pi: as a polynomial in one cosine, modulo the factor of a Chebyshev polynomial that vanishes there.
Tree by_parts_of_a_turn(const Goal& g, const Subprover& s);

// --- special_angles.cpp
/// Sines and cosines of multiples of pi/6 and pi/4: their values.
Tree by_special_angles(const Goal& g, const Subprover& s, int depth);

// --- double_angles.cpp
/// Of degree two in the sine and cosine of an angle that is not bounded, beside other functions of its variables: by
/// those of the double angle, whose range is seen where that of the product is not. What this leaves by `alone`.
Tree by_double_angles(const Goal& g, const Subprover& s, int depth, const ProveGoal& alone);

// --- bernstein_forms.cpp
/// A polynomial on a product of simplices: in the distances from their faces, with no negative coefficient then.
Tree by_bernstein_forms(const Goal& g, const Subprover& s);

// --- squares.cpp
/// A polynomial (over a positive one) of degree and length that are not too high: a sum of squares, with products of
/// facts and multipliers, more of them in later rounds.
Tree by_squares(const Goal& g, const Subprover& s, int round);
/// Symmetric in two variables with one range: by their order, each case by squares and their products with facts.
Tree by_ordering(const Goal& g, const Subprover& s);
/// Quadratic in a variable, with a positive leading coefficient: what is left of it below the square.
Tree by_completing_the_square(const Goal& g, const Subprover& s, int depth);

}  // namespace dpcert::verify
