// The normal law's tail and softplus in floating point, held to enclosures over their whole range and to values of
// mpmath 1.3 (40 digits).
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/special/log_normal_cdf.hpp"
#include "dpcert/special/softplus.hpp"

namespace dpcert {
namespace {

constexpr Precision bits = 4000;  // exp(x^2/2) and Phi(-x) cancel at x = 1000

Ball exact(double x) { return {Rational::from_double(x), bits}; }
Ball density(const Ball& x) { return exp(-(x * x) / Ball(2)) / sqrt(Ball(2) * Ball::pi(bits)); }

/// Points of every size between -1000 and 40.
std::vector<double> points() {
  std::mt19937_64 random(271828);
  std::vector<double> x = {0, -8, 8, -36.99999, -37, -37.00001, 8.00001, 1e-300, -1e-9};
  for (const double scale : {1.0, 10.0, 40.0})
    for (int i = 0; i < 60; ++i) x.push_back(std::uniform_real_distribution<double>(-scale, scale)(random));
  for (int i = 0; i < 60; ++i) x.push_back(std::uniform_real_distribution<double>(-1000, -30)(random));
  return x;
}

TEST(LogNormalCdf, KeepsItsAccuracyOverItsRange) {
  for (const double x : points()) {
    const Ball truth = x > 0 ? log1p(-normal_cdf(-exact(x))) : log(normal_cdf(exact(x)));
    ASSERT_TRUE(truth.is_finite()) << x;
    const double error = (exact(log_normal_cdf(x)) - truth).approx();
    if (x > 37) {  // subnormal numbers have fewer digits
      EXPECT_LE(std::fabs(error), 1e-300) << x;
      continue;
    }
    const double allowed = 4e-16 * (1 + x * x) * std::fmin(1, std::fabs(truth.approx()));
    EXPECT_LE(std::fabs(error), allowed) << x;
    // The check itself tells values apart that are a little further off.
    EXPECT_GT(std::fabs(error + 25 * allowed), allowed) << x;
  }
}

TEST(LogNormalCdf, ReferenceValues) {
  const std::pair<double, double> values[] = {
      {-1000, -500007.8266948121843}, {-100, -5005.524208694205089},   {-50, -1254.831361139419901},
      {-37.5, -707.6689893175071911}, {-37, -689.0305855768905936},    {-36.9, -685.3328831653506635},
      {-20, -203.9171553710972639},   {-8, -35.01343715991454990},     {-1, -1.841021645009263506},
      {0, -0.6931471805599453094},    {1, -0.1727537790234498895},     {4, -3.167174337748926386e-05},
      {7, -1.279812543886653964e-12}, {8.5, -9.479534822203318399e-18}};
  for (const auto& [x, value] : values)
    EXPECT_NEAR(log_normal_cdf(x) / value, 1, x <= 0 ? 4e-15 : 4e-16 * (1 + x * x)) << x;
}

TEST(InverseMills, IsTheDensityOverTheDistributionFunction) {
  for (const double x : points()) {
    const Ball truth = density(exact(x)) / normal_cdf(exact(x));
    if (truth.approx() < 1e-300) continue;  // subnormal numbers have fewer digits
    EXPECT_NEAR((exact(inverse_mills(x)) / truth).approx(), 1, 2e-15 * (1 + x * x)) << x;
  }
}

TEST(MillsRatioInLongDouble, KeepsItsAccuracyOverItsRange) {
  double worst = 0;
  for (const double x : points()) {
    if (x < -90) continue;
    for (const double at : {x, -x}) {
      if (at < -90) continue;
      const Ball a = exact(at), truth = normal_cdf(-a) / density(a), slope = Ball(1) - a * truth;
      const auto relative = [](long double value, const Ball& of) {
        return std::fabs((exact_point(value, bits) / of - Ball(1)).approx());
      };
      const double error = relative(mills_ratio(static_cast<long double>(at)), truth);
      EXPECT_LE(error, at < 8 ? 3e-16 * (1 + at * at) : 2e-7) << at;
      if (at >= 8) worst = std::max(worst, error);
      EXPECT_LE(relative(mills_descent(static_cast<long double>(at)), slope),
                at < 8 ? 3e-16 * (1 + at * at) * (1 + at * at) : 2e-5)
          << at;
    }
  }
  EXPECT_GT(worst, 1e-12);  // the expansion is in the range at all
}

TEST(Softplus, KeepsItsAccuracyOnBothSides) {
  std::mt19937_64 random(31415);
  for (int i = 0; i < 200; ++i) {
    const double t = std::uniform_real_distribution<double>(-700, 700)(random) * (i % 2 == 0 ? 1 : 0.01);
    EXPECT_NEAR((exact(softplus(t)) / log1p(exp(exact(t)))).approx(), 1, 1e-15) << t;
  }
  EXPECT_EQ(softplus(1e300), 1e300);
  EXPECT_EQ(softplus(-1e300), 0);
}

}  // namespace
}  // namespace dpcert
