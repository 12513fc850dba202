#include "dpcert/langevin/release.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/langevin/simulate.hpp"
#include "dpcert/solve/effort.hpp"
#include "table.hpp"

namespace dpcert::langevin {
namespace {

constexpr auto forward = Direction::first_over_second, backward = Direction::second_over_first;

const Problem<Rational> figure{1149019, 1165165, {9, 5}, {1, 10}, 1};

// Plain loops, bisection for the crossings, 60 digits (make_divergences.py).
TEST(Release, AgreesWithLoops) {
  const auto rows = test::read_table("divergences_mpmath.csv");
  ASSERT_EQ(rows.size(), 48U);
  for (const auto& row : rows) {
    const auto p = test::problem(row, 1);
    const std::int64_t t = test::number(row[6]).to_int64().value();
    const Rational eta = default_step_size(p), parameter = test::number(row[7]), expected = test::number(row[8]);
    const int digits = 20;
    Certified value;
    if (row[0] == "separation") value = certified_separation(p, eta, t, digits);
    if (row[0] == "tail") value = certified_second_tail(p, eta, t, parameter, digits);
    if (row[0] == "forward") value = certified_hockey_stick(p, eta, t, Epsilon(parameter), forward, digits);
    if (row[0] == "backward") value = certified_hockey_stick(p, eta, t, Epsilon(parameter), backward, digits);
    ASSERT_TRUE(value.is_finite()) << row[0] << " " << row[1] << " " << row[6] << " " << row[7] << " "
                                   << value.enclosure.str();
    if (expected.is_zero()) {
      EXPECT_TRUE(value.enclosure.contains_zero()) << value.enclosure.str();
      continue;
    }
    const Ball error = abs(value.enclosure - Ball(expected, 200));
    EXPECT_TRUE(certainly_less(error, Ball(expected * pow(Rational(1, 10), 19), 200)))
        << row[0] << " " << row[1] << " " << row[6] << " " << row[7] << " " << value.enclosure.str(25);
  }
}

// The expansion by blocks encloses the same number as the loop, at the size where both are possible.
TEST(Release, BlocksAgreeWithTheLoop) {
  const Problem<Rational> p{20000, 30000, {9, 5}, {1, 10}, 1};
  const Rational eta = default_step_size(p);
  for (const std::int64_t t : {p.n / 3, p.n, 7 * p.n, 18 * p.n + 4321}) {
    const auto fast = certified_separation(p, eta, t, 25), slow = certified_separation(p, eta, t, 25, {true});
    EXPECT_TRUE(fast.enclosure.overlaps(slow.enclosure)) << t;
    const auto tail = certified_second_tail(p, eta, t, 2, 25), loop = certified_second_tail(p, eta, t, 2, 25, {true});
    EXPECT_TRUE(tail.enclosure.overlaps(loop.enclosure)) << t;
    EXPECT_GT(tail.enclosure.relative_accuracy_bits(), 80);
  }
}

TEST(Release, TailsAreComplementary) {
  const ReleasePair pair(figure, default_step_size(figure), 28 * figure.n + 99, 160);
  const Ball sigma = sqrt(pair.release().first.variance);
  for (const Rational& k : {Rational(-3), Rational(-1, 2), Rational(0), Rational(2)}) {
    const Ball y = sigma * Ball(k, 160);
    EXPECT_TRUE((pair.second_above(y) + pair.second_below(y)).contains(Rational(1)));
    EXPECT_TRUE(certainly_less(pair.second_above(y), pair.first_above(y)));  // D2 lags behind
    EXPECT_TRUE(pair.coarse_log_ratio(y).overlaps(pair.log_ratio(y)));
    EXPECT_TRUE(certainly_less_equal(pair.second_above(y), Ball(2) * pair.coarse_second_above(y)) ||
                pair.coarse_second_above(y).overlaps(pair.second_above(y)));
  }
}

// delta(epsilon) is at least what any event shows, and falls with epsilon; total variation is the same in both
// directions.
TEST(Release, HockeyStickProperties) {
  const Rational eta = default_step_size(figure);
  const std::int64_t t = 25 * figure.n + figure.n / 4;
  const ReleasePair pair(figure, eta, t, 160);
  const Ball sigma = sqrt(pair.release().first.variance);
  Ball previous(2);
  for (const Rational& e : {Rational(0), Rational(1, 2), Rational(3), Rational(8)}) {
    const auto f = certified_hockey_stick(figure, eta, t, Epsilon(e), forward, 15);
    const auto b = certified_hockey_stick(figure, eta, t, Epsilon(e), backward, 15);
    ASSERT_TRUE(f.is_finite() && b.is_finite());
    EXPECT_TRUE(!e.is_zero() || f.enclosure.overlaps(b.enclosure));
    EXPECT_TRUE(certainly_less(f.enclosure, previous));
    previous = f.enclosure;
    for (const Rational& k : {Rational(-1), Rational(0), Rational(1), Rational(2)}) {
      const Ball y = sigma * Ball(k, 160), shown = pair.first_above(y) - exp(Ball(e, 160)) * pair.second_above(y);
      EXPECT_FALSE(certainly_greater(shown, f.enclosure));
    }
  }
}

TEST(Release, PrivacyLossInvertsTheHockeyStick) {
  const Rational eta = default_step_size(figure), delta(1, 100);
  for (const std::int64_t t : {figure.n, 20 * figure.n + 5, 28 * figure.n}) {
    const auto loss = certified_privacy_loss(figure, eta, t, Delta(delta), 9);
    ASSERT_TRUE(loss.is_finite());
    const Rational low = loss.enclosure.lower_rational(), high = loss.enclosure.upper_rational();
    const auto at_low = certified_hockey_stick(figure, eta, t, Epsilon(low), 15);
    const auto at_high = certified_hockey_stick(figure, eta, t, Epsilon(high), 15);
    EXPECT_TRUE(certainly_greater_equal(at_low.enclosure, Ball(delta, 100)));
    EXPECT_TRUE(certainly_less_equal(at_high.enclosure, Ball(delta, 100)));
  }
  EXPECT_TRUE(certified_privacy_loss(figure, eta, 200 * figure.n, Delta(delta), 9).enclosure.contains_zero());
  EXPECT_TRUE(certified_privacy_loss(figure, eta, 0, Delta(delta), 9).enclosure.is_exact());
}

// A limit around the caller ends the work, and says why; without one the same value is finite.
TEST(Release, StopsWhenItIsTold) {
  const Rational eta = default_step_size(figure);
  const std::int64_t t = 20 * figure.n;
  std::atomic<bool> stop{true};
  const std::pair<Effort, std::string> limits[] = {{Effort{1000}, "within the work allowed"},
                                                   {Effort{0, &stop}, "interrupted"}};
  for (const auto& [effort, reason] : limits) {
    const EffortLimit limit(effort);
    for (const Certified& value :
         {certified_privacy_loss(figure, eta, t, Delta(Rational(1, 100)), 6), certified_separation(figure, eta, t, 12),
          certified_hockey_stick(figure, eta, t, Epsilon(Rational(1)), 12)}) {
      EXPECT_EQ(value.state, Certified::State::undecided);
      EXPECT_NE(value.reason.find(reason), std::string::npos) << value.reason;
      EXPECT_FALSE(value.enclosure.is_finite());
    }
  }
  const EffortLimit ample(Effort{1e9});
  EXPECT_TRUE(certified_privacy_loss(figure, eta, t, Delta(Rational(1, 100)), 6).is_finite());
  EXPECT_GT(ample.used(), 1000);
}

TEST(Release, WorksAtATrillionRecords) {
  const Problem<Rational> p{1'000'000'000'000, 1'000'000'000'000, {7, 4}, {1, 10}, 1};
  const Rational eta = default_step_size(p);
  const auto value = certified_hockey_stick(p, eta, 40 * p.n + 12345, Epsilon(Rational(1)), forward, 15);
  ASSERT_TRUE(value.is_finite());
  // All components agree to 1e-12 of their size: the middle one alone, as a pair of Gaussians, has nearly the same
  // delta.
  const auto middle = ReleasePair(p, eta, 40 * p.n + 12345, 256).typical();
  EXPECT_NEAR(value.enclosure.approx() / gaussian_hockey_stick(1, middle.first_variance, middle.variance, middle.gap),
              1, 1e-6);
}

TEST(GaussianPair, ClosedFormByHand) {
  // Equal variances 1, gap g: Phi(g/2 - e/g) - exp(e) Phi(-g/2 - e/g); g = 2, e = 2: Phi(0) - e^2 Phi(-2).
  const Ball b = gaussian_hockey_stick(Ball(Rational(2), 128), Ball(1), Ball(1), Ball(Rational(2), 128), Wider::equal);
  EXPECT_NEAR(b.approx(), 0.5 - std::exp(2.0) * 0.5 * std::erfc(std::sqrt(2.0)), 1e-15);
  EXPECT_NEAR(gaussian_hockey_stick(2, 1, 1, 2), b.approx(), 1e-15);
  // One variance four times the other, same centre, epsilon = 0: total variation, crossing y^2 = (8/3) log 2.
  const double y = std::sqrt(8.0 / 3 * std::log(2.0)), tv = std::erf(y / std::sqrt(2.0)) - std::erf(y / std::sqrt(8.0));
  EXPECT_NEAR(gaussian_hockey_stick(Ball(0).with_precision(128), Ball(1), Ball(4), Ball(0), Wider::q).approx(), tv,
              1e-15);
  EXPECT_NEAR(gaussian_hockey_stick(Ball(0).with_precision(128), Ball(4), Ball(1), Ball(0), Wider::p).approx(), tv,
              1e-15);
  for (const auto& [s, v, g, e] : {std::tuple{1.0, 1.3, 0.7, 0.4}, {1.3, 1.0, 0.7, 0.4}, {1.0, 1.0, 0.2, 0.1}}) {
    const auto exact = [](double x) { return Ball(Rational::from_double(x), 200); };
    const Ball c = gaussian_hockey_stick(exact(e), exact(s), exact(v), exact(g),
                                         s < v   ? Wider::q
                                         : s > v ? Wider::p
                                                 : Wider::equal);
    EXPECT_NEAR(gaussian_hockey_stick(e, s, v, g), c.approx(), 1e-13);
    EXPECT_NEAR(gaussian_hockey_stick(gaussian_epsilon(0.01, s, v, g), s, v, g), 0.01, 1e-12);
  }
}

// The real process against the closed form. Four Kolmogorov tests, each with a false-alarm rate of 1e-9.
TEST(Simulation, EmpiricalLawIsTheMixture) {
  const Problem<Rational> p{12, 40, {9, 5}, {1, 10}, 1};
  const Problem<double> d{12, 40, 1.8, 0.1, 1};
  const std::int64_t chains = 40000;
  for (const std::int64_t t : {30, 41}) {
    const auto release = cyclic_release(d, default_step_size(d), t);
    const auto on_first = [&](double y) {
      return 0.5 * std::erfc(-(y - release.first.mean) / std::sqrt(2 * release.first.variance));
    };
    const auto on_second = [&](double y) {
      double sum = 0;
      for (std::int64_t r = 1; r <= d.n; ++r) {
        const auto c = release.component(r);
        sum += 0.5 * std::erfc(-(y - c.mean) / std::sqrt(2 * c.variance));
      }
      return sum / static_cast<double>(d.n);
    };
    const double threshold = kolmogorov_threshold(chains, 1e-9);
    const auto first = simulate_cyclic_sgld(d, default_step_size(d), t, false, chains, 11);
    const auto second = simulate_cyclic_sgld(d, default_step_size(d), t, true, chains, 12);
    EXPECT_LT(kolmogorov_distance(first, on_first), threshold);
    EXPECT_LT(kolmogorov_distance(second, on_second), threshold);
    // The test can tell: the samples of one database fail against the law of the other.
    EXPECT_GT(kolmogorov_distance(first, on_second), threshold);
    EXPECT_GT(kolmogorov_distance(second, on_first), threshold);
  }
}

TEST(Simulation, MomentsOfSgldWithReplacement) {
  const Problem<double> d{6, 40, 1.8, 0.1, 1};
  const double eta = default_step_size(d);
  const std::int64_t chains = 40000;
  const auto sample = simulate_sgld(d, eta, 15, true, chains, 5);
  const auto data = r_order(d, 1);
  const auto moments = run_sgld_moments<double>(d.alpha, d.beta, eta, data, 15);
  double mean = 0, square = 0;
  for (const double x : sample) mean += x / static_cast<double>(chains);
  for (const double x : sample) square += (x - mean) * (x - mean) / static_cast<double>(chains);
  // Seven standard errors of the mean; the variance within 7 sqrt(2/N), the Gaussian value (kurtosis is close to 3).
  EXPECT_NEAR(mean, moments.mean, 7 * std::sqrt(moments.variance / static_cast<double>(chains)));
  EXPECT_NEAR(square / moments.variance, 1, 7 * std::sqrt(2.2 / static_cast<double>(chains)));
}

// In the first epoch some components of D2 still have D1's law. Against the midpoint rule on the densities.
TEST(Release, FirstEpoch) {
  const Problem<Rational> p{7, 60, 2, {1, 10}, 1};
  const Problem<double> q{7, 60, 2, 0.1, 1};
  for (const std::int64_t step : {1, 3, 6}) {
    const auto laws = cyclic_release(q, default_step_size(q), step);
    const auto density = [](const NormalLaw<double>& g, double x) {
      return std::exp(-(x - g.mean) * (x - g.mean) / (2 * g.variance)) / std::sqrt(2 * M_PI * g.variance);
    };
    for (const double epsilon : {0.0, 0.05, 0.5}) {
      const double scale = std::exp(epsilon), width = std::sqrt(laws.first.variance);
      double forward = 0, backward = 0;
      constexpr int cells = 200000;
      const double low = laws.first.mean - laws.gap(1) - 14 * width, high = laws.first.mean + 14 * width,
                   h = (high - low) / cells;
      for (int i = 0; i < cells; ++i) {
        const double x = low + (i + 0.5) * h, first = density(laws.first, x);
        double second = 0;
        for (std::int64_t r = 1; r <= 7; ++r) second += density(laws.component(r), x) / 7;
        forward += std::fmax(0.0, first - scale * second) * h;
        backward += std::fmax(0.0, second - scale * first) * h;
      }
      const Epsilon<Rational> exact(Rational(static_cast<std::int64_t>(std::lround(100 * epsilon)), 100));
      const auto value = [&](Direction d) {
        const ReleasePair pair(p, default_step_size(p), step, 192);
        return pair.hockey_stick(Ball(exact.value(), 192), d).approx();
      };
      EXPECT_NEAR(value(Direction::first_over_second), forward, 1e-8) << step << " " << epsilon;
      EXPECT_NEAR(value(Direction::second_over_first), backward, 1e-8) << step << " " << epsilon;
    }
  }
  // The loss at the published numbers, half an epoch in, has the delta it claims.
  const auto eta = default_step_size(figure);
  const Certified loss = certified_privacy_loss(figure, eta, figure.n / 2, Delta<Rational>(Rational(1, 100)), 6);
  ASSERT_TRUE(loss.is_finite());
  const auto at = [&](const std::string& epsilon) {
    return certified_hockey_stick(figure, eta, figure.n / 2, Epsilon<Rational>(*Rational::parse(epsilon)), 8).enclosure;
  };
  EXPECT_TRUE(certainly_greater(at(loss.enclosure.lower(12)), Ball(Rational(1, 100), 64)));
  EXPECT_TRUE(certainly_less(at(loss.enclosure.upper(12)), Ball(Rational(1, 100), 64)));
}

}  // namespace
}  // namespace dpcert::langevin
