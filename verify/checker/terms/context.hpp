// Sequents, and the automatic side-condition prover `auto`.
#pragma once

#include <memory>

#include "verify/checker/terms/evaluate.hpp"
#include "verify/checker/terms/formula.hpp"
#include "verify/checker/terms/normal.hpp"

namespace dpcert::checker {

struct Hypothesis {
  Relation relation;
  Ex d = 0;  // lhs - rhs
};

// The part of a goal that splits do not change, with what was compiled for it.
struct Frame {
  std::vector<Hypothesis> hypotheses;
  std::vector<Forall> foralls;
  std::vector<Definition> definitions;  // of sequences
  std::vector<Form> facts;              // hypotheses that are neither relations nor `forall` hypotheses
  Form formula;                         // the goal, if it is no relation: what `goal` says then has no meaning
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

// How the context reads its variables.
Integers integers_of(const std::map<int, Range>& box);

// What is possible for the sign of a value: a set of -, 0, +.
using Signs = unsigned;
constexpr Signs kNeg = 1, kZero = 2, kPos = 4, kAny = 7;

// u > 0, u >= 0, u != 0 by hypotheses, signs and interval evaluation over the closed box at p bits.
class Auto {
 public:
  Auto(Pool& pool, Normal& plain, const Goal& goal, slong p = Limits::automatic_precision);
  bool positive(Ex u) { return (signs(u) & ~kPos) == 0; }
  bool nonnegative(Ex u) { return (signs(u) & kNeg) == 0; }
  bool nonzero(Ex u) { return (signs(u) & kZero) == 0; }
  bool holds(const Condition& c);
  bool defined(Ex e);
  // What the signs of the ends say of a real number between them, which is one of them at most where it is said.
  Range between(std::optional<Ex> a, std::optional<Ex> b, bool at_a, bool at_b);

 private:
  Signs signs(Ex e);
  // What the form of e says of its sign, from the signs of its parts.
  Signs structural(Ex e);
  Signs of_variable(int x);
  Signs of_sum(const Node& n);
  Signs of_paired_exponentials(const Node& n);
  Signs of_power(const Node& n);
  Signs of_least_or_greatest(const Node& n);
  Signs linear_signs(Ex e);
  Signs segment_signs(Ex e);
  Signs quotient_signs(Ex e);
  Signs by_hypotheses(Ex e);
  // ranges.cpp
  Signs of_range(const Node& n);
  bool at_each_index(const Node& n, const std::function<bool(Auto&, Ex)>& holds);
  bool at_each_index(const Node& n, const std::function<bool(Auto&, Ex)>& holds, const std::vector<Relation>& known);
  std::vector<Relation> of_foralls(const Node& range, Ex index);
  // integrals.cpp
  bool within(const Node& n);
  bool exists(const Condition& c);
  const Iv& enclosure(Ex e);
  std::optional<std::pair<Q, Q>> multiple(Ex a, Ex b);
  bool bounded_multiple(Ex a, Ex b);

  Pool& pool_;
  Normal& plain_;
  slong p_;
  Integers integers_;
  int depth_ = 0, segments_ = 0;  // of segment_signs and quotient_signs, one inside the other; of the first in all
  int ranges_ = 0;                // that this context stands inside of
  std::vector<const Hypothesis*> hypotheses_;
  std::vector<const Forall*> foralls_;           // over integers, with a relation inside
  std::vector<Form> facts_;                      // of the same kind
  std::map<int, Range> box_;                     // narrowed by hypotheses of the form a*x + b >= 0
  std::optional<std::unordered_set<Ex>> parts_;  // of hypotheses, below no binder
  std::unordered_map<Ex, Signs> signs_;
  std::unordered_map<Ex, Iv> enclosures_;
};

}  // namespace dpcert::checker
