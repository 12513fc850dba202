// Gibbs posteriors: what is promised against the posteriors themselves, which are written down here from their
// densities.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "dpcert/calibration/gibbs.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"
#include "dpcert/privacy/langevin_monte_carlo.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/frequencies.hpp"
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

SuiteResult gibbs_sampler_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const GibbsMean c = any_gibbs_mean();
    constexpr int draws = 10'000;
    RandomBits bits = RandomBits::seeded(any_random()());
    // What `dpcert release` does: the exact law of the sum, drawn on a grid that is fine beside its deviation.
    Rational others(0);
    for (const double x : c.others) others += Rational::from_double(x);
    const GibbsGaussian<Rational> posterior(c.beta, c.n, c.radius, c.precision);
    const auto sorted_draws = [&](const Rational& record) {
      const NormalLaw<Rational> law = posterior.law(others + record);
      GridGaussian draw(law.variance, default_grid(1e-3 * std::sqrt(law.variance.approx())));
      std::vector<double> out;
      for (int i = 0; i < draws; ++i) out.push_back(draw(law.mean, bits).approx());
      std::ranges::sort(out);
      return out;
    };
    const std::vector<double> ours = sorted_draws(c.radius), theirs = sorted_draws(-c.radius);
    const Normal p = c.posterior(c.radius.approx()), q = c.posterior(-c.radius.approx());
    // A grid of at most 1e-6 deviations moves the distribution function by less than half of that.
    const double most = alarm_radius(draws) + rounding_of_frequencies + 1.0 / draws;
    for (std::size_t i = 0; i < ours.size(); i += 50) {
      const double cdf = std::erfc((p.mean - ours[i]) / (p.deviation * std::sqrt(2.0))) / 2;
      RC_ASSERT(std::fabs(cdf - static_cast<double>(i) / draws) <= most);
    }
    // Draws of opposite records bound delta, which the half-line on which the loss is above epsilon attains.
    const double mu = (p.mean - q.mean) / p.deviation;
    const Rational epsilon = *log_uniform(Rational(1, 1000), Rational(3));
    const double from = (p.mean + q.mean) / 2 + epsilon.approx() * p.deviation / mu;
    const auto above = [from](const std::vector<double>& of) {
      return static_cast<double>(of.end() - std::ranges::upper_bound(of, from)) / draws;
    };
    const double factor = std::exp(epsilon.approx()), gap = above(ours) - factor * above(theirs),
                 delta = value("delta", "gibbs_gaussian", c.parameters(), epsilon).approx();
    RC_LOG() << "delta " << delta << ", draws say " << gap << "\n";
    RC_ASSERT(std::fabs(gap - delta) <= (1 + factor) * most);
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

/// The Bernoulli posterior of a logit from its likelihood p^s (1 - p)^(n - s), integrated over a half-line.
struct Coin {
  Rational beta, convexity, prior_mean;
  int n = 1;
  [[nodiscard]] Parameters parameters() const {
    return {{"beta", beta}, {"n", Rational(n)}, {"convexity", convexity}, {"prior_mean", prior_mean}};
  }
  [[nodiscard]] double weight(int ones, double theta) const {
    const double p = 1 / (1 + std::exp(-theta)), q = 1 / (1 + std::exp(theta)), away = theta - prior_mean.approx();
    return std::pow(std::pow(p, ones) * std::pow(q, n - ones), beta.approx()) *
           std::exp(-convexity.approx() * away * away / 2);
  }
  [[nodiscard]] double log_weight(int ones, double theta) const {
    const double log_p = -std::log1p(std::exp(-theta)), log_q = -std::log1p(std::exp(theta));
    const double away = theta - prior_mean.approx();
    return beta.approx() * (ones * log_p + (n - ones) * log_q) - convexity.approx() * away * away / 2;
  }
  /// The Renyi divergence of order a of p ones from q ones, from the two densities.
  [[nodiscard]] double renyi(int p, int q, double a) const {
    const double c = convexity.approx(), middle = prior_mean.approx();
    const double far = beta.approx() * (n + a) / c + 12 / std::sqrt(c);
    const auto log_integral = [&](double with, double without) {
      return std::log(
          integrate([&](double t) { return std::exp(with * log_weight(p, t) + without * log_weight(q, t)); },
                    {middle - far, middle + far}, 0.05 / std::sqrt(c)));
    };
    return (log_integral(a, 1 - a) - a * log_integral(1, 0) - (1 - a) * log_integral(0, 1)) / (a - 1);
  }
  [[nodiscard]] double reach() const {
    return beta.approx() * n / convexity.approx() + 12 / std::sqrt(convexity.approx());
  }
  [[nodiscard]] double mass(int ones, double from, double to) const {
    const double low = prior_mean.approx() - reach(), high = prior_mean.approx() + reach();
    from = std::clamp(from, low, high), to = std::clamp(to, low, high);
    if (!(from < to)) return 0;
    return integrate([&](double t) { return weight(ones, t); }, {from, to}, 0.05 / std::sqrt(convexity.approx()));
  }
};

SuiteResult gibbs_bernoulli_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    Coin c;
    c.beta = *log_uniform(Rational(1, 5), Rational(2));
    c.convexity = *log_uniform(Rational(1, 4), Rational(4));
    c.prior_mean = *unit() * Rational(2) - Rational(1);
    c.n = *any_in(1, 5);
    const Rational epsilon = *log_uniform(Rational(1, 20), Rational(1));
    const Rational order = *log_uniform(Rational(11, 10), Rational(3));
    const double beta = c.beta.approx(), e = epsilon.approx(), inf = 1e300;
    double largest = 0, tail = 0, divergence = 0;
    for (int s = 0; s < c.n; ++s) {
      const double fewer = c.mass(s, -inf, inf), more = c.mass(s + 1, -inf, inf);
      // The loss of s + 1 ones against s at theta is log of the quotient of the densities: beta theta - level.
      const double level = std::log(more / fewer), right = (level + e) / beta, left = (level - e) / beta;
      const double up = c.mass(s + 1, right, inf) / more, down = c.mass(s, -inf, left) / fewer;
      tail = std::fmax(tail, std::fmax(up, down));
      divergence =
          std::fmax(divergence, std::fmax(c.renyi(s + 1, s, order.approx()), c.renyi(s, s + 1, order.approx())));
      largest = std::fmax(largest, std::fmax(up - std::exp(e) * c.mass(s, right, inf) / fewer,
                                             down - std::exp(e) * c.mass(s + 1, -inf, left) / more));
    }
    const Ball delta = value("delta", "gibbs_bernoulli", c.parameters(), epsilon),
               loss = value("loss_tail", "gibbs_bernoulli", c.parameters(), epsilon);
    RC_LOG() << "direct " << largest << ", " << tail << "\n";
    RC_ASSERT(agree(delta, largest, 1e-6, 1e-10));
    RC_ASSERT(agree(loss, tail, 1e-6, 1e-10));
    RC_ASSERT(agree(value("rdp", "gibbs_bernoulli", c.parameters(), order), divergence, 1e-6, 1e-10));
    // Beside them sums in double over thousands of cells: delta has a kink in one of them, the tail of the loss a jump.
    const auto plain = [&](std::string_view quantity, const Rational& point) {
      ListParameters lists;
      for (const auto& [key, number] : c.parameters()) lists[key] = {number};
      const double found = textbook(make_query(quantity, "gibbs_bernoulli", lists, ExtendedRational{point, false}));
      RC_LOG() << quantity << " in double: " << found << "\n";
      return found;
    };
    RC_ASSERT(std::fabs(plain("delta", epsilon) - largest) <= 1e-4);
    RC_ASSERT(std::fabs(plain("loss_tail", epsilon) - tail) <= 2e-2);
    const double divided = plain("rdp", order);  // no number where a quotient of densities is beyond the doubles
    RC_ASSERT(std::isnan(divided) || std::fabs(divided - divergence) <= 1e-6 * divergence + 1e-9);
    // The losses of two records differ by theta, of slope 1: half of it on either side.
    const Parameters bound{{"beta", c.beta}, {"lipschitz", Rational(1, 2)}, {"convexity", c.convexity}};
    RC_ASSERT(!certainly_greater(delta, value("delta", "gibbs_lipschitz", bound, epsilon)));
  });
}

struct Chain {
  Rational gamma, convexity, smoothness, curvature;
  std::int64_t d = 1;
  [[nodiscard]] Parameters parameters() const {
    return {{"gamma", gamma},
            {"d", Rational(d)},
            {"convexity", convexity},
            {"smoothness", smoothness},
            {"curvature", curvature}};
  }
  [[nodiscard]] LmcSizes<double> sizes() const { return {gamma.approx(), d, convexity.approx(), smoothness.approx()}; }
};
Chain any_chain() {
  Chain c;
  c.gamma = *log_uniform(Rational(1, 20), Rational(49, 100));
  c.d = *any_in<std::int64_t>(1, 8);
  c.convexity = *log_uniform(Rational(1, 4), Rational(4));
  c.smoothness = c.convexity * *log_uniform(Rational(1), Rational(4));
  c.curvature = *rc::gen::element(c.convexity, c.smoothness);
  return c;
}

/// Half the integral of the difference of two densities of the radius |x|, x normal in d dimensions with these
/// variances.
double radial_tv(std::int64_t d, double variance, double other) {
  const auto log_density = [d](double r, double v) {
    const auto n = static_cast<double>(d);
    return (n - 1) * std::log(r) - r * r / (2 * v) - n / 2 * std::log(v) - (n / 2 - 1) * std::log(2.0) -
           std::lgamma(n / 2);
  };
  const double reach = std::sqrt(std::fmax(variance, other)) * (std::sqrt(static_cast<double>(d)) + 12);
  const auto gap = [&](double r) {
    return r <= 0 ? 0 : std::fabs(std::exp(log_density(r, variance)) - std::exp(log_density(r, other))) / 2;
  };
  return integrate(gap, {0, reach}, reach / 4000);
}

Ball of_chain(std::string_view quantity, const Parameters& parameters) {
  ListParameters lists;
  for (const auto& [key, x] : parameters) lists[key] = {x};
  return certify(make_query(quantity, "langevin_monte_carlo", lists, std::nullopt), 15).enclosure;
}

SuiteResult chain_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Chain c = any_chain();
    const auto sizes = c.sizes();
    const double steps = std::ceil(sizes.steps()), a = c.curvature.approx();
    RC_PRE(steps < 20000.0);
    // The recursion, step by step, and the simulated process, instead of the closed form.
    double variance = 1 / c.smoothness.approx();
    for (double t = 0; t < steps; ++t)
      variance = (1 - sizes.step * a) * (1 - sizes.step * a) * variance + 2 * sizes.step;
    Parameters parameters = c.parameters();
    const Ball tv = of_chain("tv", parameters);
    const double direct = c.d == 1 ? hockey_stick_by_cells(0, {0, std::sqrt(variance)}, {0, 1 / std::sqrt(a)})
                                   : radial_tv(c.d, variance, 1 / a);
    RC_ASSERT(agree(tv, direct, 1e-4, 1e-8));
    // What the step count is for.
    RC_ASSERT(certainly_less(tv, Ball(c.gamma, 64)));
    parameters.erase("curvature");
    const Ball count = of_chain("steps", parameters);
    RC_ASSERT(count.approx() == steps);
    const double time = (4 * std::log(1 / c.gamma.approx()) +
                         static_cast<double>(c.d) * std::log((c.smoothness / c.convexity).approx())) /
                        (2 * c.convexity.approx());
    RC_ASSERT(std::fabs(sizes.step * steps - time) <= sizes.step * (1 + 1e-9));
    RC_ASSERT(agree(of_chain("step", parameters), sizes.step, 1e-12));
    if (steps > 300) return;
    constexpr int chains = 2000;
    std::mt19937_64 random(static_cast<std::uint64_t>(*any_in(0, 1 << 30)));
    std::normal_distribution<double> noise;
    std::vector<double> last;
    for (int i = 0; i < chains; ++i) {
      double theta = noise(random) / std::sqrt(c.smoothness.approx());
      for (double t = 0; t < steps; ++t) theta += -sizes.step * a * theta + std::sqrt(2 * sizes.step) * noise(random);
      last.push_back(theta);
    }
    std::ranges::sort(last);
    // Dvoretzky, Kiefer and Wolfowitz: fails once in 10^9 cases.
    const double most = std::sqrt(std::log(2e9) / (2.0 * chains));
    for (int i = 0; i < chains; i += 50) {
      const double cdf = std::erfc(-last[static_cast<std::size_t>(i)] / std::sqrt(2 * variance)) / 2;
      RC_ASSERT(std::fabs(cdf - static_cast<double>(i) / chains) <= most + 1.0 / chains);
    }
  });
}

SuiteResult chain_error_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    // Three outcomes: any pair of laws and any two within gamma of them.
    const auto any_law = [] {
      std::array<double, 3> p{};
      double sum = 0;
      for (double& x : p) sum += x = (*unit()).approx() + 1e-3;
      for (double& x : p) x /= sum;
      return p;
    };
    const auto stick = [](double e, const std::array<double, 3>& p, const std::array<double, 3>& q) {
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i) sum += std::fmax(0, p[i] - std::exp(e) * q[i]);
      return sum;
    };
    const auto p = any_law(), q = any_law(), noise_p = any_law(), noise_q = any_law();
    const double e = (*log_uniform(Rational(1, 100), Rational(3))).approx(), gamma = (*unit()).approx() / 4;
    const auto moved = [&](const std::array<double, 3>& law, const std::array<double, 3>& towards) {
      std::array<double, 3> out{};
      for (std::size_t i = 0; i < 3; ++i) out[i] = (1 - gamma) * law[i] + gamma * towards[i];
      return out;
    };
    const double bound = delta_with_error(stick(e, p, q), e, gamma);
    RC_ASSERT(stick(e, moved(p, noise_p), moved(q, noise_q)) <= bound + 1e-12);
    // gamma moved into the best event under one law and out of it under the other attains it.
    double in_p = 0, in_q = 0;
    const auto inside = [&](std::size_t i) { return p[i] > std::exp(e) * q[i]; };
    for (std::size_t i = 0; i < 3; ++i)
      if (inside(i)) in_p += p[i], in_q += q[i];
    if (in_p > 0 && 1 - in_p > gamma && in_q > gamma) {
      std::array<double, 3> more{}, less{};
      for (std::size_t i = 0; i < 3; ++i) {
        more[i] = p[i] * (inside(i) ? (in_p + gamma) / in_p : (1 - in_p - gamma) / (1 - in_p));
        less[i] = q[i] * (inside(i) ? (in_q - gamma) / in_q : (1 - in_q + gamma) / (1 - in_q));
      }
      RC_ASSERT(stick(e, more, less) >= bound - 1e-12);
    }
    const Parameters exact{{"beta", Rational(1, 2)}, {"lipschitz", Rational(1)}, {"convexity", Rational(2)}};
    Parameters chain = exact;
    chain.emplace("gamma", Rational(1, 100));
    const Rational at = Rational::from_double(e);
    RC_ASSERT(agree(value("delta", "gibbs_langevin", chain, at),
                    value("delta", "gibbs_lipschitz", exact, at).approx() + (1 + std::exp(e)) / 100, 1e-10));
  });
}

}  // namespace

std::span<const Suite> gibbs_suites() {
  static constexpr std::array<Suite, 8> suites = {
      {{"gibbs.bernoulli",
        "Posteriors of a coin's logit, from the likelihood and integrated, have the delta, the tail of the loss and the Renyi divergence that are computed.",
        gibbs_bernoulli_suite},
       {"gibbs.chain",
        "Langevin Monte Carlo on a normal target: the law of the last iterate by recursion and by simulation, its distance "
        "by integration, and the step count.",
        chain_suite},
       {"gibbs.chain-error", "Laws within total variation gamma of private ones are private with the larger delta.",
        chain_error_suite},
       {"gibbs.gaussian",
        "Gibbs posteriors of a mean, from Bayes' rule and integrated, attain what is promised at opposite records and "
        "nowhere more.",
        gibbs_gaussian_suite},
       {"gibbs.loss-tail",
        "The tail of the privacy loss, where the log-ratio crosses epsilon, is the one computed; the bound by "
        "concentration lies above it.",
        gibbs_tail_suite},
       {"gibbs.sampler",
        "10,000 draws of each of two opposite data sets follow Bayes' rule, and their frequencies hold delta between them "
        "(false alarm 1e-9 a comparison, Dvoretzky-Kiefer-Wolfowitz).",
        gibbs_sampler_suite},
       {"gibbs.lipschitz",
        "Posteriors of convex Lipschitz losses, integrated, stay within the bound; linear losses attain it.",
        gibbs_lipschitz_suite},
       {"gibbs.calibration", "The calibrated beta meets its target and the next larger one does not.",
        gibbs_calibration_suite}}};
  return suites;
}

}  // namespace dpcert::properties
