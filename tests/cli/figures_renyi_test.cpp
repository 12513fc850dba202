#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace dpcert::cli::testing {
namespace {

std::string regression_data(const Scratch& scratch) {
  std::string text = "y,x,z\n";
  for (int i = 0; i < 40; ++i)
    text += std::string(i % 7 < 3 ? "0," : "1,") + std::to_string(i % 7) + "," + std::to_string(i % 3) + "\n";
  return scratch.write("data.csv", text).string();
}

// What a search found is called so, in facts, picture and page; lines that are bounds say so.
TEST(CliFigures, SgldSaysWhatIsProved) {
  const Scratch scratch;
  const Outcome made = run({"figures", "sgld", "--json", "--out", scratch.path().string()});
  ASSERT_EQ(made.status, 0) << made.err;
  const auto json = nlohmann::json::parse(made.out);
  const auto& facts = json[0].at("facts");
  const std::string found = "indicative value, largest found (a search; not proved the peak)";
  ASSERT_TRUE(facts.contains(found)) << facts;
  EXPECT_FALSE(facts.contains("indicative value, peak"));
  EXPECT_TRUE(facts.contains("posterior: delta(1), upper bound over all neighbours")) << facts;
  const auto folder = scratch.path() / "figures";
  EXPECT_NE(slurp(folder / "index.html").find(found), std::string::npos);
  const std::string picture = slurp(folder / "sgld-separation.svg");
  EXPECT_NE(picture.find("largest found 3.0355"), std::string::npos);
  EXPECT_EQ(picture.find("peak"), std::string::npos);
  EXPECT_NE(slurp(folder / "sgld-privacy-loss.svg").find("posterior, all neighbours (upper bound)"), std::string::npos);
}

// Expected values: tests/cli/data/make_figures_renyi.py.
TEST(CliFigures, RenyiCurvesAreCertified) {
  const Scratch scratch;
  const Outcome made = run({"figures", "renyi", "--json", "--out", scratch.path().string(), "--data",
                            regression_data(scratch), "--label", "y"});
  ASSERT_EQ(made.status, 0) << made.err;
  const auto json = nlohmann::json::parse(made.out);
  ASSERT_EQ(json.size(), 1u);
  const auto& facts = json[0].at("facts");
  const auto says = [&](const char* fact, const char* part) {
    ASSERT_TRUE(facts.contains(fact)) << fact;
    EXPECT_NE(facts.at(fact).get<std::string>().find(part), std::string::npos) << facts.at(fact);
  };
  says("renyi-diffused, r = 1", "lambda* = 7; eps(2) <= 0.1912902268");
  says("renyi-diffused, r = 0.3", "lambda* = 21; eps(2) <= 0.01849564777");
  says("renyi-concentrated, m = 0.3", "lambda* = 21; eps(2) <= 0.05846178387");
  // The other direction would be 0.28148302 for r and 0.16861618 for m.
  says("utility informed, order 15, rho = 1/2, eps = 1, r",
       "r = 0.428547007073: KL(posterior || released law) <= 0.16198062");
  says("utility informed, order 15, rho = 1/2, eps = 1, m",
       "m = 0.405338983221: KL(posterior || released law) <= 0.20536981");
  const std::string utility = slurp(scratch.path() / "figures" / "renyi-utility-kl-informed-15.svg");
  for (const char* text : {"KL(posterior || released law): what privacy costs", "KL(posterior || released law) (nats)"})
    EXPECT_NE(utility.find(text), std::string::npos) << text;
  EXPECT_EQ(utility.find("from the posterior"), std::string::npos);
  EXPECT_NE(slurp(std::string(DPCERT_SOURCE_DIR) + "/docs/calibration.md").find("KL(posterior || released law)"),
            std::string::npos);
  says("utility informed, order 15, rho = 1/2, eps = 1, r", "loss [0.70647926, 0.70647927]");
  // Two achievable, eight of utility, six for each of two data sets.
  ASSERT_EQ(json[0].at("files").size(), 2u + 8u + 12u);
  std::size_t certified = 0;
  for (const auto& file : json[0].at("files")) {
    const std::string name = file.get<std::string>(), svg = slurp(name);
    EXPECT_NE(svg.find("<svg"), std::string::npos) << file;
    const bool measured = name.find("glm") != std::string::npos;
    EXPECT_EQ(svg.find("(certified)") != std::string::npos, !measured) << name;
    certified += measured ? 0 : 1;
    for (const char* curve :
         {"concentrated (Algorithm 5)", "diffused (Algorithm 6)", "OPS, tempered", "OPS, small ball"})
      EXPECT_EQ(svg.find(curve) != std::string::npos, measured) << name << curve;
  }
  EXPECT_EQ(certified, 10u);
  // One page shows them all.
  const std::string page = slurp(scratch.path() / "figures" / "index.html");
  for (const auto& file : json[0].at("files"))
    EXPECT_NE(page.find("src=\"" + std::filesystem::path(file.get<std::string>()).filename().string() + "\""),
              std::string::npos)
        << file;
  for (const auto& [name, value] : facts.items()) EXPECT_NE(page.find(">" + name + "<"), std::string::npos) << name;
  // At epsilon 10 and order 1 the noise is small: better than the more frequent label on the data set made here.
  const std::string at = facts.at("glm synthetic, order 1, eps = 1, concentrated (Algorithm 5)");
  EXPECT_LT(std::stod(at.substr(at.find("error ") + 6)), 0.3) << at;
}

TEST(CliFigures, RegressionDataIsChecked) {
  const Scratch scratch;
  const auto refused = [&](const std::string& text, const std::vector<std::string>& more, const std::string& message) {
    const std::string file = scratch.write("bad.csv", text).string();
    std::vector<std::string> words{"figures", "renyi", "--out", scratch.path().string(), "--data", file};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome made = run(words);
    EXPECT_EQ(made.status, 2);
    EXPECT_NE(made.err.find(message), std::string::npos) << made.err;
  };
  refused("y,x\n1,2\n", {}, "--data and --label: expected both or neither");
  refused("y,x\n1,2\n", {"--label", "y"}, "expected at least 20 records");
  refused("y,x\n1,2\n", {"--label", "q"}, "--label: expected the name of a column");
  std::string labels = "y,x\n";
  for (int i = 0; i < 30; ++i) labels += "2,1\n";
  refused(labels, {"--label", "y"}, "label 1 of the data: expected 0 or 1, given 2");
}

}  // namespace
}  // namespace dpcert::cli::testing
