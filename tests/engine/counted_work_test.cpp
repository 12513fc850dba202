// Work is counted: what is remembered counts as if it had been done again, and what ends after so much of it ends at
// the same place.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/primitives.hpp"
#include "verify/kernel/within.hpp"

namespace dpcert::verify {
namespace {

TEST(CountedWork, RememberedAntiderivativesCountAgain) {
  const Context c = context_of("var a in (0, inf)\nvar x in (0, 1)");
  const Expr x = Expr::variable("x");
  for (const char* text : {"exp(-a*x^2)*log(1 + x)", "x*exp(a*x)"}) {
    const Expr e = read(text, c);
    std::vector<std::uint64_t> work;
    std::vector<bool> found;
    for (int i = 0; i < 3; ++i) {
      const std::uint64_t before = work_done();
      found.push_back(primitive_of(i == 2 ? c.apart() : c, e, x).has_value());
      work.push_back(work_done() - before);
    }
    EXPECT_EQ(work, std::vector<std::uint64_t>(3, work[0])) << text;
    EXPECT_EQ(found, std::vector<bool>(3, found[0])) << text;
    EXPECT_GT(work[0], 0U);
  }
}

// Another context, another answer: the sign of a is what decides whether the root has a primitive of this kind.
TEST(CountedWork, WhatIsRememberedIsOfTheContext) {
  const Context above = context_of("var a in (0, inf)\nvar x in (0, 1)"),
                below = context_of("var a in (-inf, -1)\nvar x in (0, 1)");
  const Expr x = Expr::variable("x"), e = read("1/(x^2 + a)", above);
  const auto one = primitive_of(above, e, x), two = primitive_of(below, e, x);
  ASSERT_TRUE(one);
  EXPECT_TRUE(!two || *two != *one);
}

TEST(CountedWork, EndsWhereItIsUsedUp) {
  const auto counted = [](std::uint64_t units) {
    std::uint64_t steps = 0;
    const auto done = within(units, [&]() -> std::optional<int> {
      for (; steps < 1000; ++steps) count_work(1000);
      return 1;
    });
    EXPECT_EQ(done.has_value(), steps == 1000);
    return steps;
  };
  const std::uint64_t first = counted(100'000);
  EXPECT_LT(first, 120U);
  count_work(777);  // at another phase of an outer meter
  {
    const Interruptible outer([] { return false; });
    count_work(4321);
    EXPECT_EQ(counted(100'000), first);
    EXPECT_EQ(counted(2'000'000), 1000U);
  }
  // What ends an outer one goes on outward.
  EXPECT_EQ(within(50'000, [&]() -> std::optional<int> { return counted(1'000'000) ? 1 : 2; }), std::nullopt);
}

// Where a function of several variables and its slope vanish at once it is anchored first: other anchors would spend
// some twenty times as much.
TEST(CountedWork, GoesToTheAnchorWhereTheSlopeVanishesToo) {
  const Goal g = goal_of(
      "var v in (-inf, inf)\nvar m in (0, inf)\nvar e in [0, inf)\nprove normal_cdf(v - m) >= 1 - (normal_cdf(m/2 - "
      "e/m) - exp(e)*normal_cdf(-m/2 - e/m)) - exp(e)*(1 - normal_cdf(v))\n");
  ProveOptions o;
  o.side_by_side = false;
  const std::uint64_t before = work_done();
  EXPECT_TRUE(prove(g, o).proved);
  EXPECT_LT(work_done() - before, 4'000'000U);
}

}  // namespace
}  // namespace dpcert::verify
