// Points of a box at which the hypotheses hold, also where one of them is an equation: a filter, no evidence.
#pragma once

#include <vector>

#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Such an equation, as a + b + c = 1 or a b c = 1, is met by scaling.
class ScaledPoints {
 public:
  explicit ScaledPoints(const Context& c);
  /// False where there are several equations, or something that has no values in doubles.
  [[nodiscard]] bool usable() const { return usable_; }
  [[nodiscard]] bool has_equation() const { return !equations_.empty(); }
  /// x as the multiple of x at which the equation holds, if there is one.
  bool meets(std::vector<double>& x) const;
  [[nodiscard]] bool looks_nonnegative(const Expr& e) const;

 private:
  bool scaled(Probe& probe, std::vector<double>& x) const;

  const Context& c_;
  std::vector<Expr> formulas_;
  std::vector<std::size_t> equations_;
  std::vector<std::vector<double>> points_;
  bool usable_ = false;
};

}  // namespace dpcert::verify
