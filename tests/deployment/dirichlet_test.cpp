// Dirichlet mechanisms as deployed: met and not met on both sides of the truth, with the definitions and the sampler as
// the second kind of evidence. Truths: closed forms, and long-double enumeration in
// tests/mechanisms/dirichlet_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "deployment/certified.hpp"
#include "dpcert/core/error.hpp"
#include "verify/deployment/evidence.hpp"
#include "verify/deployment/quadrature.hpp"

namespace dpcert::deployment {
namespace {

std::string config(const std::string& type, const std::string& fields, const std::string& target, int samples) {
  return "name = \"x\"\n[mechanism]\ntype = \"" + type + "\"\n" + fields + "[target]\n" + target +
         "\n[report]\norders = [2]\nepsilons = [\"1/4\"]\n[checks]\nproperty_cases = 0\nsamples = " +
         std::to_string(samples) + "\n";
}
Report report_of(const std::string& type, const std::string& fields, const std::string& target, int samples = 20000) {
  const Folder folder;
  return certified(config(type, fields, target, samples), folder.path());
}

// One record under the uniform prior: the loss of ehd and ehdl is eps/2, of ehds eps/(2 (1 + gamma)). Two categories of
// lshist: eps. Two counts that move under lsdim, d = 3: 2 eps/3; under lszhang eps/3.
TEST(DeployedDirichlet, TheLossDecidesOnBothSides) {
  struct Case {
    std::string type, fields;
    double loss;
  };
  const std::string two = "prior = [1, 1]\nn = 1\neps = 1\n", three = "prior = [1, 1, 1]\nn = 6\neps = 1\n";
  for (const Case& c : {Case{"ehd", two, 0.5}, Case{"ehdl", two, 0.5}, Case{"ehds", two + "gamma = 1\n", 0.25},
                        Case{"lshist", "prior = [1, 2]\nn = 6\neps = 1\n", 1.0}, Case{"lshist", three, 1.0},
                        Case{"lsdim", three, 2.0 / 3}, Case{"lszhang", three, 1.0 / 3}}) {
    SCOPED_TRACE(c.type);
    for (const double factor : {0.999, 1.001}) {
      const Report report =
          report_of(c.type, c.fields, "rdp = { order = \"inf\", epsilon = " + std::to_string(c.loss * factor) + " }");
      EXPECT_EQ(report.met(), factor > 1 ? Met::met : Met::not_met) << report.targets.at(0).why;
      EXPECT_FALSE(report.contradiction());
      EXPECT_TRUE(report.troubles().empty());
      EXPECT_NEAR(std::stod(report.targets.at(0).bounds.upper), c.loss, 1e-8);
      if (factor > 1) {
        EXPECT_NE(report.targets.at(0).agreeing().find("quadrature"), std::string::npos);
      }
    }
  }
}

// delta of floored Laplace noise, one count that moves: (1 - e^epsilon q)/2, q = exp(-eps).
TEST(DeployedDirichlet, DeltaIsTheClosedForm) {
  const double delta = (1 - std::exp(0.25 - 1)) / 2;
  const Report report =
      report_of("lshist", "prior = [1, 1]\nn = 9\neps = 1\n", "dp = { epsilon = \"1/4\", delta = \"27/100\" }");
  EXPECT_EQ(report.met(), Met::met) << report.targets.at(0).why;
  EXPECT_NEAR(std::stod(report.deltas.at(0).bounds.lower), delta, 1e-9);
  EXPECT_EQ(
      report_of("lshist", "prior = [1, 1]\nn = 9\neps = 1\n", "dp = { epsilon = \"1/4\", delta = \"26/100\" }").met(),
      Met::not_met);
}

// From the loss on delta is exactly 0. By enumeration in long double the loss is 0.3196 here.
TEST(DeployedDirichlet, PureTargetsAreMetFromTheLossOn) {
  const std::string fields = "prior = [1, 1]\nn = 20\neps = 1\ngamma = 1\n";
  EXPECT_EQ(report_of("ehds", fields, "dp = { epsilon = \"1/2\", delta = 0 }").met(), Met::met);
  EXPECT_EQ(report_of("ehds", fields, "dp = { epsilon = \"3/10\", delta = 0 }").met(), Met::not_met);
}

// The printed eps is no promise: under a tiny prior the loss of ehd is above it, and the report says so.
TEST(DeployedDirichlet, AboveThePrintedEpsIsNotMet) {
  const Report report =
      report_of("ehd", "prior = [\"1e-60\", \"1e-60\"]\nn = 5\neps = 1\n", "dp = { epsilon = 1, delta = 0 }");
  EXPECT_EQ(report.met(), Met::not_met);
  bool said = false;
  for (const auto& [what, value] : report.facts) said = said || value.find("ABOVE eps") != std::string::npos;
  EXPECT_TRUE(said);
}

// The laws for quadrature are probabilities of every pair, from the definitions, for floored noise and for the
// exponential mechanisms; the sampler's scores are logs of their ratios.
TEST(DeployedDirichlet, LawsAndScoresAreThoseOfThePair) {
  for (const char* type : {"lszhang", "lsdim", "lshist", "ehd", "ehdl", "ehds"}) {
    const std::string gamma = std::string(type) == "ehds" ? "gamma = 1\n" : "";
    for (const char* fields : {"prior = [1, 3]\nn = 1\neps = 1\n", "prior = [1, 3]\nn = 8\neps = 2\n",
                               "prior = [1, 1, 2]\nn = 4\neps = 2\n", "prior = [1, 1, 2]\nn = 1\neps = 2\n"}) {
      Config c = read_config("x.toml", config(type, fields + gamma, "dp = { epsilon = 0, delta = 1 }", 0));
      const Deployed d = deployed_mechanism(c);
      ASSERT_FALSE(d.laws.empty());
      for (const LawPair& laws : d.laws) {
        double p = 0, q = 0;
        for (const auto& o : laws.outcomes) p += o.p, q += o.q;
        EXPECT_NEAR(p, 1, 1e-12) << type << '\n' << fields;
        EXPECT_NEAR(q, 1, 1e-12) << type << '\n' << fields;
      }
      // The first law is that of the first pair: a score is the log of a ratio of one of its outcomes, and the mean of
      // exp(-score) over draws of P is 1.
      Random random(5);
      double sum = 0;
      constexpr int draws = 4000;
      for (int i = 0; i < draws; ++i) {
        const double score = d.pairs.at(0).from_p(random);
        double nearest = HUGE_VAL;
        for (const auto& o : d.laws.at(0).outcomes)
          nearest = std::fmin(nearest, std::fabs(score - std::log(o.p / o.q)));
        ASSERT_LT(nearest, 1e-9) << type << '\n' << fields;
        sum += std::exp(-score);
      }
      EXPECT_NEAR(sum / draws, 1, 0.15) << type << '\n' << fields;  // deviations up to e^2/sqrt(4000) = 0.12
    }
  }
}

TEST(DeployedDirichlet, BadFieldsAreOneLine) {
  const auto refused = [](const std::string& type, const std::string& fields) {
    try {
      Config c = read_config("x.toml", config(type, fields, "dp = { epsilon = 0, delta = 1 }", 0));
      (void)deployed_mechanism(c);
    } catch (const ConfigError& e) {
      const std::string what = e.what();
      EXPECT_EQ(what.find('\n'), std::string::npos);
      return what;
    }
    return std::string();
  };
  EXPECT_NE(refused("ehd", "prior = [1, 0]\nn = 5\neps = 1\n").find("prior"), std::string::npos);
  EXPECT_NE(refused("ehd", "prior = [1, 1]\nn = -5\neps = 1\n").find("mechanism.n"), std::string::npos);
  EXPECT_NE(refused("ehd", "prior = [1, 1]\nn = 20000\neps = 1\n").find("from 1 to 10000"), std::string::npos);
  EXPECT_NE(refused("ehd", "prior = [1, 1]\nn = 5\neps = 0\n").find("mechanism.eps"), std::string::npos);
  EXPECT_NE(refused("ehds", "prior = [1, 1]\nn = 5\neps = 1\ngamma = 0\n").find("mechanism.gamma"), std::string::npos);
  EXPECT_NE(refused("ehd", "prior = [1, 1]\nn = 5\neps = 1\ngamma = 1\n").find("gamma"), std::string::npos);
}

}  // namespace
}  // namespace dpcert::deployment
