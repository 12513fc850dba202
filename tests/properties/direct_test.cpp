// The direct computations that suites compare with, against closed forms of textbooks.
#include "properties/direct.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace dpcert::properties {
namespace {

TEST(Direct, DivergencesOfNormalLaws) {
  // N(1, 1) from N(0, 1): order/2 at every order; 1/2 is the Kullback-Leibler divergence.
  for (const double order : {0.01, 0.5, 1.0, 1.001, 2.0, 2.5, 20.0})
    EXPECT_NEAR(renyi_by_quadrature(order, normal_pair(order, {1, 1}, {0, 1})), order / 2, 1e-9 * order) << order;
  // Laws 20 deviations apart: the moment of order 1/2 is exp(-50).
  EXPECT_NEAR(renyi_by_quadrature(0.5, normal_pair(0.5, {20, 1}, {0, 1})), 100, 1e-8);
  // KL of N(0, 1) from N(0, 4): log 2 - 3/8.
  EXPECT_NEAR(renyi_by_quadrature(1, normal_pair(1, {0, 1}, {0, 2})), std::log(2.0) - 0.375, 1e-10);
}

TEST(Direct, SmallDivergencesKeepTheirDigits) {
  // Laws a millionth apart: order/2 1e-12.
  for (const double order : {0.5, 1.0, 1.001, 3.0}) {
    const double d = renyi_by_quadrature(order, normal_pair(order, {1e-6, 1}, {0, 1}));
    EXPECT_NEAR(d / (order / 2 * 1e-12), 1, 1e-7) << order;
  }
}

TEST(Direct, Outcomes) {
  // (3/4, 1/4) from (1/4, 3/4) at order 2: log(9/4 + 1/12) = log(7/3).
  const double a = std::log(0.75), b = std::log(0.25);
  EXPECT_NEAR(renyi_by_outcomes(2, {a, b}, {b, a}), std::log(7.0 / 3), 1e-14);
  EXPECT_NEAR(renyi_by_outcomes(1, {a, b}, {b, a}), std::log(3.0) / 2, 1e-14);
}

TEST(Direct, HockeySticks) {
  // One variance: erf(1/(2 sqrt 2)) at epsilon 0.
  EXPECT_NEAR(hockey_stick_by_cells(0, {0, 1}, {1, 1}), 0.38292492254802620728, 1e-13);
  // The complement of an interval and the interval: N(0, 4) and N(0, 1) cross at +-sqrt(8 log(2)/3), so that their
  // total variation is erf(x/sqrt 2) - erf(x/sqrt 8) there, either way round.
  const double x = std::sqrt(8 * std::log(2.0) / 3), tv = std::erf(x / std::sqrt(2.0)) - std::erf(x / std::sqrt(8.0));
  EXPECT_NEAR(hockey_stick_by_cells(0, {0, 2}, {0, 1}), tv, 1e-13);
  EXPECT_NEAR(hockey_stick_by_cells(0, {0, 1}, {0, 2}), tv, 1e-13);
  // Nothing left: the ratio of the narrower to the wider law is at most 2.
  EXPECT_EQ(hockey_stick_by_cells(0.7, {0, 1}, {0, 2}), 0);
}

TEST(Direct, UnimodalMaximum) {
  EXPECT_NEAR(largest_unimodal([](double x) { return 3 - (x - 0.3) * (x - 0.3); }, -5, 9), 3, 1e-14);
}

}  // namespace
}  // namespace dpcert::properties
