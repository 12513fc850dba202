#include "dpcert/langevin/posterior.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/scalar/real.hpp"

namespace dpcert::langevin {
namespace {

const RegressionDomain<Rational> narrow{100, 3, 2, 2, 1, 5, 1}, pulled{60, 50000, 1, 2, 1, 1, 1},
    wide{40, 10, {1, 2}, {3, 2}, {3, 4}, {1, 10}, 2};

RegressionDomain<double> approximate(const RegressionDomain<Rational>& d) {
  return {d.n, d.c.approx(), d.radius.approx(), d.x_h.approx(), d.x_l.approx(), d.alpha.approx(), d.beta.approx()};
}

struct RandomPairs {
  std::mt19937_64 random{7};
  double uniform(double a, double b) {
    // Ends included often: that is where the worst pairs are.
    const double u = static_cast<double>(random() >> 11) * 0x1p-53;
    return u < 0.2 ? a : u > 0.8 ? b : a + (b - a) * (u - 0.2) / 0.6;
  }
  NeighbourPair<double> operator()(const RegressionDomain<double>& d, bool absent) {
    const double low = d.beta * d.x_l * d.x_l, high = d.beta * d.x_h * d.x_h, n1 = static_cast<double>(d.n - 1);
    NeighbourPair<double> p{uniform(n1 * low, n1 * high), uniform(d.c - d.radius, d.c + d.radius),
                            uniform(low, high),           uniform(d.c - d.radius, d.c + d.radius),
                            uniform(low, high),           uniform(d.c - d.radius, d.c + d.radius)};
    if (absent && random() % 4 == 0) (random() % 2 ? p.weight_p : p.weight_q) = 0;
    return p;
  }
};

double renyi(double order, const NormalLaw<double>& p, const NormalLaw<double>& q) {
  return gaussian_renyi(order, 1 / p.variance, 1 / q.variance, p.mean - q.mean);
}

// Quadrature of the definition (1/(nu-1)) log int p^nu q^(1-nu).
TEST(PosteriorRenyi, FormulaIsTheIntegral) {
  const NormalLaw<double> p{0.3, 0.8}, q{-0.5, 1.1};
  for (const double order : {1.5, 2.0, 3.0}) {
    double sum = 0;
    const double h = 1e-3;
    for (double x = -40; x <= 40; x += h) {
      const auto log_density = [x](const NormalLaw<double>& g) {
        return -(x - g.mean) * (x - g.mean) / (2 * g.variance) - std::log(2 * M_PI * g.variance) / 2;
      };
      sum += h * std::exp(order * log_density(p) + (1 - order) * log_density(q));
    }
    EXPECT_NEAR(renyi(order, p, q), std::log(sum) / (order - 1), 1e-12) << order;
  }
}

TEST(PosteriorRenyi, PairsAreDatabases) {
  const std::vector<Sample<Rational>> common{{1, 3}, {2, 7}, {{3, 2}, 4}};
  const Rational alpha(5), beta(2);
  Rational z(0), slopes(0);
  for (const auto& s : common) {
    z += beta * s.x * s.x;
    slopes += beta * s.x * s.y;
  }
  const Sample<Rational> x{2, 9};
  const NeighbourPair<Rational> pair{z, slopes / z, beta * x.x * x.x, x.y / x.x, 0, 0};
  auto data = common;
  const auto without = posterior<Rational>(alpha, beta, data);
  data.push_back(x);
  const auto with = posterior<Rational>(alpha, beta, data);
  EXPECT_EQ(posterior_p(alpha, pair).mean, with.mean);
  EXPECT_EQ(posterior_p(alpha, pair).variance, with.variance);
  EXPECT_EQ(posterior_q(alpha, pair).mean, without.mean);
  EXPECT_EQ(posterior_q(alpha, pair).variance, without.variance);
}

// No random pair of neighbours exceeds the supremum, and the pair that is named attains it.
TEST(PosteriorRenyi, SupremumOverNeighbours) {
  RandomPairs random;
  for (const auto& domain : {narrow, pulled, wide}) {
    const auto d = approximate(domain);
    for (const Rational& order : {Rational(11, 10), Rational(2), Rational(7, 2)}) {
      for (const bool absent : {false, true}) {
        const auto sup = certified_posterior_renyi(Order(order), domain, absent, 15);
        ASSERT_TRUE(sup.divergence.is_finite());
        const double bound = sup.divergence.enclosure.approx();
        double seen = 0;
        for (int i = 0; i < 20000; ++i) {
          const auto pair = random(d, absent);
          seen = std::max(seen, renyi(order.approx(), posterior_p(d.alpha, pair), posterior_q(d.alpha, pair)));
        }
        EXPECT_LE(seen, bound * (1 + 1e-10)) << domain.n << " " << order.str() << " " << absent;
        EXPECT_GE(seen, bound * 0.5);  // the search comes near: the test is not idle
        const auto p = posterior_p(domain.alpha, sup.pair), q = posterior_q(domain.alpha, sup.pair);
        const Ball attained = gaussian_renyi(Ball(order, 200), Ball(Rational(1) / p.variance, 200),
                                             Ball(Rational(1) / q.variance, 200), Ball(p.mean - q.mean, 200));
        EXPECT_TRUE(attained.overlaps(sup.divergence.enclosure)) << attained.str() << sup.divergence.enclosure.str();
      }
    }
  }
}

TEST(PosteriorRenyi, RefusesWhereTheArgumentDoesNotHold) {
  EXPECT_THROW((void)certified_posterior_renyi(Order(Rational(30)), narrow, false, 15), Error);  // 99 < 30 * 4
  EXPECT_THROW((void)certified_posterior_renyi(Order(Rational(1)), narrow, false, 15), Error);
  auto bad = narrow;
  bad.radius = 4;  // slopes below 0
  EXPECT_THROW((void)certified_posterior_renyi(Order(Rational(2)), bad, false, 15), Error);
}

TEST(PosteriorEpsilon, BoundsEveryRandomPairAndIsNearlyAttained) {
  RandomPairs random;
  for (const auto& domain : {narrow, wide}) {
    const auto d = approximate(domain);
    for (const Rational& delta : {Rational(1, 100), Rational(1, 1000000)}) {
      const auto privacy = certified_posterior_epsilon(Delta(delta), domain, 6);
      const double upper = privacy.upper.approx(), lower = privacy.lower.approx();
      EXPECT_LE(lower, upper);
      // The bound whose inverse `upper` is.
      const Ball at_upper = posterior_delta_bound(Epsilon(privacy.upper.upper_rational()), domain),
                 below = posterior_delta_bound(Epsilon(privacy.upper.lower_rational() * Rational(99, 100)), domain);
      EXPECT_TRUE(certainly_less_equal(at_upper, Ball(delta, 128)));
      EXPECT_FALSE(certainly_less_equal(below, Ball(delta, 128)));
      EXPECT_GE(lower, 0.7 * upper);
      double seen = 0;
      for (int i = 0; i < 20000; ++i) {
        const auto pair = random(d, true);
        const auto p = posterior_p(d.alpha, pair), q = posterior_q(d.alpha, pair);
        seen = std::max(seen, gaussian_hockey_stick(upper, p.variance, q.variance, std::abs(p.mean - q.mean)));
      }
      EXPECT_LE(seen, delta.approx() * (1 + 1e-9));
      EXPECT_GE(seen, delta.approx() * 0.1);
    }
  }
}

}  // namespace
}  // namespace dpcert::langevin
