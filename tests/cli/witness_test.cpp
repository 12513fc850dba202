#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.hpp"

namespace dpcert::cli::testing {
namespace {

TEST(CliWitness, ProvesBothHalvesInOneCertificate) {
  const Scratch scratch;
  const auto made = run({"witness", "sgld", "eps=1", "eps_prime=10", "delta=0.01", "--json", "--quiet",
                         "--no-trajectory", "--out", scratch.path().string()});
  ASSERT_EQ(made.status, 0) << made.err;
  const auto json = nlohmann::json::parse(made.out);
  EXPECT_TRUE(json["proved"].get<bool>());
  EXPECT_LT(json["witness"]["n"].get<long>(), 1000);
  EXPECT_GT(json["recipe"]["log10_n"].get<double>(), 10);
  const auto checked = run({"check", json["certificate"].get<std::string>()});
  EXPECT_EQ(checked.status, 0) << checked.out;
  EXPECT_NE(checked.out.find("proved"), std::string::npos);
  EXPECT_NE(slurp(json["statement"].get<std::string>()).find("normal_cdf"), std::string::npos);
}

// A privacy loss of 10000 nats: exp of it is no double.
TEST(CliWitness, LossesBeyondTheExponentsOfDoubles) {
  const Scratch scratch;
  const auto made = run({"witness", "sgld", "eps=0.01", "eps_prime=1e4", "delta=1e-9", "--json", "--quiet", "--out",
                         scratch.path().string()});
  ASSERT_EQ(made.status, 0) << made.err;
  const auto json = nlohmann::json::parse(made.out);
  EXPECT_TRUE(json["proved"].get<bool>());
  EXPECT_LT(json["witness"]["n"].get<long>(), 20'000'000);
}

TEST(CliWitness, BadInputIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> bad{{"witness", "sgld", "eps=1"},
                                                  {"witness", "sgld", "eps=1", "eps_prime=x", "delta=0.1"},
                                                  {"witness", "sgld", "eps=1", "eps_prime=2", "delta=0.5"},
                                                  {"witness", "sgld", "eps=1", "eps=2", "eps_prime=2", "delta=0.1"},
                                                  {"witness", "sgld", "eps=1", "eps_prime=2", "delta=0.1", "n=7"},
                                                  {"witness", "sgld_steps", "n=10"},
                                                  {"witness", "sgld_steps", "n=10", "c=5", "radius=6", "x_h=2", "x_l=1",
                                                   "alpha=1", "beta=1", "eps=1", "delta=0.01"},
                                                  {"witness", "gibbs"},
                                                  {"figures", "nothing"}};
  for (const auto& arguments : bad) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments.back();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

// c = radius = 1 with a huge alpha: the prior hardly moves, so every step is private; the narrow domain of the
// library's tests has both kinds.
TEST(CliWitness, Steps) {
  const auto of = [](const std::vector<std::string>& words) {
    std::vector<std::string> all{"witness", "sgld_steps", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    const auto made = run(all);
    EXPECT_EQ(made.status, 0) << made.err;
    return nlohmann::json::parse(made.out);
  };
  const auto still = of({"n=1000000", "c=1", "radius=1/10", "x_h=2", "x_l=1", "alpha=1000000", "beta=1/1000", "eps=1",
                         "delta=0.01", "epochs=3"});
  ASSERT_EQ(still["private_for_all_neighbours"].size(), 1u);
  EXPECT_EQ(still["private_for_all_neighbours"][0]["first"], 0);
  EXPECT_TRUE(still["private_for_all_neighbours"][0]["last"].is_null());
  EXPECT_TRUE(still["not_private"].empty());
  const auto moving = of(
      {"n=100000", "c=1000000", "radius=1", "x_h=2", "x_l=1", "alpha=1", "beta=1", "eps=1", "delta=0.01", "epochs=12"});
  EXPECT_FALSE(moving["not_private"].empty());
}

}  // namespace
}  // namespace dpcert::cli::testing
