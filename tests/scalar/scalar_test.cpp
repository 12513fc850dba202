// One formula, many scalars: the concept, what must not compile, and one template read by every scalar.
#include "dpcert/scalar/scalar.hpp"

#include <gtest/gtest.h>

#include <list>

#include "dpcert/scalar/archetype.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/scalar/jet.hpp"
#include "dpcert/scalar/mp.hpp"
#include "dpcert/scalar/tape.hpp"
#include "random_points.hpp"

namespace dpcert {

static_assert(Scalar<double> && Scalar<long double> && Scalar<Jet<double>>);
static_assert(ExactlyConstructible<Ball> && ExactlyConstructible<Interval> && ExactlyConstructible<Mp> &&
              ExactlyConstructible<Rational> && ExactlyConstructible<Expr> && ExactlyConstructible<Jet<Ball>> &&
              ExactlyConstructible<Archetype>);

// What must not compile.
template <class S>
concept OfferedToDouble = requires(const S& x, double d) {
  x + d;
}
|| requires(const S& x, double d) { d* x; }
|| requires(S& x) { x = 0.5; }
|| requires(S& x) { x *= 0.5f; };
static_assert(!OfferedToDouble<Ball> && !OfferedToDouble<Interval> && !OfferedToDouble<Mp> &&
              !OfferedToDouble<Rational> && !OfferedToDouble<Expr>);
template <class S>
concept BranchesOnComparison = requires(const S& a, const S& b) {
  bool(a < b);
}
|| requires(const S& a, const S& b) { bool(a == b); }
|| requires(const S& a, const S& b) { bool(a >= b); };
static_assert(!BranchesOnComparison<Ball> && !BranchesOnComparison<Interval> && !BranchesOnComparison<Archetype>);
template <class S>
concept BecomesDouble =
    std::is_convertible_v<S, double> || std::is_constructible_v<double, S> || std::is_convertible_v<S, bool>;
static_assert(!BecomesDouble<Ball> && !BecomesDouble<Interval> && !BecomesDouble<Mp> && !BecomesDouble<Rational> &&
              !BecomesDouble<Expr>);
static_assert(!std::is_constructible_v<bool, Truth>);
static_assert(!std::is_constructible_v<Ball, Rational>, "a Ball of a rational needs a precision: constant_like(x, q)");

/// Uses everything the concept offers, on x in (0, 10), y in (0, 3).
template <Scalar S>
S everything(const S& x, const S& y) {
  const S tenth = constant_like(x, Rational(1, 10));
  S r = exp(-x) + log(x) * log1p(y) - expm1(y) / sqrt(x) + pow(x, y) + pow(y, 3) + pow(x, -2);
  r += abs(y - x) + min(x, y) * max(x, y) + cosh(y) - sinh(y) * tanh(x);
  r -= xlogy(x, y) + lgamma(x) + digamma(x) + trigamma(y) + polygamma(3, x);
  r *= erf(x) + erfc(y) + normal_cdf(y - x) + floor(S(3)) + ceil(tenth);
  r /= S(2) + pi_like(x) + constant<S>(Rational(1, 3));
  const std::vector<S> terms{x, y, tenth};
  const std::list<S> same{x, y, tenth};
  r = r + log_sum_exp(terms) - log_sum_exp(same);
  return select(Rel::gt, x, S(0), r, -r) + select(
                                               Rel::lt, x, S(0), [&] { return log(-x); }, [&] { return x; });
}

TEST(Scalar, OneFormulaManyReadings) {
  testing::Source source(21);
  for (int i = 0; i < testing::cases(200); ++i) {
    const Rational x = source.rational(0.05, 10), y = source.rational(0.05, 3);
    if (x == y) continue;
    const Ball truth = everything(Ball(x, 200), Ball(y, 200));
    ASSERT_GE(truth.relative_accuracy_bits(), 120) << x.str() << " " << y.str();
    const double scale =
        1e-12 * (1 + 1 / (x.approx() * x.approx() * x.approx() * x.approx()) + 1 / (y.approx() * y.approx()));
    EXPECT_NEAR(everything(x.approx(), y.approx()), truth.approx(), scale * 100);
    EXPECT_NEAR(static_cast<double>(everything<long double>(x.approx(), y.approx())), truth.approx(), scale);
    const Mp m = everything(Mp(x, 250), Mp(y, 250));
    EXPECT_TRUE(truth.contains(m.rational())) << truth.str(60) << " " << m.str(60);
    EXPECT_TRUE(everything(Interval(x, 100), Interval(y, 100)).overlaps(Interval(truth)));
    const Jet<Ball> j = everything(Jet<Ball>::variable(Ball(x, 200), 0, 2), Jet<Ball>::variable(Ball(y, 200), 1, 2));
    EXPECT_TRUE(j.value().overlaps(truth));
    EXPECT_TRUE(j.gradient(0).is_finite() && j.gradient(1).is_finite());
  }
  EXPECT_NEAR(static_cast<double>(everything(Archetype(2), Archetype(1)).reveal()), everything(2.0, 1.0), 1e-12);
}

TEST(Scalar, TheSymbolicTraceEvaluatesToTheSameValue) {
  const Expr x = Expr::variable("x"), y = Expr::variable("y");
  const Expr trace = everything(x, y);
  testing::Source source(22);
  for (int i = 0; i < testing::cases(50); ++i) {
    const Rational a = source.rational(0.05, 10), b = source.rational(0.05, 3);
    const Ball pa(a, 150), pb(b, 150);
    // The trace's log_sum_exp shifts by the first term, so compare enclosures, not bits.
    const Ball value = evaluate<Ball>(
        trace, {{"x", pa}, {"y", pb}}, [&](const Rational& q) { return constant_like(pa, q); },
        [&] { return pi_like(pa); });
    // select evaluates both branches of the trace: log(-x) is undefined there and must not matter
    EXPECT_TRUE(value.overlaps(everything(pa, pb)));
    EXPECT_TRUE(value.is_finite());
  }
}

TEST(Scalar, RationalIsExactOrThrows) {
  EXPECT_EQ(lgamma(Rational(2)), Rational(0));
  EXPECT_EQ(exp(Rational(0)), Rational(1));
  EXPECT_EQ(sqrt(Rational(9, 4)), Rational(3, 2));
  EXPECT_EQ(pow(Rational(8, 27), Rational(-2, 3)), Rational(9, 4));
  EXPECT_EQ(pow(Rational(-2), Rational(3)), Rational(-8));
  EXPECT_EQ(pow(Rational(0), Rational(0)), Rational(1));
  EXPECT_EQ(pow(Rational(0), Rational(1, 2)), Rational(0));
  EXPECT_EQ(xlogy(Rational(0), Rational(0)), Rational(0));
  EXPECT_EQ(normal_cdf(Rational(0)), Rational(1, 2));
  EXPECT_EQ(select(Rel::ge, Rational(1), Rational(1), Rational(2), Rational(3)), Rational(2));
  const auto code_of = [](auto f) {
    try {
      f();
    } catch (const Error& e) {
      EXPECT_FALSE(e.expected().empty() || e.given().empty() || e.where().empty());
      return e.code();
    }
    return ErrorCode::internal;
  };
  EXPECT_EQ(code_of([] { return log(Rational(2)); }), ErrorCode::inexact);
  EXPECT_EQ(code_of([] { return sqrt(Rational(2)); }), ErrorCode::inexact);
  EXPECT_EQ(code_of([] { return pi_like(Rational(2)); }), ErrorCode::inexact);
  EXPECT_EQ(code_of([] { return digamma(Rational(2)); }), ErrorCode::inexact);
  EXPECT_EQ(code_of([] { return log(Rational(0)); }), ErrorCode::domain);
  EXPECT_EQ(code_of([] { return sqrt(Rational(-1)); }), ErrorCode::domain);
  EXPECT_EQ(code_of([] { return lgamma(Rational(-1, 2)); }), ErrorCode::domain);
  EXPECT_EQ(code_of([] { return trigamma(Rational(0)); }), ErrorCode::domain);
  EXPECT_EQ(code_of([] { return pow(Rational(-1), Rational(1, 2)); }), ErrorCode::domain);
  EXPECT_EQ(code_of([] { return pow(Rational(0), Rational(-1)); }), ErrorCode::domain);
}

}  // namespace dpcert
