// Random inputs shared by the tests of the scalars.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/interval.hpp"
#include "tests/dice.hpp"

namespace dpcert::testing {

/// Scales the number of random cases of every test: DPCERT_TEST_MULTIPLIER=0.1 for a quick run, 10 for a night.
inline int cases(int n) {
  const char* text = std::getenv("DPCERT_TEST_MULTIPLIER");
  const double factor = text == nullptr ? 1.0 : std::atof(text);
  return std::max(1, static_cast<int>(n * factor));
}

struct Source : test::Dice {
  using test::Dice::Dice;
  Precision precision() { return coin() ? integer(2, 300) : integer(40, 1200); }
};

}  // namespace dpcert::testing
