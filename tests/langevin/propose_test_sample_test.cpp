#include "dpcert/langevin/propose_test_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <sstream>

#include "dpcert/mechanisms/sampling.hpp"
#include "table.hpp"

namespace dpcert::langevin {
namespace {

constexpr Precision bits = 128;

Rational number(const std::string& text) { return *Rational::parse(text); }
std::vector<std::string> words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

/// Any slope y/x may be given: x_h is 1 and x = 1.
ProposeTestSample<Rational> simple() { return {1, {1, 10}, {1, 2}, 1, 1, 3, {5, 4}, {1, 20}, {1, 10}}; }

TEST(ProposeTestSample, ReferenceValues) {
  int rows = 0;
  for (const auto& row : test::read_table("propose_test_sample_mpmath.csv")) {
    ++rows;
    if (row[0] == "counts") {
      auto p = simple();
      p.epsilon = number(row[1]), p.delta = number(row[2]), p.rho1 = number(row[3]);
      std::vector<Sample<Rational>> data;
      for (const std::string& slope : words(row[4])) data.push_back({1, number(slope)});
      const auto bound = [](const std::string& text) {
        return text == "inf" ? std::nullopt : std::optional(number(text));
      };
      const Ball value = counts_below(p, data, bound(row[5]), bound(row[6]), bits);
      EXPECT_NEAR(value.approx() / std::stod(row[7]), 1, 1e-12) << row[4];
      EXPECT_LT(std::stod(value.upper(30)) - std::stod(value.lower(30)), 1e-15);
      if (row[5] == "inf" && row[6] == "1") {
        EXPECT_NEAR(stop_probability(p, data, bits).approx(), std::stod(row[7]), 1e-12);
      }
    } else if (row[0] == "sizes") {
      const ProposeTestSample<Rational> p{number(row[1]), number(row[2]), number(row[3]),
                                          number(row[4]), number(row[5]), number(row[6]),
                                          {5, 4},         number(row[7]), number(row[8])};
      const auto sizes = approx(p).least_sizes(number(row[9]).approx(), number(row[10]).approx());
      ASSERT_EQ(sizes.size(), 10u);
      for (std::size_t k = 0; k < sizes.size(); ++k) EXPECT_NEAR(sizes[k] / std::stod(row[11 + k]), 1, 1e-12) << k;
    } else {
      auto p = approx(simple());
      p.x_l = number(row[2]).approx(), p.x_h = number(row[3]).approx();
      EXPECT_NEAR(p.centre_sensitivity(number(row[4]).approx(), number(row[5]).approx()) / number(row[1]).approx(),
                  std::stod(row[6]), 1e-12 * std::stod(row[6]));
    }
  }
  EXPECT_EQ(rows, 11);
}

/// Noise from a list: what is asked for is remembered.
struct Script {
  std::vector<double> values;
  std::vector<double> scales = {};
  double laplace(double scale) {
    scales.push_back(scale);
    return values.at(scales.size() - 1);
  }
  double normal() { return 2; }
};

TEST(ProposeTestSample, LineByLine) {
  auto exact = simple();
  exact.epsilon = 4, exact.delta = {1, 4}, exact.x_l = {9, 10};
  const auto p = approx(exact);
  const double low = std::log(2.0) / 4;
  EXPECT_NEAR(p.allowance(), low, 1e-15);
  // 70 records of slope 1 (x clipped from 5 to 1 keeps y, so its slope is 2), one of slope 500, one with y < 0.
  std::vector<Sample<double>> data(70, {1, 1});
  data.push_back({5, 2});
  data.push_back({1, 500});
  data.push_back({1, -3});
  Script script{{0, 0, 0.25, 0}};
  const PtsRun run = propose_test_sample(p, data, script);
  EXPECT_NEAR(run.n1b, 73 - low, 1e-12);
  EXPECT_EQ(run.in_range, 72u);  // 500 > 73^(5/4) = 213
  EXPECT_NEAR(run.n2, 72 - low, 1e-12);
  EXPECT_NEAR(run.centre, 72.0 / 72, 1e-12);  // (70 + 2 + 0)/72
  EXPECT_NEAR(run.noisy_centre, 1.25, 1e-12);
  ASSERT_EQ(script.scales.size(), 4u);
  const double threshold = std::pow(run.n1b, 1.25), n2 = run.n2, l = 0.81;
  EXPECT_NEAR(script.scales[2], threshold * (2 * (n2 - 1) * l + 1) / (n2 * (n2 - 1) * l * l) / 4, 1e-12);
  // |slope - 1.25| <= n2^(1/20) = 1.24: slopes 1 and 2, not 0; 500 is not either.
  EXPECT_EQ(run.near_centre, 71u);
  EXPECT_NEAR(run.n_w, 71 - low, 1e-12);
  // n_min: its third member is the largest (see the reference values for the formula).
  const double nu = 2 * std::log(4.0) / 4 + 1;
  EXPECT_NEAR(run.n_min, std::pow(16 * nu * 3 / (0.9 * 4 * 0.81), 1 / 0.8), 1e-9);
  EXPECT_LT(run.n_min, run.n_w);
  ASSERT_EQ(run.outcome, PtsOutcome::sampled);
  // Posterior of 70 records (1, 1) and one (1, 2): precision 1 + 3*71, mean 3*72/214; the normal variate is 2.
  EXPECT_NEAR(run.value, 216.0 / 214 + 2 / std::sqrt(214.0), 1e-12);

  Script stop{{0, -72, 0, 0}};
  EXPECT_EQ(propose_test_sample(p, data, stop).outcome, PtsOutcome::few_in_range);
  Script negative{{-80, 3, 0, 0}};  // n1b < 0: V is empty, and n2 > 1 by noise alone
  const PtsRun empty = propose_test_sample(p, data, negative);
  EXPECT_EQ(empty.in_range, 0u);
  EXPECT_EQ(empty.outcome, PtsOutcome::nothing_in_range);
  Script few{{0, 0, 0.25, -61}};
  EXPECT_EQ(propose_test_sample(p, data, few).outcome, PtsOutcome::few_near_centre);
  Script far{{0, 0, -40, 0}};  // a negative centre: n_min takes 0 for it, and W is empty
  const PtsRun below = propose_test_sample(p, data, far);
  EXPECT_EQ(below.near_centre, 0u);
  EXPECT_TRUE(std::isfinite(below.n_min));
  EXPECT_EQ(below.outcome, PtsOutcome::few_near_centre);
}

// 1/3 is above the double next to it, 5/3 below: a quotient that rounds to the threshold is on one side of it.
TEST(ProposeTestSample, SlopesAreComparedExactly) {
  EXPECT_FALSE(slope_at_most({3, 1}, 1.0 / 3));
  EXPECT_TRUE(slope_at_most({3, 1}, std::nextafter(1.0 / 3, 1.0)));
  EXPECT_TRUE(slope_at_most({3, 5}, 5.0 / 3));
  EXPECT_TRUE(slope_at_most({1, 2}, 2));
  EXPECT_FALSE(slope_at_most({0.5, 1e308}, 1.7e308));
  EXPECT_FALSE(slope_within({3, 1}, 0, 1.0 / 3));
  EXPECT_TRUE(slope_within({3, 5}, 0, 5.0 / 3));
  EXPECT_TRUE(slope_within({3, 1}, -1, std::nextafter(4.0 / 3, 2.0)));
  EXPECT_FALSE(slope_within({3, 1}, -1, 4.0 / 3));  // 4/3 is above the double next to it
  EXPECT_TRUE(slope_within({1, 2}, 5, 3));
  EXPECT_FALSE(slope_within({1, 2}, 5, std::nextafter(3.0, 0.0)));
  EXPECT_FALSE(slope_within({0.5, 1e308}, 1e308, 0.9e308));
}

// Sums over the records are rational, and so the run does not depend on the order in which they come.
TEST(ProposeTestSample, TheOrderOfTheRecordsDoesNotMatter) {
  auto exact = simple();
  exact.epsilon = 4, exact.delta = {1, 4}, exact.x_l = {9, 10};
  const auto p = run_parameters(exact);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Sample<double>> data;
  for (int i = 0; i < 300; ++i) data.push_back({0.9 + unit(random) / 10, 1 + 1e-9 * unit(random)});
  const auto ran = [&] { return propose_test_sample(p, data, Script{{0, 0, 0, 0}}); };
  const PtsRun first = ran();
  ASSERT_EQ(first.outcome, PtsOutcome::sampled);
  Rational weight(0), weighted(0);
  for (const auto& record : data) {
    const Rational x = Rational::from_double(record.x);
    weight += x * x, weighted += x * Rational::from_double(record.y);
  }
  EXPECT_EQ(mean_slope(data), weighted / weight);
  for (int trial = 0; trial < 20; ++trial) {
    std::ranges::shuffle(data, random);
    const PtsRun again = ran();
    EXPECT_EQ(again.centre, first.centre);
    EXPECT_EQ(again.noisy_centre, first.noisy_centre);
    EXPECT_EQ(again.value, first.value);
  }
}

// eps and delta of the run are not above what is promised, L, scales and n_min not below what is proved.
TEST(ProposeTestSample, RoundingIsOnTheSideOfPrivacy) {
  auto exact = simple();
  exact.epsilon = {7, 10}, exact.delta = {1, 10}, exact.x_l = {7, 10};
  exact.rho2 = {1, 16}, exact.gamma1 = {1, 8};  // doubles
  const auto p = run_parameters(exact);
  EXPECT_LE(Rational::from_double(p.epsilon), exact.epsilon);
  EXPECT_LE(Rational::from_double(p.delta), exact.delta);
  Script script{{0, 0, 0, 0}};
  const PtsRun run = propose_test_sample(p, std::vector<Sample<double>>(90, {1, 1}), script);
  const PtsBounds bounds(p);
  const auto at = [](const Rational& x) { return Ball(x, bits); };
  EXPECT_TRUE(certainly_greater(at(bounds.low), log(Ball(5)) / at(exact.epsilon)));
  EXPECT_EQ(run.n1b, (Rational(90) - bounds.low).approx());
  EXPECT_GE(bounds.unit * exact.epsilon, Rational(1));
  EXPECT_GE(Rational::from_double(script.scales[0]), bounds.unit);
  // The formulas with the parameters as they were given. Powers by squaring: rho1 = 5/4, rho2 = 1/16.
  const auto real = [&](double x) { return Rational::from_double(x); };
  const Rational top = real(bounds.threshold(90.5)), reach = real(bounds.radius(70.5));
  EXPECT_GE(pow(top, 4), pow(real(90.5), 5));
  EXPECT_LE(pow(top * (Rational(1) - pow(Rational(2), -52)), 4), pow(real(90.5), 5));
  EXPECT_LE(pow(reach, 16), real(70.5));
  EXPECT_GE(pow(reach * (Rational(1) + pow(Rational(2), -51)), 16), real(70.5));
  const Rational n2 = real(70.5), l = exact.x_l * exact.x_l, h = exact.x_h * exact.x_h,
                 scale = top * (Rational(2) * (n2 - Rational(1)) * h * l + h * h) / (n2 * (n2 - Rational(1)) * l * l);
  EXPECT_GE(bounds.centre_scale(top.approx(), 70.5), scale / exact.epsilon);
  EXPECT_LE(bounds.centre_scale(top.approx(), 70.5), scale / exact.epsilon * (Rational(1) + pow(Rational(10), -14)));
  const ProposeTestSample<Ball> as_given{at(exact.epsilon), at(exact.delta), at(exact.x_l),
                                         at(exact.x_h),     at(exact.alpha), at(exact.beta),
                                         at(exact.rho1),    at(exact.rho2),  at(exact.gamma1)};
  Rational before(0);
  for (const std::int64_t n1 : {1, 90, 91, 1'000'000, 1'000'001}) {
    const Rational least = bounds.least_size(n1, 1.25);
    for (const Ball& size : as_given.least_sizes(Ball(n1), at({5, 4})))
      EXPECT_TRUE(certainly_less_equal(size, at(least) * at(Rational(1) + pow(Rational(10), -12))));
    EXPECT_GE(least, before);
    before = least;
  }
  exact.rho2 = Rational(1, 2) - pow(Rational(10), -30);
  exact.gamma1 = Rational(1, 2) - pow(Rational(10), -40);
  EXPECT_THROW(run_parameters(exact), Error);
}

TEST(ProposeTestSample, LaplaceSteps) {
  auto p = simple();
  p.delta = {1, 100};
  const Ball epsilon(p.epsilon, bits);
  // P(l <= L) = 1 - delta, P(l < -L) = delta, P(l <= 0) = 1/2.
  const Ball low = log(Ball(50)) / epsilon;
  EXPECT_NEAR(laplace_below(low, epsilon).approx(), 0.99, 1e-15);
  EXPECT_NEAR(laplace_below(-low, epsilon).approx(), 0.01, 1e-15);
  EXPECT_NEAR(laplace_below(Ball(0), epsilon).approx(), 0.5, 1e-15);
  // |W| = n_min passes with probability P(l >= L) = delta.
  EXPECT_NEAR(pass_probability(p, Ball(40), Ball(40)).approx(), 0.01, 1e-15);
  EXPECT_NEAR(pass_probability(p, Ball(140), Ball(40)).approx(), 1 - 25 * std::exp(-100.0), 1e-15);
}

TEST(ProposeTestSample, Accounting) {
  auto p = simple();
  const auto total = pts_privacy(p);
  ASSERT_TRUE(total);
  EXPECT_EQ(total->epsilon, Rational(5));
  EXPECT_EQ(total->delta, Rational(1, 5));
  p.epsilon = 8;  // the last one that the repairs of sgld.claimc11 and sgld.claim4.1 are proved for
  ASSERT_TRUE(pts_privacy(p));
  EXPECT_EQ(pts_privacy(p)->epsilon, Rational(40));
  p.epsilon = Rational(801, 100);
  EXPECT_FALSE(pts_privacy(p));
}

TEST(ProposeTestSample, ParametersOutsideTheirRanges) {
  const auto refused = [](auto&& change) {
    auto p = simple();
    change(p);
    try {
      require(p);
    } catch (const Error& e) {
      return e.where();
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refused([](auto&) {}), "nothing");
  EXPECT_EQ(refused([](auto& p) { p.epsilon = 0; }), "eps");
  EXPECT_EQ(refused([](auto& p) { p.delta = {1, 2}; }), "delta");
  EXPECT_EQ(refused([](auto& p) { p.x_l = 1; }), "x_h");
  EXPECT_EQ(refused([](auto& p) { p.alpha = 0; }), "alpha");
  EXPECT_EQ(refused([](auto& p) { p.beta = {299, 100}; }), "beta");
  EXPECT_EQ(refused([](auto& p) { p.rho1 = {3, 2}; }), "rho1");
  EXPECT_EQ(refused([](auto& p) { p.rho2 = 0; }), "rho2");
  EXPECT_EQ(refused([](auto& p) { p.gamma1 = {1, 20}; }), "gamma1");
}

/// 73 records, eps = 4, delta = 1/4: with a small n_min (see LineByLine).
struct Easy {
  ProposeTestSample<Rational> given = [] {
    auto p = simple();
    p.epsilon = 4, p.delta = {1, 4}, p.x_l = {9, 10};
    return p;
  }();
  ProposeTestSample<double> p = run_parameters(given);
  std::vector<Sample<double>> data = std::vector<Sample<double>>(73, {1, 1});
};
double dkw(int draws) { return std::sqrt(std::log(2 / 1e-9) / (2.0 * draws)); }

// The exact draws on their grid: both counts against their certified joint law, at borders of cells; the probability to
// pass given what went before, as a martingale; the sample against its normal law.
TEST(ProposeTestSample, ExactDrawsFollowTheirLaws) {
  const Easy easy;
  RandomBits random = RandomBits::seeded(12);
  const Rational grid(1, 1'000'000), half(1, 2048), step(1, 1024);
  constexpr int runs = 3000;
  std::vector<Sample<double>> data = easy.data;
  for (std::size_t i = 0; i < 8; ++i) data[i].y = 150 + 20 * static_cast<double>(i);  // thresholds near n1b^(5/4) = 213
  std::vector<Sample<Rational>> exact;
  for (const auto& r : data) exact.push_back({Rational::from_double(r.x), Rational::from_double(r.y)});
  std::vector<PtsRun> all;
  for (int i = 0; i < runs; ++i) all.push_back(propose_test_sample(easy.p, data, random, grid));
  for (const Rational& a : {Rational(72), Rational(290, 4), Rational(74)})
    for (const Rational& b : {Rational(69), Rational(283, 4)}) {
      const double truth = counts_below(easy.given, exact, a + half, b + half, bits).approx();
      int seen = 0;
      for (const PtsRun& run : all) seen += run.n1b <= a.approx() && run.n2 <= b.approx() ? 1 : 0;
      EXPECT_NEAR(seen / double(runs), truth, dkw(runs)) << a.str() << " " << b.str();
    }
  double gap = 0;
  int tried = 0;
  for (int i = 0; i < runs; ++i) {
    const PtsRun run = propose_test_sample(easy.p, easy.data, random, grid);
    EXPECT_TRUE((Rational::from_double(run.n1b) / step).is_integer());
    if (run.near_centre == 0) continue;
    // The least multiple of the step that passes, less half a step.
    const Rational least = ((Rational::from_double(run.n_min) + step) / step).ceil() * step - half;
    gap += (run.outcome == PtsOutcome::sampled ? 1 : 0) -
           pass_probability(easy.given, Ball(static_cast<std::int64_t>(run.near_centre)), Ball(least, bits)).approx();
    ++tried;
  }
  EXPECT_GT(tried, runs / 3);               // else the noisy centre is far
  EXPECT_NEAR(gap / tried, 0, dkw(tried));  // Azuma and Hoeffding: steps in an interval of length 1
  // All records near the centre: the posterior of 73 records (1, 1), mean 219/220, variance 1/220.
  constexpr int count = 2000;
  std::vector<double> values;
  while (values.size() < count) {
    const PtsRun run = propose_test_sample(easy.p, easy.data, random, grid);
    if (run.outcome != PtsOutcome::sampled || run.near_centre != 73) continue;
    ASSERT_TRUE((run.drawn / grid).is_integer());
    values.push_back(run.value);
  }
  std::ranges::sort(values);
  double worst = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double below = std::erfc(-(values[i] - 219.0 / 220) * std::sqrt(110.0)) / 2;
    worst = std::fmax(worst, std::fabs((static_cast<double>(i) + 0.5) / count - below));
  }
  EXPECT_LT(worst, dkw(count) + 1e-3);
  EXPECT_THROW(propose_test_sample(easy.p, easy.data, random, Rational(0)), Error);
}

/// Noise in doubles.
struct InDoubles {
  std::mt19937_64& random;
  double laplace(double scale) const { return sample_laplace(scale, random); }
  double normal() const { return std::normal_distribution<double>()(random); }
};

// Samples near 1, drawn in doubles, are multiples of 2^-56; those near 0 often are not, and one look at an output tells
// that it came from slopes 0. On the grid both are multiples of its step, uniform modulo 8: a normal law of deviation
// 1/15, some 70 steps, has a Fourier coefficient below exp(-1500) at 8 steps.
TEST(LowBitsAttack, ProposeTestSampleInDoublesAndOnAGrid) {
  const Easy easy;
  std::mt19937_64 random(13);
  RandomBits secret = RandomBits::seeded(14);
  int told[2] = {};
  constexpr int runs = 800;
  for (const int slope : {0, 1}) {
    std::vector<Sample<double>> data = easy.data;
    for (auto& record : data) record.y = slope;
    std::vector<int> residues(8, 0);
    int sampled = 0;
    for (int i = 0; i < runs; ++i) {
      const PtsRun plain = propose_test_sample(easy.p, data, InDoubles{random});
      if (plain.outcome == PtsOutcome::sampled && plain.value * 0x1p56 != std::floor(plain.value * 0x1p56))
        ++told[slope];
      const PtsRun run = propose_test_sample(easy.p, data, secret, Rational(1, 1024));
      if (run.outcome != PtsOutcome::sampled) continue;
      ++sampled;
      ++residues[static_cast<std::size_t>(*(run.drawn * Rational(1024)).to_int64() & 7)];
    }
    ASSERT_GT(sampled, runs / 4);
    for (const int count : residues) EXPECT_NEAR(count / double(sampled), 1 / 8.0, dkw(sampled));
  }
  EXPECT_GT(told[0], runs / 20);
  EXPECT_EQ(told[1], 0);
}

}  // namespace
}  // namespace dpcert::langevin
