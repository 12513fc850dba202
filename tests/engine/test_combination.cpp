// Combinations of hypotheses: the linear program, and the lines it makes. Every combination is expanded again here.
#include <gtest/gtest.h>

#include "tests/engine/goals.hpp"
#include "tests/engine/random_expressions.hpp"
#include "verify/engine/tactics/combination.hpp"

namespace dpcert::verify {
namespace {

using Matrix = std::vector<std::vector<Rational>>;

TEST(LinearProgram, SmallSystemsByHand) {
  EXPECT_EQ(nonnegative_solution(Matrix{{1, 1}, {1, -1}}, {3, 1}), (std::vector<Rational>{2, 1}));
  EXPECT_EQ(nonnegative_solution(Matrix{{1, 1}, {1, -1}}, {1, 3}), std::nullopt);  // x = 2, y = -1
  EXPECT_EQ(nonnegative_solution(Matrix{{1, 2}, {2, 4}}, {1, 3}), std::nullopt);   // inconsistent
  EXPECT_EQ(nonnegative_solution(Matrix{{0, 0}}, {0}), (std::vector<Rational>{0, 0}));
  EXPECT_EQ(nonnegative_solution(Matrix{{0}}, {1}), std::nullopt);
  EXPECT_EQ(nonnegative_solution(Matrix{{-2}}, {-1}), (std::vector<Rational>{Rational(1, 2)}));
}

// Feasible by construction: a solution is found, and it is one. Infeasible by Farkas: y A >= 0, y b < 0.
TEST(LinearProgram, RandomSystems) {
  Draw draw(5);
  for (int round = 0; round < 200; ++round) {
    const auto m = static_cast<std::size_t>(draw.number(1, 6)), n = static_cast<std::size_t>(draw.number(1, 9));
    Matrix a(m, std::vector<Rational>(n));
    for (auto& row : a) {
      for (auto& entry : row) entry = draw.chance(1, 3) ? Rational(0) : draw.rational(5, 3);
    }
    std::vector<Rational> b(m);
    for (std::size_t j = 0; j < n; ++j) {
      const Rational x = draw.chance(1, 2) ? Rational(0) : draw.positive(7, 5);
      for (std::size_t i = 0; i < m; ++i) b[i] += a[i][j] * x;
    }
    const auto x = nonnegative_solution(a, b);
    ASSERT_TRUE(x);
    for (std::size_t i = 0; i < m; ++i) {
      Rational sum;
      for (std::size_t j = 0; j < n; ++j) sum += a[i][j] * (*x)[j];
      ASSERT_EQ(sum, b[i]);
    }
    for (const auto& v : *x) ASSERT_GE(v.sign(), 0);
    // One more row with nonnegative coefficients and a negative right side cannot be met.
    a.emplace_back(n);
    for (auto& entry : a.back()) entry = draw.positive(5, 2);
    b.push_back(-1);
    ASSERT_EQ(nonnegative_solution(a, b), std::nullopt);
  }
}

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
