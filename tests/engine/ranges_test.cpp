// Steps for sums and products over ranges and for sequences: lines that read back, the goals that they leave, and
// points at which such statements are false. What is expected is docs/certificate-format.md and arithmetic done by
// hand.
#include <gtest/gtest.h>

#include "tests/engine/goals.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/proof/step.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

const std::string two =
    "language 3\nint n in [1, inf)\nseq y(k)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\n";

// The last hypothesis of each goal that a line leaves, and its relation.
std::vector<std::string> left_by(const std::string& line, const Goal& g) {
  const Step step = read_step(line, g.context);
  EXPECT_EQ(to_text(step), line);
  std::vector<std::string> out;
  const auto children = apply(step, g);
  if (!children) return {"nothing"};
  for (const Goal& child : *children)
    out.push_back(child.context.hypotheses().empty() ? "" : to_text(child.context.hypotheses().back()));
  return out;
}

TEST(RangeSteps, LeaveWhatTheySay) {
  const Goal g = goal_of(two + "prove sum(k, 1, n + 1, y(k)) >= 0");
  using Lines = std::vector<std::string>;
  EXPECT_EQ(left_by("unfold (sum(k, 1, n + 1, y(k))) last", g),
            Lines{"sum(k, 1, n + 1, y(k)) = sum(k, 1, n, y(k)) + y(n + 1)"});
  EXPECT_EQ(left_by("unfold (prod(k, 1, n, y(k))) first", g), Lines{"prod(k, 1, n, y(k)) = prod(k, 2, n, y(k))*y(1)"});
  EXPECT_EQ(left_by("unfold (prod(k, n, 0, y(k))) empty", g), Lines{"prod(k, n, 0, y(k)) = 1"});
  EXPECT_EQ(left_by("split (sum(k, 1, 2*n, y(k))) (n)", g),
            Lines{"sum(k, 1, 2*n, y(k)) = sum(k, 1, n, y(k)) + sum(k, n + 1, 2*n, y(k))"});
  EXPECT_EQ(left_by("shift (sum(k, 1, n, y(k))) (1)", g), Lines{"sum(k, 1, n, y(k)) = sum(k, 2, n + 1, y(k - 1))"});
  EXPECT_EQ(left_by("define f (1)", g), Lines{"f(1) = 1"});
  EXPECT_EQ(left_by("define f (1) next", g), Lines{"f(3) = f(2) + f(1)"});
  EXPECT_EQ(left_by("define f (n)", g), Lines{"f(n + 2) = f(n + 1) + f(n)"});
  EXPECT_EQ(left_by("define y (n)", g), Lines{"nothing"});
  EXPECT_EQ(left_by("unfold (y(n)) last", g), Lines{"nothing"});
}

TEST(RangeSteps, TermwiseLeavesTheTermsAtANewIndex) {
  const Goal g = goal_of(two + "prove prod(k, 1, n, y(k)) >= prod(k, 1, n, 1 - y(k))");
  const auto children = apply(read_step("termwise j", g.context), g);
  ASSERT_TRUE(children);
  ASSERT_EQ(children->size(), 2U);
  EXPECT_EQ(to_text((*children)[0].relation), "y(j) >= 1 - y(j)");
  EXPECT_EQ(to_text((*children)[1].relation), "1 - y(j) >= 0");
  const auto& h = (*children)[0].context.hypotheses();
  ASSERT_EQ(h.size(), 2U);
  EXPECT_EQ(to_text(h[0]), "j >= 1");
  EXPECT_EQ(to_text(h[1]), "n >= j");
  EXPECT_TRUE((*children)[0].context.find(Expr::variable("j"))->integer);
  EXPECT_FALSE(apply(read_step("termwise n", g.context), g));  // a name that is there
}

// Of sums without a term, and integrals over a point, the lesser one is not less: a step there would be a proof that
// the checker rejects.
TEST(RangeSteps, StrictTermwiseNeedsAPlaceInTheRange) {
  const auto left = [](const std::string& before, const std::string& relation) {
    const Goal g = goal_of("language 3\nseq y(k)\n" + before + "\nprove " + relation);
    return apply(read_step("termwise j", g.context), g).has_value();
  };
  EXPECT_TRUE(left("int n in [1, inf)", "sum(k, 1, n, y(k)) > 0"));
  EXPECT_FALSE(left("int n in [0, inf)", "sum(k, 1, n, y(k)) > 0"));
  EXPECT_FALSE(left("int m in [1, 9]\nint n in [1, 9]", "prod(k, m, n, y(k)) > prod(k, m, n, 1 - y(k))"));
  EXPECT_TRUE(left("int n in [0, inf)", "sum(k, 1, n, y(k)) >= 0"));
  EXPECT_TRUE(left("var c in (0, 1]", "integral(x, 0, c, exp(x^2)) > 0"));
  EXPECT_FALSE(left("var c in [0, 1]", "integral(x, 0, c, exp(x^2)) > 0"));
  EXPECT_FALSE(left("var c in [0, 1]", "integral(x, c, 1, exp(x^2)) > integral(x, c, 1, x)"));
  EXPECT_TRUE(left("var c in [0, 1]", "integral(x, c, inf, exp(-x)) > 0"));
  EXPECT_TRUE(left("var c in [0, 1]", "integral(x, 0, c, exp(x^2)) >= 0"));
}

TEST(RangeSteps, AnIntegerHypothesisIsForIntegers) {
  const Goal g = goal_of(
      "language 3\nint n in [1, 9]\nvar a in [1, 9]\nseq y(k)\n"
      "assume forall int k in [1, n]: y(k) >= k/2\nprove y(1) >= 1/2");
  EXPECT_EQ(left_by("inst 1 (n)", g), std::vector<std::string>{"y(n) >= n/2"});
  EXPECT_FALSE(apply(rule::Inst{1, {Expr::variable("a")}}, g));
}

TEST(RangeSteps, OneInstanceForEachQuantifier) {
  const Goal g = goal_of(
      "language 3\nint n in [2, 9]\nseq y(k)\n"
      "assume forall int i in [1, n]: forall int j in [i, n]: y(j) >= y(i) + i\nprove y(n) >= y(1)");
  EXPECT_EQ(left_by("inst 1 (n - 1) (n)", g), std::vector<std::string>{"y(n) >= y(n - 1) + (n - 1)"});
  EXPECT_EQ(left_by("inst 1 (n)", g), std::vector<std::string>{"nothing"});
  EXPECT_EQ(left_by("inst 1 (1) (1) (1)", g), std::vector<std::string>{"nothing"});
}

// A recursion is forgotten with the hypotheses on what it mentions.
TEST(RangeSteps, RecursionsGoWithTheirVariables) {
  const Goal g = goal_of("language 3\nvar a in [0, 1]\nseq x(k): x(0) = a, x(k + 1) = x(k)\nprove x(3) >= 0");
  const Expr a = Expr::variable("a");
  EXPECT_TRUE(g.context.find_sequence("x")->recursion);
  EXPECT_FALSE(g.context.without_hypotheses_on(a).find_sequence("x")->recursion);
  EXPECT_EQ(g.context.with_value(a, 1).find_sequence("x")->recursion->first[0], Expr(1));
}

TEST(RangeSteps, WhatHasNoDerivativeLeavesNothing) {
  const Goal g = goal_of("language 3\nint n in [1, 9]\nvar a in [0, 1]\nprove prod(k, 1, n, a + k) >= 0");
  EXPECT_FALSE(apply(rule::Mono{Expr::variable("a"), true}, g));
}

TEST(RangeDefinedness, IsAskedForAtEachIndex) {
  const auto asked = [](const std::string& relation) {
    const Goal g = goal_of("language 3\nint n in [1, inf)\nprove " + relation);
    return side_conditions(g.relation.lhs, g.context).size();
  };
  EXPECT_EQ(asked("sum(k, 1, n, 1/k) > 0"), 0U);
  EXPECT_EQ(asked("sum(k, 0, n, 1/k) > 0"), 1U);  // and nothing shows it
  EXPECT_EQ(asked("sum(k, 1, n, log(k)) > 0"), 0U);
}

// What the checker takes from hypotheses for all integers of a range (docs/certificate-format.md, "Sums, products and
// sequences") is known here, and no more.
TEST(RangeDefinedness, IsKnownFromHypothesesForAllIntegers) {
  const auto with = [](const std::string& forall) {
    return goal_of("language 3\nint n in [1, inf)\nseq y(i)\nassume forall int i in " + forall +
                   ": y(i) > 0\nprove sum(k, 1, n, log(y(k))) >= sum(k, 1, n, y(k))");
  };
  const auto asked = [&](const std::string& forall) {
    const Goal g = with(forall);
    return side_conditions(g.relation.lhs, g.context).size();
  };
  const auto is_positive = [&](const std::string& forall) {
    const Goal g = with(forall);
    return g.context.positive_(g.relation.rhs);
  };
  for (const std::string enough : {"[1, n]", "[0, inf)", "[-1, n + 3]"}) {
    EXPECT_EQ(asked(enough), 0U) << enough;
    EXPECT_TRUE(is_positive(enough)) << enough;
  }
  for (const std::string less : {"[2, n]", "[1, n - 1]", "[1, 5]", "[n, n]"}) {
    EXPECT_EQ(asked(less), 1U) << less;
    EXPECT_FALSE(is_positive(less)) << less;
  }
}

TEST(RangeForms, SumsAreLinear) {
  const Context c = context_of(two + "var a in [0, 1]");
  Algebra algebra = c.algebra();
  const auto zero = [&](const char* text) {
    Instance i = names_of(c);
    return algebra.is_zero(parse_expression(text, i));
  };
  EXPECT_TRUE(zero("sum(k, 1, n, a*y(k) + 3*f(k)) - a*sum(j, 1, n, y(j)) - 3*sum(k, 1, n, f(k))"));
  EXPECT_TRUE(zero("sum(k, 1, n, 1) - n"));
  EXPECT_TRUE(zero("sum(k, n, n + 1, y(k)) - y(n) - y(n + 1)"));
  EXPECT_TRUE(zero("sum(k, 1, n, sum(j, 1, k, y(j)) + y(k)) - sum(i, 1, n, y(i)) - sum(i, 1, n, sum(k, 1, i, y(k)))"));
  EXPECT_FALSE(zero("sum(k, 1, n, k*y(k)) - n*sum(k, 1, n, y(k))"));
  EXPECT_FALSE(zero("sum(k, 1, n - 3, 1) - n + 3"));  // there may be none
  EXPECT_FALSE(zero("sum(k, 1, n, y(k)) - sum(k, 1, n + 1, y(k))"));
}

// An interval without a number in it, as a quantifier may have one: there is no point, and nothing to try.
TEST(RangePoints, NoNumberLiesInAnEmptyInterval) {
  Instance s = parse_statement("language 3\nvar x in [0, 1]\nvar y in [1, 2]\nprove x >= 2*y").instance();
  ASSERT_TRUE(search_points(s, {}).counterexample);
  Range& r = s.variables[1].range;
  for (const bool closed : {true, false}) {
    r.lo = {false, closed, Rational(2)}, r.hi = {false, closed, Rational(closed ? 1 : 2)};
    const auto found = search_points(s, {});
    EXPECT_FALSE(found.counterexample || found.inhabited);
  }
}

// The harmonic numbers fall below log(n) + 3/5 at n = 22, by addition; Euler's constant they stay above.
TEST(RangePoints, FarInsideOfARange) {
  const auto found = [](const std::string& n, const std::string& relation) {
    return search_points(parse_statement("language 3\nint n in " + n + "\nprove " + relation).instance(), {})
        .counterexample;
  };
  for (const std::string n : {"[1, inf)", "[1, 100]", "(0, 22]"}) {
    const auto false_from = found(n, "sum(k, 1, n, 1/k) >= log(n) + 3/5");
    ASSERT_TRUE(false_from) << n;
    EXPECT_GE(false_from->point.at("n"), Rational(22)) << n;
  }
  EXPECT_FALSE(found("[1, 21]", "sum(k, 1, n, 1/k) >= log(n) + 3/5"));
  EXPECT_FALSE(found("[1, inf)", "sum(k, 1, n, 1/k) >= log(n) + 577215/1000000"));
  // H(n) - log(n + 1) is Euler's constant less 1/(2 n) or so: above 577/1000 from n = 2318 or so on.
  const auto far = found("[1, inf)", "sum(k, 1, n, 1/k) <= log(n + 1) + 577/1000");
  ASSERT_TRUE(far);
  EXPECT_GE(far->point.at("n"), Rational(2300));
  EXPECT_FALSE(found("[1, 2200]", "sum(k, 1, n, 1/k) <= log(n + 1) + 577/1000"));
  const auto below = found("(-inf, 0]", "sum(k, n, 0, k) >= -50");  // -(m (m + 1))/2 for n = -m: false from m = 10 on
  ASSERT_TRUE(below);
  EXPECT_LE(below->point.at("n"), Rational(-10));
  EXPECT_FALSE(found("[-9, 0]", "sum(k, n, 0, k) >= -50"));
}

// What a hypothesis said is kept for each choice of what it speaks of: of a sequence that is also what its recursion
// speaks of, and of a bound of a range what stands in its ends. By hand: the failures are at a = 2 twice, at
// n = m = 3 and at any x that is above 0.
TEST(RangePoints, HypothesesAreAskedForEachChoiceOfWhatTheySpeakOf) {
  const auto failure = [](const std::string& text) {
    return search_points(parse_statement("language 3\n" + text).instance(), {}).counterexample;
  };
  const auto recursive =
      failure("var a in [-1, 2]\nseq x(k): x(1) = a, x(k + 1) = x(k)\nassume x(3) >= 2\nprove x(2) <= 1");
  ASSERT_TRUE(recursive);
  EXPECT_EQ(recursive->point.at("a"), Rational(2));
  const auto nested = failure(
      "var a in [0, 3]\nseq y(k): y(1) = a, y(k + 1) = y(k)\nseq x(k): x(1) = 0, x(k + 1) = x(k) + y(k)\n"
      "assume x(3) >= 4\nprove a < 2");
  ASSERT_TRUE(nested);
  EXPECT_EQ(nested->point.at("a"), Rational(2));
  const auto ended =
      failure("int n in [1, 3]\nint m in [1, 3]\nassume forall int k in [n, m]: k >= 3\nassume n <= m\nprove n >= 4");
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->point.at("n"), Rational(3));
  EXPECT_EQ(ended->point.at("m"), Rational(3));
  EXPECT_TRUE(failure("seq x(i, j)\nassume x(1, 2) > 0\nprove x(2, 2) <= 0"));
}

TEST(RangePoints, WhereAStatementIsFalse) {
  const auto found = [](const std::string& text) { return search_points(parse_statement(text).instance(), {}); };
  const auto gauss = found("language 3\nint n in [0, inf)\nprove sum(k, 1, n, k) = n*(n - 1)/2");
  ASSERT_TRUE(gauss.counterexample);
  EXPECT_EQ(gauss.counterexample->point.at("n"), Rational(1));
  const auto fibonacci =
      found("language 3\nint n in [0, inf)\nseq f(k): f(0) = 0, f(1) = 1, f(k + 2) = f(k + 1) + f(k)\nprove f(n) = n");
  EXPECT_FALSE(fibonacci.counterexample && fibonacci.counterexample->point.at("n") < Rational(2));
  const auto order = found(
      "language 3\nint n in [1, inf)\nseq y(k)\nassume forall int k in [1, n]: y(k) >= 0\n"
      "prove sum(k, 1, n, y(k)) >= 1");
  ASSERT_TRUE(order.counterexample);
  EXPECT_EQ(order.counterexample->with, Interpretation{"y(k) = 0"});
  const auto mean = found(
      "language 3\nint n in [1, inf)\nseq w(k)\nassume forall int k in [1, n]: w(k) >= 0\n"
      "assume sum(k, 1, n, w(k)) = 1\nprove sum(k, 1, n, w(k)^2) <= 1");
  EXPECT_FALSE(mean.counterexample);
  EXPECT_TRUE(mean.inhabited);
}

}  // namespace
}  // namespace dpcert::verify
