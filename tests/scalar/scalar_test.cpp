// Basic readings of the scalar types.
#include "src/scalar/scalar.hpp"

#include <gtest/gtest.h>

#include "src/scalar/ball.hpp"
#include "src/scalar/interval.hpp"

namespace dpcert {
namespace {

static_assert(Scalar<double>);
static_assert(Scalar<long double>);
static_assert(ExactlyConstructible<Ball>);
static_assert(ExactlyConstructible<Interval>);
static_assert(ExactlyConstructible<Expr>);
static_assert(!std::is_constructible_v<Rational, double>);

TEST(Scalar, Smoke) {
  EXPECT_TRUE(Interval(Rational(1, 10), 64).contains(Rational(1, 10)));
  EXPECT_TRUE(lgamma(Interval(Rational(1), Rational(3), 64)).is_finite());
  EXPECT_EQ(lgamma(Interval(Rational(1), Rational(3), 64)).str(5), "[-0.12149, 0.69315]");
  EXPECT_EQ(trigamma(Ball(Rational(1), 64)).str(15), "[1.64493406684822, 1.64493406684823]");
}

}  // namespace
}  // namespace dpcert
