#include "dpcert/langevin/step_regions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "dpcert/langevin/release.hpp"

namespace dpcert::langevin {
namespace {

// The published figure's problem, n^0.1 = 4.036.
const RegressionDomain<Rational> figure{1149019, 1165165, {404, 100}, {9, 5}, {9, 10}, {1, 10}, 1};
const RegressionDomain<Rational> small{6, 5, 2, 2, 1, {1, 2}, 1};

Problem<Rational> pair_of(const RegressionDomain<Rational>& d) { return {d.n, d.c, d.x_h, d.alpha, d.beta}; }

// Every pair of random neighbours, in every order, stays within the reach: exact recursions.
TEST(StepRegions, ReachHoldsForRandomNeighbours) {
  const Rational eta = default_step_size(pair_of(small));
  std::mt19937_64 random(5);
  const auto pick = [&](const Rational& a, const Rational& b) {
    const auto k = static_cast<std::int64_t>(random() % 9);  // ends included often
    return a + (b - a) * Rational(std::clamp<std::int64_t>(k - 2, 0, 4), 4);
  };
  const auto record = [&] {
    const Rational x = pick(small.x_l, small.x_h), slope = pick(small.c - small.radius, small.c + small.radius);
    return Sample<Rational>{x, x * slope};
  };
  double nearest = 0;
  for (int trial = 0; trial < 150; ++trial) {
    std::vector<Sample<Rational>> data;
    for (int i = 0; i < small.n; ++i) data.push_back(record());
    auto other = data;
    other[random() % other.size()] = record();  // the order is the data's own: any place
    const auto step = static_cast<std::int64_t>(random() % 40);
    const auto p = run_cyclic_sgld<Rational>(small.alpha, small.beta, eta, data, step),
               q = run_cyclic_sgld<Rational>(small.alpha, small.beta, eta, other, step);
    for (const StepInterval& steps :
         {StepInterval{step, step}, StepInterval{step / 2, step + 3}, StepInterval{12, std::nullopt}}) {
      if (step < steps.first) continue;
      const StepReach reach = step_reach(small, eta, steps, 128);
      if (!reach.distance.is_finite()) continue;
      const double narrow = std::min(p.variance.approx(), q.variance.approx()),
                   wide = std::max(p.variance.approx(), q.variance.approx()),
                   distance = std::fabs(p.mean.approx() - q.mean.approx()) / std::sqrt(narrow);
      EXPECT_LE(distance, reach.distance.approx() * (1 + 1e-12)) << step;
      EXPECT_GE(narrow / wide, reach.least_ratio.approx() * (1 - 1e-12)) << step;
      if (step > 0) nearest = std::max(nearest, distance / reach.distance.approx());
    }
  }
  EXPECT_GT(nearest, 0.2);  // and it is not far away either
}

TEST(StepRegions, TailIsFiniteOnlyFarOut) {
  const Rational eta = default_step_size(pair_of(figure));
  EXPECT_FALSE(step_reach(figure, eta, {1, std::nullopt}, 128).distance.is_finite());
  const auto at = [&](std::int64_t epochs) {
    return step_reach(figure, eta, {epochs * figure.n, std::nullopt}, 128).distance.approx();
  };
  EXPECT_GT(at(100), at(200));
  // The limit, by hand: one round moves the mean by at most D = (b_h - b_l)(c - R) k + 2 R b_h and leaves 1 - W of what
  // was.
  const double n = 1149019, c = 1165165, radius = 4.04, half = eta.approx() / 2, low = half * n * 0.81,
               high = half * n * 3.24, pull = half * 0.1;
  const double moved = (high - low) * (c - radius) * pull / (low + pull) + 2 * radius * high,
               kept = std::exp(n * std::log1p(-(low + pull)));
  const double narrow = eta.approx() / ((high + pull) * (2 - high - pull));
  EXPECT_NEAR(at(1000), moved / (1 - kept) / std::sqrt(narrow), 1e-6 * at(1000));
}

// Where the regions say yes or no, the certified divergence of the two databases agrees.
TEST(StepRegions, FigureAgreesWithThePair) {
  const auto problem = pair_of(figure);
  const Rational eta = default_step_size(problem);
  const Epsilon<Rational> epsilon(Rational(1));
  const Delta<Rational> delta(Rational(1, 100));
  const StepRegions regions = certified_step_regions(figure, eta, epsilon, delta, 200);
  const auto above = [&](std::int64_t step) {
    const Certified d = certified_hockey_stick(problem, eta, step, epsilon, 6);
    EXPECT_TRUE(d.is_finite());
    return certainly_greater(d.enclosure, Ball(delta.value(), 64));
  };
  ASSERT_EQ(regions.in_private.size(), 2u);
  EXPECT_EQ(regions.in_private[0].first, 0);
  EXPECT_GE(*regions.in_private[0].last, 2 * figure.n);
  EXPECT_FALSE(regions.in_private[1].last);
  EXPECT_LE(regions.in_private[1].first, 160 * figure.n);
  ASSERT_EQ(regions.not_private.size(), 1u);
  const auto [first, last] = regions.not_private[0];
  EXPECT_LE(first, 10 * figure.n);
  EXPECT_GE(*last, 30 * figure.n);
  for (const std::int64_t step : {first, first + 777777, (first + *last) / 2, *last}) EXPECT_TRUE(above(step)) << step;
  for (const std::int64_t step : {2 * figure.n, *regions.in_private[0].last}) EXPECT_FALSE(above(step)) << step;
  EXPECT_LT(*regions.in_private[0].last, first);
  EXPECT_LT(*last, regions.in_private[1].first);
}

TEST(StepRegions, BadDomains) {
  const Epsilon<Rational> epsilon(Rational(1));
  const Delta<Rational> delta(Rational(1, 100));
  auto domain = small;
  domain.radius = 6;
  const Rational eta = default_step_size(pair_of(small));
  EXPECT_THROW(certified_step_regions(domain, eta, epsilon, delta, 5), Error);
  domain = small;
  domain.x_l = 3;
  EXPECT_THROW(certified_step_regions(domain, eta, epsilon, delta, 5), Error);
  EXPECT_THROW(certified_step_regions(small, eta, epsilon, delta, 0), Error);
  EXPECT_THROW(certified_step_regions(small, Rational(1), epsilon, delta, 5), Error);
  EXPECT_THROW(certainly_not_private(pair_of(small), eta, 2, 4, epsilon, delta), Error);   // the first epoch
  EXPECT_THROW(certainly_not_private(pair_of(small), eta, 6, 13, epsilon, delta), Error);  // two epochs
}

}  // namespace
}  // namespace dpcert::langevin
