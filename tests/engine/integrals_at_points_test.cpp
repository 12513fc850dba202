// Points at which a claim about integrals fails, by closed forms or by quadrature: no evidence, but where a refutation
// is looked for. The values were computed by mpmath.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "dpcert/language/statement.hpp"
#include "verify/kernel/integrals_at_points.hpp"

namespace dpcert::verify {
namespace {

std::optional<std::vector<Failure>> points_of(const std::string& text) {
  const Instance s = parse_statement("language 3\n" + text + "\n").instance(std::nullopt);
  return points_by_values(s, 0, {}, {});
}
std::vector<Failure> failures_of(const std::string& text) {
  const auto points = points_of(text);
  EXPECT_TRUE(points) << text;
  return points.value_or(std::vector<Failure>{});
}

// It falls from 0.7468 at a = 0 to 0.4185 at a = 1, and is 0.5551 at a = 1/2.
TEST(IntegralsAtPoints, WithoutClosedForms) {
  const std::string a = "var a in [0, 1]\nprove integral(x, 0, 1, exp(-x^2 - a*sqrt(x))) ";
  EXPECT_TRUE(failures_of(a + "<= 3/4").empty());
  EXPECT_TRUE(failures_of(a + ">= 1/3").empty());
  const auto below = failures_of(a + "<= 1/2");
  ASSERT_FALSE(below.empty());
  for (const Failure& f : below) {
    EXPECT_LT(f.point.at("a"), Rational(1));
    EXPECT_GE(f.point.at("a"), Rational(0));
  }
  EXPECT_FALSE(failures_of(a + ">= 5/8").empty());
  // Of an equation either side may be the greater one.
  for (const bool is_above : {true, false}) {
    const auto other = failures_of(a + (is_above ? "= 1/3" : "= 1"));
    ASSERT_FALSE(other.empty());
    for (const Failure& f : other) EXPECT_EQ(f.above, is_above);
  }
}

// With a kink that moves: the first is 0.3137 at a = 1/4, 0.2254 at 1/2, 0.3678 at 9/10 and convex; the other one is
// 2 - 2 exp(-a/2), at most 2/3 where a <= 2 log(3/2) = 0.811.
TEST(IntegralsAtPoints, WithKinks) {
  const std::string moved = "var a in [1/4, 9/10]\nprove integral(x, 0, 1, abs(exp(-x - x^3) - a)) ";
  EXPECT_TRUE(failures_of(moved + "<= 1/2").empty());
  EXPECT_TRUE(failures_of(moved + ">= 1/5").empty());
  const auto ends = failures_of(moved + "<= 1/4");
  ASSERT_FALSE(ends.empty());
  for (const Failure& f : ends) EXPECT_NE(f.point.at("a"), Rational(1, 2));
  const std::string laws = "var a in (0, 4)\nprove integral(x, -inf, inf, abs(exp(-abs(x - a)) - exp(-abs(x)))/2) ";
  EXPECT_TRUE(failures_of(laws + "<= 2").empty());
  const auto above = failures_of(laws + "<= 2/3");
  ASSERT_FALSE(above.empty());
  for (const Failure& f : above) EXPECT_GT(f.point.at("a"), Rational(3, 4));
}

// The points that are drawn have long coordinates; a proof at one is short where they are simple.
TEST(IntegralsAtPoints, SimpleNumbersFirst) {
  const auto found = failures_of("var a in [1, 4]\nprove integral(x, 0, 1, sqrt(a + x^3)) <= sqrt(a)");
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().point.at("a"), Rational(1));
  const auto elsewhere = failures_of("var a in [5, 9]\nprove integral(x, 0, 1, sqrt(a + x^3)) <= sqrt(a)");
  ASSERT_FALSE(elsewhere.empty());
  EXPECT_GE(elsewhere.front().point.at("a"), Rational(5));
}

// At an integer a power would be read in another way than for a variable.
TEST(IntegralsAtPoints, HalvesInExponents) {
  const auto found = failures_of("var a in (0, inf)\nprove integral(x, 0, inf, x^a*exp(-x - x^3)) >= 1");
  ASSERT_FALSE(found.empty());
  EXPECT_FALSE(found.front().point.at("a").is_integer());
}

// Hypotheses hold at them, and integers are integers.
TEST(IntegralsAtPoints, InTheDomain) {
  const auto found = failures_of(
      "int n in [1, 9]\nvar a in [0, 2]\nassume a <= n/16\nprove integral(x, 0, 1, exp(-x^2 - a*sqrt(x))) <= n/16");
  ASSERT_FALSE(found.empty());
  for (const Failure& f : found) {
    EXPECT_TRUE(f.point.at("n").is_integer());
    EXPECT_LE(f.point.at("a"), f.point.at("n") / Rational(16));
  }
}

TEST(IntegralsAtPoints, ByClosedForms) {
  EXPECT_TRUE(failures_of("var a in (0, inf)\nprove integral(x, 0, 1, exp(-a*x)) <= 1").empty());
  const auto found = failures_of("var a in (0, inf)\nprove integral(x, 0, 1, exp(-a*x)) <= 1 - a/4");
  ASSERT_FALSE(found.empty());
  EXPECT_GT(found.front().point.at("a"), Rational(0));
  const auto equation = failures_of("var a in (0, inf)\nprove integral(x, 0, 1, exp(-a*x)) = 1 - a");
  ASSERT_FALSE(equation.empty());
  EXPECT_TRUE(equation.front().above);
}

// Of what does not exist there is no number.
TEST(IntegralsAtPoints, NothingOfADivergentIntegral) {
  EXPECT_FALSE(points_of("var a in (0, 1]\nprove integral(x, 0, 1, exp(-a*x^3)/x) >= 1"));
  EXPECT_FALSE(points_of("var a in (0, 1]\nprove integral(x, 1, inf, sqrt(1 + a/x^3)/x) <= 1"));
}

}  // namespace
}  // namespace dpcert::verify
