// What the separation statement abbreviates is what src/langevin computes: the release of cyclic SGLD against
// `cyclic_release`, the bounds of a pair of Gaussians against `gaussian_hockey_stick`, at random numbers and from both
// sides.
#include <gtest/gtest.h>

#include "dpcert/kernel/separation.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/language/enclose.hpp"
#include "dpcert/language/statement.hpp"
#include "tests/dice.hpp"

namespace dpcert::verify {
namespace {

using langevin::SeparationTarget;
using langevin::SeparationWitness;

constexpr Precision bits = 256;

/// Random numbers, short as rationals; they need not make the statement true.
struct Dice : test::Dice {
  Dice() : test::Dice(271828) {}
  Rational between(int lo, int hi) { return Rational(lo) + Rational(integer(1, 24 * (hi - lo) - 1), 24); }
  SeparationWitness witness() {
    SeparationWitness w;
    w.n = integer(2, 40);
    w.epochs = integer(1, 20);
    w.c = between(1, 9);
    w.alpha = between(1, 4);
    w.beta = between(1, 9);
    w.gamma1 = Rational(1, 4);
    w.radius = Rational(1);
    w.shift_squared = between(0, 1);
    w.ratio = Rational(1, 2) + between(0, 1) / Rational(3);
    w.threshold = Rational(0);
    w.standardized = Rational(0);
    return w;
  }
};

// The conclusions by number, from 0: "delta at most" twice, and the one about the release.
constexpr std::size_t narrow_first = 7, wide_first = 8, release_conclusion = 9;

Relation conclusion(const SeparationTarget& target, const SeparationWitness& w, std::size_t which) {
  return parse_statement(separation_statement(target, w)).instance().conclusions.at(which);
}

testing::AssertionResult same(const Ball& a, const Ball& b) {
  for (const Ball& x : {a, b}) {
    if (!x.is_finite() || x.upper_rational() - x.lower_rational() > pow(Rational(1, 2), 80))
      return testing::AssertionFailure() << "not known: " << x.str();
  }
  if (a.overlaps(b)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << a.str() << " is not " << b.str();
}

TEST(SeparationFormulas, TheReleaseIsThatOfTheTemplate) {
  Dice dice;
  const SeparationTarget target{1, 10, {1, 100}};
  for (int i = 0; i < 40; ++i) {
    SeparationWitness w = dice.witness();
    const std::int64_t r = dice.integer(std::int64_t{1}, w.n);
    const auto ball = [](const Rational& q) { return Ball(q, bits); };
    const langevin::Problem<Ball> problem{w.n, ball(w.c), ball(Rational(1)), ball(w.alpha), ball(w.beta)};
    const auto release = langevin::cyclic_release(problem, langevin::default_step_size(problem), w.epochs * w.n);
    // tau sigma + gap >= K sqrt(variance), with 0 and 1 for tau and K.
    const auto sides = [&](int tau, int standardized) {
      w.threshold = Rational(tau);
      w.standardized = Rational(standardized);
      const Relation about = conclusion(target, w, release_conclusion);
      EXPECT_EQ(about.rel, Rel::ge);
      const std::map<std::string, Rational> point{{"r", Rational(r)}};
      return std::pair(enclose(about.lhs, point, bits), enclose(about.rhs, point, bits));
    };
    SCOPED_TRACE("n " + std::to_string(w.n) + " epochs " + std::to_string(w.epochs) + " r " + std::to_string(r));
    EXPECT_TRUE(same(sides(0, 1).first, release.gap(r)));
    EXPECT_TRUE(same(sides(1, 0).first, release.gap(r) + sqrt(release.first.variance)));
    EXPECT_TRUE(same(sides(0, 1).second, sqrt(release.variance(r))));
  }
}

TEST(SeparationFormulas, ThePairBoundsExceedTheHockeyStickByNoMoreThanTheLastTerm) {
  Dice dice;
  int tight = 0;
  for (int i = 0; i < 40; ++i) {
    const SeparationWitness w = dice.witness();
    const SeparationTarget target{dice.between(0, 1), 10, {1, 100}};
    const Rational u = w.ratio + (Rational(1) - w.ratio) * Rational(dice.integer(0, 23), 24);
    const Ball epsilon(target.epsilon, bits), g = sqrt(Ball(w.shift_squared, bits)), one(1), ratio(w.ratio, bits);
    const Ball smaller(u, bits), beyond = normal_cdf(-(g * sqrt(ratio) / (one - ratio)));
    const auto bound = [&](std::size_t which) {
      const Relation about = conclusion(target, w, which);  // delta >= the bound
      EXPECT_EQ(about.rel, Rel::ge);
      return enclose(about.rhs, {{"u", u}}, bits);
    };
    // In units of the larger precision: variances 1 and 1/u.
    const Ball narrow = bound(narrow_first), wide = bound(wide_first);
    const Ball exact_narrow = langevin::gaussian_hockey_stick(epsilon, one, one / smaller, g, langevin::Wider::q);
    const Ball exact_wide = langevin::gaussian_hockey_stick(epsilon, one / smaller, one, g, langevin::Wider::p);
    SCOPED_TRACE("eps " + target.epsilon.str() + " g^2 " + w.shift_squared.str() + " u " + u.str());
    if (narrow.is_finite() && exact_narrow.is_finite()) {  // else the best event is empty
      EXPECT_FALSE(certainly_less(narrow, exact_narrow));
      EXPECT_FALSE(certainly_greater(narrow, exact_narrow + exp(epsilon) * beyond));
      ++tight;
    }
    ASSERT_TRUE(wide.is_finite() && exact_wide.is_finite());
    EXPECT_FALSE(certainly_less(wide, exact_wide));
    EXPECT_FALSE(certainly_greater(wide, exact_wide + beyond));
  }
  EXPECT_GE(tight, 10);
}

}  // namespace
}  // namespace dpcert::verify
