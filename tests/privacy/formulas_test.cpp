// The closed forms of formulas.hpp and the mechanisms' densities over every scalar that the library has: each reading
// against the others, derivatives against differences of balls, and the archetype for what the templates ask.
#include "dpcert/privacy/formulas.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "dpcert/divergence/renyi.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/scalar/archetype.hpp"
#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/interval.hpp"
#include "dpcert/scalar/jet.hpp"
#include "dpcert/scalar/mp.hpp"

namespace dpcert {
namespace {

/// A formula of two arguments, over any scalar.
struct Formula {
  const char* name;
  template <class S>
  using Of = S (*)(const S&, const S&);
  Of<double> in_double;
  Of<long double> in_long_double;
  Of<Mp> in_mp;
  Of<Ball> in_ball;
  Of<Interval> in_interval;
  Of<Jet<Ball>> in_jet;
  Of<Jet<double>> in_double_jet;
  Of<Archetype> in_archetype;
};
void PrintTo(const Formula& f, std::ostream* out) { *out << f.name; }

template <class S>
S outcomes_renyi(const S& order, const S& p) {
  const S q = S(1) - p;
  return finite_renyi(order, std::vector<Outcomes<S>>{{S(1), p, q}, {S(1), q, p}, {S(3), p, p}});
}
template <class S>
S outcomes_kl(const S& weight, const S& p) {
  const S q = S(1) - p;
  return finite_kl(std::vector<Outcomes<S>>{{weight, p, q}, {S(1), q, p}});
}
template <class S>
S gaussian_rdp_twice(const S& order, const S& sigma) {
  return gaussian_rdp(order, sigma, S(2));
}
template <class S>
S laplace_of_scale(const S& order, const S& scale) {
  return laplace_rdp(order, S(S(1) / scale)) + laplace_rdp_half(scale) - laplace_kl(scale);
}
template <class S>
S pure(const S& order, const S& epsilon) {
  return pure_dp_rdp(order, epsilon) + pure_dp_kl(epsilon);
}
template <class S>
S range(const S& order, const S& epsilon) {
  return bounded_range_rdp(order, epsilon) + bounded_range_kl(epsilon);
}
template <class S>
S pair(const S& order, const S& s) {
  return gaussian_pair_renyi(order, S(s / S(3)), s, S(S(2) * s + S(1))) + gaussian_pair_kl(S(2), s, S(3));
}
// The printed formulas, which certificates are about.
template <class S>
S laplace_printed(const S& order, const S& x) {
  return laplace_rdp_formula(order, x) + laplace_max_divergence(x) + laplace_delta(x, order);
}
template <class S>
S outcomes_printed(const S& order, const S& p) {
  const std::vector<Outcomes<S>> outcomes = randomized_response_outcomes(p, S(S(1) - p), Rational(5));
  return finite_renyi_formula(order, outcomes) + finite_max_divergence(outcomes) + finite_delta(p, outcomes);
}
template <class S>
S sampled_printed(const S& sigma, const S& q) {
  return subsampled_gaussian_rdp_formula(5, q, sigma, S(3));
}
template <class S>
S two_options(const S& order, const S& epsilon) {
  const S third = constant_like(order, Rational(1, 3));
  return two_options_rdp(order, epsilon, third) + two_options_delta(epsilon, order, third) +
         bounded_range_max_divergence(epsilon) + bounded_range_delta(epsilon, order);
}
template <class S>
S conversion_printed(const S& order, const S& divergence) {
  return renyi_to_delta_formula(order, divergence, S(1)) + gaussian_mu(order, divergence);
}
template <class S>
S coordinate_printed(const S& order, const S& more) {
  return renyi_coordinate_formula(order, S(5), S(S(5) - more));
}
template <class S>
S densities(const S& x, const S& scale) {
  return GaussianMechanism<S>(scale).log_density(x, S(1)) + LaplaceMechanism<S>(scale).log_density(x, S(-2));
}

// NOLINTBEGIN(bugprone-macro-parentheses): f names a template.
#define DPCERT_OVER_ALL(name, f) \
  Formula { name, f<double>, f<long double>, f<Mp>, f<Ball>, f<Interval>, f<Jet<Ball>>, f<Jet<double>>, f<Archetype> }
// NOLINTEND(bugprone-macro-parentheses)
const Formula formulas[] = {
    DPCERT_OVER_ALL("gaussian_rdp", gaussian_rdp_twice),
    DPCERT_OVER_ALL("gaussian_delta", gaussian_delta),
    DPCERT_OVER_ALL("laplace", laplace_of_scale),
    DPCERT_OVER_ALL("pure_dp", pure),
    DPCERT_OVER_ALL("bounded_range", range),
    DPCERT_OVER_ALL("finite_renyi", outcomes_renyi),
    DPCERT_OVER_ALL("finite_kl", outcomes_kl),
    DPCERT_OVER_ALL("gaussian_pair", pair),
    DPCERT_OVER_ALL("laplace_printed", laplace_printed),
    DPCERT_OVER_ALL("outcomes_printed", outcomes_printed),
    DPCERT_OVER_ALL("sampled_printed", sampled_printed),
    DPCERT_OVER_ALL("two_options", two_options),
    DPCERT_OVER_ALL("conversion_printed", conversion_printed),
    DPCERT_OVER_ALL("coordinate_printed", coordinate_printed),
    DPCERT_OVER_ALL("densities", densities),
};
#undef DPCERT_OVER_ALL

/// First argument above 1 (an order), second inside (0, 1) (a probability, noise or epsilon): dyadic, so that double
/// and ball see the same numbers.
const std::pair<Rational, Rational> points[] = {{Rational(3, 2), Rational(1, 4)},
                                                {Rational(2), Rational(3, 4)},
                                                {Rational(7), Rational(5, 8)},
                                                {Rational(33, 32), Rational(1, 2048)}};

class EveryFormula : public testing::TestWithParam<Formula> {};

TEST_P(EveryFormula, ReadsTheSameOverEveryScalar) {
  const Formula& f = GetParam();
  for (const auto& [x, y] : points) {
    SCOPED_TRACE(x.str() + " " + y.str());
    const Ball truth = f.in_ball(Ball(x, 400), Ball(y, 400));
    ASSERT_TRUE(truth.is_finite());
    const double near = truth.approx(), scale = 1 + std::fabs(near);
    EXPECT_NEAR(f.in_double(x.approx(), y.approx()), near, 1e-10 * scale);
    EXPECT_NEAR(static_cast<double>(f.in_long_double(x.approx(), y.approx())), near, 1e-12 * scale);
    EXPECT_NEAR(static_cast<double>(f.in_archetype(constant<Archetype>(x), constant<Archetype>(y)).reveal()), near,
                1e-10 * scale);
    // 300 bits: far below double's last place.
    const Mp point = f.in_mp(Mp(x, 300), Mp(y, 300));
    EXPECT_TRUE(certainly_less(abs(Ball(point.rational(), 400) - truth), Ball(pow(Rational(1, 2), 250), 400)));
    // Enclosures of the point, and of a box around it, hold the truth.
    const Rational value = truth.midpoint_rational();
    const Interval narrow = f.in_interval(Interval(x, x, 200), Interval(y, y, 200));
    const Rational slack = pow(Rational(1, 2), 40);
    const Interval wide = f.in_interval(Interval(x - slack, x + slack, 200), Interval(y - slack, y + slack, 200));
    EXPECT_TRUE(narrow.contains(value));
    EXPECT_TRUE(wide.contains(value));
  }
}

TEST_P(EveryFormula, HasTheDerivativesOfItsDifferences) {
  const Formula& f = GetParam();
  for (const auto& [x, y] : points) {
    SCOPED_TRACE(x.str() + " " + y.str());
    constexpr Precision bits = 600;
    const Rational step = pow(Rational(1, 2), 120);
    const auto at = [&](const Rational& a, const Rational& b) { return f.in_ball(Ball(a, bits), Ball(b, bits)); };
    const auto jet = f.in_jet(Jet<Ball>::variable(Ball(x, bits), 0, 2), Jet<Ball>::variable(Ball(y, bits), 1, 2));
    const auto fast = f.in_double_jet(Jet<double>::variable(x.approx(), 0, 2), Jet<double>::variable(y.approx(), 1, 2));
    EXPECT_TRUE(jet.value().overlaps(at(x, y)));
    const Ball twice(Rational(2) * step, bits);
    const Ball by_x = (at(x + step, y) - at(x - step, y)) / twice, by_y = (at(x, y + step) - at(x, y - step)) / twice;
    for (const std::size_t i : {0U, 1U}) {
      const Ball& difference = i == 0 ? by_x : by_y;
      // Central differences are off by step^2 times a third derivative.
      EXPECT_TRUE(certainly_less(abs(jet.gradient(i) - difference), Ball(pow(Rational(1, 2), 150), bits))) << i;
      EXPECT_NEAR(fast.gradient(i), difference.approx(), 1e-8 * (1 + std::fabs(difference.approx()))) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formulas, EveryFormula, testing::ValuesIn(formulas),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace dpcert
