#include "dpcert/calibration/calibration.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "dpcert/core/decimal.hpp"
#include "dpcert/core/error.hpp"
#include "tests/reference_table.hpp"

namespace dpcert {
namespace {

using test::number;

Rational draw(std::mt19937_64& random, double low, double high) {
  const double u = static_cast<double>(random() >> 11) * 0x1p-53;
  // Three digits: a short exact number near a log-uniform one.
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", low * std::pow(high / low, u));
  return number(text);
}

Certified divergence(const Rational& order, const std::vector<Rational>& p, const std::vector<Rational>& q) {
  return certified_renyi(Order(order), Dirichlet<Rational>(p), Dirichlet<Rational>(q), 30);
}
bool at_most(const Certified& value, const Rational& bound) {
  return !value.is_infinite() && value.enclosure.upper_rational() <= bound;
}
bool above(const Certified& value, const Rational& bound) {
  return value.is_infinite() || value.enclosure.lower_rational() > bound;
}

/// Every pair of neighbouring data sets of n records in d categories, as posteriors; `see` returns nothing.
template <class F>
void all_pairs(const TemperedPosterior<Rational>& sampling, const Rational& x, const F& see) {
  const std::size_t d = sampling.categories();
  const bool diffused = sampling.tempering() == Tempering::diffused;
  const Rational weight = diffused ? x : Rational(1), scale = diffused ? Rational(1) : Rational(1) / x;
  std::vector<std::int64_t> common(d, 0);
  const auto visit = [&] {
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        if (i == j) continue;
        std::vector<Rational> p, q;
        for (std::size_t k = 0; k < d; ++k) {
          const Rational base = sampling.given_prior().alpha[k] * scale;
          p.push_back(base + weight * Rational(common[k] + (k == i ? 1 : 0)));
          q.push_back(base + weight * Rational(common[k] + (k == j ? 1 : 0)));
        }
        see(p, q);
      }
    }
  };
  const std::function<void(std::size_t, std::int64_t)> fill = [&](std::size_t k, std::int64_t left) {
    if (k + 1 == d) {
      common[k] = left;
      visit();
      return;
    }
    for (std::int64_t c = 0; c <= left; ++c) {
      common[k] = c;
      fill(k + 1, left - c);
    }
  };
  fill(0, sampling.records() - 1);
}

TEST(Calibration, AgreesWithEnumerationInMpmath) {
  const auto rows = test::read_table("mechanisms", "calibration_mpmath.csv");
  ASSERT_GE(rows.size(), 50u);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto& row = rows[i];
    SCOPED_TRACE(row[0] + " prior " + row[1] + " n " + row[2] + " lambda " + row[3] + " eps " + row[4]);
    std::vector<Rational> prior;
    for (const auto& part : test::split(row[1], ' ')) prior.push_back(number(part));
    const TemperedPosterior<Rational> sampling = calibrated_posterior(
        prior, std::stoll(row[2]), row[0] == "diffused" ? Tempering::diffused : Tempering::concentrated);
    const Calibrated found = largest_sufficient(worst_case(sampling, number(row[3])), number(row[4]), 14);
    const Rational expected = number(row[5]), unit = expected / number("1e15");
    if (expected == Rational(1)) {
      EXPECT_EQ(found.value, Rational(1));
      EXPECT_FALSE(found.insufficient);
      continue;
    }
    ASSERT_TRUE(found.insufficient);
    EXPECT_LE(found.value, expected + unit);
    EXPECT_GT(*found.insufficient, expected - unit);
    EXPECT_LE(*found.insufficient - found.value, found.value * number("1e-13"));
  }
}

TEST(Calibration, BothEndsHoldOverEveryPairOfDataSets) {
  std::mt19937_64 random(7);
  int insufficient = 0;
  for (int i = 0; i < 60; ++i) {
    const std::size_t d = 2 + random() % 3;
    std::vector<Rational> prior;
    for (std::size_t k = 0; k < d; ++k) prior.push_back(draw(random, 1e-3, 1e3));
    const auto n = static_cast<std::int64_t>(1 + random() % (d == 2 ? 12 : 4));
    const Rational order = Rational(1) + draw(random, 1e-2, 1e3), epsilon = draw(random, 1e-6, 20);
    const TemperedPosterior<Rational> sampling =
        calibrated_posterior(prior, n, i % 2 ? Tempering::diffused : Tempering::concentrated);
    const Calibrated found = largest_sufficient(worst_case(sampling, order), epsilon, 12);
    const Rational half = found.value / Rational(2);
    for (const Rational& x : {found.value, half}) {
      all_pairs(sampling, x, [&](const auto& p, const auto& q) {
        EXPECT_TRUE(at_most(divergence(order, p, q), epsilon)) << "at " << decimal_text(x);
      });
    }
    if (!found.insufficient) continue;
    ++insufficient;
    bool some = false;
    all_pairs(sampling, *found.insufficient,
              [&](const auto& p, const auto& q) { some = some || above(divergence(order, p, q), epsilon); });
    EXPECT_TRUE(some) << "no pair is too large at " << decimal_text(*found.insufficient);
  }
  EXPECT_GE(insufficient, 30);
}

TEST(Calibration, ResultsHaveTheDigitsAskedFor) {
  const TemperedPosterior<Rational> sampling =
      calibrated_posterior({Rational(6), Rational(18)}, 100, Tempering::diffused);
  Rational last(0);
  for (const int digits : {10, 12, 15, 30, 60, 120}) {
    const Calibrated found = largest_sufficient(worst_case(sampling, Rational(10)), Rational(1), digits);
    ASSERT_TRUE(found.insufficient);
    EXPECT_EQ(*found.insufficient - found.value, pow(Rational(10), -digits));  // r = 0.66...
    EXPECT_GE(found.value, last);
    last = found.value;
  }
}

TEST(Calibration, TheWholeRange) {
  const auto q = [](const char* text) { return number(text); };
  struct Case {
    const char *a, *b, *order, *epsilon;
    std::int64_t n;
  };
  int bounded = 0;
  for (const Case& c : {Case{"1e-6", "1e6", "10000", "1e-100", 1'000'000'000}, Case{"1e6", "1e6", "10000", "1e-6", 1},
                        Case{"1e-6", "1e-6", "1.000001", "1e-9", 1'000'000'000}, Case{"1", "1", "2", "1e100", 5},
                        Case{"1e6", "1e-6", "2", "50", 1'000'000'000}, Case{"3", "1e6", "10000", "100", 1000}}) {
    for (const auto kind : {Tempering::diffused, Tempering::concentrated}) {
      const TemperedPosterior<Rational> sampling = calibrated_posterior({q(c.a), q(c.b)}, c.n, kind);
      const WorstCase worst = worst_case(sampling, q(c.order));
      const Calibrated found = largest_sufficient(worst, q(c.epsilon), 12);
      EXPECT_TRUE(at_most(worst_value(worst, found.value, 40).divergence, q(c.epsilon)));
      if (!found.insufficient) {
        EXPECT_EQ(found.value, Rational(1));
        continue;
      }
      EXPECT_TRUE(above(worst_value(worst, *found.insufficient, 40).divergence, q(c.epsilon)));
      EXPECT_LE(*found.insufficient - found.value, found.value * q("1e-11"));
      ++bounded;
    }
  }
  EXPECT_GE(bounded, 6);
}

TEST(Calibration, NearTheOrderWhereTheDivergenceIsInfinite) {
  // lambda* = 2 at r = 1: order 3 is finite below r = 1/2 only, and a huge target goes all the way to it.
  const TemperedPosterior<Rational> sampling = calibrated_posterior({Rational(1), Rational(1)}, 5, Tempering::diffused);
  EXPECT_EQ(sampling.at(Rational(1, 2)).finite_below(), Rational(3));
  const WorstCase worst = worst_case(sampling, Rational(3));
  EXPECT_TRUE(worst_value(worst, Rational(1, 2), 15).divergence.is_infinite());
  const Calibrated found = largest_sufficient(worst, number("1e100"), 12);
  EXPECT_EQ(found.value, number("0.499999999999"));
  EXPECT_EQ(found.insufficient, Rational(1, 2));
}

TEST(Calibration, NoParameterMeetsTheTarget) {
  WorstCase worst;
  worst.parameter = "x";
  worst.pairs = 1;
  worst.divergence = [](const Rational&, std::size_t, int) { return Certified::plus_infinity(); };
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double told : {infinity, 0.0, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    worst.approximate = [told](double) { return told; };
    try {
      static_cast<void>(largest_sufficient(worst, Rational(1), 12));
      ADD_FAILURE() << "a divergence that is infinite everywhere meets no target; told " << told;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ErrorCode::unsupported) << told;
      EXPECT_NE(std::string(e.what()).find("1e-1000"), std::string::npos) << e.what();
    }
  }
  // x 10^400: the largest parameter of all is 10^-400, far below every double.
  worst.divergence = [](const Rational& x, std::size_t, int digits) {
    const Precision bits = bits_for_digits(digits);
    return Certified{Certified::State::finite, Ball(x * pow(Rational(10), 400), bits), bits};
  };
  worst.exact = [](const Rational& x, std::size_t) { return x * pow(Rational(10), 400); };
  worst.approximate = [infinity](double) { return infinity; };
  EXPECT_EQ(largest_sufficient(worst, Rational(1), 12).value, pow(Rational(10), -400));
}

TEST(Calibration, DirichletNeedsTheTwoLeastCountsOnly) {
  std::vector<Rational> prior;
  for (int k = 0; k < 1000; ++k) prior.emplace_back(1000 - k);  // least: 1, 2 at the end
  const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, 50, Tempering::diffused);
  ASSERT_EQ(sampling.moves().size(), 2u);
  const TemperedPosterior<Rational> least =
      calibrated_posterior({Rational(2), Rational(1), Rational(7)}, 50, Tempering::diffused);
  const auto of = [](const TemperedPosterior<Rational>& s) {
    return largest_sufficient(worst_case(s, Rational(3)), Rational(1, 2), 20).value;
  };
  EXPECT_EQ(of(sampling), of(least));
  const TemperedPosterior<Rational> symmetric =
      calibrated_posterior(std::vector<Rational>(1000, Rational(1, 2)), 50, Tempering::concentrated);
  EXPECT_EQ(symmetric.moves().size(), 1u);
}

TEST(Calibration, HullBracketBelowOneHalf) {
  // The catalogue's renyi.dirichlet.hullpairs: the split pair is above 45/2, data sets are below.
  const TemperedPosterior<Rational> known =
      calibrated_posterior(std::vector<Rational>(3, Rational(1, 20)), 1, Tempering::diffused);
  const Rational near_one(101, 100);
  const HullBracket at = hull_bracket(known.at(Rational(1)), near_one);
  EXPECT_EQ(at.parts, 2u);
  EXPECT_GT(at.lower.lower_rational(), Rational(45, 2));
  EXPECT_TRUE(at_most(worst_value(worst_case(known, near_one), Rational(1), 20).divergence, Rational(45, 2)));
  EXPECT_TRUE(hull_bracket(known, Rational(21, 20)).infinite);  // 1 + 1/20

  std::mt19937_64 random(12);
  const auto uniform = [&] { return Rational(static_cast<std::int64_t>(random() % 1001), 1000); };
  for (int i = 0; i < 5; ++i) {
    std::vector<Rational> prior;
    for (int k = 0; k < 4; ++k) prior.push_back(draw(random, 1e-3, 0.4));
    const Rational least = *std::min_element(prior.begin(), prior.end());
    const Rational order = Rational(1) + least * uniform() / Rational(2) + Rational(1, 100000);
    const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, 1, Tempering::diffused);
    const HullBracket bracket = hull_bracket(sampling.at(Rational(1)), order);
    ASSERT_FALSE(bracket.infinite);
    const Rational upper = bracket.upper.upper_rational();
    // One record against one: the data sets are in the hull.
    const Certified data_sets = worst_value(worst_case(sampling, order), Rational(1), 20).divergence;
    EXPECT_TRUE(at_most(data_sets, upper));
    EXPECT_LE(bracket.lower.lower_rational(), upper);
    EXPECT_GE(bracket.lower.upper_rational(), data_sets.enclosure.lower_rational());
    for (int j = 0; j < 60; ++j) {
      // Splits of the record into equal, random and lopsided parts; the gain in one category.
      const std::size_t gain = random() % 4;
      std::vector<Rational> parts(4);
      Rational sum;
      for (std::size_t k = 0; k < 4; ++k) {
        if (k != gain) parts[k] = j % 3 == 0 ? Rational(1) : j % 3 == 1 ? uniform() : uniform() * uniform() * uniform();
        sum += parts[k];
      }
      if (sum.is_zero()) continue;
      std::vector<Rational> p = prior, q = prior;
      for (std::size_t k = 0; k < 4; ++k) p[k] += parts[k] / sum;
      q[gain] += Rational(1);
      EXPECT_TRUE(at_most(divergence(order, p, q), upper));
    }
    const Rational epsilon = data_sets.enclosure.upper_rational() * Rational(3, 4);
    const BracketedParameter found = calibrate_hull(sampling, order, epsilon);
    EXPECT_LE(hull_bracket(sampling.at(found.sufficient), order).upper.upper_rational(), epsilon);
    ASSERT_TRUE(found.insufficient);
    EXPECT_GT(hull_bracket(sampling.at(*found.insufficient), order).lower.lower_rational(), epsilon);
    EXPECT_LT(found.sufficient, *found.insufficient);
    // Data sets alone allow no less.
    EXPECT_LE(found.sufficient, largest_sufficient(worst_case(sampling, order), epsilon, 12).value);
  }
}

TEST(Calibration, HullPairsAreNoWorseFromOneHalfOn) {
  // Random points of the hull: P and Q with a split offset of total mass r.
  std::mt19937_64 random(11);
  const auto uniform = [&] { return Rational(static_cast<std::int64_t>(random() % 1001), 1000); };
  for (int i = 0; i < 40; ++i) {
    std::vector<Rational> prior;
    for (int k = 0; k < 4; ++k) prior.push_back(Rational(1, 2) + draw(random, 1e-3, 3));
    const Rational order = Rational(1) + draw(random, 1e-2, 30), epsilon = draw(random, 1e-3, 5);
    const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, 1, Tempering::diffused);
    ASSERT_TRUE(hull_is_data_sets(sampling));
    const Rational r = largest_sufficient(worst_case(sampling, order), epsilon, 12).value;
    for (int j = 0; j < 50; ++j) {
      std::vector<Rational> weights_p, weights_q;
      Rational sum_p, sum_q;
      for (int k = 0; k < 4; ++k) {
        weights_p.push_back(k == 0 ? Rational(0) : uniform());
        weights_q.push_back(j % 2 ? uniform() : Rational(k == 0 ? 1 : 0));
        sum_p += weights_p.back(), sum_q += weights_q.back();
      }
      if (sum_p.is_zero() || sum_q.is_zero()) continue;
      std::vector<Rational> p, q;
      for (std::size_t k = 0; k < 4; ++k) {
        p.push_back(prior[k] + r * weights_p[k] / sum_p);
        q.push_back(prior[k] + r * weights_q[k] / sum_q);
      }
      EXPECT_TRUE(at_most(divergence(order, p, q), epsilon));
    }
  }
  // Below 1/2 the hull can be worse (the catalogue's renyi.dirichlet.hullpairs), and nothing is claimed.
  const std::vector<Rational> small(3, Rational(1, 20));
  EXPECT_FALSE(hull_is_data_sets(calibrated_posterior(small, 1, Tempering::diffused).at(Rational(1))));
  EXPECT_TRUE(hull_is_data_sets(calibrated_posterior(small, 1, Tempering::concentrated).at(Rational(1, 10))));
  EXPECT_FALSE(hull_is_data_sets(calibrated_posterior(small, 1, Tempering::concentrated).at(Rational(1, 9))));
}

TEST(Calibration, GaussianMeanIsExact) {
  // Concentrated: lambda 2 clip^2 / (variance (count/m + n)) = eps has the root m = count/(lambda 2 clip^2/(variance
  // eps) - n).
  const NormalMeanPosterior<Rational> concentrated(Rational(4), Rational(3), Rational(2), 10, Tempering::concentrated);
  const Rational order(5), epsilon(1, 2);
  const Rational root = Rational(3) / (order * Rational(2) * Rational(4) / (Rational(4) * epsilon) - Rational(10));
  EXPECT_EQ(root, Rational(3, 10));
  EXPECT_EQ(concentrated.at(root).divergence(order), epsilon);
  const Calibrated found = largest_sufficient(worst_case(concentrated, order), epsilon, 12);
  EXPECT_EQ(found.value, root);  // equality is sufficient
  EXPECT_EQ(found.insufficient, number("0.300000000001"));
  // The divergence of two normal laws of one variance: order (difference of means)^2/(2 variance).
  const NormalMeanPosterior<Rational> diffused(Rational(4), Rational(3), Rational(2), 10, Tempering::diffused);
  const Rational r(1, 4), count = Rational(3) + r * Rational(10), mean = r * Rational(4) / count;
  EXPECT_EQ(diffused.at(r).divergence(order), order * mean * mean / (Rational(2) * Rational(4) / count));
}

TEST(Calibration, Glm) {
  const GlmBound<Rational> bound{Rational(1), Rational(1), 100};
  EXPECT_EQ(least_beta(bound, Rational(10), Rational(1, 2), Rational(1, 1000)), Rational(2, 5));
  EXPECT_EQ(least_beta(bound, Rational(10), Rational(1, 2), Rational(1)), Rational(1));
  // rho = sqrt(eps n beta/(2 lambda)) = sqrt(1/20 * 100 * 1/50 / 20) = sqrt(1/200)
  const Calibrated found = largest_sufficient(worst_case(bound, Rational(10), Rational(1, 50)), Rational(1, 20), 15);
  EXPECT_EQ(decimal_text(found.value), "0.0707106781186547");
}

void expect_error(ErrorCode code, const std::string& where, const std::function<void()>& f) {
  try {
    f();
    ADD_FAILURE() << where << ": nothing thrown";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), code) << e.what();
    EXPECT_EQ(e.where(), where) << e.what();
  }
}

TEST(Calibration, Errors) {
  const std::vector<Rational> prior{Rational(1), Rational(2)};
  const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, 3, Tempering::diffused);
  using Code = ErrorCode;
  expect_error(Code::domain, "prior", [] { calibrated_posterior({Rational(0), Rational(1)}, 1, Tempering::diffused); });
  expect_error(Code::domain, "prior", [] { calibrated_posterior({Rational(1)}, 1, Tempering::diffused); });
  expect_error(Code::unsupported, "prior", [] {
    calibrated_posterior({Rational(1), number("1e7")}, 1, Tempering::diffused);
  });
  expect_error(Code::domain, "n", [&] { calibrated_posterior(prior, 0, Tempering::diffused); });
  expect_error(Code::domain, "n", [&] { calibrated_posterior(prior, 1'000'000'001, Tempering::diffused); });
  expect_error(Code::domain, "order", [&] { (void)worst_case(sampling, Rational(1)); });
  expect_error(Code::domain, "order", [&] { (void)worst_case(sampling, Rational(10001)); });
  const WorstCase worst = worst_case(sampling, Rational(2));
  expect_error(Code::domain, "eps", [&] { (void)largest_sufficient(worst, Rational(0), 12); });
  expect_error(Code::domain, "eps", [&] { (void)largest_sufficient(worst, Rational(-1), 12); });
  expect_error(Code::unsupported, "eps", [&] { (void)largest_sufficient(worst, number("1e-101"), 12); });
  expect_error(Code::bad_input, "digits", [&] { (void)largest_sufficient(worst, Rational(1), 9); });
}

}  // namespace
}  // namespace dpcert
