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
                                                  {"witness", "sgld", "eps=0", "eps_prime=2", "delta=0.1"},
                                                  {"witness", "gibbs"},
                                                  {"figures", "nothing"}};
  for (const auto& arguments : bad) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments.back();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(outcome.err.find("find_"), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.err.find("certified_"), std::string::npos) << outcome.err;
  }
}

// c = radius = 1 with a huge alpha: the prior hardly moves, so every step is private; the narrow domain of the
// library's tests has both kinds.
TEST(CliWitness, Steps) {
  const auto of = [](int status, const std::vector<std::string>& words) {
    std::vector<std::string> all{"witness", "sgld_steps", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    const auto made = run(all);
    EXPECT_EQ(made.status, status) << made.err;
    return nlohmann::json::parse(made.out);
  };
  const auto still = of(0, {"n=1000000", "c=1", "radius=1/10", "x_h=2", "x_l=1", "alpha=1000000", "beta=1/1000",
                            "eps=1", "delta=0.01", "epochs=3"});
  ASSERT_EQ(still["private_for_all_neighbours"].size(), 1u);
  EXPECT_EQ(still["private_for_all_neighbours"][0]["first"], 0);
  EXPECT_TRUE(still["private_for_all_neighbours"][0]["last"].is_null());
  EXPECT_TRUE(still["not_private"].empty());
  // Between private and not private lie steps that are not decided: the status says so.
  const auto moving = of(3, {"n=100000", "c=1000000", "radius=1", "x_h=2", "x_l=1", "alpha=1", "beta=1", "eps=1",
                             "delta=0.01", "epochs=12"});
  EXPECT_FALSE(moving["not_private"].empty());
  EXPECT_TRUE(still["undecided"].empty());
  // Private, not private and undecided steps together are all steps, without overlap of the last with the others.
  ASSERT_FALSE(moving["undecided"].empty());
  for (const auto& gap : moving["undecided"]) {
    for (const char* decided : {"private_for_all_neighbours", "not_private"}) {
      for (const auto& i : moving[decided]) {
        const bool before = !gap["last"].is_null() && gap["last"] < i["first"];
        const bool after = !i["last"].is_null() && i["last"] < gap["first"];
        EXPECT_TRUE(before || after) << gap << i;
      }
    }
  }
}

// A standardised distance beyond 2^63/4096: no integer holds it.
TEST(CliWitness, HugeTargets) {
  const Scratch scratch;
  const auto of = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"witness", "sgld"});
    words.insert(words.end(), {"--quiet", "--out", scratch.path().string()});
    return run(words);
  };
  const auto huge = of({"eps=1", "eps_prime=1e31", "delta=0.01", "--no-trajectory"});
  EXPECT_TRUE(huge.status == 0 || huge.status == 3) << huge.err;
  EXPECT_EQ(huge.out.find("not proved: \n"), std::string::npos) << huge.out;
  EXPECT_EQ(huge.out.find(", c = 2,"), std::string::npos) << huge.out;
  // Proved, but the loss of the very first epoch is too dear: said so, and not for ten minutes.
  const auto dear = of({"eps=1", "eps_prime=1e20", "delta=0.01"});
  EXPECT_EQ(dear.status, 3) << dear.err;
  EXPECT_TRUE(dear.out.starts_with("proved: ")) << dear.out;
  EXPECT_NE(dear.out.find("privacy loss not followed any further; epoch 1: not decided within the work allowed"),
            std::string::npos)
      << dear.out;
  const auto beyond = of({"eps=1", "eps_prime=1e400", "delta=0.01"});
  EXPECT_EQ(beyond.status, 2);
  EXPECT_NE(beyond.err.find("eps_prime, delta: expected"), std::string::npos) << beyond.err;
}

}  // namespace
}  // namespace dpcert::cli::testing
