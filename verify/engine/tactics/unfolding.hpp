// Goals with sums and products over ranges and with sequences, behind steps that say what these are.
#pragma once

#include <utility>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// A sum to a variable or another expression: its terms are not written out.
inline bool is_sum_over_range(const Expr& e) { return e.op() == Op::sum; }

/// Sums and products over ranges in e that stand in no other one.
void outermost_ranges(const Expr& e, std::vector<Expr>& out);
/// The sums of a goal, then those of its hypotheses; nothing where they are not all over one range, or the goal has
/// none.
std::optional<std::vector<Expr>> sums_over_one_range(const Relation& goal, const Context& c);
/// The form in these sums, as they are written, if it has no others.
std::optional<Expr> in_sums(Algebra& a, Expr form, const std::vector<Expr>& sums);

/// A goal behind steps that only add hypotheses.
struct Extended {
  Goal goal;
  Proof lines = {};

  /// The step, if it applies.
  bool take(const Step& step);
  /// The number of the last hypothesis.
  [[nodiscard]] std::size_t last() const { return goal.context.hypotheses().size(); }
};

/// `inst` of the hypotheses over integers at every choice of places that is known to lie in their ranges.
void instantiate(Extended& x, const std::vector<Expr>& places);

/// That a new index of a range lies in those of the hypotheses over integers where the ends of its range do.
void reach_index(Extended& x, const Expr& index);
/// The same at a new index of a range, which lies in theirs where the ends of its range do.
void instantiate_at_index(Extended& x, const Expr& index, const std::vector<Expr>& others = {});

/// What something is: `what` less `is` are the hypotheses with their weights.
struct Meaning {
  Expr what, is;
  Weights weights;
};

/// Each of these expressions as a variable of its own, or as what an equation among the hypotheses says that it is.
bool take_values_of(const std::vector<Expr>& all, Goal& g, Proof& out);
/// The goal where `number` is e, as the last hypothesis says, and how it is reached.
struct NumberFor {
  Expr number;
  Goal goal;
  Proof lines;
};
std::optional<NumberFor> number_for(const Goal& g, const Expr& e);
/// What a variable may be that stands for e, as far as its sign is known.
Range range_from_zero(const Context& c, const Expr& e);
/// The closed interval of short numbers in which e lies, if it is bounded.
std::optional<Range> bounded_range(const Context& c, const Expr& e);
/// A variable for each value of a sequence in the goal, with the bounds that hypotheses give it. False where one may be
/// undefined.
bool take_terms_as_numbers(Goal& g, Proof& out);
/// Without what is said of integers that the goal does not mention: what is left speaks of numbers.
void forget_integers(Goal& g, Proof& out);

/// The integer that a - b is, by normal form.
std::optional<long> steps_between(Algebra& a, const Expr& x, const Expr& y);

/// x(n + 1 + 1) and x(1 + n) as x(n + 2) and x(n + 1), x(2*1 - 1) as x(1), which they are, and a sum to 0 + 1 as its
/// terms.
Expr with_plain_places(const Expr& e);
inline Relation with_plain_places(const Relation& r) {
  return {r.rel, with_plain_places(r.lhs), with_plain_places(r.rhs)};
}
/// Algebra::simplified of this kind.
std::optional<Expr> simplified_at_plain_places(Algebra& a, const Expr& e);

/// The goal and hypotheses of its own that are to show it (an induction's), in the same sums, products and values of
/// sequences as far as these say what the others are.
class Unfolded : public Extended {
 public:
  /// `said`: the numbers of these hypotheses. Without any: the last term of every range that is known to have one, and
  /// one step of every recursion.
  Unfolded(const Goal& g, const std::vector<std::size_t>& said);
  /// Nothing is unfolded yet.
  explicit Unfolded(const Goal& g) : Extended{g} {}
  explicit Unfolded(Extended x) : Extended(std::move(x)) {}
  /// The last term of every range that is known to have one, and one step of every recursion.
  void unfold();

  /// e in terms of s, which has the same body over a range whose ends differ by numbers.
  bool to_the_range_of(Algebra& a, const Expr& e, const Expr& s);

  /// What d is with all that is known in the place of what it is known of. Adds the weights, times `factor`, of the
  /// hypotheses to `weights`.
  Expr resolved(Algebra& a, const Expr& d, Weights& weights, const Expr& factor = 1) const;
  [[nodiscard]] bool has_meanings() const { return !meanings_.empty(); }

 private:
  void ranges(const std::vector<std::size_t>& said);
  void alone(const Expr& e);
  void inner_ranges(Algebra& a, const Expr& e, const Expr& s);
  void recursions(const std::vector<std::size_t>& said);
  void define(const Expr& e);
  void down_to_first_values();
  [[nodiscard]] bool is_known(const Expr& e) const;
  void know(const Expr& what, const Expr& is, Weights weights);

  std::vector<Meaning> meanings_;
  std::vector<Expr> places_;  // of terms that are apart
};

/// sum(k, low, high, G(k + 1) - G(k)) = G(high + 1) - G(low), as what hypotheses, each with 1 or -1, add up to.
struct Telescoped {
  Expr sum, value;
  std::vector<std::pair<std::size_t, Rational>> weights;
};
std::optional<Telescoped> telescoped_sum(Extended& x, const Expr& low, const Expr& high,
                                         const std::function<Expr(const Expr&)>& at);

/// The step of an induction where a range that has one more term now stands under a function: what is said before the
/// step are the hypotheses behind the first `before` ones (steps_under_functions.cpp).
Tree step_under_functions(const Goal& g, std::size_t before, const Subprover& s, int depth);

/// The unknowns for which all rows, affine in them, are 0; those that nothing decides are 0 (creative.cpp).
std::optional<std::vector<Expr>> solved_rows(Algebra& a, std::vector<Expr> rows, const std::vector<Expr>& unknowns);
/// A polynomial in k with unknown coefficients: P(k) and P(k + 1).
struct UnknownPolynomial {
  std::vector<Expr> unknowns;
  Expr here = 0, there = 0;
  UnknownPolynomial(const Expr& k, std::size_t degree);
};

/// The coefficients of d as a polynomial in `atom`.
std::optional<std::vector<Expr>> coefficients_of(Algebra& a, const Context& c, const Expr& d, const Expr& atom);
/// D = C0 + C1 * atom with an atom of the expression.
std::optional<std::pair<Expr, Expr>> affine_in(Algebra& a, const Context& c, const Expr& d, const Expr& atom);

}  // namespace dpcert::verify
