#include <gtest/gtest.h>

#include <cmath>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/families/categorical_dirichlet.hpp"
#include "dpcert/families/normalizer.hpp"
#include "dpcert/families/parameter_sets.hpp"
#include "dpcert/scalar/archetype.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/scalar/mp.hpp"
#include "dpcert/scalar/scalar.hpp"
#include "dpcert/scalar/tape.hpp"

namespace dpcert {
namespace {

Ball ball(std::int64_t n, std::int64_t d = 1) { return Ball(Rational(n, d), 200); }

/// Two categories: the Bernoulli likelihood with its conjugate Beta law, eta = (eta1, eta2).
template <class S>
Vector<S> eta_of(const S& eta1, const S& eta2) {
  Vector<S> eta(2);
  eta(0) = eta1;
  eta(1) = eta2;
  return eta;
}
const CategoricalDirichlet coin(2);

TEST(CategoricalDirichlet, LogPartitionOfTwoCategoriesIsTheLogBetaFunction) {
  // B(3, 4) = 2! 3!/6! = 1/60
  const auto eta = coin.natural_parameter(Dirichlet{ball(3), ball(4)});
  EXPECT_TRUE(eta(0).contains(Rational(3)) && eta(1).contains(Rational(7)));
  EXPECT_TRUE(coin.log_partition(eta).overlaps(-log(ball(60))));
  EXPECT_NEAR(coin.log_partition(coin.natural_parameter(Dirichlet{3.0, 4.0})), -std::log(60), 1e-14);
  const auto back = coin.law(eta);
  EXPECT_TRUE(back.alpha[0].contains(Rational(3)) && back.alpha[1].contains(Rational(4)));
}

TEST(CategoricalDirichlet, LogPartitionIsInfiniteOutsideItsDomainOverEveryScalar) {
  EXPECT_EQ(coin.log_partition(eta_of(1.0, 1.0)), INFINITY);
  EXPECT_EQ(coin.log_partition(eta_of(-0.5, 1.0)), INFINITY);  // lgamma of a negative number is finite in libm
  EXPECT_TRUE(std::isnan(coin.log_partition(eta_of<double>(NAN, 1.0))));
  EXPECT_EQ(coin.log_partition(eta_of(2.0L, 1.0L)), INFINITY);
  const Ball outside = coin.log_partition(eta_of(ball(-1, 2), ball(1)));
  EXPECT_FALSE(outside.is_finite());
  EXPECT_TRUE(certainly_positive(outside));
  const Ball straddling = coin.log_partition(eta_of(Ball(Rational(-1, 10), Rational(1, 10), 100), ball(1)));
  EXPECT_FALSE(straddling.is_finite());
  EXPECT_FALSE(certainly_positive(straddling));
  EXPECT_TRUE(coin.log_partition(eta_of(Interval(Rational(-1), 64), Interval(Rational(1), 64))).is_undefined());
  EXPECT_TRUE(
      coin.log_partition(eta_of(Interval(Rational(-1), Rational(1), 64), Interval(Rational(2), 64))).is_undefined());
  const Mp mp = coin.log_partition(eta_of(Mp(Rational(-1, 2), 64), Mp(Rational(1), 64)));
  EXPECT_TRUE(mpfr_inf_p(mp.mpfr()) != 0 && mpfr_sgn(mp.mpfr()) > 0);
  EXPECT_THROW((void)coin.log_partition(eta_of(Rational(-1, 2), Rational(1))), Error);  // rationals have no infinity
}

// Gradient and Hessian of lgamma(eta1) + lgamma(eta2 - eta1) - lgamma(eta2), written out, at eta = (5/2, 17/6).
TEST(CategoricalDirichlet, TwoCategoriesByTheirClosedForms) {
  const Dirichlet<Ball> p{ball(5, 2), ball(1, 3)};
  const auto eta = coin.natural_parameter(p);
  const Ball a = ball(5, 2), rest = ball(1, 3), n = ball(17, 6);
  EXPECT_TRUE(coin.log_partition(eta).overlaps(lgamma(a) + lgamma(rest) - lgamma(n)));
  EXPECT_TRUE(coin.log_partition(eta).overlaps(log_partition(p)));
  const auto g = coin.log_partition_gradient(eta);
  EXPECT_TRUE(g(0).overlaps(digamma(a) - digamma(rest)));
  EXPECT_TRUE(g(1).overlaps(digamma(rest) - digamma(n)));
  const auto h = coin.log_partition_hessian(eta);
  EXPECT_TRUE(h(0, 0).overlaps(trigamma(a) + trigamma(rest)));
  EXPECT_TRUE(h(0, 1).overlaps(-trigamma(rest)));
  EXPECT_TRUE(h(1, 0).overlaps(-trigamma(rest)));
  EXPECT_TRUE(h(1, 1).overlaps(trigamma(rest) - trigamma(n)));
  EXPECT_TRUE(coin.sensitivity(ball(1)).contains(Rational(1)));
  EXPECT_NEAR(CategoricalDirichlet(3).sensitivity(1.0), std::sqrt(2), 1e-15);
}

// The printed closed forms of gradient and Hessian against symbolic differentiation of C, evaluated in balls.
TEST(CategoricalDirichlet, DerivativesAgreeWithSymbolicOnes) {
  for (const int d : {2, 3, 5}) {
    const CategoricalDirichlet family(d);
    Vector<Expr> symbols(d);
    Vector<Ball> point(d);
    std::vector<Expr> inputs;
    std::vector<Ball> values;
    for (int i = 0; i < d; ++i) {
      symbols(i) = Expr::variable("eta" + std::to_string(i));
      point(i) = i + 1 < d ? ball(2 * i + 1, 3) : ball(40, 1);
      inputs.push_back(symbols(i));
      values.push_back(point(i));
    }
    const Expr c = family.log_partition(symbols);
    std::vector<Expr> roots;
    for (int i = 0; i < d; ++i) {
      roots.push_back(derivative(c, symbols(i)));
      for (int j = 0; j < d; ++j) roots.push_back(derivative(derivative(c, symbols(i)), symbols(j)));
    }
    const Tape tape(roots, inputs);
    std::vector<Ball> work;
    tape.run(
        std::span<const Ball>(values), work, [](const Rational& q) { return Ball(q, 200); },
        [] { return Ball::pi(200); }, 0, tape.code().size());
    const auto gradient = family.log_partition_gradient(point);
    const auto hessian = family.log_partition_hessian(point);
    std::size_t k = 0;
    for (int i = 0; i < d; ++i) {
      EXPECT_TRUE(gradient(i).overlaps(work[tape.root(k)])) << gradient(i).str() << work[tape.root(k)].str();
      EXPECT_GT(gradient(i).relative_accuracy_bits(), 150);
      ++k;
      for (int j = 0; j < d; ++j, ++k) EXPECT_TRUE(hessian(i, j).overlaps(work[tape.root(k)])) << i << j;
    }
  }
}

TEST(CategoricalDirichlet, LikelihoodCumulants) {
  const CategoricalDirichlet family(3);
  Vector<double> theta(2);
  theta << std::log(2.0), std::log(3.0);  // probabilities 2/6, 3/6, 1/6
  EXPECT_NEAR(family.likelihood_log_partition(theta), std::log(6), 1e-15);
  const auto mean = family.likelihood_mean(theta);
  EXPECT_NEAR(mean(0), 1.0 / 3, 1e-15);
  EXPECT_NEAR(mean(1), 0.5, 1e-15);
  const auto covariance = family.likelihood_covariance(theta);
  EXPECT_NEAR(covariance(0, 0), 2.0 / 9, 1e-15);
  EXPECT_NEAR(covariance(0, 1), -1.0 / 6, 1e-15);
  Vector<double> even(1);
  even << 0;
  EXPECT_NEAR(coin.likelihood_log_partition(even), std::log(2), 1e-15);
}

TEST(CategoricalDirichlet, PosteriorCountsRecords) {
  const CategoricalDirichlet family(3);
  const std::vector<int> data{0, 2, 2, 1, 2};
  const auto counts = family.counts<Rational>(data);
  const Dirichlet<Rational> prior{Rational(1), Rational(1, 2), Rational(2)};
  EXPECT_EQ(family.posterior<Rational>(prior, counts, Rational(1)),
            (Dirichlet{Rational(2), Rational(3, 2), Rational(5)}));
  EXPECT_EQ(family.posterior<Rational>(prior, counts, Rational(1, 2)),
            (Dirichlet{Rational(3, 2), Rational(1), Rational(7, 2)}));
  // eta' = eta + sum of (S(x), 1)
  auto eta = family.natural_parameter(prior);
  for (const int x : data) {
    const auto s = family.sufficient_statistic<Rational>(x);
    eta(0) += s(0);
    eta(1) += s(1);
    eta(2) += Rational(1);
  }
  EXPECT_EQ(family.law(eta), family.posterior<Rational>(prior, counts, Rational(1)));
  EXPECT_THROW((void)family.counts<double>(std::vector<int>{3}), Error);
  EXPECT_THROW(CategoricalDirichlet(1), Error);
  EXPECT_THROW((void)family.natural_parameter(Dirichlet{1.0, 2.0}), Error);
}

// The formulas ask nothing of a scalar beyond the concept.
TEST(Formulas, RunOverTheArchetype) {
  using A = Archetype;
  const Dirichlet<A> p{A(2), A(3), A(4)}, q{A(3), A(2), A(5)};
  const CategoricalDirichlet family(3);
  const auto eta = family.natural_parameter(p);
  EXPECT_NEAR(static_cast<double>(family.log_partition(eta).reveal()), static_cast<double>(log_partition(p).reveal()),
              1e-15);
  EXPECT_EQ(family.log_partition_gradient(eta).size(), 3);
  EXPECT_EQ(family.log_partition_hessian(eta).rows(), 3);
  EXPECT_NEAR(static_cast<double>(family.sensitivity(A(1)).reveal()), std::sqrt(2), 1e-15);
  const A order = constant_like(A(1), Rational(3, 2));
  for (const auto& at : {Order<A>(order), Order<A>::one(), Order<A>::infinity()}) {
    const double direct = renyi_divergence(at.is_infinite() ? Order<double>::infinity()
                                           : at.is_one()    ? Order<double>::one()
                                                            : Order(1.5),
                                           Dirichlet{2.0, 3.0, 4.0}, Dirichlet{3.0, 2.0, 5.0});
    const auto value = static_cast<double>(renyi_formula(at, p, q).reveal());
    // A scalar without comparisons has no domain checks: outside the domain the formula itself is undefined.
    EXPECT_TRUE(std::isinf(direct) ? std::isnan(value) : std::fabs(value - direct) < 1e-13) << value << " " << direct;
  }
  EXPECT_NEAR(static_cast<double>(hellinger_distance(p, q).reveal()),
              hellinger_distance(Dirichlet{2.0, 3.0, 4.0}, Dirichlet{3.0, 2.0, 5.0}), 1e-14);
  EXPECT_EQ(neighbouring(p, q), Membership::symbolic);
}

TEST(ParameterSets, MembershipIsExactOverRationals) {
  const auto r = [](std::int64_t n, std::int64_t d = 1) { return Rational(n, d); };
  const Dirichlet<Rational> prior{r(1), r(2), r(3)};
  const auto vertices = pset_vertices(prior, r(10));
  for (const auto& v : vertices) EXPECT_EQ(in_pset(v, prior, r(10)), Membership::inside);
  EXPECT_EQ(in_pset(Dirichlet{r(3), r(8), r(5)}, prior, r(10)), Membership::inside);
  EXPECT_EQ(in_pset(Dirichlet{r(3), r(8), r(6)}, prior, r(10)), Membership::outside);  // wrong total
  EXPECT_EQ(in_pset(Dirichlet{r(1, 2), r(8), r(15, 2)}, prior, r(10)),
            Membership::outside);  // a count below the prior's
  EXPECT_EQ(in_lpset(Dirichlet{r(1, 2), r(8), r(15, 2)}, prior, r(10), r(1, 2)), Membership::inside);
  EXPECT_EQ(in_lpset(Dirichlet{r(1, 2), r(8), r(15, 2)}, prior, r(10), r(49, 100)), Membership::outside);
  EXPECT_EQ(neighbouring(Dirichlet{r(1), r(2), r(3)}, Dirichlet{r(2), r(3, 2), r(5, 2)}), Membership::inside);
  EXPECT_EQ(neighbouring(Dirichlet{r(1), r(2), r(3)}, Dirichlet{r(2), r(3), r(1)}), Membership::outside);
  EXPECT_EQ(neighbouring(Dirichlet{r(1), r(2)}, Dirichlet{r(2), r(2)}),
            Membership::outside);  // adding is not replacing
  for (const auto& q : extreme_neighbours(prior, r(1, 3))) {
    EXPECT_EQ(r_neighbouring(prior, q, r(1, 3)), Membership::inside);
    EXPECT_EQ(r_neighbouring(prior, q, r(33, 100)), Membership::outside);
  }
  EXPECT_EQ(extreme_neighbours(prior, r(1)).size(), 6U);
  EXPECT_EQ(order_limit(prior), r(2));
  const Dirichlet<Ball> wide{Ball(r(0), r(1), 64), ball(2)};
  EXPECT_EQ(neighbouring(wide, Dirichlet{ball(1), ball(2)}), Membership::undecided);
}

}  // namespace
}  // namespace dpcert
