#include "dpcert/divergence/hockey_stick.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dpcert/solve/effort.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "reference_table.hpp"
#include "src/divergence/logit_integral.hpp"

namespace dpcert {
namespace {

using test::number;

TEST(HockeyStick, AgreesWithIntegrals) {
  for (const auto& row : test::read_table("divergence", "integrals_mpmath.csv")) {
    const Beta<Rational> p{number(row[2]), number(row[3])}, q{number(row[4]), number(row[5])};
    Certified value;
    if (row[0] == "tv") value = certified_total_variation(p, q, 30);
    if (row[0] == "delta") value = certified_hockey_stick(Epsilon(number(row[1])), p, q, 30);
    if (row[0] == "renyi") value = certified_renyi(Order(number(row[1])), p, q, 30);
    if (row[0] == "kl") value = certified_kl(Dirichlet(p), Dirichlet(q), 30);
    if (row[0] == "hellinger") value = certified_hellinger(Dirichlet(p), Dirichlet(q), 30);
    ASSERT_TRUE(value.is_finite()) << row[0];
    const Ball difference = abs(value.enclosure - Ball(number(row[6]), 200));
    EXPECT_TRUE(certainly_less(difference, Ball(pow(Rational(1, 10), 23), 200)))
        << row[0] << " " << value.enclosure.str(30) << " " << row[6];
    double value_in_double = number(row[6]).approx();
    const Beta<double> pd{p.alpha.approx(), p.beta.approx()}, qd{q.alpha.approx(), q.beta.approx()};
    if (row[0] == "tv") value_in_double = total_variation(pd, qd);
    if (row[0] == "delta") value_in_double = hockey_stick(Epsilon(number(row[1]).approx()), pd, qd);
    EXPECT_NEAR(value_in_double, number(row[6]).approx(), 1e-13);
  }
}

TEST(HockeyStick, ClosedForm) {
  // P = 2x, Q = 2(1-x): crossing at x = e^eps/(1 + e^eps); delta = (1 - x^2) - e^eps (1 - x)^2 = 1/(1 + e^eps).
  const Beta<Rational> p{Rational(2), Rational(1)}, q{Rational(1), Rational(2)};
  for (const Rational& epsilon : {Rational(0), Rational(1, 7), Rational(3), Rational(40), Rational(500)}) {
    const auto delta = certified_hockey_stick(Epsilon(epsilon), p, q, 40);
    ASSERT_TRUE(delta.is_finite());
    EXPECT_TRUE(delta.enclosure.overlaps(Ball(1) / (Ball(1) + exp(Ball(epsilon, 300)))));
    EXPECT_GE(delta.enclosure.relative_accuracy_bits(), bits_for_digits(40));
  }
}

TEST(HockeyStick, IsExactlyZeroWhereItIsZero) {
  const Beta<Rational> uniform{Rational(1), Rational(1)}, p{Rational(2), Rational(1)};
  EXPECT_TRUE(certified_total_variation(p, p, 20).enclosure.is_exact());
  // The max-divergence of P from the uniform law is log 2.
  EXPECT_TRUE(certified_hockey_stick(Epsilon(Rational(7, 10)), p, uniform, 20).enclosure.contains_zero());
  EXPECT_TRUE(certainly_positive(certified_hockey_stick(Epsilon(Rational(69, 100)), p, uniform, 20).enclosure));
  EXPECT_EQ(hockey_stick(Epsilon(0.7), Beta{2.0, 1.0}, Beta{1.0, 1.0}), 0);
}

TEST(HockeyStick, SymmetriesOfTotalVariation) {
  const Beta<Rational> p{Rational(1, 3), Rational(5)}, q{Rational(7, 2), Rational(1, 1000)};
  const auto mirror = [](const Beta<Rational>& x) { return Beta{x.beta, x.alpha}; };
  const auto tv = certified_total_variation(p, q, 25);
  ASSERT_TRUE(tv.is_finite());
  EXPECT_TRUE(tv.enclosure.overlaps(certified_total_variation(q, p, 25).enclosure));
  EXPECT_TRUE(tv.enclosure.overlaps(certified_total_variation(mirror(p), mirror(q), 25).enclosure));
}

TEST(HockeyStick, RefusesBadInput) {
  EXPECT_THROW(certified_total_variation({Rational(0), Rational(1)}, {Rational(1), Rational(1)}, 20), Error);
  EXPECT_THROW(Epsilon(Rational(-1)), Error);
  EXPECT_THROW(Delta(Rational(2)), Error);
  EXPECT_THROW(hockey_stick(Epsilon(0.0), {-1.0, 1.0}, {1.0, 1.0}), Error);
}

TEST(HockeyStick, LargeCounts) {
  // Neighbours at n: total variation is about sqrt(2/(pi n))/2 there, by the normal approximation; relative error of
  // order 1/n.
  const Beta<Rational> p{Rational(1000000), Rational(1000000)}, q{Rational(1000001), Rational(999999)};
  EXPECT_NEAR(certified_total_variation(p, q, 15).enclosure.approx(), std::sqrt(1 / (3.14159265358979 * 1e6)), 1e-9);
  for (const int exponent : {12, 100, 300}) {
    const Rational huge = pow(Rational(10), exponent);
    const auto tv = certified_total_variation({huge, huge}, {huge + Rational(1), huge - Rational(1)}, 15);
    ASSERT_TRUE(tv.is_finite());
    EXPECT_GE(tv.enclosure.relative_accuracy_bits(), 50);
    const Ball normal = Ball(1) / sqrt(Ball::pi(200) * Ball(huge, 200));
    EXPECT_TRUE(certainly_less(abs(tv.enclosure / normal - Ball(1)), Ball(pow(Rational(1, 10), 12), 200)));
  }
}

TEST(HockeyStick, AgreesWithQuadratureAtLargeCounts) {
  std::size_t rows = 0;
  for (const auto& row : test::read_table("divergence", "large_counts_mpmath.csv")) {
    if (row[0] != "delta") continue;
    ++rows;
    SCOPED_TRACE(row[1] + " " + row[2] + " " + row[3] + " " + row[4] + " " + row[5]);
    const Beta<Rational> p{number(row[2]), number(row[3])}, q{number(row[4]), number(row[5])};
    const auto delta = certified_hockey_stick(Epsilon(number(row[1])), p, q, 20);
    ASSERT_TRUE(delta.is_finite()) << delta.reason;
    const Ball reference(number(row[6]), 200);
    EXPECT_TRUE(certainly_less(abs(delta.enclosure - reference), reference * Ball(pow(Rational(1, 10), 19), 200)))
        << delta.enclosure.str(25);
  }
  EXPECT_GE(rows, 14u);
}

/// The integral over where P exceeds exp(epsilon) Q, for ratios with one crossing that rise.
TEST(LogitIntegral, OverlapsTheSeries) {
  struct Case {
    Rational epsilon;
    Beta<Rational> p, q;
  };
  const std::vector<Case> cases = {
      {Rational(1, 10), {Rational(7), Rational(17)}, {Rational(6), Rational(18)}},
      {Rational(3), {Rational(2), Rational(1)}, {Rational(1), Rational(2)}},
      {Rational(40), {Rational(2), Rational(1)}, {Rational(1), Rational(2)}},
      {Rational(1, 4), {Rational(1, 50), Rational(3)}, {Rational(1, 100), Rational(4)}},
      {Rational(1, 1000), {Rational(1001), Rational(1, 3)}, {Rational(1000), Rational(4, 3)}},
      {Rational(1), {Rational(300), Rational(200)}, {Rational(200), Rational(300)}},
  };
  for (const Case& c : cases) {
    const auto series = certified_hockey_stick(Epsilon(c.epsilon), c.p, c.q, 15);
    ASSERT_TRUE(series.is_finite());
    constexpr Precision bits = 200;
    const LogRatio g(c.epsilon, c.p, c.q, bits);
    // The crossing, by bisection: any enclosure will do.
    Rational lo(-200), hi(200);
    for (int i = 0; i < 150; ++i) {
      const Rational middle = (lo + hi) / Rational(2);
      (g.sign(Ball(middle, 400)) < 0 ? lo : hi) = middle;
    }
    const Ball value = integrate_positive_part(g, c.p, hull(Ball(lo, bits), Ball(hi, bits)), std::nullopt, 60);
    EXPECT_TRUE(value.overlaps(series.enclosure)) << value.str() << " and " << series.enclosure.str();
    EXPECT_GT(value.relative_accuracy_bits(), 50);
  }
}

TEST(HockeyStick, EveryDoubleIsAnsweredWithinBoundedWork) {
  std::mt19937_64 random(3);
  const auto number = [&random] {
    const double u = static_cast<double>(random() >> 11) * 0x1p-53;
    return Rational::from_double(random() % 2 != 0 ? std::exp((2 * u - 1) * 700) : std::exp((2 * u - 1) * 12));
  };
  int decided = 0;
  constexpr int cases = 40;
  for (int i = 0; i < cases; ++i) {
    const Beta<Rational> p{number(), number()}, q{number(), number()};
    const Rational epsilon = number();
    const EffortLimit limit(Effort{2e6, nullptr, {}});
    try {
      decided += certified_hockey_stick(Epsilon(epsilon), p, q, 15).is_finite();
    } catch (const EffortExhausted&) {
      EXPECT_LT(limit.used(), 3e6);  // no step is much larger than the limit
    }
  }
  EXPECT_GT(decided, cases * 9 / 10);
}

TEST(EffortLimit, StopsAndRestores) {
  const Beta<Rational> p{Rational(300), Rational(200)}, q{Rational(301), Rational(199)};
  const auto tv = [&] { return certified_total_variation(p, q, 15); };
  const std::atomic<bool> stop = true;
  {
    const EffortLimit outer(Effort{1e9, nullptr, {}});
    {
      const EffortLimit limit(Effort{0, &stop, {}});
      EXPECT_THROW(tv(), EffortExhausted);
    }
    {
      const EffortLimit limit(Effort{1, nullptr, {}});
      EXPECT_THROW(tv(), EffortExhausted);
    }
    {
      const EffortLimit limit(Effort{0, nullptr, std::chrono::steady_clock::now() - std::chrono::seconds(1)});
      EXPECT_THROW(tv(), EffortExhausted);
    }
    EXPECT_TRUE(tv().is_finite());
    EXPECT_GT(outer.used(), 0);
  }
  EXPECT_TRUE(tv().is_finite());
}

TEST(BetaTails, TheShorterSeriesIsTaken) {
  // A tiny first parameter, x far above the mean: the natural series would need millions of terms.
  const Rational x(1, 1000000);
  const auto tails = beta_tails(Rational(1, 76), Rational(96679), {Ball(x, 100), Ball(Rational(1) - x, 100)}, 100);
  EXPECT_GT(tails.upper.relative_accuracy_bits(), 60);
}

TEST(BetaTails, MatchPolynomialsOfIntegerParameters) {
  // I_x(3, 2) = 4 x^3 - 3 x^4
  for (const Rational& x : {Rational(1, 10), Rational(1, 2), Rational(9, 10)}) {
    const UnitPoint point{Ball(x, 200), Ball(Rational(1) - x, 200)};
    const auto tails = beta_tails(Rational(3), Rational(2), point, 200);
    EXPECT_TRUE(tails.lower.contains(Rational(4) * pow(x, 3) - Rational(3) * pow(x, 4)));
    EXPECT_GT(tails.lower.relative_accuracy_bits(), 180);
    EXPECT_TRUE((tails.lower + tails.upper).contains(Rational(1)));
  }
}

}  // namespace
}  // namespace dpcert
