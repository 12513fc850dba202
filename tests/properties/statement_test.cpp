// Statements as properties: what is true holds at every point that is drawn, what is false somewhere fails at a point
// that is exactly one, and the point is made simple without leaving the domain.
#include "dpcert/properties/statement.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "dpcert/core/error.hpp"

namespace dpcert::properties {
namespace {

CheckResult tried(const std::string& text, CheckOptions options = {}, const StatementOptions& how = {}) {
  if (options.cases == CheckOptions{}.cases) options.cases = 400;
  options.directed = 2000;
  return check("statement", statement_property(verify::parse_statement(text), how), options);
}

// The number after "NAME = " in a failure.
Rational noted(const CheckResult& r, const std::string& name) {
  const auto at = r.failure.find(name + " = ");
  EXPECT_NE(at, std::string::npos) << r.failure;
  const auto begin = at + name.size() + 3;
  return Rational::parse(r.failure.substr(begin, r.failure.find('\n', begin) - begin)).value();
}

TEST(StatementProperty, TrueOnesHold) {
  for (const std::string text : {
           "var p in (0, 1)\nvar q in (0, 1)\nprove p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) >= 2*(p - q)^2\n",
           "var x in (-inf, inf)\nprove exp(x) >= 1 + x\n",
           "int n in [1, inf)\nvar x in [0, inf)\nprove (1 + x)^n >= 1 + n*x\n",
           "logpartition g(1)\nvar x in [1, 2]\nprove g(x) + g(x + 2) >= 2*g(x + 1)\n",
           "dim d in [1, inf)\nvar x[i] in [0, 1] for i in 1..d\nprove prod(i, 1, d, x[i]) <= 1\n",
           "language 3\nint n in [1, inf)\nseq x(k)\nprove sum(k, 1, n, x(k)^2) >= 0\n",
       }) {
    const CheckResult r = tried(text);
    EXPECT_TRUE(r.passed) << text << r;
    EXPECT_EQ(r.random, 400) << text;
  }
  const CheckResult r = tried("var x in [0, 1]\nprove x*(1 - x) <= 1/4\n");
  EXPECT_GT(r.labels.at("at an end"), 0);
  EXPECT_GT(r.labels.at("near an end"), 0);
  ASSERT_TRUE(r.best);
  EXPECT_GT(*r.best, -1e-3);  // equality at x = 1/2
  EXPECT_LE(*r.best, 1e-30);
}

TEST(StatementProperty, AFailureIsSimpleAndCanBeReplayed) {
  const std::string text = "var x in (0, 10]\nvar y in [2, inf)\nprove x*(10 - x) <= 24 + 1/y\n";
  const CheckResult r = tried(text);
  ASSERT_FALSE(r.passed);
  const Rational x = noted(r, "x"), y = noted(r, "y");
  EXPECT_GT(x * (Rational(10) - x), Rational(24) + Rational(1) / y);
  EXPECT_GE(y, Rational(2));
  EXPECT_LE(x.bits() + y.bits(), 24U) << r.failure;
  const CheckResult again = tried(text, {.replay = r.replay});
  EXPECT_FALSE(again.passed);
  EXPECT_EQ(again.failure, r.failure);
}

TEST(StatementProperty, DirectedCasesFindWhatIsRare) {
  // False within 0.00001 of x = 0.7182 alone.
  const std::string text = "var x in [0, 1]\nprove abs(x - 7182/10000) >= 1/100000\n";
  const CheckResult r = tried(text);
  ASSERT_FALSE(r.passed);
  EXPECT_EQ(r.phase, "directed");
  CheckOptions blind;
  blind.cases = 400;
  EXPECT_TRUE(check("statement", statement_property(verify::parse_statement(text)), blind).passed);
}

TEST(StatementProperty, OnlyPointsOfTheHypotheses) {
  const CheckResult r = tried("var x in [0, 9]\nvar y in [0, 9]\nassume x + y = 1\nassume x > y\nprove x > 1/2\n");
  EXPECT_TRUE(r.passed) << r;
  EXPECT_GT(r.rejected.at("a hypothesis fails"), 0);
  EXPECT_FALSE(tried("var x in [0, 9]\nvar y in [0, 9]\nassume x + y = 1\nassume x > y\nprove x > 2/3\n").passed);
  const CheckResult none = tried("var x in [0, 1]\nassume x > 2\nprove x > 3\n");
  EXPECT_FALSE(none.passed) << "nothing was tried";
}

TEST(StatementProperty, SequencesOfNumbers) {
  EXPECT_FALSE(tried("language 3\nint n in [1, 9]\nseq x(k)\nprove sum(k, 1, n, x(k)) >= -30\n").passed);
  const std::string affine =
      "language 3\nint n in [0, 12]\nvar a in [1/2, 1]\nseq x(k): x(0) = 1, x(k + 1) = a*x(k) + 1\n";
  EXPECT_TRUE(tried(affine + "prove x(n) <= n + 1\n").passed);
  EXPECT_FALSE(tried(affine + "prove x(n) <= 6\n").passed);
}

TEST(StatementProperty, PointsOfAGivenBox) {
  StatementOptions how;
  how.boxes = {{{"x", {Rational(1, 3), Rational(1, 3) + Rational(1, 1'000'000)}}}};
  const std::string text = "var x in [0, 1]\nprove abs(x - 1000001/3000000) >= 1/10000000\n";
  CheckOptions blind;
  blind.cases = 200;
  EXPECT_TRUE(check("statement", statement_property(verify::parse_statement(text)), blind).passed);
  EXPECT_FALSE(check("statement", statement_property(verify::parse_statement(text), how), blind).passed);
}

TEST(StatementProperty, ShardsAndThreadsAreTheSameCases) {
  const auto seen = [](CheckOptions options) {
    std::ostringstream lines;
    options.cases = 60;
    options.observations = &lines;
    const auto s = verify::parse_statement("var x in [0, inf)\nvar y in (-1, 1)\nassume x >= y\nprove x + 1 > y\n");
    EXPECT_TRUE(check("statement", statement_property(s), options).passed);
    std::multiset<std::string> out;
    std::istringstream in(lines.str());
    for (std::string line; std::getline(in, line);) out.insert(line);
    return out;
  };
  const auto all = seen({});
  EXPECT_EQ(all.size(), 60U);
  EXPECT_EQ(seen({.threads = 3}), all);
  auto parts = seen({.shard = 0, .shards = 2});
  parts.merge(seen({.shard = 1, .shards = 2}));
  EXPECT_EQ(parts, all);
}

TEST(StatementProperty, FormulasAreRefused) {
  for (const std::string text : {"language 3\nvar x in [0, 1]\nprove exists y in [0, 1]: x = y\n",
                                 "language 3\nvar x in [0, 1]\nassume x >= 0 or x <= 1\nprove x <= 1\n"})
    EXPECT_THROW(static_cast<void>(statement_property(verify::parse_statement(text))), Error) << text;
}

}  // namespace
}  // namespace dpcert::properties
