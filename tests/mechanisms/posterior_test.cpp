#include <gtest/gtest.h>

#include <limits>

#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/scalar.hpp"

namespace dpcert {
namespace {

using Posterior = TemperedPosterior<Rational>;
const Dirichlet<Rational> prior(std::vector<Rational>{Rational(1), Rational(2), Rational(3)});
const std::vector<std::int64_t> counts{2, 0, 1};

TEST(DirichletCategorical, Laws) {
  using R = Rational;
  EXPECT_EQ(Posterior::direct(prior, 3).law(counts).alpha, (std::vector<R>{R(3), R(2), R(4)}));
  EXPECT_EQ(Posterior::diffused(prior, R(1, 2), 3).law(counts).alpha, (std::vector<R>{R(2), R(2), R(7, 2)}));
  EXPECT_EQ(Posterior::concentrated(prior, R(1, 2), 3).law(counts).alpha, (std::vector<R>{R(4), R(4), R(7)}));
  const std::vector<std::int64_t> seen{0, 4, 2};
  EXPECT_EQ(Posterior::concentrated(with_public(prior, seen), R(1, 2), 3).prior().alpha,
            (std::vector<R>{R(2), R(12), R(10)}));
  EXPECT_THROW(static_cast<void>(with_public(prior, std::vector<std::int64_t>{1, 2})), Error);
  EXPECT_THROW(static_cast<void>(with_public(prior, std::vector<std::int64_t>{1, -2, 0})), Error);
}

TEST(DirichletCategorical, GuaranteeNamesTheTwoLeastCounts) {
  const Guarantee g = guarantee(Posterior::diffused(prior, Rational(1, 2), 7));
  ASSERT_EQ(g.cases.size(), 2u);
  for (const auto& c : g.cases) {
    EXPECT_EQ(c.mechanism, "beta_pair");
    // One record moves between the counts 1 and 2 of the prior; nothing else is in these categories.
    const auto at = [&](const char* key) { return c.parameters.at(key)[0]; };
    EXPECT_EQ(at("a1") + at("b1"), Rational(7, 2));
    EXPECT_EQ(at("a2") - at("a1"), Rational(1, 2));
    EXPECT_EQ(at("b1") - at("b2"), Rational(1, 2));
    EXPECT_TRUE(at("a1") == Rational(1) || at("a1") == Rational(2));
  }
  EXPECT_EQ(g.claims, std::vector<std::string>{"renyi.dirichlet.vertex.repair"});
}

TEST(DirichletCategorical, Errors) {
  EXPECT_THROW(Posterior::direct(prior, 0), Error);
  EXPECT_THROW(Posterior::diffused(prior, Rational(0), 3), Error);
  EXPECT_THROW(Posterior::diffused(prior, Rational(11, 10), 3), Error);
  EXPECT_THROW(Posterior::concentrated(prior, Rational(-1), 3), Error);
  EXPECT_THROW(Posterior::direct(Dirichlet<Rational>(std::vector<Rational>{Rational(1)}), 3), Error);
  EXPECT_THROW(Posterior::direct(Dirichlet<Rational>(std::vector<Rational>{Rational(1), Rational(0)}), 3), Error);
  const Posterior mechanism = Posterior::direct(prior, 3);
  for (const std::vector<std::int64_t>& bad :
       {std::vector<std::int64_t>{1, 1}, std::vector<std::int64_t>{1, 1, 0}, std::vector<std::int64_t>{4, -1, 0}})
    EXPECT_THROW((void)mechanism.law(bad), Error);
}

TEST(GaussianMean, LawAndDivergence) {
  using R = Rational;
  for (const auto kind : {Tempering::diffused, Tempering::concentrated}) {
    const NormalMeanPosterior<R> mechanism(R(4), R(3), R(2), 2, kind, R(1, 2), R(1));
    const auto p = mechanism.law(R(3)), q = mechanism.law(R(-1));
    if (kind == Tempering::diffused) {
      EXPECT_EQ(p.mean, R(9, 8));  // (3 + 3/2)/4
      EXPECT_EQ(p.variance, R(1));
    } else {
      EXPECT_EQ(p.mean, R(9, 8));  // (6 + 3)/8
      EXPECT_EQ(p.variance, R(1, 2));
    }
    // A record moves by 2 clip = 4 at most. Normal laws of one variance: order (mean difference)^2/(2 variance).
    const R order(7, 2), step = p.mean - q.mean;
    EXPECT_EQ(mechanism.divergence(order), order * step * step / (R(2) * p.variance));
    EXPECT_EQ(guarantee_rho(mechanism) * order, mechanism.divergence(order));
    // The same formula over balls and doubles.
    const auto ball = [](const R& x) { return Ball(x, 128); };
    const NormalMeanPosterior<Ball> enclosed(ball(R(4)), ball(R(3)), ball(R(2)), 2, kind, ball(R(1, 2)), ball(R(1)));
    EXPECT_TRUE(enclosed.divergence(ball(order)).contains(mechanism.divergence(order)));
    const NormalMeanPosterior<double> real(4, 3, 2, 2, kind, 0.5, 1);
    EXPECT_NEAR(real.divergence(3.5), mechanism.divergence(order).approx(), 1e-14);
  }
}

TEST(GaussianMean, Errors) {
  using R = Rational;
  const auto made = [](int variance, int count, int clip, std::int64_t n, const R& x) {
    return NormalMeanPosterior<R>(R(variance), R(count), R(clip), n, Tempering::concentrated, x);
  };
  EXPECT_NO_THROW(made(1, 1, 1, 1, R(1)));
  EXPECT_THROW(made(0, 1, 1, 1, R(1)), Error);
  EXPECT_THROW(made(1, 0, 1, 1, R(1)), Error);
  EXPECT_THROW(made(1, 1, 0, 1, R(1)), Error);
  EXPECT_THROW(made(1, 1, 1, 0, R(1)), Error);
  EXPECT_THROW(made(1, 1, 1, 1, R(0)), Error);
  EXPECT_THROW(made(1, 1, 1, 1, R(3, 2)), Error);
  EXPECT_THROW((void)made(1, 1, 1, 1, R(1)).at(R(0)), Error);
}

TEST(GaussianMean, Clipping) {
  EXPECT_EQ(clipped(5, 2), 2);
  EXPECT_EQ(clipped(-5, 2), -2);
  EXPECT_EQ(clipped(1.5, 2), 1.5);
  EXPECT_EQ(clipped(std::numeric_limits<double>::infinity(), 2), 2);
  EXPECT_THROW((void)clipped(std::numeric_limits<double>::quiet_NaN(), 2), Error);
  EXPECT_THROW((void)clipped(1, 0), Error);
}

TEST(StatisticalQuery, Law) {
  using R = Rational;
  const auto mechanism = TemperedPosterior<R>::diffused(Dirichlet<R>{R(6), R(18)}, R(1, 2), 10);
  const Beta<R> law = statistical_query_law(mechanism, R(5, 2));
  EXPECT_EQ(law.alpha, R(29, 4));
  EXPECT_EQ(law.beta, R(87, 4));
  EXPECT_EQ(statistical_query_law(mechanism, R(3)).alpha, mechanism.coin_law(3).alpha);
  EXPECT_THROW(statistical_query_law(mechanism, R(-1, 10)), Error);
  EXPECT_THROW(statistical_query_law(mechanism, R(101, 10)), Error);
  EXPECT_EQ(query_value(0.25), 0.25);
  EXPECT_THROW((void)query_value(1.5), Error);
  EXPECT_THROW((void)query_value(std::numeric_limits<double>::quiet_NaN()), Error);
}

}  // namespace
}  // namespace dpcert
