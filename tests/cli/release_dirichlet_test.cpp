// Releases of the Dirichlet mechanisms: what is promised is the certified loss. Oracles: closed forms of the loss.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace dpcert::cli::testing {
namespace {

using nlohmann::json;

json dirichlet_release(std::vector<std::string> words) {
  words.insert(words.begin(), "release");
  words.emplace_back("--json");
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return json::parse(outcome.out);
}
double upper_loss(const json& release) {
  return std::stod(release.at("privacy").at("loss").at("enclosure").at(1).get<std::string>());
}
std::string promised(const json& release) { return release.at("privacy").at("loss").at("at_most").get<std::string>(); }

// Floored Laplace noise: eps for two categories of lshist, else twice 1/scale; scales 2/eps, d/eps, 2d/eps.
TEST(ReleaseDirichlet, FlooredLaplacePromisesItsExactLoss) {
  EXPECT_EQ(promised(dirichlet_release({"lshist", "counts=3,4", "prior=1,1", "eps=1/4"})), "0.25");
  EXPECT_EQ(promised(dirichlet_release({"lshist", "counts=3,4,5", "prior=1,1,1", "eps=1/4"})), "0.25");
  EXPECT_EQ(promised(dirichlet_release({"lsdim", "counts=3,4,5,6", "prior=1,1,1,2", "eps=1"})), "0.5");
  EXPECT_EQ(promised(dirichlet_release({"lszhang", "counts=3,4,5,6", "prior=1,1,1,2", "eps=1"})), "0.25");
}

// With one record and the uniform prior there are two posteriors at the distance sqrt(1 - pi/4): the loss is eps/2. For
// ehdl it is the same, because the distance is the local sensitivity.
TEST(ReleaseDirichlet, TwoPosteriorsAreTheClosedForm) {
  for (const char* mechanism : {"ehd", "ehdl"}) {
    const json release = dirichlet_release({mechanism, "counts=0,1", "prior=1,1", "eps=3", "neighbours=counts"});
    EXPECT_NEAR(upper_loss(release), 1.5, 1e-13);
    EXPECT_GE(upper_loss(release), 1.5);
    EXPECT_FALSE(release.at("privacy").at("loss").at("above_eps").get<bool>());
    EXPECT_EQ(release.at("privacy").at("loss").at("neighbours"), "counts");
    // Order 2 of the worst mechanism of loss e: log(e^e - 1 + e^-e), here 1.5.
    for (const json& point : release.at("privacy").at("rdp")) {
      if (point.at("order") != "2") continue;
      EXPECT_NEAR(std::stod(point.at("at_most").get<std::string>()), std::log(std::exp(1.5) - 1 + std::exp(-1.5)),
                  1e-7);
    }
    EXPECT_EQ(release.at("released").size(), 2U);
  }
}

// The posteriors (n, 0) and (n - 1, 1) are nearly singular to each other under a tiny prior: 1/(2 sqrt(1 - pi/4))
// > 1.079 times eps. The promise is the loss and not eps, and a warning says so, with --quiet too.
TEST(ReleaseDirichlet, AboveThePrintedEpsTheLossIsPromised) {
  const json release = dirichlet_release({"ehd", "counts=0,1", "prior=1e-60,1e-60", "eps=1"});
  EXPECT_NEAR(upper_loss(release), 1 / (2 * std::sqrt(1 - std::acos(-1.0) / 4)), 1e-9);
  EXPECT_TRUE(release.at("privacy").at("loss").at("above_eps").get<bool>());
  EXPECT_NE(release.at("warnings").dump().find("not eps-differentially private here"), std::string::npos);
  const Outcome quiet = run({"release", "ehd", "counts=0,1", "prior=1e-60,1e-60", "eps=1", "--quiet"});
  EXPECT_NE(quiet.err.find("above eps = 1"), std::string::npos);
  EXPECT_EQ(quiet.err.find("privacy:"), std::string::npos);
}

TEST(ReleaseDirichlet, RecordsAndCountsAreTheSameData) {
  const Scratch scratch;
  const auto file = (scratch.path() / "records.csv");
  std::ofstream(file) << "category\n0\n2\n2\n1\n2\n";
  for (const char* mechanism : {"lshist", "lsdim", "lszhang", "ehd", "ehdl", "ehds"}) {
    std::vector<std::string> words{mechanism, "prior=1,1/2,2", "eps=2", "--seed", "11"};
    if (std::string(mechanism) == "ehds") words.emplace_back("gamma=1");
    std::vector<std::string> by_records = words, by_counts = words;
    by_records.insert(by_records.end(), {"--data", file.string()});
    by_counts.emplace_back("counts=1,1,3");
    const json release = dirichlet_release(by_records);
    EXPECT_EQ(release, dirichlet_release(by_counts)) << mechanism;
    EXPECT_EQ(release.at("records"), 5);
    EXPECT_TRUE(release.at("seeded").get<bool>());
    EXPECT_NE(release.at("warnings").dump().find("drawn exactly"), std::string::npos);
    EXPECT_EQ(release.at("warnings").dump().find("floating point"), std::string::npos);
  }
}

// eps so large that the law is next to certain: the data's own counts come out, up to the floor of noise below 0.
TEST(ReleaseDirichlet, WithoutNoiseTheCountsComeOut) {
  for (int i = 0; i < 5; ++i) {
    const json release = dirichlet_release({"ehd", "counts=3,4", "prior=1,1", "eps=100000"});
    EXPECT_EQ(release.at("released"), json({"3", "4"}));
    const int first = std::stoi(
        dirichlet_release({"lshist", "counts=3,4", "prior=1,1", "eps=100000"}).at("released")[0].get<std::string>());
    EXPECT_TRUE(first == 3 || first == 2) << first;
  }
}

TEST(ReleaseDirichlet, BadInputIsOneLine) {
  const auto refused = [](std::vector<std::string> words, const std::string& part) {
    words.insert(words.begin(), "release");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  refused({"ehd", "counts=3,-1", "prior=1,1", "eps=1"}, "counts: expected 2 integers >= 0");
  refused({"ehd", "counts=3,1/2", "prior=1,1", "eps=1"}, "counts: expected 2 integers >= 0");
  refused({"ehd", "counts=3,1,1", "prior=1,1", "eps=1"}, "counts: expected 2 integers >= 0");
  refused({"ehd", "counts=0,0", "prior=1,1", "eps=1"}, "the number of records: expected an integer >= 1");
  refused({"ehd", "counts=10001,0", "prior=1,1", "eps=1"},
          "the number of records: expected an integer from 1 to 10000");
  refused({"ehdl", "counts=70,0,0", "prior=1,1,1", "eps=1"}, "n up to 69 for three categories");
  refused({"ehd", "counts=3,1", "prior=1,0", "eps=1"}, "prior: expected numbers > 0");
  refused({"lshist", "counts=3", "prior=1", "eps=1"}, "prior: expected at least two numbers > 0");
  refused({"lshist", "counts=3,1", "prior=1,1", "eps=0"}, "eps: expected a number > 0");
  refused({"ehds", "counts=3,1", "prior=1,1", "eps=1", "gamma=0"}, "gamma: expected a number > 0");
  refused({"ehds", "counts=3,1", "prior=1,1", "eps=1"}, "gamma");
  refused({"ehd", "counts=3,1", "prior=1,1", "eps=1", "gamma=1"}, "gamma");
  refused({"ehd", "prior=1,1", "eps=1"}, "expected --data FILE.csv");
  refused({"gaussian", "sigma=1", "lower=0", "upper=1"}, "--data: expected a CSV file");
}

}  // namespace
}  // namespace dpcert::cli::testing
