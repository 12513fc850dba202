// Brackets and exact points: what a search stops at, and that the work is what was promised.
#include "dpcert/solve/bisection.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "dpcert/core/size.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/roots.hpp"

namespace dpcert {
namespace {

TEST(Bisection, IntegersEndNextToOneAnother) {
  for (const std::int64_t edge : {1, 2, 17, 999, 1000}) {
    int asked = 0;
    const auto found = bisect(Bracket<std::int64_t>{0, 1001}, 64, [&](std::int64_t n) {
      ++asked;
      return n <= edge;
    });
    EXPECT_EQ(found.holds, edge);
    EXPECT_EQ(found.fails, edge + 1);
    EXPECT_LE(asked, 11);
  }
}

TEST(Bisection, DoublesEndNextToOneAnotherFromEitherSide) {
  const auto below_root = [](double x) { return x * x < 2; };
  const auto up = bisect(Bracket<double>{0, 5}, 200, below_root);
  EXPECT_EQ(std::nextafter(up.holds, 5.0), up.fails);
  EXPECT_NEAR(up.holds, std::sqrt(2.0), 1e-15);
  const auto down = bisect(Bracket<double>{5, 0}, 200, [&](double x) { return !below_root(x); });
  EXPECT_EQ(down.holds, up.fails);
  EXPECT_EQ(down.fails, up.holds);
}

TEST(Bisection, RationalsHalveExactly) {
  const auto found = bisect(Bracket<Rational>{0, 1}, 10, [](const Rational& x) { return x <= Rational(1, 3); });
  EXPECT_EQ(found.fails - found.holds, Rational(1, 1024));
  EXPECT_TRUE(found.holds <= Rational(1, 3) && Rational(1, 3) < found.fails);
}

TEST(Bisection, StopsWhereThereIsNoAnswer) {
  const auto found = bisect(Bracket<long>{0, 100}, 64, [](long n) -> std::optional<bool> {
    return n >= 24 && n <= 26 ? std::nullopt : std::optional(n < 25);
  });
  ASSERT_TRUE(found.undecided.has_value());
  EXPECT_EQ(*found.undecided, 25);
  EXPECT_EQ(found.holds, 0);
  EXPECT_EQ(found.fails, 50);
}

TEST(Bisection, BallsAreExactPoints) {
  const auto point = [](int n) { return Ball(n).with_precision(128); };
  const Ball two(2);
  const auto found =
      bisect(Bracket<Ball>{point(1), point(2)}, 100, [&](const Ball& x) { return certainly_less(x * x, two); });
  EXPECT_TRUE(found.holds.is_exact() && found.fails.is_exact());
  EXPECT_TRUE(hull(found.holds, found.fails).overlaps(sqrt(two.with_precision(128))));
  EXPECT_GE(hull(found.holds, found.fails).relative_accuracy_bits(), 95);
}

TEST(RegulaFalsi, MovesBothEnds) {
  const auto f = [](double x) { return std::exp(x) - 20; };
  RegulaFalsi<double> bracket(0, f(0), 10, f(10));
  int taken = 0;
  for (; taken < 60 && bracket.high() - bracket.low() > 1e-9; ++taken) {
    const double x = bracket.next();
    ASSERT_TRUE(bracket.low() < x && x < bracket.high());
    bracket.take(x, f(x), f(x) > 0);
  }
  EXPECT_LT(taken, 40);
  EXPECT_NEAR(bracket.low(), std::log(20.0), 1e-9);
  EXPECT_NEAR(bracket.high(), std::log(20.0), 1e-9);
}

TEST(MonotoneRoot, FindsRootsOfEverySize) {
  for (const char* text : {"1", "3", "1e-400", "7e300", "1/3"}) {
    const Rational root = *Rational::parse(text);
    const auto found = monotone_root([&](const Ball& x) { return x - Ball(root, 300); }, 1, 100, 300);
    ASSERT_TRUE(found) << text;
    EXPECT_TRUE(found->contains(root)) << text;
    EXPECT_GE(found->relative_accuracy_bits(), 90) << text;
    const auto falling = monotone_root([&](const Ball& x) { return Ball(root, 300) - x; }, -1, 100, 300);
    ASSERT_TRUE(falling) << text;
    EXPECT_TRUE(falling->contains(root)) << text;
  }
}

TEST(BallPoints, AreExactAndOnTheRightSide) {
  const Ball third(Rational(1, 3), 100), wide = third + Ball(Rational(-1, 8), Rational(1, 8), 100);
  for (const Ball& x : {third, wide}) {
    EXPECT_TRUE(midpoint(x).is_exact() && lower_end(x).is_exact() && upper_end(x).is_exact());
    EXPECT_EQ(midpoint(x).midpoint_rational(), x.midpoint_rational());
    EXPECT_TRUE(certainly_less_equal(lower_end(x), x) && certainly_less_equal(x, upper_end(x)));
    EXPECT_TRUE(certainly_less(lower_end(x), upper_end(x)));
    EXPECT_LE(lower_end(x).midpoint_rational(), x.lower_rational());
    EXPECT_GE(upper_end(x).midpoint_rational(), x.upper_rational());
    EXPECT_EQ(midpoint(x).precision(), 100);
  }
  EXPECT_FALSE(midpoint(Ball::indeterminate(64)).is_finite());
  EXPECT_EQ(midpoint(third, 2).midpoint_rational(), Rational(3, 8));
  EXPECT_EQ(midpoint(Ball(1).with_precision(8), Ball(2).with_precision(8)).midpoint_rational(), Rational(3, 2));
  EXPECT_EQ(power_of_two(-3, 64).midpoint_rational(), Rational(1, 8));
  EXPECT_EQ(scaled(Ball(5), 2).midpoint_rational(), Rational(20));
  EXPECT_EQ(exact_point(0.375, 64).midpoint_rational(), Rational(3, 8));
  EXPECT_TRUE(exact_point(std::exp(4000.0L), 64).is_finite());  // beyond every double
}

TEST(SizeOfARational, IsOffByLessThanOne) {
  const Rational sizes[] = {
      Rational(1),         Rational(3), Rational(-1, 3), pow(Rational(10), -5000), -pow(Rational(7), 4000),
      Rational(1023, 1025)};
  for (const Rational& q : sizes) {
    const double truth = (log(Ball(abs(q), 200)) / log(Ball(2).with_precision(200))).approx();
    EXPECT_LT(std::fabs(log2_of(q) - truth), 1.0001) << truth;
  }
  EXPECT_EQ(log2_of(Rational(0)), 0);
}

}  // namespace
}  // namespace dpcert
