// What becomes of a proof that the checker rejects: it is kept and told, and costs the step, not the claim. A wrong
// step is given as advice, which is believed until the checker has seen it.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "dpcert/checker/checker.hpp"
#include "tests/engine/goals.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/kernel/certificate.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

using Lines = std::vector<std::string>;

Decision advised(const std::string& text, const std::map<std::size_t, Lines>& advice) {
  DecideOptions o;
  o.advice = advice;
  o.tightness_boxes = 0;
  return decide(parse_statement(text), o);
}

TEST(Rejected, ARejectedProofIsKeptAndTheClaimProvedWithoutTheStep) {
  // Over the whole interval x (1 - x) lies in [0, 1] only; its maximum is 1/4.
  const std::string text = "var x in [0, 1]\nprove x*(1 - x) <= 1/2";
  const Decision d = advised(text, {{1, {"eval 64"}}});
  EXPECT_EQ(d.verdict, Verdict::proved) << d.reason;
  EXPECT_TRUE(d.checked);
  ASSERT_EQ(d.rejected.size(), 1u);
  const auto& r = d.rejected.front();
  EXPECT_NE(r.certificate.find("\neval 64\n"), std::string::npos);
  EXPECT_EQ(r.reason, "the enclosure does not prove the goal");
  const auto again = checker::check(r.certificate);  // what is kept is what was rejected
  EXPECT_TRUE(again.readable);
  EXPECT_FALSE(again.accepted);
  EXPECT_EQ(again.line, r.line);
  EXPECT_EQ(again.reason, r.reason);
  EXPECT_NE(d.advice_problem.find("rejected"), std::string::npos);
}

TEST(Rejected, StepsOfTwoConclusionsAndOfLaterInstances) {
  const std::string text = "dim d in [1, 2]\nvar x in [0, 1]\nprove x >= 0\nprove x^d*(1 - x) <= 3/10";
  const Decision d = advised(text, {{2, {"split x 1/2", "auto", "eval 64"}}});
  EXPECT_EQ(d.verdict, Verdict::proved) << d.reason;
  ASSERT_FALSE(d.rejected.empty());
  EXPECT_TRUE(std::ranges::all_of(d.rejected, [](const Rejected& r) { return r.line > 0; }));
  EXPECT_TRUE(checker::check(d.certificate).accepted);
}

TEST(Rejected, WhatIsNotProvedOtherwiseSaysSo) {
  // Clarkson's inequality, true and far beyond so few boxes: it touches where b = 1, and where p = 2.
  DecideOptions o;
  o.advice[1] = {"sign"};
  o.max_boxes = 100;
  o.evaluations = 10;
  const Decision d = decide(
      parse_statement("var b in [0, 1]\nvar p in [2, 4]\nprove ((1 + b)/2)^p + ((1 - b)/2)^p <= (1 + b^p)/2"), o);
  EXPECT_NE(d.verdict, Verdict::proved);
  EXPECT_FALSE(d.checked);
  ASSERT_EQ(d.rejected.size(), 1u);
  EXPECT_NE(d.rejected.front().certificate.find("\nsign\n"), std::string::npos);
}

TEST(Rejected, TheProverFindsAWayAroundARefusedStep) {
  const Goal g = goal_of("var x in [1, 2]\nvar y in [1, 2]\nprove x*y + x >= 1");
  ProveOptions o;
  const ProveResult first = prove(g, o);
  ASSERT_TRUE(first.proved);
  // Of the tree of a box search, its first node.
  const auto first_step = [&](const ProveResult& r) {
    std::optional<Step> found;
    walk(g, r.proof, [&](const Goal&, const Step& s) { found = found ? found : std::optional(s); });
    return found;
  };
  o.refused = {{g, first_step(first)}};
  const ProveResult second = prove(g, o);
  ASSERT_TRUE(second.proved);
  EXPECT_NE(first_step(second), o.refused[0].step);
  o.refused = {{g, std::nullopt}};  // nothing may be done to it
  EXPECT_FALSE(prove(g, o).proved);
}

TEST(Rejected, AStepIsRefusedForItsGoalAlone) {
  // `sign` for the goal behind the split, and `sign` elsewhere.
  const Goal g = goal_of("var x in [1, 2]\nprove x >= 1/2");
  ProveOptions o;
  o.refused = {{goal_of("var x in [1, 3]\nprove x >= 1/2"), rule::Sign{}}};
  const ProveResult r = prove(g, o);
  ASSERT_TRUE(r.proved);
  EXPECT_EQ(to_lines(r.proof), Lines{"sign"});
}

TEST(Rejected, NothingIsRejectedInASoundProof) {
  for (const char* text : {"var x in [0, 1]\nprove exp(x) >= 1 + x", "var x in [1, inf)\nprove x >= 1 + log(x)",
                           "int n in [0, inf)\nprove 2^n >= 1 + n"}) {
    const Decision d = decide(parse_statement(text), {});
    EXPECT_EQ(d.verdict, Verdict::proved) << text << d.reason;
    EXPECT_EQ(rejections(d), "") << text;
  }
}

// What stands in a line is known from its writing. Words do not tell: the statement has the same ones in its comments.
TEST(CertificateLines, AreWhatWasWritten) {
  const Statement s = parse_statement(
      "# goal 1\n# at-most 1 x=0 by eval 64\ndim d in [1, 2]\nvar x in [0, 1]\nprove x >= 0\n"
      "prove x + 1 >= 0");
  constexpr auto elsewhere = CertificateLine::Part::elsewhere;
  for (const bool by_equal : {false, true}) {
    CertificateText text(s, {}, "proved");
    ProvedTightness slack;
    slack.at = {{"x", Rational(0)}};
    slack.by_equal = by_equal;
    slack.proof = {rule::Sign{}};
    for (const long d : {1L, 2L}) {
      text.instance(s, d);
      text.inhabited({{"x", Rational(1, 2)}}, {});
      text.goal(1, {rule::Split{Expr::variable("x"), Rational(1, 2)}, rule::Sign{},
                    rule::Boxes{"split x 3/4\nsign\nsign", 0}});
      text.goal(2, {rule::Sign{}});
      text.tightness(1, slack, 64);
    }
    const Certificate c = std::move(text).finish();
    // The lines behind the verdict, one by one: part, goal, step.
    struct Line {
      std::string words;
      CertificateLine is;
    };
    std::vector<Line> expected;
    for (const std::size_t first : {0U, 2U}) {
      expected.push_back({first == 0 ? "instance d=1" : "instance d=2", {}});
      expected.push_back({"inhabited x=1/2", {}});
      expected.push_back({"goal 1", {}});
      for (const char* step : {"split x 1/2", "sign", "split x 3/4", "sign", "sign"})
        expected.push_back({step, {CertificateLine::Part::step, first, expected.back().is.step + 1}});
      expected.push_back({"goal 2", {}});
      expected.push_back({"sign", {CertificateLine::Part::step, first + 1, 1}});
      expected.push_back({"tightness 1", {CertificateLine::Part::tightness}});
      expected.push_back({"at-least 0", {CertificateLine::Part::tightness}});
      expected.push_back({"sign", {CertificateLine::Part::tightness}});
      expected.push_back(by_equal ? Line{"at-most 0 x=0 by equal", {CertificateLine::Part::tightness}}
                                  : Line{"at-most 0 x=0 by eval 64", {CertificateLine::Part::place}});
    }
    std::istringstream in(c.text);
    std::size_t number = 0, seen = 0;
    bool proof = false;
    for (std::string line; std::getline(in, line);) {
      const CertificateLine is = c.at(++number);
      if (!proof || seen == expected.size()) {
        EXPECT_EQ(is.part, elsewhere) << line;  // the head, and the digest
        proof = proof || line == "verdict proved";
        continue;
      }
      EXPECT_EQ(line, expected[seen].words);
      EXPECT_EQ(is.part, expected[seen].is.part) << line;
      EXPECT_EQ(is.goal, expected[seen].is.goal) << line;
      EXPECT_EQ(is.step, expected[seen].is.step) << line;
      ++seen;
    }
    EXPECT_EQ(seen, expected.size());
    EXPECT_EQ(c.at(0).part, elsewhere);
  }
}

// u * u and xlogy(u, u) have two arguments to the checker, also where the prover reads a sign off a range.
TEST(Rejected, NothingIsTakenForAFunctionOfOneArgument) {
  for (const char* text :
       {"var x in [0, 1]\nprove 1/2 + xlogy(x, x) >= 0",  // least at 1/e: 1/2 - 1/e > 0.13
        "var x in [0, 1]\nprove exp(xlogy(x, x)) >= 1/2",
        "var x in [0, 1]\nprove xlogy(x, x) + xlogy(1 - x, 1 - x) >= -4/5",  // -log(2) at 1/2
        "var x in [1/100, 1]\nprove 1/2 + xlogy(x, x) >= 0", "var x in [-1, 2]\nprove 3/2 - exp(-(x*x)) >= 0",
        "var x in [-1, 2]\nprove 3/2 - exp(-((x - 1)*(x - 1))) >= 0"}) {
    const Decision d = decide(parse_statement(text), {});
    EXPECT_EQ(d.verdict, Verdict::proved) << text << d.reason;
    EXPECT_EQ(rejections(d), "") << text;
  }
}

// The checker adds up the constants of a sum before it looks, and asks for definedness of what a line writes down.
TEST(Rejected, NothingIsTakenForMoreThanTheCheckerSees) {
  for (
      const char* text : {
          "var x in [0, 5]\nprove (normal_cdf(x) - 1/2) + 1/10^52 > 0",
          "var x in [0, 5]\nprove (1/10^55 + normal_cdf(x)) - 1/2 > 0",
          "var x in [1/2, 60]\nprove lgamma(x + 2) - lgamma(x) + digamma(2 + log(1/2 + x^2)^2)^2 >= log(x) + log(x + 1)",
      }) {
    const Decision d = decide(parse_statement(text), {});
    EXPECT_EQ(d.verdict, Verdict::proved) << text << d.reason;
    EXPECT_EQ(rejections(d), "") << text;
  }
}

TEST(ShareOfDomain, NeverSoundsFinished) {
  EXPECT_EQ(share_of_domain(0), "0% of the domain");
  EXPECT_EQ(share_of_domain(0.125), "12.5% of the domain");
  EXPECT_EQ(share_of_domain(0.99899), "99.9% of the domain");
  EXPECT_EQ(share_of_domain(0.9999), "all but 0.0001 of the domain");
  EXPECT_EQ(share_of_domain(1 - 3e-9), "all but 3e-09 of the domain");
  for (const double nearly : {1 - 1e-14, 1.0, 1 + 1e-12}) {  // sums of many shares
    EXPECT_EQ(share_of_domain(nearly), "all but less than 1e-12 of the domain");
  }
  for (double left = 0.5; left > 1e-17; left /= 3)
    EXPECT_EQ(share_of_domain(1 - left).find("100%"), std::string::npos) << left;
}

TEST(ShareOfDomain, OfAFamilyItIsOfOneInstance) {
  // Clarkson's inequality, true and far beyond so few boxes: it touches where x = 1, and where p = 2.
  DecideOptions o;
  o.max_boxes = 100;
  o.evaluations = 10;
  o.time_limit = std::chrono::duration<double>(1e7);
  const Decision d =
      decide(parse_statement("dim d in [2, inf)\nvar x[k] in [0, 1] for k in 1..d\nvar p in [2, 4]\n"
                             "prove sum(k, 1, d, ((1 + x[k])/2)^p + ((1 - x[k])/2)^p) <= sum(k, 1, d, (1 + x[k]^p)/2)"),
             o);
  ASSERT_TRUE(d.verdict == Verdict::open || d.verdict == Verdict::supported);
  EXPECT_NE(d.reason.find("of the domain of d=2"), std::string::npos) << d.reason;
}

}  // namespace
}  // namespace dpcert::verify
