// Verdicts against mpmath (data/make_expected.py): the sample of real accountants' values, and cases that touch every
// mechanism, quantity, class and limit.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "audit/support.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::audit {
namespace {

struct Expected {
  std::string verdict, unsound, truth, gap, ulps;
};

std::vector<Expected> read_expected(const std::string& file) {
  std::ifstream in(file);
  std::vector<Expected> out;
  CsvReader reader(in);
  Record r;
  reader.next(r);
  while (reader.next(r)) {
    const auto& f = r.fields;
    EXPECT_EQ(f.size(), 6u);
    out.push_back({f.at(1), f.at(2), f.at(3), f.at(4), f.at(5)});
  }
  return out;
}

bool encloses(const Judgement& j, const std::string& truth) {
  if (truth == "inf") return j.lower == "inf" && j.upper == "inf";
  // As balls: exponents such as e-160647127137857 occur.
  const auto ball = [](const std::string& text) {
    Ball b;
    EXPECT_EQ(arb_set_str(b.arb(), text.c_str(), 300), 0) << text;
    return b;
  };
  const Ball t = ball(truth);
  // The expected truth has 35 digits; an exact enclosure is compared with what they can tell.
  const Ball slack = abs(t) * Ball(pow(Rational(1, 10), 34), 300);
  return certainly_less_equal(ball(j.lower), t + slack + slack) &&
         certainly_less_equal(t - slack - slack, ball(j.upper));
}

bool narrow(const Judgement& j) {
  if (j.lower == "inf") return true;
  if (j.lower == "0" && j.upper.find("e-") != std::string::npos) return true;  // below what decimals are printed for
  const auto read_lower = Rational::parse(j.lower), read_upper = Rational::parse(j.upper);
  if (!read_lower || !read_upper) return j.lower.substr(0, 14) == j.upper.substr(0, 14);  // exponents beyond reading
  const Rational &lower = *read_lower, &upper = *read_upper;
  return upper - lower <= abs(upper) * Rational::parse("1e-13").value();
}

bool close(const std::optional<double>& given, const std::string& expected) {
  if (expected.empty()) return !given;
  if (!given) return false;
  const double e = std::stod(expected);
  if (std::isinf(e)) return *given == e;  // beyond the range of a double
  return std::fabs(*given - e) <= 1e-6 * std::fabs(e) + 1e-300;
}

void compare(const std::string& csv, const std::string& expected_csv, std::size_t rows) {
  std::ifstream in(csv);
  const std::vector<Judged> given = testing::run(in, 2);
  const std::vector<Expected> expected = read_expected(expected_csv);
  ASSERT_EQ(given.size(), rows);
  ASSERT_EQ(expected.size(), rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const Row& r = given[i].row;
    SCOPED_TRACE("row " + std::to_string(i + 1) + ": " + r.mechanism + " " + r.parameters + " " + r.quantity + " at " +
                 r.at + " " + r.bound + " " + r.value);
    const Judgement& j = given[i].judgement;
    EXPECT_EQ(name(j.verdict), expected[i].verdict) << j.problem.message;
    EXPECT_EQ(name(j.unsound), expected[i].unsound);
    EXPECT_TRUE(encloses(j, expected[i].truth)) << "[" << j.lower << ", " << j.upper << "] and " << expected[i].truth;
    EXPECT_TRUE(narrow(j)) << j.lower << " " << j.upper;
    EXPECT_TRUE(close(j.relative_gap, expected[i].gap)) << j.relative_gap.value_or(NAN) << " and " << expected[i].gap;
    EXPECT_TRUE(close(j.ulps, expected[i].ulps)) << j.ulps.value_or(NAN) << " and " << expected[i].ulps;
  }
}

std::string source(const std::string& path) { return std::string(DPCERT_SOURCE_DIR) + "/" + path; }

TEST(Expected, SampleOfRealAccountants) {
  compare(source("examples/audit-sample.csv"), source("tests/audit/data/audit-sample.expected.csv"), 78);
}

TEST(Expected, CasesOfEveryMechanism) {
  const auto expected = read_expected(source("tests/audit/data/cases.expected.csv"));
  compare(source("tests/audit/data/cases.csv"), source("tests/audit/data/cases.expected.csv"), expected.size());
  EXPECT_GT(expected.size(), 400u);
}

TEST(Expected, WideRangesOfEveryMechanism) {
  const auto expected = read_expected(source("tests/audit/data/wide.expected.csv"));
  compare(source("tests/audit/data/wide.csv"), source("tests/audit/data/wide.expected.csv"), expected.size());
  EXPECT_GT(expected.size(), 2000u);
}

}  // namespace
}  // namespace dpcert::audit
