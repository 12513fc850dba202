#include "dpcert/privacy/quantity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "dpcert/core/parameter_words.hpp"
#include "dpcert/privacy/composition.hpp"
#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/special/mills.hpp"
#include "reference_table.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert {
namespace {

using Side = Comparison::Side;
using test::number;

Query query(const std::string& quantity, const std::string& mechanism, const std::string& parameters,
            const std::string& at, NumberReading reading = NumberReading::exact) {
  return parse_query(quantity, mechanism, test::words(parameters),
                     at.empty() ? std::nullopt : std::optional<std::string>(at), reading);
}

/// Does the enclosure, `digits` wide, hold a reference value of `known_digits` digits?
void expect_encloses(const Certified& truth, const std::string& reference, int known_digits, int digits,
                     const std::string& what) {
  if (reference == "+inf") {
    EXPECT_TRUE(truth.is_infinite()) << what;
    return;
  }
  ASSERT_TRUE(truth.is_finite()) << what << " " << truth.reason;
  Ball expected;  // exponents such as e-347435585522615 occur
  ASSERT_EQ(arb_set_str(expected.arb(), reference.c_str(), 300), 0) << reference;
  if (arb_is_zero(expected.arb()) != 0) {
    EXPECT_TRUE(truth.enclosure.is_exact() && truth.enclosure.contains_zero()) << what;
    return;
  }
  EXPECT_GE(truth.enclosure.relative_accuracy_bits(), bits_for_digits(digits) - 1) << what;
  const Ball slack = abs(expected) * Ball(pow(Rational(1, 10), known_digits - 1), 300);
  EXPECT_TRUE(certainly_less_equal(abs(truth.enclosure - expected), slack + slack) ||
              truth.enclosure.overlaps(expected))
      << what << ": " << truth.enclosure.str(40) << " does not hold " << reference;
}

struct Row {
  std::string what, reference;
  int known_digits;
  Query exact, audited;
};

/// The rows of the reference tables; lists are written with spaces there.
std::vector<Row> reference_rows() {
  std::vector<Row> rows;
  for (const char* file : {"quantities_mpmath.csv", "conversions_mpmath.csv", "joint_conversions_mpmath.csv"}) {
    for (auto row : test::read_table("privacy", file)) {
      if (row.size() != 5) {
        ADD_FAILURE() << file << ": a row of " << row.size() << " fields";
        continue;
      }
      std::replace(row[2].begin(), row[2].end(), ' ', ',');
      rows.push_back({row[0] + " of " + row[1] + " " + row[2] + " at " + row[3], row[4],
                      std::string_view(file).starts_with("quant") ? 40 : 30, query(row[0], row[1], row[2], row[3]),
                      query(row[0], row[1], row[2], row[3], NumberReading::nearest_double)});
    }
  }
  return rows;
}

TEST(Quantities, AgreeWithTheirDefinitions) {
  const auto rows = reference_rows();
  EXPECT_GT(rows.size(), 468u);
  for (const Row& row : rows) {
    expect_encloses(certify(row.exact, 45), row.reference, row.known_digits, 45, row.what);
    expect_encloses(certify(row.exact, 15), row.reference, row.known_digits, 15, row.what);
    const double near = std::strtod(row.reference.c_str(), nullptr);
    if (!std::isfinite(near)) continue;
    EXPECT_NEAR(approximate(row.exact), near, 1e-12 * std::fabs(near)) << row.what;
  }
}

TEST(Compare, DecidesBesideTheTruth) {
  std::size_t decided = 0;
  for (const Row& row : reference_rows()) {
    const Query& q = row.audited;
    const Certified truth = certify(q, 30);
    if (truth.is_infinite()) continue;
    const double near = truth.enclosure.approx();
    if (!std::isnormal(near) || truth.enclosure.is_exact()) continue;
    EXPECT_EQ(compare(q, std::nextafter(near, HUGE_VAL)).side, Side::above) << row.what;
    EXPECT_EQ(compare(q, std::nextafter(near, -HUGE_VAL)).side, Side::below) << row.what;
    const Side here = compare(q, near).side;
    const Ball point(Rational::from_double(near), 100);
    const Side expected = certainly_less(point, truth.enclosure)      ? Side::below
                          : certainly_greater(point, truth.enclosure) ? Side::above
                                                                      : here;
    EXPECT_EQ(here, expected) << row.what;
    const Comparison far = compare(q, 2 * near + 1);
    EXPECT_EQ(far.side, Side::above) << row.what;
    EXPECT_GE(far.truth.enclosure.relative_accuracy_bits(), 48) << row.what;
    EXPECT_TRUE(far.truth.enclosure.overlaps(truth.enclosure)) << row.what;
    ++decided;
  }
  EXPECT_GT(decided, 250u);
}

TEST(Compare, ProvesEqualityWhereTheTruthIsRational) {
  EXPECT_EQ(compare(query("rdp", "gaussian", "sigma=0.5", "32", NumberReading::nearest_double), 64).side, Side::equal);
  EXPECT_EQ(compare(query("rdp", "gaussian", "sigma=2;T=3", "8"), 3).side, Side::equal);
  EXPECT_EQ(compare(query("rdp", "pure_dp", "eps=1/4", "inf"), 0.25).side, Side::equal);
  EXPECT_EQ(compare(query("rdp", "laplace", "b=2", "inf"), 0.5).side, Side::equal);
  EXPECT_EQ(compare(query("rdp", "randomized_response", "p_truth=1/2", "3"), 0).side, Side::equal);
  EXPECT_EQ(compare(query("rdp", "randomized_response", "p_truth=1", "3"), HUGE_VAL).side, Side::equal);
  EXPECT_EQ(compare(query("rdp", "randomized_response", "p_truth=1", "3"), 1e300).side, Side::below);
  EXPECT_EQ(compare(query("rdp", "laplace", "b=2", "2"), -HUGE_VAL).side, Side::below);
  EXPECT_EQ(compare(query("rdp", "laplace", "b=2", "2"), std::nan("")).side, Side::no_number);
}

TEST(Compare, KeepsStrictBoundsThatNoDigitsShow) {
  // The truth differs from these values by exp(-100000) and less.
  EXPECT_EQ(compare(query("rdp", "pure_dp", "eps=100000", "512"), 100000).side, Side::above);
  EXPECT_EQ(compare(query("rdp", "exponential_mechanism", "eps=100000", "1e300"), 100000).side, Side::above);
  EXPECT_EQ(compare(query("rdp", "laplace", "b=1/100000", "1e300"), 100000).side, Side::above);
  EXPECT_EQ(compare(query("delta", "gaussian", "sigma=1e-100", "1"), 1).side, Side::above);
  EXPECT_EQ(compare(query("delta", "gaussian", "sigma=1", "1e10"), 0).side, Side::below);
  EXPECT_EQ(compare(query("delta", "gaussian", "sigma=0", "1"), 1).side, Side::equal);
}

TEST(ParseNumber, ReadsWhatATableHolds) {
  const auto parse = [](const char* text, NumberReading reading) { return parse_number("x", text, reading, true); };
  EXPECT_EQ(parse("0.1", NumberReading::exact).value, Rational(1, 10));
  EXPECT_EQ(parse("0.1", NumberReading::nearest_double).value, Rational::from_double(0.1));
  EXPECT_EQ(parse("1e-400", NumberReading::nearest_double).value, Rational(0));
  EXPECT_EQ(parse("1/10", NumberReading::nearest_double).value, Rational(1, 10));
  EXPECT_EQ(parse("0x1.8p1", NumberReading::nearest_double).value, Rational(3));
  EXPECT_EQ(parse("-0x1p-1074", NumberReading::nearest_double).value,
            Rational::from_double(-std::numeric_limits<double>::denorm_min()));
  EXPECT_TRUE(parse("inf", NumberReading::exact).infinite);
  for (const char* bad : {"", "x", "1e400", "nan", "1/0", "0x", "0x1.8p1z", "1 ", "--1", "0x-1"})
    EXPECT_THROW(parse(bad, NumberReading::nearest_double), Error) << bad;
  EXPECT_THROW(parse_number("x", "inf", NumberReading::exact, false), Error);
}

TEST(ParseQuery, NamesWhatIsWrong) {
  const auto code = [](const std::string& mechanism, const std::string& parameters, const std::string& at) {
    try {
      (void)query("rdp", mechanism, parameters, at);
    } catch (const Error& e) {
      return std::string(to_string(e.code())) + " " + e.where();
    }
    return std::string("no error");
  };
  EXPECT_EQ(code("gaussian", "sigma=1", "2"), "no error");
  EXPECT_EQ(code("gaussian", "sigma=-1", "2"), "domain sigma");
  EXPECT_EQ(code("gaussian", "sigma=1;T=1/2", "2"), "domain T");
  EXPECT_EQ(code("gaussian", "sigma=1;b=1", "2"), "bad input b");
  EXPECT_EQ(code("gaussian", "T=1", "2"), "bad input sigma");
  EXPECT_EQ(code("gaussian", "sigma=1", ""), "bad input at");
  EXPECT_EQ(code("gaussian", "sigma=1", "0"), "domain at");
  EXPECT_EQ(code("randomized_response", "p_truth=1.5", "2"), "domain p_truth");
  EXPECT_EQ(code("nothing", "p_truth=1.5", "2"), "bad input mechanism");
}

TEST(Quantities, AnswerAtTheEndsOfTheDoubles) {
  // Every parameter a double can name: an answer, never a crash; a divergence is never negative, and 0 only if proved.
  const std::vector<std::string> extremes{"5e-324", "1e-300", "1e-8", "1", "1e8", "1e300", "1.7976931348623157e308"};
  for (const auto& x : extremes) {
    for (const auto& order : extremes) {
      for (const char* key : {"gaussian sigma", "laplace b", "pure_dp eps", "exponential_mechanism eps"}) {
        const auto words = test::split(key, ' ');
        const auto truth = certify(query("rdp", words[0], words[1] + "=" + x, order), 15);
        EXPECT_TRUE(truth.is_finite()) << key << " " << x << " " << order << " " << truth.reason;
        EXPECT_TRUE(certainly_positive(truth.enclosure)) << key << " " << x << " " << order;
      }
    }
  }
}

TEST(Quantities, GaussianTradeOffAtTheEndsOfTheDoubles) {
  const std::vector<std::string> extremes{"0", "5e-324", "1e-300", "1e-8", "1", "1e8", "1.7976931348623157e308"};
  for (const auto& sigma : extremes) {
    for (const auto& at : extremes) {
      const std::string what = sigma + " at " + at;
      const auto delta = certify(query("delta", "gaussian", "sigma=" + sigma, at), 15);
      ASSERT_TRUE(delta.is_finite()) << what << delta.reason;
      EXPECT_TRUE(certainly_positive(delta.enclosure) &&
                  certainly_less_equal(delta.enclosure - Ball(1), Ball(0) + pow(Ball(Rational(1, 10), 64), 14)))
          << what;
      if (number(at) > Rational(1)) continue;
      const auto epsilon = certify(query("epsilon", "gaussian", "sigma=" + sigma, at), 15);
      EXPECT_NE(epsilon.state, Certified::State::undecided) << what << epsilon.reason;
      const auto noise = certify(query("sigma", "gaussian", "epsilon=" + sigma, at), 15);
      EXPECT_NE(noise.state, Certified::State::undecided) << what << noise.reason;
    }
  }
}

// The inverses where the table has none: delta at epsilon(delta) is delta again, or epsilon is 0 and delta(0) no
// larger.
TEST(Quantities, EpsilonsOfPureMechanismsAreInverses) {
  int inside = 0;
  for (const auto& [mechanism, parameters] : {std::pair{"laplace", "b=1"},
                                              {"laplace", "b=1/50"},
                                              {"laplace", "b=1000"},
                                              {"exponential_mechanism", "eps=1"},
                                              {"exponential_mechanism", "eps=1/1000"},
                                              {"exponential_mechanism", "eps=12"}})
    for (const char* at : {"1e-300", "1e-30", "1e-5", "0.04", "0.3", "0.9"}) {
      const std::string what = std::string(mechanism) + " " + parameters + " " + at;
      const auto epsilon = certify(query("epsilon", mechanism, parameters, at), 30);
      const Rational delta = number(at);
      ASSERT_TRUE(epsilon.is_finite()) << what << epsilon.reason;
      if (epsilon.enclosure.is_exact() && epsilon.enclosure.contains_zero()) {
        const auto most = certify(query("delta", mechanism, parameters, "0"), 20);
        EXPECT_TRUE(certainly_less(most.enclosure, Ball(delta, 100))) << what;
        continue;
      }
      ++inside;
      // delta falls from the lower end of the enclosure to the upper one.
      const auto delta_at = [&](const Rational& e) {
        return certify(query("delta", mechanism, parameters, e.str()), 90).enclosure;
      };
      EXPECT_TRUE(certainly_less_equal(delta_at(epsilon.enclosure.upper_rational()), Ball(delta, 400))) << what;
      EXPECT_TRUE(certainly_greater_equal(delta_at(epsilon.enclosure.lower_rational()), Ball(delta, 400))) << what;
    }
  EXPECT_GT(inside, 20);
}

// Without noise, at infinity, at no delta, at the largest loss itself.
TEST(Quantities, EndsOfPureMechanisms) {
  const auto value = [](const char* quantity, const char* mechanism, const char* parameters, const char* at) {
    const Certified c = certify(query(quantity, mechanism, parameters, at), 15);
    return c.is_infinite() ? std::string("inf") : c.is_finite() ? c.enclosure.str(3) : "undecided";
  };
  const std::string zero = Ball(0).str(3), all = Ball(1).str(3);
  EXPECT_EQ(value("delta", "laplace", "b=0", "5"), all);
  EXPECT_EQ(value("delta", "laplace", "b=0", "inf"), all);
  EXPECT_EQ(value("epsilon", "laplace", "b=0", "0.5"), "inf");
  EXPECT_EQ(value("epsilon", "laplace", "b=0", "1"), zero);
  EXPECT_EQ(value("delta", "laplace", "b=1/3", "3"), zero);
  EXPECT_EQ(value("delta", "laplace", "b=1/3", "inf"), zero);
  EXPECT_EQ(value("epsilon", "laplace", "b=1/3", "0"), Ball(3).str(3));
  EXPECT_EQ(value("delta", "pure_dp", "eps=0", "0"), zero);
  EXPECT_EQ(value("epsilon", "exponential_mechanism", "eps=2", "1"), zero);
  EXPECT_EQ(value("delta", "randomized_response", "p_truth=1", "inf"), all);
  EXPECT_EQ(value("delta", "randomized_response", "p_truth=1/2", "0"), zero);
  EXPECT_EQ(value("epsilon", "randomized_response", "p_truth=0", "0.1"), "inf");
  EXPECT_EQ(value("delta", "kary_randomized_response_replace_one", "noise=0;k=3", "9"), all);
  EXPECT_EQ(value("delta", "kary_randomized_response_replace_one", "noise=1/2;k=1", "0"), zero);
  EXPECT_EQ(value("epsilon", "kary_randomized_response_replace_one", "noise=1;k=4", "0"), zero);
}

TEST(Registry, HasNamesOfTheListOfParameters) {
  for (const detail::Offer& offer : detail::all_offers())
    for (const detail::ParameterSpec& spec : offer.parameters)
      EXPECT_NE(find_parameter_word(spec.key), nullptr) << offer.mechanism << " " << spec.key;
}

TEST(Registry, IsDocumented) {
  std::ifstream file(std::string(DPCERT_SOURCE_DIR) + "/docs/privacy-quantities.md");
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const auto& [quantity, mechanism] : offered_quantities()) {
    EXPECT_NE(page.find("`" + mechanism + "`"), std::string::npos) << mechanism;
    const std::string stem = quantity.substr(0, quantity.find('_'));
    EXPECT_TRUE(page.find("`" + quantity + "`") != std::string::npos ||
                page.find("`" + stem + "_C`") != std::string::npos)
        << quantity;
  }
}

TEST(MillsRatio, AgreesWithTheDistributionFunction) {
  for (int i = 0; i < 2000; ++i) {
    const Rational at(1500 + i * i / 4 + i, 1000);
    const Ball fast = mills_ratio(Ball(at, 128)), x(at, 500);
    EXPECT_TRUE(fast.overlaps(normal_cdf(-x) * exp(x * x / Ball(2)) * sqrt(Ball(2) * Ball::pi(500)))) << at.str();
    EXPECT_GE(fast.relative_accuracy_bits(), mills_bits - 2) << at.str();
  }
  EXPECT_FALSE(mills_ratio(Ball(1)).is_finite());
}

TEST(SubsampledGaussian, BothMethodsAgree) {
  // The midpoint rule knows nothing of the binomial sum.
  for (const char* q : {"1e-12", "1e-5", "0.01", "0.5", "0.999"}) {
    for (const char* sigma : {"0.02", "0.1", "0.3", "1", "5", "1e3"}) {
      for (const long order : {2L, 3L, 16L, 200L}) {
        const Ball moment = subsampled_gaussian_moment(Rational(order), number(q), number(sigma), 90);
        const Ball sum = Ball(1) + subsampled_gaussian_binomial(order, number(q), number(sigma), 400);
        EXPECT_TRUE(moment.overlaps(sum)) << q << " " << sigma << " " << order;
        EXPECT_GE(moment.relative_accuracy_bits(), 85) << q << " " << sigma << " " << order;
      }
    }
  }
}

/// delta(epsilon) of one and of two steps by the midpoint rule over the densities, the larger direction.
double delta_by_sums(double q, double sigma, int steps, double epsilon) {
  const int count = steps == 1 ? 200'000 : 1500;
  const double low = -9 * sigma, high = 1 + 9 * sigma, width = (high - low) / count;
  std::vector<double> base, mixed;
  for (int i = 0; i < count; ++i) {
    const double x = low + (i + 0.5) * width, unit = width / (sigma * std::sqrt(2 * M_PI));
    base.push_back(unit * std::exp(-x * x / (2 * sigma * sigma)));
    mixed.push_back((1 - q) * base.back() + q * unit * std::exp(-(x - 1) * (x - 1) / (2 * sigma * sigma)));
  }
  double add = 0, remove = 0;
  const auto gain = [&](double p, double r) {
    add += std::fmax(0, p - std::exp(epsilon) * r), remove += std::fmax(0, r - std::exp(epsilon) * p);
  };
  for (int i = 0; i < count; ++i) {
    if (steps == 1) gain(mixed[i], base[i]);
    for (int j = 0; j < count && steps == 2; ++j) gain(mixed[i] * mixed[j], base[i] * base[j]);
  }
  return std::fmax(add, remove);
}

TEST(SubsampledGaussian, LowerBoundsOfDelta) {
  const auto below = [](double q, double sigma, std::int64_t T, double epsilon) {
    return subsampled_gaussian_delta_below(Rational::from_double(q), Rational::from_double(sigma), T,
                                           Rational::from_double(epsilon), 128)
        .lower_rational()
        .approx();
  };
  // Of one step it is delta itself, of two it is below, and near where the noise is large.
  for (const double q : {0.01, 0.3, 1.0})
    for (const double sigma : {0.5, 1.0, 4.0})
      for (const double epsilon : {0.0, 0.02, 0.5, 2.0}) {
        const double one = delta_by_sums(q, sigma, 1, epsilon), two = delta_by_sums(q, sigma, 2, epsilon);
        EXPECT_NEAR(below(q, sigma, 1, epsilon), one, 1e-8) << q << " " << sigma << " " << epsilon;
        const double bound = below(q, sigma, 2, epsilon);
        EXPECT_LE(bound, two + 1e-5) << q << " " << sigma << " " << epsilon;
        if (epsilon < 0.1) {
          EXPECT_GE(bound, 0.75 * two) << q << " " << sigma << " " << epsilon;
        }
      }
  // q = 1 is the Gaussian mechanism, of which the sum says all.
  const Ball gaussian = certify(query("delta", "gaussian", "sigma=20;T=100", "1/2"), 20).enclosure;
  EXPECT_NEAR(below(1, 20, 100, 0.5) / gaussian.approx(), 1, 1e-12);
  EXPECT_EQ(below(0, 1, 9, 0), 0);
  // Little noise: one sample that holds the record shows it, 1 - 0.99^100.
  EXPECT_NEAR(below(0.01, 0.02, 100, 3), 1 - std::pow(0.99, 100), 1e-6);
  // Many steps, beside the central limit: mu = q sqrt(T (exp(1/sigma^2) - 1)) = 0.655, of which the sum sees
  // q sqrt(T)/sigma = 0.5.
  const auto normal = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  const double many = below(0.005, 1, 10'000, 0.5), mu = 0.655, seen = 0.5;
  EXPECT_LT(many, 1.1 * (normal(mu / 2 - 0.5 / mu) - std::exp(0.5) * normal(-mu / 2 - 0.5 / mu)));
  EXPECT_GT(many, 0.9 * (normal(seen / 2 - 0.5 / seen) - std::exp(0.5) * normal(-seen / 2 - 0.5 / seen)));
}

TEST(SubsampledGaussian, IncreasesWithTheOrderAcrossBothMethods) {
  // D is nondecreasing in the order: integers (sums) interlaced with what lies between (integrals).
  for (const char* parameters : {"q=0.01;sigma=0.8", "q=1e-9;sigma=3", "q=0.7;sigma=0.2"}) {
    Ball last(0);
    for (const char* order : {"0.5", "0.999999", "1", "1.0000001", "1.5", "2", "2.000001", "31.5", "32", "33", "1024",
                              "1025", "1025.5", "100000", "1000000.5"}) {
      const auto truth = certify(query("rdp", "poisson_subsampled_gaussian", parameters, order), 15);
      ASSERT_TRUE(truth.is_finite()) << parameters << " " << order << " " << truth.reason;
      EXPECT_TRUE(certainly_greater(truth.enclosure, last)) << parameters << " " << order;
      last = truth.enclosure;
    }
  }
}

TEST(SubsampledGaussian, AnswersAtTheEndsOfTheDoubles) {
  const std::vector<std::string> extremes{"5e-324", "1.0000000000000002", "1e8", "1e300"};
  for (const char* q : {"0", "1e-300", "1"}) {
    for (const char* sigma : {"1e-300", "1e-8", "1e8", "1e300"}) {
      for (const auto& order : extremes) {
        const auto truth =
            certify(query("rdp", "poisson_subsampled_gaussian", std::string("q=") + q + ";sigma=" + sigma, order), 15);
        ASSERT_TRUE(truth.is_finite()) << q << " " << sigma << " " << order << " " << truth.reason;
        EXPECT_TRUE(std::string(q) == "0" ? truth.enclosure.is_exact() : certainly_positive(truth.enclosure))
            << q << " " << sigma << " " << order;
      }
    }
  }
}

TEST(Quantities, WhatIsUndecidedIsNotEnclosedByZero) {
  const Certified nothing;
  EXPECT_EQ(nothing.state, Certified::State::undecided);
  EXPECT_FALSE(nothing.enclosure.is_finite());
  // More digits than the most bits hold: the divergence is positive, and 0 is no enclosure of it.
  const Certified beyond = certify(query("rdp", "poisson_subsampled_gaussian", "q=1e-4000;sigma=1e4000", "5/2"), 9000);
  EXPECT_EQ(beyond.state, Certified::State::undecided);
  EXPECT_TRUE(!beyond.enclosure.is_finite() || certainly_positive(beyond.enclosure)) << beyond.enclosure.str();
  EXPECT_FALSE(beyond.reason.empty());
}

TEST(Conversions, TheOptimalOneIsTheLeast) {
  int inverted = 0;
  for (const char* parameters : {"order=2;eps=0.5", "order=8;eps=0.25", "order=64;eps=0.01", "order=1.01;eps=3"}) {
    for (const char* at : {"1e-12", "0.001", "0.3"}) {
      const auto value = [&](const char* name) {
        return certify(query(std::string("epsilon_") + name, "renyi_dp", parameters, at), 12);
      };
      const auto mironov = value("mironov"), cks = value("cks"), optimal = value("optimal");
      ASSERT_TRUE(optimal.is_finite()) << parameters << " " << at << " " << optimal.reason;
      EXPECT_FALSE(certainly_greater(optimal.enclosure, cks.enclosure)) << parameters << " " << at;
      EXPECT_FALSE(certainly_greater(optimal.enclosure, mironov.enclosure)) << parameters << " " << at;
      if (optimal.enclosure.contains_zero()) continue;
      // And back: delta at that epsilon.
      const Rational epsilon = optimal.enclosure.midpoint_rational();
      const auto words = test::words(parameters);
      const auto delta =
          rdp_to_delta(Conversion::optimal, number(words.at("order")), number(words.at("eps")), epsilon, 8);
      ASSERT_TRUE(delta.is_finite()) << parameters << " " << at << " " << delta.reason;
      EXPECT_NEAR(delta.enclosure.approx() / number(at).approx(), 1, 1e-6) << parameters << " " << at;
      ++inverted;
    }
  }
  EXPECT_GT(inverted, 5);
}

TEST(Conversions, CompositionAddsCurves) {
  const std::vector<Order<Rational>> orders{Order(Rational(2)), Order(Rational(5, 2)), Order(Rational(16))};
  RenyiCurve gaussian{orders, {}}, laplace{orders, {}};
  for (const auto& finite : orders) {
    const Rational& order = finite.value();
    gaussian.values.push_back(
        certify(make_query("rdp", "gaussian", {{"sigma", {Rational(4)}}}, ExtendedRational{order, false}), 20)
            .enclosure);
    laplace.values.push_back(
        certify(make_query("rdp", "laplace", {{"b", {Rational(3)}}}, ExtendedRational{order, false}), 20).enclosure);
  }
  const std::vector<RenyiCurve> curves{gaussian, laplace};
  const std::vector<Rational> counts{Rational(16), Rational(2)};
  const RenyiCurve sum = compose(curves, counts);
  EXPECT_TRUE(sum.values[1].overlaps(Ball(Rational(5, 4), 64) + Ball(2) * laplace.values[1]));
  CurveOptimum best;
  const auto epsilon = curve_to_epsilon(Conversion::cks, sum, Rational(1, 100000), 12, &best);
  ASSERT_TRUE(epsilon.is_finite()) << epsilon.reason;
  double least = HUGE_VAL;
  std::size_t where = 0;
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const double a = orders[i].value().approx(), rho = sum.values[i].approx();
    const double e = rho + std::log1p(-1 / a) - (std::log(1e-5) + std::log(a)) / (a - 1);
    if (e < least) least = e, where = i;
  }
  EXPECT_NEAR(epsilon.enclosure.approx(), least, 1e-11);
  EXPECT_EQ(best.active, std::vector<std::size_t>{where});
  EXPECT_THROW((void)compose(curves, std::vector<Rational>{Rational(1)}), Error);
}

TEST(Conversions, UnlikeMechanismsByName) {
  const auto composed = [](const char* quantity, const char* parts, const char* at) {
    return evaluate_composition(quantity, {{"parts", parts}, {"orders", "2,5/2,16"}, {"at", at}}, 12);
  };
  // 16 releases at sigma 4 are one at sigma 1, however they are counted.
  const auto once = composed("epsilon_optimal", "gaussian sigma=1; laplace b=3 times=2", "1e-5"),
             twice = composed("epsilon_optimal",
                              "gaussian sigma=4 T=8; laplace b=3; gaussian sigma=4 times=8;laplace b=3", "1e-5");
  ASSERT_TRUE(once.certified.is_finite()) << once.certified.reason;
  EXPECT_TRUE(once.certified.enclosure.overlaps(twice.certified.enclosure));
  EXPECT_FALSE(once.active_orders.empty());
  ASSERT_EQ(once.active_orders.size(), twice.active_orders.size());
  for (std::size_t i = 0; i < once.active_orders.size(); ++i)
    EXPECT_EQ(once.active_orders[i].value(), twice.active_orders[i].value());
  EXPECT_TRUE(composed("delta_cks", "laplace b=0", "1").certified.is_infinite() ||
              composed("delta_cks", "laplace b=0", "1").certified.enclosure.contains(Rational(1)));
  for (const char* parts : {"", ";", "sigma=1", "gaussian sigma", "gaussian sigma=1 sigma=2",
                            "gaussian sigma=1 times=0", "magic x=1", "gaussian"})
    EXPECT_THROW(composed("delta_cks", parts, "1"), Error) << parts;
  EXPECT_THROW(composed("rdp", "gaussian sigma=1", "1"), Error);
  EXPECT_THROW(composed("delta_", "gaussian sigma=1", "1"), Error);
}

TEST(Quantities, MomentsBeyondAnyMemory) {
  // The moment is exp(7e29): its logarithm must not be formed digit by digit.
  const Certified rdp = certify(
      query("rdp", "poisson_subsampled_gaussian", "q=0.9999999999999901;sigma=1.2338880441555093e-13", "150"), 15);
  ASSERT_TRUE(rdp.is_finite());
  EXPECT_NEAR(rdp.enclosure.approx() / 4.926174038876993e27, 1, 1e-14);
}

TEST(Quantities, DeltaAtInfiniteEpsilon) {
  // P(the set where Q vanishes): 0 for laws with one support, 1 for two atoms.
  const auto is = [](const char* mechanism, const char* parameters, int expected) {
    const Certified delta = certify(query("delta", mechanism, parameters, "inf"), 15);
    return delta.is_finite() && delta.enclosure.is_exact() && delta.enclosure.contains(Rational(expected));
  };
  EXPECT_TRUE(is("gaussian", "sigma=1/100;T=1000", 0));
  EXPECT_TRUE(is("gaussian", "sigma=0", 1));
  EXPECT_TRUE(is("beta_pair", "a1=2;b1=1;a2=1;b2=2", 0));
  EXPECT_EQ(compare(query("delta", "gaussian", "sigma=1", "inf"), 0.0).side, Side::equal);
  EXPECT_EQ(compare(query("delta", "beta_pair", "a1=2;b1=1;a2=1;b2=2", "inf"), 1e-300).side, Side::above);
}

TEST(Compare, RationalValuesOfDivergences) {
  const auto side = [](const char* quantity, const char* mechanism, const char* parameters, const char* at,
                       const char* value) {
    return compare(query(quantity, mechanism, parameters, at), *Rational::parse(value)).side;
  };
  // KL(Beta(2,1) || Beta(1,2)) = psi(2) - psi(1) = 1; B(2,2) = B(1,6) = 1/6.
  EXPECT_EQ(side("kl", "beta_pair", "a1=2;b1=1;a2=1;b2=2", "", "1"), Side::equal);
  EXPECT_EQ(side("renyi", "beta_pair", "a1=2;b1=1;a2=1;b2=2", "1", "1"), Side::equal);
  EXPECT_EQ(side("kl", "beta_pair", "a1=7/2;b1=1/2;a2=1/2;b2=7/2", "", "46/5"), Side::equal);  // 3 (2 + 2/3 + 2/5)
  // (2-1)(psi(2) - psi(4)) + (2-6)(psi(2) - psi(4)) = 3 (1/2 + 1/3)
  EXPECT_EQ(side("kl", "beta_pair", "a1=2;b1=2;a2=1;b2=6", "", "5/2"), Side::equal);
  EXPECT_EQ(side("kl", "beta_pair", "a1=2;b1=2;a2=1;b2=6", "", "2.5000000000000001"), Side::above);
  EXPECT_EQ(side("renyi", "gaussian_pair", "m1=1;s1=3;m2=0;s2=3", "6", "1/3"), Side::equal);
  EXPECT_EQ(side("kl", "gaussian_pair", "m1=1;s1=3;m2=0;s2=3", "", "1/18"), Side::equal);
  EXPECT_EQ(side("rdp", "poisson_subsampled_gaussian", "q=1;sigma=3;T=2", "3", "1/3"), Side::equal);
  // Suprema that are not attained.
  EXPECT_EQ(side("hellinger", "beta_pair", "a1=1e300;b1=1;a2=1;b2=37", "", "1"), Side::above);
  EXPECT_EQ(side("delta", "beta_pair", "a1=1e300;b1=1;a2=1;b2=37", "1/2", "1"), Side::above);
  EXPECT_EQ(side("delta_optimal", "renyi_dp", "order=2;eps=600000", "1", "1"), Side::above);
  EXPECT_EQ(side("delta_cks", "zcdp", "rho=1e113", "5e8", "1"), Side::above);
  EXPECT_EQ(side("delta_optimal", "renyi_dp", "order=5/4;eps=1/2", "1e250", "1e-300"), Side::above);
}

}  // namespace
}  // namespace dpcert
