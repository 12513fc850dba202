// What is to be done with one box: a leaf of the proof, a face, a split. First in outward-rounded doubles, then, where
// those lack digits, with Arb at the node's precision.
#pragma once

#include <memory>
#include <vector>

#include "verify/engine/box_tree.hpp"
#include "verify/engine/boxes.hpp"

namespace dpcert::verify {

/// True if e applies an arbitrary function, which has no values.
bool has_functions(const Expr& e);

class BoxJudge {
 public:
  BoxJudge(const Goal& goal, const BoxOptions& options);

  struct Workspace {  // one for each thread
    std::vector<DoubleInterval> box, middle, work, middle_work, hypothesis_work;
    std::vector<double> half;
    std::vector<double> smear;  // of each variable: its part in the uncertainty of D, 0 if not known
    std::vector<Interval> values, point, slow, slow_point, slow_hypotheses;
  };
  /// The node as decided, at precision `level`; a function of the box and the level alone.
  [[nodiscard]] Node decide(Box box, int level, Workspace& w) const;
  /// Answers what `decide` left open (Node::perhaps_zero): symbolic work, which is for one thread alone, as its amount
  /// and the numbers of new expressions depend on who did what before.
  void settle(Box box, Node& n) const;

  [[nodiscard]] const std::vector<Axis>& axes() const { return axes_; }

 private:
  enum class Next { done, split, digits };
  /// Conditions under which D is smooth, on the values of its nodes (docs/certificate-format.md, below the table).
  struct Strict {
    enum Kind : std::uint8_t { finite, positive, above_minus_one, nonzero, apart, never } kind;
    std::uint32_t a, b;
    std::uint64_t variables;  // that the node contains, by index; all of them beyond 64
  };

  void compile();
  bool integers(Box box, Node& n) const;
  Next in_doubles(Box box, Node& n, Workspace& w) const;
  Next in_arb(Box box, Node& n, Workspace& w) const;
  bool second_order(Node& n, double middle, Workspace& w) const;
  void split(Box box, Node& n, Workspace& w) const;
  void exact_point(Box box, Node& n, Workspace& w) const;
  [[nodiscard]] bool perhaps_zero(Box box) const;
  [[nodiscard]] bool zero_at(Box box) const;
  [[nodiscard]] double split_point(const Axis& axis, const Side& s) const;
  [[nodiscard]] bool hypotheses_hold(Box box, Workspace& w, Precision bits) const;
  [[nodiscard]] std::uint64_t moving(Box box) const;
  template <class S>
  [[nodiscard]] bool smooth(const std::vector<S>& values, std::uint64_t variables) const;
  template <class S>
  void run(const Tape& tape, const std::vector<DoubleInterval>& constants, const std::vector<S>& inputs,
           std::vector<S>& work, Precision bits, std::size_t from, std::size_t to) const;
  template <class S>
  [[nodiscard]] bool enough(const S& d) const;
  template <class S>
  [[nodiscard]] bool fails(std::size_t hypothesis, const S& value) const;
  [[nodiscard]] Precision bits_at(int level) const { return bits_ << level; }

  const Goal& goal_;
  bool strict_;
  Precision bits_, max_bits_;
  bool doubles_;
  std::vector<Axis> axes_;
  std::size_t n_ = 0;
  bool smooth_ = false, second_order_ = false;
  std::size_t value_end_ = 0, gradient_end_ = 0;  // instructions of the tape
  std::vector<bool> free_;                        // of hypotheses: the face of this variable may be taken
  std::unique_ptr<Tape> tape_, hypotheses_;
  std::vector<DoubleInterval> constants_, hypothesis_constants_;
  std::vector<Strict> strict_conditions_;
};

}  // namespace dpcert::verify
