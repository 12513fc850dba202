// The asymptotic series of lgamma and the polygamma functions: the coefficients against exact arithmetic that does not
// know them, and every evaluation against the templates of dpcert/scalar/stirling.hpp, which are rigorous with their
// remainder: at most the first term left out.
#include "dpcert/scalar/stirling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/special/second_difference.hpp"
#include "src/scalar/special.hpp"
#include "tests/dice.hpp"

namespace dpcert {
namespace {

using test::Dice;

constexpr Precision bits = 256;

Ball exact(double x) { return Ball(Rational::from_double(x), bits); }
/// `value` with the radius of the first term left out.
Ball with_remainder(Ball value, const Ball& left_out) {
  arb_add_error(value.arb(), left_out.arb());
  return value;
}
constexpr int all_terms = 14;
int steps_for(double x) { return x < 60 ? static_cast<int>(60 - x) + 1 : 0; }
/// psi^(k)(x) by the template, n so large that little is left out.
Ball polygamma_by_formula(int k, double x) {
  const Ball at = exact(x), y = at + Ball(steps_for(x));
  return with_remainder(polygamma_series_formula(k, at, steps_for(x), all_terms),
                        Ball(series_coefficient(k, all_terms), bits) * pow(y, -k - 2 * all_terms));
}
Ball lgamma_by_formula(double x) {
  const Ball at = exact(x), y = at + Ball(steps_for(x));
  return with_remainder(lgamma_series_formula(at, steps_for(x), all_terms),
                        Ball(series_coefficient(-1, all_terms), bits) * pow(y, 1 - 2 * all_terms));
}
/// |value - truth| <= tolerance * size, the enclosure being much narrower.
void expect_near(double value, const Ball& truth, double tolerance, double size) {
  const Ball bound(Rational::from_double(tolerance * size), bits);
  EXPECT_TRUE(certainly_less_equal(abs(exact(value) - truth), bound)) << value << " " << truth.str(20);
}

// sum_{j<n} C(n, j) B_j = 0 for n >= 2, with B_0 = 1, B_1 = -1/2 and B_3 = B_5 = ... = 0, defines the Bernoulli
// numbers.
TEST(BernoulliNumbers, SatisfyTheirRecurrence) {
  const auto bernoulli = [](int n) {
    if (n == 0) return Rational(1);
    if (n == 1) return Rational(-1, 2);
    if (n % 2 == 1) return Rational(0);
    const ConstantFraction b = bernoulli_numbers.at(static_cast<std::size_t>(n / 2 - 1));
    return Rational(b.numerator, b.denominator);
  };
  for (int n = 2; n <= 29; ++n) {
    Rational sum, binomial(1);
    for (int j = 0; j < n; ++j) {
      sum += binomial * bernoulli(j);
      binomial = binomial * Rational(n - j) / Rational(j + 1);
    }
    EXPECT_TRUE(sum.is_zero()) << n;
  }
}

TEST(SeriesCoefficients, AreTheSameFromTheTableAndFromTheLibrary) {
  for (int k = -1; k <= 12; ++k) {
    for (int m = 1; m <= 14; ++m) {
      Rational library;
      special::series_coefficient(library.fmpq_ptr(), k, m);
      EXPECT_EQ(series_coefficient(k, m), library) << k << " " << m;
    }
  }
  for (int m = 1; m <= 9; ++m) {
    const ConstantFraction c = stirling_fraction(m);
    EXPECT_EQ(Rational(c.numerator, c.denominator), series_coefficient(-1, m));
    EXPECT_EQ(stable::stirling_coefficients<double>[static_cast<std::size_t>(m - 1)],
              series_coefficient(-1, m).approx());
  }
}

// psi(1) = -gamma, psi'(1) = pi^2/6, psi''(1) = -2 zeta(3), lgamma(1/2) = log(pi)/2: NIST DLMF 5.4, 5.15; digits of
// Euler's constant and zeta(3) from their OEIS entries A001620 and A002117.
TEST(SeriesFormulas, AgreeWithClosedForms) {
  const Ball pi = pi_like(exact(1));
  const auto number = [](const char* digits) { return Ball(*Rational::parse(digits), bits); };
  const Ball slack(pow(Rational(1, 10), 25), bits);
  const auto near = [&](const Ball& value, const Ball& truth) {
    EXPECT_TRUE(certainly_less(abs(value - truth), slack)) << value.str(30) << " " << truth.str(30);
  };
  near(polygamma_by_formula(0, 1), -number("0.577215664901532860606512090082402431"));
  near(polygamma_by_formula(1, 1), pi * pi / Ball(6));
  near(polygamma_by_formula(2, 1), -Ball(2) * number("1.202056903159594285399738161511449990"));
  near(lgamma_by_formula(0.5), log(pi) / Ball(2));
  near(lgamma_by_formula(7), log(Ball(Rational(720), bits)));
}

TEST(SeriesStrategies, BallsAreThePolygammaFormula) {
  Dice dice(20240611);
  for (int i = 0; i < 2000; ++i) {
    const int k = dice.integer(0, 12), steps = dice.integer(0, 30), terms = dice.integer(1, 14);
    const double x = dice.log_uniform(1e-6, 1e6);
    const Ball at = exact(x), y = at + Ball(steps);
    Ball series;
    special::polygamma_series(series.arb(), k, arb_midref(at.arb()), steps, terms, bits);
    if (k > 0 && k % 2 == 0) series = -series;
    const Ball left_out = Ball(series_coefficient(k, terms), bits) * pow(y, -k - 2 * terms);
    const Ball formula = with_remainder(polygamma_series_formula(k, at, steps, terms), left_out);
    // The same centre and the same remainder, but for rounding.
    const Ball rounding = (abs(formula) + Ball(1)) * pow(Ball(2).with_precision(bits), -200);
    ASSERT_TRUE(
        certainly_less_equal(abs(Ball(series.midpoint_rational(), bits) - Ball(formula.midpoint_rational(), bits)),
                             rounding + abs(left_out) * pow(Ball(2).with_precision(bits), -20)))
        << k << " " << x << " " << steps << " " << terms;
    ASSERT_TRUE(series.overlaps(polygamma_by_formula(k, x))) << k << " " << x;
  }
}

TEST(SeriesStrategies, FloatTypesAreThePolygammaFormula) {
  Dice dice(20240611);
  for (int i = 0; i < 3000; ++i) {
    const int k = dice.integer(0, 12);
    const double x = dice.log_uniform(1e-6, 1e8);
    const Ball truth = polygamma_by_formula(k, x);
    // psi has a zero at 1.4616...: there its error is one of x - zero.
    const double size = std::fabs(truth.approx()),
                 unit = k == 0 ? std::fmax(size, 0.1 * std::fmin(1, std::fabs(x - 1.4616))) : size;
    expect_near(polygamma(k, x), truth, 1e-13, unit);
    expect_near(static_cast<double>(polygamma(k, static_cast<long double>(x))), truth, 1e-15, unit);
  }
}

TEST(SeriesStrategies, DoubleIntervalsContainTheFormulaAndAreNarrow) {
  Dice dice(20240611);
  for (int i = 0; i < 3000; ++i) {
    const int k = dice.integer(0, 12);
    const double x = dice.log_uniform(1e-6, 1e8);
    const auto check = [&](const DoubleInterval& value, const Ball& truth, double size) {
      EXPECT_FALSE(certainly_less(truth, exact(value.lower()))) << k << " " << x;
      EXPECT_FALSE(certainly_greater(truth, exact(value.upper()))) << k << " " << x;
      EXPECT_LE(value.upper() - value.lower(), 1e-12 * size) << k << " " << x;
    };
    const Ball truth = polygamma_by_formula(k, x);
    check(polygamma(k, DoubleInterval(x, x)), truth, std::fabs(truth.approx()) + (k == 0 ? 1 : 0));
    const Ball log_gamma = lgamma_by_formula(x);
    check(lgamma(DoubleInterval(x, x)), log_gamma, std::fabs(log_gamma.approx()) + 10);
  }
}

TEST(SeriesStrategies, RemaindersOfTheStablePathAreTheFormula) {
  Dice dice(20240611);
  for (int i = 0; i < 2000; ++i) {
    const double x = dice.log_uniform(1e-4, 1e8);
    const Ball at = exact(x), half = Ball(Rational(1, 2), bits);
    // R(x) = lgamma(x) - x log x + x - log(2 pi)/2, R'(x) = digamma(x) - log x
    const Ball value = lgamma_by_formula(x) - at * log(at) + at - half * log(Ball(2) * pi_like(at));
    const Ball slope = polygamma_by_formula(0, x) - log(at);
    const auto r = stable::remainder(x);
    expect_near(r.value, value, 4e-13, std::fmax(1, std::fabs(value.approx())));
    expect_near(r.slope, slope, 4e-13, std::fabs(slope.approx()));
  }
}

}  // namespace
}  // namespace dpcert
