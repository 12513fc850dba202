// Branch and bound: the same tree for any number of threads, a share that survives a timeout, suspects that are real.
#include <gtest/gtest.h>

#include "tests/engine/goals.hpp"
#include "tests/engine/problems.hpp"
#include "verify/engine/boxes/boxes.hpp"

namespace dpcert::verify {
namespace {

BoxResult boxes(const Goal& g, std::size_t most = 100'000, int threads = 1) {
  BoxOptions o;
  o.max_boxes = most;
  o.threads = threads;
  return prove_by_boxes(g, o);
}

const char* const hoeffding =
    "var p in [0, 1]\nvar s in [1/4, 4]\nprove exp(s^2/8) >= p*exp(s*(1-p)) + (1-p)*exp(-s*p)";
const char* const three =
    "var x in [1/2, 3]\nvar y in [1/2, 3]\nvar z in [0, 1]\nprove log(x + y) + z^2 >= z*log(x*y)/2 - 1/50";
const char* const long_one =
    "var x in [1, 3]\nvar y in [1, 3]\nvar z in [1, 3]\nprove lgamma(x+1) + lgamma(y+1) + lgamma(z+1) + "
    "abs(x - y)/1000 + 1/5 >= log(x*y*z) + lgamma(x) + lgamma(y) + lgamma(z)";

TEST(Boxes, ThreadsChangeNothing) {
  for (const char* text :
       {hoeffding, three, "var x in [0, 1]\nvar y in [-1, 1]\nassume x >= y^2\nprove x + 1/1000 >= y^4"}) {
    const Goal g = goal_of(text);
    const BoxResult one = boxes(g, 100'000, 1), two = boxes(g, 100'000, 2), four = boxes(g, 100'000, 4);
    ASSERT_TRUE(one.proved) << text << " " << one.hardest;
    EXPECT_EQ(one.tree, two.tree);
    EXPECT_EQ(one.tree, four.tree);
    EXPECT_EQ(one.boxes, two.boxes);
    EXPECT_EQ(one.share, 1.0);
  }
}

TEST(Boxes, ThreadsChangeNothingInLongProofs) {
  const Goal g = goal_of(long_one);
  const BoxResult one = boxes(g, 200'000, 1), three = boxes(g, 200'000, 3);
  ASSERT_TRUE(one.proved);
  EXPECT_GT(one.boxes, 50'000u);
  EXPECT_EQ(lines_of(one.tree).size(), one.boxes);
  EXPECT_TRUE(one.tree == three.tree);
}

TEST(Boxes, SecondOrderIsWorthIt) {
  BoxOptions plain;
  plain.second_order = false;
  plain.max_boxes = 400'000;
  const Goal g = goal_of(hoeffding);
  const BoxResult first = prove_by_boxes(g, plain), second = boxes(g);
  ASSERT_TRUE(second.proved);
  EXPECT_LT(5 * second.boxes, first.boxes);
  EXPECT_LT(second.boxes, 2000u);
}

TEST(Boxes, TreesAreComplete) {
  // Counting children: every split has two, every face, fix one, every leaf none; the tree ends exactly at the last
  // line.
  for (const char* text : {hoeffding, three, "int n in [1, 20]\nvar x in [0, 1]\nprove (1+x)^n >= 1 + n*x - 1/1000"}) {
    const BoxResult r = boxes(goal_of(text));
    ASSERT_TRUE(r.proved) << text;
    long open = 1;
    for (const auto& line : lines_of(r.tree)) {
      ASSERT_GT(open, 0);
      const std::string rule = line.substr(0, line.find(' '));
      open += rule == "split" ? 1 : rule == "face" || rule == "fix" ? 0 : -1;
      const bool leaf = rule == "eval" || rule == "ray" || rule == "mean" || rule == "taylor" || rule == "prune" ||
                        rule == "noint" || rule == "relax";
      ASSERT_TRUE(leaf || rule == "split" || rule == "face" || rule == "fix") << line;
    }
    EXPECT_EQ(open, 0);
  }
}

// Extrema on the boundary of a hypothesis, with their true values below (by Lagrange's conditions): each is proved with
// a margin in a few boxes, and the same with the margin on the other side is not proved at all.
TEST(Boxes, HypothesesAreRelaxed) {
  const std::string cube = "var x in [0, 1]\nvar y in [0, 1]\nvar z in [0, 1]\n";
  const std::string four = cube + "var w in [0, 1]\n";
  const std::string simplex = four + "assume x + y + z + w <= 1\n", sum = cube + "assume x + y + z = 1\n";
  const std::vector<std::tuple<std::string, std::string, Rational, std::size_t>> extrema{
      {simplex, "x*y + y*z + z*w + w*x", Rational(1, 4), 3000},  // (x + z)(y + w)
      {cube + "assume x + y + z <= 1\n", "x*y*z", Rational(1, 27), 1000},
      {sum, "exp(x) + exp(y) + exp(z)", Rational(4718281829, 1000000000), 3000},  // e + 2, at a corner
      {cube + "assume x + y >= 1\nassume y + z <= 1/2\n", "y*exp(-x)", Rational(303265330, 1000000000), 300},
      {"var x in [-2, 2]\nvar y in [-2, 2]\nassume x^2 + y^2 = 2\n", "x + y", Rational(2), 300},
      {"var x in [-2, 2]\nvar y in [-2, 2]\nassume x^2 + y^2 < 2\n", "x*y", Rational(1), 300}};
  for (const auto& [domain, expression, value, most] : extrema) {
    const std::string claim = domain + "prove " + expression + " <= ";
    const BoxResult proved = boxes(goal_of(claim + (value + Rational(1, 100)).str()), 2 * most);
    EXPECT_TRUE(proved.proved) << claim << proved.hardest;
    EXPECT_LT(proved.boxes, most) << claim;
    EXPECT_NE(proved.tree.find("relax "), std::string::npos);
    EXPECT_FALSE(boxes(goal_of(claim + (value - Rational(1, 1000)).str()), 3000).proved) << claim;
    BoxOptions arb;
    arb.doubles = false;
    arb.max_boxes = 2 * most;
    EXPECT_TRUE(prove_by_boxes(goal_of(claim + (value + Rational(1, 100)).str()), arb).proved) << claim;
  }
}

TEST(Boxes, RelaxationIsWorthIt) {
  const Goal g =
      goal_of("var x in [0, 1]\nvar y in [0, 1]\nvar z in [0, 1]\nassume x + y + z <= 1\nprove x*y*z <= 1/26");
  BoxOptions plain;
  plain.relax = false;
  const BoxResult without = prove_by_boxes(g, plain), with = boxes(g);
  ASSERT_TRUE(without.proved && with.proved);
  EXPECT_EQ(without.tree.find("relax"), std::string::npos);
  EXPECT_LT(5 * with.boxes, without.boxes);
}

TEST(Boxes, RelaxationsAreTheSameForAnyThreadsAndStates) {
  const Goal g = goal_of(
      "var p in [1/20, 1]\nvar q in [1/20, 1]\nvar a in [1/20, 1]\nvar b in [1/20, 1]\nassume p + q <= 9/10\n"
      "assume a + b <= 9/10\nassume p + q >= a + b\nprove p*log(p/a) + q*log(q/b) >= -1/20");
  std::vector<std::string> states;
  BoxOptions o;
  o.checkpoints.save = [&](const std::string&, const std::string& s) { states.push_back(s); };
  o.checkpoints.every = std::chrono::duration<double>(0);
  o.checkpoints.least_boxes = 0;
  const BoxResult one = prove_by_boxes(g, o), three = boxes(g, 100'000, 3);
  ASSERT_TRUE(one.proved);
  ASSERT_NE(one.tree.find("relax taylor"), std::string::npos);
  EXPECT_TRUE(one.tree == three.tree);
  ASSERT_FALSE(states.empty());
  for (const auto& state : {states.front(), states[states.size() / 2], states.back()}) {
    BoxOptions again = o;
    again.checkpoints.save = {};
    again.checkpoints.load = [&](const std::string&) { return state; };
    const BoxResult r = prove_by_boxes(g, again);
    EXPECT_TRUE(r.resumed);
    EXPECT_TRUE(r.tree == one.tree);
  }
}

TEST(Boxes, ATimeoutAndAShareAreTold) {
  // Touches 0 on the diagonal, so it never ends; the rest of the square is soon done.
  const Goal g = goal_of("var x in [0, 1]\nvar y in [0, 1]\nprove exp(x) + exp(y) >= 2*exp((x+y)/2)");
  BoxOptions o;
  o.max_boxes = 100'000'000;
  o.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);  // how far it gets is the machine's business
  const BoxResult r = prove_by_boxes(g, o);
  EXPECT_FALSE(r.proved);
  EXPECT_TRUE(r.timed_out);
  EXPECT_TRUE(r.tree.empty());
  EXPECT_LT(r.share, 1.0);
  const BoxResult few = boxes(g, 500);
  EXPECT_FALSE(few.proved);
  EXPECT_FALSE(few.timed_out);
  EXPECT_FALSE(few.hardest.empty());
  EXPECT_GT(few.share, 0.3);
  EXPECT_LT(few.share, 1.0);
}

TEST(Boxes, SuspectsViolate) {
  for (const char* text : {"var x in [0, 1]\nprove (x - 1/3)^2 > 1/100", "int n in [0, 9]\nprove (n-3)^2 >= 1",
                           "var x in [0, 1]\nvar y in [0, 1]\nassume x >= y\nprove x*y <= 1/2"}) {
    const Goal g = goal_of(text);
    const BoxResult r = boxes(g, 5000);
    EXPECT_FALSE(r.proved);
    ASSERT_FALSE(r.suspect.empty()) << text;
    const Ball d = enclose(g.difference(), r.suspect, 128);
    EXPECT_TRUE(g.strict() ? certainly_nonpositive(d) : certainly_negative(d)) << text;
    for (const auto& v : g.context.variables()) EXPECT_TRUE(v.range.contains(r.suspect.at(v.name)));
    for (const auto& h : g.context.hypotheses())
      EXPECT_TRUE(certainly_nonnegative(enclose(h.lhs - h.rhs, r.suspect, 128)));
  }
}

TEST(Boxes, RefuseWhatTheyCannotEvaluate) {
  EXPECT_FALSE(boxes(goal_of("var x in [0, 1]\nfun g(1)\nprove g(x)^2 >= 0")).proved);
  EXPECT_FALSE(boxes(goal_of("var x in [0, 1]\nprove x = x")).proved);
}

TEST(Boxes, HypothesesAboutFunctionsAreLeftAlone) {
  EXPECT_TRUE(
      boxes(goal_of("var x in [0, 1]\nfun g(1)\nassume g(x) > 0\nassume x >= 1/2\nprove x^2 >= 1/5 - (x-1/2)/10^9"))
          .proved);
  EXPECT_FALSE(boxes(goal_of("var x in [0, 1]\nfun g(1)\nassume g(x) > g(0)\nprove x > 0"), 200).proved);
}

TEST(Boxes, FalseProblemsAreNotProved) {
  for (const auto& p : false_problems()) {
    const Goal g = goal_of(p.text);
    EXPECT_FALSE(boxes(g, 3000, 2).proved) << p.name;
  }
}

TEST(Boxes, ProgressOnlyGrows) {
  BoxOptions o;
  double last = 0;
  std::size_t calls = 0, most = 0;
  o.progress = [&](double share, std::size_t count, double) {
    EXPECT_GE(share, last);
    EXPECT_GE(count, most);
    last = share;
    most = count;
    ++calls;
  };
  EXPECT_TRUE(prove_by_boxes(goal_of(hoeffding), o).proved);
  EXPECT_GT(calls, 3u);
  EXPECT_NEAR(last, 1.0, 1e-9);
}

TEST(Boxes, MemoryIsBoundedByCount) {
  const Goal g = goal_of(long_one);
  BoxOptions o;
  o.max_boxes = 100'000'000;
  o.max_bytes = 200'000;
  const BoxResult r = prove_by_boxes(g, o);
  EXPECT_FALSE(r.proved);
  EXPECT_TRUE(r.out_of_memory);
  EXPECT_TRUE(r.out_of_boxes);
  EXPECT_FALSE(r.timed_out);
  EXPECT_GT(r.boxes, 2000u);
  EXPECT_GT(r.bytes, o.max_bytes);
  EXPECT_LT(r.bytes, o.max_bytes + 1000);
  EXPECT_FALSE(r.hardest.empty());
  o.threads = 2;
  EXPECT_EQ(prove_by_boxes(g, o).boxes, r.boxes);
}

TEST(Boxes, FewBytesForABox) {
  // Decided boxes and text; the waiting ones are few here.
  BoxOptions o;
  const BoxResult r = prove_by_boxes(goal_of(three), o);
  ASSERT_TRUE(r.proved);
  EXPECT_LT(r.bytes, 64 * r.boxes + 10'000);
  EXPECT_GT(r.bytes, 24 * r.boxes);
}

}  // namespace
}  // namespace dpcert::verify
