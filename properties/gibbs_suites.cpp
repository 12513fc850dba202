// Gibbs posteriors: what is promised against the posteriors themselves, which are written down here from their
// densities.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "dpcert/calibration/gibbs.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

/// The normal law with density proportional to exp(-(a x^2)/2 + b x), a > 0.
Normal of_exponent(double a, double b) { return {b / a, 1 / std::sqrt(a)}; }

struct GibbsMean {
  Rational beta, radius, precision;
  std::int64_t n = 1;
  std::vector<double> others;  ///< n - 1 records
  [[nodiscard]] Parameters parameters() const {
    return {{"beta", beta}, {"n", Rational(n)}, {"radius", radius}, {"precision", precision}};
  }
  /// Of the others and one more: the exponent's coefficients are added up record by record.
  [[nodiscard]] Normal posterior(double record) const {
    double a = precision.approx(), b = 0;
    const auto add = [&](double x) { a += beta.approx(), b += beta.approx() * x; };
    for (const double x : others) add(x);
    add(record);
    return of_exponent(a, b);
  }
};
GibbsMean any_gibbs_mean() {
  GibbsMean c;
  c.beta = *log_uniform(Rational(1, 1000), Rational(1, 2));
  c.radius = *log_uniform(Rational(1, 10), Rational(2));
  c.precision = *rc::gen::oneOf(rc::gen::just(Rational(0)), log_uniform(Rational(1, 10), Rational(10)));
  c.n = *any_in<std::int64_t>(1, 20);
  for (std::int64_t i = 1; i < c.n; ++i) c.others.push_back(c.radius.approx() * (2 * (*unit()).approx() - 1));
  return c;
}

SuiteResult gibbs_gaussian_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const GibbsMean c = any_gibbs_mean();
    const Rational epsilon = *log_uniform(Rational(1, 1000), Rational(20)),
                   order = Rational(1) + *log_uniform(Rational(1, 10), Rational(8));
    const double r = c.radius.approx(), e = epsilon.approx();
    const Normal p = c.posterior(r), q = c.posterior(-r);
    // The laws of the library are those of Bayes' rule.
    double sum = r;
    for (const double x : c.others) sum += x;
    const auto law = GibbsGaussian<double>(c.beta.approx(), c.n, r, c.precision.approx()).law(sum);
    RC_ASSERT(std::fabs(law.mean - p.mean) <= 1e-12 * (std::fabs(p.mean) + r));
    RC_ASSERT(std::fabs(std::sqrt(law.variance) / p.deviation - 1) <= 1e-12);
    // Opposite records attain what is promised, from both sides.
    const Ball delta = value("delta", "gibbs_gaussian", c.parameters(), epsilon);
    RC_ASSERT(agree(delta, hockey_stick_by_cells(e, p, q), 1e-9, 1e-12));
    RC_ASSERT(agree(rdp("gibbs_gaussian", c.parameters(), order),
                    renyi_by_quadrature(order.approx(), normal_pair(order.approx(), p, q)), 1e-8));
    // Any other two records stay below it.
    const auto record = [&] { return r * (2 * (*unit()).approx() - 1); };
    const double elsewhere = hockey_stick_by_cells(e, c.posterior(record()), c.posterior(record()));
    RC_ASSERT(elsewhere <= delta.approx() + 1e-12);
  });
}

SuiteResult gibbs_tail_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const GibbsMean c = any_gibbs_mean();
    const double r = c.radius.approx();
    const Normal p = c.posterior(r), q = c.posterior(-r);
    const Rational epsilon = *log_uniform(Rational(1, 1000), Rational(20));
    // The log-ratio of the densities is a line that rises: where it reaches epsilon, found by bisection.
    const auto loss = [&](double x) { return p.log_density(x) - q.log_density(x); };
    double low = p.mean - 60 * p.deviation, high = p.mean + 60 * p.deviation;
    const bool inside = loss(low) < epsilon.approx() && loss(high) > epsilon.approx();
    for (int i = 0; i < 200; ++i) {
      const double middle = low + (high - low) / 2;
      (loss(middle) < epsilon.approx() ? low : high) = middle;
    }
    const Ball tail = value("loss_tail", "gibbs_gaussian", c.parameters(), epsilon),
               bound = value("loss_tail_bound", "gibbs_gaussian", c.parameters(), epsilon),
               delta = value("delta", "gibbs_gaussian", c.parameters(), epsilon);
    if (inside) RC_ASSERT(agree(tail, p.between(high, p.mean + 60 * p.deviation), 1e-6, 1e-12));
    RC_ASSERT(!certainly_greater(tail, bound));
    RC_ASSERT(!certainly_greater(delta, tail));
    // Up to rho the bound says nothing; from there on it is exp(-(eps - rho)^2/(4 rho)).
    const Rational rho = GibbsGaussian<Rational>(c.beta, c.n, c.radius, c.precision).mu_squared() / Rational(2);
    const double apart = p.mean - q.mean, direct = apart * apart / (2 * p.deviation * p.deviation);
    RC_ASSERT(std::fabs(rho.approx() / direct - 1) <= 1e-9);
    const double gap = epsilon.approx() - direct;
    RC_ASSERT(agree(bound, gap <= 0 ? 1 : std::exp(-gap * gap / (4 * direct)), 1e-6, 1e-300));
  });
}

/// Losses of one parameter, convex and Lipschitz with constant 1.
double convex_loss(int kind, double theta, double x) {
  switch (kind) {
    case 0:
      return std::fabs(theta - x);
    case 1:
      return std::fmax(0, 1 - std::copysign(1, x) * theta);  // hinge
    case 2:
      return std::log1p(std::exp(-std::fabs(theta))) + std::fmax(0, -std::copysign(1, x) * theta);  // logistic
    default:
      return std::copysign(1, x) * theta;
  }
}

SuiteResult gibbs_lipschitz_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational beta = *log_uniform(Rational(1, 100), Rational(2)),
                   lipschitz = *log_uniform(Rational(1, 4), Rational(4)),
                   convexity = *log_uniform(Rational(1, 4), Rational(4));
    const Parameters parameters{{"beta", beta}, {"lipschitz", lipschitz}, {"convexity", convexity}};
    const Rational epsilon = *log_uniform(Rational(1, 1000), Rational(10));
    const double m = convexity.approx(), weight = beta.approx() * lipschitz.approx(), e = epsilon.approx();
    const int kind = *any_in(0, 4);
    std::vector<double> data;
    const auto n = *any_in(1, 6);
    for (int i = 0; i < n; ++i) data.push_back(4 * (*unit()).approx() - 2);
    std::vector<double> other = data;
    const bool linear = kind == 3;
    data.back() = linear ? -1 : 4 * (*unit()).approx() - 2;
    other.back() = linear ? 1 : 4 * (*unit()).approx() - 2;
    const auto log_weight = [&](const std::vector<double>& records) {
      return [&, records](double theta) {
        double sum = -m * theta * theta / 2;
        for (const double x : records) sum -= weight * convex_loss(kind, theta, x);
        return sum;
      };
    };
    // The posteriors lie within the prior's width of where the losses pull.
    const double reach = (n * weight + 14 * std::sqrt(m)) / m + 2;
    std::vector<double> cuts{-reach, reach, 0, 1, -1};
    for (const auto& set : {data, other}) cuts.insert(cuts.end(), set.begin(), set.end());
    std::ranges::sort(cuts);
    const auto log_p = log_weight(data), log_q = log_weight(other);
    const double scale = 1 / (8 * (std::sqrt(m) + n * weight));
    const double mass_p = integrate([&](double t) { return std::exp(log_p(t)); }, cuts, scale),
                 mass_q = integrate([&](double t) { return std::exp(log_q(t)); }, cuts, scale);
    const double direct =
        integrate([&](double t) { return std::fmax(0, std::exp(log_p(t)) / mass_p - std::exp(e + log_q(t)) / mass_q); },
                  cuts, scale / 50);
    const Ball delta = value("delta", "gibbs_lipschitz", parameters, epsilon);
    RC_LOG() << "kind " << kind << ", direct " << direct << ", promised " << delta.str(12) << "\n";
    RC_ASSERT(direct <= delta.approx() + 1e-6);
    if (linear) RC_ASSERT(std::fabs(direct - delta.approx()) <= 1e-6);
    // The bound by concentration promises less: its delta is larger.
    RC_ASSERT(!certainly_greater(delta, value("loss_tail_bound", "gibbs_lipschitz", parameters, epsilon)));
  });
}

SuiteResult gibbs_calibration_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const GibbsMean c = any_gibbs_mean();
    const Rational epsilon = *log_uniform(Rational(1, 100), Rational(5)),
                   delta = *log_uniform(Rational(1, 1'000'000'000), Rational(1, 10));
    constexpr int digits = 10;
    const Calibrated answer =
        largest_beta(GibbsGaussian<Rational>(c.beta, c.n, c.radius, c.precision), epsilon, delta, digits);
    RC_ASSERT(answer.insufficient.has_value());
    RC_ASSERT(*answer.insufficient - answer.value <= answer.value * pow(Rational(1, 10), digits - 1));
    // By cells at a beta a little to either side.
    const auto delta_at = [&](const Rational& beta) {
      GibbsMean at = c;
      at.beta = beta;
      return hockey_stick_by_cells(epsilon.approx(), at.posterior(c.radius.approx()), at.posterior(-c.radius.approx()));
    };
    RC_ASSERT(delta_at(answer.value) <= delta.approx() * (1 + 1e-7) + 1e-13);
    RC_ASSERT(delta_at(answer.value * Rational(1001, 1000)) >= delta.approx() - 1e-13);
    const Rational lipschitz = *log_uniform(Rational(1, 4), Rational(4)),
                   convexity = *log_uniform(Rational(1, 4), Rational(4));
    const Calibrated bound =
        largest_beta(GibbsLipschitz<Rational>(Rational(1), lipschitz, convexity), epsilon, delta, digits);
    const Normal p{2 * lipschitz.approx() * bound.value.approx() / convexity.approx(),
                   1 / std::sqrt(convexity.approx())},
        q{0, p.deviation};
    RC_ASSERT(std::fabs(hockey_stick_by_cells(epsilon.approx(), p, q) - delta.approx()) <=
              1e-6 * delta.approx() + 1e-13);
  });
}

}  // namespace

std::span<const Suite> gibbs_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"gibbs.gaussian",
        "Gibbs posteriors of a mean, from Bayes' rule and integrated, attain what is promised at opposite records and "
        "nowhere more.",
        gibbs_gaussian_suite},
       {"gibbs.loss-tail",
        "The tail of the privacy loss, where the log-ratio crosses epsilon, is the one computed; the bound by "
        "concentration lies above it.",
        gibbs_tail_suite},
       {"gibbs.lipschitz",
        "Posteriors of convex Lipschitz losses, integrated, stay within the bound; linear losses attain it.",
        gibbs_lipschitz_suite},
       {"gibbs.calibration", "The calibrated beta meets its target and the next larger one does not.",
        gibbs_calibration_suite}}};
  return suites;
}

}  // namespace dpcert::properties
