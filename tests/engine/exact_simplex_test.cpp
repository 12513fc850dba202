// The exact linear program: solutions are put in, infeasible systems have a certificate of Farkas.
#include <gtest/gtest.h>

#include <algorithm>

#include "src/core/work.hpp"
#include "tests/engine/random_expressions.hpp"
#include "verify/engine/lp/exact_simplex.hpp"

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
    b.emplace_back(-1);
    ASSERT_EQ(nonnegative_solution(a, b), std::nullopt);
  }
}

// Above 4000 entries the columns are found in doubles first; what is returned is exact all the same. The solution put
// in has entries that no double has.
TEST(LinearProgram, LargeSystemsAreExactToo) {
  Draw draw(11);
  constexpr std::size_t m = 50, n = 100;
  Matrix a(m, std::vector<Rational>(n));
  for (auto& row : a) {
    for (auto& entry : row) entry = draw.chance(3, 4) ? Rational(0) : Rational(draw.number(-3, 3));
  }
  std::vector<Rational> b(m);
  for (std::size_t j = 0; j < n; j += 20) {
    const Rational x(static_cast<long>(j) + 1, 3);
    for (std::size_t i = 0; i < m; ++i) b[i] += a[i][j] * x;
  }
  const auto x = nonnegative_solution(a, b);
  ASSERT_TRUE(x);
  for (std::size_t i = 0; i < m; ++i) {
    Rational sum;
    for (std::size_t j = 0; j < n; ++j) sum += a[i][j] * (*x)[j];
    EXPECT_EQ(sum, b[i]);
  }
  EXPECT_TRUE(std::ranges::all_of(*x, [](const Rational& q) { return q.sign() >= 0; }));
  // The opposite right side is not met by what meets this one, unless both are 0.
  for (auto& row : a) {
    for (auto& entry : row) entry = abs(entry) + Rational(1);
  }
  b.assign(m, Rational(-1));
  EXPECT_EQ(nonnegative_solution(a, b), std::nullopt);
}

// Work is counted, so a search ends at the same place on every machine.
TEST(LinearProgram, CountsTheSameWorkEachTime) {
  const Matrix a{{1, 2, 3, 1}, {2, 1, -1, 0}, {1, -1, 1, 1}};
  const std::vector<Rational> b{6, 2, 1};
  const std::uint64_t start = work_done();
  const auto x = nonnegative_solution(a, b);
  const std::uint64_t once = work_done() - start;
  const auto y = nonnegative_solution(a, b);
  EXPECT_EQ(x, y);
  EXPECT_GT(once, 0U);
  EXPECT_EQ(work_done() - start, 2 * once);
}

TEST(LinearProgram, StopsWhenTold) {
  int asked = 0;
  EXPECT_EQ(nonnegative_solution(Matrix{{1, 1}, {1, -1}}, {3, 1}, [&] { return ++asked > 0; }), std::nullopt);
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace dpcert::verify
