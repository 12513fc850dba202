// The evaluations of divergences against the templates that they evaluate: differences of lgammas and exact steps in
// certified_renyi.cpp, the cancellation-free double path, the moved record of calibration, and the hockey stick's
// incomplete beta functions. Each at random points of its whole range, from both sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "src/divergence/logit_integral.hpp"
#include "tests/dice.hpp"

namespace dpcert {
namespace {

using test::Dice;

constexpr Precision bits = 1500;

Ball ball(const Rational& q) { return Ball(q, bits); }
Dirichlet<Ball> ball(const Dirichlet<Rational>& p) {
  Dirichlet<Ball> law;
  for (const Rational& a : p.alpha) law.alpha.push_back(ball(a));
  return law;
}
Dirichlet<double> nearest(const Dirichlet<Rational>& p) {
  Dirichlet<double> law;
  for (const Rational& a : p.alpha) law.alpha.push_back(a.approx());
  return law;
}
/// A pair of laws whose parameters are doubles: far apart, near, of equal totals, with integer or with equal
/// coordinates.
std::pair<Dirichlet<Rational>, Dirichlet<Rational>> random_pair(Dice& dice, int kind) {
  std::vector<Rational> p, q;
  const int d = dice.integer(2, 5);
  for (int k = 0; k < d; ++k) {
    p.push_back(dice.rational(1e-5, 1e6));
    q.push_back(kind == 0 ? dice.rational(1e-5, 1e6) : p.back());
  }
  const auto at = [&](int k) -> Rational& { return q[static_cast<std::size_t>(k)]; };
  if (kind == 1)  // near: a step of the size of the parameter's last digits to its own size
    at(0) = Rational::from_double(p[0].approx() * (1 + dice.log_uniform(1e-13, 1)));
  if (kind == 2)  // a record moved
    at(0) = Rational::from_double(at(0).approx() * 0.5), at(1) += p[0] - at(0);
  if (kind == 3) {  // integer steps, up or down
    at(0) += Rational(dice.integer(1, 30)), at(1) += Rational(dice.integer(0, 3));
    if (dice.coin()) std::swap(p, q);
  }
  return {Dirichlet<Rational>(p), Dirichlet<Rational>(q)};
}
constexpr int kinds = 4;
/// |a - b| <= 10^-digits |b|, b being an enclosure that is narrower by far.
testing::AssertionResult agree(const Ball& a, const Ball& b, int digits) {
  if (!a.is_finite() || !b.is_finite())
    return testing::AssertionFailure() << "not finite: " << a.str(9) << " " << b.str(9);
  if (b.relative_accuracy_bits() < Precision{4} * digits) return testing::AssertionFailure() << "wide: " << b.str(30);
  const Ball bound = abs(b) * pow(ball(Rational(10)), -digits);
  if (certainly_less_equal(abs(a - b), bound)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << a.str(40) << " is not " << b.str(40);
}
Ball exact(double x) { return ball(Rational::from_double(x)); }

TEST(RenyiStrategies, DifferencesOfLgammasAreTheFormula) {
  Dice dice(20240612);
  int finite = 0;
  for (int i = 0; i < 1200; ++i) {
    const auto [p, q] = random_pair(dice, i % kinds);
    const Rational order = i % 3 == 0 ? Rational::from_double(dice.uniform(0.001, 0.999))
                                      : Rational(1) + dice.rational(1e-6, i % 3 == 1 ? 1 : 1e3);
    const Certified value = certified_renyi(Order(order), p, q, 30);
    const Ball formula = renyi_formula(Order<Ball>(ball(order)), ball(p), ball(q));
    if (value.is_infinite()) {
      EXPECT_FALSE(formula.is_finite());
      continue;
    }
    ASSERT_TRUE(value.is_finite());
    ASSERT_TRUE(agree(value.enclosure, formula, 29)) << i;
    ++finite;
    // Coordinate by coordinate, less the totals.
    Ball sum(0);
    for (std::size_t k = 0; k < p.dimension(); ++k)
      sum = sum + renyi_coordinate_formula(ball(order), ball(p.alpha[k]), ball(q.alpha[k]));
    sum = sum - renyi_coordinate_formula(ball(order), ball(total(p)), ball(total(q)));
    ASSERT_TRUE(agree(sum, formula, 29)) << i;
  }
  EXPECT_GT(finite, 600);
}

TEST(RenyiStrategies, LimitsByPartsAreTheFormulas) {
  Dice dice(20240612);
  int finite = 0;
  for (int i = 0; i < 600; ++i) {
    auto [p, q] = random_pair(dice, i % kinds);
    const Ball kl = renyi_formula(Order<Ball>::one(), ball(p), ball(q));
    ASSERT_TRUE(agree(certified_kl(p, q, 30).enclosure, kl, 29)) << i;
    // P's counts are not below Q's: the limit is finite.
    std::vector<Ball> steps;
    for (std::size_t k = 0; k < p.dimension(); ++k) {
      if (p.alpha[k] < q.alpha[k]) std::swap(p.alpha[k], q.alpha[k]);
      steps.push_back(ball(p.alpha[k] - q.alpha[k]));
    }
    const Ball formula = max_divergence_from_steps<Ball>(log_partition(ball(p)), log_partition(ball(q)), steps,
                                                         ball(total(p) - total(q)));
    const Certified value = certified_renyi(Order<Rational>::infinity(), p, q, 30);
    ASSERT_TRUE(value.is_finite());
    ASSERT_TRUE(agree(value.enclosure, formula, 29)) << i;
    // It is the limit of the finite orders, from below and within 1e-3 of itself at an order of 10^30.
    const Ball high = renyi_formula(Order<Ball>(ball(pow(Rational(10), 30))), ball(p), ball(q));
    EXPECT_FALSE(certainly_greater(high, formula));
    EXPECT_TRUE(certainly_less(formula - high, Ball(Rational(1, 1000), bits) * (Ball(1) + formula))) << i;
    ++finite;
  }
  EXPECT_EQ(finite, 600);
}

TEST(RenyiStrategies, TheDoublePathIsTheFormula) {
  Dice dice(20240612);
  int compared = 0;
  for (int i = 0; i < 1200; ++i) {
    const auto [p, q] = random_pair(dice, i % kinds);
    const double order = i % 5 == 0 ? 1 : i % 5 == 1 ? dice.uniform(0.001, 0.999) : 1 + dice.log_uniform(1e-4, 1e3);
    const Dirichlet<double> near_p = nearest(p), near_q = nearest(q);
    Dirichlet<Ball> at_p, at_q;
    for (std::size_t k = 0; k < p.dimension(); ++k) {
      at_p.alpha.push_back(exact(near_p.alpha[k]));
      at_q.alpha.push_back(exact(near_q.alpha[k]));
    }
    const Ball formula = renyi_formula(order == 1 ? Order<Ball>::one() : Order<Ball>(exact(order)), at_p, at_q);
    const double value = renyi_divergence(order == 1 ? Order<double>::one() : Order(order), near_p, near_q);
    if (!formula.is_finite()) {
      EXPECT_TRUE(std::isinf(value));
      continue;
    }
    ASSERT_TRUE(agree(exact(value), formula, 10)) << i;
    ++compared;
  }
  EXPECT_GT(compared, 600);
}

TEST(RenyiStrategies, AMovedRecordIsTheFormula) {
  Dice dice(20240612);
  int compared = 0;
  for (int i = 0; i < 1000; ++i) {
    const double z = dice.log_uniform(1e-3, 1e3), a = dice.log_uniform(1e-5, 1e6), b = dice.log_uniform(1e-5, 1e6),
                 w = dice.log_uniform(1e-9, 1), n = std::floor(dice.log_uniform(1, 1e6));
    const double value = stable::renyi_of_moved_record(z, a, b, w, n);
    const Ball order = Ball(1) + exact(z), rest = exact(b) + exact(w) * exact(n - 1);
    const Dirichlet<Ball> p{exact(a), rest + exact(w)}, q{exact(a) + exact(w), rest};
    const Ball formula = renyi_formula(Order<Ball>(order), p, q);
    if (!formula.is_finite()) {
      EXPECT_TRUE(std::isinf(value));
      continue;
    }
    ASSERT_TRUE(agree(exact(value), formula, 10)) << z << " " << a << " " << b << " " << w << " " << n;
    ++compared;
  }
  EXPECT_GT(compared, 500);
}

TEST(RenyiStrategies, HellingerIsTheFormula) {
  Dice dice(20240612);
  for (int i = 0; i < 200; ++i) {
    const auto [p, q] = random_pair(dice, i % kinds);
    const Ball half = ball(Rational(1, 2));
    const Ball squared = -expm1(-half * renyi_formula(Order<Ball>(half), ball(p), ball(q)));
    ASSERT_TRUE(agree(certified_hellinger_squared(p, q, 20).enclosure, squared, 19)) << i;
    ASSERT_TRUE(agree(pow(certified_hellinger(p, q, 20).enclosure, 2), squared, 19)) << i;
    ASSERT_TRUE(agree(exact(hellinger_squared(nearest(p), nearest(q))), squared, 9)) << i;
  }
}

/// The best event of two Beta laws of integer counts: its ends solve beta_log_ratio = 0, and a second-order small
/// change is all that rounding them to doubles does.
Ball best_event(const Ball& epsilon, const int (&p)[2], const int (&q)[2]) {
  const double da = p[0] - q[0], db = p[1] - q[1];
  const auto c = [](const int(&law)[2]) {
    return log_partition(Beta<Ball>{ball(Rational(law[0])), ball(Rational(law[1]))});
  };
  const double level = beta_ratio_level(epsilon, c(p), c(q)).approx();
  const auto g = [&](double t) {
    return beta_log_ratio(da, db, level, -std::log1p(std::exp(-t)), -std::log1p(std::exp(t)));
  };
  std::vector<double> grid;
  for (double t = -60; t <= 60; t += 0.25) grid.push_back(t);
  if (da * db > 0) grid.push_back(std::log(da / db));
  std::sort(grid.begin(), grid.end());
  const auto above = [&](double t) {  // the excess of {logit X > t}
    const Ball x = Ball(1) / (Ball(1) + exp(-exact(t)));
    return event_excess(exp(epsilon), beta_upper_tail_formula(p[0], p[1], x), beta_upper_tail_formula(q[0], q[1], x));
  };
  Ball sum(0);
  bool inside = g(grid[0]) > 0;
  if (inside) sum = event_excess(exp(epsilon), Ball(1), Ball(1));
  for (std::size_t i = 1; i < grid.size(); ++i) {
    if ((g(grid[i]) > 0) == inside) continue;
    double low = grid[i - 1], high = grid[i];
    for (int step = 0; step < 80; ++step) {
      const double middle = (low + high) / 2;
      ((g(middle) > 0) == inside ? low : high) = middle;
    }
    sum = inside ? sum - above(low) : sum + above(low);
    inside = !inside;
  }
  return sum;
}

TEST(HockeyStickStrategies, IncompleteBetaFunctionsAreTheFormulaAtTheCrossings) {
  Dice dice(20240612);
  int positive = 0;
  for (int i = 0; i < 400; ++i) {
    int p[2], q[2];
    for (int k = 0; k < 2; ++k) p[k] = dice.integer(1, 40), q[k] = i % 2 == 0 ? dice.integer(1, 40) : p[k];
    if (i % 2 == 1) q[0] += dice.integer(1, 3), q[1] += dice.integer(0, 2);
    const Rational epsilon(dice.integer(0, 40), 16);
    const Beta<Rational> law_p{Rational(p[0]), Rational(p[1])}, law_q{Rational(q[0]), Rational(q[1])};
    if (law_p == law_q) continue;
    const Ball event = best_event(ball(epsilon), p, q);
    const Ball value = certified_hockey_stick(Epsilon(epsilon), law_p, law_q, 30).enclosure;
    const Ball slack = ball(pow(Rational(1, 10), 22));
    EXPECT_TRUE(certainly_less(abs(value - event), slack)) << i << " " << value.str(20) << " " << event.str(20);
    EXPECT_NEAR(hockey_stick(Epsilon(epsilon.approx()), Beta<double>{1.0 * p[0], 1.0 * p[1]},
                             Beta<double>{1.0 * q[0], 1.0 * q[1]}),
                event.approx(), 1e-12);
    positive += certainly_positive(value) ? 1 : 0;
  }
  EXPECT_GT(positive, 200);
}

TEST(HockeyStickStrategies, TheLogRatioWithoutCancellationIsTheFormula) {
  Dice dice(20240612);
  for (int i = 0; i < 1000; ++i) {
    const Beta<Rational> p{dice.rational(1e-3, 1e6), dice.rational(1e-3, 1e6)},
        q{dice.rational(1e-3, 1e6), dice.rational(1e-3, 1e6)};
    const Rational epsilon = dice.rational(1e-3, 1e2), t = dice.rational(1e-3, 1e2) * Rational(i % 2 == 0 ? 1 : -1);
    const Ball at = ball(t), log_x = -log(Ball(1) + exp(-at)), log_rest = -log(Ball(1) + exp(at));
    const auto c = [](const Beta<Rational>& law) { return log_partition(Beta<Ball>{ball(law.alpha), ball(law.beta)}); };
    const Ball formula = beta_log_ratio(ball(p.alpha - q.alpha), ball(p.beta - q.beta),
                                        beta_ratio_level(ball(epsilon), c(p), c(q)), log_x, log_rest);
    const LogRatio g(epsilon, p, q, 200);
    const Ball value = g(Ball(t, 200));
    ASSERT_TRUE(value.overlaps(formula)) << i;
    ASSERT_TRUE(certainly_less(abs(value - formula), (Ball(1) + abs(formula)) * ball(pow(Rational(1, 10), 40)))) << i;
  }
}

}  // namespace
}  // namespace dpcert
