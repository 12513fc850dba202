// Sequents, and the automatic side-condition prover `auto`.
#pragma once

#include <memory>

#include "verify/checker/terms/normal.hpp"
#include "verify/checker/text/parse.hpp"

namespace dpcert::checker {

struct Hypothesis {
  Relation relation;
  Ex d = 0;  // lhs - rhs
};

// The part of a goal that splits do not change, with what was compiled for it.
struct Frame {
  std::vector<Hypothesis> hypotheses;
  std::vector<Forall> foralls;
  Relation goal;
  Ex d = 0;
  std::vector<Condition> extra;  // of the goal's definedness
  std::map<std::string, std::unique_ptr<Tape>> tapes;
};

struct Goal {
  std::shared_ptr<Frame> frame;
  std::map<int, Range> box;  // the variables of the context
  bool defined = false;      // the goal's own relation is known to be defined here
};

// u > 0, u >= 0, u != 0 by hypotheses, signs and interval evaluation over the closed box at p bits.
class Auto {
 public:
  Auto(Pool& pool, Normal& plain, const Goal& goal, slong p = 128);
  bool positive(Ex u) { return (signs(u) & ~kPos) == 0; }
  bool nonnegative(Ex u) { return (signs(u) & kNeg) == 0; }
  bool nonzero(Ex u) { return (signs(u) & kZero) == 0; }
  bool holds(const Condition& c);
  bool defined(Ex e);

 private:
  enum : unsigned { kNeg = 1, kZero = 2, kPos = 4, kAny = 7 };
  unsigned signs(Ex e);
  unsigned structural(Ex e);
  unsigned linear_signs(Ex e);
  unsigned segment_signs(Ex e);
  const Iv& enclosure(Ex e);
  std::optional<std::pair<Q, Q>> multiple(Ex a, Ex b);
  bool bounded_multiple(Ex a, Ex b);

  Pool& pool_;
  Normal& plain_;
  slong p_;
  int depth_ = 0, segments_ = 0;  // of segment_signs, one inside the other and in all
  std::vector<const Hypothesis*> hypotheses_;
  std::map<int, Range> box_;  // narrowed by hypotheses of the form a*x + b >= 0
  std::unordered_map<Ex, unsigned> signs_;
  std::unordered_map<Ex, Iv> enclosures_;
};

}  // namespace dpcert::checker
