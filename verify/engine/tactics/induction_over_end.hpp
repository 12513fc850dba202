// What is said of a range up to every end, by induction over the end.
#pragma once

#include <functional>

#include "verify/engine/proof/logic.hpp"
#include "verify/engine/tactics/toolkit.hpp"
#include "verify/engine/tactics/unfolding.hpp"

namespace dpcert::verify {

/// Lines of a proof with formulas, as they are made.
class LogicLines {
 public:
  explicit LogicLines(const Subprover& s) : s_(s) {}
  /// The goals that the step leaves, `count` of them, and the step as a line; or nothing.
  std::optional<std::vector<LogicGoal>> next(const Step& step, const LogicGoal& g, std::size_t count);
  /// Is the goal a relation that is seen at once?
  bool close(const LogicGoal& g);

  Proof lines;

 private:
  const Subprover& s_;
};

/// A claim about every range from `low`, as far as `high`.
struct InductionOverEnd {
  Expr low, high;
  std::function<Formula(const Expr& end)> claim;
  /// The claim for the range that is empty; that up to m + 1, where the one up to m is the last fact or hypothesis; and
  /// the goal by the claim up to `high`, in the same way.
  std::function<bool(const LogicGoal&)> none;
  std::function<bool(const LogicGoal&, const Expr& m)> one_more;
  std::function<bool(const LogicGoal&)> at_end;
};
/// The lines of it, the last of them those of `goal`.
bool by_induction_over_end(const InductionOverEnd& over, const LogicGoal& goal, LogicLines& out);

/// A product over a range, and a sum over the same one.
struct ProductAndSum {
  Expr product, sum;

  /// The two up to this end.
  [[nodiscard]] ProductAndSum up_to(const Expr& end) const;
};
/// What is shown of the last factor and the exponential of the last term, behind the claim up to m: hypotheses with
/// their weights in the claim up to m + 1. Nothing if it is not shown.
using OfLastFactor = std::function<std::optional<Weights>(Extended&, const Expr& m)>;
/// That the product is the exponential of the sum (Rel::eq), or at most that (Rel::ge): by induction over the end.
Tree product_beside_exponential(const Context& c, const ProductAndSum& both, Rel rel, const OfLastFactor& of_last,
                                const Subprover& s);

}  // namespace dpcert::verify
