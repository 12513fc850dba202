// A goal that is the same at the mirror image of a variable: half of its domain is enough.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/engine/goals.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/tactics.hpp"

namespace dpcert::verify {
namespace {

// What the halves are, and whether each was left as the goal of the upper one.
struct Asked {
  int times = 0;
  bool upper = true;
};

Tree with_halves(const std::string& statement, const Rational& from, Asked& asked) {
  return by_symmetry(goal_of(statement), [&](const Goal& h) -> Tree {
    ++asked.times;
    for (const auto& v : h.context.variables())
      if (depends_on(h.difference(), Expr::variable(v.name))) asked.upper = asked.upper && v.range.lo.value == from;
    const ProveResult r = prove(h, ProveOptions{});
    return r.proved ? Tree(r.proof) : std::nullopt;
  });
}

TEST(Symmetry, LeavesOneHalfOfWhichTheOtherIsTheImage) {
  const std::vector<std::pair<std::string, Rational>> statements{
      {"var x in [-3, 3]\nprove x^4 + 1 >= x^2", Rational(0)},
      {"var x in (-inf, inf)\nprove exp(x^2) >= 1 + x^2", Rational(0)},
      {"var x in [1, 3]\nprove (x - 1)*(3 - x) >= 0", Rational(2)}};
  for (const auto& [statement, from] : statements) {
    Asked asked;
    EXPECT_TRUE(with_halves(statement, from, asked)) << statement;
    EXPECT_EQ(asked.times, 1) << statement;
    EXPECT_TRUE(asked.upper) << statement;
  }
}

// By their numbers the first half's lines name hypotheses, of which the image has others.
TEST(Symmetry, LeavesBothHalvesUnderHypotheses) {
  Asked asked;
  EXPECT_TRUE(with_halves("var x in [-3, 3]\nvar y in [-9, 9]\nassume y >= 1\nprove x^4*y >= 0", Rational(0), asked));
  EXPECT_EQ(asked.times, 2);
}

TEST(Symmetry, IsNotSeenWhereThereIsNone) {
  for (const std::string statement :
       {"var x in [-3, 2]\nprove x^2 >= 0", "var x in [-3, 3)\nprove x^2 >= 0", "var x in [0, inf)\nprove x^2 >= 0",
        "var x in [-1, 1]\nprove x^3 >= -1", "var x in [-1, 1]\nassume x^3 >= -1\nprove x^2 >= 0",
        "int n in [-3, 3]\nprove n^2 >= 0"}) {
    Asked asked;
    EXPECT_FALSE(with_halves(statement, Rational(0), asked)) << statement;
    EXPECT_EQ(asked.times, 0) << statement;
  }
}

// Series term by term: the coefficients of the left side are those of exp(x^2/2) and more, 1/(2^k k!) >= 1/(2k)!.
TEST(Symmetry, IsUsedByTheProver) {
  const Decision d = decide(parse_statement("var x in [-3, 3]\nprove exp(x^2/2)*(1 + x^4/24) >= cosh(x)"), {});
  EXPECT_EQ(d.verdict, Verdict::proved) << d.reason;
  EXPECT_EQ(rejections(d), "");
}

}  // namespace
}  // namespace dpcert::verify
