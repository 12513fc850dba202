// Formulas that no other suite comes by, each against a computation of another kind: the double paths against certified
// values, sizes by inversion of the equations that they solve, bounds by the laws that attain their parts.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi_stable.hpp"
#include "dpcert/divergence/wasserstein.hpp"
#include "dpcert/langevin/propose_test_sample.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/scalar/ball.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr Precision formula_bits = 160;
Ball formula_ball(const Rational& x) { return Ball(x, formula_bits); }

/// The nearest double of a rational, as a rational: what the double path is really given.
Rational as_double(const Rational& x) { return Rational::from_double(x.approx()); }

// delta(epsilon) and total variation in doubles against the certified ones: "absolute error about 1e-14 times the
// parameters' size in logarithms", with room for a thousandfold of it.
SuiteResult double_distances_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto count = [] { return as_double(*log_uniform(Rational(1, 10), Rational(1000))); };
    const Beta<Rational> p{count(), count()}, q{count(), count()};
    const Beta<double> p_real{p.alpha.approx(), p.beta.approx()}, q_real{q.alpha.approx(), q.beta.approx()};
    const Rational epsilon =
        *any_in(0, 3) == 0 ? Rational(0) : as_double(*log_uniform(Rational(1, 1000), Rational(10)));
    const Ball delta = certified_hockey_stick(Epsilon(epsilon), p, q, 17).enclosure;
    const Ball tv = certified_total_variation(p, q, 17).enclosure;
    RC_ASSERT(agree(delta, hockey_stick(Epsilon(epsilon.approx()), p_real, q_real), 0, 1e-10));
    RC_ASSERT(agree(tv, total_variation(p_real, q_real), 0, 1e-10));
  });
}

// D(Beta(a, b + n w) || Beta(a + w, b + (n-1) w)) at order 1 + z in doubles against the certified divergence of the
// same two laws; beyond a = z w it is infinite.
SuiteResult moved_record_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational a = as_double(*log_uniform(Rational(1, 10), Rational(100))),
                   b = as_double(*log_uniform(Rational(1, 10), Rational(100))),
                   w = as_double(*log_uniform(Rational(1, 100), Rational(10))),
                   z = as_double(*log_uniform(Rational(1, 100), Rational(20)));
    const int records = *any_in(1, 50);
    const Rational n(records);
    const Certified certified = certified_renyi(Order(Rational(1) + z), Beta<Rational>{a, b + n * w},
                                                Beta<Rational>{a + w, b + (n - Rational(1)) * w}, 17);
    const double direct = stable::renyi_of_moved_record(z.approx(), a.approx(), b.approx(), w.approx(), n.approx());
    // At a distance from the boundary that is below the doubles' rounding either is right.
    if (abs(a - z * w) <= a * Rational(1, 1000000000)) return;
    RC_ASSERT(certified.is_infinite() == std::isinf(direct));
    if (certified.is_finite()) RC_ASSERT(agree(certified.enclosure, direct, 1e-7));
  });
}

// The annulus of an L-Lipschitz density: the uniform law attains the bound without the Lipschitz term, and that term is
// what a density of slope L on the ball varies by, times the annulus' volume.
SuiteResult annulus_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational radius = *log_uniform(Rational(1, 10), Rational(10)), less = radius * *unit();
    const Rational larger = Rational(2) * radius, smaller = Rational(2) * less;
    const Rational height = *log_uniform(Rational(1, 100), Rational(10)),
                   slope = *log_uniform(Rational(1, 100), Rational(10));
    const Rational mass = height * larger, annulus = larger - smaller;
    RC_ASSERT(annulus_mass_bound(larger, smaller, radius, Rational(0), mass) == height * annulus);
    const auto sloping = [&](const Rational& x) { return height + slope * x; };
    const Rational variation = sloping(radius) - sloping(-radius);
    RC_ASSERT(annulus_mass_bound(larger, smaller, radius, slope, mass) == annulus * (height + variation));
  });
}

// n_min: each size put into the equation that it solves, whose sides are written out here from the published one.
SuiteResult least_sizes_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto draw = [](int lo, int hi) { return formula_ball(*log_uniform(Rational(1, lo), Rational(hi))); };
    langevin::ProposeTestSample<Ball> p;
    p.epsilon = draw(10, 2);
    p.delta = formula_ball(*log_uniform(Rational(1, 1000), Rational(49, 100)));
    p.x_h = draw(10, 10), p.x_l = p.x_h * formula_ball(*unit());
    p.alpha = draw(100, 100), p.beta = draw(10, 1000);
    p.rho1 = formula_ball(Rational(5, 4)), p.rho2 = formula_ball(Rational(1, 10));
    p.gamma1 = formula_ball(*log_uniform(Rational(11, 100), Rational(9, 20)));
    const Ball n1 = draw(1, 1000), centre = draw(100, 100), one(1), two(2);
    const Ball h = p.x_h * p.x_h, l = p.x_l * p.x_l, ratio = h / l, nine_tenths = formula_ball(Rational(9, 10));
    const Ball nu = one - two * log(p.delta) / p.epsilon, g = p.gamma1;
    const Ball pull = h * (p.alpha + h * p.beta);
    // n^exponent = right side, for the ten members in their order.
    struct Equation {
      Ball exponent, right;
    };
    const Ball mean = Ball(320) * nu * h * pull / (Ball(9) * p.epsilon * l * l);
    const Ball square = Ball(80) * nu * pull * pull / (Ball(9) * p.epsilon * l * l * l * p.beta);
    const std::array<Equation, 10> equations{{
        {one, (p.epsilon + Ball(8) * ratio) / p.epsilon},
        {one, one + nu * ratio * (p.epsilon + Ball(8) * nu - Ball(8)) / p.epsilon},
        {one - two * g, Ball(16) * nu * p.beta * h * ratio / (nine_tenths * p.epsilon)},
        {two - g, mean * centre},
        {two - two * g, mean},
        {Ball(3) / two, square * centre},
        {(Ball(3) - two * g) / two, square},
        {one, (p.beta * l + Ball(10) * h * nu) / (p.beta * l)},
        {one, (l + nu * h) / l},
        {g / p.rho2, n1},
    }};
    const std::vector<Ball> sizes = p.least_sizes(n1, centre);
    RC_ASSERT(sizes.size() == equations.size());
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      RC_LOG() << "member " << i << "\n";
      RC_ASSERT((equations[i].exponent * log(sizes[i])).overlaps(log(equations[i].right)));
    }
    // Laplace noise of the scale 1/epsilon exceeds the allowance with the probability delta.
    RC_ASSERT((exp(-p.epsilon * p.allowance()) / two).overlaps(p.delta));
  });
}

}  // namespace

std::span<const Suite> formula_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"distances.double-path", "Hockey stick and total variation in doubles keep ten decimals of the certified ones.",
        double_distances_suite},
       {"divergence.moved-record",
        "The divergence of one moved record in doubles keeps seven digits of the certified one.", moved_record_suite},
       {"propose-test-sample.least-sizes", "Each member of n_min solves its equation, put in.", least_sizes_suite},
       {"wasserstein.annulus", "The uniform law and a sloping density attain the parts of the annulus bound; exact.",
        annulus_suite}}};
  return suites;
}

}  // namespace dpcert::properties
