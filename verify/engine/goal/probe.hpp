// Formulas at points of a context, in doubles: to choose by and to filter candidates, never evidence.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "dpcert/language/statement.hpp"
#include "dpcert/scalar/tape.hpp"

namespace dpcert::verify {

/// Formulas compiled to be evaluated in doubles. An argument outside a domain gives NaN or an infinity.
class Probe {
 public:
  /// `inputs`: variables and applications of arbitrary functions, in the order in which their values will be given.
  /// Nothing if a formula has a variable or an application that is not among them: it has no values.
  static std::optional<Probe> of(const std::vector<Expr>& formulas, const std::vector<Expr>& inputs);
  static std::optional<Probe> of(const std::vector<Expr>& formulas, const std::vector<Variable>& variables);

  /// Evaluates all formulas at x, a number for each input.
  void at(std::span<const double> x);
  /// Of formula k, at the last point.
  [[nodiscard]] double value(std::size_t k = 0) const { return work_[tape_.root(k)]; }
  /// In instructions: what one evaluation costs.
  [[nodiscard]] std::size_t length() const { return tape_.code().size(); }

 private:
  explicit Probe(Tape tape) : tape_(std::move(tape)) {}
  Tape tape_;
  std::vector<double> work_;
};

/// The ends of a range in doubles, infinite ones too.
struct Ends {
  double lo, hi;
  [[nodiscard]] bool bounded() const;
};
Ends ends_of(const Range& range);

/// Where u in [0, 1] leads: that share of the way from lo to hi; 4 u from a single end inward; 8 u - 4 without ends.
double scattered(const Ends& ends, double u);
/// Where u in [0, 1] leads over eight orders of e: exp(8 u - 4) inward from lo, or from hi if only that is finite;
/// without ends from 0, upward or downward as `up` says.
double scattered_far(const Ends& ends, double u, bool up = true);

}  // namespace dpcert::verify
