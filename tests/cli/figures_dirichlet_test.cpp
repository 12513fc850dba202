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
  EXPECT_EQ(sheet.at("facts").at("lshist is more accurate than ehd"), "at every n from 4 to 200");
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

}  // namespace
}  // namespace dpcert::cli
