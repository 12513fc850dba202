// Interval: arithmetic against exact rationals, cases of the non-monotone functions, domains, limits, infinite ends.
#include "dpcert/scalar/interval.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/scalar.hpp"
#include "random_points.hpp"

namespace dpcert {
namespace {

Interval make(const char* lo, const char* hi, Precision bits = 64) {
  return {*Rational::parse(lo), *Rational::parse(hi), bits};
}

Rational random_rational(testing::Source& s) {
  switch (s.integer(0, 5)) {
    case 0:
      return 0;
    case 1:
      return s.integer(-3, 3);
    default:
      return s.rational(1e-6, 1e6) * Rational(s.coin() ? 1 : -1);
  }
}
/// A random interval with exact ends, and a point in it.
struct Box {
  Rational lo, hi, point;
  explicit Box(testing::Source& s) : lo(random_rational(s)), hi(random_rational(s)) {
    if (hi < lo) std::swap(lo, hi);
    const int where = s.integer(0, 3);
    point = where == 0 ? lo : where == 1 ? hi : lo + (hi - lo) * Rational(s.integer(0, 1000), 1000);
  }
  [[nodiscard]] Interval at(Precision bits) const { return {lo, hi, bits}; }
};

TEST(Interval, ArithmeticEnclosesExactRationals) {
  testing::Source source(11);
  for (int i = 0; i < testing::cases(20000); ++i) {
    const Box a(source), b(source);
    const Precision bits = source.integer(2, 150);
    const Interval x = a.at(bits), y = b.at(bits);
    ASSERT_TRUE((x + y).contains(a.point + b.point));
    ASSERT_TRUE((x - y).contains(a.point - b.point));
    ASSERT_TRUE((x * y).contains(a.point * b.point)) << x.str() << y.str();
    ASSERT_TRUE((-x).contains(-a.point));
    ASSERT_TRUE(abs(x).contains(abs(a.point)));
    ASSERT_TRUE(min(x, y).contains(std::min(a.point, b.point)));
    ASSERT_TRUE(max(x, y).contains(std::max(a.point, b.point)));
    ASSERT_TRUE(floor(x).contains(a.point.floor()));
    ASSERT_TRUE(ceil(x).contains(a.point.ceil()));
    ASSERT_TRUE(hull(x, y).contains(a.point));
    if (!y.contains_zero()) {
      ASSERT_TRUE((x / y).contains(a.point / b.point)) << x.str() << y.str();
    } else {
      ASSERT_TRUE((x / y).is_undefined());
    }
    for (int n = 0; n <= 5; ++n) {
      ASSERT_TRUE(pow(x, n).contains(pow(a.point, n)));
      if (n > 0 && !x.contains_zero()) {
        ASSERT_TRUE(pow(x, -n).contains(pow(a.point, -n)));
      }
    }
  }
}

TEST(Interval, ArithmeticIsTheRangeUpToRounding) {
  // The exact range from the four corners in rationals.
  testing::Source source(12);
  const Precision bits = 80;
  for (int i = 0; i < testing::cases(5000); ++i) {
    const Box a(source), b(source);
    const Interval x = a.at(bits), y = b.at(bits);
    const auto check = [&](const Interval& r, std::vector<Rational> corners) {
      const auto [lo, hi] = std::minmax_element(corners.begin(), corners.end());
      const Rational unit = std::max(abs(*lo), abs(*hi)) * pow(Rational(2), 1 - static_cast<int>(bits));
      ASSERT_LE(*hi - unit, r.upper_rational());
      ASSERT_LE(r.upper_rational(), *hi + Rational(2) * unit);
      ASSERT_GE(r.lower_rational(), *lo - Rational(2) * unit);
    };
    const std::vector<Rational> products{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
    check(x * y, products);
    if (!y.contains_zero()) check(x / y, {a.lo / b.lo, a.lo / b.hi, a.hi / b.lo, a.hi / b.hi});
  }
}

TEST(Interval, FunctionsContainTheirValuesAtPoints) {
  testing::Source source(13);
  struct Named {
    const char* name;
    std::function<Interval(const Interval&)> f;
    std::function<Ball(const Ball&)> g;
    bool positive;
  };
#define DPCERT_NAMED(f, positive)                                                            \
  Named {                                                                                    \
#f, [](const Interval& x) { return f(x); }, [](const Ball& x) { return f(x); }, positive \
  }
  const std::vector<Named> functions{
      DPCERT_NAMED(exp, false),    DPCERT_NAMED(expm1, false),      DPCERT_NAMED(log, true),
      DPCERT_NAMED(log1p, true),   DPCERT_NAMED(sqrt, true),        DPCERT_NAMED(cosh, false),
      DPCERT_NAMED(sinh, false),   DPCERT_NAMED(tanh, false),       DPCERT_NAMED(lgamma, true),
      DPCERT_NAMED(digamma, true), DPCERT_NAMED(trigamma, true),    DPCERT_NAMED(erf, false),
      DPCERT_NAMED(erfc, false),   DPCERT_NAMED(normal_cdf, false), DPCERT_NAMED(sin, false),
      DPCERT_NAMED(cos, false),    DPCERT_NAMED(atan, false)};
#undef DPCERT_NAMED
  for (const Named& n : functions) {
    for (int i = 0; i < testing::cases(400); ++i) {
      Box b(source);
      if (n.positive && b.lo.sign() <= 0) continue;
      const Precision bits = source.integer(10, 150);
      const Interval r = n.f(b.at(bits));
      EXPECT_TRUE(r.is_finite()) << n.name;
      EXPECT_TRUE(r.overlaps(Interval(n.g(Ball(b.point, 300))))) << n.name << " at " << b.point.str();
    }
  }
}

TEST(Interval, PowersOfTwoVariablesContainTheirValues) {
  testing::Source source(14);
  for (int i = 0; i < testing::cases(4000); ++i) {
    Rational x1 = source.rational(1e-3, 1e3), x2 = source.rational(1e-3, 1e3);
    if (x2 < x1) std::swap(x1, x2);
    Rational y1 = source.rational(1e-3, 20) * Rational(source.coin() ? 1 : -1),
             y2 = source.rational(1e-3, 20) * Rational(source.coin() ? 1 : -1);
    if (y2 < y1) std::swap(y1, y2);
    const Interval r = pow(Interval(x1, x2, 64), Interval(y1, y2, 64));
    ASSERT_TRUE(r.is_finite());
    Ball hull_of_corners;
    for (int k = 0; k < 4; ++k) {
      const Ball v = pow(Ball((k & 1) != 0 ? x1 : x2, 200), Ball((k & 2) != 0 ? y1 : y2, 200));
      ASSERT_TRUE(r.overlaps(Interval(v)));
      hull_of_corners = k == 0 ? v : hull(hull_of_corners, v);
    }
    // and no wider than the corners
    ASSERT_LE(r.upper_double(), Interval(hull_of_corners).upper_double() * (1 + 1e-15));
    ASSERT_GE(r.lower_double(), 0);
    const Rational x = x1 + (x2 - x1) * Rational(source.integer(0, 100), 100),
                   y = y1 + (y2 - y1) * Rational(source.integer(0, 100), 100);
    ASSERT_TRUE(r.overlaps(Interval(pow(Ball(x, 200), Ball(y, 200)))));
  }
}

TEST(Interval, NonMonotoneFunctionsByCases) {
  EXPECT_EQ(pow(make("-1", "2"), 2).str(), "[0, 4]");
  EXPECT_EQ(pow(make("-3", "2"), 4).str(), "[0, 81]");
  EXPECT_EQ(pow(make("-3", "-2"), 2).str(), "[4, 9]");
  EXPECT_EQ(pow(make("-3", "2"), 3).str(), "[-27, 8]");
  EXPECT_EQ(pow(make("0", "2"), make("0", "3")).str(), "[0, 8]");  // 0^0 = 1
  EXPECT_EQ(pow(make("0", "1/2"), make("0", "3")).str(), "[0, 1]");
  EXPECT_EQ(pow(make("-2", "-1"), -1).str(), "[-1, -0.5]");
  EXPECT_EQ(pow(make("-1", "1"), 0).str(), "[1, 1]");
  const Interval x = make("-1", "2");
  EXPECT_EQ((x * x).str(), "[0, 4]");  // the same object: a square
  EXPECT_EQ(abs(make("-3", "2")).str(), "[0, 3]");
  EXPECT_EQ(cosh(make("-1", "0")).lower(), "1");
  EXPECT_EQ(cosh(make("-1", "1/2")).lower(), "1");
  // The minimum of lgamma: OEIS A030171 (-0.12148629053584960809...), at A030169.
  EXPECT_EQ(lgamma(make("1", "2")).str(15), "[-0.12148629053585, 0]");
  EXPECT_EQ(lgamma(make("1.4616321449683623", "1.4616321449683624", 200)).lower(20), "-0.1214862905358496081");
  EXPECT_EQ(lgamma(make("1", "1.4")).upper(), "0");
  // x log x: minimum -1/e at 1/e (OEIS A068985), 0 at 0.
  const Interval u = make("0", "1");
  EXPECT_EQ(xlogy(u, u).lower(15), "-0.367879441171443");
  EXPECT_EQ(xlogy(u, u).upper(), "0");
  const Interval v = make("1/2", "1");
  EXPECT_EQ(xlogy(v, v).lower(15), "-0.346573590279973");
  const Interval w = make("0", "1/10");
  EXPECT_EQ(xlogy(w, w).lower(15), "-0.230258509299405");
  EXPECT_EQ(xlogy(w, w).upper(15), "0");
}

TEST(Interval, NearTheZerosOfAFunction) {
  // One part in 2^60 on either side: the sign must survive.
  const Rational step = pow(Rational(2), -60);
  for (const Rational& zero : {Rational(1), Rational(2)}) {
    const Interval above(zero + step, zero + Rational(2) * step, 64), below(zero - Rational(2) * step, zero - step, 64);
    EXPECT_TRUE(zero == Rational(1) ? certainly_negative(lgamma(above)) : certainly_positive(lgamma(above)));
    EXPECT_TRUE(zero == Rational(1) ? certainly_positive(lgamma(below)) : certainly_negative(lgamma(below)));
    if (zero == Rational(1)) {
      EXPECT_TRUE(certainly_positive(log(above)) && certainly_negative(log(below)));
    }
  }
  const Rational root = *Rational::parse("1.46163214496836234126265954232572132846819620400644");
  EXPECT_TRUE(certainly_positive(digamma(Interval(root + step, root + Rational(2) * step, 64))));
  EXPECT_TRUE(certainly_negative(digamma(Interval(root - Rational(2) * step, root - step, 64))));
  EXPECT_GE(digamma(Interval(root + step, 64).lower_point()).relative_accuracy_bits(), 60);
  EXPECT_EQ(log(Interval(1)).str(), "[0, 0]");
  EXPECT_EQ(exp(Interval(0)).str(), "[1, 1]");
}

TEST(Interval, OutsideTheDomainIsUndefined) {
  const Interval at_zero = make("0", "1"), across = make("-1", "1"), negative = make("-2", "-1");
  const Interval half = make("1/2", "1/2");
  for (const Interval& x : {log(at_zero),
                            log(across),
                            log(negative),
                            log1p(negative),
                            log1p(across),
                            sqrt(across),
                            sqrt(negative),
                            lgamma(at_zero),
                            lgamma(across),
                            digamma(at_zero),
                            trigamma(at_zero),
                            polygamma(2, across),
                            pow(across, half),
                            pow(across, -1),
                            pow(at_zero, -2),
                            pow(at_zero, across),
                            Interval(1) / at_zero,
                            Interval(1) / across,
                            Interval(1) / Interval(0),
                            xlogy(Interval(1), at_zero),
                            xlogy(Interval(0), negative),
                            Interval::undefined() + at_zero,
                            at_zero - Interval::undefined(),
                            Interval::undefined() * Interval(0),
                            exp(Interval::undefined()),
                            abs(Interval::undefined()),
                            min(at_zero, Interval::undefined()),
                            pow(Interval::undefined(), 0),
                            square(Interval::undefined()),
                            Interval(Rational(2), Rational(1), 64),
                            intersect(negative, at_zero)}) {
    EXPECT_TRUE(x.is_undefined()) << x.str();
    EXPECT_TRUE((x < Interval(1)).is_undefined());
    EXPECT_FALSE(certainly_less(x, Interval(1)) || certainly_greater_equal(x, Interval(1)) ||
                 certainly_nonnegative(x) || certainly_negative(x) || x.contains(0) || x.contains_zero() ||
                 x.is_finite());
  }
  EXPECT_EQ(sqrt(at_zero).str(), "[0, 1]");
  EXPECT_EQ(pow(at_zero, half).str(), "[0, 1]");
  EXPECT_EQ(pow(Interval(0), Interval(0)).str(), "[1, 1]");
  EXPECT_EQ(xlogy(Interval(0), at_zero).str(), "[0, 0]");
}

TEST(Interval, LimitsAreReadOnlyWhenAskedFor) {
  const Interval x = make("0", "1").with_limits();
  EXPECT_EQ(log(x).str(), "[-inf, 0]");
  EXPECT_EQ(log1p(-x).str(), "[-inf, 0]");
  EXPECT_EQ((Interval(1) / x).str(), "[1, inf]");
  EXPECT_EQ((Interval(1) / -x).str(), "[-inf, -1]");
  EXPECT_EQ(digamma(x).lower(), "-inf");
  EXPECT_EQ(trigamma(x).upper(), "inf");
  EXPECT_EQ(lgamma(x).str(), "[0, inf]");
  EXPECT_EQ(pow(x, -2).str(), "[1, inf]");
  EXPECT_TRUE(log(x).limits());
  EXPECT_TRUE(log(x * Interval(2)).is_defined());
  EXPECT_TRUE(log(x - Interval(1)).is_undefined());  // leaves the domain
  EXPECT_TRUE((Interval(1) / Interval(0).with_limits()).is_undefined());
  EXPECT_TRUE(log(Interval(0).with_limits()).is_undefined());
  EXPECT_TRUE((Interval(1) / make("-1", "1").with_limits()).is_undefined());
}

TEST(Interval, InfiniteEnds) {
  const Interval up = Interval::at_least(1, 64), all = Interval::entire(64), down = Interval::at_most(-1, 64);
  EXPECT_EQ(exp(up).upper(), "inf");
  EXPECT_EQ(exp(all).str(), "[0, inf]");
  EXPECT_EQ(exp(-up).lower(), "0");
  EXPECT_EQ(log(up).str(), "[0, inf]");
  EXPECT_EQ((Interval(1) / up).str(), "[0, 1]");
  EXPECT_EQ((up / up).str(), "[0, inf]");
  EXPECT_EQ((up - Interval(Rational(1), Rational(1), 64) * up).str(), "[-inf, inf]");
  EXPECT_EQ((all * Interval(0)).str(), "[0, 0]");
  EXPECT_EQ((make("0", "1") * up).str(), "[0, inf]");
  EXPECT_EQ((down * up).str(), "[-inf, -1]");
  EXPECT_EQ((down * down).str(), "[1, inf]");
  EXPECT_EQ(pow(all, 2).str(), "[0, inf]");
  EXPECT_EQ(pow(all, 3).str(), "[-inf, inf]");
  EXPECT_EQ(pow(down, -2).str(), "[0, 1]");
  EXPECT_EQ(erf(all).str(), "[-1, 1]");
  EXPECT_EQ(erfc(all).str(), "[0, 2]");
  EXPECT_EQ(normal_cdf(all).str(), "[0, 1]");
  EXPECT_EQ(tanh(all).str(), "[-1, 1]");
  EXPECT_EQ(cosh(all).str(), "[1, inf]");
  EXPECT_EQ(trigamma(up).lower(), "0");
  EXPECT_EQ(polygamma(2, up).upper(), "0");
  EXPECT_EQ(lgamma(up).upper(), "inf");
  EXPECT_EQ(pow(up, make("1/2", "3/2")).str(), "[1, inf]");
  EXPECT_EQ(pow(up, make("-3/2", "-1/2")).str(), "[0, 1]");
  EXPECT_EQ(sqrt(up).str(), "[1, inf]");
  EXPECT_EQ(abs(all).str(), "[0, inf]");
  EXPECT_FALSE(up.is_finite());
  EXPECT_TRUE(up.midpoint().is_undefined());
  EXPECT_TRUE(all.contains(Rational(12345, 7)));
}

TEST(Interval, SplittingIsExactAndInside) {
  testing::Source source(15);
  for (int i = 0; i < testing::cases(2000); ++i) {
    const Box b(source);
    if (b.lo == b.hi) continue;
    const Interval x = b.at(100);
    if (x.is_point()) continue;
    for (const Interval& m : {x.midpoint(), x.split_point()}) {
      ASSERT_TRUE(m.is_point());
      ASSERT_LT(x.lower_rational(), m.lower_rational()) << x.str() << m.str();
      ASSERT_LT(m.upper_rational(), x.upper_rational());
    }
    ASSERT_GE(x.width().lower_rational(), b.hi - b.lo);
    ASSERT_LE(x.lower_double(), b.lo.approx());
    ASSERT_GE(x.upper_double(), b.hi.approx());
  }
  EXPECT_NEAR(make("1e-12", "1").split_point().approx(), 1e-6, 1e-7);  // the geometric mean
}

TEST(Interval, ComparisonsAndSelect) {
  const Interval a = make("0", "1"), b = make("1", "2"), c = make("3", "4");
  EXPECT_TRUE((a < c).is_certain());
  EXPECT_TRUE((c < a).is_impossible());
  EXPECT_EQ((a < b).value(), Truth::maybe);
  EXPECT_TRUE((a <= b).is_certain());
  EXPECT_EQ((b <= a).value(), Truth::maybe);
  EXPECT_TRUE((a == c).is_impossible());
  EXPECT_EQ((a == a).value(), Truth::maybe);  // two points of the same box may differ
  EXPECT_TRUE((Interval(1) == Interval(1)).is_certain());
  EXPECT_EQ(select(Rel::lt, a, c, a, b).str(), "[0, 1]");
  EXPECT_EQ(select(Rel::gt, a, c, a, b).str(), "[1, 2]");
  EXPECT_EQ(select(Rel::lt, a, b, a, c).str(), "[0, 4]");
  EXPECT_TRUE(select(Rel::lt, Interval::undefined(), b, a, c).is_undefined());
  // A branch that is undefined where the other is taken
  const Interval r = select(
      Rel::gt, c, Interval(0), [&] { return log(c); }, [&] { return log(-c); });
  EXPECT_TRUE(r.is_finite());
}

}  // namespace
}  // namespace dpcert
