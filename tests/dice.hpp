// Random numbers of the tests, the same in every run: a test names its seed, so a failure repeats.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <random>

#include "dpcert/core/rational.hpp"

namespace dpcert::test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  /// Its logarithm is uniform: as many small numbers as large ones.
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  /// Both ends included.
  template <std::integral Integer>
  Integer integer(Integer low, Integer high) {
    return std::uniform_int_distribution<Integer>(low, high)(engine_);
  }
  bool coin() { return integer(0, 1) == 1; }
  /// `log_uniform`, with all digits of a double.
  Rational rational(double low, double high) { return Rational::from_double(log_uniform(low, high)); }
  /// `log_uniform`, with the digits of a float: arithmetic with it stays short.
  Rational short_rational(double low, double high) {
    return Rational::from_double(static_cast<double>(static_cast<float>(log_uniform(low, high))));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace dpcert::test
