// Continuous laws on a grid against their distribution functions, and the attack that reads low-order bits. Oracles:
// closed forms, the incomplete beta function in balls, moments, counting. Radii: Dvoretzky-Kiefer-Wolfowitz with
// Massart's constant at 1e-9 (seeds are fixed).
#include "dpcert/mechanisms/grid_draws.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/special/incomplete_beta.hpp"

namespace dpcert {
namespace {

constexpr int draws = 20'000;
const double radius = std::sqrt(std::log(2 / 1e-9) / (2.0 * draws));

Rational q(const char* text) { return *Rational::parse(text); }

/// The draws' distribution function keeps within the radius of that of the ideal law, at the borders of cells.
void expect_law(const std::function<Rational()>& draw, const Rational& grid,
                const std::function<double(const Rational&)>& at_most, const std::string& what) {
  std::vector<Rational> seen;
  for (int i = 0; i < draws; ++i) seen.push_back(draw());
  std::ranges::sort(seen);
  const Rational half = grid / Rational(2);
  double worst = 0;
  std::size_t run = 0;  // draws since the last comparison
  for (std::size_t i = 0; i < seen.size(); ++i) {
    ++run;
    ASSERT_TRUE((seen[i] / grid).is_integer()) << what << " " << seen[i].str();
    const bool last = i + 1 == seen.size() || seen[i] < seen[i + 1];
    if (!last || (run < 100 && i + 1 < seen.size())) continue;  // a hundred draws or more between comparisons
    run = 0;
    worst = std::fmax(worst, std::fabs((i + 1.0) / draws - at_most(seen[i] + half)));
  }
  EXPECT_LT(worst, radius) << what;
}

double laplace_at_most(double b, double x) { return x < 0 ? std::exp(x / b) / 2 : 1 - std::exp(-x / b) / 2; }
double normal_at_most(double sigma, double x) { return std::erfc(-x / sigma / std::sqrt(2.0)) / 2; }

// By double intervals, by balls alone, and with both compared in each draw; grids from coarse to far below a double's
// steps.
TEST(GridDraws, LaplaceAndGaussianFollowTheirLaws) {
  for (const char* step : {"3", "1e-3", "1e-12", "1e-25"})
    for (const bool fast : {true, false})
      for (const char* at : {"17.3", "-1000000/7"}) {
        const Rational grid = q(step), value = q(at);
        const std::string what = std::string(step) + " " + at;
        RandomBits bits = RandomBits::seeded(5);
        GridLaplace laplace(q("3/2"), grid);
        GridGaussian gaussian(q("9/4"), grid);
        for (GridEffort* effort : {&laplace.effort, &gaussian.effort}) effort->fast = fast, effort->check = fast;
        expect_law([&] { return laplace(value, bits); }, grid,
                   [&](const Rational& x) { return laplace_at_most(1.5, (x - value).approx()); }, "laplace " + what);
        expect_law([&] { return gaussian(value, bits); }, grid,
                   [&](const Rational& x) { return normal_at_most(1.5, (x - value).approx()); }, "gaussian " + what);
      }
}

double beta_at_most(const Rational& a, const Rational& b, const Rational& x) {
  if (x.sign() <= 0) return 0;
  if (x >= Rational(1)) return 1;
  const UnitPoint point{Ball(x, 64), Ball(Rational(1) - x, 64)};
  return beta_tails(a, b, point, 64).lower.approx();
}

TEST(GridDraws, BetaOfEveryShape) {
  const std::vector<std::pair<const char*, const char*>> shapes{{"6", "12"},      {"1", "1"},      {"1/2", "1/2"},
                                                                {"0.01", "0.02"}, {"3/1000", "5"}, {"1000", "1/3"},
                                                                {"2000", "3000"}, {"1", "1000"}};
  for (const auto& [first, second] : shapes)
    for (const char* step : {"1/16", "1e-9", "1e-25"}) {
      // A lambda takes no name of a structured binding (clang 14).
      const char *const a = first, *const b = second;
      GridDirichlet law({q(a), q(b)}, q(step));
      if (std::string(step) == "1e-25" && std::string(b) != "0.02" && std::string(b) != "12") continue;
      RandomBits bits = RandomBits::seeded(6);
      int drawn = 0;
      const auto draw = [&] {
        law.effort.check = ++drawn < 3000;
        return law.first(bits);
      };
      expect_law(
          draw, q(step), [&](const Rational& x) { return beta_at_most(q(a), q(b), x); },
          std::string(a) + " " + b + " " + step);
    }
}

// The proposal alone, never rejected, is Wilson and Hilferty's approximation of a Gamma law, which 20,000 draws do not
// tell from it: the decision to accept takes many draws of a shape near 1, and a closed form.
TEST(GridDraws, TheDecisionToAcceptIsSeen) {
  constexpr int many = 400'000;
  const double narrow = std::sqrt(std::log(2 / 1e-9) / (2.0 * many));
  const auto expect_closed_form = [&](const char* a, const char* b, const std::function<double(double)>& at_most) {
    GridDirichlet law({q(a), q(b)}, q("1e-9"));
    RandomBits bits = RandomBits::seeded(12);
    std::vector<double> seen;
    for (int i = 0; i < many; ++i) seen.push_back(law.first(bits).approx());
    std::ranges::sort(seen);
    double worst = 0;
    for (int i = 0; i < many; ++i) worst = std::fmax(worst, std::fabs((i + 0.5) / many - at_most(seen[i])));
    EXPECT_LT(worst, narrow) << a << " " << b;
  };
  expect_closed_form("1", "30", [](double x) { return 1 - std::pow(1 - x, 30); });
  expect_closed_form("1/2", "1/2", [](double x) { return 2 / M_PI * std::asin(std::sqrt(x)); });
}

// Every part of a Dirichlet variate is Beta(a_k, total - a_k), every sum of two Beta(a_j + a_k, rest).
TEST(GridDraws, DirichletMarginals) {
  const std::vector<Rational> shapes{q("1/2"), q("3"), q("1/100"), q("7/3")};
  const Rational grid = q("1e-9"), total = q("1/2") + q("3") + q("1/100") + q("7/3");
  GridDirichlet law(shapes, grid);
  RandomBits bits = RandomBits::seeded(8);
  std::vector<std::vector<Rational>> all;
  for (int i = 0; i < draws; ++i) {
    all.push_back(law(bits));
    Rational sum(0);
    for (const Rational& part : all.back()) sum += part;
    ASSERT_LE(abs(sum - Rational(1)), Rational(2) * grid);  // four parts, half a step each
  }
  for (std::size_t j = 0; j < shapes.size(); ++j)
    for (std::size_t k = j; k < shapes.size(); ++k) {
      const Rational a = j == k ? shapes[j] : shapes[j] + shapes[k];
      std::size_t next = 0;
      expect_law(
          [&] {
            const auto& parts = all[next++];
            return j == k ? parts[j] : parts[j] + parts[k];
          },
          grid, [&](const Rational& x) { return beta_at_most(a, total - a, x); },
          std::to_string(j) + std::to_string(k));
    }
}

// Shapes at which a variate in doubles is 0 or 1, or has no digit: the draw ends, and on the right side. Of
// Beta(e, 2e), e -> 0, the mass goes to 1 with probability 1/3; of Beta(e, 1), P(X <= x) = x^e.
TEST(GridDraws, ExtremeShapes) {
  RandomBits bits = RandomBits::seeded(9);
  GridDirichlet tiny({q("1e-300"), q("2e-300")}, q("1e-12"));
  int ones = 0;
  for (int i = 0; i < 3000; ++i) {
    const Rational x = tiny.first(bits);
    ASSERT_TRUE(x.is_zero() || x == Rational(1)) << x.str();
    ones += x.is_zero() ? 0 : 1;
  }
  EXPECT_NEAR(ones / 3000.0, 1 / 3.0, std::sqrt(std::log(2 / 1e-9) / 6000));
  GridDirichlet huge({q("1e30"), q("1e30")}, q("1e-20"));
  huge.effort.check = true;
  for (int i = 0; i < 200; ++i) {
    // The deviation is 1/(2 sqrt(2e30)) = 3.5e-16: 12 of them are not left in 200 draws.
    EXPECT_LT(abs(huge.first(bits) - Rational(1, 2)), q("5e-15"));
  }
  EXPECT_GT(huge.effort.refined, 0);
}

TEST(GridDraws, DefaultGrids) {
  EXPECT_EQ(default_grid(1), q("1e-3"));
  EXPECT_EQ(default_grid(0.999), q("1e-4"));
  EXPECT_EQ(default_grid(1000), Rational(1));
  EXPECT_EQ(default_grid(2500), Rational(1));
  EXPECT_EQ(default_grid(0x1p-10), q("1e-7"));
  EXPECT_EQ(default_grid(3e-300), q("1e-303"));
  EXPECT_THROW((void)default_grid(0), Error);
}

TEST(GridDraws, Domains) {
  EXPECT_THROW(GridLaplace(Rational(0), Rational(1)), Error);
  EXPECT_THROW(GridLaplace(Rational(1), Rational(0)), Error);
  EXPECT_THROW(GridGaussian(Rational(-1), Rational(1)), Error);
  EXPECT_THROW(GridGaussian(Rational(1), pow(Rational(2), 5000)), Error);
  EXPECT_THROW(GridDirichlet({Rational(1)}, Rational(1)), Error);
  EXPECT_THROW(GridDirichlet({Rational(1), Rational(0)}, Rational(1)), Error);
}

// The attack on low-order bits (Mironov 2012). Two data sets give the values 0 and 1/3, and the attacker lists what can
// come out from each: of the naive release value + noise in doubles, with 2^14 noises so that all can be listed. From
// 1/3 come doubles that 0 cannot give: the sum has lost digits of the noise.
std::set<double> naive_outputs(double value, const std::function<double(double, double)>& noise) {
  std::set<double> out;
  for (int i = 1; i < 1 << 7; ++i)
    for (int j = 1; j < 1 << 7; ++j) out.insert(value + noise(std::ldexp(i, -7), std::ldexp(j, -7)));
  return out;
}
double box_muller(double u, double v) { return std::sqrt(-2 * std::log(u)) * std::cos(2 * M_PI * v); }
double laplace_noise(double u, double v) { return (v < 0.5 ? -1 : 1) * std::log((u + std::ldexp(v, -7)) / 1.0078125); }

/// Of outputs from `value`, how many cannot come from `other`.
int telling(const std::function<double(double, double)>& noise, double value, double other) {
  const std::set<double> from = naive_outputs(value, noise), against = naive_outputs(other, noise);
  return static_cast<int>(std::ranges::count_if(from, [&](double x) { return against.count(x) == 0; })) * 100 /
         static_cast<int>(from.size());
}

TEST(LowBitsAttack, SucceedsAgainstContinuousNoiseInDoubles) {
  for (const auto& noise : {std::function<double(double, double)>(laplace_noise), {box_muller}}) {
    EXPECT_GT(telling(noise, 1.0 / 3, 0), 90);
    EXPECT_GT(telling(noise, 0, 1.0 / 3), 90);
  }
}

// The draws that the library makes in doubles, of scale 1/16: near 1 all doubles are multiples of 2^-53, and near 0
// most have a digit behind that. One look at the low-order bits tells the values apart, and is never wrong.
TEST(LowBitsAttack, SucceedsAgainstTheSamplersInDoubles) {
  std::mt19937_64 random(3);
  const auto on_coarse_grid = [](double x) { return x * 0x1p53 == std::floor(x * 0x1p53); };
  int from_one = 0, laplace = 0, gaussian = 0;
  constexpr int n = 2000;
  for (int i = 0; i < n; ++i) {
    from_one += on_coarse_grid(sample(LaplaceMechanism<double>(0x1p-4), 1.0, random)) ? 1 : 0;
    from_one += on_coarse_grid(sample(GaussianMechanism<double>(0x1p-4), 1.0, random)) ? 1 : 0;
    laplace += on_coarse_grid(sample(LaplaceMechanism<double>(0x1p-4), 0.0, random)) ? 1 : 0;
    gaussian += on_coarse_grid(sample(GaussianMechanism<double>(0x1p-4), 0.0, random)) ? 1 : 0;
  }
  EXPECT_GT(from_one, 2 * n - 4);
  EXPECT_LT(laplace, n / 2);
  EXPECT_LT(gaussian, n / 2);
}

// On the grid: the same look at low-order bits, of numbers of steps. Their residues modulo 8 are uniform from both
// values, but for the modulus of the noise's characteristic function at 2 pi/8 a step: 1/(1 + (2 pi 64/8)^2) < 4e-4 of
// Laplace noise of 64 steps, exp(-(2 pi 64/8)^2/2) of normal noise. And what comes out from one value comes out from
// the other: the likelihood ratio of every output keeps to the ideal law's bound, (1/3)/(1/16) for Laplace.
TEST(LowBitsAttack, FailsAgainstContinuousLawsOnAGrid) {
  const Rational grid = q("1/1024"), half = grid / Rational(2);
  RandomBits bits = RandomBits::seeded(4);
  GridLaplace laplace(q("1/16"), grid);
  GridGaussian gaussian(q("1/256"), grid);
  const auto mass = [&](const Rational& y, const Rational& value) {
    const double x = (y - value).approx(), h = half.approx();
    return x < -h  ? laplace_at_most(1 / 16.0, x + h) - laplace_at_most(1 / 16.0, x - h)
           : x > h ? laplace_at_most(1 / 16.0, h - x) - laplace_at_most(1 / 16.0, -h - x)
                   : 1 - laplace_at_most(1 / 16.0, -x - h) - laplace_at_most(1 / 16.0, x - h);
  };
  for (const Rational& value : {Rational(0), q("1/3")}) {
    int residues[2][8] = {};
    for (int i = 0; i < draws; ++i) {
      const Rational y = laplace(value, bits), z = gaussian(value, bits);
      for (const int which : {0, 1}) {
        const Rational steps = (which == 0 ? y : z) / grid;
        ASSERT_TRUE(steps.is_integer());
        ++residues[which][*steps.to_int64() & 7];
      }
      EXPECT_LT(std::fabs(std::log(mass(y, Rational(0)) / mass(y, q("1/3")))), 16 / 3.0 + 1e-9) << y.str();
    }
    for (const auto& of : residues)
      for (const int count : of) EXPECT_NEAR(count / double(draws), 1 / 8.0, radius + 4e-4);
  }
}

}  // namespace
}  // namespace dpcert
