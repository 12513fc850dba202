// Formulas in doubles at scattered points.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/engine/goals.hpp"
#include "verify/engine/goal/probe.hpp"

namespace dpcert::verify {
namespace {

TEST(Probe, ValuesAreThoseOfTheFormulas) {
  const Instance i = parse_statement("var x in [0, 1]\nvar y in [1, 2]\nprove x + y > 0").instance();
  const Context c(i);
  auto probe = Probe::of({read("x*y + pi", c), read("log(y + x)", c)}, i.variables);
  ASSERT_TRUE(probe);
  for (const double x : {0.0, 0.25, 1.0}) {
    for (const double y : {1.0, 1.5, 2.0}) {
      probe->at(std::vector{x, y});
      EXPECT_NEAR(probe->value(), x * y + 4 * std::atan(1.0), 1e-15);
      EXPECT_NEAR(probe->value(1), std::log(y + x), 1e-15);
    }
  }
  EXPECT_GT(probe->length(), 4u);
}

TEST(Probe, ArbitraryFunctionsAndOtherVariablesHaveNoValues) {
  const Expr x = Expr::variable("x"), y = Expr::variable("y");
  const Expr g = Expr::apply("g", {0}, {x});
  EXPECT_TRUE(Probe::of({x + 1}, std::vector<Expr>{x}));
  EXPECT_FALSE(Probe::of({x + y}, std::vector<Expr>{x}));
  EXPECT_FALSE(Probe::of({x, exp(g)}, std::vector<Expr>{x}));
  EXPECT_TRUE(Probe::of({x, exp(g)}, std::vector<Expr>{x, g})) << "unless they are given";
}

TEST(Probe, ScatteredPointsLieInTheirRange) {
  for (const double u : {0.0, 0.1, 0.5, 1.0}) {
    EXPECT_EQ(scattered({1, 3}, u), 1 * (1 - u) + 3 * u);
    EXPECT_EQ(scattered({1, HUGE_VAL}, u), 1 + 4 * u);
    EXPECT_EQ(scattered({-HUGE_VAL, 1}, u), 1 - 4 * u);
    EXPECT_EQ(scattered({-HUGE_VAL, HUGE_VAL}, u), 8 * u - 4);
    EXPECT_EQ(scattered_far({2, HUGE_VAL}, u), 2 + std::exp(8 * u - 4));
    EXPECT_EQ(scattered_far({-HUGE_VAL, 2}, u), 2 - std::exp(8 * u - 4));
    EXPECT_EQ(scattered_far({-HUGE_VAL, HUGE_VAL}, u, false), -std::exp(8 * u - 4));
  }
  const Ends ends = ends_of(context_of("var x in [1/4, inf)").variables()[0].range);
  EXPECT_EQ(ends.lo, 0.25);
  EXPECT_EQ(ends.hi, HUGE_VAL);
  EXPECT_FALSE(ends.bounded());
}

}  // namespace
}  // namespace dpcert::verify
