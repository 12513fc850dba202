// Linear relaxation on a box. Where hypotheses H_i >= 0 hold, D is at least D - sum c_i H_i, for any c_i >= 0 (any c_i
// where H_i = 0). At a maximum on the boundary of a hypothesis this form is flat for the right c_i: multipliers of
// Lagrange, chosen anew for each box.
#pragma once

#include <memory>
#include <vector>

#include "verify/engine/boxes/formula.hpp"
#include "verify/engine/boxes/tree.hpp"

namespace dpcert::verify {

/// A box as the forms around its midpoint see it, and D there: run over the box to the end of what it has, at the
/// midpoint to its value, with second derivatives to its gradient.
template <class S>
struct BoxView {
  const std::vector<S>& box;
  const std::vector<S>& middle;
  const std::vector<S>& offset;  // box - middle; 0 for variables that are not to move
  std::uint64_t moving;
  const BoxFormula& d;
  const std::vector<S>& d_box;
  const std::vector<S>& d_middle;
  Precision bits;
};

class BoxRelaxation {
 public:
  BoxRelaxation(const Goal& goal, const std::vector<Expr>& inputs, bool second_order);
  /// False: no hypothesis has derivatives.
  [[nodiscard]] bool possible() const { return possible_; }

  template <class S>
  struct Workspace {
    struct Form {
      std::vector<S> coefficients;       // value at the midpoint, of the offsets, of their products
      std::vector<double> lower, upper;  // the same
      std::vector<S> work, middle_work;
    };
    Form d;
    std::vector<Form> hypotheses;
    std::vector<S> area;        // what each coefficient is multiplied with
    std::vector<double> reach;  // its magnitude
  };

  /// True: the form D - sum c_i H_i over some of the hypotheses `active` is certainly > 0 (>= 0) on the box; `n` says
  /// which. D is smooth on the box. Where the box is split does not depend on it: that of D alone serves as well.
  template <class S>
  bool proves(const BoxView<S>& view, const std::vector<std::size_t>& active, Workspace<S>& w, Decided& n) const;

 private:
  template <class S>
  void gather(const BoxFormula& f, const std::vector<S>& over_box, const std::vector<S>& at_middle, bool second_order,
              typename Workspace<S>::Form& out) const;
  template <class S>
  bool attempt(const BoxView<S>& view, const std::vector<std::size_t>& active, bool second_order, Workspace<S>& w,
               Decided& n) const;

  bool strict_, possible_ = false;
  std::size_t n_;                                        // variables
  std::vector<std::unique_ptr<BoxFormula>> hypotheses_;  // none: it has no derivatives
  std::vector<Rel> rel_;
};

}  // namespace dpcert::verify
