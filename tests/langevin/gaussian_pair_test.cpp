// Two Gaussians: every evaluation against the templates of gaussian_pair.hpp at random points, and these against
// integrals of the densities.
#include "dpcert/langevin/gaussian_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/langevin/posterior.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/scalar/real.hpp"
#include "tests/dice.hpp"

namespace dpcert::langevin {
namespace {

using test::Dice;

constexpr Precision bits = 300;
Ball ball(const Rational& q) { return {q, bits}; }

/// int max(0, P - exp(epsilon) Q) by the midpoint rule, wide enough for the sizes below.
double by_integration(double epsilon, double s, double v, double gap) {
  const auto density = [](double y, double variance) {
    return std::exp(-y * y / (2 * variance)) / std::sqrt(2 * M_PI * variance);
  };
  const double reach = 12 * std::sqrt(std::max(s, v)) + gap, h = reach / 100000;
  double sum = 0;
  for (double y = -reach + h / 2; y < reach; y += h)
    sum += h * std::fmax(0, density(y, s) - std::exp(epsilon) * density(y + gap, v));
  return sum;
}

TEST(GaussianPairFormula, IsTheIntegral) {
  Dice dice(141421);
  for (int i = 0; i < 30; ++i) {
    const Rational s = dice.short_rational(0.3, 3), v = i % 3 == 0 ? s : dice.short_rational(0.3, 3),
                   gap = dice.short_rational(0.05, 3), epsilon = dice.short_rational(0.01, 2);
    const Wider wider = s == v ? Wider::equal : s > v ? Wider::p : Wider::q;
    const Ball delta = gaussian_hockey_stick(ball(epsilon), ball(s), ball(v), ball(gap), wider);
    ASSERT_TRUE(delta.is_finite());
    EXPECT_NEAR(delta.approx(), by_integration(epsilon.approx(), s.approx(), v.approx(), gap.approx()), 1e-7)
        << s.str() << " " << v.str() << " " << gap.str() << " " << epsilon.str();
  }
}

TEST(GaussianPairStrategies, DoubleIsTheTemplate) {
  Dice dice(141421);
  int compared = 0;
  for (int i = 0; i < 400; ++i) {
    const Rational s = dice.short_rational(1e-3, 1e3), v = i % 4 == 0 ? s : s * dice.short_rational(0.05, 20),
                   epsilon = dice.short_rational(1e-3, 100), gap = dice.short_rational(1e-2, 30);
    const Wider wider = s == v ? Wider::equal : s > v ? Wider::p : Wider::q;
    const Ball truth = gaussian_hockey_stick(Ball(epsilon, 2000), Ball(s, 2000), Ball(v, 2000), Ball(gap, 2000), wider);
    const double fast = gaussian_hockey_stick(epsilon.approx(), s.approx(), v.approx(), gap.approx());
    EXPECT_NEAR(fast, truth.approx(), 1e-11) << s.str() << " " << v.str() << " " << gap.str() << " " << epsilon.str();
    if (truth.approx() <= 1e-6) continue;
    ++compared;
    EXPECT_GT(std::fabs(fast * 1.001 - truth.approx()), 1e-11);
  }
  EXPECT_GE(compared, 50);
  EXPECT_TRUE(std::isfinite(gaussian_hockey_stick(2000, 1, 2, 100)));  // exp(epsilon) is no double
}

TEST(GaussianPairStrategies, EqualVariancesAreTheGaussianMechanism) {
  Dice dice(141421);
  for (int i = 0; i < 100; ++i) {
    const Rational epsilon = dice.short_rational(1e-3, 20), s = dice.short_rational(0.01, 100),
                   mu = dice.short_rational(0.05, 10);
    const Ball mechanism = gaussian_delta(ball(epsilon), ball(mu));
    const Ball pair = gaussian_hockey_stick(ball(epsilon), ball(s), ball(s), ball(mu) * sqrt(ball(s)), Wider::equal);
    EXPECT_TRUE(pair.overlaps(mechanism));
    EXPECT_FALSE(pair.overlaps(mechanism * ball(Rational(1'000'001, 1'000'000))));
  }
}

TEST(GaussianPairStrategies, PiecesBoundEveryRatioAndLittleMore) {
  Dice dice(141421);
  for (int i = 0; i < 20; ++i) {
    const Rational least = Rational(1) - dice.short_rational(1e-3, 0.2), epsilon = dice.short_rational(0.1, 2),
                   gap = dice.short_rational(0.3, 2);
    const Ball bound = worst_gaussian_delta(ball(epsilon), ball(gap), least, bits);
    const auto attained = [&](const Rational& at) {
      Ball most(0);
      for (int k = 0; k <= 16; ++k) {
        const Rational u = least + (Rational(1) - least) * Rational(k, 16);
        const Wider narrow = k == 16 ? Wider::equal : Wider::q, wide = k == 16 ? Wider::equal : Wider::p;
        const Ball one(1), other = one / ball(u);
        most = max(most, gaussian_hockey_stick(ball(at), one, other, ball(gap), narrow));
        most = max(most, gaussian_hockey_stick(ball(at), other, one, ball(gap), wide));
      }
      return most;
    };
    // The pieces are wide: it is the upper end that bounds.
    EXPECT_LE(attained(epsilon).upper_rational(), bound.upper_rational()) << least.str();
    // Where delta is small it is steep: what a piece adds is that of an epsilon a fiftieth smaller.
    const Ball far = normal_cdf(-beyond_vertex(ball(gap), ball(least)));
    EXPECT_TRUE(certainly_less(
        upper_end(bound), attained(epsilon * Rational(49, 50)) * ball(Rational(101, 100)) + exp(ball(epsilon)) * far))
        << least.str();
  }
}

TEST(GaussianPairStrategies, RenyiByPrecisionsIsRenyiByDeviations) {
  Dice dice(141421);
  for (int i = 0; i < 200; ++i) {
    const Rational order = Rational(1) + dice.short_rational(1e-3, 50), s1 = dice.short_rational(0.1, 10),
                   d = dice.short_rational(1e-3, 10);
    // order s2^2 > (order - 1) s1^2.
    const Rational s2 = s1 * (Rational(1) + dice.short_rational(1e-3, 2));
    const Ball by_precisions =
        gaussian_renyi(ball(order), Ball(Ball(1) / ball(s1 * s1)), Ball(Ball(1) / ball(s2 * s2)), ball(d));
    const Ball by_deviations = gaussian_pair_renyi(ball(order), ball(d), ball(s1), ball(s2));
    EXPECT_TRUE(by_precisions.overlaps(by_deviations));
    EXPECT_FALSE(by_precisions.overlaps(by_deviations * ball(Rational(1'000'001, 1'000'000))));
  }
}

}  // namespace
}  // namespace dpcert::langevin
