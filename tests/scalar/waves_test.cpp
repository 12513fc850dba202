// sin, cos and atan of every scalar: values of mpmath, and a hunt for points that an enclosure leaves out, at the
// turning points above all, in intervals from one unit in the last place to several turns.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/double_interval.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/mp.hpp"
#include "dpcert/scalar/real.hpp"
#include "random_points.hpp"

namespace dpcert {
namespace {

using testing::cases;
using testing::Source;

struct Values {
  const char *x, *sin, *cos, *atan;
};
// mpmath 1.3 at 60 digits, printed to 35
constexpr Values known[] = {
    {"1", "0.841470984807896506652502321630299", "0.5403023058681397174009366074429766",
     "0.78539816339744830961566084581987572"},
    {"10000000000000000000000", "-0.85220084976718880177270589375302937", "0.52321478539513894549759447338470949",
     "1.5707963267948966192312216916397514"},
    {"-355/113", "0.00000026676418906241914840637452887346889", "-0.99999999999996441843371693431297143",
     "-1.2626272802211267126987321884110789"},
    {"1/1000000000000", "0.00000000000099999999999999999999999983333333333", "0.9999999999999999999999995",
     "0.00000000000099999999999999999999999966666666667"},
    {"12345678901234567/8", "0.34496616713983293896347047088114302", "0.93861512001930420907289847087579525",
     "1.5707963267948959712313158596396517"},
    {"710", "0.000060288706691585265933483799922767193", "0.99999999818263592107659489137873129",
     "1.5693878770220003868920481209807037"},
};

TEST(Waves, AreTheValuesOfMpmath) {
  for (const Values& v : known) {
    const Rational x = *Rational::parse(v.x);
    const auto near = [&](const Ball& value, const char* decimal) {
      const Rational truth = *Rational::parse(decimal), off = abs(value.midpoint_rational() - truth);
      EXPECT_LE(off, abs(truth) * Rational::from_double(1e-32)) << v.x << " " << decimal;
    };
    near(sin(Ball(x, 300)), v.sin), near(cos(Ball(x, 300)), v.cos), near(atan(Ball(x, 300)), v.atan);
    for (const Precision bits : {24, 53, 64, 200}) {
      const Interval at(x, bits);
      EXPECT_TRUE(sin(at).overlaps(Interval(sin(Ball(x, 300))))) << v.x;
      EXPECT_TRUE(cos(at).overlaps(Interval(cos(Ball(x, 300))))) << v.x;
      EXPECT_TRUE(atan(at).overlaps(Interval(atan(Ball(x, 300))))) << v.x;
    }
  }
}

// A lower end of the wave over [a, b] that is above a value in it, or an upper end below one.
struct Wave {
  const char* name;
  std::function<DoubleInterval(const DoubleInterval&)> fast;
  std::function<Interval(const Interval&)> fine;
  std::function<Ball(const Ball&)> exact;
  int shift;  // the turning points are the multiples of pi, plus this many quarter turns
};
const std::vector<Wave> waves{{"sin", [](const auto& x) { return sin(x); }, [](const auto& x) { return sin(x); },
                               [](const Ball& x) { return sin(x); }, 1},
                              {"cos", [](const auto& x) { return cos(x); }, [](const auto& x) { return cos(x); },
                               [](const Ball& x) { return cos(x); }, 0}};

Ball exactly(double x) { return {Rational::from_double(x), 400}; }

void hunt(const Wave& w, double a, double b, Source& random) {
  const std::string where = std::string(w.name) + " over " + std::to_string(a) + " to " + std::to_string(b);
  const DoubleInterval fast = w.fast({a, b});
  const Interval fine = w.fine(Interval(Rational::from_double(a), Rational::from_double(b), 80));
  ASSERT_FALSE(fast.is_undefined()) << where;
  ASSERT_TRUE(fine.is_finite()) << where;
  const auto holds = [&](const Rational& v) {
    EXPECT_LE(Rational::from_double(fast.lower()), v) << where;
    EXPECT_GE(Rational::from_double(fast.upper()), v) << where;
    EXPECT_TRUE(fine.contains(v)) << where;
  };
  const Ball pi = Ball::pi(400), quarter = pi / Ball(Rational(2), 400);
  // The turning points inside, up to two, by the number of half turns at both ends.
  const double turns = std::floor((a / 3.141592653589793) - w.shift * 0.5) - 1;
  int inside = 0;
  for (int k = 0; k < 6 && inside < 2; ++k) {
    const Rational m = Rational::from_double(turns + k);
    const Ball point = pi * Ball(m, 400) + quarter * Ball(Rational(w.shift), 400);
    if (!certainly_greater_equal(point, exactly(a)) || !certainly_greater_equal(exactly(b), point)) continue;
    ++inside;
    holds(std::fmod(turns + k, 2) == 0 ? 1 : -1);
  }
  for (int i = 0; i < 12; ++i) {
    const double x = i == 0 ? a : i == 1 ? b : std::min(b, std::max(a, a + (b - a) * random.uniform(0, 1)));
    const Ball v = w.exact(exactly(x));
    EXPECT_LE(Rational::from_double(fast.lower()), v.midpoint_rational() + Rational::from_double(1e-40)) << where;
    EXPECT_GE(Rational::from_double(fast.upper()), v.midpoint_rational() - Rational::from_double(1e-40)) << where;
    EXPECT_TRUE(fine.overlaps(Interval(v))) << where << " at " << x;
  }
}

TEST(Waves, NoPointIsLeftOut) {
  Source random(5);
  for (const Wave& w : waves) {
    for (int i = 0; i < cases(3000); ++i) {
      // a quarter turn or any point, in reach of the doubles' own reduction or beyond, and a width of any size
      const double far = random.log_uniform(1, i % 4 == 0 ? 1e9 : 1e3);
      double a = random.coin() ? std::floor(far) * 1.5707963267948966 : far;
      if (random.coin()) a = -a;
      for (int k = random.integer(0, 3); k > 0; --k) a = std::nextafter(a, random.coin() ? 1e300 : -1e300);
      double b = random.coin() ? a : a + random.log_uniform(1e-17, 10);
      for (int k = random.integer(0, 3); k > 0; --k) b = std::nextafter(b, 1e300);
      hunt(w, a, b, random);
    }
  }
}

TEST(Waves, AreNotWiderThanTheyMustBe) {
  EXPECT_LT(sin(DoubleInterval(0.5, 1)).upper(), 0.8414709848079);
  EXPECT_GT(sin(DoubleInterval(0.5, 1)).lower(), 0.4794255386041);
  EXPECT_LT(sin(DoubleInterval(1.58, 4.7)).upper(), 0.99999);
  EXPECT_GT(sin(DoubleInterval(1.58, 4.7)).lower(), -0.99999);
  EXPECT_EQ(sin(DoubleInterval(1.5, 1.6)).upper(), 1);
  EXPECT_GT(cos(DoubleInterval(-0.5, 1)).lower(), 0.54);
  EXPECT_EQ(cos(DoubleInterval(-0.5, 1)).upper(), 1);
  EXPECT_EQ(sin(DoubleInterval(0, 0)).upper(), 0);
  EXPECT_EQ(sin(Interval(Rational(0), Rational(0), 64)).str(), "[0, 0]");
}

// Far ends and ends that are not there: nothing is known but the range.
TEST(Waves, FarAway) {
  for (const Wave& w : waves) {
    for (const auto& [a, b] : {std::pair{-HUGE_VAL, HUGE_VAL}, {0.0, HUGE_VAL}, {1e300, 1.1e300}, {-1e308, 5.0}}) {
      EXPECT_EQ(w.fast({a, b}).lower(), -1) << w.name;
      EXPECT_EQ(w.fast({a, b}).upper(), 1) << w.name;
    }
    const Interval line = w.fine(Interval::entire(64));
    EXPECT_TRUE(line.contains(Rational(1)) && line.contains(Rational(-1)));
    EXPECT_LE(line.upper_double(), 1);
    const double far = 1e300;  // a point has a value, however far
    EXPECT_TRUE(w.fine(Interval(Rational::from_double(far), 64))
                    .overlaps(Interval(w.exact(Ball(Rational::from_double(far), 1500)))));
    EXPECT_LT(w.fine(Interval(Rational::from_double(far), 64)).upper_double() -
                  w.fine(Interval(Rational::from_double(far), 64)).lower_double(),
              1e-15);
  }
  const DoubleInterval all = atan(DoubleInterval(-HUGE_VAL, HUGE_VAL));
  EXPECT_GT(all.upper(), 1.5707963267948966);
  EXPECT_LT(all.upper(), 1.5707963267948972);
  EXPECT_EQ(all.lower(), -all.upper());
}

}  // namespace
}  // namespace dpcert
