// Continuous laws on a stated grid: what the program says of it, and that what comes out lies on it.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "dpcert/core/rational.hpp"

namespace dpcert::cli::testing {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

Outcome release(const std::string& data, Words words) {
  words.insert(words.begin(), "release");
  words.insert(words.end(), {"--data", data});
  return run(words);
}

TEST(ReleaseOnAGrid, IsOnTheGridThatItStates) {
  const Scratch scratch;
  const std::string data = scratch.write("data.csv", "0\n1\n1\n").string();
  // The default is the largest power of ten that is at most a thousandth of the public scale, or 1e-12 of a part of 1.
  const std::vector<std::pair<Words, std::string>> cases{
      {{"laplace", "b=1", "lower=0", "upper=1"}, "0.001"},
      {{"laplace", "b=0.99", "lower=0", "upper=1", "query=mean"}, "0.0001"},
      {{"gaussian", "sigma=2500", "lower=0", "upper=1"}, "1"},
      {{"gaussian", "sigma=2500", "lower=0", "upper=1", "grid=1/8"}, "0.125"},
      {{"laplace", "b=1e-30", "lower=0", "upper=1", "query=mean"}, "1e-33"},
      {{"gaussian_mean", "variance=4", "prior_count=1", "clip=1"}, "0.001"},  // deviation 1
      {{"gibbs_gaussian", "beta=1", "radius=1", "precision=1", "grid=1e-20"}, "1e-20"},
      {{"beta_bernoulli", "prior=0.01,0.02"}, "1e-12"},
      {{"statistical_query", "prior=1,2", "grid=1/1024"}, "0.0009765625"},
      {{"dirichlet_categorical", "prior=1,2,0.25", "grid=1/1000"}, "0.001"}};
  for (const auto& [words, grid] : cases) {
    Words all = words;
    all.emplace_back("--json");
    const Outcome outcome = release(data, all);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const json document = json::parse(outcome.out);
    EXPECT_EQ(document.at("draw"), (json{{"grid", grid}, {"total_variation", "0"}, {"added_to_delta", "0"}}));
    for (const json& value : document.at("released")) {
      const auto x = Rational::parse(value.get<std::string>());
      ASSERT_TRUE(x) << value;
      EXPECT_TRUE((*x / *Rational::parse(grid)).is_integer()) << value << " " << grid;
    }
    EXPECT_EQ(document.dump().find("in real arithmetic"), std::string::npos) << document.dump(1);
    EXPECT_NE(release(data, words).err.find("total variation 0 from the ideal law on that grid, so that 0 is added"),
              std::string::npos);
  }
}

// Noise far below the spacing of doubles is noise still: b = 1e-30 beside 2/3.
TEST(ReleaseOnAGrid, ShowsNoiseBelowTheSpacingOfDoubles) {
  const Scratch scratch;
  const std::string data = scratch.write("data.csv", "0\n1\n1\n").string();
  int different = 0;
  std::string last;
  for (int i = 0; i < 8; ++i) {
    std::string out = release(data, {"laplace", "b=1e-30", "lower=0", "upper=1", "query=mean", "--quiet"}).out;
    out.pop_back();
    const Rational off = *Rational::parse(out) - Rational(2, 3);
    EXPECT_LT(abs(off), *Rational::parse("1e-28"));  // beyond it with a probability of exp(-100)
    different += out != last ? 1 : 0;
    last = out;
  }
  EXPECT_GT(different, 5);
}

TEST(ReleaseOnAGrid, RecordsOutsideTheirBoundsAreCountedOrRefused) {
  const Scratch scratch;
  const std::string data = scratch.write("data.csv", "0\n5\n-3\n").string();
  const std::vector<Words> cases{{"laplace", "b=1", "lower=-1", "upper=1"},
                                 {"gaussian", "sigma=1", "lower=-1", "upper=1"},
                                 {"discrete_gaussian", "sigma=1", "lower=-1", "upper=1"},
                                 {"gaussian_mean", "variance=1", "prior_count=1", "clip=1"},
                                 {"gibbs_gaussian", "beta=1", "radius=1"}};
  for (Words words : cases) {
    EXPECT_NE(release(data, words).err.find("diagnostics: 2 of 3 records lay outside the bounds and were clipped"),
              std::string::npos)
        << words[0];
    words.emplace_back("outside=refuse");
    const Outcome refused = release(data, words);
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find("value 2 of the data: expected a number from -1 to 1 (outside=refuse)"),
              std::string::npos)
        << refused.err;
  }
}

// Of a regression, whole records are outside: by the norm of their covariates, or by x and the sign of y.
TEST(ReleaseOnAGrid, RecordsOfARegressionOutsideTheirBounds) {
  const Scratch scratch;
  const std::string labels = scratch.write("labels.csv", "y,u,v\n1,3,4\n0,0.6,0.8\n1,0.1,0\n").string(),
                    slopes = scratch.write("slopes.csv", "x,y\n1,2\n2,2\n0.5,1\n1,-1\n").string();
  const auto expect_both = [&](const std::string& data, Words words, const std::string& count,
                               const std::string& refusal) {
    EXPECT_NE(
        release(data, words).err.find("diagnostics: " + count + " records lay outside the bounds and were clipped"),
        std::string::npos)
        << release(data, words).err;
    words.emplace_back("outside=refuse");
    const Outcome refused = release(data, words);
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_NE(refused.err.find(refusal), std::string::npos) << refused.err;
  };
  expect_both(labels, {"glm", "label=y", "c=2", "beta=1"}, "1 of 3",
              "value 1 of the data: expected covariates of norm at most 2 (outside=refuse)");
  expect_both(slopes, {"propose_test_sample", "eps=2", "delta=1/100", "x_l=9/10", "x_h=1", "beta=3"}, "3 of 4",
              "value 2 of the data: expected x from 0.9 to 1 and y >= 0 (outside=refuse)");
}

TEST(ReleaseOnAGrid, BadGrids) {
  const Scratch scratch;
  const std::string data = scratch.write("data.csv", "0\n1\n").string();
  const auto says = [&](const Words& words, const std::string& part) {
    const Outcome outcome = release(data, words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
  };
  says({"laplace", "b=1", "lower=0", "upper=1", "grid=0"}, "grid: expected a step > 0, given '0'");
  says({"beta_bernoulli", "prior=1,1", "grid=0.3"}, "grid: expected a step 1/k, k an integer");
  says({"dirichlet_categorical", "prior=1,1", "grid=-1"}, "grid: expected a step 1/k, k an integer");
}

}  // namespace
}  // namespace dpcert::cli::testing
