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

TEST(CliWitness, BadInputIsOneLineAndStatusTwo) {
  const std::vector<std::vector<std::string>> bad{{"witness", "sgld", "eps=1"},
                                                  {"witness", "sgld", "eps=1", "eps_prime=x", "delta=0.1"},
                                                  {"witness", "sgld", "eps=1", "eps_prime=2", "delta=0.5"},
                                                  {"witness", "sgld", "eps=1", "eps=2", "eps_prime=2", "delta=0.1"},
                                                  {"witness", "sgld", "eps=1", "eps_prime=2", "delta=0.1", "n=7"},
                                                  {"witness", "gibbs"},
                                                  {"figures", "nothing"}};
  for (const auto& arguments : bad) {
    const auto outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments.back();
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

}  // namespace
}  // namespace dpcert::cli::testing
