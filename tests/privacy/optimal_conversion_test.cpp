// The optimal conversion of a whole curve, from both sides. Values by an independent search: quantity_test.cpp with
// data/joint_conversions_mpmath.csv.
#include "dpcert/privacy/optimal_conversion.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "dpcert/privacy/composition.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "tests/dice.hpp"
#include "tests/reference_table.hpp"

namespace dpcert {
namespace {

constexpr Precision bits = 60, wide = 400;

/// D_order of the coins (p, 1-p) against (q, 1-q), by the definition; 0 < p, q < 1.
Ball divergence(const Order<Rational>& order, const Ball& p, const Ball& q) {
  const Ball one(1), first = log(p / q), second = log((one - p) / (one - q));
  if (order.is_infinite()) return max(first, second);
  const Ball a(order.value(), wide), less(order.value() - Rational(1), wide);
  return log(p * exp(less * first) + (one - p) * exp(less * second)) / less;
}
bool certainly_kept(const std::vector<RenyiConstraint>& curve, const Ball& p, const Ball& q) {
  return std::all_of(curve.begin(), curve.end(), [&](const RenyiConstraint& c) {
    return certainly_less_equal(divergence(c.order, p, q), Ball(c.divergence, wide));
  });
}

struct Draw : test::Dice {
  using test::Dice::Dice;
  /// One to six orders, finite or infinite; the divergences of a Gaussian or of pure privacy, and not quite.
  std::vector<RenyiConstraint> curve() {
    std::vector<RenyiConstraint> all;
    const double scale = std::exp(uniform(-6, 1)), bend = uniform(0.2, 1.1);
    for (int n = integer(1, 6); n > 0; --n) {
      const double order = 1 + std::exp(uniform(-5, 5.5));
      all.push_back({Order(Rational::from_double(order)),
                     Rational::from_double(scale * std::pow(order, bend) * uniform(0.8, 1.25))});
    }
    if (integer(0, 3) == 0) all.push_back({Order<Rational>::infinity(), Rational::from_double(scale * uniform(1, 60))});
    return all;
  }
};

Rational largest_divergence(const std::vector<RenyiConstraint>& curve) {
  Rational largest;
  for (const RenyiConstraint& c : curve) largest = std::max(largest, c.divergence);
  return largest;
}

TEST(OptimalConversion, NoPairOfCoinsExceedsIt) {
  Draw draw(1);
  int kept = 0, near = 0;
  for (int round = 0; round < 60; ++round) {
    const auto curve = draw.curve();
    const Rational epsilon = largest_divergence(curve) * draw.rational(0.02, 1.2);
    const OptimalConversion best = optimal_delta(curve, epsilon, bits);
    ASSERT_TRUE(best.value.is_finite()) << best.value.reason;
    const Ball gamma = exp(Ball(epsilon, wide));
    const auto look = [&](const Ball& p, const Ball& q) {
      if (!certainly_positive(q) || !certainly_less(q, p) || !certainly_less(p, Ball(1))) return;
      if (!certainly_kept(curve, p, q)) return;
      const Ball delta = p - gamma * q;
      ++kept;
      EXPECT_FALSE(certainly_greater(delta, best.value.enclosure))
          << round << ": " << delta.str() << " above " << best.value.enclosure.str();
      if (certainly_greater(delta * Ball(Rational(21, 20), wide), best.value.enclosure)) ++near;
    };
    for (int i = 0; i < 60; ++i) {
      // Anywhere, and around the extremal pair, from which the others are reached by small factors of q and of p - q.
      const Ball q(draw.rational(1e-8, 1), wide);
      look(q + (Ball(1) - q) * Ball(draw.rational(1e-6, 1), wide), q);
      if (!best.p.is_finite()) continue;  // delta = 0
      const double reach = std::exp(draw.uniform(-20, -1));
      const auto factor = [&] { return Ball(Rational::from_double(1 + reach * draw.uniform(-1, 1)), wide); };
      const Ball near_q = Ball(best.q.midpoint_rational(), wide) * factor();
      look(near_q + Ball((best.p - best.q).midpoint_rational(), wide) * factor(), near_q);
    }
  }
  EXPECT_GT(kept, 1000);
  EXPECT_GT(near, 200);
}

TEST(OptimalConversion, TheExtremalPairKeepsTheCurveAndAttainsIt) {
  Draw draw(2);
  int two = 0;
  const Rational little(1, 1000000000000);
  for (int round = 0; round < 60; ++round) {
    const auto curve = draw.curve();
    const Rational epsilon = largest_divergence(curve) * draw.rational(0.02, 0.9);
    const OptimalConversion best = optimal_delta(curve, epsilon, bits);
    ASSERT_TRUE(best.value.is_finite()) << best.value.reason;
    if (!best.p.is_finite()) continue;  // delta = 0
    two += best.active.size() == 2 ? 1 : 0;
    // An exact pair just inside: it keeps every order, and its delta is the value but for that little.
    const Rational q = best.q.midpoint_rational() * (Rational(1) + little),
                   p = q + (best.p.midpoint_rational() - q) * (Rational(1) - Rational(3) * little);
    EXPECT_TRUE(certainly_kept(curve, Ball(p, wide), Ball(q, wide))) << round;
    const Ball lost = best.value.enclosure - (Ball(p, wide) - exp(Ball(epsilon, wide)) * Ball(q, wide));
    EXPECT_TRUE(certainly_less(lost, Ball(p * little * Rational(10), wide))) << round << " " << lost.str();
    // The active orders are met with equality, and imply the value alone.
    std::vector<RenyiConstraint> active;
    for (const std::size_t i : best.active) {
      active.push_back(curve[i]);
      const Ball slack = Ball(curve[i].divergence, wide) - divergence(curve[i].order, Ball(p, wide), Ball(q, wide));
      EXPECT_TRUE(certainly_less(slack, Ball(curve[i].divergence / Rational(1000000), wide))) << round;
    }
    EXPECT_TRUE(optimal_delta(active, epsilon, bits).value.enclosure.overlaps(best.value.enclosure)) << round;
  }
  EXPECT_GT(two, 5);
}

TEST(OptimalConversion, AtMostThatOfEverySingleOrder) {
  Draw draw(3);
  int below = 0, inverted = 0;
  for (int round = 0; round < 60; ++round) {
    const auto curve = draw.curve();
    const Rational epsilon = largest_divergence(curve) * draw.rational(0.02, 0.9), delta = draw.rational(1e-9, 0.5);
    const OptimalConversion d = optimal_delta(curve, epsilon, bits), e = optimal_epsilon(curve, delta, bits);
    ASSERT_TRUE(d.value.is_finite() && e.value.is_finite()) << d.value.reason << e.value.reason;
    bool strictly = true;
    for (const RenyiConstraint& c : curve) {
      const std::vector<RenyiConstraint> one{c};
      const Ball single = optimal_delta(one, epsilon, bits).value.enclosure;
      EXPECT_FALSE(certainly_greater(d.value.enclosure, single)) << round;
      EXPECT_FALSE(certainly_greater(e.value.enclosure, optimal_epsilon(one, delta, bits).value.enclosure)) << round;
      strictly = strictly && certainly_less(d.value.enclosure, single);
    }
    below += strictly ? 1 : 0;
    // And they are each other's inverses.
    if (e.value.enclosure.is_exact()) continue;
    const OptimalConversion back = optimal_delta(curve, e.value.enclosure.midpoint_rational(), 30);
    ASSERT_TRUE(back.value.is_finite()) << back.value.reason;
    EXPECT_NEAR(back.value.enclosure.approx() / delta.approx(), 1, 1e-6) << round;
    ++inverted;
  }
  EXPECT_GT(below, 5);
  EXPECT_GT(inverted, 20);
}

TEST(OptimalConversion, OrdersThatMeetInOnePair) {
  // All divergences of randomised response: the two laws themselves are the only pair with two of them, and the worst
  // one wherever exp(epsilon) lies between the tangents. delta = 3/4 - exp(epsilon)/4, epsilon = log(3 - 4 delta).
  const auto composed = [](const char* quantity, const char* at) {
    return evaluate_composition(
               quantity, {{"parts", "randomized_response p_truth=3/4"}, {"orders", "3/2,2,3,4,8,64,inf"}, {"at", at}},
               20)
        .certified;
  };
  for (const char* at : {"0.52", "0.7", "1"}) {
    const Certified delta = composed("delta_optimal", at);
    ASSERT_TRUE(delta.is_finite()) << at << " " << delta.reason;
    const Ball truth = (Ball(3) - exp(Ball(test::number(at), wide))) / Ball(4);
    EXPECT_TRUE(certainly_less(abs(delta.enclosure - truth), Ball(pow(Rational(1, 10), 18), wide)))
        << at << " " << delta.enclosure.str();
  }
  const Certified epsilon = composed("epsilon_optimal", "1/4");
  ASSERT_TRUE(epsilon.is_finite()) << epsilon.reason;
  EXPECT_TRUE(
      certainly_less(abs(epsilon.enclosure - log(Ball(2).with_precision(wide))), Ball(pow(Rational(1, 10), 18), wide)));
  // One order alone says less.
  EXPECT_TRUE(certainly_greater(composed("delta_best_single_order", "0.7").enclosure,
                                composed("delta_optimal", "0.7").enclosure));
}

TEST(OptimalConversion, ManyOrdersOfAGaussian) {
  // The grid of accountants: 151 orders. The exact delta of the Gaussian is below; the best order alone is not, nor
  // certainly above, since on so fine a grid its extremal pair may keep the others.
  std::string orders, values;
  for (int i = 11; i < 110; ++i) orders += std::to_string(i) + "/10,", values += std::to_string(i) + "/320,";
  for (int i = 12; i < 64; ++i) orders += std::to_string(i) + ",", values += std::to_string(i) + "/32,";
  orders.pop_back(), values.pop_back();
  const auto of = [&](const char* quantity) {
    return certify(parse_query(quantity, "rdp_curve", {{"orders", orders}, {"eps", values}}, "1", NumberReading::exact),
                   12);
  };
  const Certified best = of("delta_optimal"), single = of("delta_best_single_order"),
                  exact = certify(parse_query("delta", "gaussian", {{"sigma", "4"}}, "1", NumberReading::exact), 12);
  ASSERT_TRUE(best.is_finite() && single.is_finite()) << best.reason << single.reason;
  EXPECT_TRUE(certainly_less(exact.enclosure, best.enclosure));
  EXPECT_FALSE(certainly_greater(best.enclosure, single.enclosure));
}

TEST(OptimalConversion, WhatSaysNothingAndWhatSaysAll) {
  const auto value = [](const char* quantity, const char* orders, const char* eps, const char* at) {
    return certify(parse_query(quantity, "rdp_curve", {{"orders", orders}, {"eps", eps}}, at, NumberReading::exact),
                   15);
  };
  const auto is = [](const Certified& c, int n) {
    return c.is_finite() && c.enclosure.is_exact() && c.enclosure.contains(Rational(n));
  };
  EXPECT_TRUE(is(value("delta_optimal", "2,inf", "inf,inf", "1"), 1));
  EXPECT_TRUE(value("epsilon_optimal", "2,inf", "inf,inf", "0.1").is_infinite());
  EXPECT_TRUE(is(value("epsilon_optimal", "2,inf", "inf,inf", "1"), 0));
  EXPECT_TRUE(is(value("delta_optimal", "2,3", "0,5", "1"), 0));
  EXPECT_TRUE(is(value("delta_optimal", "2,inf", "5,1/2", "1/2"), 0));
  EXPECT_TRUE(is(value("epsilon_optimal", "2,inf", "1/10,1/2", "1"), 0));
  EXPECT_EQ(value("epsilon_optimal", "2,inf", "1/10,1/2", "0").enclosure.approx(), 0.5);
  EXPECT_TRUE(value("epsilon_optimal", "2,3", "1/10,1/2", "0").is_infinite());
  // A max-divergence alone: delta = 1 - exp(epsilon - rho).
  EXPECT_NEAR(value("delta_optimal", "inf", "1/2", "1/4").enclosure.approx(), -std::expm1(-0.25), 1e-15);
  EXPECT_NEAR(value("epsilon_cks", "inf,2", "1/2,7", "1e-9").enclosure.approx(), 0.5, 1e-15);
  EXPECT_TRUE(is(value("delta_mironov", "inf,2", "1/2,7", "1/4"), 1));
  // A value inf changes nothing.
  for (const char* quantity : {"delta_optimal", "delta_best_single_order", "delta_cks", "delta_mironov"}) {
    const Certified with = value(quantity, "2,3,8,inf", "1/10,inf,3/10,inf", "2/5"),
                    without = value(quantity, "2,8", "1/10,3/10", "2/5");
    ASSERT_TRUE(with.is_finite()) << with.reason;
    EXPECT_TRUE(with.enclosure.overlaps(without.enclosure)) << quantity;
    EXPECT_EQ(compare(parse_query(quantity, "rdp_curve", {{"orders", "2,inf"}, {"eps", "600000,inf"}}, "1",
                                  NumberReading::exact),
                      1.0)
                  .side,
              std::string_view(quantity) == "delta_optimal" || std::string_view(quantity) == "delta_best_single_order"
                  ? Comparison::Side::above
                  : Comparison::Side::equal)
        << quantity;
  }
}

TEST(OptimalConversion, ExtremeSizes) {
  const auto value = [](const char* quantity, const char* orders, const char* eps, const char* at) {
    return certify(parse_query(quantity, "rdp_curve", {{"orders", orders}, {"eps", eps}}, at, NumberReading::exact),
                   15);
  };
  // Small divergences scale: with sums of the second order only, delta and sqrt(rho) have one limit of their quotient.
  const Certified small = value("delta_optimal", "1.1,2,3,4", "1e-300,2e-300,3e-300,4e-300", "1e-299"),
                  moderate = value("delta_optimal", "1.1,2,3,4", "1e-24,2e-24,3e-24,4e-24", "1e-23");
  ASSERT_TRUE(small.is_finite() && moderate.is_finite()) << small.reason << moderate.reason;
  const Ball scaled = small.enclosure * Ball(pow(Rational(10), 138), wide);
  EXPECT_TRUE(certainly_less(abs(scaled / moderate.enclosure - Ball(1)), Ball(pow(Rational(1, 10), 10), wide)))
      << small.enclosure.str() << " " << moderate.enclosure.str();
  // Large ones: epsilon is rho and a constant.
  const Certified large = value("epsilon_optimal", "2,8", "1e300,2e300", "0.1");
  ASSERT_TRUE(large.is_finite()) << large.reason;
  EXPECT_TRUE(large.enclosure.overlaps(Ball(pow(Rational(10), 300), 2000)));
  // An order beyond use beside one that counts is the max-divergence, or nothing.
  const Certified both = value("delta_optimal", "2,1e300", "1/10,3/10", "1/5"),
                  pure = value("delta_optimal", "2,inf", "1/10,3/10", "1/5");
  ASSERT_TRUE(both.is_finite() && pure.is_finite()) << both.reason << pure.reason;
  EXPECT_TRUE(both.enclosure.overlaps(pure.enclosure));
}

// data/make_extreme_conversions.py: another search, in one unknown.
TEST(OptimalConversion, OrdersNextToOneAndTheLeastDelta) {
  const auto near = [](int bits, const char* rho, const char* delta, const char* expected) {
    const Rational order = Rational(1) + pow(Rational(1, 2), bits), value = *Rational::parse(expected);
    const Certified found =
        certify(make_query("epsilon_optimal", "renyi_dp", {{"order", {order}}, {"eps", {*Rational::parse(rho)}}},
                           ExtendedRational{*Rational::parse(delta), false}),
                15);
    ASSERT_TRUE(found.is_finite()) << found.reason;
    EXPECT_TRUE(
        certainly_less(abs(found.enclosure / Ball(value, wide) - Ball(1)), Ball(pow(Rational(1, 10), 14), wide)))
        << found.enclosure.str(20);
  };
  near(52, "1", "5e-324", "3190280074887163600");
  near(53, "1", "1e-200", "3817072864005973100");
  near(52, "1e-300", "5e-324", "79303664949522740");
}

TEST(OptimalConversion, WhatIsNotFoundIsNotEnclosed) {
  // delta is about exp(-1e299): no root within reach. No number may come out, and none may be compared with.
  const std::vector<RenyiConstraint> curve{{Order(pow(Rational(10), 300)), Rational(1, 2)},
                                           {Order(Rational(2) * pow(Rational(10), 300)), Rational(3, 5)}};
  const OptimalConversion lost = optimal_delta(curve, Rational(7, 10), bits);
  EXPECT_EQ(lost.value.state, Certified::State::undecided);
  EXPECT_FALSE(lost.value.enclosure.is_exact());
  EXPECT_TRUE(!lost.value.enclosure.is_finite() || certainly_positive(lost.value.enclosure));
  EXPECT_FALSE(lost.value.reason.empty());
  EXPECT_TRUE(lost.active.empty());
}

TEST(OptimalConversion, ListsOfDifferentLengthsAreNoCurve) {
  for (const char* eps : {"1/10", "1/10,1/5,1/4", "inf"}) {
    for (const char* quantity : {"delta_optimal", "epsilon_cks", "epsilon_mironov", "delta_best_single_order"}) {
      try {
        (void)parse_query(quantity, "rdp_curve", {{"orders", "2,3"}, {"eps", eps}}, "1/2", NumberReading::exact);
        ADD_FAILURE() << quantity << " " << eps;
      } catch (const Error& e) {
        EXPECT_EQ(e.where(), "eps");
        EXPECT_EQ(e.expected(), "2 numbers, as many as orders");
      }
    }
  }
  EXPECT_THROW((void)parse_query("kl", "dirichlet_pair", {{"alpha1", "1,2"}, {"alpha2", "1,2,3"}}, std::nullopt,
                                 NumberReading::exact),
               Error);
  EXPECT_THROW(
      (void)parse_query("kl", "dirichlet_pair", {{"alpha1", "1"}, {"alpha2", "2"}}, std::nullopt, NumberReading::exact),
      Error);
  EXPECT_THROW((void)parse_query("kl", "dirichlet_pair", {{"alpha1", "1,inf"}, {"alpha2", "1,2"}}, std::nullopt,
                                 NumberReading::exact),
               Error);
}

}  // namespace
}  // namespace dpcert
