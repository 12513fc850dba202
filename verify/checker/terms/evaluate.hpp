// Expressions over closed boxes. An enclosure contains the value at every point of the box at which the expression is
// defined.
#pragma once

#include <vector>

#include "verify/checker/numbers/interval.hpp"
#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

// What encloses the variables, by their number, and which of them are read as integers.
struct Box {
  std::vector<Iv> of;
  Integers integers = {};
};

// One node over the enclosures of its arguments. `smooth`: accept only where the function is smooth on the closed
// arguments and the result is finite; anything else is bad.
Iv apply(const Pool& pool, const Integers& integers, const Node& n, const Iv* const* args, slong p, bool smooth);

// Several expressions compiled once into a list of nodes, to be evaluated over many boxes.
class Tape {
 public:
  // `smooth_in`: nodes below outputs[0] that depend on one of these variables must be smooth.
  Tape(const Pool& pool, std::vector<Ex> outputs, std::bitset<kMaxVariables> smooth_in = {});
  // The box has every variable of the outputs. Constant nodes are kept between calls at the same precision.
  void run(const Box& box, slong p);
  const Iv& out(std::size_t i) const { return slots_[outputs_[i]]; }
  bool smooth() const { return smooth_; }  // of the last run
  std::size_t size() const { return steps_.size(); }

 private:
  struct Step {
    Ex node;
    bool constant, smooth;
    std::vector<std::uint32_t> args;
  };
  const Pool& pool_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> outputs_;
  std::vector<Iv> slots_;
  slong constants_at_ = 0;
  bool smooth_ = true;
};

}  // namespace dpcert::checker
