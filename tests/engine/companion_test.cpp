// A statement tried at points, from both sides: what is true is not called false anywhere, and what is false somewhere
// is found there, also where little of the domain is.
#include "verify/engine/points/companion.hpp"

#include <gtest/gtest.h>

namespace dpcert::verify {
namespace {

Companion tried(const std::string& text, std::size_t points = 20, std::uint64_t seed = 1) {
  CompanionOptions options;
  options.points = points;
  options.seed = seed;
  return companion(parse_statement(text).instance(), options);
}

TEST(Companion, HoldsWhereTheStatementDoes) {
  const Companion c = tried("var x in [0, 1]\nprove x*(1 - x) <= 1/4\n", 40);
  EXPECT_FALSE(c.violated);
  EXPECT_GE(c.held, 30U);
  EXPECT_LE(c.held + c.undecided, 45U);
  // At x = 1/2 the sides are equal: a directed point comes near.
  ASSERT_TRUE(c.least);
  EXPECT_GE(c.least->slack, 0);
  EXPECT_LT(c.least->slack, 1e-4);
  EXPECT_NEAR(c.least->at.at("x").approx(), 0.5, 0.02);
  EXPECT_GT(c.labels.at("directed"), 0U);
  EXPECT_EQ(c.untested, "");
}

TEST(Companion, FindsWhereAStatementFails) {
  for (const std::string bound : {"6/25", "2499/10000", "249999/1000000"}) {
    const Companion c = tried("var x in [0, 1]\nprove x*(1 - x) <= " + bound + "\n", 40);
    ASSERT_TRUE(c.violated) << bound;
    const Rational x = c.violated->point.at("x");
    EXPECT_GT(x * (Rational(1) - x), *rational_value(parse_expression(bound, {})));
  }
  const Companion needle = tried("var x in [0, 1]\nvar y in [0, 1]\nprove (x - y)^2 + (y - 1/3)^2 >= 1/10^6\n", 40);
  ASSERT_TRUE(needle.violated);
  const Rational x = needle.violated->point.at("x"), y = needle.violated->point.at("y");
  EXPECT_LT((x - y) * (x - y) + (y - Rational(1, 3)) * (y - Rational(1, 3)), Rational(1, 1'000'000));
}

TEST(Companion, StaysInsideTheHypotheses) {
  const Companion c = tried("var x in [0, 9]\nvar y in [0, 9]\nassume x + y = 1\nassume x > y\nprove x > 1/2\n");
  EXPECT_FALSE(c.violated);
  EXPECT_GE(c.held, 15U);
  EXPECT_GT(c.rejected, 0U);
  const Companion wrong = tried("var x in [0, 9]\nvar y in [0, 9]\nassume x + y = 1\nassume x > y\nprove x > 2/3\n");
  ASSERT_TRUE(wrong.violated);
  EXPECT_EQ(wrong.violated->point.at("x") + wrong.violated->point.at("y"), Rational(1));
}

TEST(Companion, ArbitraryFunctionsAndSequences) {
  const Companion f = tried("logpartition g(1)\nvar x in [1, 2]\nprove g(x) + g(x + 2) >= 2*g(x + 1)\n");
  EXPECT_FALSE(f.violated);
  EXPECT_GE(f.held, 10U);
  EXPECT_TRUE(tried("logpartition g(1)\nvar x in [1, 2]\nprove g(x) + g(x + 2) <= 2*g(x + 1)\n").violated);
  const Companion s = tried("language 3\nint n in [1, 9]\nseq x(k)\nprove sum(k, 1, n, x(k)^2) >= 0\n");
  EXPECT_FALSE(s.violated);
  EXPECT_GE(s.held, 10U);
  EXPECT_TRUE(tried("language 3\nint n in [1, 9]\nseq x(k)\nprove sum(k, 1, n, x(k)) >= 0\n").violated);
}

TEST(Companion, SaysWhyNothingWasTried) {
  EXPECT_NE(tried("var x in [0, 1]\nassume x > 2\nprove x > 3\n").untested, "");
  EXPECT_NE(tried("language 3\nvar x in [0, 1]\nprove exists y in [0, 1]: x = y\n").untested, "");
}

TEST(Companion, SamePointsForTheSameSeed) {
  const std::string text = "var x in (0, inf)\nvar y in (0, inf)\nprove x*log(x/y) >= x - y\n";
  const Companion a = tried(text), b = tried(text), c = tried(text, 20, 2);
  ASSERT_TRUE(a.least && b.least && c.least);
  EXPECT_EQ(a.least->at, b.least->at);
  EXPECT_EQ(a.labels, b.labels);
  EXPECT_EQ(a.rejected, b.rejected);
  EXPECT_NE(std::pair(a.rejected, a.least->at), std::pair(c.rejected, c.least->at));
}

}  // namespace
}  // namespace dpcert::verify
