#include "dpcert/langevin/cyclic.hpp"

#include <gtest/gtest.h>

#include "dpcert/scalar/mp.hpp"
#include "dpcert/scalar/real.hpp"
#include "table.hpp"

namespace dpcert::langevin {
namespace {

const Rational tenth(1, 10);

// The closed form is the recursion, exactly, for every step and every position: equality of rationals.
TEST(Cyclic, ClosedFormIsTheRecursion) {
  const Problem<Rational> problems[] = {
      {1, 3, {9, 5}, tenth, 1}, {2, 7, {7, 4}, 2, {5, 4}}, {5, {1, 3}, 2, {1, 100}, {4, 5}}, {7, 1000, 3, 5, {2, 5}}};
  for (const auto& p : problems) {
    for (const Rational& factor : {Rational(1), Rational(1, 2)}) {
      const Rational eta = default_step_size(p) * factor;
      for (std::int64_t t = 0; t <= 3 * p.n + 2; ++t) {
        const auto release = cyclic_release(p, eta, t);
        const auto ordinary = r_order(p, 0);
        const auto first = run_cyclic_sgld<Rational>(p.alpha, p.beta, eta, ordinary, t);
        ASSERT_EQ(release.first.mean, first.mean) << p.n << " " << t;
        ASSERT_EQ(release.first.variance, first.variance) << p.n << " " << t;
        for (std::int64_t r = 1; r <= p.n; ++r) {
          const auto order = r_order(p, r);
          const auto second = run_cyclic_sgld<Rational>(p.alpha, p.beta, eta, order, t);
          const auto component = release.component(r);
          ASSERT_EQ(component.mean, second.mean) << p.n << " " << t << " " << r;
          ASSERT_EQ(component.variance, second.variance) << p.n << " " << t << " " << r;
          const auto& g = release.group(r);
          ASSERT_EQ(g.excess0, g.variance0 - first.variance);
        }
      }
    }
  }
}

// The coefficients are nonnegative: gap and variance increase with r, and D2 is the wider law (release.hpp relies on
// it).
TEST(Cyclic, GapAndVarianceIncreaseWithThePosition) {
  const Problem<Rational> p{6, 10, {9, 5}, tenth, 1};
  for (std::int64_t t = 0; t <= 20; ++t) {
    for (const auto& g : cyclic_release(p, default_step_size(p), t).second) {
      for (const Rational* x : {&g.gap0, &g.gap1, &g.variance1, &g.excess0}) EXPECT_GE(x->sign(), 0) << t;
    }
  }
}

// Against maps composed by repeated squaring at 200 digits (make_laws.gp), n up to 1e15.
TEST(Cyclic, AgreesWithRepeatedSquaringAtLargeN) {
  const auto rows = test::read_table("laws_pari.csv");
  ASSERT_GT(rows.size(), 40U);
  for (const auto& row : rows) {
    const auto p = test::problem(row, 0);
    const std::int64_t t = test::number(row[5]).to_int64().value(), r = test::number(row[6]).to_int64().value();
    const Precision bits = 256;
    const auto at = [&](const auto& zero) {
      using S = std::remove_cvref_t<decltype(zero)>;
      const Problem<S> problem{p.n, S(p.c, bits), S(p.x_h, bits), S(p.alpha, bits), S(p.beta, bits)};
      const auto release = cyclic_release(problem, default_step_size(problem), t);
      return r == 0 ? release.first : release.component(r);
    };
    const auto ball = at(Ball(0));
    const auto mp = at(Mp(0));
    const std::pair<int, Rational> tolerance{45, pow(tenth, 45)};
    const auto close = [&](const Rational& value, const std::string& text) {
      const Rational expected = test::number(text);
      return abs(value - expected) <= abs(expected) * tolerance.second;
    };
    EXPECT_TRUE(close(ball.mean.midpoint_rational(), row[7])) << row[0] << " " << row[5] << " " << row[6];
    EXPECT_TRUE(close(ball.variance.midpoint_rational(), row[8])) << row[0] << " " << row[5] << " " << row[6];
    EXPECT_GT(ball.mean.relative_accuracy_bits(), 150);
    EXPECT_GT(ball.variance.relative_accuracy_bits(), 150);
    EXPECT_TRUE(close(mp.mean.rational(), row[7]));
    EXPECT_TRUE(close(mp.variance.rational(), row[8]));
    // Double: relative error below 1e-12, at any n.
    const Problem<double> d{p.n, p.c.approx(), p.x_h.approx(), p.alpha.approx(), p.beta.approx()};
    const auto release = cyclic_release(d, default_step_size(d), t);
    const auto law = r == 0 ? release.first : release.component(r);
    EXPECT_NEAR(law.mean / test::number(row[7]).approx(), 1, 1e-12);
    EXPECT_NEAR(law.variance / test::number(row[8]).approx(), 1, 1e-12);
  }
}

TEST(Cyclic, MomentsOfSgldWithReplacementAreAveragesOverAllOrders) {
  const Problem<Rational> p{3, 5, {9, 5}, {1, 2}, 1};
  const Rational eta = default_step_size(p);
  const auto data = r_order(p, 1);
  const int steps = 4;
  Rational mean(0), second(0);
  int orders = 1;
  for (int i = 0; i < steps; ++i) orders *= 3;
  for (int code = 0; code < orders; ++code) {
    NormalLaw<Rational> law = prior(p.alpha);
    for (int i = 0, c = code; i < steps; ++i, c /= 3) {
      law = apply(sgld_step(p.alpha, p.beta, p.n, eta, data[static_cast<std::size_t>(c % 3)]), law);
    }
    mean += law.mean / orders;
    second += (law.variance + law.mean * law.mean) / orders;
  }
  const auto moments = run_sgld_moments<Rational>(p.alpha, p.beta, eta, data, steps);
  EXPECT_EQ(moments.mean, mean);
  EXPECT_EQ(moments.variance, second - mean * mean);
}

TEST(Cyclic, MapsCompose) {
  const AffineStep<Rational> f{{1, 2}, 3, {1, 5}}, g{{2, 7}, {-1, 3}, 4};
  const NormalLaw<Rational> law{{1, 9}, {5, 2}};
  const auto once = apply(compose(g, f), law), twice = apply(g, apply(f, law));
  EXPECT_EQ(once.mean, twice.mean);
  EXPECT_EQ(once.variance, twice.variance);
}

TEST(Cyclic, PosteriorByHand) {
  // alpha = 1, beta = 2, records (1, 3), (2, 1): A = 1 + 2 + 8 = 11, mean = 2 (3 + 2)/11.
  const Sample<Rational> data[] = {{1, 3}, {2, 1}};
  const auto law = posterior<Rational>(1, 2, data);
  EXPECT_EQ(law.mean, Rational(10, 11));
  EXPECT_EQ(law.variance, Rational(1, 11));
}

TEST(Cyclic, RefusesWhatIsOutsideItsDomain) {
  const Problem<Rational> p{4, 1, 2, 1, 1};
  EXPECT_NO_THROW(require_contraction(p, default_step_size(p)));
  EXPECT_THROW(require_contraction(p, Rational(2, 17)), Error);  // (eta/2) 17 = 1
  EXPECT_THROW(require_contraction(p, Rational(0)), Error);
  EXPECT_THROW(require_contraction({0, 1, 2, 1, 1}, 1), Error);
  EXPECT_THROW(require_contraction({4, 1, 2, -1, 1}, default_step_size(p)), Error);
  EXPECT_THROW(cyclic_release(p, default_step_size(p), -1), Error);
  EXPECT_THROW((void)cyclic_release(p, default_step_size(p), 3).group(5), Error);
}

}  // namespace
}  // namespace dpcert::langevin
