// Intervals with two exact ends, and the evaluation of expressions over a closed box. An enclosure contains the value
// at every point of the box at which the expression is defined: a domain's end is read as a one-sided limit.
#pragma once

#include <arb.h>

#include <optional>
#include <vector>

#include "verify/checker/terms/expr.hpp"

namespace dpcert::checker {

// lo < +inf, hi > -inf, lo <= hi; or bad: nothing is known.
struct Iv {
  arf_t lo = {}, hi = {};
  bool bad = false;
  Iv() { arf_init(lo), arf_init(hi); }
  Iv(const Iv& o) : bad(o.bad) { arf_init(lo), arf_init(hi), arf_set(lo, o.lo), arf_set(hi, o.hi); }
  Iv(Iv&& o) noexcept : bad(o.bad) { arf_init(lo), arf_init(hi), arf_swap(lo, o.lo), arf_swap(hi, o.hi); }
  ~Iv() { arf_clear(lo), arf_clear(hi); }
  Iv& operator=(Iv o) noexcept { return arf_swap(lo, o.lo), arf_swap(hi, o.hi), bad = o.bad, *this; }
  int lo_sign() const { return arf_sgn(lo); }
  int hi_sign() const { return arf_sgn(hi); }
  bool finite() const { return !bad && arf_is_finite(lo) && arf_is_finite(hi); }
  bool certainly(Rel r) const {  // every value v satisfies v >= 0, v > 0, v = 0
    return !bad && (r == Rel::Gt ? lo_sign() > 0 : r == Rel::Ge ? lo_sign() >= 0 : !lo_sign() && !hi_sign());
  }
  bool never(Rel r) const {  // no value v satisfies it
    return !bad && (r == Rel::Gt ? hi_sign() <= 0 : r == Rel::Ge ? hi_sign() < 0 : lo_sign() > 0 || hi_sign() < 0);
  }
};

// An interval of a variable. No end means infinite; an infinite end is open.
struct Range {
  std::optional<Q> lo, hi;
  bool lo_open = true, hi_open = true;
  bool integer = false;
  bool point() const { return lo && hi && *lo == *hi; }
  void narrow(const Q& slope, const Q& rest, Rel r);  // to the x with slope x + rest >= 0 (> 0, = 0), slope not 0
  void to_integers();                                 // finite ends inward to integers
  bool empty() const { return lo && hi && (*lo > *hi || (*lo == *hi && (lo_open || hi_open))); }
};

Iv enclose(const Range& r, slong p);  // the closure, rounded outward to p bits
Iv enclose(const Q& q, slong p);
Iv plus(const Iv& a, const Iv& b, slong p);
Iv times(const Iv& a, const Iv& b, slong p);
Iv square(const Iv& a, slong p);

// One node over the enclosures of its arguments. `smooth`: accept only where the function is smooth on the closed
// arguments and the result is finite; anything else is bad.
Iv apply(const Pool& pool, const Node& n, const Iv* const* args, slong p, bool smooth);

// Several expressions compiled once into a list of nodes, to be evaluated over many boxes.
class Tape {
 public:
  // `smooth_in`: nodes below outputs[0] that depend on one of these variables must be smooth.
  Tape(const Pool& pool, std::vector<Ex> outputs, std::bitset<kMaxVariables> smooth_in = {});
  // box[id] for every variable of the outputs. Constant nodes are kept between calls at the same precision.
  void run(const std::vector<Iv>& box, slong p);
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
