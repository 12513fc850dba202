// Calibration of the Dirichlet mechanisms. Oracles: closed forms, and the loss by plain enumeration in double.
#include "dpcert/calibration/dirichlet.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/core/decimal.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/privacy/quantity.hpp"

namespace dpcert {
namespace {

DirichletQuery calibration_query(const char* name, std::vector<Rational> prior, std::int64_t n) {
  return {*dirichlet_mechanism(name), std::move(prior), n, Rational(1), Rational(1, 2)};
}
double enumerated_loss(const DirichletQuery& query, const Rational& eps) {
  std::map<std::string, std::vector<Rational>> words{
      {"prior", query.prior}, {"n", {Rational(query.n)}}, {"eps", {eps}}};
  if (query.mechanism == DirichletMechanism::ehds) words["gamma"] = {query.gamma};
  return textbook(make_query("privacy_loss", to_string(query.mechanism), words, std::nullopt));
}

TEST(DirichletCalibration, BothEndsAgainstPlainEnumeration) {
  for (const char* name : {"ehd", "ehdl", "ehds"}) {
    for (const DirichletQuery& query : {calibration_query(name, {Rational(1), Rational(1)}, 12),
                                        calibration_query(name, {Rational(1, 1000), Rational(3)}, 7),
                                        calibration_query(name, {Rational(1), Rational(2), Rational(1, 2)}, 4)}) {
      for (const Rational& target : {Rational(1, 10), Rational(1), Rational(6)}) {
        const CalibratedEps found = largest_dirichlet_eps(query, target, 10);
        EXPECT_NEAR(enumerated_loss(query, found.value), target.approx(), 1e-8 * target.approx()) << name;
        EXPECT_NEAR(found.at_value.enclosure.approx(), enumerated_loss(query, found.value), 1e-11);
        EXPECT_TRUE(certainly_less_equal(found.at_value.enclosure, Ball(target, 200)));
        EXPECT_TRUE(certainly_greater(found.at_insufficient.enclosure, Ball(target, 200)));
        // One unit of the tenth digit.
        EXPECT_LE((found.insufficient - found.value) / found.value, Rational(1, 1'000'000'000));
      }
    }
  }
}

// eps for two categories of lshist; 2 eps/d of lsdim; eps/d of lszhang, for three categories or more and two records.
TEST(DirichletCalibration, FlooredLaplaceIsTheRationalRoundedDown) {
  const auto value = [](const char* name, std::size_t d, const Rational& target) {
    return decimal_text(
        largest_dirichlet_eps(calibration_query(name, std::vector<Rational>(d, Rational(1)), 9), target, 12).value);
  };
  EXPECT_EQ(value("lshist", 2, Rational(1, 3)), "0.333333333333");
  EXPECT_EQ(value("lshist", 2, Rational(1, 4)), "0.25");
  EXPECT_EQ(value("lsdim", 4, Rational(1, 3)), "0.666666666666");
  EXPECT_EQ(value("lszhang", 3, Rational(2)), "6");
}

// One record, three categories: with a = eps/2 the loss of lshist is a + log(2 - exp(-a)), as the sum over the clamped
// outputs gives it.
TEST(DirichletCalibration, OneRecordOfFlooredLaplace) {
  const DirichletQuery query = calibration_query("lshist", {Rational(1), Rational(1), Rational(1)}, 1);
  const double a = largest_dirichlet_eps(query, Rational(1, 3), 14).value.approx() / 2;
  EXPECT_NEAR(a + std::log(2 - std::exp(-a)), 1.0 / 3, 1e-13);
}

// One record under the uniform prior: the loss is eps/2 for every exponential mechanism but ehds with gamma, whose
// sensitivity is the local one here, so eps/(2 (1 + gamma)).
TEST(DirichletCalibration, ATargetThatIsAttainedIsStraddled) {
  for (const auto& [name, root] : {std::pair("ehd", 1.0), {"ehdl", 1.0}, {"ehds", 1.5}}) {
    const CalibratedEps found =
        largest_dirichlet_eps(calibration_query(name, {Rational(1), Rational(1)}, 1), Rational(1, 2), 12);
    EXPECT_LE(found.value.approx(), root) << name;
    EXPECT_GT(found.insufficient.approx(), root) << name;
    EXPECT_NEAR(found.value.approx(), root, 1e-10) << name;
  }
}

TEST(DirichletCalibration, RefusesTargetsAndQueries) {
  const DirichletQuery good = calibration_query("ehd", {Rational(1), Rational(1)}, 3);
  EXPECT_THROW(largest_dirichlet_eps(good, Rational(0), 10), Error);
  EXPECT_THROW(largest_dirichlet_eps(good, Rational(-1), 10), Error);
  EXPECT_THROW(largest_dirichlet_eps(good, Rational(2'000'000), 10), Error);
  EXPECT_THROW(largest_dirichlet_eps(calibration_query("ehd", {Rational(1), Rational(0)}, 3), Rational(1), 10), Error);
  EXPECT_THROW(largest_dirichlet_eps(calibration_query("ehd", {Rational(1), Rational(1)}, 10001), Rational(1), 10),
               Error);
}

}  // namespace
}  // namespace dpcert
