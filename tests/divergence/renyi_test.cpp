#include "dpcert/divergence/renyi.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/scalar/mp.hpp"
#include "reference_table.hpp"

namespace dpcert {
namespace {

using test::approximate;
using test::number;
using test::numbers;

/// Does the enclosure agree with a decimal reference value that is right to `digits` digits?
void expect_agrees(const Ball& value, const Rational& reference, int digits) {
  const Ball slack = abs(Ball(reference, 256)) * pow(Ball(Rational(10), 256), -digits);
  EXPECT_TRUE(certainly_less_equal(abs(value - Ball(reference, 256)), slack))
      << value.str(60) << " " << reference.approx();
}

TEST(CertifiedDigits, OfBitsAreTheLeastThatReachThem) {
  EXPECT_EQ(digits_for_bits(0), 1);
  EXPECT_EQ(digits_for_bits(5), 1);  // 10 > 2^3
  EXPECT_EQ(digits_for_bits(6), 2);
  for (Precision bits = 0; bits <= bits_for_digits(certified_digits_cap); ++bits) {
    const int digits = digits_for_bits(bits);
    ASSERT_GE(bits_for_digits(digits), bits);
    if (digits > 1) {
      ASSERT_LT(bits_for_digits(digits - 1), bits);
    }
  }
}

TEST(CertifiedRenyi, AgreesWithPari) {
  for (const auto& row : test::read_table("divergence", "renyi_pari.csv")) {
    const Order<Rational> order(number(row[0]));
    const Dirichlet<Rational> p(numbers(row[1])), q(numbers(row[2]));
    for (const int digits : {15, 50}) {
      const auto d = certified_renyi(order, p, q, digits);
      ASSERT_TRUE(d.is_finite());
      expect_agrees(d.enclosure, number(row[3]), digits);
      EXPECT_GE(d.enclosure.relative_accuracy_bits(), bits_for_digits(digits));
    }
  }
}

TEST(DoubleRenyi, AgreesWithPariToTenDigits) {
  for (const auto& row : test::read_table("divergence", "renyi_pari.csv")) {
    // The reference is of the rationals, the double path of the doubles nearest to them: compare where rounding the
    // parameters is harmless.
    const Dirichlet<double> p(approximate(numbers(row[1]))), q(approximate(numbers(row[2])));
    std::vector<Rational> exact_p, exact_q;
    for (const double x : p.alpha) exact_p.push_back(Rational::from_double(x));
    for (const double x : q.alpha) exact_q.push_back(Rational::from_double(x));
    const double order = number(row[0]).approx();
    const auto truth = certified_renyi(Order(Rational::from_double(order)), Dirichlet(exact_p), Dirichlet(exact_q), 20);
    ASSERT_TRUE(truth.is_finite()) << row[0] << " " << row[1] << " " << row[2];
    const double expected = truth.enclosure.approx();
    EXPECT_NEAR(renyi_divergence(Order(order), p, q), expected, 1e-10 * expected)
        << row[0] << " " << row[1] << " " << row[2];
  }
}

// exp((order - 1) D) is a quotient of factorials for integer orders and counts.
Rational factorial(long n) { return n <= 1 ? Rational(1) : Rational(n) * factorial(n - 1); }
Rational beta_function(long a, long b) { return factorial(a - 1) * factorial(b - 1) / factorial(a + b - 1); }

TEST(CertifiedRenyi, ContainsTheClosedFormOfIntegers) {
  for (long a = 1; a <= 6; ++a) {
    for (long b = 1; b <= 6; ++b) {
      for (long c = 1; c <= 6; ++c) {
        for (long e = 1; e <= 6; ++e) {
          for (const long order : {2L, 3L, 5L}) {
            const auto d = certified_renyi(Order(Rational(order)), Beta{Rational(a), Rational(b)},
                                           Beta{Rational(c), Rational(e)}, 40);
            const long la = order * a + (1 - order) * c, lb = order * b + (1 - order) * e;
            if (la <= 0 || lb <= 0) {
              EXPECT_TRUE(d.is_infinite());
              continue;
            }
            ASSERT_TRUE(d.is_finite());
            const Rational power =
                beta_function(la, lb) * pow(beta_function(c, e), order - 1) / pow(beta_function(a, b), order);
            EXPECT_TRUE(exp(d.enclosure * Ball(order - 1)).contains(power)) << a << b << c << e << order;
          }
        }
      }
    }
  }
}

// At few digits lgamma comes from Stirling's series with its error bound, at 150 from the library that knows nothing of
// it.
TEST(CertifiedRenyi, FewAndManyDigitsOverlap) {
  std::mt19937_64 random(5);
  const auto uniform = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto count = [&] { return Rational::from_double(std::pow(10, -2 + 15 * uniform())); };
    const Beta<Rational> p{count(), count()};
    const Beta<Rational> q = i % 2 == 0 ? Beta<Rational>{count(), count()}
                                        : Beta<Rational>{p.alpha + Rational::from_double(uniform()), p.beta};
    const Order order(Rational::from_double(i % 3 == 0 ? uniform() : 1.01 + 19 * uniform()));
    const Certified exact = certified_renyi(order, p, q, 150);
    for (const int digits : {10, 15, 40}) {
      const Certified few = certified_renyi(order, p, q, digits);
      ASSERT_EQ(few.state, exact.state);
      if (!few.is_finite()) continue;
      EXPECT_TRUE(few.enclosure.overlaps(exact.enclosure)) << i << " " << digits;
      ++compared;
    }
  }
  EXPECT_GT(compared, 5000);
}

TEST(CertifiedRenyi, EqualLawsHaveExactlyZeroDivergence) {
  const Dirichlet<Rational> p{Rational(1, 3), Rational(10), Rational(1000000)};
  for (const auto& order :
       {Order(Rational(1, 2)), Order(Rational(7)), Order<Rational>::one(), Order<Rational>::infinity()}) {
    const auto d = certified_renyi(order, p, p, 50);
    EXPECT_TRUE(d.is_finite());
    EXPECT_TRUE(d.enclosure.is_exact() && d.enclosure.contains_zero());
  }
}

TEST(CertifiedRenyi, IsInfiniteExactlyAtTheBoundary) {
  const Beta<Rational> p{Rational(2), Rational(1)}, q{Rational(1), Rational(2)};
  // order p + (1 - order) q has second parameter 2 - order.
  EXPECT_TRUE(certified_renyi(Order(Rational(2)), p, q, 15).is_infinite());
  EXPECT_TRUE(certified_renyi(Order(Rational(15)), p, q, 15).is_infinite());
  const auto below = certified_renyi(Order(Rational(2) - pow(Rational(1, 10), 40)), p, q, 15);
  ASSERT_TRUE(below.is_finite());  // about log(10^40)
  EXPECT_NEAR(below.enclosure.approx(), 92.1, 2);
}

TEST(CertifiedRenyi, TinyDifferencesEscalate) {
  const Rational tiny = pow(Rational(1, 10), 60);
  const auto d =
      certified_renyi(Order(Rational(2)), Beta{Rational(3) + tiny, Rational(4)}, Beta{Rational(3), Rational(4)}, 30);
  ASSERT_TRUE(d.is_finite());
  // order/2 Delta^2 (trigamma(3) - trigamma(7)), to leading order
  const Ball leading = pow(Ball(tiny, 400), 2) * (trigamma(Ball(Rational(3), 400)) - trigamma(Ball(Rational(7), 400)));
  EXPECT_NEAR((d.enclosure / leading).approx(), 1.0, 1e-15);
}

TEST(CertifiedRenyi, MaxDivergence) {
  const auto d =
      certified_renyi(Order<Rational>::infinity(), Beta{Rational(2), Rational(1)}, Beta{Rational(1), Rational(1)}, 30);
  ASSERT_TRUE(d.is_finite());
  EXPECT_TRUE(d.enclosure.overlaps(log(Ball(Rational(2), 200))));
  // sup of x^2 (1-x)^3 B(1,1)/B(3,4) is (2/5)^2 (3/5)^3 60.
  const auto peak =
      certified_renyi(Order<Rational>::infinity(), Beta{Rational(3), Rational(4)}, Beta{Rational(1), Rational(1)}, 30);
  EXPECT_TRUE(peak.enclosure.overlaps(log(Ball(Rational(6480, 3125), 200))));
  EXPECT_TRUE(
      certified_renyi(Order<Rational>::infinity(), Beta{Rational(2), Rational(1)}, Beta{Rational(1), Rational(2)}, 9)
          .is_infinite());
}

TEST(CertifiedRenyi, RefusesWhatIsNotAPairOfLaws) {
  const Order<Rational> order(Rational(2));
  EXPECT_THROW(certified_renyi(order, Beta{Rational(0), Rational(1)}, Beta{Rational(1), Rational(1)}, 15), Error);
  EXPECT_THROW(
      certified_renyi(order, Dirichlet{Rational(1), Rational(1)}, Dirichlet{Rational(1), Rational(1), Rational(1)}, 15),
      Error);
  EXPECT_THROW(certified_renyi(order, Beta{Rational(1), Rational(1)}, Beta{Rational(2), Rational(1)}, 0), Error);
  EXPECT_THROW(Order(Rational(0)), Error);
  EXPECT_THROW(Order(-1.0), Error);
  EXPECT_THROW(Order(std::nan("")), Error);
  EXPECT_TRUE(Order(INFINITY).is_infinite());
  EXPECT_TRUE(Order(1.0).is_one());
}

// Random pairs over the whole range promised: counts 1e-6 to 1e12, orders from 1e-3 to 1e5 and within 1e-6 of 1.
class DoubleRenyiRandom : public testing::TestWithParam<int> {};
TEST_P(DoubleRenyiRandom, KeepsTenDigits) {
  std::mt19937_64 random(static_cast<std::uint64_t>(GetParam()));
  const auto uniform = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto log_uniform = [&](double lo, double hi) { return std::exp(uniform(std::log(lo), std::log(hi))); };
  const auto exact = [](const std::vector<double>& x) {
    std::vector<Rational> out;
    for (const double v : x) out.push_back(Rational::from_double(v));
    return Dirichlet<Rational>(out);
  };
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::size_t d = 2 + random() % (GetParam() % 2 == 0 ? 1 : 4);
    std::vector<double> p(d), q;
    for (double& x : p) x = log_uniform(1e-6, 1e12);
    q = p;
    if (GetParam() < 2) {
      const double r = log_uniform(1e-6, 1);
      q[0] += r;
      p[1] += r;
    } else if (GetParam() < 4) {
      for (double& x : q) x = log_uniform(1e-6, 1e12);
    } else {
      const double factor = log_uniform(0.5, 2);
      for (double& x : q) x *= factor * (random() % 2 == 0 ? 1 : log_uniform(0.999999, 1.000001));
    }
    const double orders[] = {1 + log_uniform(1e-6, 1), log_uniform(1e-3, 1), log_uniform(1, 1e5),
                             1 - log_uniform(1e-6, 0.9), 1.0};
    const double order = orders[random() % 5];
    const auto truth = certified_renyi(Order(Rational::from_double(order)), exact(p), exact(q), 17);
    const double value = renyi_divergence(Order(order), Dirichlet(p), Dirichlet(q));
    if (truth.is_infinite()) {
      EXPECT_EQ(value, INFINITY);
      continue;
    }
    ASSERT_TRUE(truth.is_finite());
    const double expected = truth.enclosure.approx();
    ASSERT_LE(std::fabs(value - expected), 1e-10 * expected)
        << order << " " << testing::PrintToString(p) << testing::PrintToString(q);
    ++compared;
  }
  EXPECT_GT(compared, 1000);
}
INSTANTIATE_TEST_SUITE_P(Regimes, DoubleRenyiRandom, testing::Range(0, 6));

TEST(Renyi, OneFormulaOverManyScalars) {
  const auto make = [](auto like) {
    using S = decltype(like);
    const auto c = [&](std::int64_t n, std::int64_t d) { return constant_like(like, Rational(n, d)); };
    return std::pair{Dirichlet<S>{c(5, 2), c(1, 3), c(7, 1)}, Dirichlet<S>{c(2, 1), c(1, 2), c(20, 3)}};
  };
  const auto truth = certified_renyi(Order(Rational(3, 2)), make(Rational(1)).first, make(Rational(1)).second, 40);
  const Ball ball(Rational(1), 200);
  const Interval interval(Rational(1), 200);
  const Mp mp(Rational(1), 200);
  const Rational half3(3, 2);
  EXPECT_NEAR(renyi_divergence(Order(1.5), make(1.0).first, make(1.0).second), truth.enclosure.approx(), 1e-13);
  EXPECT_NEAR(static_cast<double>(renyi_divergence(Order(1.5L), make(1.0L).first, make(1.0L).second)),
              truth.enclosure.approx(), 1e-13);
  const Ball b = renyi_divergence(Order(constant_like(ball, half3)), make(ball).first, make(ball).second);
  EXPECT_TRUE(b.overlaps(truth.enclosure) && b.relative_accuracy_bits() > 150);
  const Interval i =
      renyi_divergence(Order(constant_like(interval, half3)), make(interval).first, make(interval).second);
  EXPECT_TRUE(Ball(i).overlaps(truth.enclosure) && i.relative_accuracy_bits() > 150);
  const Mp m = renyi_divergence(Order(constant_like(mp, half3)), make(mp).first, make(mp).second);
  EXPECT_TRUE(certainly_less(abs(Ball(m.rational(), 300) - truth.enclosure), Ball(pow(Rational(1, 10), 40), 300)));
}

TEST(Renyi, IsInfiniteOverEveryScalarOutsideTheDomain) {
  EXPECT_EQ(renyi_divergence(Order(2.0), Beta{2.0, 1.0}, Beta{1.0, 2.0}), INFINITY);
  EXPECT_EQ(renyi_formula(Order(2.5), Beta{2.0, 1.0}, Beta{1.0, 2.0}), INFINITY);
  const auto ball = [](const Rational& x) { return Ball(x, 100); };
  const Ball outside = renyi_divergence(Order(ball(Rational(5, 2))), Beta{ball(2), ball(1)}, Beta{ball(1), ball(2)});
  EXPECT_TRUE(arb_is_finite(outside.arb()) == 0 && certainly_positive(outside));
  // Straddling the boundary decides nothing.
  const Ball near_two(Rational(19, 10), Rational(21, 10), 100);
  const Ball straddling = renyi_divergence(Order(near_two), Beta{ball(2), ball(1)}, Beta{ball(1), ball(2)});
  EXPECT_FALSE(straddling.is_finite());
  EXPECT_FALSE(certainly_positive(straddling));
  const auto interval = [](const Rational& x) { return Interval(x, 100); };
  EXPECT_TRUE(renyi_divergence(Order(Interval(Rational(19, 10), Rational(21, 10), 100)), Beta{interval(2), interval(1)},
                               Beta{interval(1), interval(2)})
                  .is_undefined());
}

TEST(Hellinger, AgreesWithItsClosedForm) {
  // int sqrt(2x 2(1-x)) = 2 B(3/2, 3/2) = pi/4
  const auto h =
      certified_hellinger_squared(Dirichlet{Rational(2), Rational(1)}, Dirichlet{Rational(1), Rational(2)}, 40);
  EXPECT_TRUE(h.enclosure.overlaps(Ball(1) - Ball::pi(256) * Ball(Rational(1, 4), 256)));
  EXPECT_GE(h.enclosure.relative_accuracy_bits(), bits_for_digits(40));
  EXPECT_NEAR(hellinger_squared(Beta{2.0, 1.0}, Beta{1.0, 2.0}), 1 - 3.14159265358979 / 4, 1e-14);
}

}  // namespace
}  // namespace dpcert
