// The derivative of whole formulas: its shape, and formulas that are long or deep.
#include <gtest/gtest.h>

#include <string>

#include "dpcert/scalar/tape.hpp"
#include "random_points.hpp"

namespace dpcert {
namespace {

const Expr x = Expr::variable("x"), y = Expr::variable("y"), z = Expr::variable("z");
std::string d(const Expr& e) { return to_text(derivative(e, x)); }

// By hand.
TEST(Derivative, WritesFlatSumsAndProducts) {
  EXPECT_EQ(d(x + (y + x)), "2");
  EXPECT_EQ(d(y), "0");
  EXPECT_EQ(d(x * (y * z)), "y*z");
  EXPECT_EQ(d(Expr(2) * (Expr(3) * x) * y), "6*y");
  EXPECT_EQ(d(x * (y + x)), "y + x + x");
  EXPECT_EQ(d(-(x * y) / 2), "-(1/2*y)");
  EXPECT_EQ(d(y - (x - y)), "(-1)");
  EXPECT_EQ(d(y / x), "-(y/x^2)");
  EXPECT_EQ(d(pow(x, 3)), "3*x^2");
  EXPECT_EQ(d(pow(x, 2)), "2*x");
  EXPECT_EQ(d(pow(x, y)), "y*x^(y - 1)");
  EXPECT_EQ(d(pow(y, x)), "y^x*log(y)");
  EXPECT_EQ(d(log(y * x)), "y/(y*x)");
  EXPECT_EQ(d(log1p(x + 2)), "1/(x + 3)");
  EXPECT_EQ(d(sqrt(x)), "1/(2*sqrt(x))");
  EXPECT_EQ(d(exp(2 * x)), "2*exp(2*x)");
  EXPECT_EQ(d(xlogy(y, x)), "y/x");
  EXPECT_EQ(d(Expr::apply("f", {0, 1}, {pow(x, 2), x})), "2*f'(1,1)(x^2, x)*x + f'(0,2)(x^2, x)");
  EXPECT_EQ(derivative(select(Rel::ge, x, y, x * y, z), x), select(Rel::ge, x, y, y, 0));
  EXPECT_EQ(derivative(select(Rel::ge, x, y, z, z), x), Expr(0));
}

TEST(Derivative, OfMinAndMaxIsThatOfOneArgument) {
  const auto value = [](const Expr& e, long at) {
    return evaluate<Ball>(
        e, {{"x", Ball(at)}, {"y", Ball(2)}}, [](const Rational& q) { return Ball(q, 100); },
        [] { return Ball::pi(100); });
  };
  const Expr low = derivative(min(x, y * y), x), high = derivative(max(x, y * y), x);
  EXPECT_TRUE(value(low, 1).contains(1) && value(low, 7).contains(0));
  EXPECT_TRUE(value(high, 1).contains(0) && value(high, 7).contains(1));
  EXPECT_FALSE(value(low, 1).contains(0) || value(high, 1).contains(1));
}

// Deeper than any stack, and a product whose derivative in full would have four million nodes.
TEST(Derivative, OfLongFormulas) {
  Expr nested = x, sum = x, product = x;
  for (int i = 1; i <= 100000; ++i) sum = sum + x;
  for (int i = 1; i <= 500; ++i) nested = exp(-nested);  // the language allows no more inside each other
  for (int i = 1; i < 2000; ++i) product = product * (x + i);
  EXPECT_EQ(d(sum), "100001");
  EXPECT_LE(size_of(derivative(nested, x)), 150000u);
  const Expr dp = derivative(product, x);
  EXPECT_LE(size_of(dp), 600000u);
  // log f has the derivative sum 1/(x + i): at 1, f'/f = H(2000).
  const auto at_one = [](const Expr& e) {
    return evaluate<Ball>(
        e, {{"x", Ball(1)}}, [](const Rational& q) { return Ball(q, 200); }, [] { return Ball::pi(200); });
  };
  Rational harmonic = 0;
  for (int i = 1; i <= 2000; ++i) harmonic += Rational(1, i);
  EXPECT_TRUE(
      certainly_less(abs(at_one(dp) / at_one(product) - Ball(harmonic, 200)), Ball(Rational(1, 1000000000), 100)));
}

}  // namespace
}  // namespace dpcert
