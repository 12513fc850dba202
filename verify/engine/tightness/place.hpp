// Search for a place at which an inequality is tight, in double intervals (hence the same on every machine).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/scalar/tape.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// e = 0 at the point, by normal form.
bool vanishes(const Expr& e, const std::map<std::string, Rational>& at);

class PlaceSearch {
 public:
  using Point = std::vector<Rational>;  // in the order of the goal's variables
  struct Candidate {
    Point point;
    double value;
  };

  /// Makes lhs - rhs small; with `larger`, which is to be >= 0, (lhs - rhs)/larger, from 0 to below 1.
  PlaceSearch(const Goal& goal, std::optional<Expr> larger);

  void consider(const Point& p);
  void sample();    // at places at which inequalities are often tight, and at random
  void descend();   // pattern search, one coordinate at a time
  void approach();  // ends, open or infinite ones too, in steps that grow, as long as the ratio is not near enough to 1
  void wander();    // random steps in several coordinates at once: along hypotheses
  void simplify();  // fewer digits where the value hardly changes

  [[nodiscard]] const std::vector<Expr>& inputs() const { return inputs_; }
  [[nodiscard]] bool in_domain(const Point& p) const;
  /// Every hypothesis certainly holds there.
  [[nodiscard]] bool satisfies(const Point& p) const;
  /// A point was met at which `larger` is certainly negative.
  [[nodiscard]] bool wrong_sign() const { return wrong_sign_; }

  std::optional<Candidate> best;

 private:
  [[nodiscard]] const Range& range(std::size_t k) const { return goal_.context.variables()[k].range; }
  [[nodiscard]] bool integer(std::size_t k) const { return goal_.context.variables()[k].integer; }
  std::optional<double> value(const Point& p);
  std::optional<double> value_in_balls(const Point& p);
  [[nodiscard]] std::vector<Rational> probes(std::size_t k) const;
  [[nodiscard]] std::optional<Rational> nearer(std::size_t k, const Rational& x, bool up, int bits) const;
  [[nodiscard]] Rational moved(std::size_t k, const Rational& x, double step);
  std::uint64_t random();

  const Goal& goal_;
  bool ratio_;
  bool wrong_sign_ = false;
  std::vector<Expr> inputs_;
  std::unique_ptr<Tape> tape_;
  std::vector<DoubleInterval> constants_, boxes_, work_;
  std::vector<Ball> balls_, ball_work_;
  std::uint64_t state_ = 1;
};

}  // namespace dpcert::verify
