#include "dpcert/kernel/separation.hpp"

#include <gtest/gtest.h>

#include <ostream>

#include "dpcert/checker/checker.hpp"
#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/langevin/posterior.hpp"
#include "dpcert/langevin/release.hpp"

namespace dpcert::langevin {
void PrintTo(const SeparationTarget& t, std::ostream* out) {
  *out << "eps " << t.epsilon.str() << ", eps' " << t.epsilon_prime.str() << ", delta " << t.delta.str();
}
}  // namespace dpcert::langevin

namespace dpcert::verify {
namespace {

using langevin::SeparationTarget;
using langevin::SeparationWitness;

DecideOptions options() {
  DecideOptions o;
  o.bits = 256;
  o.time_limit = std::chrono::duration<double>::max();
  return o;
}

const SeparationTarget small{1, 10, {1, 100}};

class Separation : public testing::TestWithParam<SeparationTarget> {};

TEST_P(Separation, IsProvedAndTheCheckerAccepts) {
  const auto result = prove_separation(GetParam(), options());
  ASSERT_TRUE(result.proved()) << result.decision.reason;
  const auto again = checker::check(result.decision.certificate);
  EXPECT_TRUE(again.accepted) << again.reason;
  // The SGLD half by another way: the exact hockey stick of the Gaussian and the mixture.
  const auto& w = result.witness;
  const langevin::Problem<Rational> problem{w.n, w.c, 1, w.alpha, w.beta};
  const auto delta =
      langevin::certified_hockey_stick(problem, langevin::default_step_size(problem), w.epochs * w.n,
                                       Epsilon(GetParam().epsilon_prime), langevin::Direction::first_over_second, 5);
  ASSERT_TRUE(delta.is_finite());
  EXPECT_TRUE(certainly_greater(delta.enclosure, Ball(GetParam().delta, 128)));
}

INSTANTIATE_TEST_SUITE_P(Targets, Separation,
                         testing::Values(small, SeparationTarget{{1, 10}, 100, {1, 100000}},
                                         SeparationTarget{{1, 100}, 10000, {1, 1000000000}},
                                         SeparationTarget{4, 10, {2, 5}}, SeparationTarget{1, 1, {49, 100}}));

// Wrong numbers are not proved: a slope freedom or a distance that does not suffice, too small a c, too early a step.
TEST(SeparationStatement, WrongNumbersAreNotProved) {
  const SeparationWitness right = langevin::find_separation(small);
  const auto verdict = [](const SeparationWitness& w) {
    auto o = options();
    o.time_limit = std::chrono::duration<double>(20);
    o.tightness_boxes = 0;
    return decide(parse_statement(separation_statement(small, w)), o).verdict;
  };
  auto w = right;
  w.c = right.c * Rational(9, 10);
  EXPECT_NE(verdict(w), Verdict::proved);
  w = right;
  w.epochs = 20;
  EXPECT_NE(verdict(w), Verdict::proved);
  w = right;
  w.shift_squared = right.shift_squared * Rational(99, 100);
  EXPECT_NE(verdict(w), Verdict::proved);
  w = right;
  w.shift_squared = right.shift_squared * Rational(102, 100);  // true, but then delta is exceeded
  EXPECT_NE(verdict(w), Verdict::proved);
  w = right;
  w.standardized = right.standardized - Rational(1, 4);
  EXPECT_NE(verdict(w), Verdict::proved);
}

TEST(SeparationStatement, ASmallerNDoesNotSufficeHere) {
  // At n - 1, with all common records at x_l and slope c - R, adding the record (x_h, c + R): delta(1) > 0.01.
  const auto w = langevin::find_separation(small);
  const Rational y = w.alpha + Rational(w.n - 2) * w.beta / 4, q = w.beta;
  const langevin::RegressionDomain<Rational> domain{w.n - 1, w.c, 1, 1, {1, 2}, w.alpha, w.beta};
  const Rational difference = langevin::worst_difference(domain, Rational(y - w.alpha), q, Rational(0));
  const Ball delta =
      langevin::gaussian_hockey_stick(Ball(Rational(1), 128), Ball(Rational(1) / y, 128),
                                      Ball(Rational(1) / (y + q), 128), Ball(difference, 128), langevin::Wider::p);
  EXPECT_TRUE(certainly_greater(delta, Ball(Rational(1, 100), 128))) << delta.str();
}

TEST(SeparationSearch, RefusesTargetsOutsideTheirRange) {
  EXPECT_THROW(langevin::find_separation({0, 1, {1, 100}}), Error);
  EXPECT_THROW(langevin::find_separation({1, -1, {1, 100}}), Error);
  EXPECT_THROW(langevin::find_separation({1, 1, {1, 2}}), Error);
  EXPECT_THROW(langevin::find_separation({1, 1, 0}), Error);
}

}  // namespace
}  // namespace dpcert::verify
