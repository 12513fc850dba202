// The point readings, double, long double and Mp, against certified enclosures; and what they do outside the domains.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/mp.hpp"
#include "dpcert/scalar/scalar.hpp"
#include "random_points.hpp"

namespace dpcert {
namespace {

template <class S>
struct Named {
  std::string name;
  std::function<S(const S&)> f;
};
template <class S>
std::vector<Named<S>> functions() {
  return {{"exp", [](const S& x) { return exp(x); }},
          {"expm1", [](const S& x) { return expm1(x); }},
          {"log", [](const S& x) { return log(x); }},
          {"log1p", [](const S& x) { return log1p(x); }},
          {"sqrt", [](const S& x) { return sqrt(x); }},
          {"lgamma", [](const S& x) { return lgamma(x); }},
          {"digamma", [](const S& x) { return digamma(x); }},
          {"trigamma", [](const S& x) { return trigamma(x); }},
          {"polygamma 2", [](const S& x) { return polygamma(2, x); }},
          {"polygamma 3", [](const S& x) { return polygamma(3, x); }},
          {"polygamma 4", [](const S& x) { return polygamma(4, x); }},
          {"polygamma 8", [](const S& x) { return polygamma(8, x); }},
          {"erf", [](const S& x) { return erf(x); }},
          {"erfc", [](const S& x) { return erfc(x); }},
          {"normal_cdf", [](const S& x) { return normal_cdf(x); }},
          {"normal_cdf(-x)", [](const S& x) { return normal_cdf(-x); }},
          {"tanh", [](const S& x) { return tanh(x); }},
          {"sin", [](const S& x) { return sin(x); }},
          {"cos", [](const S& x) { return cos(x); }},
          {"atan", [](const S& x) { return atan(x); }},
          {"cosh", [](const S& x) { return cosh(x); }}};
}

/// |value - truth| <= tolerance * max(|truth|, floor)
template <class T>
void expect_close(T value, const Ball& truth, double tolerance, double floor, const std::string& where) {
  const Rational v = Rational::from_double(static_cast<double>(value)) +
                     Rational::from_double(static_cast<double>(value - static_cast<T>(static_cast<double>(value))));
  const Rational t = truth.midpoint_rational();
  const Rational scale = std::max(abs(t), Rational::from_double(floor));
  EXPECT_LE(abs(v - t), scale * Rational::from_double(tolerance))
      << where << ": " << static_cast<double>(value) << ", true " << truth.str();
}

TEST(PointValues, DoubleAndLongDoubleAreCloseToTheTruth) {
  testing::Source source(31);
  const auto f = functions<double>();
  const auto g = functions<long double>();
  const auto truth = functions<Ball>();
  for (std::size_t k = 0; k < f.size(); ++k) {
    int compared = 0;
    for (int i = 0; i < testing::cases(2000); ++i) {
      const double x = source.log_uniform(1e-6, i % 2 == 0 ? 30 : 1e6);
      const Ball t = truth[k].f(Ball(Rational::from_double(x), 200));
      const double limit = t.approx();
      if (std::abs(limit) > 1e300 || std::abs(limit) < 1e-280) continue;
      // normal_cdf rounds its argument: condition number x^2
      const double condition = truth[k].name.starts_with("normal") ? 1 + x * x : 1;
      const std::string where = truth[k].name + " at " + Rational::from_double(x).str();
      const bool zero_inside = truth[k].name == "lgamma";  // glibc is accurate to 1e-15 there, absolutely
      expect_close(f[k].f(x), t, 1e-14 * condition, zero_inside ? 1 : 0, where);
      expect_close(g[k].f(x), t, 1e-17 * condition, zero_inside ? 1 : 0, where + " (long double)");
      ++compared;
    }
    EXPECT_GT(compared, testing::cases(2000) / 4) << truth[k].name;
  }
}

TEST(PointValues, DigammaKeepsItsDigitsNearItsZero) {
  testing::Source source(33);
  const double zero = 1.4616321449683623;
  for (int i = 0; i < testing::cases(2000); ++i) {
    const double x = zero * (1 + source.log_uniform(1e-16, 0.2) * (source.coin() ? 1 : -1));
    const Ball t = digamma(Ball(Rational::from_double(x), 200));
    expect_close(digamma(x), t, 4e-15, 0, "digamma at " + Rational::from_double(x).str());
    expect_close(digamma(static_cast<long double>(x)), t, 4e-18, 0,
                 "long double digamma at " + Rational::from_double(x).str());
  }
}

TEST(PointValues, MpIsWithinTheEnclosureWidened) {
  testing::Source source(32);
  const auto f = functions<Mp>();
  const auto truth = functions<Ball>();
  for (std::size_t k = 0; k < f.size(); ++k) {
    for (int i = 0; i < testing::cases(150); ++i) {
      const Rational x = source.rational(1e-6, 1e3);
      const Precision bits = source.integer(53, 400);
      const Mp v = f[k].f(Mp(x, bits));
      EXPECT_EQ(v.precision(), bits);
      const Ball t = truth[k].f(Ball(x, bits + 60));
      const Rational unit = pow(Rational(2), 3 - static_cast<int>(bits));
      EXPECT_LE(abs(v.rational() - t.midpoint_rational()), abs(t.midpoint_rational()) * unit)
          << f[k].name << " at " << x.str() << " bits " << bits;
    }
  }
}

TEST(PointValues, DoubleGivesNanOutsideTheDomain) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (double v : {log(0.0),       log(-1.0),          log1p(-1.0),
                   log1p(-2.0),    sqrt(-1.0),         lgamma(0.0),
                   lgamma(-0.5),   digamma(0.0),       digamma(-0.5),
                   trigamma(-0.5), polygamma(2, -0.5), pow(-1.0, 0.5),
                   pow(0.0, -1),   pow(0.0, -0.5),     pow(nan, 0),
                   pow(nan, 0.0),  xlogy(1.0, 0.0),    xlogy(0.0, -1.0),
                   min(1.0, nan),  max(nan, 1.0),      select(Rel::lt, nan, 1.0, 2.0, 3.0)}) {
    EXPECT_TRUE(std::isnan(v));
  }
  EXPECT_EQ(pow(0.0, 0), 1.0);
  EXPECT_EQ(pow(0.0, 0.0), 1.0);
  EXPECT_EQ(pow(-2.0, 3.0), -8.0);
  EXPECT_EQ(xlogy(0.0, 0.0), 0.0);
  EXPECT_EQ(sqrt(0.0), 0.0);
  EXPECT_THROW(polygamma(-1, 1.0), Error);
}

TEST(PointValues, MpThrowsOutsideTheDomain) {
  const Mp zero(0), minus(-1), half(Rational(-1, 2), 100);
  EXPECT_THROW(log(zero), Error);
  EXPECT_THROW(log1p(minus), Error);
  EXPECT_THROW(sqrt(half), Error);
  EXPECT_THROW(lgamma(half), Error);
  EXPECT_THROW(lgamma(zero), Error);
  EXPECT_THROW(digamma(half), Error);
  EXPECT_THROW(trigamma(zero), Error);
  EXPECT_THROW(pow(minus, half), Error);
  EXPECT_THROW(pow(zero, -1), Error);
  EXPECT_THROW(pow(zero, half), Error);
  EXPECT_THROW(xlogy(Mp(1), zero), Error);
  EXPECT_THROW(Mp(1) / zero, Error);
  EXPECT_TRUE(pow(zero, 0) == Mp(1));
  EXPECT_TRUE(pow(zero, zero) == Mp(1));
  EXPECT_TRUE(xlogy(zero, zero) == zero);
  EXPECT_TRUE(pow(Mp(-2), Mp(3)) == Mp(-8));
  try {
    log(half);
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ErrorCode::domain);
    EXPECT_EQ(e.expected(), "x > 0");
    EXPECT_EQ(e.given(), "-0.5");
  }
}

TEST(PointValues, MpCarriesItsPrecision) {
  const Mp x(Rational(1, 3), 300);
  Mp copy = x;
  EXPECT_EQ(copy.precision(), 300);
  EXPECT_EQ(mpfr_get_prec(copy.mpfr()), 300);
  copy = Mp(Rational(1, 7), 60);
  EXPECT_EQ(mpfr_get_prec(copy.mpfr()), 60);
  EXPECT_EQ((x * copy).precision(), 300);
  EXPECT_EQ((x * Mp(2)).precision(), 300);
  EXPECT_EQ(mpfr_get_prec((x + Mp(1)).mpfr()), 300);
  std::vector<Mp> v(10, x);
  v.resize(100, copy);
  EXPECT_EQ(mpfr_get_prec(v[3].mpfr()), 300);
  EXPECT_TRUE(Mp((1L << 62) + 1).rational() == Rational((1L << 62) + 1));
}

}  // namespace
}  // namespace dpcert
