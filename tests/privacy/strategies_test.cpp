// Every evaluation that stands beside a template of formulas.hpp is held to it here, at random points of its whole
// range: it has to meet the template's value, and to miss that value moved by a millionth to either side.
#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/scalar/jet.hpp"
#include "src/privacy/gaussian_strategies.hpp"
#include "tests/dice.hpp"

namespace dpcert {
namespace {

using test::Dice;

constexpr Precision bits = 1000;
Ball ball(const Rational& q) { return {q, bits}; }

/// The same number, known to `good` bits at least.
testing::AssertionResult same(const Ball& strategy, const Ball& formula, Precision good = 60) {
  for (const Ball& x : {strategy, formula})
    if (!x.is_finite() || x.relative_accuracy_bits() < good)
      return testing::AssertionFailure() << "not known to " << good << " bits: " << x.str();
  if (!strategy.overlaps(formula)) return testing::AssertionFailure() << strategy.str() << " is not " << formula.str();
  for (const std::int64_t off : {-1, 1})
    if (strategy.overlaps(formula * Ball(Rational(1'000'000 + off, 1'000'000), bits)))
      return testing::AssertionFailure() << strategy.str() << " does not tell a millionth";
  return testing::AssertionSuccess();
}

TEST(GaussianStrategies, DeltaByMillsRatio) {
  Dice dice(577215);
  int close = 0;
  for (int i = 0; i < 300; ++i) {
    const Rational epsilon = dice.short_rational(1e-3, 200), mu = dice.short_rational(0.01, 30);
    SCOPED_TRACE("eps " + epsilon.str() + " mu " + mu.str());
    const Ball truth = gaussian_delta(ball(epsilon), ball(mu));
    const Ball quick = gaussian_delta_by_mills(Ball(epsilon, 128), Ball(mu, 128));
    ASSERT_TRUE(quick.is_finite());
    EXPECT_TRUE(quick.overlaps(truth));
    // Where its two terms cancel it is wide, and says so.
    if (quick.relative_accuracy_bits() <= 40) continue;
    ++close;
    EXPECT_TRUE(same(quick, truth, 40));
  }
  EXPECT_GE(close, 200);
}

TEST(GaussianStrategies, LogDeltaInLongDouble) {
  Dice dice(577215);
  for (int i = 0; i < 300; ++i) {
    const Rational epsilon = dice.short_rational(1e-6, 1e4), mu = dice.short_rational(1e-4, 1e3);
    SCOPED_TRACE("eps " + epsilon.str() + " mu " + mu.str());
    const Ball at(epsilon, 2000), shift(mu, 2000);
    const double a = (epsilon / mu - mu / Rational(2)).approx();
    if (a > 200) continue;  // deltas below exp(-20000) are no concern
    const double truth = log(gaussian_delta(at, shift)).approx();
    const auto guess = static_cast<double>(
        log_gaussian_delta(static_cast<long double>(epsilon.approx()), static_cast<long double>(mu.approx())));
    EXPECT_NEAR(guess, truth, 1e-3);
    EXPECT_GT(std::fabs(guess + 2.1e-3 - truth), 1e-3);
  }
}

TEST(GaussianStrategies, AtEpsilonZero) {
  Dice dice(577215);
  for (int i = 0; i < 100; ++i) {
    const Rational mu = dice.short_rational(1e-6, 20);
    EXPECT_TRUE(same(gaussian_delta_at_zero(ball(mu * mu)), gaussian_delta(Ball(0).with_precision(bits), ball(mu))));
  }
}

// Each against the definition, and its inverse against it.
TEST(PureStrategies, DeltaByWhatEpsilonFallsShort) {
  Dice dice(161803);
  const Ball one(1);
  for (int i = 0; i < 200; ++i) {
    const Rational reach = dice.short_rational(1e-3, 100), epsilon = reach * dice.short_rational(1e-6, 0.999);
    SCOPED_TRACE("reach " + reach.str() + " eps " + epsilon.str());
    const Ball r = ball(reach), e = ball(epsilon), shortfall = ball(reach - epsilon);
    const Ball noise = laplace_delta_by_shortfall(shortfall), answers = pure_dp_delta_by_shortfall(shortfall, r),
               range = bounded_range_delta(shortfall, r);
    EXPECT_TRUE(same(noise, laplace_delta(e, r)));
    EXPECT_TRUE(same(laplace_shortfall(noise), shortfall));
    const Ball truth = one / (one + exp(-r));
    EXPECT_TRUE(same(answers, finite_delta(e, randomized_response_outcomes(truth, one - truth, Rational(2)))));
    EXPECT_TRUE(same(pure_dp_shortfall(answers, r), shortfall));
    EXPECT_TRUE(same(bounded_range_shortfall(range, r), shortfall));
  }
}
TEST(PureStrategies, DeltaOfTwoAnswers) {
  Dice dice(161803);
  for (int i = 0; i < 200; ++i) {
    const Rational low = dice.short_rational(1e-9, 0.3), high = low + dice.short_rational(1e-9, 0.3);
    const Rational epsilon = Rational::from_double(std::log((high / low).approx())) * dice.short_rational(1e-6, 0.999);
    SCOPED_TRACE("high " + high.str() + " low " + low.str() + " eps " + epsilon.str());
    const std::vector<Outcomes<Ball>> outcomes{{Ball(1), ball(high), ball(low)}, {Ball(1), ball(low), ball(high)}};
    const Ball delta = two_answers_delta(ball(epsilon), ball(high - low), ball(low));
    EXPECT_TRUE(same(delta, finite_delta(ball(epsilon), outcomes)));
    EXPECT_TRUE(same(two_answers_epsilon(ball(high - low) - delta, ball(low)), ball(epsilon)));
  }
}

TEST(GaussianStrategies, SlopesOfDeltaAreItsDerivatives) {
  Dice dice(577215);
  for (int i = 0; i < 100; ++i) {
    const Rational epsilon = dice.short_rational(1e-3, 20), mu = dice.short_rational(0.05, 10);
    const auto delta = gaussian_delta(Jet<Ball>::variable(ball(epsilon), 0, 2), Jet<Ball>::variable(ball(mu), 1, 2));
    EXPECT_TRUE(same(gaussian_delta_slope_in_epsilon(ball(epsilon), ball(mu)), ball(epsilon) * delta.gradient(0)));
    EXPECT_TRUE(same(gaussian_delta_slope_in_mu(ball(epsilon), ball(mu)), ball(mu) * delta.gradient(1)));
  }
}

TEST(GaussianStrategies, RenyiOfDoublesAndInIntervals) {
  Dice dice(577215);
  for (int i = 0; i < 200; ++i) {
    const Rational order = dice.short_rational(1e-3, 1e6), sigma = dice.short_rational(1e-6, 1e6),
                   count = dice.integer(1, 100000);
    const Ball truth = ball(gaussian_rdp(order, sigma, count));
    EXPECT_TRUE(same(gaussian_rdp_of_doubles(order.approx(), sigma.approx(), count.approx(), 200), truth, 190));
    const auto point = [](const Rational& q) { return DoubleInterval::point(q.approx()); };
    const DoubleInterval box = gaussian_rdp_interval(point(order), point(sigma), point(count));
    const Rational value = gaussian_rdp(order, sigma, count);
    EXPECT_TRUE(Rational::from_double(box.lower()) <= value && value <= Rational::from_double(box.upper()));
    EXPECT_LE(box.upper() - box.lower(), 0x1p-48 * box.upper());  // four operations, a unit or two each on either side
  }
}

TEST(LaplaceStrategies, RearrangedAndLimits) {
  Dice dice(577215);
  for (int i = 0; i < 200; ++i) {
    const Rational order = Rational(1) + dice.short_rational(1e-6, 1e3), x = dice.short_rational(1e-6, 50);
    EXPECT_TRUE(same(laplace_rdp(ball(order), ball(x)), laplace_rdp_formula(ball(order), ball(x))));
    // The divergence increases with the order: order 1 lies between its neighbours, and they close in on it.
    const Rational step = pow(Rational(1, 2), 300);
    const Ball below = laplace_rdp_formula(ball(Rational(1) - step), ball(x)),
               above = laplace_rdp_formula(ball(Rational(1) + step), ball(x));
    EXPECT_TRUE(same(laplace_kl(ball(x)), hull(below, above)));
    const Ball half = laplace_rdp_half(ball(x)), near = laplace_rdp_formula(ball(Rational(1, 2) + step), ball(x));
    EXPECT_TRUE(certainly_less(abs(half - near), ball(pow(Rational(1, 2), 200))));
    const Ball largest = laplace_max_divergence(ball(x)), late = laplace_rdp_formula(ball(Rational(100000)), ball(x));
    EXPECT_TRUE(certainly_less(late, largest));
    EXPECT_TRUE(certainly_less(largest - late, ball(Rational(1, 50000))));
  }
}

TEST(FiniteStrategies, LogSumExpAndLimits) {
  Dice dice(577215);
  for (int i = 0; i < 200; ++i) {
    const Rational k = dice.integer(2, 50), noise = dice.short_rational(1e-6, 0.99),
                   order = Rational(1) + dice.short_rational(1e-6, 100);
    const auto answers = kary_answers(noise, k);
    EXPECT_EQ(answers.truth + (k - Rational(1)) * answers.other, Rational(1));
    for (const auto& exact : {randomized_response_outcomes(answers.truth, answers.other, k),
                              kary_special_outcomes(answers.truth, answers.other, k),
                              reversed(kary_special_outcomes(answers.truth, answers.other, k))}) {
      std::vector<Outcomes<Ball>> outcomes;
      Rational in_p, in_q;
      for (const auto& o : exact) {
        outcomes.push_back({ball(o.multiplicity), ball(o.p), ball(o.q)});
        in_p += o.multiplicity * o.p, in_q += o.multiplicity * o.q;
      }
      EXPECT_EQ(in_p, Rational(1));
      EXPECT_EQ(in_q, Rational(1));
      EXPECT_TRUE(same(finite_renyi(ball(order), outcomes), finite_renyi_formula(ball(order), outcomes)));
      const Rational step = pow(Rational(1, 2), 300);
      EXPECT_TRUE(same(finite_kl(outcomes), hull(finite_renyi_formula(ball(Rational(1) - step), outcomes),
                                                 finite_renyi_formula(ball(Rational(1) + step), outcomes))));
      EXPECT_TRUE(finite_max_divergence(outcomes).overlaps(log(ball(largest_ratio(exact)))));
    }
    // Pure differential privacy is binary randomised response with these odds.
    const Rational epsilon = dice.short_rational(1e-4, 20);
    const Ball odds = exp(ball(epsilon)), p = odds / (Ball(1) + odds), q = Ball(1) / (Ball(1) + odds);
    EXPECT_TRUE(same(pure_dp_rdp(ball(order), ball(epsilon)),
                     finite_renyi_formula(ball(order), randomized_response_outcomes(p, q, Rational(2)))));
  }
}

TEST(ConversionStrategies, LogarithmsOfThePrintedFormula) {
  Dice dice(577215);
  for (int i = 0; i < 200; ++i) {
    const Rational less = dice.short_rational(1e-6, 1e3), order = Rational(1) + less,
                   rho = dice.short_rational(1e-6, 30), epsilon = dice.short_rational(1e-6, 30);
    const Ball factor = cks_log_factor(ball(order), ball(less));
    EXPECT_TRUE(factor.overlaps(cks_log_factor_above_one(ball(less))));
    EXPECT_FALSE((factor + ball(Rational(1, 1'000'000))).overlaps(cks_log_factor_above_one(ball(less))));
    const Ball log_delta = renyi_to_log_delta(ball(less), ball(rho), ball(epsilon), factor);
    EXPECT_TRUE(same(exp(log_delta), renyi_to_delta_formula(ball(order), ball(rho), ball(epsilon))));
    // The way back.
    const Ball back = renyi_to_epsilon(ball(less), ball(rho), log_delta, factor);
    EXPECT_TRUE(same(back, ball(epsilon)));
    // And what the library says, cut at 1.
    const Certified certified = rdp_to_delta(Conversion::cks, order, rho, epsilon, 20);
    const Ball printed = renyi_to_delta_formula(ball(order), ball(rho), ball(epsilon));
    EXPECT_TRUE(certified.enclosure.overlaps(min(printed, Ball(1))));
  }
}

TEST(ConversionStrategies, ZeroConcentratedAtItsBestOrder) {
  Dice dice(577215);
  for (int i = 0; i < 100; ++i) {
    const Rational rho = dice.short_rational(1e-4, 10), epsilon = rho + dice.short_rational(1e-3, 30);
    // Mironov at every order, and its least value.
    const auto at = [&](const Rational& less) {
      return renyi_to_log_delta(ball(less), ball((Rational(1) + less) * rho), ball(epsilon), Ball(0));
    };
    const Rational best = (epsilon / rho - Rational(1)) / Rational(2);
    const Ball least = ball(zcdp_to_log_delta(rho, epsilon));
    EXPECT_TRUE(least.overlaps(at(best)));
    EXPECT_TRUE(certainly_less(least, at(best * Rational(11, 10))) &&
                certainly_less(least, at(best * Rational(9, 10))));
    EXPECT_TRUE(same(zcdp_to_epsilon_formula(ball(rho), least), ball(epsilon)));
    // The slopes with the other factor, against jets in the order.
    const Rational less = dice.short_rational(1e-2, 100);
    const auto x = Jet<Ball>::variable(ball(less), 0, 1);
    const auto jet = [](const Ball& value) { return Jet<Ball>(value); };
    const Jet<Ball> rho_at_order = (Jet<Ball>(1) + x) * jet(ball(rho)), factor = cks_log_factor_above_one(x);
    EXPECT_TRUE(renyi_to_log_delta(x, rho_at_order, jet(ball(epsilon)), factor)
                    .gradient(0)
                    .overlaps(zcdp_delta_slope(ball(less), ball(rho), ball(epsilon))));
    const Ball log_delta = ball(Rational(-5) * rho - Rational(1));
    EXPECT_TRUE((renyi_to_epsilon(x, rho_at_order, jet(log_delta), factor).gradient(0) * ball(less * less))
                    .overlaps(zcdp_epsilon_slope(ball(less), ball(rho), log_delta)));
  }
}

TEST(SubsampledStrategies, RecurrencesOfTheBinomialSum) {
  Dice dice(577215);
  for (int i = 0; i < 150; ++i) {
    const auto order = static_cast<int>(dice.integer(2, 60));
    const Rational q = dice.short_rational(1e-6, 0.999), sigma = dice.short_rational(0.1, 100);
    SCOPED_TRACE("order " + std::to_string(order) + " q " + q.str() + " sigma " + sigma.str());
    const Ball formula = subsampled_gaussian_rdp_formula(order, ball(q), ball(sigma), Ball(1).with_precision(bits));
    const Ball sum = subsampled_gaussian_binomial(order, q, sigma, bits);
    EXPECT_TRUE(same(log1p(sum) / Ball(order - 1), formula));
  }
}

TEST(SubsampledStrategies, TheLikelihoodRatioIsThatOfTheTwoLaws) {
  Dice dice(577215);
  for (int i = 0; i < 100; ++i) {
    const Rational q = dice.short_rational(1e-6, 0.999), sigma = dice.short_rational(0.1, 10),
                   x = dice.short_rational(0.01, 10) - Rational(3);
    // ((1-q) density(x sigma) + q density(x sigma - 1))/density(x sigma) of N(0, sigma^2).
    const auto log_density = [&](const Rational& at) { return ball(-(at * at) / (Rational(2) * sigma * sigma)); };
    const Ball null = exp(log_density(x * sigma)), shifted = exp(log_density(x * sigma - Rational(1)));
    const Ball ratio = (ball(Rational(1) - q) * null + ball(q) * shifted) / null;
    const SampledGaussian<Ball> law(ball(q), ball(sigma));
    EXPECT_TRUE(same(exp(law.log_ratio(ball(x))), ratio));
  }
}

TEST(GaussianPairStrategies, LimitsOfTheOrder) {
  Dice dice(577215);
  for (int i = 0; i < 100; ++i) {
    const Rational d = dice.short_rational(1e-3, 10), s1 = dice.short_rational(0.1, 10),
                   s2 = s1 * (Rational(1) + dice.short_rational(1e-2, 3));
    const auto renyi = [&](const Rational& order) {
      return gaussian_pair_renyi(ball(order), ball(d), ball(s1), ball(s2));
    };
    const Rational step = pow(Rational(1, 2), 300);
    EXPECT_TRUE(same(gaussian_pair_kl(ball(d), ball(s1), ball(s2)),
                     hull(renyi(Rational(1) - step), renyi(Rational(1) + step))));
    const Ball largest = gaussian_pair_max_divergence(ball(d), ball(s1), ball(s2)), late = renyi(pow(Rational(2), 200));
    EXPECT_TRUE(certainly_less(late, largest));
    EXPECT_TRUE(certainly_less(largest - late, largest * ball(pow(Rational(1, 2), 150))));
    // One deviation: order d^2/(2 s^2).
    const Rational order = Rational(1) + dice.short_rational(1e-3, 100);
    EXPECT_TRUE(same(gaussian_pair_renyi(ball(order), ball(d), ball(s1), ball(s1)),
                     gaussian_rdp(ball(order), ball(s1), ball(d * d))));
  }
}

}  // namespace
}  // namespace dpcert
