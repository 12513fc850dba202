// Jet: derivatives against the symbolic derivative, at points and as enclosures over boxes; kinks decline.
#include "dpcert/scalar/jet.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "dpcert/scalar/eigen.hpp"
#include "dpcert/scalar/tape.hpp"
#include "random_points.hpp"

namespace dpcert {
namespace {

/// A formula in x, y > 0 as a template, instantiated for Expr and for jets.
struct Formula {
  const char* name;
  std::function<Expr(const Expr&, const Expr&)> symbolic;
  std::function<Jet<Ball>(const Jet<Ball>&, const Jet<Ball>&)> ball;
  std::function<Jet<Interval>(const Jet<Interval>&, const Jet<Interval>&)> interval;
};
#define DPCERT_FORMULA(body)                                                                                          \
  Formula {                                                                                                           \
#body, [](const auto& x, const auto& y) { (void)x, (void)y; using S = std::decay_t<decltype(x)>; return S(body); }, \
        [](const auto& x, const auto& y) { (void)x, (void)y; using S = std::decay_t<decltype(x)>; return S(body); },    \
        [](const auto& x, const auto& y) { (void)x, (void)y; using S = std::decay_t<decltype(x)>; return S(body); } \
  }

std::vector<Formula> formulas() {
  return {DPCERT_FORMULA(x + y * x - y / x),
          DPCERT_FORMULA(x / (x + y * y)),
          DPCERT_FORMULA(S(3) * x - x * S(2) + S(1) / x),
          DPCERT_FORMULA(exp(x * y) - expm1(-x)),
          DPCERT_FORMULA(log(x + y) * log1p(x * y)),
          DPCERT_FORMULA(sqrt(x * y + y)),
          DPCERT_FORMULA(pow(x, 3) * pow(y, -2)),
          DPCERT_FORMULA(pow(x, y)),
          DPCERT_FORMULA(pow(S(2), x * y) + pow(x, S(4))),
          DPCERT_FORMULA(cosh(x - y) + sinh(x * y) * tanh(y)),
          DPCERT_FORMULA(xlogy(x, y) + xlogy(x * y, x)),
          DPCERT_FORMULA(xlogy(x, x)),
          DPCERT_FORMULA(lgamma(x + y) - lgamma(x) - lgamma(y)),
          DPCERT_FORMULA(digamma(x) * trigamma(y) + polygamma(2, x * y)),
          DPCERT_FORMULA(erf(x) * erfc(y) + normal_cdf(x - y)),
          DPCERT_FORMULA(sin(x * y) * cos(x - y) + atan(x / y)),
          DPCERT_FORMULA(abs(x + y) + min(x, y + S(20)) - max(x, y + S(20))),
          DPCERT_FORMULA(log_sum_exp(std::vector<S>{x, y, x * y}))};
}

struct Derivatives {
  std::vector<Expr> all;  // f, f_x, f_y, f_xx, f_xy, f_yy
  explicit Derivatives(const Formula& f) {
    const Expr x = Expr::variable("x"), y = Expr::variable("y");
    const Expr e = f.symbolic(x, y), ex = derivative(e, x), ey = derivative(e, y);
    all = {e, ex, ey, derivative(ex, x), derivative(ex, y), derivative(ey, y)};
  }
};

template <class S>
std::vector<S> of_jet(const Jet<S>& j) {
  return {j.value(), j.gradient(0), j.gradient(1), j.hessian(0, 0), j.hessian(0, 1), j.hessian(1, 1)};
}

TEST(Jet, AgreesWithTheSymbolicDerivative) {
  testing::Source source(41);
  for (const Formula& f : formulas()) {
    const Derivatives d(f);
    for (int i = 0; i < testing::cases(50); ++i) {
      const Ball x(source.rational(0.1, 5), 128), y(source.rational(0.1, 5), 128);
      const auto jet = of_jet(f.ball(Jet<Ball>::variable(x, 0, 2, 2), Jet<Ball>::variable(y, 1, 2, 2)));
      for (std::size_t k = 0; k < 6; ++k) {
        const Ball truth = evaluate<Ball>(
            d.all[k], {{"x", x}, {"y", y}}, [&](const Rational& q) { return constant_like(x, q); },
            [&] { return pi_like(x); });
        EXPECT_TRUE(jet[k].is_finite()) << f.name << " part " << k;
        EXPECT_TRUE(jet[k].overlaps(truth)) << f.name << " part " << k << " " << jet[k].str() << " " << truth.str();
      }
    }
  }
}

TEST(Jet, EnclosesTheDerivativesOverABox) {
  testing::Source source(42);
  for (const Formula& f : formulas()) {
    const Derivatives d(f);
    for (int i = 0; i < testing::cases(50); ++i) {
      const Rational x1 = source.rational(0.1, 5), y1 = source.rational(0.1, 5);
      const Rational x2 = x1 * (Rational(1) + source.rational(1e-6, 0.3)),
                     y2 = y1 * (Rational(1) + source.rational(1e-6, 0.3));
      const auto jet = of_jet(f.interval(Jet<Interval>::variable(Interval(x1, x2, 80), 0, 2, 2),
                                         Jet<Interval>::variable(Interval(y1, y2, 80), 1, 2, 2)));
      const Ball x(x1 + (x2 - x1) * Rational(source.integer(0, 8), 8), 200),
          y(y1 + (y2 - y1) * Rational(source.integer(0, 8), 8), 200);
      for (std::size_t k = 0; k < 6; ++k) {
        const Ball truth = evaluate<Ball>(
            d.all[k], {{"x", x}, {"y", y}}, [&](const Rational& q) { return constant_like(x, q); },
            [&] { return pi_like(x); });
        EXPECT_TRUE(jet[k].is_finite()) << f.name << " part " << k;
        EXPECT_TRUE(jet[k].overlaps(Interval(truth)))
            << f.name << " part " << k << " " << jet[k].str() << " " << truth.str();
      }
    }
  }
}

TEST(Jet, KinksDecline) {
  const auto box = [](const char* lo, const char* hi) {
    return Jet<Interval>::variable(Interval(*Rational::parse(lo), *Rational::parse(hi), 64), 0, 1, 2);
  };
  const Jet<Interval> across = box("-1", "1"), above = box("1", "2"), at_zero = box("0", "1");
  for (const Jet<Interval>& j :
       {abs(across), abs(at_zero), min(across, Jet<Interval>(0)), max(across, Jet<Interval>(0)), floor(across),
        ceil(across), floor(above), select(Rel::ge, across, Jet<Interval>(0), Jet<Interval>(1), Jet<Interval>(2)),
        select(Rel::ge, at_zero, Jet<Interval>(0), across, -across), sqrt(at_zero), xlogy(at_zero, at_zero),
        min(above, above)}) {
    EXPECT_TRUE(j.value().is_finite());
    EXPECT_TRUE(j.gradient(0).is_undefined()) << j.gradient(0).str();
    EXPECT_TRUE(j.hessian(0, 0).is_undefined());
  }
  EXPECT_EQ(abs(-above).gradient(0).str(), "[1, 1]");
  EXPECT_EQ(floor(box("5/4", "7/4")).gradient(0).str(), "[0, 0]");
  EXPECT_EQ(select(Rel::ge, above, Jet<Interval>(0), above * Jet<Interval>(3), above).gradient(0).str(), "[3, 3]");
  const auto at = Jet<double>::variable(0.0, 0, 1, 2);
  EXPECT_TRUE(std::isnan(abs(at).gradient(0)));
  EXPECT_EQ(abs(at).value(), 0.0);
  EXPECT_EQ(pow(at, 2).gradient(0), 0.0);
  EXPECT_EQ(pow(at, 2).hessian(0, 0), 2.0);
  EXPECT_EQ(pow(at, 0).value(), 1.0);
}

TEST(Jet, Misuse) {
  EXPECT_THROW(Jet<double>::variable(1, 2, 2), Error);
  EXPECT_THROW(Jet<double>::variable(1, 0, 2, 3), Error);
  EXPECT_THROW(Jet<double>::variable(1, 0, 2) + Jet<double>::variable(1, 0, 3), Error);
  EXPECT_THROW(Jet<double>::variable(1, 0, 2) * Jet<double>::variable(1, 0, 3), Error);
  EXPECT_THROW((void)Jet<double>::variable(1, 0, 2).hessian(0, 1), Error);
  EXPECT_EQ(Jet<double>(3).gradient(7), 0.0);
}

template <class S>
void products(const S& x) {
  Matrix<S> m(3, 3);
  Vector<S> v(3);
  for (int i = 0; i < 3; ++i) {
    v(i) = x + S(i);
    for (int j = 0; j < 3; ++j) m(i, j) = S(i + 1) / S(j + 1) * x;
  }
  const Vector<S> w = m * v;
  const Matrix<S> mm = m * m.transpose() + S(2) * m;
  const S quadratic = v.dot(w);
  S by_hand(0), corner(0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) by_hand += v(i) * m(i, j) * v(j);
  }
  for (int j = 0; j < 3; ++j) corner += m(1, j) * m(2, j);
  corner += S(2) * m(1, 2);
  if constexpr (requires { quadratic.overlaps(by_hand); }) {
    EXPECT_TRUE(quadratic.overlaps(by_hand) && quadratic.is_finite());
    EXPECT_TRUE(mm(1, 2).overlaps(corner));
    EXPECT_TRUE(v.sum().overlaps(S(3) * x + S(3)));
  } else {
    EXPECT_TRUE(quadratic == by_hand);
    EXPECT_TRUE(mm(1, 2) == corner);
  }
  // resize, copy, assign, block: storage only
  Matrix<S> big = Matrix<S>::Zero(20, 20);
  big.block(3, 4, 3, 3) = m;
  big.conservativeResize(30, 30);
  const Matrix<S> copy = big;
  Vector<S> long_vector = Vector<S>::Ones(20);
  const Vector<S> product = copy.topLeftCorner(20, 20) * long_vector;
  EXPECT_EQ(product.size(), 20);
}

TEST(Eigen, StoresAndMultipliesEveryScalar) {
  products(Ball(Rational(1, 3), 100));
  products(Interval(Rational(1, 3), Rational(1, 2), 100));
  products(Rational(1, 3));
  const Mp x(Rational(1, 4), 100);
  Vector<Mp> v = Vector<Mp>::Constant(4, x);
  EXPECT_TRUE(v.dot(v) == Mp(Rational(1, 4), 100));
  EXPECT_EQ(v.sum().precision(), 100);
  Vector<Expr> e(2);
  e << Expr::variable("x"), Expr(2);
  EXPECT_EQ(to_text(e.sum()), "x + 2");
  Vector<Jet<double>> j(2);
  j(0) = Jet<double>::variable(3, 0, 2);
  j(1) = Jet<double>::variable(4, 1, 2);
  EXPECT_EQ(j.dot(j).gradient(1), 8.0);
  EXPECT_EQ(j.dot(j).value(), 25.0);
}

}  // namespace
}  // namespace dpcert
