// What tangents at sums are made of, and what they leave: slopes in names of sums, and terms as claims about numbers.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

bool has_modulus(const Expr& e);
/// Slopes of abs, min and max have no notation.
bool has_steps(const Expr& e);

/// Do several terms of a sum's body stand over one sum? That is worse than each over it: factors without the index are
/// no longer seen.
bool has_terms_over_a_sum(const Expr& sum);
/// Is each part of the body that contains a sum, but not the index, seen to be defined as a normal form writes it that
/// knows no signs? Only then does it leave the sum: log(sum of 2 - x(k)) is log(2 n - sum of x(k)) there.
bool factors_leave_the_sum(const Context& c, const Expr& sum);
/// Has the body of a sum a modulus |u - v|? A normal form has sqrt((u - v)^2) in its place, of which it does not see
/// that it is defined: such a sum is no factor that leaves another one.
bool stays_inside(const Expr& sum);

/// A hypothesis that is a sum over the range less what does not depend on its index: sum of `term` - `total`.
struct Said {
  std::size_t number;
  Expr sum, total;
  bool equation;
};
/// The sums of a hypothesis in which it is affine, as one, with the body at the index.
std::optional<Said> over_the_range(Algebra& a, const Context& c, std::size_t number, const std::vector<Expr>& sums,
                                   const Expr& index);
/// Hypotheses over integers at the index, and at the places of other values.
void instantiate_at_places(Goal& h, const Expr& index, Proof& out);
/// That a sum of what is not negative is at least its term at the index.
bool term_below_sum(Goal& h, const Expr& sum, const Expr& index, const Subprover& s, Proof& out);

/// m of a term c t^m > 0, or of what is less 0, with what does not depend on t in c and m.
std::optional<Expr> degree_in(Algebra& a, const Context& c, const Expr& term, const Expr& t);

/// The slopes of e in each of the names, where they are defined and have no steps. `of_powers`: of a term c t^m the
/// slope m c t^m/t as it stands, since a normal form would have exponentials of logarithms in place of powers.
std::optional<std::vector<Expr>> slopes_in(Algebra& a, const Context& c, const std::vector<Expr>& names, const Expr& e,
                                           bool of_powers);

/// A claim about the terms at an index, with a variable for each value of a sequence there: without what is said of
/// sums and of integers.
Tree by_numbers_of_terms(const Goal& g, const Subprover& s, int depth);

// --- bounds_of_means.cpp
/// What hypotheses over all integers say of a list, of its mean over a range, or of that with weights of sum 1, where
/// the sum stands in the goal: as hypotheses. Is anything said?
bool know_bounds_of_means(Goal& g, Proof& out);
/// Means of which something is said: each as a variable m with its range, and the sum as the length times m by an
/// equation. Is there one?
bool name_means(Goal& g, Proof& out);
/// Sums that are combinations of others in the goal, as that of 1 - x(k): these in their place. Is there one?
bool use_fewer_sums(Goal& g, Proof& out);

/// The same terms as they are written, where factors without the index are seen, and simplified; `apart`: over their
/// denominator one by one, too, where no sum is over another.
std::vector<Expr> forms_of_terms(const Context& c, const Expr& e, bool apart);
/// Moduli of what vanishes where all values are equal have no slope there: none is asked of them.
Expr without_kinks_at(Algebra& a, const Expr& e, const std::function<Expr(Expr)>& at_equal);

}  // namespace dpcert::verify
