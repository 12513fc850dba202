#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <random>
#include <sstream>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/families/categorical_dirichlet.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/mechanism.hpp"
#include "dpcert/properties/run.hpp"
#include "dpcert/properties/suite.hpp"

namespace dpcert::properties {
namespace {

class EverySuite : public testing::TestWithParam<std::string> {};
TEST_P(EverySuite, Holds) {
  const auto result = run_suite(GetParam(), {.cases = 100, .seed = 7, .replay = ""});
  EXPECT_TRUE(result.passed) << result;
  EXPECT_EQ(result.cases, 100);
  EXPECT_FALSE(suite_description(GetParam()).empty());
}
INSTANTIATE_TEST_SUITE_P(Library, EverySuite, testing::ValuesIn(suite_names()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

TEST(Run, FindsTheSimplestCounterexampleAndReplaysIt) {
  int runs = 0;
  const auto false_claim = [&runs] {
    ++runs;
    const Rational x = *log_uniform(Rational(1, 1000), Rational(1000));
    const Rational y = *log_uniform(Rational(1, 1000), Rational(1000));
    RC_ASSERT(!(x > Rational(3) * y));
  };
  const auto failed = run_property("example.false-claim", {.cases = 200, .seed = 3, .replay = ""}, false_claim);
  ASSERT_FALSE(failed.passed);
  ASSERT_FALSE(failed.replay.empty());
  // The smallest counterexamples are x = 4, y = 1 and x = 1, y = 1/4.
  const bool simplest =
      failed.failure.find("= 4\n") != std::string::npos || failed.failure.find("= 1/4\n") != std::string::npos;
  EXPECT_TRUE(simplest) << failed.failure;
  runs = 0;
  const auto again =
      run_property("example.false-claim", {.cases = 200, .seed = 99, .replay = failed.replay}, false_claim);
  EXPECT_FALSE(again.passed);
  EXPECT_EQ(again.failure, failed.failure);
  EXPECT_EQ(again.replay, failed.replay);
  EXPECT_LT(runs, 50);  // straight down the recorded path, without a search
  std::ostringstream text;
  text << again;
  EXPECT_NE(text.str().find("replay: example.false-claim:"), std::string::npos);
}

TEST(Run, EndsAfterTheCaseAtWhichItIsStopped) {
  // Also one that has failed at the 30th case, and is being shrunk.
  for (const bool holds : {true, false}) {
    const int last = holds ? 50 : 32;
    std::atomic<bool> stop{false};
    int runs = 0;
    const auto stopping = [&] {
      if (++runs == last) stop = true;
      RC_ASSERT(holds || runs < 30 || *log_uniform(Rational(1), Rational(2)) < Rational(1));
    };
    const auto result =
        run_property("example.stopped", {.cases = 1000, .seed = 1, .replay = "", .stop = &stop}, stopping);
    EXPECT_TRUE(result.interrupted) << result;
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.failure, "");
    EXPECT_EQ(runs, last);
  }
  // One that is not stopped has its result.
  const std::atomic<bool> never{false};
  const auto result = run_property("example.whole", {.cases = 20, .seed = 1, .replay = "", .stop = &never}, [] {});
  EXPECT_TRUE(result.passed);
  EXPECT_FALSE(result.interrupted);
  EXPECT_EQ(result.cases, 20);
}

TEST(Run, TheSameSeedGivesTheSameCases) {
  const auto collect = [](std::uint64_t seed) {
    std::string seen;
    run_property("example.collect", {.cases = 20, .seed = seed, .replay = ""},
                 [&] { seen += (*any_count()).str() + " "; });
    return seen;
  };
  EXPECT_EQ(collect(5), collect(5));
  EXPECT_NE(collect(5), collect(6));
}

TEST(Run, RefusesBadInput) {
  EXPECT_THROW(run_suite("no-such-suite"), Error);
  EXPECT_THROW(run_suite("divergence.nonnegative", {.cases = 0, .seed = 1, .replay = ""}), Error);
  for (const char* replay : {"divergence.permutation:00", "divergence.nonnegative:", "divergence.nonnegative:0g",
                             "divergence.nonnegative:00", "divergence.nonnegative:0", "nonsense"}) {
    EXPECT_THROW(run_suite("divergence.nonnegative", {.cases = 1, .seed = 1, .replay = replay}), Error) << replay;
  }
  EXPECT_EQ(suite_of_replay("divergence.permutation:00ff"), "divergence.permutation");
  EXPECT_THROW(suite_of_replay("nonsense"), Error);
}

TEST(CheckDivergence, AcceptsAGoodRoutine) {
  const auto good = [](double order, const std::vector<double>& p, const std::vector<double>& q) {
    return renyi_divergence(Order(order), Dirichlet<double>(p), Dirichlet<double>(q));
  };
  const auto results = check_divergence(good, {}, {.cases = 200, .seed = 1, .replay = ""});
  EXPECT_EQ(results.size(), 4U);
  for (const auto& r : results) EXPECT_TRUE(r.passed) << r;
}

TEST(CheckDivergence, CatchesThePlainFormula) {
  const auto plain = [](double order, const std::vector<double>& p, const std::vector<double>& q) {
    return renyi_formula(Order(order), Dirichlet<double>(p), Dirichlet<double>(q));
  };
  const auto results = check_divergence(plain, {}, {.cases = 200, .seed = 1, .replay = ""});
  ASSERT_FALSE(results[0].passed);  // it has no digits left where the laws are close
  // One printed string is enough to see it again, and only it.
  const auto again = check_divergence(plain, {}, {.cases = 1, .seed = 1, .replay = results[0].replay});
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].failure, results[0].failure);
}

TEST(CheckDivergence, CatchesALowerValueGivenAsUpperBound) {
  const auto low = [](double order, const std::vector<double>& p, const std::vector<double>& q) {
    return renyi_divergence(Order(order), Dirichlet<double>(p), Dirichlet<double>(q)) * (1 - 1e-9);
  };
  DivergenceClaims claims;
  claims.upper_bound = true;
  EXPECT_FALSE(check_divergence(low, claims)[0].passed);
  const auto high = [&](double order, const std::vector<double>& p, const std::vector<double>& q) {
    return low(order, p, q) * (1 + 2e-9);
  };
  claims.relative_error = 1e-8;
  EXPECT_TRUE(check_divergence(high, claims)[0].passed);
}

/// Beta-Bernoulli posterior sampling with prior (3, 5).
PosteriorMechanism beta_mechanism() {
  PosteriorMechanism m;
  m.law = [](std::span<const int> data) {
    const CategoricalDirichlet family(2);
    return family.posterior<Rational>({Rational(3), Rational(5)}, family.counts<Rational>(data), Rational(1));
  };
  m.sample = [law = m.law](std::span<const int> data, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<double> alpha;
    for (const Rational& a : law(data).alpha) alpha.push_back(a.approx());
    auto x = sample_log_dirichlet(alpha, random);
    for (double& v : x) v = std::exp(v);
    return x;
  };
  return m;
}

TEST(CheckMechanism, GuaranteeOfPosteriorSampling) {
  auto m = beta_mechanism();
  // log of the density ratio's growth: for orders below 1 + min(prior) the worst neighbours of all data sets of one
  // record are at the prior's corners.
  m.most_records = 30;
  m.guarantee = [](double order) {
    double worst = 0;
    for (int n = 0; n <= 29; ++n) {
      for (int k = 0; k <= n; ++k) {
        const Beta<double> p{3.0 + k + 1, 5.0 + n - k}, q{3.0 + k, 5.0 + n - k + 1};
        worst = std::fmax(worst, std::fmax(renyi_divergence(Order(order), p, q), renyi_divergence(Order(order), q, p)));
      }
    }
    return worst * (1 + 1e-9);
  };
  const auto good = check_guarantee(m, {.cases = 200, .seed = 1, .replay = ""}, 3);
  EXPECT_TRUE(good.passed) << good;
  m.guarantee = [](double order) { return order / 100; };
  const auto bad = check_guarantee(m, {.cases = 200, .seed = 1, .replay = ""}, 3);
  ASSERT_FALSE(bad.passed);
  EXPECT_EQ(check_guarantee(m, {.cases = 1, .seed = 1, .replay = bad.replay}, 3).failure, bad.failure);
}

TEST(CheckMechanism, Sampler) {
  auto m = beta_mechanism();
  EXPECT_TRUE(check_sampler(m, {.cases = 20, .seed = 1, .replay = ""}).passed);
  m.sample = [good = m.sample](std::span<const int> data, std::uint64_t seed) {
    auto x = good(data, seed);
    x[0] = std::sqrt(x[0]);
    return x;
  };
  EXPECT_FALSE(check_sampler(m, {.cases = 20, .seed = 1, .replay = ""}).passed);
}

}  // namespace
}  // namespace dpcert::properties
