// Random inputs shared by the tests of the scalars. Fixed seeds: a failure repeats.
#pragma once

#include <cmath>
#include <cstdlib>
#include <random>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/interval.hpp"

namespace dpcert::testing {

/// Scales the number of random cases of every test: DPCERT_TEST_MULTIPLIER=0.1 for a quick run, 10 for a night.
inline int cases(int n) {
  const char* text = std::getenv("DPCERT_TEST_MULTIPLIER");
  const double factor = text == nullptr ? 1.0 : std::atof(text);
  return std::max(1, static_cast<int>(n * factor));
}

class Source {
 public:
  explicit Source(unsigned seed) : engine_(seed) {}
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(engine_); }
  double log_uniform(double a, double b) { return std::exp(uniform(std::log(a), std::log(b))); }
  int integer(int a, int b) { return std::uniform_int_distribution<int>(a, b)(engine_); }
  bool coin() { return integer(0, 1) == 1; }
  Precision precision() { return coin() ? integer(2, 300) : integer(40, 1200); }
  /// A rational that is a random double of that range.
  Rational rational(double a, double b) { return Rational::from_double(log_uniform(a, b)); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace dpcert::testing
