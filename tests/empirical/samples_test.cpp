// Audits of known laws: nothing is found where there is nothing, and what is there is found, never more.
#include "dpcert/empirical/samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace dpcert::empirical {
namespace {

using Random = std::mt19937_64;
constexpr Direction forth = Direction::p_against_q, back = Direction::q_against_p;

bool fired(const Audit& audit) { return audit.curve.hull().size() > 2; }

/// Runs on identical laws at confidence 9/10. At more than 154 of 1000 the rate is above 1/10, but for a chance of
/// exp(-1000 (0.155 log 1.55 + 0.845 log(0.845/0.9))) < 5e-7 (Chernoff's bound).
template <class Mechanism>
int null_firings(const Mechanism& mechanism, std::int64_t samples, AuditOptions options) {
  options.confidence = Rational(9, 10);
  int firings = 0;
  for (std::uint64_t run = 1; run <= 1000; ++run) {
    options.seed = run;
    firings += fired(audit_mechanism(mechanism, mechanism, samples, options)) ? 1 : 0;
  }
  return firings;
}
constexpr int most_firings = 154;

TEST(NullTest, IdenticalLawsFireAtNoMoreThanTheStatedRate) {
  const auto laplace = [](Random& random) { return sample_laplace(1, random); };
  const auto label = [](Random& random) {
    return static_cast<int>(4 * sample_uniform(random) * sample_uniform(random));
  };
  const auto vector = [](Random& random) {
    return std::vector<double>{sample_uniform(random), sample_laplace(1, random)};
  };
  const int reals = null_firings(laplace, 400, {}), labels = null_firings(label, 400, {}),
            vectors = null_firings(vector, 200, {});
  AuditOptions curve{.deltas = {Rational(0), Rational(1, 10)}, .orders = {Rational(2)}, .curve_events = 8};
  const int many = null_firings(laplace, 300, curve);
  for (const int firings : {reals, labels, vectors, many}) EXPECT_LE(firings, most_firings);
  // The bounds are not so wide that they could never fire.
  EXPECT_GE(reals + labels + vectors + many, 1);
  RecordProperty("firings", std::to_string(reals) + " " + std::to_string(labels) + " " + std::to_string(vectors) + " " +
                                std::to_string(many));
}

/// At this confidence a bound above the truth is an error of the program, not of chance.
AuditOptions surely(std::vector<Rational> deltas) {
  AuditOptions options;
  options.confidence = Rational(1) - Rational(1, 1'000'000'000);
  options.deltas = std::move(deltas);
  return options;
}

void expect_epsilon(const Audit& audit, const Rational& delta, Direction direction, double least, double truth) {
  const double epsilon = audit.curve.epsilon(Delta<Rational>(delta), direction).approx();
  EXPECT_GE(epsilon, least);
  EXPECT_LE(epsilon, truth);
}

TEST(Power, RandomizedResponseInBothDirections) {
  // The truth with probability 9/10 or not: log 9 from P, and the same from Q.
  const auto answer = [](double p) { return [p](Random& random) { return sample_uniform(random) < p ? 1 : 0; }; };
  const Audit audit = audit_mechanism(answer(0.9), answer(0.1), 40'000, surely({Rational(0)}));
  expect_epsilon(audit, Rational(0), forth, 1.9, std::log(9));
  expect_epsilon(audit, Rational(0), back, 1.9, std::log(9));
  // Of unequal directions: outcome 1 has 1/2 and 1/10, outcome 0 has 1/2 and 9/10.
  const Audit unequal = audit_mechanism(answer(0.5), answer(0.1), 40'000, surely({Rational(0)}));
  expect_epsilon(unequal, Rational(0), forth, 1.4, std::log(5));
  expect_epsilon(unequal, Rational(0), back, 0.5, std::log(1.8));
}

TEST(Power, LaplaceWithItsNoiseHalvedIsCaughtAndTheTrueOneIsNot) {
  const auto noisy = [](double value, double scale) {
    return [=](Random& random) { return value + sample_laplace(scale, random); };
  };
  const Audit right = audit_mechanism(noisy(1, 1), noisy(0, 1), 100'000, surely({Rational(0)}));
  expect_epsilon(right, Rational(0), forth, 0.85, 1);
  const Audit halved = audit_mechanism(noisy(1, 0.5), noisy(0, 0.5), 100'000, surely({Rational(0)}));
  expect_epsilon(halved, Rational(0), forth, 1.7, 2);
  expect_epsilon(halved, Rational(0), back, 1.7, 2);
}

TEST(Power, GaussianEpsilonDivergenceAndTradeOff) {
  const auto normal = [](double mean) {
    return [mean](Random& random) { return std::normal_distribution<double>(mean, 1)(random); };
  };
  AuditOptions options = surely({Rational(1, 100)});
  options.orders = {Rational(2)};
  options.curve_events = 12;
  const Audit audit = audit_mechanism(normal(1), normal(0), 100'000, options);
  // delta(eps) = Phi(1/2 - eps) - e^eps Phi(-1/2 - eps) of Balle and Wang (2018) is 1/100 between 1.8 and 1.9:
  // Phi(-1.3) - e^1.8 Phi(-2.3) = 0.09680 - 0.06488 = 0.032; at 2.4 it is 0.02872 - 0.02059 = 0.0081.
  expect_epsilon(audit, Rational(1, 100), forth, 1.7, 2.4);
  // D_2(N(1, 1) || N(0, 1)) = 1 (Gil, Alajaji, Linder 2013).
  for (const Direction d : {forth, back}) {
    EXPECT_GE(audit.curve.renyi(Rational(2), d).approx(), 0.6);
    EXPECT_LE(audit.curve.renyi(Rational(2), d).approx(), 1);
    // G_1(t) = Phi(Phi^-1(1 - t) - 1): at t = 1/2 it is Phi(-1) = 0.15865525.
    EXPECT_GE(audit.curve.type_two_error(Rational(1, 2), d).approx(), 0.15865525);
    EXPECT_LE(audit.curve.type_two_error(Rational(1, 2), d).approx(), 0.19);
  }
}

TEST(Power, ADifferenceThatOnlyTwoColumnsTogetherShow) {
  // (x, x + z) against (x, -x + z): every column has one law, the pair has not.
  const auto pair = [](double sign) {
    return [sign](Random& random) {
      const int x = sample_uniform(random) < 0.5 ? 1 : 0, other = sample_uniform(random) < 0.8 ? x : 1 - x;
      return std::vector<int>{x, sign > 0 ? other : 1 - other};
    };
  };
  expect_epsilon(audit_mechanism(pair(1), pair(-1), 20'000, surely({Rational(0)})), Rational(0), forth, 1.1,
                 std::log(4));
}

TEST(Audit, TheSplitDoesNotDependOnTheValuesAndTheSeedRepeatsIt) {
  Random random(3);
  const auto law = [](double m) { return [m](Random& r) { return m + sample_laplace(1, r); }; };
  const Samples p = draw(law(1), 1000, random), q = draw(law(0), 900, random);
  const Audit one = audit_samples(p, q), again = audit_samples(p, q);
  ASSERT_EQ(one.events.size(), again.events.size());
  for (std::size_t i = 0; i < one.events.size(); ++i) EXPECT_EQ(one.events[i].bound.p, again.events[i].bound.p);
  EXPECT_EQ(one.certified_p, 500);
  EXPECT_EQ(one.certified_q, 450);
}

TEST(Audit, RefusesBadInput) {
  const auto column = [](std::vector<double> x) { return Samples{{std::move(x)}, {}}; };
  const Samples good = column(std::vector<double>(20, 1.0));
  const auto refused = [&](const Samples& p, const AuditOptions& options, const std::string& words) {
    try {
      (void)audit_samples(p, good, options);
      ADD_FAILURE() << words;
    } catch (const Error& e) {
      EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
  };
  refused(column(std::vector<double>(19, 1.0)), {}, "at least 20 of each law");
  std::vector<double> nan(20, 1.0);
  nan[7] = std::nan("");
  refused(column(nan), {}, "finite numbers");
  refused(Samples{{good.columns[0], good.columns[0]}, {}}, {}, "the same columns");
  refused(Samples{{good.columns[0]}, {true}}, {}, "labels and reals");
  refused(good, {.confidence = Rational(1)}, "inside (0, 1)");
  refused(good, {.confidence = Rational(0)}, "inside (0, 1)");
  refused(good, {.deltas = {Rational(1)}}, "[0, 1)");
  refused(good, {.deltas = {Rational(-1, 2)}}, "[0, 1)");
  refused(good, {.orders = {Rational(0)}}, "a number > 0");
  refused(good, {.deltas = {}}, "a delta, an order");
  EXPECT_FALSE(fired(audit_samples(good, good)));
}

}  // namespace
}  // namespace dpcert::empirical
