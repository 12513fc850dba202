// What is to be done with one box: a leaf of the proof, a face, a split. First in outward-rounded doubles, then, where
// those lack digits, with Arb at the node's precision.
#pragma once

#include <memory>
#include <optional>
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

  /// A box as one kind of enclosure sees it.
  template <class S>
  struct View {
    std::vector<S> box, middle, offset;  // of each variable; offset = box - middle, 0 where it does not move
    std::vector<S> at_box, at_middle;    // D with its derivatives
    std::vector<S> hypotheses;           // their sides' differences, over the box
    std::vector<S> hypotheses_at_middle;
    BoxRelaxation::Workspace<S> relaxation;
  };
  struct Workspace {  // one for each thread
    View<DoubleInterval> doubles;
    View<Interval> digits;
    std::vector<double> smear;        // of each variable: its part in the uncertainty of D, 0 if not known
    std::vector<std::size_t> active;  // hypotheses that may be false on the box
    template <class S>
    View<S>& view() {
      if constexpr (std::same_as<S, DoubleInterval>)
        return doubles;
      else
        return digits;
    }
  };
  /// The node as decided, at precision `level`; a function of the box and the level alone.
  [[nodiscard]] Decided decide(Box box, int level, Workspace& w) const;
  /// Answers what `decide` left open (Node::perhaps_zero): symbolic work, which is for one thread alone, as its amount
  /// and the numbers of new expressions depend on who did what before.
  void settle(Box box, Decided& n) const;

  [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

 private:
  enum class Next { done, split, digits };
  /// Why a box is left open.
  enum class Lack { bounds, derivatives, middle };

  bool integers(Box box, Decided& n) const;
  /// Decides by value, hypotheses, faces, mean value, second order, relaxation, in this order.
  template <class S>
  Next judge(Box box, Decided& n, Workspace& w) const;
  template <class S>
  void look_at(Box box, Precision bits, View<S>& v) const;
  template <class S>
  void look_around_middle(Box box, Precision bits, View<S>& v) const;
  template <class S>
  bool prune(Precision bits, View<S>& v, Decided& n) const;
  template <class S>
  bool face(Box box, const View<S>& v, Decided& n) const;
  template <class S>
  [[nodiscard]] bool has_finite_gradient(const View<S>& v) const;
  template <class S>
  bool mean_value(Box box, Workspace& w, Decided& n) const;
  template <class S>
  bool second_order(Box box, Precision bits, View<S>& v, Decided& n) const;
  template <class S>
  bool relax(Box box, Precision bits, Workspace& w, Decided& n) const;
  // Where the two enclosures differ: what is to be done with a box that is not decided, without something that it
  // takes to go on, or with everything done that there is.
  [[nodiscard]] Next undecided(Lack lack, Box box, const View<DoubleInterval>& v) const;
  [[nodiscard]] Next undecided(Lack lack, Box box, const View<Interval>& v) const;
  Next undecided(Box box, Decided& n, View<DoubleInterval>& v) const;
  Next undecided(Box box, Decided& n, View<Interval>& v) const;

  void split(Box box, Decided& n, Workspace& w) const;
  void exact_point(Box box, Decided& n, View<Interval>& v) const;
  [[nodiscard]] bool is_bounded(Box box) const;
  [[nodiscard]] bool moves(Box box, std::size_t k) const { return axes_[k].used && !axes_[k].is_point(box[k]); }
  [[nodiscard]] bool perhaps_zero(Box box) const;
  [[nodiscard]] bool zero_at(Box box) const;
  [[nodiscard]] double split_point(const Axis& axis, const Side& s) const;
  /// At the midpoint, which is one of the goal's points.
  [[nodiscard]] bool hypotheses_hold(Box box, View<Interval>& v, Precision bits) const;
  [[nodiscard]] std::uint64_t moving(Box box) const;
  template <class S>
  [[nodiscard]] bool enough(const S& d) const;
  template <class S>
  [[nodiscard]] std::optional<std::size_t> failing(const std::vector<S>& values) const;
  template <class S>
  void find_active(const std::vector<S>& values, std::vector<std::size_t>& active) const;
  template <class S>
  void run_hypotheses(const std::vector<S>& inputs, std::vector<S>& values, Precision bits) const;
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
