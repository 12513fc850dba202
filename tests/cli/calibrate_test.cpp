#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/program.hpp"

namespace dpcert::cli::testing {
namespace {

using nlohmann::json;

json calibrated(std::vector<std::string> words, int status = 0) {
  words.insert(words.begin(), "calibrate");
  words.emplace_back("--json");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, status) << outcome.err;
  return json::parse(outcome.out);
}

// 0.66155884953...: by enumeration of all 200 pairs of data sets (tests/mechanisms/data/make_calibration.py's
// functions).
TEST(Calibrate, BetaBernoulliBothDirections) {
  const json found = calibrated({"beta_bernoulli", "algorithm=diffused", "prior=6,18", "n=100", "order=10", "eps=1"});
  EXPECT_EQ(found.at("value"), "0.661558849534");
  EXPECT_EQ(found.at("insufficient"), "0.661558849535");
  EXPECT_EQ(found.at("parameter"), "r");
  EXPECT_TRUE(found.at("proved"));
  ASSERT_EQ(found.at("claims").size(), 3u);
  for (const json& claim : found.at("claims")) EXPECT_EQ(claim.at("verdict"), "proved") << claim;
  EXPECT_LE(std::stod(found.at("epsilon")[1].get<std::string>()), 1.0);
  EXPECT_GT(std::stod(found.at("epsilon_insufficient")[1].get<std::string>()), 1.0);
  const json back = calibrated(
      {"beta_bernoulli", "algorithm=diffused", "prior=6,18", "n=100", "order=10", "r=0.661558849534", "--skip-proofs"});
  EXPECT_EQ(back.at("direction"), "forward");
  EXPECT_NEAR(std::stod(back.at("epsilon")[1].get<std::string>()), 0.9999999999777104,
              1e-12);  // mpmath, the same enumeration
  EXPECT_FALSE(back.at("proved"));
  EXPECT_EQ(back.at("claims")[0].at("verdict"), "not looked at");
}

// Floored Laplace noise has the loss eps for two categories, and one record under the uniform prior the loss eps/2.
TEST(Calibrate, DirichletMechanismsBothDirections) {
  const json found = calibrated({"lshist", "prior=1,1", "n=20", "epsilon=1/3"});
  EXPECT_EQ(found.at("parameter"), "eps");
  EXPECT_EQ(found.at("value"), "0.333333333333");
  EXPECT_EQ(found.at("insufficient"), "0.333333333334");
  EXPECT_EQ(found.at("bound"), "exact");
  const json forward = calibrated({"ehd", "prior=1,1", "n=1", "eps=3", "neighbours=counts"});
  EXPECT_EQ(forward.at("direction"), "forward");
  EXPECT_NEAR(std::stod(forward.at("privacy_loss")[0].get<std::string>()), 1.5, 1e-12);
  const json smooth = calibrated({"ehds", "prior=1,1", "n=1", "gamma=1/2", "epsilon=1"});
  EXPECT_NEAR(std::stod(smooth.at("value").get<std::string>()), 3, 1e-9);
  EXPECT_NE(smooth.at("meaning").get<std::string>().find("is not claimed"), std::string::npos);
  const auto refused = [](std::vector<std::string> words, const std::string& part) {
    words.insert(words.begin(), "calibrate");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  };
  refused({"ehd", "prior=1,1", "n=5"}, "given neither");
  refused({"ehd", "prior=1,1", "n=5", "eps=1", "epsilon=1"}, "given both");
  refused({"ehd", "prior=1,1", "n=5", "epsilon=-1"}, "epsilon: expected a number from 1e-100 to 10^6");
  refused({"ehd", "prior=1,0", "n=5", "epsilon=1"}, "prior: expected numbers > 0");
  refused({"ehd", "prior=1,1", "n=-5", "epsilon=1"}, "n: expected an integer");
  refused({"ehds", "prior=1,1", "n=5", "epsilon=1", "gamma=-2"}, "gamma: expected a number > 0");
}

// The examples of all texts run, and those for a coin have the paper's prior: eta0 = (6, 18) is Beta(6, 18 - 6).
// Values: by enumeration of all 200 pairs of data sets, as above.
TEST(Calibrate, ExamplesUseThePapersPrior) {
  const std::string source = DPCERT_SOURCE_DIR;
  const std::vector<std::string> texts{run({"--help"}).out, run({"calibrate", "--help"}).out,
                                       slurp(source + "/README.md"), slurp(source + "/docs/calibration.md")};
  int examples = 0, coins = 0;
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    int here = 0;
    for (std::string line; std::getline(lines, line);) {
      // A command, not a sentence or a line of usage.
      const auto start = line.find("dpcert calibrate ");
      if (start == std::string::npos || line.find_first_of("`[") != std::string::npos) continue;
      std::istringstream rest(line.substr(start + std::string("dpcert calibrate ").size()));
      std::vector<std::string> words;
      for (std::string word; rest >> word && word[0] != '#';) words.push_back(word);
      words.emplace_back("--skip-proofs");
      const json found = calibrated(words);
      ++examples, ++here;
      if (words[0] != "beta_bernoulli") continue;
      ++coins;
      EXPECT_NE(std::find(words.begin(), words.end(), "prior=6,12"), words.end()) << line;
      const bool diffused = found.at("parameter") == "r";
      const double value =
          std::stod(diffused ? found.at("value").get<std::string>() : found.at("epsilon")[1].get<std::string>());
      EXPECT_NEAR(value, diffused ? 0.661477975922630801 : 0.338080663864679755, 1e-12) << line;
    }
    EXPECT_GT(here, 0);
  }
  EXPECT_GE(examples, 8);
  EXPECT_GE(coins, 5);
}

TEST(Calibrate, PublicRecordsAreInThePrior) {
  const json with = calibrated({"beta_bernoulli", "algorithm=concentrated", "prior=2,3", "public=4,15", "n=9",
                                "order=4", "eps=1/4", "--skip-proofs"});
  const json without = calibrated(
      {"beta_bernoulli", "algorithm=concentrated", "prior=6,18", "n=9", "order=4", "eps=1/4", "--skip-proofs"});
  EXPECT_EQ(with.at("value"), without.at("value"));
}

TEST(Calibrate, DirichletHull) {
  const std::vector<std::string> words{"dirichlet", "algorithm=diffused", "d=1000",       "n=100000",
                                       "order=8",   "eps=1/10",           "--skip-proofs"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return more;
  };
  EXPECT_EQ(calibrated(with({"prior=1/2", "over=hull"})).at("value"), calibrated(with({"prior=1/2"})).at("value"));
  // Small prior counts: a bracket, below the answer for data sets.
  const json bracket = calibrated(with({"prior=1/20", "over=hull"}));
  EXPECT_EQ(bracket.at("bound"), "bracket");
  const double value = std::stod(bracket.at("value").get<std::string>()),
               above = std::stod(bracket.at("insufficient").get<std::string>());
  EXPECT_LT(value, above);
  EXPECT_LE(std::stod(bracket.at("epsilon")[1].get<std::string>()), 0.1);
  EXPECT_GT(std::stod(bracket.at("epsilon_insufficient")[0].get<std::string>()), 0.1);
  EXPECT_LE(value, std::stod(calibrated(with({"prior=1/20"})).at("value").get<std::string>()));
}

TEST(Calibrate, OtherMechanisms) {
  EXPECT_EQ(calibrated({"gaussian_mean", "algorithm=concentrated", "variance=4", "prior_count=3", "clip=2", "n=10",
                        "order=5", "eps=1/2", "--skip-proofs"})
                .at("value"),
            "0.3");
  EXPECT_EQ(calibrated({"glm", "parameter=beta", "c=1", "n=100", "order=10", "eps=1/2", "--skip-proofs"}).at("value"),
            "0.4");
  EXPECT_EQ(calibrated({"glm", "parameter=rho", "beta=1/50", "c=1", "n=100", "order=10", "eps=1/20", "--skip-proofs"})
                .at("value"),
            "0.0707106781186");
  EXPECT_EQ(calibrated({"statistical_query", "algorithm=diffused", "prior=6,18", "n=100", "order=10", "eps=1",
                        "--skip-proofs"})
                .at("value"),
            "0.661558849534");
  // Of Gibbs posteriors beta is calibrated to (eps, delta); roots by mpmath.
  const json gibbs = calibrated({"gibbs_gaussian", "n=1000", "radius=1", "eps=1/10", "delta=1/1000"});
  EXPECT_EQ(gibbs.at("value"), "0.825319461575");
  EXPECT_TRUE(gibbs.at("proved"));
  EXPECT_LE(std::stod(gibbs.at("delta")[1].get<std::string>()), 0.001);
  EXPECT_GT(std::stod(gibbs.at("delta_insufficient")[0].get<std::string>()), 0.001);
  EXPECT_EQ(calibrated({"gibbs_lipschitz", "lipschitz=1", "convexity=1", "eps=1/10", "delta=1/1000", "--skip-proofs"})
                .at("value"),
            "0.0287283738066");
  // A beta below the largest, with the target: its delta, as without.
  const json within = calibrated(
      {"gibbs_lipschitz", "lipschitz=1", "convexity=1", "eps=1/10", "delta=1/1000", "beta=0.0287", "--skip-proofs"});
  EXPECT_EQ(within.at("value"), "0.0287");
  EXPECT_LE(std::stod(within.at("delta")[1].get<std::string>()), 0.001);
  EXPECT_EQ(calibrated({"gibbs_gaussian", "n=10", "radius=1", "precision=1", "eps=1/2", "beta=1/2", "--skip-proofs"})
                .at("delta")[0]
                .get<std::string>()
                .substr(0, 12),
            "0.0275553781");
}

TEST(Calibrate, BadInputIsOneLineAndStatus2) {
  struct Case {
    std::vector<std::string> words;
    const char* says;
  };
  for (const Case& c :
       {Case{{"beta_bernoulli", "algorithm=diffused", "prior=0,1", "n=1", "order=2", "eps=1"}, "no r exists"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2", "r=1"}, "lambda*"},
        Case{{"beta_bernoulli", "algorithm=direct", "prior=1,1", "n=1", "order=5"}, "lambda*"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2", "eps=0"}, "eps"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=1", "eps=1"}, "order"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2", "eps=1", "r=1"}, "both"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2"}, "neither"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2", "r=2"}, "at most 1"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=0", "order=2", "eps=1"}, "n"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1,1", "n=1", "order=2", "eps=1"}, "two counts"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,x", "n=1", "order=2", "eps=1"}, "given 'x'"},
        Case{{"beta_bernoulli", "algorithm=other", "prior=1,1", "n=1", "order=2", "eps=1"}, "algorithm"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2", "eps=1", "k=1"}, "'k'"},
        Case{{"beta_bernoulli", "algorithm=diffused", "prior=1,1", "n=1", "order=2", "eps=1", "n=2"}, "twice"},
        Case{{"dirichlet", "algorithm=diffused", "prior=1", "d=1001", "n=1", "order=2", "eps=1"}, "d:"},
        Case{{"gibbs_gaussian", "n=1", "radius=1", "eps=1"}, "neither"},
        Case{{"gibbs_gaussian", "n=1000", "radius=1", "eps=0.1", "delta=0.001", "beta=0.8254"},
             "beta: expected at most 0.825319461575, the largest that is (0.1, 0.001)-private, given '0.8254'"},
        Case{{"gibbs_lipschitz", "lipschitz=1", "convexity=1", "eps=0.1", "delta=0.001", "beta=1"},
             "beta: expected at most 0.02872837380"},
        Case{{"gibbs_gaussian", "n=1", "radius=0", "eps=1", "delta=0.1"}, "radius"},
        Case{{"gibbs_gaussian", "n=1", "radius=1", "precision=-1", "eps=1", "delta=0.1"}, "precision"},
        Case{{"gibbs_gaussian", "n=1", "radius=1", "eps=-1", "delta=0.1"}, "eps"},
        Case{{"gibbs_gaussian", "n=1", "radius=1", "eps=1", "delta=1"}, "delta"},
        Case{{"gibbs_lipschitz", "lipschitz=1", "convexity=0", "eps=1", "delta=0.1"}, "convexity"},
        Case{{"gibbs_bernoulli", "n=3", "convexity=1", "eps=1", "delta=0.1"},
             "gibbs_lipschitz lipschitz=1/2, whose beta"},
        Case{{"gibbs_langevin", "lipschitz=1", "convexity=1", "eps=1", "delta=0.1"}, "(1 + exp(eps)) gamma"},
        Case{{"nothing", "eps=1"}, "MECHANISM"}}) {
    std::vector<std::string> words = c.words;
    words.insert(words.begin(), "calibrate");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << c.says << ": " << outcome.out;
    EXPECT_NE(outcome.err.find(c.says), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  }
}

TEST(Calibrate, CertificatesPassTheChecker) {
  const Scratch scratch;
  const json found = calibrated({"dirichlet", "algorithm=diffused", "prior=1", "d=5", "n=10", "order=3", "eps=1",
                                 "over=hull", "--certificates", "--out", scratch.path().string()});
  ASSERT_EQ(found.at("claims").size(), 5u);
  std::vector<std::string> check{"check"};
  for (const char* part : {"claims", "grounds"})
    for (const json& claim : found.at(part)) check.push_back(claim.at("certificate").get<std::string>());
  const Outcome checked = run(check);
  EXPECT_EQ(checked.status, 0) << checked.out << checked.err;
}

TEST(Calibrate, TextNamesWhatItRestsOn) {
  const Outcome outcome =
      run({"calibrate", "beta_bernoulli", "algorithm=diffused", "prior=6,18", "n=100", "order=10", "eps=1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* part : {"r = 0.661558849534\n", "renyi.cor2.vertex.repair", "calibrate.r", "proved"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace dpcert::cli::testing
