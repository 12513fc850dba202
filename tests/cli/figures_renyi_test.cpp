#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace dpcert::cli::testing {
namespace {

// eps(2) by enumerating all 200 pairs of data sets in mpmath, 15 digits (the functions of
// tests/mechanisms/data/make_calibration.py): 0.190832246461863 (r = 1), 0.018221738558159 (r = 0.3),
// 0.0575629074011459 (m = 0.3).
TEST(CliFigures, RenyiCurvesAreCertified) {
  const Scratch scratch;
  const Outcome made = run({"figures", "renyi", "--json", "--out", scratch.path().string()});
  ASSERT_EQ(made.status, 0) << made.err;
  const auto json = nlohmann::json::parse(made.out);
  ASSERT_EQ(json.size(), 1u);
  const auto& facts = json[0].at("facts");
  const auto says = [&](const char* fact, const char* part) {
    EXPECT_NE(facts.at(fact).get<std::string>().find(part), std::string::npos) << facts.at(fact);
  };
  says("renyi-diffused, r = 1", "lambda* = 7; eps(2) <= 0.1908322465");
  says("renyi-diffused, r = 0.3", "lambda* = 21; eps(2) <= 0.01822173856");
  says("renyi-concentrated, m = 0.3", "lambda* = 21; eps(2) <= 0.05756290741");
  ASSERT_EQ(json[0].at("files").size(), 2u);
  for (const auto& file : json[0].at("files")) {
    const std::string svg = slurp(file.get<std::string>());
    EXPECT_NE(svg.find("<svg"), std::string::npos) << file;
    for (const char* curve : {"= 0.1 (certified)", "= 0.3 (certified)", "= 0.5 (certified)", "= 0.7 (certified)",
                              "= 0.9 (certified)", "= 1 (certified)"})
      EXPECT_NE(svg.find(curve), std::string::npos) << curve;
  }
}

}  // namespace
}  // namespace dpcert::cli::testing
