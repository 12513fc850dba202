// Langevin Monte Carlo by name: what a Markov chain in the place of an exact draw costs.
#include "dpcert/privacy/langevin_monte_carlo.hpp"

#include <cmath>
#include <functional>

#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "dpcert/solve/effort.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

struct ChainParameters {
  Rational gamma, d, convexity, smoothness;
};
ChainParameters chain_parameters(const Query& query) {
  ChainParameters c{query.argument(0).exact, query.argument(1).exact, query.argument(2).exact, query.argument(3).exact};
  if (c.smoothness < c.convexity)
    throw Error(ErrorCode::domain, "smoothness", "a number not below convexity", c.smoothness.str());
  if (c.d > Rational(1'000'000'000)) throw Error(ErrorCode::domain, "d", "a dimension up to 10^9", c.d.str());
  return c;
}
Rational curvature_of(const Query& query, const ChainParameters& c) {
  const Rational& curvature = query.argument(4).exact;
  if (curvature < c.convexity || curvature > c.smoothness)
    throw Error(ErrorCode::domain, "curvature", "a number from convexity to smoothness", curvature.str());
  return curvature;
}
template <class S>
LmcSizes<S> chain_sizes(const ChainParameters& c, const std::function<S(const Rational&)>& as) {
  return {as(c.gamma), *c.d.to_int64(), as(c.convexity), as(c.smoothness)};
}
LmcSizes<Ball> chain_sizes(const ChainParameters& c, Precision precision) {
  return chain_sizes<Ball>(c, [&](const Rational& q) { return Ball(q, precision); });
}
LmcSizes<double> chain_sizes(const ChainParameters& c) {
  return chain_sizes<double>(c, [](const Rational& q) { return q.approx(); });
}
/// The integer number of steps as a ball, indeterminate while the precision does not tell which it is.
Ball whole_steps(const ChainParameters& c, Precision precision) {
  const Ball steps = ceil(chain_sizes(c, precision).steps());
  return steps.is_finite() && arb_is_exact(steps.arb()) != 0 ? steps : Ball::indeterminate(precision);
}

}  // namespace

Certified certify_lmc_steps(const Query& query, int digits) {
  const ChainParameters c = chain_parameters(query);
  return escalate(bits_for_digits(digits), 192, [&](Precision precision) { return whole_steps(c, precision); });
}
double textbook_lmc_steps(const Query& query) { return std::ceil(chain_sizes(chain_parameters(query)).steps()); }
Certified certify_lmc_step(const Query& query, int digits) {
  const ChainParameters c = chain_parameters(query);
  const Precision bits = bits_for_digits(digits);
  return escalate(bits, bits + 32, [&](Precision precision) { return chain_sizes(c, precision).step; });
}
double textbook_lmc_step(const Query& query) { return chain_sizes(chain_parameters(query)).step; }

Certified certify_lmc_tv(const Query& query, int digits) {
  const ChainParameters c = chain_parameters(query);
  const Rational curvature = curvature_of(query, c);
  const Precision bits = bits_for_digits(digits);
  return escalate(bits, bits + 192, [&](Precision precision) {
    spend_evaluations(30, precision);
    const Ball a(curvature, precision), start = Ball(1) / Ball(c.smoothness, precision);
    const Ball variance = lmc_variance(start, a, chain_sizes(c, precision).step, whole_steps(c, precision));
    return isotropic_normal_tv(*c.d.to_int64(), variance, Ball(Ball(1) / a));
  });
}
double textbook_lmc_tv(const Query& query) {
  const ChainParameters c = chain_parameters(query);
  const double a = curvature_of(query, c).approx();
  const LmcSizes<double> sizes = chain_sizes(c);
  return isotropic_normal_tv(*c.d.to_int64(),
                             lmc_variance(1 / c.smoothness.approx(), a, sizes.step, std::ceil(sizes.steps())), 1 / a);
}

Certified certify_gibbs_langevin_delta(const Query& query, int digits) {
  const Rational &beta = query.argument(0).exact, &lipschitz = query.argument(1).exact,
                 &convexity = query.argument(2).exact, &gamma = query.argument(3).exact;
  const Certified exact =
      certified_gaussian_delta(query.point().exact, gibbs_lipschitz_mu_squared(beta, lipschitz, convexity), digits + 1);
  if (!exact.is_finite()) return exact;
  return escalate(bits_for_digits(digits), bits_for_digits(digits) + 32, [&](Precision precision) {
    return delta_with_error(exact.enclosure, Ball(query.point().exact, precision), Ball(gamma, precision));
  });
}
double textbook_gibbs_langevin_delta(const Query& query) {
  const double mu = std::sqrt(
      gibbs_lipschitz_mu_squared(query.argument(0).nearest, query.argument(1).nearest, query.argument(2).nearest));
  return delta_with_error(gaussian_delta(query.point().nearest, mu), query.point().nearest, query.argument(3).nearest);
}

}  // namespace dpcert::detail
