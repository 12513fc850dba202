// A statement made ready for search: no functions left, relations compiled, equations solved for a coordinate where
// that is possible.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/language/statement.hpp"
#include "verify/engine/points/program.hpp"

namespace dpcert::verify {

/// Values of all coordinates of a problem, in its order.
using Values = std::vector<Rational>;

/// Where a relation's parts are among the roots of Problem::program(): `guards` expressions that must be >= 0 for the
/// relation to be defined (bases of powers: evaluators are more generous there than the language), then lhs, rhs, then
/// the terms of lhs - rhs as a sum (their size is the scale on which a slack is small or large).
struct Slot {
  Relation relation;
  std::vector<Expr> guards, terms;
  std::size_t first = 0;
  [[nodiscard]] std::size_t lhs() const { return first + guards.size(); }
  [[nodiscard]] std::size_t rhs() const { return lhs() + 1; }
  [[nodiscard]] std::size_t term(std::size_t i) const { return rhs() + 1 + i; }
};

/// A hypothesis about every y in [lo, hi]; its program has the coordinates and then y as inputs, and lo, hi, then those
/// of the slot as roots; then D = lhs - rhs, and (if `slope`) its derivative in y.
struct ForallSlot {
  ForallHypothesis hypothesis;
  Slot slot;
  std::size_t difference = 0;
  bool slope = false;
  std::unique_ptr<Program> program;
};

/// coordinate = value(others), from an equation.
struct Solved {
  std::size_t coordinate = 0;
  Expr value;
};

/// A partial operation of a conclusion: where it is not defined.
struct Requirement {
  enum class Kind { positive, above_minus_one, nonnegative, nonzero, xlogy, power, real_power };
  Kind kind = Kind::positive;
  Expr argument;  // xlogy: the second; power: the base
  Expr other;     // xlogy: the first; power: the exponent
  Expr whole;
};

class Problem {
 public:
  /// `variables`: those of the statement, then parameters of interpretations.
  Problem(std::vector<Variable> variables, const std::vector<Relation>& hypotheses,
          const std::vector<ForallHypothesis>& forall_hypotheses, const std::vector<Relation>& conclusions);

  [[nodiscard]] const std::vector<Variable>& variables() const { return variables_; }
  [[nodiscard]] const std::vector<Expr>& names() const { return names_; }
  [[nodiscard]] std::size_t size() const { return variables_.size(); }
  [[nodiscard]] const std::vector<Slot>& hypotheses() const { return hypotheses_; }
  [[nodiscard]] const std::vector<ForallSlot>& foralls() const { return foralls_; }
  [[nodiscard]] const std::vector<Slot>& conclusions() const { return conclusions_; }
  /// Roots: of every hypothesis, then of every conclusion.
  [[nodiscard]] const Program& program() const { return *program_; }

  /// Coordinates that the search may choose, and those that follow from them.
  [[nodiscard]] const std::vector<std::size_t>& free() const { return free_; }
  [[nodiscard]] const std::vector<Solved>& solved() const { return solved_; }
  /// Hypotheses that hold wherever the solved coordinates have their values (then no evaluation is needed).
  [[nodiscard]] bool holds_by_construction(std::size_t hypothesis) const { return by_construction_[hypothesis]; }
  /// Values that make a non-strict hypothesis an equality.
  [[nodiscard]] const std::vector<Solved>& faces() const { return faces_; }
  /// What the conclusion needs to be defined, inner operations first.
  [[nodiscard]] const std::vector<Requirement>& requirements(std::size_t conclusion) const {
    return requirements_[conclusion];
  }

  /// Values of single free coordinates that make e zero, where e is affine in them.
  [[nodiscard]] std::vector<Solved> zeros(const Expr& e) const;

  /// Fills in the solved coordinates; false if one is not rational there.
  bool complete(Values& x) const;
  void complete(std::vector<double>& x) const;
  /// Coordinate `s.coordinate` becomes s.value at x; false if that is not rational.
  bool solve(const Solved& s, Values& x) const;
  /// Ranges and integrality.
  [[nodiscard]] bool inside(const Values& x) const;
  [[nodiscard]] bool inside(std::size_t coordinate, const Rational& x) const;

 private:
  void find_solutions(const std::vector<Relation>& hypotheses);
  Slot add(const Relation& r, std::vector<Expr>& roots);

  std::vector<Variable> variables_;
  std::vector<Expr> names_;
  std::vector<Slot> hypotheses_, conclusions_;
  std::vector<ForallSlot> foralls_;
  std::vector<std::vector<Requirement>> requirements_;
  std::unique_ptr<Program> program_;
  std::vector<std::size_t> free_;
  std::vector<Solved> solved_, faces_;
  std::vector<std::unique_ptr<Program>> solved_programs_;
  std::vector<char> by_construction_;
};

/// Where an expression without functions may be undefined, inner operations first. Untaken branches of a select do not
/// count, so they are left out.
std::vector<Requirement> requirements_of(const std::vector<Expr>& roots, const std::vector<Variable>& variables);

/// Where a point lies in the domain: "at an end", "near an end", "whole numbers", "large".
std::vector<const char*> place_labels(const Problem& problem, const Values& x);

}  // namespace dpcert::verify
