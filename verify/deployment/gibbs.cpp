// Gibbs posteriors as deployed mechanisms.
#include "dpcert/mechanisms/gibbs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "dpcert/privacy/langevin_monte_carlo.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "verify/deployment/types.hpp"

namespace dpcert::deployment {

LawPair normal_laws(double p_mean, double q_mean, double variance) {
  const auto log_density = [variance](double mean) {
    return [=](double x) { return -(x - mean) * (x - mean) / (2 * variance) - std::log(2 * M_PI * variance) / 2; };
  };
  return {log_density(p_mean), log_density(q_mean), q_mean, std::sqrt(variance), {}};
}

void add_normal_pair(Deployed& d, const NormalLaw<double>& p, const NormalLaw<double>& q) {
  const auto draw = [p, q](double mean) {
    return [=](Random& random) {
      const double y = sample(NormalLaw<double>{mean, p.variance}, random);
      return (p.mean - q.mean) * (2 * y - p.mean - q.mean) / (2 * p.variance);
    };
  };
  d.pairs.push_back({d.case_labels.back(), draw(p.mean), draw(q.mean), 1});
  d.laws.push_back(normal_laws(p.mean, q.mean, p.variance));
}

Deployed gibbs_gaussian(Fields& fields) {
  const Rational beta = fields.positive("beta"), radius = fields.positive("radius");
  const Rational precision = fields.number_or("precision", Rational(0), "a number >= 0");
  if (precision.sign() < 0) fields.refuse("precision", "a number >= 0");
  const std::int64_t n = fields.count("n", 1, CalibrationRange::most_records);
  fields.require_all_used("gibbs_gaussian");
  const GibbsGaussian<Rational> mechanism(beta, n, radius, precision);
  Deployed d;
  d.title = "Gibbs posterior of a mean";
  d.release = "One draw from the normal Gibbs posterior of the mean of the records.";
  d.facts = {{"weight of a record's loss beta", parameter_text(beta)},
             {"norm of a record at most", parameter_text(radius)},
             {"precision of the prior", precision.is_zero() ? "0 (flat)" : parameter_text(precision)},
             {"records n", std::to_string(n)},
             {"rho of zCDP", parameter_text(guarantee_rho(mechanism))}};
  d.guarantee = guarantee(mechanism);
  d.case_labels = {"a record at one end of the ball against the same at the other"};
  const GibbsGaussian<double> real(beta.approx(), n, radius.approx(), precision.approx());
  add_normal_pair(d, real.law(radius.approx()), real.law(-radius.approx()));
  d.suites = {"gaussian.*", "gibbs.*", "conversion.*"};
  return d;
}

Deployed gibbs_lipschitz(Fields& fields) {
  const Rational beta = fields.positive("beta"), lipschitz = fields.positive("lipschitz"),
                 convexity = fields.positive("convexity");
  fields.require_all_used("gibbs_lipschitz");
  const GibbsLipschitz<Rational> mechanism(beta, lipschitz, convexity);
  Deployed d;
  d.title = "Gibbs posterior of a Lipschitz convex loss";
  d.release = "One draw from a Gibbs posterior.";
  d.facts = {{"weight of a record's loss beta", parameter_text(beta)},
             {"Lipschitz constant of the loss", parameter_text(lipschitz)},
             {"strong convexity of the prior", parameter_text(convexity)},
             {"rho of zCDP", parameter_text(guarantee_rho(mechanism))}};
  d.guarantee = guarantee(mechanism);
  d.case_labels = {"the two normal laws that tell at least as much as any pair of posteriors"};
  // Linear losses of opposite slopes under a normal prior attain it.
  const double shift = 2 * lipschitz.approx() * beta.approx() / convexity.approx(), variance = 1 / convexity.approx();
  add_normal_pair(d, {shift, variance}, {0, variance});
  d.suites = {"gaussian.*", "gibbs.*", "conversion.*"};
  return d;
}

namespace {

/// A quantity of the mechanism langevin_monte_carlo.
Ball chain_quantity(const char* quantity, const std::map<std::string, std::vector<Rational>>& sizes) {
  constexpr int digits = 12;
  return certify(make_query(quantity, "langevin_monte_carlo", sizes, std::nullopt), digits).enclosure;
}

}  // namespace

Deployed gibbs_langevin(Fields& fields) {
  const Rational beta = fields.positive("beta"), lipschitz = fields.positive("lipschitz"),
                 convexity = fields.positive("convexity"), smoothness = fields.positive("smoothness"),
                 gamma = fields.positive("gamma");
  const std::int64_t dimension = fields.count("d", 2, 1'000'000'000);
  if (smoothness < convexity) fields.refuse("smoothness", "a number not below convexity");
  if (gamma >= Rational(1, 2)) fields.refuse("gamma", "a number above 0 and below 1/2");
  fields.require_all_used("gibbs_langevin");
  const GibbsLipschitz<Rational> posterior(beta, lipschitz, convexity);
  const std::map<std::string, std::vector<Rational>> sizes{
      {"gamma", {gamma}}, {"d", {Rational(dimension)}}, {"convexity", {convexity}}, {"smoothness", {smoothness}}};
  const Ball steps = chain_quantity("steps", sizes), step = chain_quantity("step", sizes);
  Deployed d;
  d.has_renyi = false;
  d.title = "Langevin Monte Carlo on a Gibbs posterior of a Lipschitz convex loss";
  d.release = "The last state of a Markov chain near the Gibbs posterior.";
  d.facts = {{"weight of a record's loss beta", parameter_text(beta)},
             {"Lipschitz constant of the loss", parameter_text(lipschitz)},
             {"strong convexity of the prior", parameter_text(convexity)},
             {"smoothness of the whole exponent", parameter_text(smoothness)},
             {"dimension d", std::to_string(dimension)},
             {"distance from the posterior gamma", parameter_text(gamma)},
             {"steps of the chain T", steps.upper_rational().str()},
             {"step size h", step.lower(12)}};
  Guarantee& g = d.guarantee = guarantee(posterior);
  g.cases = {{"delta",
              "gibbs_langevin",
              {{"beta", {beta}}, {"lipschitz", {lipschitz}}, {"convexity", {convexity}}, {"gamma", {gamma}}}}};
  g.assumptions = {
      "the loss of every record that can occur is convex in the parameter, and Lipschitz with the constant given",
      "minus the log of the prior's density is strongly convex with the constant given",
      "minus the log of the posterior's density has a gradient that is Lipschitz with the smoothness given, on every "
      "data set of that size",
      "beta, the loss, the prior and the chain's sizes were fixed without looking at the data, and a person contributes "
      "one record",
      "the chain starts with the normal law of variance 1/smoothness around the exact minimiser, takes all its steps "
      "with the exact gradient and independent normal noise, in real arithmetic, and only its last state is released"};
  g.claims = {"gibbs.d8.final"};
  g.source =
      "Gopi, Lee and Liu, \"Private convex optimization via exponential mechanism\" (2022), Theorem 4.1, for the "
      "posterior, and Dalalyan, \"Theoretical guarantees for approximate sampling from smooth and log-concave "
      "densities\" (2017), Corollary 1, for the chain's distance from it, both assumed; that the distance adds (1 + "
      "exp(epsilon)) gamma to delta is proved (gibbs.d8.final)";
  d.case_labels = {"the chains of linear losses of opposite slopes under a normal prior"};
  const Rational mu_squared = posterior.mu_squared();
  const auto moved = [mu_squared, gamma](const Rational& epsilon, Precision bits, int sign) {
    const Certified exact = certified_gaussian_delta(epsilon, mu_squared, static_cast<int>(bits * 3 / 10));
    return delta_with_error(exact.enclosure, Ball(epsilon, bits), Ball(Rational(sign) * gamma, bits));
  };
  d.delta = [moved](const Rational& epsilon, Precision bits) { return moved(epsilon, bits, 1); };
  d.least_delta = [moved](const Rational& epsilon, Precision bits) { return moved(epsilon, bits, -1); };
  d.delta_source =
      "at most the exact trade-off of the two normal laws plus (1 + exp(epsilon)) gamma; for linear losses under a "
      "normal prior at least the trade-off less that";
  // The chain of linear losses of opposite slopes under a normal prior: normal laws around the minimisers.
  const double shift = 2 * lipschitz.approx() * beta.approx() / convexity.approx();
  const double variance = lmc_variance(1 / smoothness.approx(), convexity.approx(), step.approx(), steps.approx());
  add_normal_pair(d, {shift, variance}, {0, variance});
  d.suites = {"gaussian.*", "gibbs.*", "conversion.*"};
  return d;
}

}  // namespace dpcert::deployment
