// Cauchy's inequality for sums over n outcomes where the factors, or what they add up to, do not stand in the claim.
#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

const std::string lists = "language 3\nint n in [1, inf)\nseq x(k)\nseq y(k)\nseq z(k)\n";
const std::string laws =
    "language 3\nint n in [1, inf)\nseq p(k)\nseq q(k)\nseq x(k)\n"
    "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: q(k) > 0\n"
    "assume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) = 1\n";
const std::string tests = "assume forall int k in [1, n]: 0 <= x(k) <= 1\n";

struct Squares {
  std::string_view name;
  std::string fires, declines;
};
void PrintTo(const Squares& s, std::ostream* out) { *out << s.name; }

const std::vector<Squares>& all_squares() {
  static const std::vector<Squares> all{
      // (x - y)(y - z) is made of the three squares.
      {"TriangleInequality",
       lists + "prove sqrt(sum(k, 1, n, (x(k) - z(k))^2)) <= "
               "sqrt(sum(k, 1, n, (x(k) - y(k))^2)) + sqrt(sum(k, 1, n, (y(k) - z(k))^2))",
       lists + "prove sqrt(sum(k, 1, n, (x(k) - z(k))^2)) >= "
               "sqrt(sum(k, 1, n, (x(k) - y(k))^2)) + sqrt(sum(k, 1, n, (y(k) - z(k))^2))"},
      // (p - q) x is no term of the claim.
      {"ChapmanRobbins",
       laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= "
              "sum(k, 1, n, q(k)*x(k)^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
       laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 >= "
              "sum(k, 1, n, q(k)*x(k)^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))"},
      {"ChapmanRobbinsOfVariance",
       laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= (sum(k, 1, n, q(k)*x(k)^2) - "
              "sum(k, 1, n, q(k)*x(k))^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
       laws + "prove 2*(sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= (sum(k, 1, n, q(k)*x(k)^2) - "
              "sum(k, 1, n, q(k)*x(k))^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))"},
      // p^2/q is made of (p - q)^2/q, and q x^2 is at most q x.
      {"Tests",
       laws + tests +
           "prove sum(k, 1, n, p(k)*x(k))^2 <= "
           "(1 + sum(k, 1, n, (p(k) - q(k))^2/q(k)))*sum(k, 1, n, q(k)*x(k))",
       laws + tests + "prove sum(k, 1, n, p(k)*x(k))^2 <= sum(k, 1, n, (p(k) - q(k))^2/q(k))*sum(k, 1, n, q(k)*x(k))"},
      // Both sides squared.
      {"Roots",
       laws + "prove sum(k, 1, n, abs(p(k) - q(k))) <= sqrt(sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))*"
              "sqrt(sum(k, 1, n, (sqrt(p(k)) + sqrt(q(k)))^2))",
       laws + "prove 2*sum(k, 1, n, abs(p(k) - q(k))) <= sqrt(sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))*"
              "sqrt(sum(k, 1, n, (sqrt(p(k)) + sqrt(q(k)))^2))"},
      // (sqrt(p) + sqrt(q))^2 is made of p, q and the square of the difference.
      {"LeCam",
       laws + "prove sum(k, 1, n, abs(p(k) - q(k)))^2 <= sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2)*"
              "(4 - sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))",
       laws + "prove sum(k, 1, n, abs(p(k) - q(k)))^2 <= sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2)*"
              "(3 - sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))"},
  };
  return all;
}

ProveOptions some_boxes() {
  ProveOptions o;
  o.boxes.max_boxes = 2000;
  return o;
}

class SquaresOfSums : public testing::TestWithParam<Squares> {};

TEST_P(SquaresOfSums, Fire) {
  const auto proof = try_tactic("squares-of-sums", goal_of(GetParam().fires), some_boxes());
  ASSERT_TRUE(proof);
  DecideOptions o;
  o.tightness_boxes = 0;
  for (const auto& text : to_lines(*proof))
    for (const auto& line : lines_of(text)) o.advice[1].push_back(line);
  const Decision d = decide(parse_statement(GetParam().fires), o);
  EXPECT_EQ(d.verdict, Verdict::proved) << d.reason;
  EXPECT_EQ(d.advice_problem, "");
  EXPECT_TRUE(checker::check(d.certificate).accepted);
}

TEST_P(SquaresOfSums, Decline) {
  EXPECT_FALSE(try_tactic("squares-of-sums", goal_of(GetParam().declines), some_boxes()));
}

INSTANTIATE_TEST_SUITE_P(All, SquaresOfSums, testing::ValuesIn(all_squares()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert::verify
