// The table of expressions: equal parts are the same node in every thread, others are not, and a node is younger than
// what it is made of.
#include <gtest/gtest.h>

#include <thread>
#include <unordered_set>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert {
namespace {

// Every node below the result, of sums and products that overlap in many ways.
std::vector<Expr> made(const std::string& name) {
  std::vector<Expr> all{Expr::variable(name), Expr::pi()};
  for (int i = 0; i < 60; ++i) {
    const std::size_t n = all.size();
    all.push_back(Expr::make(Op::add, {all[n - 1], all[n / 2]}));
    all.push_back(Expr::make(Op::mul, {all[n / 2], Expr(Rational(i, 7))}));
    all.push_back(Expr::apply("f", {i % 3}, {all[n - 2]}));
  }
  return all;
}

TEST(ExprTable, ThreadsThatMakeTheSameGetTheSameNodes) {
  constexpr int threads = 8, rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    const std::string name = "race_" + std::to_string(round);  // new nodes in every round
    std::vector<std::vector<Expr>> all(threads);
    {
      std::vector<std::jthread> crew;
      for (auto& mine : all) crew.emplace_back([&] { mine = made(name); });
    }
    for (const auto& other : all) {
      ASSERT_EQ(other.size(), all[0].size());
      for (std::size_t i = 0; i < other.size(); ++i) ASSERT_EQ(&other[i].node(), &all[0][i].node());
    }
    std::unordered_set<std::uint64_t> numbers;
    for (const Expr& e : all[0]) {
      for (const Expr& a : e.args()) ASSERT_GT(e.serial(), a.serial());
      numbers.insert(e.serial());
    }
    EXPECT_EQ(numbers.size(), std::unordered_set<Expr>(all[0].begin(), all[0].end()).size());
  }
}

// Each differs from the first one in one part.
TEST(ExprTable, NodesThatDifferInOnePartAreOthers) {
  const Expr x = Expr::variable("x"), y = Expr::variable("y");
  EXPECT_EQ(Expr::apply("f", {1}, {x}), Expr::apply("f", {1}, {x}));
  for (const Expr& other : {Expr::apply("f", {2}, {x}), Expr::apply("f", {1, 0}, {x, y}), Expr::apply("g", {1}, {x}),
                            Expr::apply("f", {1}, {y}), Expr::sequence("f", {x}), Expr::variable("f")})
    EXPECT_NE(other, Expr::apply("f", {1}, {x}));
  EXPECT_NE(x - y, y - x);
  EXPECT_NE(polygamma(1, x), polygamma(2, x));
  EXPECT_NE(select(Rel::ge, x, y, x, y), select(Rel::gt, x, y, x, y));
  EXPECT_NE(Expr(Rational(1, 3)), Expr(Rational(2, 3)));
  EXPECT_EQ(Expr(Rational(2, 6)), Expr(Rational(1, 3)));
}

// A rebuild may write to the arguments that it is given; what it leaves stays as it was.
TEST(ExprTable, ARebuildWritesToItsArguments) {
  const Expr x = Expr::variable("x"), y = Expr::variable("y");
  const Expr e = exp(x + y) * (x + y);
  const Expr swapped = transform(e, [](const Expr& old, std::span<Expr> args) {
    if (old.op() == Op::add) std::swap(args[0], args[1]);
    return with_args(old, args);
  });
  EXPECT_EQ(swapped, exp(y + x) * (y + x));
  EXPECT_EQ(e, exp(x + y) * (x + y));
}

}  // namespace
}  // namespace dpcert
