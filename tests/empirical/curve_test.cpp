// What points prove: against laws on few outcomes, whose divergences are finite sums.
#include "dpcert/empirical/curve.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/core/error.hpp"

namespace dpcert::empirical {
namespace {

constexpr Direction forth = Direction::p_against_q, back = Direction::q_against_p;

/// The whole curve of the laws (1/2, 3/10, 1/5) and (1/10, 3/10, 3/5): outcomes are in order of their ratios.
CertifiedCurve three_outcomes() {
  return CertifiedCurve({{Rational(1, 10), Rational(1, 2)}, {Rational(2, 5), Rational(4, 5)}});
}
const std::vector<double> law_p{0.5, 0.3, 0.2}, law_q{0.1, 0.3, 0.6};

double hockey_stick(const std::vector<double>& p, const std::vector<double>& q, double g) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::fmax(0.0, p[i] - g * q[i]);
  return sum;
}

TEST(CertifiedCurve, EpsilonIsWhereTheHockeyStickFallsToDelta) {
  const CertifiedCurve curve = three_outcomes();
  EXPECT_NEAR(curve.epsilon(Delta<Rational>(0), forth).approx(), std::log(5), 1e-12);
  EXPECT_NEAR(curve.epsilon(Delta<Rational>(0), back).approx(), std::log(3), 1e-12);
  for (const std::int64_t tenths : {1, 2, 3}) {
    const Delta<Rational> delta(Rational(tenths, 10));
    const double e = curve.epsilon(delta, forth).approx(), b = curve.epsilon(delta, back).approx();
    EXPECT_NEAR(hockey_stick(law_p, law_q, std::exp(e)), static_cast<double>(tenths) / 10, 1e-12);
    EXPECT_NEAR(hockey_stick(law_q, law_p, std::exp(b)), static_cast<double>(tenths) / 10, 1e-12);
  }
  // The total variation is 2/5: nothing is left above it.
  EXPECT_TRUE(certainly_equal(curve.epsilon(Delta<Rational>(Rational(2, 5)), forth), Ball(0)));
}

TEST(CertifiedCurve, RenyiIsTheFiniteSum) {
  const CertifiedCurve curve = three_outcomes();
  const auto sum = [](const std::vector<double>& p, const std::vector<double>& q, double a) {
    double s = 0;
    for (std::size_t i = 0; i < 3; ++i)
      s += a == 1 ? p[i] * std::log(p[i] / q[i]) : std::pow(p[i], a) * std::pow(q[i], 1 - a);
    return a == 1 ? s : std::log(s) / (a - 1);
  };
  for (const auto& [order, a] :
       {std::pair(Rational(1, 2), 0.5), {Rational(1), 1.0}, {Rational(2), 2.0}, {Rational(17, 2), 8.5}}) {
    EXPECT_NEAR(curve.renyi(order, forth).approx(), sum(law_p, law_q, a), 1e-12) << a;
    EXPECT_NEAR(curve.renyi(order, back).approx(), sum(law_q, law_p, a), 1e-12) << a;
  }
}

TEST(CertifiedCurve, WeakerPointsSayNoMoreAndAPointBelowTheHullNothing) {
  const CertifiedCurve whole = three_outcomes();
  const CertifiedCurve weaker(
      {{Rational(1, 9), Rational(49, 100)}, {Rational(2, 5), Rational(3, 5)}, {Rational(1, 2), Rational(1, 3)}});
  for (const Direction d : {forth, back}) {
    EXPECT_TRUE(certainly_less(weaker.renyi(Rational(3), d), whole.renyi(Rational(3), d)));
    EXPECT_TRUE(certainly_less(weaker.epsilon(Delta<Rational>(0), d), whole.epsilon(Delta<Rational>(0), d)));
    for (std::int64_t k = 0; k <= 20; ++k)
      EXPECT_GE(weaker.type_two_error(Rational(k, 20), d), whole.type_two_error(Rational(k, 20), d));
  }
  EXPECT_EQ(weaker.hull().size(), 3U);
  EXPECT_EQ(CertifiedCurve({}).type_two_error(Rational(1, 4), forth), Rational(3, 4));
}

TEST(CertifiedCurve, TradeOffInBothDirections) {
  const CertifiedCurve curve = three_outcomes();
  EXPECT_EQ(curve.type_two_error(Rational(0), forth), Rational(1));
  EXPECT_EQ(curve.type_two_error(Rational(1, 20), forth), Rational(3, 4));
  EXPECT_EQ(curve.type_two_error(Rational(1, 4), forth), Rational(7, 20));
  EXPECT_EQ(curve.type_two_error(Rational(1), forth), Rational(0));
  // The test of Q against P that rejects on the last outcome errs 1/5 and 2/5.
  EXPECT_EQ(curve.type_two_error(Rational(1, 5), back), Rational(2, 5));
  EXPECT_EQ(curve.type_two_error(Rational(1, 2), back), Rational(1, 10));
}

TEST(CertifiedCurve, RefusesWhatIsNoProbability) {
  EXPECT_THROW(CertifiedCurve({{Rational(-1, 2), Rational(1, 2)}}), Error);
  EXPECT_THROW(CertifiedCurve({{Rational(1, 2), Rational(3, 2)}}), Error);
  EXPECT_THROW((void)three_outcomes().renyi(Rational(0), forth), Error);
  EXPECT_THROW((void)three_outcomes().type_two_error(Rational(2), forth), Error);
}

}  // namespace
}  // namespace dpcert::empirical
