// Ball, in the style of Arb's tests: two random precisions must overlap; identities; special values; and values from
// other sources.
#include "dpcert/scalar/ball.hpp"

#include <acb.h>
#include <arb_hypgeom.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/scalar.hpp"
#include "random_points.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {
namespace {

struct Unary {
  std::string name;
  std::function<Ball(const Ball&)> f;
  double smallest, largest;
};

std::vector<Unary> unary_functions() {
  return {{"exp", [](const Ball& x) { return exp(x); }, 1e-9, 1e6},
          {"expm1", [](const Ball& x) { return expm1(x); }, 1e-12, 1e6},
          {"log", [](const Ball& x) { return log(x); }, 1e-30, 1e30},
          {"log1p", [](const Ball& x) { return log1p(x); }, 1e-30, 1e30},
          {"sqrt", [](const Ball& x) { return sqrt(x); }, 1e-30, 1e30},
          {"cosh", [](const Ball& x) { return cosh(x); }, 1e-9, 1e4},
          {"sinh", [](const Ball& x) { return sinh(x); }, 1e-9, 1e4},
          {"tanh", [](const Ball& x) { return tanh(x); }, 1e-9, 1e4},
          {"lgamma", [](const Ball& x) { return lgamma(x); }, 1e-9, 1e12},
          {"digamma", [](const Ball& x) { return digamma(x); }, 1e-9, 1e12},
          {"trigamma", [](const Ball& x) { return trigamma(x); }, 1e-9, 1e12},
          {"polygamma 2", [](const Ball& x) { return polygamma(2, x); }, 1e-9, 1e12},
          {"polygamma 5", [](const Ball& x) { return polygamma(5, x); }, 1e-9, 1e12},
          {"polygamma 40", [](const Ball& x) { return polygamma(40, x); }, 1e-3, 1e6},
          {"erf", [](const Ball& x) { return erf(x); }, 1e-9, 1e3},
          {"erfc", [](const Ball& x) { return erfc(x); }, 1e-9, 1e3},
          {"normal_cdf", [](const Ball& x) { return normal_cdf(x); }, 1e-9, 1e3},
          {"normal_cdf(-x)", [](const Ball& x) { return normal_cdf(-x); }, 1e-9, 1e3},
          {"sin", [](const Ball& x) { return sin(x); }, 1e-9, 1e9},
          {"cos", [](const Ball& x) { return cos(x); }, 1e-9, 1e9},
          {"atan", [](const Ball& x) { return atan(x); }, 1e-9, 1e12}};
}

TEST(Ball, Log1pOfAnyExponent) {
  // Wide balls of huge and tiny exponents: nothing is computed to that many bits.
  for (const long exponent : {1000L, 1L << 40, 1L << 60, -(1L << 40), -(1L << 60)}) {
    Ball x(3);
    arb_mul_2exp_si(x.arb(), x.arb(), exponent);
    EXPECT_TRUE(log1p(x.with_precision(64)).is_finite()) << exponent;
    Ball wide = x.with_precision(64);
    arb_add_error(wide.arb(), Ball(4).arb());
    if (exponent > 0) {
      EXPECT_TRUE(log1p(wide).is_finite()) << exponent;
      arb_add_error(wide.arb(), x.arb());
    }
    EXPECT_FALSE(log1p(wide).is_finite()) << exponent;
  }
  // Where only the exact sum tells: -1 + 2^-200.
  EXPECT_TRUE(log1p(Ball(Rational(-1) + pow(Rational(1, 2), 200), 300)).is_finite());
}

TEST(Ball, TwoPrecisionsOverlap) {
  testing::Source source(1);
  for (const Unary& u : unary_functions()) {
    for (int i = 0; i < testing::cases(300); ++i) {
      const Rational q = source.rational(u.smallest, u.largest);
      const Precision p1 = source.precision(), p2 = source.precision();
      const Ball a = u.f(Ball(q, p1));
      const Ball b = u.f(Ball(q, p2));
      EXPECT_EQ(a.precision(), p1);
      EXPECT_TRUE(a.overlaps(b)) << u.name << " at " << q.str() << " with " << p1 << " and " << p2 << " bits";
      if (p1 > 100 && p2 > 100) {
        EXPECT_TRUE(a.is_finite()) << u.name << " at " << q.str();
      }
    }
  }
}

TEST(Ball, EveryPointOfAWideArgumentIsEnclosed) {
  testing::Source source(2);
  for (const Unary& u : unary_functions()) {
    for (int i = 0; i < testing::cases(200); ++i) {
      const Rational q = source.rational(std::max(u.smallest, 1e-6), std::min(u.largest, 1e6));
      const Rational r = q * (Rational(1) + source.rational(1e-9, 0.5));
      const Rational inside = q + (r - q) * source.rational(1e-3, 1);
      EXPECT_TRUE(u.f(Ball(q, r, 100)).overlaps(u.f(Ball(inside, 300))))
          << u.name << " on " << q.str() << " .. " << r.str();
    }
  }
}

TEST(Ball, Recurrences) {
  testing::Source source(3);
  for (int i = 0; i < testing::cases(500); ++i) {
    const Ball x(source.rational(1e-6, 1e6), source.integer(30, 500));
    EXPECT_TRUE(lgamma(x + Ball(1)).overlaps(lgamma(x) + log(x)));
    EXPECT_TRUE(digamma(x + Ball(1)).overlaps(digamma(x) + Ball(1) / x));
    for (int k = 1; k <= 6; ++k) {
      Ball term = pow(x, -k - 1);
      for (int j = 1; j <= k; ++j) term *= Ball(-j);
      EXPECT_TRUE(polygamma(k, x + Ball(1)).overlaps(polygamma(k, x) + term)) << k;
    }
    EXPECT_TRUE((erf(x) + erfc(x)).contains(1));
    EXPECT_TRUE((normal_cdf(x) + normal_cdf(-x)).contains(1));
    EXPECT_TRUE((pow(cosh(x), 2) - pow(sinh(x), 2)).contains(1));
    EXPECT_TRUE(exp(log(x)).overlaps(x));
    EXPECT_TRUE(log1p(expm1(x)).overlaps(x));
    EXPECT_TRUE(pow(x, Ball(Rational(1, 2), 100)).overlaps(sqrt(x)));
  }
}

TEST(Ball, PolygammaAgreesWithTheReflectedHurwitzZeta) {
  // acb_polygamma (Hurwitz zeta by Euler-Maclaurin) shares no formula with ours.
  testing::Source source(4);
  acb_t s, z, r;
  acb_init(s);
  acb_init(z);
  acb_init(r);
  for (int i = 0; i < testing::cases(400); ++i) {
    const int k = source.integer(0, 12);
    const Precision bits = source.integer(20, 400);
    const Ball x(source.rational(1e-6, 1e8), bits);
    acb_set_si(s, k);
    acb_set_arb(z, x.arb());
    acb_polygamma(r, s, z, bits + 40);
    const Ball ours = polygamma(k, x);
    EXPECT_TRUE(arb_overlaps(ours.arb(), acb_realref(r))) << k << " at " << x.str();
  }
  acb_clear(s);
  acb_clear(z);
  acb_clear(r);
}

TEST(Ball, TruncatedSeriesEncloseWithAnyEffort) {
  // With few terms the bound of the remainder is all there is: it must hold, and be of the size of the first omitted
  // term.
  testing::Source source(8);
  arb_t r;
  arb_init(r);
  for (int i = 0; i < testing::cases(800); ++i) {
    const int k = source.integer(0, 6);
    const Ball x = Ball::from_arf(arb_midref(Ball(source.rational(0.05, 50), 60).arb()), 300);
    special::polygamma_series(r, k, arb_midref(x.arb()), source.integer(0, 10), source.integer(1, 12), 250);
    if (k > 0 && k % 2 == 0) arb_neg(r, r);
    acb_t s, z, v;
    acb_init(s);
    acb_init(z);
    acb_init(v);
    acb_set_si(s, k);
    acb_set_arb(z, x.arb());
    acb_polygamma(v, s, z, 400);
    EXPECT_TRUE(arb_contains(r, acb_realref(v))) << k << " at " << x.str();
    acb_clear(s);
    acb_clear(z);
    acb_clear(v);
    special::erfc_series(r, arb_midref(x.arb()), source.integer(1, 12), 250);
    Ball truth = Ball().with_precision(400);
    arb_hypgeom_erfc(truth.arb(), x.arb(), 4500);
    EXPECT_TRUE(arb_overlaps(r, truth.arb())) << x.str();
    EXPECT_TRUE(arb_contains(r, truth.arb()) || arb_rel_accuracy_bits(r) > 200) << x.str();
  }
  arb_clear(r);
}

TEST(Ball, SpecialValues) {
  const Precision p = 200;
  const Ball pi = Ball::pi(p);
  EXPECT_TRUE(trigamma(Ball(1).with_precision(p)).overlaps(pi * pi / Ball(6)));
  EXPECT_TRUE(trigamma(Ball(Rational(1, 2), p)).overlaps(pi * pi / Ball(2)));
  EXPECT_TRUE(polygamma(3, Ball(1).with_precision(p)).overlaps(pow(pi, 4) / Ball(15)));
  EXPECT_TRUE(lgamma(Ball(Rational(1, 2), p)).overlaps(log(pi) / Ball(2)));
  EXPECT_TRUE(certainly_equal(lgamma(Ball(1)), Ball(0)));
  EXPECT_TRUE(certainly_equal(lgamma(Ball(2)), Ball(0)));
  EXPECT_TRUE(certainly_equal(log(Ball(1)), Ball(0)));
  EXPECT_TRUE(certainly_equal(exp(Ball(0)), Ball(1)));
  EXPECT_TRUE(certainly_equal(pow(Ball(0), 0), Ball(1)));
  EXPECT_TRUE(certainly_equal(pow(Ball(0), Ball(0)), Ball(1)));
  EXPECT_TRUE(certainly_equal(pow(Ball(-2), 3), Ball(-8)));
  EXPECT_TRUE(certainly_equal(xlogy(Ball(0), Ball(0)), Ball(0)));
  EXPECT_TRUE(normal_cdf(Ball(0).with_precision(p)).contains(Rational(1, 2)));
  // Euler's constant, OEIS A001620.
  EXPECT_EQ((-digamma(Ball(1).with_precision(p))).lower(30), "0.577215664901532860606512090082");
  // Apery's constant, OEIS A002117: psi''(1) = -2 zeta(3).
  EXPECT_EQ((polygamma(2, Ball(1).with_precision(p)) / Ball(-2)).lower(30), "1.20205690315959428539973816151");
}

TEST(Ball, OutsideTheDomainIsIndeterminate) {
  const Precision p = 100;
  const Ball zero = Ball(0).with_precision(p), minus = Ball(-1).with_precision(p), half(Rational(-1, 2), p);
  const Ball around(Rational(-1, 10), Rational(1), p);
  for (const Ball& x : {log(zero),
                        log(minus),
                        log(around),
                        log1p(minus),
                        log1p(minus * Ball(2)),
                        sqrt(half),
                        sqrt(around),
                        lgamma(zero),
                        lgamma(half),
                        lgamma(around),
                        digamma(zero),
                        digamma(half),
                        trigamma(half),
                        polygamma(2, half),
                        pow(minus, half),
                        pow(zero, half),
                        pow(zero, -1),
                        pow(around, Ball(Rational(1, 2), p)),
                        Ball(1) / zero,
                        Ball(1) / around,
                        xlogy(Ball(1), zero),
                        xlogy(Ball(0), minus),
                        Ball::indeterminate() + Ball(1)}) {
    EXPECT_FALSE(x.is_finite()) << x.str();
    EXPECT_TRUE((x < Ball(1)).is_undefined());
    EXPECT_FALSE(select(Rel::lt, x, Ball(1), Ball(2), Ball(3)).is_finite());
    EXPECT_TRUE(Interval(x).is_undefined());
    EXPECT_FALSE(certainly_less(x, Ball(1)) || certainly_greater_equal(x, Ball(1)) || certainly_nonnegative(x) ||
                 certainly_negative(x));
  }
}

TEST(Ball, PrecisionTravels) {
  const Ball x(Rational(1, 3), 300);
  EXPECT_EQ((x * Ball(2)).precision(), 300);
  EXPECT_EQ((x + Ball(Rational(1, 7), 500)).precision(), 500);
  EXPECT_EQ((log(Ball(2)) * x).precision(), 300);
  EXPECT_GE((log(Ball(2)) * x).relative_accuracy_bits(), 290);
  EXPECT_EQ(constant_like(x, Rational(1, 10)).precision(), 300);
  EXPECT_TRUE(Ball(1L << 62).is_exact());
  EXPECT_TRUE(constant<Ball>(Rational(3, 8)).is_exact());
  EXPECT_FALSE(constant<Ball>(Rational(1, 10)).is_exact());
  EXPECT_TRUE(constant<Ball>(Rational(1, 10)).contains(Rational(1, 10)));
  EXPECT_THROW(Ball(Rational(1, 3), -5), Error);
  EXPECT_THROW(Ball(Rational(1, 3), 1), Error);
  EXPECT_THROW(Ball(Rational(1, 3), std::numeric_limits<Precision>::max()), Error);
}

TEST(Ball, EndsRoundOutward) {
  testing::Source source(5);
  for (int i = 0; i < testing::cases(2000); ++i) {
    const Rational a = source.rational(1e-30, 1e30) * Rational(source.coin() ? 1 : -1);
    const Rational b = a + abs(a) * source.rational(1e-20, 3);
    const Ball x(a, b, source.integer(20, 200));
    const int digits = source.integer(1, 40);
    EXPECT_LE(*Rational::parse(x.lower(digits)), x.lower_rational());
    EXPECT_GE(*Rational::parse(x.upper(digits)), x.upper_rational());
    EXPECT_LE(x.lower_rational(), a);
    EXPECT_GE(x.upper_rational(), b);
    // not more than one unit of the last digit away
    const Rational unit = pow(Rational(10), 1 - digits) * abs(x.upper_rational());
    EXPECT_LE(*Rational::parse(x.upper(digits)) - x.upper_rational(), unit);
  }
  EXPECT_EQ(Ball(Rational(1, 2), 64).str(), "[0.5, 0.5]");
  EXPECT_EQ(Ball(-100).str(), "[-100, -100]");
  EXPECT_EQ(Ball(Rational(1, 3), 64).str(3), "[0.333, 0.334]");
  EXPECT_EQ(Ball(Rational(-1, 3), 64).str(3), "[-0.334, -0.333]");
  EXPECT_EQ(exp(Ball(100000).with_precision(64)).lower(5), "2.8066e43429");
}

TEST(Ball, LogSumExp) {
  testing::Source source(6);
  for (int i = 0; i < testing::cases(300); ++i) {
    std::vector<Ball> x;
    Ball sum;
    const int n = source.integer(1, 6);
    for (int j = 0; j < n; ++j) {
      x.emplace_back(source.rational(1e-3, 100) * Rational(source.coin() ? 1 : -1), 200);
      sum += exp(x.back());
    }
    EXPECT_TRUE(log_sum_exp(x).overlaps(log(sum)));
    EXPECT_GE(log_sum_exp(x).relative_accuracy_bits(), 150);
  }
  // log(exp(10^9) + exp(10^9)) overflows any double on the way
  const std::vector<Ball> big(2, Ball(1000000000).with_precision(80));
  EXPECT_TRUE(log_sum_exp(big).overlaps(Ball(1000000000) + log(Ball(2))));
  EXPECT_THROW(log_sum_exp(std::vector<Ball>{}), Error);
}

}  // namespace
}  // namespace dpcert
