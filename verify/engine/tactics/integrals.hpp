// Integrals, as the two files about them share them.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// What a hypothesis says that the integral is, without integrals.
std::optional<Expr> value_of(const Context& c, const Expr& integral);
/// Each integral of the goal that has a value gets a name, and the name its value; `as_product`: the value as the
/// product of its factors, of which logarithms are taken one by one. False if none has one, or it cannot be done.
bool name_integrals(Goal& g, Proof& out, bool as_product);
/// What is integrated is seen to be nowhere negative: so is the integral, whatever its value looks like, as one more
/// hypothesis for each that the goal has. True if there is one.
bool know_signs_of_integrals(Goal& g, Proof& out);
/// The step that says what the integral is. `undecided`: what would have to be other than 0 for that, and is 0 at a
/// closed end of a variable.
std::optional<Step> antiderivative(const Context& c, const Expr& integral, std::optional<Expr>* undecided = nullptr);
/// That the ends of the integral are in their order, as one more hypothesis where that takes a proof; `strictly`: that
/// they are not one place, as a new variable asks.
void order_ends(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove, bool strictly = false);
/// The variable, and whether its lower end is meant, at which u vanishes, which has one sign elsewhere.
std::optional<std::pair<Expr, bool>> end_where_it_vanishes(const Context& c, const Expr& u);
/// The variable, if 0 lies inside of its range and u vanishes there.
std::optional<Expr> variable_with_zero_inside(const Context& c, const Expr& u);
/// A body of both signs on an unbounded interval: that its integral exists is shown by a larger one.
void dominate(Goal& g, Proof& lines, const Expr& integral);
/// c x^k exp(q[0] + q[1] x + q[2] x^2); c, k and q do not contain x.
struct QuadraticTerm {
  Expr c = 1, k = 0;
  std::array<Expr, 3> q{Expr(0), Expr(0), Expr(0)};
};
/// The body as a sum of such terms, as far as its shape shows it.
std::optional<std::vector<QuadraticTerm>> quadratic_terms(const Context& inside, Algebra& a, const Expr& body,
                                                          const Expr& x);
/// log(e) as a polynomial of x of degree at most 2, lowest coefficient first, for e = c exp(polynomial), c > 0.
std::optional<std::array<Expr, 3>> logarithm(const Context& inside, const Expr& e, const Expr& x);

/// The value of an integral whose body has kinks, or terms of both signs, as one more hypothesis: piece by piece
/// between the places where what decides a kink changes its sign, and term by term. `undecided`: an expression whose
/// sign it would need to know. `prove`: comparisons by which a part exists.
/// `lemmas`: for a piece without kinks, by_density_integrals and by_new_variables.
bool by_pieces_of_integral(Goal& g, Proof& lines, const Expr& integral, std::optional<Expr>& undecided,
                           const ProveGoal& prove, const std::vector<Lemma>& lemmas);

/// The value of an integral of terms x^k exp(q[0] + q[1] x + q[2] x^2), as one more hypothesis: with names for the
/// coefficients of each exponent, at which what is found for the names is used. `prove`: that -q[2] is positive.
bool by_named_exponents(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove);

/// The value of an integral of powers of the distances from its ends, and of their logarithms, as one more hypothesis:
/// by those of the statements that say what the mass of a Beta law is, and what its logarithms' expectations are; from
/// 0 to infinity of powers times exponentials, by those about a Gamma law. Also of an integral of such an integral.
/// Nothing is done where an exponent is not known to be above -1, or a rate above 0.
bool by_density_integrals(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas);

/// The value of an integral as that of another one over a new variable, in which it has an antiderivative or is one of
/// by_density_integrals; over the line also of its two halves. As one more hypothesis.
bool by_new_variables(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas,
                      const ProveGoal& prove);

/// The number, from 1, of the hypothesis that says this.
std::optional<std::size_t> number_of_hypothesis(const Goal& g, const Relation& r);
/// The value that `known` has of the integral, behind `proof` for a goal with g's hypotheses, as one more hypothesis of
/// g, which has no others of those that were met on the way.
bool conclude_value(Goal& g, Proof& lines, const Expr& integral, const Goal& known, Proof proof);

/// The value of an integral over bodies with integrals in them, as one more hypothesis: of these at each place, and of
/// what comes of them.
bool by_iterated_integrals(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas,
                           const ProveGoal& prove);

/// That an integral exists, where what stands under its roots and fraction lines is positive by an identity: it is said
/// with that in its body (forms_of_integrals.cpp). `known_too`: one that is known to exist, so that it is like others.
bool by_positive_form(Goal& g, Proof& lines, const Expr& integral, bool known_too = false);

/// That an integral exists, where a larger one does that has a closed form: the goal knows it by comparison. The
/// comparisons are shown by `prove`.
bool by_domination(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove);

/// That an integral exists, where it is over a part of the range of a Gamma or Beta law whose density its body is, but
/// for a constant: as a part of the law's mass.
bool by_part_of_density(Goal& g, Proof& lines, const Expr& integral, const std::vector<Lemma>& lemmas);

/// body'/body as a rational function of x, where it is one.
std::optional<Expr> logarithmic_slope(Algebra& a, const Expr& body, const Expr& x);

/// e = C x^p exp(-r x), or C x^p (1 - x)^r, by the normal form of x e'/e.
struct DensityShape {
  bool gamma;
  Expr p, r;
};
std::optional<DensityShape> density_shape(Algebra& a, const Expr& e, const Expr& x);

/// The goal with an integral from 0 to a variable as the mass of the law whose density its body is, but for a constant,
/// less the integral over the rest of the law's range, up to `end` (none: infinity); that integral.
std::optional<Expr> with_rest_of_law(Goal& g, Proof& lines, const Expr& integral, std::optional<Expr> end,
                                     const std::vector<Lemma>& lemmas);

/// The same of an integral whose body is a sum of such densities, of both signs, as the slope of `primitive` is: as the
/// sum of their integrals.
bool by_terms_of_densities(Goal& g, Proof& lines, const Expr& integral, const Expr& primitive, const Expr& x,
                           const std::vector<Lemma>& lemmas);

/// The context of a look at a few points: bounds in the box, no hypotheses that have no value there.
Context for_a_look(const Context& c);

/// e = rest + weight t, as it is written: a normal form would hide signs of logarithms.
struct Weighted {
  Expr rest, weight;
};
std::optional<Weighted> affine_as_written(const Expr& e, const Expr& t);

/// An inequality that is affine in an integral up to a variable, or from one, with a bound that has none: by the order
/// of the integrand and the bound's slope.
Tree by_moving_end(const Goal& g, const Subprover& s, int depth, const Expr& integral);

/// An inequality that is affine in an integral of a Gamma or Beta density over a part of the law's range: by another
/// integrand on this part, the body times a factor above 1 over the whole range, or with a factor fixed at the end.
Tree by_comparison_of_parts(const Goal& g, const Subprover& s, int depth, const Expr& integral);

/// An inequality that is affine in an integral of a Gamma or Beta density, of which a factor is convex or concave: by
/// the tangent of this factor at the mean of what the other factors weigh (Jensen's inequality).
Tree by_tangents_of_bodies(const Goal& g, const Subprover& s, int depth, const Expr& integral);

/// Integrals of sums as sums of integrals, constants out of them; integrals of one body over intervals that touch as
/// parts of one: as further hypotheses, by which the goal is proved.
Tree by_relations_of_integrals(const Goal& g, const Subprover& s, int depth);

/// Factors of e, with exponents 1 and -1 (`below`: of 1/e); of an exponential of a sum the exponentials of its terms.
void factors_with_exponentials(const Expr& e, bool below, std::vector<Expr>& out);

}  // namespace dpcert::verify
