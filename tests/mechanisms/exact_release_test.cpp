// What is computed from data before noise is exact. Oracle: rational arithmetic of Boost.Multiprecision, which shares
// nothing with the library's.
#include "dpcert/mechanisms/exact_release.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"

namespace dpcert {
namespace {

using Oracle = boost::multiprecision::cpp_rational;
Oracle oracle(const Rational& q) { return Oracle(q.str()); }

/// Records around a huge offset, some outside the bounds, some with many more bits than a sum of doubles keeps.
struct Data {
  std::vector<double> records;
  Rational lower, upper;
};
Data draw_data(std::mt19937_64& random) {
  std::uniform_int_distribution<int> exponent(-30, 60), size(1, 200);
  std::uniform_real_distribution<double> unit(-1, 1);
  const double offset = std::ldexp(unit(random), exponent(random)), width = std::ldexp(1, exponent(random) - 40);
  Data data;
  for (int i = size(random); i > 0; --i) data.records.push_back(offset + width * unit(random));
  // Bounds that are no doubles.
  data.lower = Rational::from_double(offset) - Rational::from_double(width) * Rational(2, 3);
  data.upper = Rational::from_double(offset) + Rational::from_double(width) * Rational(4, 5);
  return data;
}

TEST(ExactRelease, SumsAreThoseOfRationalNumbersInEveryOrder) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    Data data = draw_data(random);
    const Oracle lower = oracle(data.lower), upper = oracle(data.upper);
    Oracle expected = 0;
    for (const double x : data.records) expected += std::clamp(Oracle(x), lower, upper);
    const Rational sum = clipped_sum(data.records, data.lower, data.upper);
    EXPECT_EQ(oracle(sum), expected);
    std::ranges::shuffle(data.records, random);
    EXPECT_EQ(clipped_sum(data.records, data.lower, data.upper), sum);
    // A neighbour, in another order: the difference is at most the sensitivity, and reaches it.
    data.records.front() = std::uniform_real_distribution<double>(-1e30, 1e30)(random);
    std::ranges::shuffle(data.records, random);
    EXPECT_LE(abs(clipped_sum(data.records, data.lower, data.upper) - sum), data.upper - data.lower);
    data.records.front() = -1e30;
    const Rational least = clipped_sum(data.records, data.lower, data.upper);
    data.records.front() = 1e30;
    EXPECT_EQ(clipped_sum(data.records, data.lower, data.upper) - least, data.upper - data.lower);
  }
  EXPECT_THROW(clipped_sum(std::vector<double>{1, NAN}, Rational(0), Rational(1)), Error);
  EXPECT_THROW(clipped_sum(std::vector<double>{1, INFINITY}, Rational(0), Rational(1)), Error);
  EXPECT_THROW(clipped_sum(std::vector<double>{1}, Rational(1), Rational(0)), Error);
}

TEST(ExactRelease, NoiseIsAddedExactlyAndRoundedOnce) {
  std::mt19937_64 random(2);
  std::uniform_int_distribution<int> exponent(-60, 60);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 500; ++trial) {
    const Rational value = Rational::from_double(std::ldexp(unit(random), exponent(random))) / Rational(7);
    const double noise = std::ldexp(unit(random), exponent(random)), sum = add_noise(value, noise);
    const Oracle exact = oracle(value) + Oracle(noise), off = abs(Oracle(sum) - exact);
    // Next to it, up to the last bit of a tie.
    const Oracle step = Oracle(spacing(sum));
    EXPECT_LE(off, step / 2 * (1 + Oracle(1, 1024)));
  }
  EXPECT_EQ(add_noise(Rational(1), INFINITY), INFINITY);
  // 2^53 + 1 is no double: with noise 1/2 rounded afterwards it is 2^53 + 2, rounded before it would be 2^53.
  EXPECT_EQ(add_noise(pow(Rational(2), 53) + Rational(1), 0.5), 0x1p53 + 2);
}

TEST(ExactRelease, MechanismsAddTheirNoiseToTheExactValue) {
  const Rational value = pow(Rational(2), 60) + Rational(1, 3);
  for (int seed = 0; seed < 20; ++seed) {
    std::mt19937_64 a(seed), b(seed);
    const double noise = sample(LaplaceMechanism<double>(1e6), 0.0, a);
    EXPECT_EQ(sample(LaplaceMechanism<double>(1e6), value, b), add_noise(value, noise));
    EXPECT_EQ(sample(GaussianMechanism<double>(1e6), value, b),
              add_noise(value, sample(GaussianMechanism<double>(1e6), 0.0, a)));
    const NormalLaw<Rational> law{value, Rational(2, 3)};
    EXPECT_EQ(sample(law, b), add_noise(value, std::normal_distribution<double>(0, draw_deviation(law))(a)));
  }
}

TEST(ExactRelease, RoundingOfParametersHasADirection) {
  std::mt19937_64 random(3);
  std::uniform_int_distribution<std::int64_t> number(-1'000'000'007, 1'000'000'007);
  for (int trial = 0; trial < 300; ++trial) {
    const Rational x(number(random), 1 + std::abs(number(random)));
    const Oracle exact = oracle(x);
    const double above = double_above(x), below = double_below(x);
    EXPECT_GE(Oracle(above), exact);
    EXPECT_LT(Oracle(std::nextafter(above, -INFINITY)), exact);
    EXPECT_LE(Oracle(below), exact);
    EXPECT_GT(Oracle(std::nextafter(below, INFINITY)), exact);
    const NormalLaw<Rational> law{Rational(0), abs(x) + Rational(1, 1'000'003)};
    const Oracle deviation(draw_deviation(law));
    EXPECT_GE(deviation * deviation, oracle(law.variance));
  }
  EXPECT_EQ(double_above(Rational(1, 2)), 0.5);
  EXPECT_EQ(double_below(Rational(1, 2)), 0.5);
  EXPECT_EQ(spacing(1), 0x1p-52);
  EXPECT_EQ(spacing(-0x1p53), 2);
}

bool is_double(const Rational& x) { return Rational::from_double(x.approx()) == x; }

TEST(ExactRelease, PosteriorCountsAreDoubles) {
  std::mt19937_64 random(4);
  std::uniform_int_distribution<std::int64_t> number(1, 1'000'003);
  int drawn = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const std::int64_t n = 1 + number(random) % 300;
    const std::vector<Rational> prior{Rational(number(random), number(random)), Rational(number(random), 7)};
    const Rational weight(1, number(random));
    const GridCounts grid = grid_counts(prior, weight, n);
    for (std::size_t k = 0; k < prior.size(); ++k) EXPECT_LE(abs(grid.prior[k] - prior[k]), grid.step / Rational(2));
    EXPECT_LE(abs(grid.weight - weight), grid.step / Rational(2));
    if (grid.weight.is_zero()) continue;
    ++drawn;
    const auto mechanism = TemperedPosterior<Rational>::diffused({grid.prior[0], grid.prior[1]}, grid.weight, n);
    for (std::int64_t ones = 0; ones <= n; ++ones) {
      EXPECT_TRUE(is_double(mechanism.coin_law(ones).alpha)) << mechanism.coin_law(ones).alpha.str();
      EXPECT_TRUE(is_double(mechanism.coin_law(ones).beta));
    }
    // Values of a query: one record changes the sum by at most 1, the law is on the grid, the order does not matter.
    std::vector<double> values;
    std::uniform_real_distribution<double> unit(0, 1);
    for (std::int64_t i = 0; i < n; ++i) values.push_back(i % 5 == 0 ? double(i % 2) : unit(random) * 0x1p-20);
    const Rational sum = grid_query_sum(mechanism, values, grid.step);
    Oracle exact = 0;
    for (const double f : values) exact += Oracle(f);
    EXPECT_LE(abs(oracle(sum) - exact), Oracle(n) * oracle(grid.step) / oracle(grid.weight));
    const Beta<Rational> law = statistical_query_law(mechanism, sum);
    EXPECT_TRUE(is_double(law.alpha) && is_double(law.beta)) << law.alpha.str();
    std::ranges::shuffle(values, random);
    EXPECT_EQ(grid_query_sum(mechanism, values, grid.step), sum);
    values.front() = unit(random) < 0.5 ? 1 : 0;
    EXPECT_LE(abs(grid_query_sum(mechanism, values, grid.step) - sum), Rational(1));
  }
  EXPECT_GT(drawn, 50);
  // What is on the grid stays as it is.
  const GridCounts plain = grid_counts({Rational(6), Rational(5, 2)}, Rational(1, 4), 1000);
  EXPECT_EQ(plain.prior, (std::vector<Rational>{Rational(6), Rational(5, 2)}));
  EXPECT_EQ(plain.weight, Rational(1, 4));
  // 258.5 <= 512 = 2^9.
  EXPECT_EQ(plain.step, pow(Rational(2), 9 - 52));
  EXPECT_EQ(count_grid(Rational(8)), pow(Rational(2), 3 - 52));
  EXPECT_EQ(count_grid(Rational(1, 3)), pow(Rational(2), -1 - 52));
  EXPECT_THROW(count_grid(Rational(0)), Error);
  EXPECT_TRUE(grid_counts({Rational(1, 1'000'000), pow(Rational(2), 60)}, Rational(1), 1).prior[0].is_zero());
  const auto third = TemperedPosterior<Rational>::diffused({Rational(1), Rational(1)}, Rational(1, 3), 2);
  EXPECT_THROW(grid_query_sum(third, std::vector<double>{0, 1}, pow(Rational(2), -40)), Error);
}

// The draw is a function of the records, not of their order; clipped vectors are never longer than the norm.
TEST(ExactRelease, RegressionDoesNotSeeTheOrder) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  struct Record {
    double x, y;
    std::int8_t label;
  };
  std::vector<Record> records;
  for (int i = 0; i < 300; ++i)
    records.push_back({1e8 * normal(random), i % 7 ? 1e-9 * normal(random) : 0., std::int8_t(i % 3 == 0)});
  const auto drawn = [](const std::vector<Record>& from) {
    GlmData data{2, {}, {}};
    for (const Record& r : from) {
      data.covariates.insert(data.covariates.end(), {r.x, r.y});
      data.positive.push_back(r.label);
    }
    data.clip(1);
    for (std::size_t i = 0; i < data.records(); ++i) {
      const auto x = data.record(i);
      EXPECT_LE(Oracle(x[0]) * Oracle(x[0]) + Oracle(x[1]) * Oracle(x[1]), Oracle(1));
    }
    data.sort();
    std::mt19937_64 fixed(1);
    std::vector<double> w;
    make_kernel(GlmPosterior(std::move(data), Link::logistic, 300), GlmSampler::rejection)->step(w, fixed);
    return w;
  };
  const std::vector<double> first = drawn(records);
  for (int trial = 0; trial < 5; ++trial) {
    std::ranges::shuffle(records, random);
    EXPECT_EQ(drawn(records), first);
  }
  GlmData zeros{1, {0., -0., 0.}, {1, 0, 0}};
  zeros.sort();
  EXPECT_EQ(zeros.positive, (std::vector<std::int8_t>{0, 0, 1}));
  for (const double v : zeros.covariates) EXPECT_FALSE(std::signbit(v));
}

}  // namespace
}  // namespace dpcert
