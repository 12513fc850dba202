// Accuracy of the Dirichlet mechanisms: against sums that are written out here from the printed laws, against simulated
// releases, and from both sides of a distance that is attained.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/dirichlet_crossover.hpp"
#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"
#include "dpcert/mechanisms/dirichlet_samplers.hpp"
#include "dpcert/mechanisms/random_bits.hpp"

namespace dpcert {
namespace {

DirichletQuery query(DirichletMechanism mechanism, std::vector<Rational> prior, std::int64_t n, const Rational& eps) {
  DirichletQuery q;
  q.mechanism = mechanism, q.prior = std::move(prior), q.n = n, q.eps = eps;
  return q;
}

// The Hellinger distance of Dirichlet laws in plain double, by the Beta functions.
double log_beta(const std::vector<double>& a) {
  double sum = 0, total = 0;
  for (const double x : a) sum += std::lgamma(x), total += x;
  return sum - std::lgamma(total);
}
double plain_distance(const DirichletQuery& q, const Counts& x, const Counts& r) {
  std::vector<double> a, b, middle;
  for (std::size_t i = 0; i < x.size(); ++i) {
    a.push_back(q.prior[i].approx() + static_cast<double>(x[i]));
    b.push_back(q.prior[i].approx() + static_cast<double>(r[i]));
    middle.push_back((a[i] + b[i]) / 2);
  }
  return std::sqrt(std::fmax(0, -std::expm1(log_beta(middle) - (log_beta(a) + log_beta(b)) / 2)));
}

// floor(x + Laplace(b)) clamped, from the distribution function of the Laplace law.
double plain_noise(std::int64_t r, std::int64_t x, std::int64_t n, double b) {
  const auto F = [&](double z) { return z < 0 ? std::exp(z / b) / 2 : 1 - std::exp(-z / b) / 2; };
  const auto d = static_cast<double>(r - x);
  if (r == 0) return F(d + 1);
  return r == n ? 1 - F(d) : F(d + 1) - F(d);
}

TEST(DirichletAccuracy, TwoCategoriesWithNoise) {
  for (const auto& [mechanism, scale] :
       {std::pair(DirichletMechanism::lsdim, 2.0), {DirichletMechanism::lshist, 1.0}}) {
    const auto q = query(mechanism, {Rational(1, 2), Rational(3)}, 12, Rational(3, 4));
    const Counts data{4, 8};
    double expected = 0;
    for (std::int64_t r = 0; r <= 12; ++r)
      if (plain_distance(q, data, {r, 12 - r}) < 0.25) expected += plain_noise(r, 4, 12, scale / 0.75);
    const auto found = dirichlet_accuracy(q, data, Rational(1, 4), 128);
    EXPECT_EQ(found.outputs, 13U);
    EXPECT_EQ(found.undecided, 0U);
    EXPECT_NEAR(found.probability.approx(), expected, 1e-12);
    EXPECT_GT(expected, 0.1);
    EXPECT_LT(expected, 0.9);
  }
}

TEST(DirichletAccuracy, TheExponentialMechanism) {
  const auto q = query(DirichletMechanism::ehd, {Rational(1), Rational(1)}, 15, Rational(2));
  const Counts data{3, 12};
  const double w = 2 / (2 * std::sqrt(1 - std::numbers::pi / 4));
  double all = 0, near = 0;
  for (std::int64_t r = 0; r <= 15; ++r) {
    const double h = plain_distance(q, data, {r, 15 - r}), p = std::exp(-w * h);
    all += p;
    if (h < 0.4) near += p;
  }
  EXPECT_NEAR(dirichlet_accuracy(q, data, Rational(2, 5), 128).probability.approx(), near / all, 1e-12);
}

// Three categories: the last count is what the others leave, and may leave nothing.
TEST(DirichletAccuracy, ThreeCategoriesWithNoise) {
  const auto q = query(DirichletMechanism::lshist, {Rational(1), Rational(2), Rational(1, 2)}, 5, Rational(1));
  const Counts data{1, 3, 1};
  double expected = 0, sum = 0;
  for (std::int64_t r = 0; r <= 5; ++r)
    for (std::int64_t s = 0; s <= 5; ++s) {
      const double p = plain_noise(r, 1, 5, 2) * plain_noise(s, 3, 5, 2);
      sum += p;
      if (plain_distance(q, data, {r, s, std::max<std::int64_t>(0, 5 - r - s)}) < 0.45) expected += p;
    }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(dirichlet_accuracy(q, data, Rational(9, 20), 128).probability.approx(), expected, 1e-12);
  // At distance 1/2 exactly there are two outputs, (2, 1, 2) and (2, 3, 0): no number of bits tells them from it, and
  // the enclosure says so.
  const auto tie = dirichlet_accuracy(q, data, Rational(1, 2), 128);
  EXPECT_EQ(tie.undecided, 2U);
  EXPECT_NEAR(tie.probability.upper_rational().approx() - tie.probability.lower_rational().approx(),
              plain_noise(2, 1, 5, 2) * (plain_noise(1, 3, 5, 2) + plain_noise(3, 3, 5, 2)), 1e-9);
}

// Exact draws: of 20,000 the share differs from the probability by more than 0.0155 with a chance below 2e-4
// (Hoeffding: 2 exp(-2 * 20000 * 0.0155^2)).
TEST(DirichletAccuracy, SimulatedReleases) {
  for (const auto mechanism : {DirichletMechanism::lszhang, DirichletMechanism::lsdim, DirichletMechanism::lshist,
                               DirichletMechanism::ehd, DirichletMechanism::ehdl, DirichletMechanism::ehds}) {
    const auto q = query(mechanism, {Rational(1), Rational(1), Rational(1)}, 6, Rational(2));
    const Counts data{2, 3, 1};
    const double p = dirichlet_accuracy(q, data, Rational(11, 20), 96).probability.approx();
    DirichletSampler sampler(q, data);
    RandomBits random = RandomBits::seeded(20'261);
    int near = 0;
    for (int i = 0; i < 20'000; ++i) near += plain_distance(q, data, sampler(random)) < 0.55 ? 1 : 0;
    EXPECT_NEAR(near / 20'000.0, p, 0.0155) << to_string(mechanism);
  }
}

// The distance of an output is not below itself, and is below any larger one.
TEST(DirichletAccuracy, IsStrict) {
  const auto q = query(DirichletMechanism::lshist, {Rational(1), Rational(1)}, 8, Rational(1));
  const Counts data{4, 4};
  const Rational h = Rational::from_double(plain_distance(q, data, {5, 3}));
  const Rational step(1, 1'000'000);
  const double below = dirichlet_accuracy(q, data, h - step, 128).probability.approx();
  const double above = dirichlet_accuracy(q, data, h + step, 128).probability.approx();
  EXPECT_NEAR(below, plain_noise(4, 4, 8, 1), 1e-12);
  EXPECT_NEAR(above, plain_noise(3, 4, 8, 1) + plain_noise(4, 4, 8, 1) + plain_noise(5, 4, 8, 1), 1e-12);
  EXPECT_NEAR(dirichlet_accuracy(q, data, Rational(1), 128).probability.approx(), 1, 1e-12);
}

TEST(DirichletAccuracy, RefusesWhatIsNone) {
  const auto q = query(DirichletMechanism::lshist, {Rational(1), Rational(1)}, 8, Rational(1));
  EXPECT_THROW(dirichlet_accuracy(q, {4, 3}, Rational(1, 2), 64), Error);
  EXPECT_THROW(dirichlet_accuracy(q, {9, -1}, Rational(1, 2), 64), Error);
  EXPECT_THROW(dirichlet_accuracy(q, {4, 4}, Rational(0), 64), Error);
  EXPECT_THROW(dirichlet_accuracy(q, {4, 4}, Rational(11, 10), 64), Error);
  const auto large = query(DirichletMechanism::lsdim, {Rational(1), Rational(1), Rational(1)}, 500, Rational(1));
  EXPECT_THROW(dirichlet_accuracy(large, {500, 0, 0}, Rational(1, 2), 64), Error);
}

// Oracle: the accuracy at each n by itself, upward, where the library goes downward and stops.
TEST(DirichletAccuracy, CrossoverIsWhereEveryLaterNIsMoreAccurate) {
  const DirichletQuery ours{DirichletMechanism::lshist, {Rational(1), Rational(1)}, 30, Rational(1), Rational(1)};
  DirichletQuery theirs = ours;
  theirs.mechanism = DirichletMechanism::ehdl;
  const Rational t(1, 5);
  const DirichletCrossover found = dirichlet_crossover(ours, theirs, {1, 3}, t, 64);
  EXPECT_TRUE(found.decided);
  EXPECT_EQ(found.last, 30);
  std::int64_t last_not = 0;
  for (std::int64_t n = 1; n <= 30; ++n) {
    DirichletQuery a = ours, b = theirs;
    a.n = b.n = n;
    const Counts data{n / 4, n - n / 4};
    const Ball one = dirichlet_accuracy(a, data, t, 64).probability,
               other = dirichlet_accuracy(b, data, t, 64).probability;
    if (!certainly_greater(one, other)) last_not = n;
    if (n != found.from) continue;
    EXPECT_TRUE(one.overlaps(found.ours.probability) && other.overlaps(found.theirs.probability));
  }
  EXPECT_EQ(found.from, last_not + 1);
  EXPECT_GT(found.from, 1);
  EXPECT_TRUE(certainly_less_equal(found.ours_before.probability, found.theirs_before.probability));
  // The other way round it is never so.
  EXPECT_EQ(dirichlet_crossover(theirs, ours, {1, 3}, t, 64).from, 31);
  // A mechanism against itself is not more accurate, and equal balls do not show that it is not.
  EXPECT_FALSE(dirichlet_crossover(ours, ours, {1, 3}, t, 64).decided);
  EXPECT_EQ(counts_of_shares({1, 1, 1}, 8), (Counts{2, 2, 4}));
  EXPECT_EQ(counts_of_shares({0, 5}, 8), (Counts{0, 8}));
  EXPECT_THROW(counts_of_shares({0, 0}, 8), Error);
  EXPECT_THROW(counts_of_shares({3}, 8), Error);
  EXPECT_THROW(counts_of_shares({1, -1}, 8), Error);
}

}  // namespace
}  // namespace dpcert
