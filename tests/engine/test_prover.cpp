// What the prover proves and what it must not prove. The truth of each problem comes from mathematics (problems.cpp
// names the source).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include <atomic>

#include "src/core/work.hpp"
#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "verify/engine/prove/prover.hpp"
#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/unfolding.hpp"
#include "verify/engine/tactics/wholes.hpp"
#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

// No deadline: what is proved within so many boxes is proved on every machine.
ProveResult attempt(const std::string& text, std::size_t conclusion, std::size_t boxes,
                    std::chrono::seconds most = std::chrono::hours(1)) {
  ProveOptions options;
  options.boxes.max_boxes = boxes;
  options.boxes.deadline = std::chrono::steady_clock::now() + most;
  return prove(goal_of(text, conclusion), options);
}

class TrueProblem : public testing::TestWithParam<KnownProblem> {};
TEST_P(TrueProblem, IsProved) {
  const auto& p = GetParam();
  const std::size_t conclusions = parse_statement(p.text).instance().conclusions.size();
  for (std::size_t k = 0; k < conclusions; ++k) {
    const ProveResult r = attempt(p.text, k, 200'000);
    EXPECT_TRUE(r.proved) << p.text << "\nstuck at " << r.stuck << " after " << r.boxes << " boxes";
    EXPECT_EQ(r.proved, !r.proof.empty());
  }
}
INSTANTIATE_TEST_SUITE_P(All, TrueProblem, testing::ValuesIn(true_problems()),
                         [](const auto& info) { return info.param.name; });

class FalseProblem : public testing::TestWithParam<KnownProblem> {};
TEST_P(FalseProblem, IsNotProved) {
  const auto& p = GetParam();
  const ProveResult r = attempt(p.text, 0, 1000, std::chrono::seconds(8));
  EXPECT_FALSE(r.proved) << testing::PrintToString(to_lines(r.proof));
  EXPECT_TRUE(r.proof.empty());
}
INSTANTIATE_TEST_SUITE_P(All, FalseProblem, testing::ValuesIn(false_problems()),
                         [](const auto& info) { return info.param.name; });

// Chains and products of which each step is harmless: nodes are counted, and what is made is made in reasonable time.
TEST(Prover, NodesAreCounted) {
  const auto spoil = [](std::uint64_t most) {
    const NodeLimit limit(most);
    Expr e = Expr::variable("x");
    for (int i = 0; i < 100; ++i) e = exp(e) / (Expr(i) + Expr(2));
    return nodes_met();
  };
  const std::uint64_t all = spoil(1000);
  EXPECT_GT(all, 200u);
  EXPECT_LT(all, 600u);
  EXPECT_EQ(spoil(1000), all) << "what was there before makes no difference";
  EXPECT_THROW(spoil(all - 1), OutOfWork);
  EXPECT_EQ(spoil(all), all);
}

TEST(Prover, OutOfNodesIsToldAndNotThrown) {
  std::string text = "var x in [0, 1]\nlet t0 = x\n";
  for (int i = 0; i < 200; ++i) text += fmt::format("let t{} = exp(-t{})\n", i + 1, i);
  const Goal g = goal_of(text + "prove t200 + x*t199 >= t198 + x*t197");
  const NodeLimit limit(50);
  ProveOptions options;
  options.boxes.max_boxes = 1000;
  const ProveResult r = prove(g, options);
  EXPECT_FALSE(r.proved);
  EXPECT_TRUE(r.out_of_memory);
}

TEST(Prover, AnInterruptionEndsLongSymbolicWork) {
  std::atomic<bool> cancel = true;
  ProveOptions options;
  options.boxes.cancel = &cancel;
  const ProveResult r = prove(goal_of("var x in (0, inf)\nprove lgamma(x + 1) >= log(x) + lgamma(x) - 1"), options);
  EXPECT_FALSE(r.proved);
  EXPECT_TRUE(r.timed_out);
  const Interruptible now([] { return true; });
  EXPECT_THROW(count_work(1'000'000), OutOfWork);
}

TEST(Prover, AdviceIsFollowed) {
  ProveOptions options;
  options.advice = {"cut x^2 >= 1", "auto", "hyp 1"};
  const ProveResult r = prove(goal_of("var x in [1, 2]\nprove 2*x^2 >= 2"), options);
  ASSERT_TRUE(r.proved);
  EXPECT_EQ(to_text(r.proof.front()), "cut x^2 >= 1");
  EXPECT_EQ(to_text(r.proof.back()), "hyp 1");
}

// What the kernel's checker made of a proof by advice.
using Lines = std::vector<std::string>;

Decision advised(const std::string& text, const Lines& advice) {
  DecideOptions o;
  o.advice[1] = advice;
  return decide(parse_statement(text), o);
}

TEST(Prover, AdviceMayMakeTheGoalDefined) {
  ProveOptions options;
  options.advice = {"cut x^2 - x + 1 > 0", "auto", "factor (1/(x^2 - x + 1)) (1)", "sign"};
  const std::string text = "var x in [-3, 3]\nprove 1/(x^2 - x + 1) > 0";
  const ProveResult r = prove(goal_of(text), options);
  ASSERT_TRUE(r.proved);
  EXPECT_EQ(r.advice_problem, "");
  EXPECT_EQ(std::ranges::count_if(r.proof, [](const Step& s) { return s.is<rule::Cut>(); }), 1);
  EXPECT_EQ(advised(text, options.advice).verdict, Verdict::proved);
}

// The prover cuts x^2 - x + 1 > 0 in front, as hypothesis 2; mono drops it again. The writer of the proof sees neither.
TEST(Prover, AdviceNamesHypothesesAsWritten) {
  const std::string text = "var x in [-3, 3]\nvar y in [1, 2]\nassume y >= 3/2\nprove y/(x^2 - x + 1) > 0";
  for (const char* reference :
       {"hyp 2", "hyp {y^2 >= 9/4}", "hyp {2*y^2 >= 9/2}", "combine 0 2 1", "combine 0 {y^2 >= 9/4} 1"}) {
    ProveOptions options;
    options.advice = {"rewrite (y/(x^2 - x + 1))",
                      "cut y^2 >= 9/4",
                      "auto",
                      "cut y^2 + x >= -3/4",
                      "mono x lo",
                      "sign",
                      reference,
                      "factor (y/(x^2 - x + 1)) (1)",
                      "sign"};
    const ProveResult r = prove(goal_of(text), options);
    ASSERT_TRUE(r.proved);
    EXPECT_EQ(r.advice_problem, "");
    const Lines lines = to_lines(r.proof);
    EXPECT_TRUE(lines.front().starts_with("cut x^2 - x + 1 > 0"));
    EXPECT_TRUE(std::ranges::count(lines, "hyp 2") == 1 || std::ranges::count(lines, "combine 0 2 1") == 1);
    const Decision d = advised(text, options.advice);
    EXPECT_EQ(d.verdict, Verdict::proved);
    EXPECT_EQ(d.advice_problem, "");
    EXPECT_TRUE(std::ranges::count(d.rules, "mono") == 1) << reference;
  }
}

TEST(Prover, AdviceThatFailsSaysWhere) {
  const Goal g = goal_of("var x in [1, 2]\nassume x >= 5/4\nprove x >= 5/4");
  const std::vector<std::pair<Lines, std::string>> cases{
      {{"hyp 7"}, "line 1 of the given proof, `hyp 7`: hypothesis 7 does not exist there (there are 1)"},
      {{"hyp {x >= 3/2}"}, "line 1 of the given proof, `hyp {x >= 3/2}`: no hypothesis says x >= 3/2"},
      {{"hyp {x >=}"}, "is not a relation"},
      {{"cut x >= 1", "sign", "mono x lo", "sign", "hyp 1"}, "hypothesis 1 does not exist there (there is none)"},
      {{"cut x >= 1", "sign"}, "ends too early"},
      {{"hyp 1", "sign"}, "line 2 of the given proof, `sign`: the proof is complete before it"},
      {{"cut x >= 3/2", "auto", "hyp 1"}, "not proved: x >= 3/2"}};
  for (const auto& [advice, problem] : cases) {
    ProveOptions options;
    options.advice = advice;
    const ProveResult r = prove(g, options);
    EXPECT_TRUE(r.proved);  // without it
    EXPECT_NE(r.advice_problem.find(problem), std::string::npos) << r.advice_problem;
  }
}

TEST(Prover, AdviceThatWasNotFollowedIsNeverSilent) {
  ProveOptions options;
  options.advice = {"sign"};
  const ProveResult r = prove(goal_of("var x in [-1, 1]\nprove 1/x^2 >= 0"), options);  // nothing at 0
  EXPECT_FALSE(r.proved);
  EXPECT_NE(r.advice_problem.find("not seen to be defined"), std::string::npos) << r.advice_problem;
  // The same behind a cut: what it says does not help.
  options.advice = {"cut x^2 >= 0", "sign", "sign"};
  const ProveResult behind = prove(goal_of("var x in [-1, 1]\nprove 1/x^2 >= 0"), options);
  EXPECT_FALSE(behind.proved);
  EXPECT_NE(behind.advice_problem.find("not seen to be defined"), std::string::npos) << behind.advice_problem;
}

TEST(Prover, AdviceMayGoToAFace) {
  const std::string text = "var x in [0, 1]\nvar y in [0, 1]\nprove exp(x) + y^2/2 >= y - 1/2";
  const Lines advice{"split y 1/2", "face x lo 64", "auto", "eval 64"};
  const Decision d = advised(text, advice);
  EXPECT_EQ(d.verdict, Verdict::proved);
  EXPECT_EQ(d.advice_problem, "");
  EXPECT_EQ(std::ranges::count(d.rules, "face"), 1);
}

// An anchor at which a hypothesis fails proves nothing: both are false at x = 2.
TEST(Prover, AnchorsSatisfyTheHypotheses) {
  for (const char* text : {"var x in [1/2, 2]\nassume x = 2\nprove x <= 1999999/1000000",
                           "var x in [-2/3, 2]\nassume x*x - x/(1+x^2) = 18/5\nprove x < 2",
                           "var x in [0, 2]\nassume x^3 >= 8\nprove x^2 <= 3"}) {
    EXPECT_FALSE(attempt(text, 0, 400).proved) << text;
  }
}

TEST(Prover, UndefinedConclusionsAreNotProved) {
  for (const char* text : {"var x in [-1, 1]\nprove sqrt(x)^2 >= -1", "var x in [-1, 1]\nprove 1/x^2 > 0",
                           "var x in [0, 1]\nprove log(x) <= 0", "var x in [-1, 1]\nprove lgamma(x) = lgamma(x)",
                           "var x in [0, 1]\nprove 0/x = 0", "var x in [0, 1]\nprove x/x >= 1",
                           "var x in [-1, 1]\nassume log(x) > 0\nprove 1 > 0", "int n in [-2, 2]\nprove 0^n >= 0",
                           "var x in [-2, 2]\nvar y in [-1, 2]\nprove (x^2)^y >= 0",
                           "var x in [-2, 2]\nvar y in [1, 2]\nprove x^y >= -9"}) {
    const ProveResult r = attempt(text, 0, 5000);
    EXPECT_FALSE(r.proved) << text;
  }
}

TEST(Prover, DefinednessUnderHypotheses) {
  for (const char* text :
       {"var x in [-1, 1]\nassume x > 0\nprove log(x) <= x", "var x in [-1, 1]\nassume x >= 1/2\nprove 1/x <= 2",
        "var x in [0, 1]\nvar y in [0, 1]\nassume x > y\nprove sqrt(x - y) <= 1",
        "var x in [-3, -2]\nint n in [1, 5]\nprove x^(2*n) > 0"}) {
    const ProveResult r = attempt(text, 0, 20000);
    EXPECT_TRUE(r.proved) << text << "\n" << r.stuck;
  }
}

// The derivative of a derivative and so on, each simplified, leaves a goal that a few hundred boxes prove; the claim as
// it stands takes 14,000 leaves. What is left of the work must reach the last of them.
TEST(Prover, SlopesOfSlopesSaveBoxes) {
  const ProveResult r = attempt(
      "var e in [1/100, 2]\nvar a in [11/10, 10]\n"
      "prove log((exp(a*e) + exp((1-a)*e))/(1 + exp(e))) <= (a-1)*a*e^2/2",
      0, 2'000'000);
  EXPECT_TRUE(r.proved) << r.stuck;
  EXPECT_LT(r.boxes, 9000u);
  EXPECT_LT(to_lines(r.proof).size(), 500u);
}

TEST(Prover, DeadlineAndCancelEndIt) {
  // True, and some tenths of a second of work.
  const char* text =
      "var x in [0, 1]\nvar y in [0, 1]\nvar z in [0, 1]\nprove abs(x-y) + abs(y-z) + abs(z-x) + floor(x) >= "
      "2*max(x-y, y-z, z-x)";
  ProveOptions options;
  options.boxes.max_boxes = 100'000'000;
  options.boxes.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  const ProveResult late = prove(goal_of(text), options);
  EXPECT_FALSE(late.proved);
  EXPECT_TRUE(late.timed_out);
  const std::atomic<bool> cancel{true};
  options.boxes.deadline = std::chrono::steady_clock::time_point::max();
  options.boxes.cancel = &cancel;
  const ProveResult cancelled = prove(goal_of(text), options);
  EXPECT_FALSE(cancelled.proved);
  EXPECT_LT(cancelled.boxes, options.boxes.max_boxes);
}

// Multiplied out about the corner of the box, the first of them has millions of terms; by the slack of the simplex, the
// number 1 in the second one has as many.
TEST(Prover, LongBernsteinFormsAreNotMade) {
  for (const char* text : {
           "var x in [1, 2]\nvar y in [1, 2]\nvar z in [1, 2]\nvar w in [1, 2]\n"
           "prove x^60*y^60*z^60*w^60 - x^59*y^60*z^59*w^60 - x^60*y^59*z^60*w^59 + x^58*y^59*z^58*w^59 >= 0",
           "var x in (0, inf)\nvar y in (0, inf)\nvar z in (0, inf)\nvar w in (0, inf)\nassume x + y + z + w < 1\n"
           "prove x*y*z*w*(1 - x^30 - y^30*z^12 - 3*w^40*x^20) + x^50*(1 - x - y - z - w) >= 0",
       }) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_FALSE(try_tactic("bernstein-forms", goal_of(text), ProveOptions{})) << text;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << text;
  }
}

// What stands in a body has the body's index in it, of which the goal knows nothing.
TEST(Prover, NothingIsTakenOutOfBodies) {
  const Expr n = Expr::variable("n"), x = Expr::variable("x"), k = Expr::variable("k"), t = Expr::variable("t");
  const auto sum = [&](const Expr& body) { return Expr::repeated(Op::sum, k, 0, n - Expr(1), body); };
  const Expr floors = sum(floor(x + k / n)),
             e = floor(x) + floors + Expr::integral(t, Expr(0), Expr(1), sum(pow(t, k)));
  EXPECT_EQ(outer_rounded(e), std::vector<Expr>{floor(x)});
  std::vector<Expr> ranges;
  outermost_ranges(e, ranges);
  EXPECT_EQ(ranges, std::vector<Expr>{floors});
}

// Powers of powers: few terms, and numbers and exponents that no machine has room for.
TEST(Prover, LongPolynomialsAreNotMade) {
  const Context c = context_of("int a in (-inf, inf)\nvar x in (0, 1)");
  EXPECT_TRUE(polynomial(read("(3*a)^12*x^60", c), {Expr::variable("a"), Expr::variable("x")}));
  for (const char* base : {"a", "(2*a)", "(a + 1)"}) {
    std::string power = base;
    for (int i = 0; i < 9; ++i) power = "(" + power + "^12)";
    EXPECT_FALSE(polynomial(read(power, c), {Expr::variable("a")})) << base;
  }
}

}  // namespace
}  // namespace dpcert::verify
