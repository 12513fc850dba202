// DoubleInterval encloses: against Ball at random points of many sizes (the two share no code but Arb's tables), at
// special values, on wide intervals; and it is not wide: a bound on the relative width at points.
#include "dpcert/scalar/double_interval.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "random_points.hpp"

namespace dpcert {
namespace {

using testing::cases;
using testing::Source;
constexpr double inf = HUGE_VAL;

Ball ball(double x, Precision bits = 128) { return {Rational::from_double(x), bits}; }

// Every point of the ball lies in the interval, and not only just.
bool encloses(const DoubleInterval& x, const Ball& v) {
  if (x.is_undefined() || !v.is_finite()) return false;
  const auto inside = [](const arf_struct* end, const arb_struct* b, bool lower) {
    arf_t t;
    arf_init(t);
    arf_set_mag(t, arb_radref(b));
    if (lower) arf_neg(t, t);
    arf_add(t, t, arb_midref(b), ARF_PREC_EXACT, ARF_RND_DOWN);
    const bool ok = lower ? arf_cmp(end, t) <= 0 : arf_cmp(end, t) >= 0;
    arf_clear(t);
    return ok;
  };
  arf_t end;
  arf_init(end);
  arf_set_d(end, x.lower());
  bool ok = inside(end, v.arb(), true);
  arf_set_d(end, x.upper());
  ok = ok && inside(end, v.arb(), false);
  arf_clear(end);
  return ok;
}

// Values like expm1(-700) need more digits to be told from -1, expm1(-10000) many more.
bool encloses(const DoubleInterval& y, const std::function<Ball(const Ball&)>& f, double x) {
  return encloses(y, f(ball(x))) || encloses(y, f(ball(x, 2600))) || encloses(y, f(ball(x, 40'000)));
}

double relative_width(const DoubleInterval& x) { return (x.upper() - x.lower()) / x.magnitude(); }

struct Case {
  std::string name;
  std::function<DoubleInterval(const DoubleInterval&)> f;
  std::function<Ball(const Ball&)> exact;
  double least, largest;  // of |x|, on a logarithmic scale
  bool negative;          // arguments of both signs
  double width;           // relative, away from zeros of the function; 0: not tested
  int points;
};

const std::vector<Case>& all_cases() {
  static const std::vector<Case> list{
      {"exp", [](const auto& x) { return exp(x); }, [](const Ball& x) { return exp(x); }, 1e-18, 700, true, 0x1p-50,
       200'000},
      {"expm1", [](const auto& x) { return expm1(x); }, [](const Ball& x) { return expm1(x); }, 1e-18, 700, true,
       0x1p-48, 200'000},
      {"log", [](const auto& x) { return log(x); }, [](const Ball& x) { return log(x); }, 1e-300, 1e300, false, 0x1p-50,
       200'000},
      {"log near 1", [](const auto& x) { return log(x); }, [](const Ball& x) { return log(x); }, 0.9, 1.1, false,
       0x1p-50, 200'000},
      {"log1p", [](const auto& x) { return log1p(x); }, [](const Ball& x) { return log1p(x); }, 1e-18, 0.999, true,
       0x1p-49, 200'000},
      {"log1p far", [](const auto& x) { return log1p(x); }, [](const Ball& x) { return log1p(x); }, 0.1, 1e100, false,
       0x1p-49, 50'000},
      {"sqrt", [](const auto& x) { return sqrt(x); }, [](const Ball& x) { return sqrt(x); }, 1e-300, 1e300, false,
       0x1p-51, 50'000},
      {"cosh", [](const auto& x) { return cosh(x); }, [](const Ball& x) { return cosh(x); }, 1e-18, 700, true, 0x1p-48,
       50'000},
      {"sinh", [](const auto& x) { return sinh(x); }, [](const Ball& x) { return sinh(x); }, 1e-18, 700, true, 0x1p-47,
       50'000},
      {"tanh", [](const auto& x) { return tanh(x); }, [](const Ball& x) { return tanh(x); }, 1e-18, 100, true, 0x1p-47,
       50'000},
      {"lgamma", [](const auto& x) { return lgamma(x); }, [](const Ball& x) { return lgamma(x); }, 1e-30, 1e30, false,
       0, 50'000},
      {"lgamma, moderate", [](const auto& x) { return lgamma(x); }, [](const Ball& x) { return lgamma(x); }, 3, 1e15,
       false, 2e-13, 50'000},
      {"digamma", [](const auto& x) { return digamma(x); }, [](const Ball& x) { return digamma(x); }, 1e-30, 1e30,
       false, 0, 50'000},
      {"trigamma", [](const auto& x) { return trigamma(x); }, [](const Ball& x) { return trigamma(x); }, 1e-20, 1e20,
       false, 1e-14, 50'000},
      {"trigamma, moderate", [](const auto& x) { return trigamma(x); }, [](const Ball& x) { return trigamma(x); }, 1e-3,
       50, false, 1e-14, 50'000},
      {"polygamma 2", [](const auto& x) { return polygamma(2, x); }, [](const Ball& x) { return polygamma(2, x); },
       1e-10, 1e10, false, 1e-14, 50'000},
      {"polygamma 3", [](const auto& x) { return polygamma(3, x); }, [](const Ball& x) { return polygamma(3, x); },
       1e-3, 1e3, false, 2e-14, 50'000},
      {"polygamma 5", [](const auto& x) { return polygamma(5, x); }, [](const Ball& x) { return polygamma(5, x); },
       1e-3, 1e3, false, 2e-14, 20'000},
      {"polygamma 12", [](const auto& x) { return polygamma(12, x); }, [](const Ball& x) { return polygamma(12, x); },
       1e-3, 1e3, false, 4e-14, 20'000},
      {"polygamma 20", [](const auto& x) { return polygamma(20, x); }, [](const Ball& x) { return polygamma(20, x); },
       1e-2, 1e2, false, 1e-14, 500},
      {"erf", [](const auto& x) { return erf(x); }, [](const Ball& x) { return erf(x); }, 1e-10, 10, true, 1e-14,
       10'000},
      {"erfc", [](const auto& x) { return erfc(x); }, [](const Ball& x) { return erfc(x); }, 1e-10, 20, true, 1e-14,
       10'000},
      {"normal_cdf", [](const auto& x) { return normal_cdf(x); }, [](const Ball& x) { return normal_cdf(x); }, 1e-10,
       30, true, 1e-14, 10'000},
      {"sin", [](const auto& x) { return sin(x); }, [](const Ball& x) { return sin(x); }, 1e-10, 1e5, true, 1e-14,
       10'000},
      {"sin, far", [](const auto& x) { return sin(x); }, [](const Ball& x) { return sin(x); }, 1e4, 1e12, true, 0,
       3'000},
      {"cos", [](const auto& x) { return cos(x); }, [](const Ball& x) { return cos(x); }, 1e-10, 1e5, true, 1e-14,
       10'000},
      {"atan", [](const auto& x) { return atan(x); }, [](const Ball& x) { return atan(x); }, 1e-10, 1e12, true, 1e-14,
       10'000},
  };
  return list;
}

TEST(DoubleInterval, FunctionsEnclosePoints) {
  Source random(1);
  for (const Case& c : all_cases()) {
    double widest = 0;
    for (int i = 0; i < cases(c.points); ++i) {
      double x = random.log_uniform(c.least, c.largest);
      if (c.negative && random.coin()) x = -x;
      const DoubleInterval y = c.f(DoubleInterval::point(x));
      ASSERT_TRUE(encloses(y, c.exact, x))
          << c.name << " at " << std::hexfloat << x << ": " << y.lower() << " " << y.upper();
      widest = std::max(widest, relative_width(y));
    }
    if (c.width > 0) {
      EXPECT_LT(widest, c.width) << c.name;
    }
  }
}

TEST(DoubleInterval, FunctionsEncloseIntervals) {
  Source random(2);
  for (const Case& c : all_cases()) {
    for (int i = 0; i < cases(std::min(c.points, 3000)); ++i) {
      double a = random.log_uniform(c.least, c.largest), b = a * random.log_uniform(1, 1000);
      if (c.negative && random.coin()) a = -a;
      if (a > b) std::swap(a, b);
      if (b > c.largest) b = c.largest;
      if (a > b) continue;
      const DoubleInterval y = c.f({a, b});
      for (int j = 0; j < 4; ++j) {
        const double x = j == 0 ? a : j == 1 ? b : std::clamp(a + (b - a) * random.uniform(0, 1), a, b);
        ASSERT_TRUE(encloses(y, c.exact, x)) << c.name << " at " << x << " in " << a << " " << b;
      }
    }
  }
}

TEST(DoubleInterval, ArithmeticEncloses) {
  Source random(3);
  const auto number = [&] {
    const int kind = random.integer(0, 9);
    if (kind == 0) return 0.0;
    const double x = kind == 1   ? random.log_uniform(1e-320, 1e-290)
                     : kind == 2 ? random.log_uniform(1e290, 1e308)
                     : kind < 6  ? std::ldexp(random.integer(1, 64), random.integer(-5, 5))
                                 : random.log_uniform(1e-5, 1e5);
    return random.coin() ? x : -x;
  };
  for (int i = 0; i < cases(400'000); ++i) {
    double a = number(), b = random.coin() ? a : number(), c = number(), d = random.coin() ? c : number();
    if (a > b) std::swap(a, b);
    if (c > d) std::swap(c, d);
    const DoubleInterval x(a, b), y(c, d);
    const DoubleInterval sum = x + y, difference = x - y, product = x * y, ratio = x / y;
    for (const double s : {a, b}) {
      for (const double t : {c, d}) {
        const Rational p = Rational::from_double(s), q = Rational::from_double(t);
        const auto in = [&](const DoubleInterval& z, const Rational& v) {
          return z.is_undefined() ||  // overflow: nothing is known
                 ((z.lower() == -inf || Rational::from_double(z.lower()) <= v) &&
                  (z.upper() == inf || v <= Rational::from_double(z.upper())));
        };
        ASSERT_TRUE(in(sum, p + q)) << std::hexfloat << s << " + " << t;
        ASSERT_TRUE(in(difference, p - q)) << std::hexfloat << s << " - " << t;
        ASSERT_TRUE(in(product, p * q)) << std::hexfloat << s << " * " << t;
        if (!q.is_zero()) {
          ASSERT_TRUE(in(ratio, p / q)) << std::hexfloat << s << " / " << t;
        }
        for (const int n : {-3, -2, 2, 3, 7}) {
          if (n > 0 || !p.is_zero()) {
            ASSERT_TRUE(in(pow(x, n), pow(p, n))) << std::hexfloat << s << " ^ " << n;
          }
        }
      }
    }
    // What overflows at most says nothing; anything moderate is known.
    if (std::fabs(a) < 1e6 && std::fabs(b) < 1e6 && std::fabs(c) < 1e6 && std::fabs(d) < 1e6) {
      ASSERT_FALSE(sum.is_undefined() || product.is_undefined() || difference.is_undefined());
    }
  }
}

TEST(DoubleInterval, ExactWhereItMatters) {
  const auto is = [](const DoubleInterval& x, double lo, double hi) { return x.lower() == lo && x.upper() == hi; };
  const DoubleInterval unit(0, 1), one = DoubleInterval::point(1);
  EXPECT_TRUE(is(one - unit, 0, 1));  // the sign of 1 - p at p = 1
  EXPECT_GE((unit * unit).lower(), 0);
  EXPECT_LE((unit * DoubleInterval(-1, 0)).upper(), 0);
  EXPECT_GE((DoubleInterval(-2, -1) * DoubleInterval(-inf, 0)).lower(), 0);
  EXPECT_TRUE(is(exp(DoubleInterval(0, 0)), 1, 1));
  EXPECT_TRUE(is(log(one), 0, 0));
  EXPECT_TRUE(is(log(unit), -inf, 0));
  EXPECT_TRUE(is(log(DoubleInterval(-1, 1)), -inf, 0));
  EXPECT_TRUE(log(DoubleInterval(-2, -1)).is_undefined());
  EXPECT_TRUE(log(DoubleInterval(-2, 0)).is_undefined());
  EXPECT_TRUE(log1p(DoubleInterval(-2, -1)).is_undefined());
  EXPECT_TRUE(sqrt(DoubleInterval(-2, -1)).is_undefined());
  EXPECT_TRUE(is(sqrt(DoubleInterval(-1, 0)), 0, 0));
  EXPECT_TRUE(lgamma(DoubleInterval(-1, 0)).is_undefined());
  EXPECT_EQ(trigamma(DoubleInterval(0, 1)).upper(), inf);
  EXPECT_EQ(digamma(DoubleInterval(0, 1)).lower(), -inf);
  EXPECT_GE((one / unit).lower(), 1 - 0x1p-50);
  EXPECT_EQ((one / unit).upper(), inf);
  EXPECT_TRUE(is(one / DoubleInterval(-1, 1), -inf, inf));
  EXPECT_TRUE((one / DoubleInterval(0, 0)).is_undefined());
  EXPECT_TRUE(is(pow(DoubleInterval(-2, 1), 2), 0, above(4)));
  EXPECT_TRUE(is(pow(DoubleInterval(-2, 1), 0), 1, 1));
  EXPECT_TRUE(is(xlogy(DoubleInterval(0, 0), DoubleInterval(0, 0)), 0, 0));
  EXPECT_TRUE(is(floor(DoubleInterval(-0.5, 2.5)), -1, 2));
  EXPECT_TRUE(is(abs(DoubleInterval(-3, 2)), 0, 3));
  EXPECT_EQ(exp(DoubleInterval(-inf, inf)).lower(), 0);
  EXPECT_EQ(erfc(DoubleInterval(-inf, inf)).upper(), 2);
  EXPECT_EQ(polygamma(1, DoubleInterval(1, inf)).lower(), 0);
  EXPECT_EQ(lgamma(DoubleInterval(1.5, 3)).upper(), lgamma(DoubleInterval::point(3)).upper());
  for (const double x :
       {-1e4, -745.13, -745.0, -710.0, -708.4, 709.7, 709.78, 709.9, 1e4, 5e-324, -5e-324, 1e-300, 0x1p-54, 1e-16}) {
    EXPECT_TRUE(encloses(
        exp(DoubleInterval::point(x)), [](const Ball& t) { return exp(t); }, x))
        << x;
    EXPECT_TRUE(encloses(
        expm1(DoubleInterval::point(x)), [](const Ball& t) { return expm1(t); }, x))
        << x;
    EXPECT_TRUE(encloses(
        log1p(DoubleInterval::point(std::fabs(x))), [](const Ball& t) { return log1p(t); }, std::fabs(x)))
        << x;
    EXPECT_TRUE(encloses(
        log(DoubleInterval::point(std::fabs(x))), [](const Ball& t) { return log(t); }, std::fabs(x)))
        << x;
    EXPECT_TRUE(encloses(
        tanh(DoubleInterval::point(x)), [](const Ball& t) { return tanh(t); }, x))
        << x;
    EXPECT_TRUE(encloses(
        cosh(DoubleInterval::point(x)), [](const Ball& t) { return cosh(t); }, x))
        << x;
    EXPECT_TRUE(encloses(
        sinh(DoubleInterval::point(x)), [](const Ball& t) { return sinh(t); }, x))
        << x;
  }
  EXPECT_EQ(exp(DoubleInterval::point(1e300)).upper(), inf);
  EXPECT_GT(exp(DoubleInterval::point(1e300)).lower(), 1e308);
  EXPECT_TRUE(is(exp(DoubleInterval::point(-1e300)), 0, 5e-324));
  EXPECT_TRUE(encloses(DoubleInterval(Rational(1, 10)), Ball(Rational(1, 10), 128)));
  EXPECT_EQ(DoubleInterval(Rational(1, 10)).upper(), std::nextafter(DoubleInterval(Rational(1, 10)).lower(), 1));
  EXPECT_TRUE(is(DoubleInterval(Rational(1, 4)), 0.25, 0.25));
  EXPECT_TRUE(encloses(DoubleInterval::pi(), Ball::pi(128)));
}

TEST(DoubleInterval, UndefinedStaysUndefined) {
  const DoubleInterval bad = DoubleInterval::undefined(), one = DoubleInterval::point(1);
  for (const auto& x : {bad + one, one - bad, bad * one, one * bad, bad / one, one / bad, -bad, abs(bad), min(bad, one),
                        max(one, bad), pow(bad, 3), pow(bad, 0), pow(one, bad), pow(bad, one), exp(bad), floor(bad),
                        xlogy(one, bad), select(Rel::ge, bad, one, one, one)})
    EXPECT_TRUE(x.is_undefined() && std::isnan(x.upper()));
  for (const Case& c : all_cases()) EXPECT_TRUE(c.f(bad).is_undefined()) << c.name;
}

TEST(DoubleInterval, RealPowers) {
  Source random(4);
  for (int i = 0; i < cases(20'000); ++i) {
    const double x = random.log_uniform(1e-6, 1e6), y = random.uniform(-20, 20);
    const double x2 = x * random.uniform(1, 2), y2 = y + random.uniform(0, 1);
    const DoubleInterval z = pow(DoubleInterval(x, x2), DoubleInterval(y, y2));
    for (const double a : {x, x2}) {
      for (const double b : {y, y2}) ASSERT_TRUE(encloses(z, pow(ball(a), ball(b)))) << a << " " << b;
    }
  }
  EXPECT_EQ(pow(DoubleInterval(0, 1), DoubleInterval::point(2.5)).lower(), 0);
  EXPECT_TRUE(pow(DoubleInterval(-1, 1), DoubleInterval::point(2.5)).is_undefined());
}

}  // namespace
}  // namespace dpcert
