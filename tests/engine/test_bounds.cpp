// Hypotheses about one variable alone count as its domain, for the prover and for the search.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/goals.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/proof/bounds.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

std::string ranges(const Context& c) {
  std::string text;
  for (const auto& v : c.variables()) text += (text.empty() ? "" : ", ") + v.name + " in " + to_text(v.range);
  return text;
}

using Lines = std::vector<std::string>;

std::string bounded(const std::string& declarations) {
  Proof steps;
  return ranges(with_bounds(context_of(declarations), steps));
}

TEST(Bounds, OfVariableAndRational) {
  const std::string line = "var x in (-inf, inf)\n";
  EXPECT_EQ(bounded(line + "assume x > 1"), "x in (1, inf)");
  EXPECT_EQ(bounded(line + "assume 1 >= x"), "x in (-inf, 1]");
  EXPECT_EQ(bounded(line + "assume 3*x <= 2 + 5"), "x in (-inf, 7/3]");
  EXPECT_EQ(bounded(line + "assume -2*x < 1/2*3"), "x in (-3/4, inf)");
  EXPECT_EQ(bounded(line + "assume (x - 1)/2 < x/3"), "x in (-inf, 3)");
  EXPECT_EQ(bounded(line + "assume 0 < x <= 3/2 - 1/2"), "x in (0, 1]");
  // The tightest counts; at one place the strict one.
  EXPECT_EQ(bounded("var x in (0, 1]\nassume x >= 0\nassume x < 1\nassume x <= 1"), "x in (0, 1)");
  EXPECT_EQ(bounded("var x in [0, 1]\nassume x >= -1"), "x in [0, 1]");
}

TEST(Bounds, OfIntegersGoInward) {
  const std::string n = "int n in (-inf, inf)\n";
  EXPECT_EQ(bounded(n + "assume n > 2\nassume 2*n < 9"), "n in [3, 4]");
  EXPECT_EQ(bounded(n + "assume n >= 5/2"), "n in [3, inf)");
  EXPECT_EQ(bounded(n + "assume -n > 2"), "n in (-inf, -3]");
}

TEST(Bounds, OtherHypothesesStay) {
  Proof steps;
  const Context c = with_bounds(context_of("var x in [0, 9]\nvar y in [0, 9]\nassume 0 < x < y\nassume x^2 <= 4\n"
                                           "assume y < 5\nassume y > pi\nassume x = 1"),
                                steps);
  EXPECT_EQ(ranges(c), "x in (0, 9], y in [0, 5)");
  EXPECT_EQ(to_lines(steps), (Lines{"bound 1", "bound 3"}));  // by the numbers that are left
  EXPECT_EQ(c.hypotheses().size(), 4u);
  // What leaves no value stays a hypothesis.
  EXPECT_EQ(bounded("var x in [0, 1]\nassume x > 1"), "x in [0, 1]");
  EXPECT_EQ(bounded("int n in [0, 5]\nassume 3*n > 4\nassume 3*n < 5"), "n in [2, 5]");
}

// The place found is one at which the hypothesis fails, and not far from its border.
TEST(Bounds, OfOtherKindsWhereThereIsNoEnd) {
  struct Case {
    const char* hypothesis;
    bool below;
    double border;
  };
  const std::vector<Case> cases{{"x > sqrt(2)", true, 1.4142135623730951},
                                {"pi >= x", false, 3.141592653589793},
                                {"x^2 < 6", true, -2.449489742783178},
                                {"abs(x - 1) <= 3", true, -2},
                                {"exp(x) <= 7", false, 1.9459101490553132}};
  for (const auto& k : cases) {
    const auto cut = false_beyond(context_of(std::string("var x in (-inf, inf)\nassume ") + k.hypothesis));
    ASSERT_TRUE(cut) << k.hypothesis;
    EXPECT_EQ(cut->below, k.below) << k.hypothesis;
    EXPECT_NEAR(cut->at.approx(), k.border, 1e-4) << k.hypothesis;
    EXPECT_TRUE(k.below ? cut->at.approx() <= k.border : cut->at.approx() >= k.border) << k.hypothesis;
  }
  for (const char* none : {"x^2 >= 6", "x + y > sqrt(2)", "x = sqrt(2) + y", "exp(-x^2) <= 1"})
    EXPECT_FALSE(false_beyond(context_of(std::string("var x in (-inf, inf)\nvar y in [0, 1]\nassume ") + none)))
        << none;
}

TEST(Bounds, OfASearchKeepTheHypotheses) {
  const Instance i = parse_statement(
                         "var x in (-inf, inf)\nvar y in (-inf, inf)\nassume x > 1\nassume y^2 <= 2\n"
                         "prove x > 0")
                         .instance();
  const Instance n = within_bounds(i);
  EXPECT_EQ(n.hypotheses, i.hypotheses);
  EXPECT_EQ(to_text(n.variables[0].range), "(1, inf)");
  EXPECT_TRUE(n.variables[1].range.bounded());
}

TEST(Bounds, TheWrittenProofCountsThemAsHypotheses) {
  ProveOptions o;
  o.advice = {"hyp 2"};
  const std::string text = "var x in [0, 4]\nassume x >= 1\nassume x^2 >= 3\nprove 2*x^2 >= 6";
  const ProveResult r = prove(goal_of(text), o);
  ASSERT_TRUE(r.proved);
  EXPECT_EQ(to_lines(r.proof), Lines{"hyp 2"});
  EXPECT_EQ(r.advice_problem, "");
  o.advice = {"bound 1", "hyp {x^2 >= 3}"};
  EXPECT_EQ(to_lines(prove(goal_of(text), o).proof), (Lines{"bound 1", "hyp 1"}));
}

// What was said of a declared domain is said of one given by hypotheses, with certificates that the checker accepts.
TEST(Bounds, AreAsGoodAsADeclaration) {
  for (const char* text : {"var x in (-inf, inf)\nassume 1 < x\nprove exp(x-1) + log(x) - 2*x + 1 > 0",
                           "var x in (-inf, inf)\nassume 0 < x\nprove log(x) <= x - 1",
                           "var x in (-inf, inf)\nassume x > sqrt(2)\nassume x < 9\nprove x^3 > 2",
                           "int n in (-inf, inf)\nassume n > 4\nprove 2^n > n^2",
                           "dim d in [2, 3]\nvar x[k] in (-inf, inf) for k in 1..d\nassume for k in 1..d: 0 <= x[k]\n"
                           "assume for k in 1..d: x[k] <= 1\nprove sum(k, 1, d, x[k]*(1 - x[k])) <= d/4"}) {
    const Decision d = decide(parse_statement(text), {});
    EXPECT_EQ(d.verdict, Verdict::proved) << text << "\n" << d.reason;
    EXPECT_EQ(rejections(d), "") << text;
  }
}

}  // namespace
}  // namespace dpcert::verify
