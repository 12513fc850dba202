// Combinations of hypotheses, and the steps that they make. Every combination is expanded again here.
#include <gtest/gtest.h>

#include "tests/engine/goals.hpp"
#include "tests/engine/random_expressions.hpp"
#include "verify/engine/tactics/combination.hpp"

namespace dpcert::verify {
namespace {

bool combines(const std::string& text) { return prove_by_combination(goal_of(text)).has_value(); }

TEST(Combination, FollowsFromHypotheses) {
  const std::string xyz = "var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)\n";
  EXPECT_TRUE(combines(xyz + "assume x >= y\nassume y >= z\nprove x >= z"));
  EXPECT_TRUE(combines(xyz + "assume x > y\nassume y >= z\nprove x > z"));
  EXPECT_FALSE(combines(xyz + "assume x >= y\nassume y >= z\nprove x > z"));
  EXPECT_TRUE(combines(xyz + "assume x + y = 1\nprove 2*x >= 2 - 2*y"));
  EXPECT_TRUE(combines(xyz + "assume x + y = 1\nprove 2*x <= 2 - 2*y"));
  EXPECT_FALSE(combines(xyz + "assume x + y >= 1\nprove 2*x <= 2 - 2*y"));
  EXPECT_TRUE(combines(xyz + "assume exp(x) >= log(1+y^2)\nprove 3*exp(x) + 1 > 2*log(1+y^2) + exp(x)"));
  EXPECT_TRUE(combines(xyz + "assume x >= 1\nassume y >= 1\nprove x*y + 1 >= x + y"));
  EXPECT_FALSE(combines(xyz + "assume x >= 1\nprove x*y + 1 >= x + y"));
  EXPECT_TRUE(combines("var x in [0, 1]\nvar y in [0, 1]\nprove x*y <= x"));
  EXPECT_TRUE(combines("var x in (0, 1]\nvar y in [0, 1)\nprove x*y < x"));
  EXPECT_FALSE(combines("var x in [0, 1]\nvar y in [0, 1)\nprove x*y < x"));  // x = 0
}

// What has a denominator of known sign is multiplied by it, goal and hypotheses alike.
TEST(Combination, ClearsDenominators) {
  const std::string e = "var e in (0, inf)\nvar n in (0, inf)\nvar s in (-inf, inf)\nvar y in (-inf, inf)\n";
  EXPECT_TRUE(combines(e + "assume n >= 1 + 1/e\nprove 1/n < e"));
  EXPECT_FALSE(combines(e + "assume n >= 1/e\nprove 1/n < e"));  // n = 1/e
  EXPECT_TRUE(combines(e + "assume n >= 1/e\nprove 1/n <= e"));
  EXPECT_FALSE(combines(e + "assume n >= 1/(2*e)\nprove 1/n <= e"));  // n = e = 1/sqrt(2)
  EXPECT_TRUE(combines(e + "assume y <= -1/(e + n)\nprove (e + n)*y + 1 <= 0"));
  EXPECT_TRUE(combines(e + "assume y >= 1/(-1 - e)\nprove (1 + e)*y >= -1"));
  EXPECT_FALSE(combines(e + "assume y >= 1/(-1 - e)\nprove (1 + e)*y <= -1"));  // y = 0
  EXPECT_FALSE(combines(e + "assume y*s = 1\nassume y >= 1/s\nprove s*y >= 2"));
  // A hypothesis that cannot be multiplied does not keep the others from being used.
  EXPECT_TRUE(combines(e + "assume 1/s >= y\nassume n >= 1/e\nprove n*e >= 1"));
  EXPECT_FALSE(combines(e + "assume y >= 1/s\nprove y*s >= 1"));  // s = -1, y = 0
}

// Random combinations of random hypotheses are found again; with a constant taken off they are not claimed.
TEST(Combination, RandomConsequences) {
  Draw draw(77);
  const std::vector<Expr> v{Expr::variable("x"), Expr::variable("y"), Expr::variable("z")};
  for (int round = 0; round < 60; ++round) {
    Context c = context_of("var x in (-inf, inf)\nvar y in (-inf, inf)\nvar z in (-inf, inf)");
    Expr d = 0;
    const long n = draw.number(1, 4);
    for (long k = 0; k < n; ++k) {
      // x y + a x + b y + c z + e: independent monomials keep the consequence from holding by accident.
      const Expr h = Expr(draw.rational(4, 3)) * v[0] * v[1] + Expr(draw.rational(4, 3)) * v[0] +
                     Expr(draw.rational(4, 3)) * v[1] + Expr(draw.positive(4, 3)) * v[2] - Expr(draw.rational(6, 2));
      c = c.with_hypothesis({Rel::ge, h, 0});
      d = d + Expr(draw.positive(5, 4)) * h;
    }
    EXPECT_TRUE(prove_by_combination({c, {Rel::ge, d, 0}}));
    EXPECT_TRUE(prove_by_combination({c, {Rel::gt, d, -1}}));
    // Far out in z every hypothesis is slack or violated; at a point where all hypotheses vanish along z the claim d >=
    // 1 fails for one of them.
    if (n == 1) {
      EXPECT_FALSE(prove_by_combination({c, {Rel::ge, d, 1}}));
    }
    EXPECT_FALSE(n == 1 && prove_by_combination({c, {Rel::gt, d, 0}}));
  }
}

}  // namespace
}  // namespace dpcert::verify
