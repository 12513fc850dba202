// dpcert figures dirichlet: its numbers are those of `eval`, and the page shows three pictures.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::run;
using testing::Scratch;

TEST(FiguresDirichlet, AccuracyAndLoss) {
  const Scratch scratch;
  const auto drawn = run({"figures", "dirichlet", "--json", "--quiet", "--out", scratch.path()});
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  const json sheet = json::parse(drawn.out).at(0);
  EXPECT_EQ(sheet.at("figure"), "dirichlet");
  for (const char* name : {"dirichlet-accuracy-records", "dirichlet-accuracy-eps", "dirichlet-privacy-loss"})
    EXPECT_GT(std::filesystem::file_size(scratch.path() / "figures" / (std::string(name) + ".svg")), 1000U) << name;
  const auto value = json::parse(run({"eval", "accuracy", "mechanism=ehd", "prior=1,1", "n=40", "eps=1", "counts=10,30",
                                      "at=1/5", "--digits", "8", "--json"})
                                     .out);
  const std::string shown = sheet.at("facts").at("accuracy of ehd at n = 40, eps = 1");
  EXPECT_EQ(shown.substr(1, 9), value.at("enclosure").at(0).get<std::string>().substr(0, 9));
  EXPECT_EQ(sheet.at("facts").at("lshist is more accurate than ehd"), "at every n from 1 to 200");
}

TEST(FiguresDirichlet, AtDataThatCannotBe) {
  for (const char* wrong : {"counts=1,2", "counts=-1,41", "counts=1/2,39", "at=0", "at=2"}) {
    const auto said = run({"eval", "accuracy", "mechanism=ehd", "prior=1,1", "n=40", "eps=1",
                           std::string(wrong).starts_with("at") ? "counts=10,30" : "at=1/5", wrong});
    EXPECT_EQ(said.status, 2) << wrong;
    EXPECT_EQ(said.err.rfind("dpcert: eval: ", 0), 0U) << said.err;
  }
  const auto smooth =
      run({"eval", "smooth_sensitivity", "mechanism=ehd", "prior=1,1", "n=40", "eps=1", "counts=10,30"});
  EXPECT_EQ(smooth.status, 2);
  EXPECT_NE(smooth.err.find("ehds"), std::string::npos) << smooth.err;
  const auto local = json::parse(
      run({"eval", "local_sensitivity", "mechanism=ehd", "prior=1,1", "n=1", "eps=1", "counts=0,1", "--json"}).out);
  // H(Beta(1, 2), Beta(2, 1)) = sqrt(1 - B(3/2, 3/2)/B(1, 2)) = sqrt(1 - pi/4).
  EXPECT_EQ(local.at("enclosure").at(0).get<std::string>().substr(0, 12), "0.4632513751");
}

// The figure says the same from which n on.
TEST(FiguresDirichlet, CrossoverIsAQuantityToo) {
  const std::vector<std::string> asked{"eval", "crossover", "mechanism=lshist", "against=ehdl", "prior=1,1",
                                       "n=60", "eps=1",     "shares=1,3",       "at=1/5"};
  const auto said = run(asked);
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("crossover      n = 5: lshist is more accurate than ehdl at every n from 5 to 60\n"),
            std::string::npos)
      << said.out;
  auto as_json = asked;
  as_json.emplace_back("--json");
  const auto value = json::parse(run(as_json).out);
  EXPECT_EQ(value["from"], 5);
  EXPECT_EQ(value["decided"], true);
  const auto with = [&](std::size_t i, const std::string& word) {
    auto changed = asked;
    changed[i] = word;
    return run(changed);
  };
  for (const auto& [i, word, named] : std::vector<std::tuple<std::size_t, std::string, std::string>>{
           {3, "against=gaussian", "against: expected lszhang"},
           {3, "against=ehds", "gamma: expected a number > 0"},
           {7, "shares=0,0", "shares: expected integers >= 0"},
           {7, "shares=1,-3", "shares: expected integers >= 0"},
           {7, "shares=1,1,1", "counts: expected one count"},
           {8, "at=0", "at: expected a distance above 0"}}) {
    const auto refused = with(i, word);
    EXPECT_EQ(refused.status, 2) << word;
    EXPECT_NE(refused.err.find(named), std::string::npos) << refused.err;
  }
}

}  // namespace
}  // namespace dpcert::cli
