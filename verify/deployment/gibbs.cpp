// Gibbs posteriors as deployed mechanisms.
#include "dpcert/mechanisms/gibbs.hpp"

#include <fmt/format.h>

#include <cmath>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
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
  const auto draw = [=](double mean) {
    return [=](Random& random) {
      const double y = sample(NormalLaw<double>{mean, variance}, random);
      return shift * (2 * y - shift) / (2 * variance);
    };
  };
  d.pairs.push_back({d.case_labels.back(), draw(shift), draw(0), 1});
  d.laws.push_back(normal_laws(shift, 0, variance));
  d.suites = {"gaussian.*", "gibbs.*", "conversion.*"};
  return d;
}

}  // namespace dpcert::deployment
