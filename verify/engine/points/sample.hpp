// Where to look: exact points drawn at random with a bias to the places where inequalities fail.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/engine/points/problem.hpp"

namespace dpcert::verify {

/// splitmix64: the same stream on every machine (the distributions of <random> are not).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// 0..n-1, n > 0.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(hi - lo + 1)));
  }
  bool chance(unsigned percent) { return below(100) < percent; }
  /// In [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

/// 2^k.
Rational two_to(std::int64_t k);

/// Some value of the variable; always inside its range.
Rational draw(const Variable& v, Random& random);

/// A few values of the variable, simplest first: closed ends, 0, small integers and fractions, points near the ends.
Values simple_values(const Variable& v);

/// The value nearest in spirit to q inside the range: q itself, or a point near the end that q is beyond; integers
/// rounded.
Rational moved_inside(const Variable& v, const Rational& q);

/// A whole point, solved coordinates filled in; false if that failed. `pool`: good points seen so far, to be varied.
bool draw_point(const Problem& problem, const std::vector<Values>& pool, Random& random, Values& x);

}  // namespace dpcert::verify
