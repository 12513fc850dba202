// The audit of one run, against exact binomial sums and simulated mechanisms of known epsilon.
#include "dpcert/empirical/one_run.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dpcert/core/error.hpp"

namespace dpcert::empirical {
namespace {

/// P(Binomial(n, p) >= v) in doubles, from the probability of n successes downwards.
double tail(std::int64_t n, double p, std::int64_t v) {
  double sum = 0;
  for (std::int64_t k = v; k <= n; ++k)
    sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                    static_cast<double>(k) * std::log(p) + static_cast<double>(n - k) * std::log1p(-p));
  return sum;
}

TEST(OneRun, TheBoundIsWhereTheTailReachesTheLevel) {
  for (const auto& [m, r, v] : {std::tuple(100, 100, 80), {1000, 50, 49}, {30, 30, 30}}) {
    const double e = one_run_epsilon(m, r, v, Delta<Rational>(0), Rational(1, 20)).approx();
    EXPECT_NEAR(tail(r, 1 / (1 + std::exp(-e)), v), 0.05, 1e-7);
    // With delta, canaries delta/2 of the level is spent: here 1/100 of 1/20.
    const Delta<Rational> delta(Rational(1, 50) / Rational(m));
    const double d = one_run_epsilon(m, r, v, delta, Rational(1, 20)).approx();
    EXPECT_NEAR(tail(r, 1 / (1 + std::exp(-d)), v), 0.04, 1e-7);
    EXPECT_LT(d, e);
  }
  const auto nothing = [](const Ball& e) { return certainly_equal(e, Ball(0)); };
  EXPECT_TRUE(nothing(one_run_epsilon(100, 100, 50, Delta<Rational>(0), Rational(1, 20))));
  EXPECT_TRUE(nothing(one_run_epsilon(100, 100, 100, Delta<Rational>(Rational(1, 1000)), Rational(1, 20))));
  EXPECT_TRUE(nothing(one_run_epsilon(100, 0, 0, Delta<Rational>(0), Rational(1, 20))));
}

/// Randomised response of every coin: epsilon is that of one answer.
std::vector<Canary> answers(std::size_t m, double p_truth, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Canary> out;
  for (std::size_t i = 0; i < m; ++i) {
    const bool coin = std::bernoulli_distribution(0.5)(random), truth = std::bernoulli_distribution(p_truth)(random);
    out.push_back({coin == truth ? 1.0 : 0.0, coin});
  }
  return out;
}

TEST(OneRun, FiresAtNoMoreThanTheStatedRateAndFindsWhatIsThere) {
  // 1,000 runs of a mechanism of epsilon log 3, at confidence 9/10 and three numbers of guesses: at most 154 bounds
  // above the truth, but for a chance below 5e-7 (Chernoff's bound).
  const std::vector<std::int64_t> guesses{40, 100, 200};
  int above = 0, useful = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const auto audit = audit_one_run(answers(200, 0.75, seed), guesses, Delta<Rational>(0), Rational(1, 10));
    const double e = audit.tried[audit.best].epsilon.approx();
    above += e > std::log(3) ? 1 : 0;
    useful += e > 0.5 ? 1 : 0;
  }
  EXPECT_LE(above, 154);
  EXPECT_GE(useful, 900);
}

TEST(OneRun, AbstainsOnTheMiddleScores) {
  // The lowest two were left out, the highest two put in; the middle coins are wrong for their scores.
  const std::vector<Canary> canaries{{5, true}, {-3, false}, {0.5, false}, {-0.5, true}, {4, true}, {-4, false}};
  const std::vector<std::int64_t> guesses{4, 6, 3};
  const auto audit = audit_one_run(canaries, guesses, Delta<Rational>(0), Rational(1, 2));
  EXPECT_EQ(audit.tried[0].correct, 4);
  EXPECT_EQ(audit.tried[1].correct, 4);
  EXPECT_EQ(audit.tried[2].correct, 3);
  EXPECT_EQ(audit.best, 0U);
  // Each at (1/2)/3: p^4 = 1/6, epsilon = log(p/(1 - p)).
  const double p = std::pow(1.0 / 6, 0.25);
  EXPECT_NEAR(audit.tried[0].epsilon.approx(), std::log(p / (1 - p)), 1e-7);
}

TEST(OneRun, EqualScoresSayNothingWhateverTheOrderOfTheFile) {
  // All that were left out stand first: positions know the coins, equal scores do not. 200 of 400 guesses are right on
  // average; 300 or more, or 100 or fewer, have a chance below 2 exp(-400/8) (Hoeffding).
  std::vector<Canary> equal(400, Canary{1, false});
  for (std::size_t i = 200; i < 400; ++i) equal[i].included = true;
  const std::vector<std::int64_t> guesses{400};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto correct = audit_one_run(equal, guesses, Delta<Rational>(0), Rational(1, 20), seed).tried[0].correct;
    EXPECT_GT(correct, 100);
    EXPECT_LT(correct, 300);
  }
}

TEST(OneRun, RefusesBadInput) {
  const std::vector<Canary> two{{1, true}, {0, false}};
  const std::vector<std::int64_t> one{1}, three{3}, none;
  const auto refused = [](std::span<const Canary> c, std::span<const std::int64_t> g, const Rational& level) {
    EXPECT_THROW((void)audit_one_run(c, g, Delta<Rational>(0), level), Error);
  };
  refused(std::span(two).first(1), one, Rational(1, 20));
  refused(two, three, Rational(1, 20));
  refused(two, none, Rational(1, 20));
  refused(two, one, Rational(1));
  const std::vector<Canary> nan{{NAN, true}, {0, false}};
  refused(nan, one, Rational(1, 20));
  EXPECT_THROW((void)one_run_epsilon(10, 11, 3, Delta<Rational>(0), Rational(1, 20)), Error);
}

}  // namespace
}  // namespace dpcert::empirical
