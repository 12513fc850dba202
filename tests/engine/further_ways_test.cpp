// Further ways of tactics for sums and products over n outcomes: Cauchy's inequality where the factors, or what they
// add up to, do not stand in the claim, and products of lists by their logarithms.
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
const std::string positive = "assume forall int k in [1, n]: x(k) > 0\n";
const std::string laws =
    "language 3\nint n in [1, inf)\nseq p(k)\nseq q(k)\nseq x(k)\n"
    "assume forall int k in [1, n]: p(k) > 0\nassume forall int k in [1, n]: q(k) > 0\n"
    "assume sum(k, 1, n, p(k)) = 1\nassume sum(k, 1, n, q(k)) = 1\n";
const std::string tests = "assume forall int k in [1, n]: 0 <= x(k) <= 1\n";

struct Way {
  std::string_view name, tactic;
  std::string fires, declines;
};
void PrintTo(const Way& w, std::ostream* out) { *out << w.name; }

const std::vector<Way>& further_ways() {
  static const std::vector<Way> all{
      // (x - y)(y - z) is made of the three squares.
      {"TriangleInequality", "squares-of-sums",
       lists + "prove sqrt(sum(k, 1, n, (x(k) - z(k))^2)) <= "
               "sqrt(sum(k, 1, n, (x(k) - y(k))^2)) + sqrt(sum(k, 1, n, (y(k) - z(k))^2))",
       lists + "prove sqrt(sum(k, 1, n, (x(k) - z(k))^2)) >= "
               "sqrt(sum(k, 1, n, (x(k) - y(k))^2)) + sqrt(sum(k, 1, n, (y(k) - z(k))^2))"},
      // (p - q) x is no term of the claim.
      {"ChapmanRobbins", "squares-of-sums",
       laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= "
              "sum(k, 1, n, q(k)*x(k)^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
       laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 >= "
              "sum(k, 1, n, q(k)*x(k)^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))"},
      {"ChapmanRobbinsOfVariance", "squares-of-sums",
       laws + "prove (sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= (sum(k, 1, n, q(k)*x(k)^2) - "
              "sum(k, 1, n, q(k)*x(k))^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))",
       laws + "prove 2*(sum(k, 1, n, p(k)*x(k)) - sum(k, 1, n, q(k)*x(k)))^2 <= (sum(k, 1, n, q(k)*x(k)^2) - "
              "sum(k, 1, n, q(k)*x(k))^2)*sum(k, 1, n, (p(k) - q(k))^2/q(k))"},
      // p^2/q is made of (p - q)^2/q, and q x^2 is at most q x.
      {"Tests", "squares-of-sums",
       laws + tests +
           "prove sum(k, 1, n, p(k)*x(k))^2 <= "
           "(1 + sum(k, 1, n, (p(k) - q(k))^2/q(k)))*sum(k, 1, n, q(k)*x(k))",
       laws + tests + "prove sum(k, 1, n, p(k)*x(k))^2 <= sum(k, 1, n, (p(k) - q(k))^2/q(k))*sum(k, 1, n, q(k)*x(k))"},
      // Both sides squared.
      {"Roots", "squares-of-sums",
       lists + "prove sum(k, 1, n, x(k)*y(k)) <= sqrt(sum(k, 1, n, x(k)^2))*sqrt(sum(k, 1, n, y(k)^2))",
       lists + "prove sum(k, 1, n, x(k)*y(k)) >= sqrt(sum(k, 1, n, x(k)^2))*sqrt(sum(k, 1, n, y(k)^2))"},
      // (sqrt(p) + sqrt(q))^2 is made of p, q and the square of the difference.
      {"LeCam", "squares-of-sums",
       laws + "prove sum(k, 1, n, abs(p(k) - q(k)))^2 <= sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2)*"
              "(4 - sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))",
       laws + "prove sum(k, 1, n, abs(p(k) - q(k)))^2 <= sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2)*"
              "(3 - sum(k, 1, n, (sqrt(p(k)) - sqrt(q(k)))^2))"},
      // By the tangent at the mean, in parts over one denominator.
      {"ProductsOfShiftedNumbers", "logarithms-of-products",
       lists + positive + "prove prod(k, 1, n, 1 + x(k)) <= (1 + sum(k, 1, n, x(k))/n)^n",
       lists + positive + "prove prod(k, 1, n, 1 + x(k)) <= (1 + sum(k, 1, n, x(k))/(2*n))^n"},
      // What is said of a product, as an equation between sums.
      {"ProductsOfOne", "logarithms-of-products",
       lists + positive + "assume prod(k, 1, n, x(k)) = 1\nprove prod(k, 1, n, 1 + x(k)) >= 2^n",
       lists + positive + "assume prod(k, 1, n, x(k)) = 2\nprove prod(k, 1, n, 1 + x(k)) >= 3^n"},
      // Ky Fan's inequality: the mean of the list is a variable with its range, the sum of 1 - x(k) what it leaves of
      // n.
      {"MeansWithARange", "tangents-of-sums",
       lists + "assume forall int k in [1, n]: 0 < x(k) <= 1/2\nprove sum(k, 1, n, log(x(k)/(1 - x(k)))) <= "
               "n*log(sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k)))",
       lists + "assume forall int k in [1, n]: 0 < x(k) <= 3/4\nprove sum(k, 1, n, log(x(k)/(1 - x(k)))) <= "
               "n*log(sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k)))"},
      // At a place with the parameter in it.
      {"RootsBesideAParameter", "tangents-of-roots",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar l in [8, inf)\n"
       "prove a/sqrt(a^2 + l*b*c) + b/sqrt(b^2 + l*c*a) + c/sqrt(c^2 + l*a*b) >= 3/sqrt(1 + l)",
       "var a in (0, inf)\nvar b in (0, inf)\nvar c in (0, inf)\nvar l in [1, inf)\n"
       "prove a/sqrt(a^2 + l*b*c) + b/sqrt(b^2 + l*c*a) + c/sqrt(c^2 + l*a*b) >= 3/sqrt(1 + l)"},
      // Next to 0, where a normal form has differences of exponentials of which no sign is seen.
      {"LogarithmsOfHyperbolicFunctions", "exponentials", "var x in (0, 1/2]\nprove log(sinh(x)/x) > 0",
       "var x in (0, 1/2]\nprove log(tanh(x)/x) + log(cosh(x))/4 > 0"},
      // The ends are numbers, and the gamma functions are next to their pole there.
      {"ConcaveNextToPoles", "concave-between",
       "var x in (0, 1]\nvar y in (0, 1]\nprove exp(lgamma(x) + lgamma(y) - lgamma(x + y)) <= (x + y)/(x*y*(1 + x*y))",
       "var x in (0, 1]\nvar y in (0, 1]\nprove exp(lgamma(x) + lgamma(y) - lgamma(x + y)) <= (x + y)/(x*y*(1 + 2*x*y))"},
      // A whole number that may be 0, or n, as base and exponent: at these ends first.
      {"WholeNumbersBetweenEnds", "concave-between",
       "language 3\nint n in [1, inf)\nint k in [0, n]\n"
       "prove exp(lgamma(k + 1/2) + lgamma(n - k + 1/2) - lgamma(n + 1))/pi >= (k/n)^k*((n - k)/n)^(n - k)/(2*sqrt(n))",
       "language 3\nint n in [1, inf)\nint k in [0, n]\n"
       "prove exp(lgamma(k + 1/2) + lgamma(n - k + 1/2) - lgamma(n + 1))/pi >= (k/n)^k*((n - k)/n)^(n - k)/sqrt(3*n)"},
      // A power of a quotient of products.
      {"QuotientsOfProducts", "logarithms-of-products",
       lists +
           "assume forall int k in [1, n]: 0 < x(k) <= 1/2\nprove (prod(k, 1, n, x(k))/prod(k, 1, n, 1 - x(k)))^(1/n) "
           "<= sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k))",
       lists +
           "assume forall int k in [1, n]: 0 < x(k) <= 3/4\nprove (prod(k, 1, n, x(k))/prod(k, 1, n, 1 - x(k)))^(1/n) "
           "<= sum(k, 1, n, x(k))/sum(k, 1, n, 1 - x(k))"},
      // A weight that is positive everywhere, and 1 - normal_cdf beside it.
      {"FallingTailsOfNormalLaws", "falling-tails",
       "var x in (0, inf)\nprove exp(x^2/2)*sqrt(2*pi)*(1 - normal_cdf(x)) < (x^4 + 9*x^2 + 8)/(x*(x^4 + 10*x^2 + 15))",
       "var x in (0, inf)\nprove exp(x^2/2)*sqrt(2*pi)*(1 - normal_cdf(x)) < (x^4 + 9*x^2 + 8)/(x*(x^4 + 10*x^2 + 16))"},
      // Under a logarithm.
      {"ShortestExponentsInLogarithms", "shortest-exponents",
       "var p in (0, 1)\nvar t in (-inf, inf)\nprove log((1 - p)*exp(-t*p) + p*exp(t*(1 - p))) <= t^2/8",
       "var p in (0, 1)\nvar t in (-inf, inf)\nprove log((1 - p)*exp(-t*p) + p*exp(t*(1 - p))) <= t^2/9"},
      // Where both sides have the same limit, and then not.
      {"ArctangentsFarOut", "reciprocal-arctangents",
       "language 3\nvar x in (0, inf)\nprove atan(x) < pi/2 - x/(1 + x^2)",
       "language 3\nvar x in (0, inf)\nprove atan(x) < pi/2 - 11/10*x/(1 + x^2)"},
      // The numerator by itself, where the cosine below the fraction line has a sign.
      {"FractionsOfWaves", "signs-of-waves", "language 3\nvar x in (0, pi/2)\nprove tan(x)/x > 1",
       "language 3\nvar x in (0, pi/2)\nprove tan(x)/x > 1 + x^2/2"},
  };
  return all;
}

ProveOptions some_boxes() {
  ProveOptions o;
  o.boxes.max_boxes = 2000;
  return o;
}

class FurtherWay : public testing::TestWithParam<Way> {};

TEST_P(FurtherWay, Fire) {
  const auto proof = try_tactic(GetParam().tactic, goal_of(GetParam().fires), some_boxes());
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

TEST_P(FurtherWay, Decline) { EXPECT_FALSE(try_tactic(GetParam().tactic, goal_of(GetParam().declines), some_boxes())); }

INSTANTIATE_TEST_SUITE_P(All, FurtherWay, testing::ValuesIn(further_ways()),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert::verify
