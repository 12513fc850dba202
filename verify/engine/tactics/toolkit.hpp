// What tactics share: what they may ask of the prover, how they put proofs together, and questions about expressions
// that more than one of them asks.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "verify/engine/goal/key.hpp"
#include "verify/engine/proof/step.hpp"
#include "verify/engine/tactics/effort.hpp"

namespace dpcert::verify {

/// A proof, or nothing: the tactic declined, or a goal that it left was not proved.
using Tree = std::optional<Proof>;
using ProveGoal = std::function<Tree(const Goal&)>;

/// Normal forms in a context, remembered from one tactic to the next.
using NormalForms = std::function<std::shared_ptr<Algebra>(const Context&)>;

/// What the tactics of one search leave for one another.
struct SearchState {
  /// Tactics under way, each with how often: some are not tried within themselves, where they would find no end, or
  /// would spend what is left on goals that are like the first.
  struct Underway {
    int denominators = 0, telescoping = 0, crossing = 0, secants = 0, slopes = 0, first_integers = 0, few_integers = 0,
        arcs = 0, records = 0, contraposition = 0;
  } underway;
  /// Goals and anchors that may still be tried in this round.
  long goals_left = 1L << 30;
  /// How many ways of by_gram_matrices a goal has seen.
  std::map<GoalKey, std::size_t> gram_attempts;
  /// Goals that by_factors left: they are their own normal forms.
  std::set<GoalKey> normal_forms;
};

/// While it lives, a tactic of SearchState::Underway is under way (once more).
class Under {
 public:
  explicit Under(int& tactic) : tactic_(tactic) { ++tactic_; }
  ~Under() { --tactic_; }
  Under(const Under&) = delete;
  Under& operator=(const Under&) = delete;

 private:
  int& tactic_;
};

/// What a tactic may ask of the prover.
struct Subprover {
  /// A whole proof, by at most so many symbolic steps (and boxes, if `numeric`); its last attempt by boxes may take so
  /// many (0: as many as there may be).
  std::function<Tree(const Goal&, int depth, bool numeric, std::size_t most_boxes)> prove_within;
  /// By signs, identities and hypotheses only.
  ProveGoal immediate;
  /// By signs of factors.
  ProveGoal sign;
  /// By at most so many boxes alone, of a goal that need not be true: nothing is told of its failure.
  std::function<Tree(const Goal&, std::size_t most_boxes)> boxes;
  std::function<bool()> out_of_time;
  std::chrono::steady_clock::time_point deadline;
  bool numeric = true;
  NormalForms algebra;
  int round = 0;  ///< of the prover's, from 0
  SearchState& state;
  const std::vector<Lemma>& lemmas;  ///< statements that steps may use

  [[nodiscard]] Tree prove(const Goal& g, int depth, bool with_boxes) const {
    return prove_within(g, depth, with_boxes, 0);
  }
  /// For what is about as hard as the goal was.
  [[nodiscard]] Tree prove_part(const Goal& g, int depth, bool with_boxes) const {
    return prove_within(g, depth, with_boxes, Effort::boxes_of_a_part);
  }
  /// The same with or without boxes.
  [[nodiscard]] Subprover with(bool boxes_too) const {
    Subprover s = *this;
    s.numeric = boxes_too;
    return s;
  }
};

// --- Proofs

/// The step, then for each goal that it leaves the proof by the function of the same place (the last one for all
/// further goals).
Tree steps(const Goal& g, const Step& step, const std::vector<ProveGoal>& proofs);
/// `rewrite` to the relation l rel r, then `rest`.
Tree rewritten(const Goal& g, const Expr& l, const Expr& r, const ProveGoal& rest);
/// The goal that the only child of the step is.
std::optional<Goal> after(const Step& step, const Goal& g);
/// The step behind `out`, and g is that goal from then on; nothing is changed if the step does not apply.
bool take(const Step& step, Goal& g, Proof& out);
/// Every e in the goal becomes `value`, of which a hypothesis says that it is e; nothing is changed if that fails.
/// `range`: where e is known to lie, which is asked for while its name stands below a fraction line.
bool put_value(const Expr& e, const Expr& value, Goal& g, Proof& out, const Range& range = {});
/// A step with two goals: first the child `first`, then the other one, each by its own function.
Tree both_sides(const Goal& g, const Step& step, std::size_t first, const ProveGoal& one, const ProveGoal& other);
/// `relation` is cut in behind its proof: the goal has it as one more hypothesis.
void cut_in(Proof& out, Goal& g, const Relation& relation, const Proof& proof);
/// The relation by `alone`, then cut in. Hypotheses that were cut in before, if there are no others, are left out for
/// it: a derivative can be followed through few of them.
bool cut_in_apart(Proof& out, Goal& g, std::size_t cut_before, const Relation& relation, const ProveGoal& alone);
/// The relations of which each says the condition: what is not 0 has one sign.
std::vector<Relation> ways(const Condition& condition);
/// The condition is proved, with little effort, and cut in; nothing is done if it is not.
bool cut_in(Proof& out, Goal& g, const Condition& condition, const Subprover& s);
/// `rest` for the goal, behind a cut for every side condition that `auto` does not see and signs of factors show: a
/// step may leave a goal without the hypotheses by which it was seen to be defined.
Tree when_defined(const Goal& g, const Subprover& s, const ProveGoal& rest);
/// The goal by its normal form.
Tree normalised(const Goal& g, const Subprover& s, int depth);
/// The goal without its hypotheses, variable by variable as `widen` drops them; the steps for that go into `out`.
Goal without_hypotheses(const Goal& g, Proof& out);
/// Does hypothesis i (from 0) say nothing: an identity, or what the box alone shows?
bool says_nothing(const Context& c, std::size_t i);
/// Bounds of variables that have none, from affine hypotheses (and equations) and the bounds of others: cut in, and
/// part of the box.
void derive_bounds(Goal& g, Proof& out, bool equations = false);
/// The same from hypotheses that speak of pi, as angles of a triangle do: a multiple of pi as a hypothesis, and a
/// number outside of it as an end of the box.
void derive_bounds_by_pi(Goal& g, Proof& out);
/// abs(u) <= r or u^2 <= r^2, with u affine in one variable and r rational, as ends of its range that are met exactly.
void derive_bounds_by_squares(Goal& g, Proof& out);
/// w*u < r and -w*u < r of hypotheses w*abs(u) < r, by which integrals are seen to exist.
void say_without_moduli(Goal& g, Proof& out);
/// Without hypotheses, if none of them says more than the box; then by `rest`.
Tree without_empty_hypotheses(const Goal& g, const ProveGoal& rest);
/// Hypotheses (from 1) with their multiples, as `combine` takes them.
using Weights = std::vector<std::pair<std::size_t, Coefficient>>;
inline Coefficient weight(const Expr& e) { return e.is_constant() ? Coefficient(e.value()) : Coefficient(e); }
inline Expr as_expression(const Coefficient& w) {
  return std::holds_alternative<Expr>(w) ? std::get<Expr>(w) : Expr(std::get<Rational>(w));
}
/// The goal's difference without a combination of its hypotheses.
Expr beside(const Goal& g, const rule::Combine& sum);
/// `rewrite (e)`.
inline Step rewrite_to(const Expr& e) { return rule::Rewrite{e, std::nullopt}; }

// --- Questions

/// Is e defined wherever the context holds, as far as `auto` sees?
bool is_defined(const Context& c, const Expr& e);
/// Where D is smooth enough in x for `mono`, `deriv` and `convex`.
enum class Smooth { everywhere, inside };
/// Is the goal's difference differentiable in x wherever the context holds, as far as `auto` sees?
bool is_smooth(const Goal& g, const Expr& x);
/// No value where d is not known to be smooth enough. `lower`: only this end of x's range matters, and may be open.
std::optional<Smooth> smoothness(const Context& c, const Expr& d, const Expr& x, std::optional<bool> lower = {});
/// A product in which powers of one base are one power: two roots of a density's constant are that constant, where a
/// normal form would have roots of the numbers in it. Term by term of a sum.
Expr roots_together(const Expr& e);
/// Does this hold of the expressions' values at a few points of the box at which no hypothesis looks false? True where
/// they cannot be evaluated in doubles.
bool hold_inside(const Context& c, const std::vector<Expr>& all,
                 const std::function<bool(const std::vector<double>&)>& holds);
/// Does e look >= 0 at a few points of the box at which no hypothesis looks false? A filter, no evidence.
bool looks_nonnegative(const Context& c, const Expr& e);
/// Do only variables with bounded ranges enter the goal's sides?
bool is_bounded(const Goal& g);
/// Does a hypothesis mention x?
bool mentions(const Relation& h, const Expr& x);
/// Is each side affine in x, and made of it by sums, products, quotients by what is free of x and whole powers? That is
/// what `deriv` asks: a modulus whose sign is known, or a root on both sides, is affine to a normal form only.
bool is_affine_as_written(const Relation& h, const Expr& x, Algebra& a);
/// Is it the name of something in the context?
bool is_used(const Context& c, const std::string& name);
/// A name that the context does not use: t1, t2, ...
std::string fresh_name(const Context& c);
/// Nodes of the relation that satisfy `wanted`, inner ones first.
std::vector<Expr> nodes_of(const Relation& r, const std::function<bool(const Expr&)>& wanted);
/// abs, min or max of something.
inline bool is_kink(const Expr& e) { return e.op() == Op::abs || e.op() == Op::min || e.op() == Op::max; }
/// What decides a kink: abs(u) by the sign of u, min and max by that of the difference of their arguments.
inline Expr decider_of_kink(const Expr& e) { return e.op() == Op::abs ? e.arg(0) : sub(e.arg(0), e.arg(1)); }
/// e with each kink whose side is known replaced by that side.
Expr without_decided_kinks(const Expr& e, const Context& c);
/// sin or cos of something.
inline bool is_wave(const Expr& e) { return e.op() == Op::sin || e.op() == Op::cos; }
/// floor or ceil of something.
inline bool is_rounded(const Expr& e) { return e.op() == Op::floor || e.op() == Op::ceil; }
/// erf, erfc or normal_cdf of something.
bool is_error_function(const Expr& e);
/// Does e have a gamma function of x in it?
bool has_gamma(const Expr& e, const Expr& x);
/// u/v, with the exponentials of v above the line: then the sign of a derivative is seen more often.
Expr quotient_by(const Expr& u, const Expr& v);
/// e as the product of its factors, each by its absolute value where its sign is known.
std::optional<Expr> product_of(Algebra& a, const Context& c, const Expr& e);
/// e = m - n with m and n known to be positive, as products: e is affine in an exponential or a power with a variable
/// exponent.
std::optional<std::pair<Expr, Expr>> two_positive_terms(const Context& c, Algebra& a, const Expr& e);
/// The terms of the sum `factor` e, as they are written, with their factors.
void terms_of(const Expr& e, const Rational& factor, std::vector<Expr>& out);
/// The terms of e, as it is written, that contain t.
Expr terms_with(const Expr& e, const Expr& t);
/// log(e) as a sum of logarithms of e's positive factors, which stay as they are written.
Expr log_by_factors(const Context& c, const Expr& e);
/// e with the logarithms of factors apart, each with one coefficient, and what has none: as slopes of sums of
/// logarithms have few terms while each stands by itself, and many over a common denominator (tangent_curves.cpp).
std::optional<Expr> each_logarithm_once(const Context& c, const Expr& e);
/// The arguments of functions by their normal forms; what is outside stays as it is written.
Expr with_simple_arguments(Algebra& a, const Expr& root);

}  // namespace dpcert::verify
