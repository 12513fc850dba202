// Integer noise against its law, and the attack that reads low-order bits. Oracles: the laws' closed forms typed into
// doubles here, sums over outcomes, and counting. Radii: Dvoretzky-Kiefer-Wolfowitz with Massart's constant at 1e-9, so
// that a correct sampler fails one of these tests with probability at most 1e-9 (seeds are fixed: it does not).
#include "dpcert/mechanisms/discrete_noise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/privacy/quantity.hpp"

namespace dpcert {
namespace {

constexpr int draws = 40'000;
const double radius = std::sqrt(std::log(2 / 1e-9) / (2.0 * draws));

/// The empirical distribution function keeps within the radius of `below` at -reach, ..., reach.
void expect_law(const std::function<Rational(RandomBits&)>& draw, const std::function<double(int)>& at_most, int reach,
                const std::string& what) {
  RandomBits bits = RandomBits::seeded(20);
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < draws; ++i) ++seen[*draw(bits).to_int64()];
  double worst = 0, sum = 0;
  auto next = seen.begin();
  for (int k = -reach; k <= reach; ++k) {
    for (; next != seen.end() && next->first <= k; ++next) sum += next->second;
    worst = std::fmax(worst, std::fabs(sum / draws - at_most(k)));
  }
  EXPECT_LT(worst, radius) << what;
}

double laplace_at_most(double b, int k) {
  const double q = std::exp(-1 / b);
  return k < 0 ? std::pow(q, -k) / (1 + q) : 1 - std::pow(q, k + 1) / (1 + q);
}
double gaussian_at_most(double sigma, int k) {
  double sum = 0, part = 0;
  for (int j = -4000; j <= 4000; ++j) {
    const double w = std::exp(-0.5 * (j / sigma) * (j / sigma));
    sum += w;
    if (j <= k) part += w;
  }
  return part / sum;
}

TEST(DiscreteNoise, DrawsFollowTheLaw) {
  for (const char* b : {"1/7", "1/2", "1", "3/2", "5", "113/10", "40"}) {
    const Rational scale = *Rational::parse(b);
    const DiscreteLaplace<Rational> law(scale);
    expect_law([&](RandomBits& r) { return sample(law, r); },
               [x = scale.approx()](int k) { return laplace_at_most(x, k); }, 500, b);
  }
  for (const char* sigma : {"1/5", "1/2", "1", "7/3", "10", "41.5"}) {
    const Rational s = *Rational::parse(sigma);
    const DiscreteGaussian<Rational> law(s);
    expect_law([&](RandomBits& r) { return sample(law, r); },
               [x = s.approx()](int k) { return gaussian_at_most(x, k); }, 250, sigma);
  }
}

// The parts: what a fault in one of them does to the law of the whole can be small.
TEST(DiscreteNoise, PartsFollowTheirLaws) {
  RandomBits bits = RandomBits::seeded(7);
  for (const char* x : {"0", "1/1000", "1/3", "1", "3/2", "4"}) {
    const Rational exponent = *Rational::parse(x);
    int ones = 0;
    for (int i = 0; i < draws; ++i) ones += bernoulli_exp(exponent, bits) ? 1 : 0;
    EXPECT_NEAR(ones / double(draws), std::exp(-exponent.approx()), radius) << x;
  }
  EXPECT_TRUE(bernoulli(Rational(1), bits));
  EXPECT_FALSE(bernoulli(Rational(0), bits));
  for (const int n : {1, 2, 3, 5, 64, 100}) {
    std::vector<int> seen(static_cast<std::size_t>(n));
    for (int i = 0; i < draws; ++i) ++seen.at(static_cast<std::size_t>(*uniform_below(Rational(n), bits).to_int64()));
    double sum = 0;
    for (int k = 0; k < n; ++k) {
      sum += seen[static_cast<std::size_t>(k)];
      EXPECT_NEAR(sum / draws, (k + 1.0) / n, radius) << n;
    }
  }
  // Beyond a word: the upper half is as likely as the lower one.
  const Rational wide = pow(Rational(2), 100) + Rational(2), half = wide / Rational(2);
  int upper = 0;
  for (int i = 0; i < draws; ++i) {
    const Rational x = uniform_below(wide, bits);
    ASSERT_LT(x, wide);
    upper += x >= half ? 1 : 0;
  }
  EXPECT_NEAR(upper / double(draws), 0.5, radius);
}

TEST(DiscreteNoise, SystemBitsAreNotConstant) {
  RandomBits a = RandomBits::system(), b = RandomBits::system();
  std::set<std::int64_t> words;
  for (int i = 0; i < 1000; ++i) words.insert(a.bits(62)), words.insert(b.bits(62));
  EXPECT_EQ(words.size(), 2000u);  // 2000 words of 62 bits: a repetition has probability below 5e-13
  RandomBits zeros([] { return std::uint64_t{0}; }, 64);
  EXPECT_EQ(uniform_below(Rational(10), zeros), Rational(0));
}

// delta by the sum of max(0, P(k) - e^eps P(k - shift)) over outcomes.
TEST(DiscreteNoise, DeltaIsTheSumOverOutcomes) {
  for (const double b : {0.5, 1.0, 3.0, 8.0})
    for (const int shift : {1, 2, 3, 7})
      for (const double eps : {0.0, 0.125, 0.5, 1.0, 2.5}) {
        const double q = std::exp(-1 / b), top = (1 - q) / (1 + q);
        double sum = 0;
        for (int k = -600; k <= 600; ++k)
          sum += std::fmax(0, top * std::pow(q, std::abs(k)) - std::exp(eps) * top * std::pow(q, std::abs(k - shift)));
        const Ball delta = discrete_laplace_delta(Rational::from_double(b), shift, Rational::from_double(eps), 128);
        EXPECT_NEAR(delta.approx(), sum, 1e-13) << b << " " << shift << " " << eps;
      }
}

// Sums over outcomes stay below what is promised, and reach it for discrete Laplace noise of sensitivity 1.
TEST(DiscreteNoise, PromisedDivergences) {
  const auto promised = [](const Guarantee& g, const char* order) {
    const CertifiedCase& c = g.cases.at(0);
    return certify(make_query(c.quantity, c.mechanism, c.parameters, ExtendedRational{*Rational::parse(order), false}),
                   15)
        .enclosure.approx();
  };
  const auto divergence = [](const std::function<double(int)>& weight, int shift, double order) {
    double sum = 0, total = 0;
    for (int k = -400; k <= 400; ++k) {
      total += std::exp(weight(k));
      sum += std::exp(order * weight(k) + (1 - order) * weight(k - shift));
    }
    return std::log(sum / total) / (order - 1);
  };
  for (const char* order : {"3/2", "2", "4", "8"}) {
    const double x = Rational::parse(order)->approx();
    for (const int shift : {1, 3}) {
      const double laplace = divergence([](int k) { return -std::abs(k) / 4.0; }, shift, x),
                   said = promised(guarantee(DiscreteLaplace<Rational>(Rational(4)), Rational(shift)), order);
      EXPECT_LE(laplace, said + 1e-12);
      if (shift == 1) {
        EXPECT_NEAR(laplace, said, 1e-11) << order;
      }
      const double gaussian = divergence([](int k) { return -k * k / (2 * 0.49); }, shift, x),
                   bound = promised(guarantee(DiscreteGaussian<Rational>(Rational(7, 10)), Rational(shift)), order);
      EXPECT_LE(gaussian, bound + 1e-12) << order << " " << shift;
      EXPECT_NEAR(bound, x * shift * shift / (2 * 0.49), 1e-9);
    }
  }
}

// Mironov, "On significance of the least significant bits for differential privacy" (2012). The naive release is the
// double nearest to value + noise, the noise -b log(u) with a random sign and u one of finitely many doubles. Here u
// has 2^14 values, so that all that can come out from a value can be listed; with 2^53 an attacker inverts the
// logarithm.
std::vector<double> naive_outputs(double value, double b) {
  std::vector<double> out;
  for (int i = 1; i <= 1 << 14; ++i)
    for (const double sign : {-1.0, 1.0}) out.push_back(value + sign * -b * std::log(std::ldexp(i, -14)));
  return out;
}

TEST(LowBitsAttack, TellsNaiveOutputsApart) {
  const std::vector<double> zero = naive_outputs(0, 1), one = naive_outputs(1, 1);
  const std::set<double> from_one(one.begin(), one.end());
  int telling = 0;
  for (const double x : zero) telling += from_one.count(x) == 0 ? 1 : 0;
  // A pure promise of eps = 1 allows none: what one value can give, the other gives, too.
  EXPECT_GT(telling, static_cast<int>(zero.size()) / 2);
}

TEST(LowBitsAttack, InvertsTheLogarithmOfFloatingPointNoise) {
  // The noise is -log1p(-2u) with u below 1/2, a double or a multiple of 2^-53: from an output y the attacker tries the
  // candidates around the u that would give y - value, and sees whether any gives y.
  std::mt19937_64 random(3);
  const auto possible = [](double y, double value) {
    const auto gives = [&](double u) {
      const double noise = -std::log1p(-2 * u);
      return value + noise == y || value - noise == y;
    };
    const double middle = -std::expm1(-std::fabs(y - value)) / 2, step = std::ldexp(1, -53);
    double up = middle, down = middle;
    for (int i = 0; i <= 64; ++i, up = std::nextafter(up, 1), down = std::nextafter(down, -1)) {
      const double near = std::round(middle / step);
      if (gives(up) || gives(down) || gives((near + i) * step) || gives((near - i) * step)) return true;
    }
    return false;
  };
  int missed = 0, telling = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i) {
    const double y = sample(LaplaceMechanism<double>(1.0), 0.0, random);
    missed += possible(y, 0) ? 0 : 1;
    telling += possible(y, 1) ? 0 : 1;
  }
  EXPECT_EQ(missed, 0);  // never wrong about the true value
  EXPECT_GT(telling, n / 10);
}

TEST(LowBitsAttack, LearnsNothingFromTheGrid) {
  // On a grid of 2^-10 with b = 1, sensitivity 1: both values give the multiples of 2^-10, and every one of them.
  const Rational grid = pow(Rational(2), -10), unit = Rational(1) / grid;
  const DiscreteLaplace<Rational> law(unit);
  RandomBits bits = RandomBits::seeded(4);
  int telling = 0;
  for (int i = 0; i < 2000; ++i) {
    const Rational y = sample(law, bits) * grid;  // released from the value 0
    const Rational other = (y - Rational(1)) / grid;
    // The mass from the value 1 is at least exp(-1) times that from 0, at every output.
    const std::int64_t k = *(y / grid).to_int64(), j = *other.to_int64();
    const DiscreteLaplace<double> mass(unit.approx());
    const bool could = other.is_integer() && mass.mass(j) >= std::exp(-1.0) * mass.mass(k) * (1 - 1e-9);
    telling += could ? 0 : 1;
  }
  EXPECT_EQ(telling, 0);
}

TEST(DiscreteNoise, Domains) {
  RandomBits bits = RandomBits::seeded(1);
  EXPECT_THROW(DiscreteLaplace<Rational>(Rational(0)), Error);
  EXPECT_THROW(DiscreteGaussian<Rational>(Rational(-1)), Error);
  EXPECT_THROW((void)uniform_below(Rational(0), bits), Error);
  EXPECT_THROW((void)uniform_below(Rational(1, 2), bits), Error);
  EXPECT_THROW((void)bernoulli(Rational(3, 2), bits), Error);
  EXPECT_THROW((void)bernoulli_exp(Rational(-1), bits), Error);
  EXPECT_THROW((void)sample(DiscreteLaplace<Rational>(pow(Rational(2), 5000)), bits), Error);
  EXPECT_THROW((void)guarantee(DiscreteLaplace<Rational>(Rational(1)), Rational(1, 2)), Error);
  EXPECT_THROW((void)discrete_laplace_delta(Rational(1), 0, Rational(1), 64), Error);
}

}  // namespace
}  // namespace dpcert
