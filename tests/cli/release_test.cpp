#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "cli/program.hpp"
#include "dpcert/core/rational.hpp"

namespace dpcert::cli::testing {
namespace {

using nlohmann::json;

std::string file_with(const Scratch& scratch, const std::string& text) {
  const auto file = scratch.path() / "data.csv";
  std::ofstream(file) << text;
  return file.string();
}
json released(std::vector<std::string> words) {
  words.insert(words.begin(), "release");
  words.insert(words.end(), {"--json", "--seed", "5"});
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return json::parse(outcome.out);
}
double epsilon_of_order_two(const json& release) {
  for (const json& point : release.at("privacy").at("rdp"))
    if (point.at("order") == "2") return std::stod(point.at("at_most").get<std::string>());
  return -1;
}

// Divergences at order 2 by hand: log(a/(a-1) (b+1)/b) for the counts of the record that moves.
TEST(Release, PosteriorSamplers) {
  const Scratch scratch;
  const std::string categories = file_with(scratch, "x\n0\n1\n2\n");
  const json dirichlet = released({"dirichlet_categorical", "--data", categories, "prior=5,3,2"});
  ASSERT_EQ(dirichlet.at("released").size(), 3u);
  double sum = 0;
  for (const json& p : dirichlet.at("released")) sum += std::stod(p.get<std::string>());
  EXPECT_NEAR(sum, 1, 2e-12);  // three parts, each within half a step of 1e-12
  EXPECT_NEAR(epsilon_of_order_two(dirichlet), std::log(8.0 / 3), 1e-6);
  const json with = released({"dirichlet_categorical", "--data", categories, "prior=5,3,2", "public=0,0,1"});
  EXPECT_NEAR(epsilon_of_order_two(with), std::log(2.0), 1e-6);

  const std::string values = file_with(scratch, "value,other\n0.5,7\n0.25,8\n1,x\n0,9\n");
  const json query = released({"statistical_query", "--data", values, "--column", "value", "prior=2,3"});
  EXPECT_EQ(query.at("records"), 4);
  EXPECT_NEAR(epsilon_of_order_two(query), std::log(2.0 * 7 / 6), 1e-6);

  const json mean = released({"gaussian_mean", "--data", values, "--column", "value", "variance=1/100000000",
                              "prior_count=1/1000000", "clip=2"});
  // The posterior is concentrated on the mean of the data, 1.75/4.
  EXPECT_NEAR(std::stod(mean.at("released")[0].get<std::string>()), 0.4375, 1e-3);
}

// mu^2 = 4 radius^2 beta^2/(n beta + precision), and order 2 is mu^2. The mean is beta sum/(n beta + precision), of
// records moved to [-1, 1]: 2.5/4 at a beta so large that the draw is next to it.
TEST(Release, GibbsPosteriorOfAMean) {
  const Scratch scratch;
  const std::string values = file_with(scratch, "value\n0.5\n1\n7\n0\n");
  const json release = released({"gibbs_gaussian", "--data", values, "beta=1/2", "radius=1", "precision=1"});
  EXPECT_NEAR(epsilon_of_order_two(release), 1.0 / 3, 1e-6);
  EXPECT_EQ(release.at("records"), 4);
  const json sharp = released({"gibbs_gaussian", "--data", values, "beta=100000000", "radius=1"});
  EXPECT_NEAR(std::stod(sharp.at("released")[0].get<std::string>()), 0.625, 1e-3);
  for (const std::string bad : {"beta=0", "beta=-1"}) {
    const Outcome outcome = run({"release", "gibbs_gaussian", "--data", values, bad, "radius=1"});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("beta: expected a number > 0"), std::string::npos) << outcome.err;
  }
}

/// Labels follow the sign of x.
std::string regression_data(const Scratch& scratch) {
  std::string text = "id,x,y\n";
  for (int i = 0; i < 200; ++i) text += "1," + std::to_string((i - 99.5) / 100) + (i >= 100 ? ",1\n" : ",0\n");
  return file_with(scratch, text);
}

TEST(Release, BinaryRegression) {
  const Scratch scratch;
  const std::string data = regression_data(scratch);
  const auto says = [](const json& release, const std::string& part) {
    EXPECT_NE(release.dump().find(part), std::string::npos) << part << "\n" << release.dump(1);
  };
  // beta = 2 c^2 lambda/(n eps) = 2*10/200; eps(2) = 2/10 eps(10).
  const json strong =
      released({"glm", "--data", data, "label=y", "c=1", "algorithm=concentrated", "order=10", "eps=1"});
  EXPECT_EQ(strong.at("released").size(), 2u);
  EXPECT_NEAR(epsilon_of_order_two(strong), 0.2, 1e-6);
  says(strong, "beta = 0.1)");
  says(strong, "exactly the posterior's law");
  // What the printed promise leaves out stands among the warnings, which --quiet keeps.
  const auto warned = [&](const json& release, const std::string& part) {
    EXPECT_NE(release.at("warnings").dump().find(part), std::string::npos) << part << "\n" << release.dump(1);
  };
  EXPECT_EQ(strong.at("warnings").size(), 2u);  // of the seed, and of the time
  // sqrt(n beta) = sqrt(20): the deviation of the prior is 0.22.
  EXPECT_EQ(strong.at("draw").at("grid"), "0.0001");
  EXPECT_EQ(strong.at("draw").at("total_variation"), "0");
  EXPECT_EQ(strong.at("draw").at("added_to_delta"), "0");
  for (const json& w : strong.at("released"))
    EXPECT_TRUE((*Rational::parse(w.get<std::string>()) * Rational(10'000)).is_integer()) << w;
  const Outcome quiet = run({"release", "glm", "--data", data, "label=y", "c=1", "beta=1", "--quiet"});
  EXPECT_TRUE(quiet.err.starts_with("drawn exactly from the bits of the operating system")) << quiet.err;
  // A weak prior: no exact sampler. The coefficient of x is far above 0.
  const json weak = released(
      {"glm", "--data", data, "label=y", "features=x", "c=1", "beta=1/1000000", "iterations=500", "intercept=yes"});
  ASSERT_EQ(weak.at("released").size(), 2u);
  EXPECT_GT(std::stod(weak.at("released")[1].get<std::string>()), 5);
  says(weak, "polya_gamma (its Polya-Gamma variates are exact; the chain is not)");
  says(weak, "nothing Renyi remains");
  warned(weak, "drawn by a Markov chain: a promise for the posterior is none for the chain's own law");
  warned(weak, "drawn in floating point with std::mt19937_64");
  // 2 c^2/(n beta) = 10^4 of the posterior, which is not promised of the draw.
  EXPECT_TRUE(weak.at("privacy").at("rdp").empty());
  says(weak, "zCDP with rho = 10000)");
  EXPECT_FALSE(weak.contains("draw"));
  says(weak, "split R-hat");
  const json probit = released({"glm", "--data", data, "label=y", "c=1", "beta=1", "link=probit"});
  EXPECT_TRUE(probit.at("privacy").at("rdp").empty());
  says(probit, "infinite from order 201 on");
  const auto silent = [](const json& release, const std::string& part) {
    EXPECT_EQ(release.dump().find(part), std::string::npos) << part << "\n" << release.dump(1);
  };
  // No promise, so none that applies: exact draw and chain.
  says(probit, "exactly the posterior's law");
  silent(probit, "promise applies");
  says(strong, "promise applies as stated");
  const json chain = released({"glm", "--data", data, "label=y", "features=x", "c=1", "beta=1/10000", "link=probit",
                               "iterations=200", "sampler=albert_chib"});
  EXPECT_TRUE(chain.at("privacy").at("rdp").empty());
  says(chain, "the posterior's law only in the limit");
  silent(chain, "promise is for");
  says(weak, "The promise is for the posterior itself");
  // OPS: 2 rho c^2/beta = 1/2 pure; at order 2 the worst pure mechanism has log(2 cosh(1/2) - 1) (closed form).
  const json ops = released({"glm", "--data", data, "label=y", "c=1", "algorithm=ops", "beta=2", "rho=1/2"});
  EXPECT_NEAR(epsilon_of_order_two(ops), std::log(2 * std::cosh(0.5) - 1), 1e-6);
  says(ops, "truncated to |w| <= 0.5");
}

TEST(Release, BadInput) {
  const Scratch scratch;
  const std::string values = file_with(scratch, "value,other\n0.5,7\n2,8\n");
  const auto refused = [](std::vector<std::string> words, const std::string& message) {
    words.insert(words.begin(), "release");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << message;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    EXPECT_TRUE(outcome.out.empty());
  };
  refused({"statistical_query", "--data", values, "--column", "value", "prior=2,3"},
          "value 2 of the data: expected a number from 0 to 1");
  refused({"statistical_query", "--data", values, "prior=2,3"}, "2 columns; name one with --column");
  refused({"statistical_query", "--data", values, "--column", "no", "prior=2,3"}, "no column 'no'");
  refused({"dirichlet_categorical", "--data", values, "--column", "value", "prior=1,2"},
          "value 1 of the data: expected an integer from 0 to 1");
  refused({"gaussian_mean", "--data", values, "--column", "value", "variance=1", "prior_count=1", "clip=1", "r=2"},
          "r: expected a number above 0 and at most 1, given '2'");
  refused({"gaussian_mean", "--data", values, "--column", "value", "variance=1", "prior_count=1"},
          "clip: expected a bound > 0 of the records, given nothing");
  const Scratch other;
  const std::string data = regression_data(other);
  refused({"glm", "--data", data, "label=z", "c=1", "beta=1"}, "label: expected the name of a column");
  refused({"glm", "--data", data, "label=x", "c=1", "beta=1"}, "label 1 of the data: expected 0 or 1");
  refused({"glm", "--data", data, "label=y", "c=0", "beta=1"}, "c: expected a number > 0, given 0");
  refused({"glm", "--data", data, "label=y", "c=1"}, "beta: expected the prior's strength");
  refused({"glm", "--data", data, "label=y", "features=q", "c=1", "beta=1"}, "no column 'q'");
  refused({"glm", "--data", data, "label=y", "c=1", "beta=1", "rhoo=1"}, "'rhoo' is no key of glm");
  refused({"glm", "--data", data, "label=y", "c=1", "beta=1", "algorithm=diffused", "rho=2"},
          "rho: expected a number above 0, at most 1, given 2");
  refused({"glm", "--data", data, "label=y", "c=1", "beta=1", "algorithm=diffused", "rho=1/2", "sampler=polya_gamma"},
          "sampler: expected the logistic link with rho = 1");
  refused({"glm", "--data", data, "label=y", "c=1", "algorithm=concentrated", "order=2", "eps=1", "link=probit"},
          "for the probit link no bound is known to calibrate");
  // Below one accepted proposal in a million rejection is not begun, and a chain has no grid.
  refused({"glm", "--data", data, "label=y", "c=1", "beta=1e-13", "sampler=rejection"},
          "sampler: expected a chain, because rejection is not known to accept one proposal in a million");
  refused({"glm", "--data", data, "label=y", "c=1", "beta=1", "sampler=polya_gamma", "grid=1"},
          "grid: expected sampler=rejection with it");
  refused({"glm", "--data", data, "--column", "x", "label=y", "c=1", "beta=1"}, "--column: glm takes label=");
  refused({"magic", "--data", values, "--column", "value"}, "unknown mechanism 'magic'; expected beta_bernoulli");
}

// A sampler's double must not become 0 or infinite, nor its noise vanish: the statement beside it would be false.
TEST(Release, NumbersOutsideDoublesRange) {
  const Scratch scratch;
  const auto values = scratch.write("values.csv", "v\n0\n1\n1\n").string();
  const auto huge = scratch.write("huge.csv", "v\n1e308\n1e308\n1e308\n").string();
  const auto refused = [](std::vector<std::string> words, const std::string& message) {
    words.insert(words.begin(), "release");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2) << message << outcome.out;
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_LT(outcome.err.size(), 250u);
    EXPECT_TRUE(outcome.out.empty());
  };
  const std::string range = "expected a number within double's range, ";
  refused({"beta_bernoulli", "--data", values, "prior=1e400,1e400"}, "prior: " + range);
  refused({"beta_bernoulli", "--data", values, "prior=1e-400,1e-400", "r=1e-400"}, "prior: " + range);
  refused({"statistical_query", "--data", values, "prior=1e400,1"}, "prior: " + range);
  refused({"dirichlet_categorical", "--data", values, "prior=1e400,1"}, "prior: " + range);
  refused({"gaussian", "--data", values, "sigma=1e400", "lower=0", "upper=1"}, "sigma: " + range);
  refused({"laplace", "--data", values, "b=1e-400", "lower=0", "upper=1"}, "b: " + range);
  refused({"gaussian", "--data", huge, "sigma=1", "lower=0", "upper=1e308"}, "upper: " + range);
  refused({"gaussian", "--data", huge, "sigma=1", "lower=-1e308", "upper=0"}, "lower: " + range);
  refused({"gaussian_mean", "--data", values, "variance=1e-400", "prior_count=1", "clip=1"}, "variance: " + range);
  refused({"gaussian_mean", "--data", huge, "variance=1", "prior_count=1", "clip=1e308"}, "clip: " + range);
  refused({"propose_test_sample", "--data", values, "x=v", "y=v", "eps=1", "delta=1/100", "x_l=1", "x_h=2", "beta=3"},
          "asked for twice");
  refused({"propose_test_sample", "--data", values, "eps=1e-400", "delta=1/100", "x_l=1", "x_h=2", "beta=3"},
          "eps: " + range);
  const std::string data = regression_data(scratch);
  refused({"glm", "--data", data, "label=y", "c=1e400", "beta=1"}, "c: " + range);
  refused({"glm", "--data", data, "label=y", "c=1", "beta=1e-400"}, "beta: " + range);
  // At the edge the draw itself may overflow: then it is refused, never printed.
  for (int seed = 1; seed <= 8; ++seed) {
    const Outcome edge = run({"release", "gaussian", "--data", values, "sigma=1.7e308", "lower=0", "upper=1", "--seed",
                              std::to_string(seed), "--quiet"});
    EXPECT_EQ(edge.out.find_first_of("nai"), std::string::npos) << edge.out;
    EXPECT_EQ(edge.status, edge.out.empty() ? 2 : 0) << edge.err;
  }
  const json fine = released({"gaussian", "--data", huge, "sigma=1e300", "lower=0", "upper=1e307"});
  EXPECT_NEAR(std::stod(fine.at("released")[0].get<std::string>()), 3e307, 1e302);
}

TEST(Release, RefusalsSayWhatWasGiven) {
  const Scratch scratch;
  const auto values = scratch.write("values.csv", "v\n0\n1\n").string();
  const auto says = [&](std::vector<std::string> words, const std::string& message) {
    words.insert(words.begin() + 1, {"--data", values});
    words.insert(words.begin(), "release");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  };
  says({"gaussian", "sigma=-0.5", "lower=0", "upper=1"}, "sigma: expected a number > 0, given -0.5");
  says({"laplace", "b=0", "lower=0", "upper=1"}, "b: expected a number > 0, given 0");
  says({"beta_bernoulli", "prior=-1/3,2"}, "prior: expected at least two numbers, all > 0, given -1/3, 2");
  says({"beta_bernoulli", "prior=1,2", "r=1.5"}, "r: expected a number above 0 and at most 1, given 1.5");
  says({"dirichlet_categorical", "prior=1,0"}, "prior: expected at least two numbers, all > 0, given 1, 0");
  says({"laplace", "b=1", "lower=1", "upper=0.5"}, "upper: expected a number above lower, given '0.5'");
  says({"laplace", "b=1", "lower=0", "upper=1", "query=max"}, "query: expected sum or mean, given 'max'");
  says({"kary_randomized_response", "noise=1/2", "k=2.5"}, "k: expected an integer >= 2, given '2.5'");
  says({"kary_randomized_response", "noise=1/2", "k=1"}, "k: expected a number of values >= 2, given 1");
  says({"randomized_response", "p_truth=7"}, "p_truth: expected a number from 0 to 1, given 7");
}

TEST(Release, ColumnsAreNamedOnce) {
  const Scratch scratch;
  const std::string twins = file_with(scratch, "age,age,y\n1,2,0\n3,4,1\n");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"gaussian", "--data", twins, "--column", "age", "sigma=1", "lower=0", "upper=9"},
        {"glm", "--data", twins, "label=y", "c=1", "beta=1"}}) {
    auto all = words;
    all.insert(all.begin(), "release");
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("two columns are named 'age'"), std::string::npos) << outcome.err;
  }
  const Scratch other;
  const Outcome repeated =
      run({"release", "glm", "--data", regression_data(other), "label=y", "features=x,x", "c=1", "beta=1"});
  EXPECT_EQ(repeated.status, 2);
  EXPECT_NE(repeated.err.find("features: expected every column once, given 'x'"), std::string::npos) << repeated.err;
}

std::string digits(double x) {
  std::ostringstream text;
  text << std::setprecision(17) << x;
  return text.str();
}

// Two files that differ in one record, one sorted upward and the other downward: with one seed the noise is the same,
// so the results are the sensitivity apart and two roundings, where doubles added one by one are 0.008 apart.
TEST(Release, SumsOfNeighboursAreTheSensitivityApart) {
  const Scratch scratch;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<double> values;
  for (int i = 0; i < 20000; ++i) values.push_back(1e6 + unit(random) * 1e-6);
  const auto written = [&](const char* name) {
    std::string text;
    for (const double v : values) text += digits(v) + "\n";
    return scratch.write(name, text).string();
  };
  std::ranges::sort(values);
  const std::string up = written("up.csv");
  std::ranges::reverse(values);
  const std::string down = written("down.csv");
  values.back() = 1e6 + 1e-6;
  const std::string neighbour = written("neighbour.csv");
  const double spacing = 0x1p-18;  // of doubles at 2e10
  for (const char* mechanism : {"laplace", "gaussian"}) {
    const std::string noise = mechanism == std::string("laplace") ? "b=0.005" : "sigma=0.005";
    const auto result = [&](const std::string& file) {
      const json all = released({mechanism, "--data", file, noise, "lower=1000000", "upper=1000000.000001"});
      return std::stod(all.at("released")[0].get<std::string>());
    };
    const double of_up = result(up);
    EXPECT_EQ(of_up, result(down));
    EXPECT_LE(std::fabs(result(neighbour) - of_up), 1e-6 + 1e-6 + spacing);  // and a step of the grid
  }
}

TEST(Release, TheOrderOfTheRecordsDoesNotMatter) {
  const Scratch scratch;
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::vector<std::string> rows;
  for (int i = 0; i < 12000; ++i) {
    const double x = 0.9 + 0.1 * std::fabs(std::fmod(normal(random), 1));
    rows.push_back(digits(x) + "," + digits(2 * x + 1e-3 * normal(random)) + "," + digits(1e9 + normal(random)) + "," +
                   std::to_string(i % 2) + "," + std::to_string(i % 3) + "\n");
  }
  const auto written = [&](const char* name) {
    std::string text = "x,y,big,bit,category\n";
    for (const std::string& row : rows) text += row;
    return scratch.write(name, text).string();
  };
  const std::string one = written("one.csv");
  std::ranges::shuffle(rows, random);
  const std::string other = written("other.csv");
  const std::vector<std::vector<std::string>> releases{
      {"gaussian", "--column", "big", "sigma=4", "lower=999999999.9", "upper=1000000000.1"},
      {"laplace", "--column", "big", "b=0.001", "lower=999999999.9", "upper=1000000000.1", "query=mean"},
      {"gaussian_mean", "--column", "big", "variance=1", "prior_count=1", "clip=1e10", "r=1/3"},
      {"beta_bernoulli", "--column", "bit", "prior=1/3,2/7", "r=1/10"},
      {"statistical_query", "--column", "x", "prior=1/3,2/7", "r=1/10"},
      {"dirichlet_categorical", "--column", "category", "prior=1/3,1/7,2", "m=1/3"},
      {"glm", "label=bit", "features=x,y,big", "c=1", "beta=1/2"},
      {"propose_test_sample", "eps=2", "delta=1/100", "x_l=9/10", "x_h=1", "beta=3"}};
  for (std::vector<std::string> words : releases) {
    const auto with = [&](const std::string& file) {
      std::vector<std::string> all = words;
      all.insert(all.begin() + 1, {"--data", file});
      return released(all);
    };
    const json first = with(one);
    EXPECT_EQ(first, with(other)) << words[0];
    EXPECT_NE(first.at("released")[0], "null") << words[0];
  }
}

// The promise is for what is drawn: counts that are no doubles are rounded first, which is said.
TEST(Release, PosteriorCountsThatAreRoundedAreNamed) {
  const Scratch scratch;
  const std::string bits = file_with(scratch, "0\n1\n1\n");
  const auto notes = [](const json& release) { return release.value("sampling", json::array()).dump(); };
  EXPECT_EQ(notes(released({"beta_bernoulli", "--data", bits, "prior=2,5/2", "r=1/4"})).find("are rounded"),
            std::string::npos);
  EXPECT_NE(
      notes(released({"beta_bernoulli", "--data", bits, "prior=2,5/2", "r=1/3"})).find("counts and r are rounded"),
      std::string::npos);
  EXPECT_NE(notes(released({"dirichlet_categorical", "--data", bits, "prior=1,1/3"})).find("counts are rounded"),
            std::string::npos);
  for (const char* prior : {"prior=1e-300,1", "prior=1e300,1"}) {
    const Outcome outcome = run({"release", "beta_bernoulli", "--data", bits, prior});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("prior: expected a prior and a weight of a record that are multiples of"),
              std::string::npos)
        << outcome.err;
  }
}

// A record never vanishes: what stands for a number is no header unasked, in the first line as in the second.
TEST(Release, TheFirstLine) {
  const Scratch scratch;
  const auto read = [&](const std::string& text, std::vector<std::string> more = {}) {
    std::vector<std::string> words{"release", "laplace",  "--data",  file_with(scratch, text),
                                   "b=1",     "lower=-9", "upper=9", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const auto records = [&](const Outcome& outcome) {
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.status == 0 ? json::parse(outcome.out).at("records").get<int>() : -1;
  };
  for (const std::string odd :
       {"nan",         "NaN",    "-nan",   "nan(123)", "NA",   "N/A",  "inf",  "-Infinity", "1e999",
        "-1e99999999", "12a",    "1,5",    "0x10",     "NULL", "\"\"", "?",    "3/0",       "1.2.3",
        "1e",          "--5",    "(5)",    "<5",       ">=5",  "~5",   "'5",   "\u20ac5",   "\u22125",
        "\uff11",      "\u0663", "\u06f3", "NaN%",     "[NA]", "<NA>", "TRUE", "missing",   "%"}) {
    for (const bool first : {true, false}) {
      const Outcome outcome = read(first ? odd + "\n1\n0\n" : "1\n" + odd + "\n0\n");
      EXPECT_EQ(outcome.status, 2) << odd;
      EXPECT_TRUE(outcome.out.empty());
      EXPECT_NE(outcome.err.find(first ? "data.csv:1:" : "data.csv:2:"), std::string::npos) << outcome.err;
      EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
    EXPECT_EQ(records(read("\"" + std::string(odd == "\"\"" ? "" : odd) + "\"\n1\n0\n", {"--header"})), 2) << odd;
  }
  EXPECT_EQ(records(read("age\n1\n0\n")), 2);
  for (const std::string name : {"x1", "_1", "\u00e2ge", "\u5e74\u9f62", "(intercept)", "nana", "truth", "% of sales"})
    EXPECT_EQ(records(read(name + "\n1\n0\n")), 2) << name;
  EXPECT_EQ(records(read("age (years)\n1\n0\n", {"--header"})), 2);
  EXPECT_EQ(records(read("3\n1\n0\n")), 3);
  EXPECT_EQ(records(read("3\n1\n0\n", {"--no-header"})), 3);
  EXPECT_EQ(records(read("3\n1\n0\n", {"--header"})), 2);
  EXPECT_EQ(records(read("3,4\n1,2\n0,1\n", {"--column", "4"})), 2);
  const auto refused = [&](const Outcome& outcome, const std::string& message) {
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(message), std::string::npos) << outcome.err;
  };
  refused(read("age\n1\n0\n", {"--no-header"}), "data.csv:1:1: expected a finite number");
  refused(read("age\n1\n0\n", {"--no-header", "--column", "age"}), "with --no-header no column has a name");
  refused(read("1\n", {"--header", "--no-header"}), "excludes");
  // The label is asked for by name: the line is a header, whatever else is in it.
  const std::string named = file_with(scratch, "y,nan\n1,0.5\n0,0.25\n");
  EXPECT_EQ(released({"glm", "--data", named, "label=y", "c=1", "beta=1"}).at("records"), 2);
  // A mixture is not guessed at.
  const std::string mixed = file_with(scratch, "1,x\n1,0.5\n0,0.25\n");
  refused(run({"release", "glm", "--data", mixed, "label=1", "c=1", "beta=1"}), "say --header or --no-header");
  EXPECT_EQ(released({"glm", "--data", mixed, "--header", "label=1", "c=1", "beta=1"}).at("records"), 2);
  refused(run({"release", "glm", "--data", mixed, "--no-header", "label=1", "c=1", "beta=1"}),
          "data.csv:1:3: expected a finite number");
}

TEST(Release, MessagesDoNotRepeatWhatARecordSays) {
  const Scratch scratch;
  const auto silent = [&](const std::string& text, std::vector<std::string> words) {
    words.insert(words.begin() + 1, {"--data", file_with(scratch, text)});
    words.insert(words.begin(), "release");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.err.find("7351"), std::string::npos) << outcome.err;
  };
  silent("1\nx7351\n", {"laplace", "b=1", "lower=0", "upper=1"});
  silent("1\n7351\n", {"statistical_query", "prior=1,1"});
  silent("1\n7351\n", {"beta_bernoulli", "prior=1,1"});
  silent("1\n0.7351\n", {"dirichlet_categorical", "prior=1,1"});
  silent("y,x\n7351,1\n", {"glm", "label=y", "c=1", "beta=1"});
}

// Whoever reads the result has to be told, in every form of it.
TEST(Release, WarningsAreNeverLeftOut) {
  const Scratch scratch;
  const std::string data = file_with(scratch, "x,y\n0,1\n1,1\n");
  const std::string seeded = "drawn with a given seed: whoever knows it knows the noise. Not a private release.";
  const auto exactly = [](const std::string& source) {
    return "drawn exactly from the bits of " + source + "; how long that took depends on the draw.";
  };
  const std::string system = exactly("the operating system (getrandom)"), engine = exactly("std::mt19937_64");
  struct Case {
    std::vector<std::string> words;
    std::string fresh, repeated;
  };
  const std::vector<Case> cases{
      {{"laplace", "--column", "x", "b=1", "lower=0", "upper=1"}, system, engine},
      {{"gaussian", "--column", "x", "sigma=1", "lower=0", "upper=1"}, system, engine},
      {{"beta_bernoulli", "--column", "x", "prior=1,1"}, system, engine},
      {{"dirichlet_categorical", "--column", "x", "prior=1,1"}, system, engine},
      {{"statistical_query", "--column", "x", "prior=1,1"}, system, engine},
      {{"gaussian_mean", "--column", "x", "variance=1", "prior_count=1", "clip=1"}, system, engine},
      {{"gibbs_gaussian", "--column", "x", "beta=1", "radius=1"}, system, engine},
      {{"randomized_response", "--column", "x", "p_truth=3/4"}, system, engine},
      {{"glm", "label=y", "c=1", "beta=1"}, system, engine},
      {{"propose_test_sample", "eps=2", "delta=1/100", "x_l=9/10", "x_h=1", "beta=3"}, system, engine}};
  for (const Case& c : cases) {
    const auto with = [&](std::vector<std::string> more) {
      std::vector<std::string> words{"release", c.words[0], "--data", data};
      words.insert(words.end(), c.words.begin() + 1, c.words.end());
      words.insert(words.end(), more.begin(), more.end());
      return run(words);
    };
    EXPECT_EQ(with({"--quiet"}).err, c.fresh + "\n");
    EXPECT_EQ(with({"--quiet", "--seed", "1"}).err, seeded + "\n" + c.repeated + "\n");
    const std::string loud = with({"--seed", "1"}).err;
    EXPECT_TRUE(loud.ends_with(seeded + "\n" + c.repeated + "\n")) << loud;
    EXPECT_NE(loud.find("provided that"), std::string::npos);
    for (const bool quiet : {true, false}) {
      std::vector<std::string> words{"--json"};
      if (quiet) words.emplace_back("--quiet");
      EXPECT_EQ(json::parse(with(words).out).at("warnings"), (json{c.fresh}));
      words.insert(words.end(), {"--seed", "1"});
      EXPECT_EQ(json::parse(with(words).out).at("warnings"), (json{seeded, c.repeated}));
    }
  }
}

// 5 eps and 2 delta; null for a handful of records, since n_min is above 1 + 8 x_h^2/(x_l^2 eps); a sample near the
// slope for many.
TEST(Release, ProposeTestSample) {
  const Scratch scratch;
  const std::vector<std::string> parameters{"eps=2", "delta=1/100", "x_l=9/10", "x_h=1", "beta=3"};
  const auto with = [&](const std::string& file) {
    std::vector<std::string> all{"propose_test_sample", "--data", file};
    all.insert(all.end(), parameters.begin(), parameters.end());
    return all;
  };
  const json few = released(with(file_with(scratch, "id,y,x\n1,2,1\n2,2,1\n3,2,1\n")));
  EXPECT_EQ(few.at("released")[0], "null");
  // Neighbours may differ in size: the number of records is a diagnostic.
  EXPECT_FALSE(few.contains("records"));
  const json& diagnostics = few.at("diagnostics_not_to_be_published");
  EXPECT_TRUE(diagnostics.at(0).get<std::string>().starts_with("3 records; ")) << diagnostics;
  EXPECT_NE(diagnostics.dump().find("not private and not part of the release"), std::string::npos);
  auto words = with(file_with(scratch, "x,y\n1,2\n1,2\n1,2\n"));
  words.insert(words.begin(), "release");
  const Outcome plain = run(words);
  EXPECT_EQ(plain.out, "null\n");
  EXPECT_NE(plain.err.find("diagnostics: 3 records; "), std::string::npos) << plain.err;
  EXPECT_EQ(few.at("privacy").at("dp").at("epsilon"), "10");
  EXPECT_EQ(few.at("privacy").at("dp").at("delta"), "1/50");
  EXPECT_TRUE(few.at("privacy").at("rdp").empty());
  std::string text = "x,y\n";
  for (int i = 0; i < 400000; ++i) text += "1,2\n";
  auto many = with(file_with(scratch, text));
  many.insert(many.end(), {"rho2=0.2", "gamma1=0.21", "alpha=1/10"});
  // Posterior: mean 2 (1 - alpha/precision), standard deviation (400000 * 3)^(-1/2) = 9.1e-4.
  const json sampled = released(many);
  EXPECT_NEAR(std::stod(sampled.at("released")[0].get<std::string>()), 2, 6e-3);
  EXPECT_EQ(sampled.at("draw"), few.at("draw"));  // public: of a null and of a number the same
  EXPECT_EQ(sampled.at("draw").at("grid"), "1e-9");
  EXPECT_EQ(sampled.at("draw").at("added_to_delta"), "0");
  many.emplace_back("grid=1/8");
  EXPECT_EQ(released(many).at("released")[0], "2");

  const std::string file = file_with(scratch, "x,y\n1,2\n");
  const auto refused = [&](const std::vector<std::string>& more) {
    auto all = with(file);
    all.insert(all.begin(), "release");
    for (const std::string& word : more) {  // a later word of the same key replaces the earlier one
      const std::string key = word.substr(0, word.find('=') + 1);
      std::erase_if(all, [&](const std::string& w) { return w.starts_with(key); });
      all.push_back(word);
    }
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(refused({"delta=1/2"}).find("delta: expected a number between 0 and 1/2"), std::string::npos);
  EXPECT_NE(refused({"beta=2"}).find("beta: expected a number >= 3/x_h^2"), std::string::npos);
  EXPECT_NE(refused({"rho2=0.3"}).find("gamma1: expected a number between rho2 and 1/2"), std::string::npos);
  EXPECT_NE(refused({"x=weight"}).find("no column 'weight'"), std::string::npos);
  EXPECT_NE(refused({"sigma=1"}).find("'sigma' is no key of propose_test_sample"), std::string::npos);
}

}  // namespace
}  // namespace dpcert::cli::testing
