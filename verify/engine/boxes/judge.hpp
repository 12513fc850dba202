// What is to be done with one box: a leaf of the proof, a face, a split. First in outward-rounded doubles, then, where
// those lack digits, with Arb at the node's precision.
#pragma once

#include <memory>
#include <vector>

#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/boxes/formula.hpp"
#include "verify/engine/boxes/relax.hpp"
#include "verify/engine/boxes/tree.hpp"

namespace dpcert::verify {

/// True if e applies an arbitrary function, which has no values.
bool has_functions(const Expr& e);

/// A number with few bits near x.
double rounded_to(double x, int bits);

class BoxJudge {
 public:
  BoxJudge(const Goal& goal, const BoxOptions& options);

  struct Workspace {  // one for each thread
    std::vector<DoubleInterval> box, middle, work, middle_work, hypothesis_work;
    std::vector<double> half;
    std::vector<double> smear;  // of each variable: its part in the uncertainty of D, 0 if not known
    std::vector<Interval> values, point, slow, slow_point, slow_hypotheses;
    std::vector<std::size_t> active;  // hypotheses that may be false on the box
    std::vector<DoubleInterval> offset;
    std::vector<Interval> slow_offset;
    BoxRelaxation::Workspace<DoubleInterval> relaxation;
    BoxRelaxation::Workspace<Interval> slow_relaxation;
  };
  /// The node as decided, at precision `level`; a function of the box and the level alone.
  [[nodiscard]] Decided decide(Box box, int level, Workspace& w) const;
  /// Answers what `decide` left open (Node::perhaps_zero): symbolic work, which is for one thread alone, as its amount
  /// and the numbers of new expressions depend on who did what before.
  void settle(Box box, Decided& n) const;

  [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

 private:
  enum class Next { done, split, digits };
  bool integers(Box box, Decided& n) const;
  Next in_doubles(Box box, Decided& n, Workspace& w) const;
  Next in_arb(Box box, Decided& n, Workspace& w) const;
  void split(Box box, Decided& n, Workspace& w) const;
  void exact_point(Box box, Decided& n, Workspace& w) const;
  [[nodiscard]] bool perhaps_zero(Box box) const;
  [[nodiscard]] bool zero_at(Box box) const;
  [[nodiscard]] double split_point(const Axis& axis, const Side& s) const;
  [[nodiscard]] bool hypotheses_hold(Box box, Workspace& w, Precision bits) const;
  [[nodiscard]] std::uint64_t moving(Box box) const;
  template <class S>
  [[nodiscard]] bool enough(const S& d) const;
  template <class S>
  [[nodiscard]] bool fails(std::size_t hypothesis, const S& value) const;
  template <class S>
  void find_active(const std::vector<S>& values, std::vector<std::size_t>& active) const;
  [[nodiscard]] Precision bits_at(int level) const { return bits_ << level; }

  const Goal& goal_;
  bool strict_;
  Precision bits_, max_bits_;
  bool doubles_;
  std::vector<Axis> axes_;
  std::size_t n_ = 0;
  std::vector<bool> free_;                     // of hypotheses: the face of this variable may be taken
  std::unique_ptr<BoxFormula> formula_;        // D
  std::unique_ptr<BoxTape> hypotheses_;        // their sides' differences
  std::unique_ptr<BoxRelaxation> relaxation_;  // if it is possible at all
};

}  // namespace dpcert::verify
