// The calculus of limits: what an expression tends to as one of its variables goes to an end of its interval, as an
// expression without that variable.
#pragma once

#include "verify/checker/terms/context.hpp"

namespace dpcert::checker {

class Approach {
 public:
  enum class Kind : char { unknown, finite, up, down };  // up: +inf
  struct Value {
    Kind kind = Kind::unknown;
    Ex at = 0;  // where it is finite: defined in the context
  };
  // The interval of x is not empty at any point of the context `outside`, which has no x. `inside` has x between the
  // ends, `beside` the same with the end in question, if it is finite.
  Approach(Pool& pool, Normal& plain, const Goal& outside, const Goal& inside, const Goal& beside, int x,
           std::optional<Ex> end, bool low)
      : pool_(pool),
        plain_(plain),
        goals_{outside, inside, beside},
        outside_(pool, plain, outside),
        inside_(pool, plain, inside),
        beside_(pool, plain, beside),
        integers_(integers_of(inside.box)),
        x_(x),
        end_(end),
        low_(low) {}
  // Of e, which is defined at every x inside.
  Value of(Ex e);
  // Its value at a finite end up to which it is continuous.
  std::optional<Ex> value(Ex e);

 private:
  Value compute(Ex e);
  Value sum(const Node&n), product(const Node&n), quotient(const Node&n), power(const Node&n), function(Ex e);
  // Coefficients up to the leading one, which is known not to be 0, with its sign; one of sign 0 where only it is left.
  struct Leading {
    std::vector<Ex> coefficients;
    int sign = 0;
  };
  std::optional<Leading> leading(Ex e);
  Value polynomial(Ex e), of_polynomials(Ex above, Ex under);
  bool vanishes(Ex e);
  bool collect(Ex e, bool below, std::vector<Ex>& exponents);
  std::optional<std::vector<Ex>> coefficients(Ex e);
  std::optional<int> sign(Ex e);            // of a limit
  std::optional<int> sign(const Value& v);  // of what tends to it, near the end
  Value finite(Ex e) const { return {Kind::finite, e}; }
  Value finite(long c) const { return finite(pool_.num(c)); }
  static Value infinite(int sign) { return {sign > 0 ? Kind::up : Kind::down, 0}; }
  static bool is_infinite(const Value& v) { return v.kind == Kind::up || v.kind == Kind::down; }

  Pool& pool_;
  Normal& plain_;
  std::vector<Goal> goals_;  // to whose hypotheses the next three refer
  Auto outside_, inside_, beside_;
  Integers integers_;
  int x_;
  std::optional<Ex> end_;
  bool low_;
  std::unordered_map<Ex, Value> known_;
};

}  // namespace dpcert::checker
