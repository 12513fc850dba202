#include "src/privacy/quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "reference_table.hpp"

namespace dpcert {
namespace {

using Side = Comparison::Side;
using test::number;

Query query(const std::string& quantity, const std::string& mechanism, const std::string& parameters,
            const std::string& at, NumberReading reading = NumberReading::exact) {
  return parse_query(quantity, mechanism, test::words(parameters),
                     at.empty() ? std::nullopt : std::optional<std::string>(at), reading);
}

/// Does the enclosure, `digits` wide, hold a reference value of 40 digits?
void expect_encloses(const Certified& truth, const std::string& reference, int digits, const std::string& what) {
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
  // The reference has 40 digits.
  const Ball slack = abs(expected) * Ball(pow(Rational(1, 10), 39), 300);
  EXPECT_TRUE(certainly_less_equal(abs(truth.enclosure - expected), slack + slack) ||
              truth.enclosure.overlaps(expected))
      << what << ": " << truth.enclosure.str(40) << " does not hold " << reference;
}

TEST(Quantities, AgreeWithTheirDefinitions) {
  int rows = 0;
  for (const auto& row : test::read_table("privacy", "quantities_mpmath.csv")) {
    ASSERT_EQ(row.size(), 5u);
    if (!can_evaluate(row[0], row[1])) continue;
    const Query q = query(row[0], row[1], row[2], row[3]);
    const std::string what = row[0] + " of " + row[1] + " " + row[2] + " at " + row[3];
    expect_encloses(certify(q, 45), row[4], 45, what);
    expect_encloses(certify(q, 15), row[4], 15, what);
    const double near = std::strtod(row[4].c_str(), nullptr);
    EXPECT_NEAR(approximate(q), near, 1e-12 * std::fabs(near)) << what;
    ++rows;
  }
  EXPECT_GT(rows, 150);
}

TEST(Compare, DecidesBesideTheTruth) {
  for (const auto& row : test::read_table("privacy", "quantities_mpmath.csv")) {
    if (!can_evaluate(row[0], row[1])) continue;
    const Query q = query(row[0], row[1], row[2], row[3], NumberReading::nearest_double);
    const Certified truth = certify(q, 30);
    if (truth.is_infinite()) continue;
    const double near = truth.enclosure.approx();
    if (!std::isnormal(near)) continue;
    const std::string what = row[0] + " of " + row[1] + " " + row[2] + " at " + row[3];
    const double up = std::nextafter(near, HUGE_VAL), down = std::nextafter(near, -HUGE_VAL);
    EXPECT_EQ(compare(q, up).side, Side::above) << what;
    EXPECT_EQ(compare(q, down).side, Side::below) << what;
    const Side here = compare(q, near).side;
    const Ball point(Rational::from_double(near), 100);
    const Side expected = certainly_less(point, truth.enclosure)      ? Side::below
                          : certainly_greater(point, truth.enclosure) ? Side::above
                                                                      : here;
    EXPECT_EQ(here, expected) << what;
    const Comparison far = compare(q, 2 * near + 1);
    EXPECT_EQ(far.side, Side::above) << what;
    EXPECT_GE(far.truth.enclosure.relative_accuracy_bits(), 48) << what;
    EXPECT_TRUE(far.truth.enclosure.overlaps(truth.enclosure)) << what;
  }
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
  EXPECT_EQ(code("nothing", "p_truth=1.5", "2"), "bad input quantity");
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

}  // namespace
}  // namespace dpcert
