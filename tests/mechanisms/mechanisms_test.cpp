// Laws sum or integrate to one, samplers follow their laws, and guarantees bound the divergence computed from the law.
#include <gtest/gtest.h>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <functional>

#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/privacy/quantity.hpp"

namespace dpcert {
namespace {

double integral(const std::function<double(double)>& f, double lo, double hi) {
  return boost::math::quadrature::gauss_kronrod<double, 61>::integrate(f, lo, hi, 12, 1e-12);
}

/// The largest of the guarantee's cases at an order, in double.
double promised(const Guarantee& g, const Rational& order) {
  double worst = 0;
  for (const CertifiedCase& c : g.cases) {
    const Certified d = certify(make_query(c.quantity, c.mechanism, c.parameters, ExtendedRational{order, false}), 17);
    worst = std::fmax(worst, d.is_infinite() ? INFINITY : d.enclosure.approx());
  }
  return worst;
}

/// Largest distance between the empirical distribution function of n draws and `cdf`, times sqrt(n): above 3.2 with
/// probability below 2e-9 (Massart's bound 2 exp(-2 x^2)).
double kolmogorov(const std::function<double()>& draw, const std::function<double(double)>& cdf, int n = 20000) {
  std::vector<double> x;
  for (int i = 0; i < n; ++i) x.push_back(draw());
  std::sort(x.begin(), x.end());
  double distance = 0;
  for (int i = 0; i < n; ++i)
    distance =
        std::fmax(distance, std::fmax(std::fabs(cdf(x[i]) - double(i) / n), std::fabs(cdf(x[i]) - double(i + 1) / n)));
  return distance * std::sqrt(double(n));
}

TEST(BetaBernoulli, LawsOfTheThreeAlgorithms) {
  using M = TemperedPosterior<Rational>;
  const Dirichlet<Rational> prior{Rational(2), Rational(3)};
  EXPECT_EQ(M::direct(prior, 10).coin_law(4), (Beta<Rational>{Rational(6), Rational(9)}));
  EXPECT_EQ(M::diffused(prior, Rational(1, 2), 10).coin_law(4), (Beta<Rational>{Rational(4), Rational(6)}));
  EXPECT_EQ(M::concentrated(prior, Rational(1, 2), 10).coin_law(4), (Beta<Rational>{Rational(8), Rational(12)}));
  EXPECT_EQ(M::direct(prior, 10).finite_below(), Rational(3));
  EXPECT_EQ(M::diffused(prior, Rational(1, 2), 10).finite_below(), Rational(5));
  EXPECT_THROW(M::direct(prior, 0), Error);
  EXPECT_THROW(M::direct({Rational(0), Rational(1)}, 3), Error);
  EXPECT_THROW(static_cast<void>(M::direct({Rational(1), Rational(1), Rational(1)}, 3).coin_law(1)), Error);
  EXPECT_THROW(static_cast<void>(M::direct(prior, 3).at(Rational(2))), Error);
  EXPECT_EQ(M::direct(prior, 10).at(Rational(1, 2)).coin_law(4), M::diffused(prior, Rational(1, 2), 10).coin_law(4));
  EXPECT_THROW(M::diffused(prior, Rational(0), 3), Error);
  EXPECT_THROW(M::diffused(prior, Rational(3, 2), 3), Error);
  EXPECT_THROW(M::concentrated(prior, Rational(-1), 3), Error);
  EXPECT_THROW(static_cast<void>(M::direct(prior, 3).coin_law(4)), Error);
  EXPECT_THROW(static_cast<void>(M::direct(prior, 3).coin_law(-1)), Error);
}

TEST(BetaBernoulli, GuaranteeIsTheWorstOfAllNeighbours) {
  for (const auto& mechanism :
       {TemperedPosterior<Rational>::direct({Rational(6), Rational(18)}, 30),
        TemperedPosterior<Rational>::diffused({Rational(1, 2), Rational(3)}, Rational(1, 5), 25),
        TemperedPosterior<Rational>::concentrated({Rational(1), Rational(2)}, Rational(1, 10), 7),
        TemperedPosterior<Rational>::direct({Rational(5), Rational(5)}, 1)}) {
    for (const Rational& order : {Rational(11, 10), Rational(2), Rational(3)}) {
      const double bound = promised(coin_guarantee(mechanism), order);
      double largest = 0;
      for (std::int64_t s = 0; s < mechanism.records(); ++s) {
        for (const auto& [p, q] : {std::pair{s, s + 1}, std::pair{s + 1, s}}) {
          const CertifiedCase c = beta_case(mechanism.coin_law(p), mechanism.coin_law(q));
          const Certified d =
              certify(make_query(c.quantity, c.mechanism, c.parameters, ExtendedRational{order, false}), 17);
          largest = std::fmax(largest, d.is_infinite() ? INFINITY : d.enclosure.approx());
        }
      }
      EXPECT_EQ(bound, largest);
      // The four pairs at the ends, where convexity in the number of ones puts the worst of each direction
      // (renyi.cor2.gv): those that are left out are no worse.
      const std::int64_t n = mechanism.records();
      Guarantee ends;
      for (const auto& [p, q] : {std::pair<std::int64_t, std::int64_t>{0, 1}, {n, n - 1}, {1, 0}, {n - 1, n}})
        ends.cases.push_back(beta_case(mechanism.coin_law(p), mechanism.coin_law(q)));
      EXPECT_EQ(promised(ends, order), bound);
    }
  }
}

TEST(BetaBernoulli, SamplerFollowsTheLaw) {
  std::mt19937_64 random(7);
  for (const Beta<double>& law : {Beta<double>{6, 18}, Beta<double>{0.5, 3.25}, Beta<double>{200.5, 0.75}}) {
    const boost::math::beta_distribution<double> exact(law.alpha, law.beta);
    EXPECT_LT(kolmogorov([&] { return sample(law, random); }, [&](double x) { return cdf(exact, x); }), 3.2);
  }
}

TEST(DirichletCategorical, GuaranteeIsTheWorstOfAllNeighbours) {
  for (const auto& [prior, weight, n] :
       {std::tuple{Dirichlet<Rational>{Rational(2), Rational(2), Rational(2)}, Rational(1), std::int64_t{4}},
        std::tuple{Dirichlet<Rational>{Rational(1), Rational(3), Rational(1, 2)}, Rational(1, 5), std::int64_t{5}}}) {
    const auto mechanism = TemperedPosterior<Rational>::diffused(prior, weight, n);
    for (const Rational& order : {Rational(11, 10), Rational(2), Rational(5, 2)}) {
      double largest = 0;
      for (std::int64_t x = 0; x <= n - 1; ++x) {
        for (std::int64_t y = 0; x + y <= n - 1; ++y) {
          for (std::size_t from = 0; from < 3; ++from) {
            for (std::size_t to = 0; to < 3; ++to) {
              if (from == to) continue;
              std::vector<std::int64_t> p{x, y, n - 1 - x - y}, q = p;
              ++p[from];
              ++q[to];
              const Certified d = certified_renyi(Order(order), mechanism.law(p), mechanism.law(q), 17);
              largest = std::fmax(largest, d.is_infinite() ? INFINITY : d.enclosure.approx());
            }
          }
        }
      }
      EXPECT_EQ(promised(guarantee(mechanism), order), largest);
    }
    EXPECT_THROW(static_cast<void>(mechanism.law(std::vector<std::int64_t>{1, 1})), Error);
    EXPECT_THROW(static_cast<void>(mechanism.law(std::vector<std::int64_t>{-1, 1, n})), Error);
  }
}

TEST(Gaussian, LawSamplerAndGuarantee) {
  const GaussianMechanism<double> real(2, 3, 1);
  EXPECT_NEAR(integral([&](double x) { return std::exp(real.log_density(x, 1)); }, -40, 42), 1, 1e-10);
  std::mt19937_64 random(8);
  EXPECT_LT(kolmogorov([&] { return sample(real, 1, random); },
                       [](double x) { return std::erfc(-(x - 1) / 2 / std::sqrt(2)) / 2; }),
            3.2);
  // The divergence of the law at distance `sensitivity`, by integration.
  const double order = 3;
  const double moment = integral(
      [&](double x) { return std::exp(order * real.log_density(x, 3) + (1 - order) * real.log_density(x, 0)); }, -40,
      60);
  EXPECT_NEAR(promised(guarantee(GaussianMechanism<Rational>(Rational(2), Rational(3))), Rational(3)),
              std::log(moment) / (order - 1), 1e-9);
  EXPECT_NEAR(promised(guarantee(GaussianMechanism<Rational>(Rational(2), Rational(3), 5)), Rational(3)),
              5 * std::log(moment) / (order - 1), 1e-8);
  EXPECT_THROW(GaussianMechanism<Rational>(Rational(0)), Error);
  EXPECT_THROW(GaussianMechanism<Rational>(Rational(1), Rational(-1)), Error);
  EXPECT_THROW(GaussianMechanism<Rational>(Rational(1), Rational(1), 0), Error);
}

TEST(Laplace, LawSamplerAndGuarantee) {
  const LaplaceMechanism<double> real(2, 3);
  const auto density = [&](double x, double value) { return std::exp(real.log_density(x, value)); };
  EXPECT_NEAR(integral([&](double x) { return density(x, 1); }, -80, 1) +
                  integral([&](double x) { return density(x, 1); }, 1, 82),
              1, 1e-10);
  std::mt19937_64 random(9);
  EXPECT_LT(kolmogorov([&] { return sample(real, 1, random); },
                       [](double x) { return x < 1 ? std::exp((x - 1) / 2) / 2 : 1 - std::exp((1 - x) / 2) / 2; }),
            3.2);
  const double order = 2.5;
  const auto power = [&](double x) { return std::pow(density(x, 3), order) * std::pow(density(x, 0), 1 - order); };
  const double moment = integral(power, -100, 0) + integral(power, 0, 3) + integral(power, 3, 100);
  EXPECT_NEAR(promised(guarantee(LaplaceMechanism<Rational>(Rational(2), Rational(3))), Rational(5, 2)),
              std::log(moment) / (order - 1), 1e-9);
  EXPECT_THROW(LaplaceMechanism<Rational>(Rational(-1)), Error);
}

TEST(RandomizedResponse, LawSamplerAndGuarantee) {
  using M = RandomizedResponse<Rational>;
  for (const M& mechanism : {M::binary(Rational(3, 4)), M::binary(Rational(1, 10)), M::k_ary(Rational(1, 2), 5)}) {
    const std::int64_t k = mechanism.values();
    Rational total;
    for (std::int64_t answer = 0; answer < k; ++answer) total += mechanism.probability(answer, 1);
    EXPECT_EQ(total, Rational(1));
    // Order 2 by its definition, exactly: the sum of P^2/Q.
    Rational sum;
    for (std::int64_t answer = 0; answer < k; ++answer)
      sum += pow(mechanism.probability(answer, 0), 2) / mechanism.probability(answer, 1);
    EXPECT_NEAR(promised(guarantee(mechanism), Rational(2)), std::log(sum.approx()), 1e-14);
  }
  std::mt19937_64 random(10);
  const auto real = RandomizedResponse<double>::k_ary(0.5, 5);
  constexpr int n = 50000;
  std::vector<int> counts(5);
  for (int i = 0; i < n; ++i) ++counts.at(static_cast<std::size_t>(sample(real, 3, random)));
  for (std::size_t answer = 0; answer < 5; ++answer) {
    const double p = real.probability(static_cast<std::int64_t>(answer), 3);
    EXPECT_NEAR(counts[answer], n * p, 6 * std::sqrt(n * p * (1 - p)));
  }
  EXPECT_THROW(M::binary(Rational(2)), Error);
  EXPECT_THROW(M::k_ary(Rational(1, 2), 1), Error);
  EXPECT_THROW(static_cast<void>(M::binary(Rational(1, 2)).probability(2, 0)), Error);
}

}  // namespace
}  // namespace dpcert
