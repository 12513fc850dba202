// Long runs of every sampler of src/mechanisms: a million draws against the exact law, Monte Carlo lower bounds of the
// divergence between neighbours against the exact supremum; and convexity of the divergence along Diff.
//
// A million draws take a tenth of a second and more a case. False alarms: at most 1e-9 a case, by bounds for every
// sample size (Dvoretzky-Kiefer-Wolfowitz with Massart's constant).
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <random>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

constexpr int draws = 1'000'000;
const double draw_slack = alarm_radius(draws) + rounding_of_frequencies;

/// P(X <= x) of one mechanism, and its sampler.
struct Sampled {
  std::string name;
  std::function<double(std::mt19937_64&)> draw;
  std::function<double(double)> below;
};

double beta_below(const Rational& a, const Rational& b, double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  const Ball at(Rational::from_double(x), 64);
  return beta_tails(a, b, {at, Ball(1).with_precision(64) - at}, 64).lower.approx();
}
double normal_below(double z) { return std::erfc(-z / std::sqrt(2.0)) / 2; }

Sampled beta_law(std::string name, const Beta<Rational>& law) {
  const Beta<double> real{law.alpha.approx(), law.beta.approx()};
  return {std::move(name), [real](std::mt19937_64& random) { return sample(real, random); },
          [law](double x) { return beta_below(law.alpha, law.beta, x); }};
}
TemperedPosterior<Rational> any_coin(std::int64_t n) {
  const auto count = log_uniform(Rational(1, 10), Rational(1000));
  const Rational ones = *count, zeros = *count;
  const Dirichlet<Rational> prior{ones, zeros};
  switch (*any_in(0, 3)) {
    case 0:
      return TemperedPosterior<Rational>::direct(prior, n);
    case 1:
      return TemperedPosterior<Rational>::diffused(prior, any_fraction(), n);
    default:
      return TemperedPosterior<Rational>::concentrated(prior, any_fraction(), n);
  }
}
Sampled any_dirichlet() {
  Dirichlet<Rational> law = *properties::law(*any_in<std::size_t>(2, 6), log_uniform(Rational(1, 10), Rational(1000)));
  Dirichlet<double> real;
  for (const Rational& a : law.alpha) real.alpha.push_back(a.approx());
  return {"dirichlet_categorical", [real](std::mt19937_64& random) { return sample(real, random)[0]; },
          [first = law.alpha[0], rest = total(law) - law.alpha[0]](double x) { return beta_below(first, rest, x); }};
}
Sampled any_gaussian_mean() {
  const auto positive = log_uniform(Rational(1, 100), Rational(100));
  const double variance = (*positive).approx(), prior_count = (*positive).approx(), x = any_fraction().approx();
  const auto n = *any_in<std::int64_t>(1, 100);
  const auto kind = *rc::gen::element(Tempering::diffused, Tempering::concentrated);
  constexpr double clip = 2, prior_mean = 1.5;
  const NormalMeanPosterior<double> mechanism(variance, prior_count, clip, n, kind, x, prior_mean);
  const NormalLaw<double> law = mechanism.law(clipped(7, clip) * static_cast<double>(n));
  return {"gaussian_mean", [law](std::mt19937_64& random) { return sample(law, random); },
          [law](double x) { return normal_below((x - law.mean) / std::sqrt(law.variance)); }};
}
/// One covariate: the law by Simpson's rule on a fine grid (error far below the radius).
Sampled any_regression() {
  GlmData data{1, {}, {}};
  const auto n = *any_in<std::size_t>(1, 8);
  for (std::size_t i = 0; i < n; ++i) {
    data.covariates.push_back(2 * (*unit()).approx() - 1);
    data.positive.push_back(static_cast<std::int8_t>(*any_in(0, 2)));
  }
  const double precision = (*log_uniform(Rational(1, 2), Rational(20))).approx();
  const auto truncated = *any_in(0, 2) == 1;
  const GlmPosterior posterior(std::move(data), *rc::gen::element(Link::logistic, Link::probit), precision,
                               any_fraction().approx(),
                               truncated ? std::optional(1 / std::sqrt(precision)) : std::nullopt);
  const double end = truncated ? *posterior.radius() : 10 / std::sqrt(precision) + 5;
  constexpr int cells = 4000;
  const double width = 2 * end / cells;
  auto cumulative = std::make_shared<std::vector<double>>(1, 0.0);
  const auto density = [&](double w) {
    const std::array<double, 1> at{std::clamp(w, -end, end)};
    return std::exp(posterior.log_density(at));
  };
  for (int i = 0; i < cells; ++i) {
    const double a = -end + i * width;
    cumulative->push_back(cumulative->back() +
                          width / 6 * (density(a) + 4 * density(a + width / 2) + density(a + width)));
  }
  const std::shared_ptr<GlmKernel> kernel = make_kernel(posterior, GlmSampler::rejection);
  return {"glm by rejection",
          [kernel](std::mt19937_64& random) {
            std::vector<double> w;
            kernel->step(w, random);
            return w[0];
          },
          [cumulative, end, width](double x) {
            const double at = std::clamp((x + end) / width, 0.0, cells - 1e-9);
            const auto i = static_cast<std::size_t>(at);
            const double part = at - static_cast<double>(i);
            return ((1 - part) * (*cumulative)[i] + part * (*cumulative)[i + 1]) / cumulative->back();
          }};
}
Sampled any_noise(bool laplace) {
  const double scale = (*log_uniform(Rational(1, 100), Rational(100))).approx(), value = 3;
  if (laplace) {
    const LaplaceMechanism<double> mechanism(scale);
    return {"laplace", [=](std::mt19937_64& random) { return sample(mechanism, value, random); },
            [=](double x) {
              const double z = (x - value) / scale;
              return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2;
            }};
  }
  const GaussianMechanism<double> mechanism(scale);
  return {"gaussian", [=](std::mt19937_64& random) { return sample(mechanism, value, random); },
          [=](double x) { return normal_below((x - value) / scale); }};
}
Sampled any_response() {
  const std::int64_t k = *any_in<std::int64_t>(2, 20), truth = *any_in<std::int64_t>(0, k);
  const auto mechanism = RandomizedResponse<double>::k_ary((*unit()).approx(), k);
  return {"kary_randomized_response",
          [=](std::mt19937_64& random) { return static_cast<double>(sample(mechanism, truth, random)); },
          [=](double x) {
            double sum = 0;
            for (std::int64_t answer = 0; answer <= static_cast<std::int64_t>(std::floor(x)); ++answer)
              sum += mechanism.probability(answer, truth);
            return sum;
          }};
}

Sampled any_sampled(int which) {
  switch (which) {
    case 0: {
      const std::int64_t n = *any_in<std::int64_t>(1, 100);
      return beta_law("beta_bernoulli", any_coin(n).coin_law(*any_in<std::int64_t>(0, n + 1)));
    }
    case 1: {
      const std::int64_t n = *any_in<std::int64_t>(1, 100);
      return beta_law("statistical_query", statistical_query_law(any_coin(n), Rational(*unit() * Rational(n))));
    }
    case 2:
      return any_dirichlet();
    case 3:
      return any_gaussian_mean();
    case 4:
      return any_regression();
    case 5:
    case 6:
      return any_noise(which == 5);
    default:
      return any_response();
  }
}

SuiteResult million_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Sampled law = any_sampled(*any_in(0, 8));
    auto random = any_random();
    // Places to compare at: some draws, so that they lie where the law is.
    std::array<double, 9> places{};
    for (double& x : places) x = law.draw(random);
    std::ranges::sort(places);
    std::array<int, 9> counts{};
    for (int i = 0; i < draws; ++i) {
      const double x = law.draw(random);
      for (std::size_t k = 0; k < places.size(); ++k) counts[k] += x <= places[k] ? 1 : 0;
    }
    for (std::size_t k = 0; k < places.size(); ++k) {
      RC_LOG() << law.name << " at " << places[k] << ": " << counts[k] << " of " << draws << ", law "
               << law.below(places[k]) << "\n";
      RC_ASSERT(std::fabs(law.below(places[k]) - static_cast<double>(counts[k]) / draws) <= draw_slack);
    }
  });
}

/// Renyi divergence of order > 1 of a coin with P(heads) = p from one with q: below that of any laws of which these are
/// the probabilities of one event (post-processing).
double coin_divergence(double order, double p, double q) {
  const double heads = order * std::log(p) + (1 - order) * std::log(q),
               tails = order * std::log1p(-p) + (1 - order) * std::log1p(-q), top = std::fmax(heads, tails);
  return (top + std::log(std::exp(heads - top) + std::exp(tails - top))) / (order - 1);
}

// An event is chosen on a pilot sample; its probabilities under P and Q are bounded on fresh draws (Hoeffding, 1e-9 for
// both), and the divergence of the two coins is a lower bound for the mechanism's.
SuiteResult monte_carlo_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::int64_t n = *any_in<std::int64_t>(1, 20);
    const auto coin = any_coin(n);
    const Rational order = Rational(1) + *log_uniform(Rational(1, 100), Rational(30));
    Certified supremum = Certified::zero();
    for (const CertifiedCase& c : guarantee(coin).cases) {
      const auto at = [&](const char* key) { return c.parameters.at(key)[0]; };
      const Certified d =
          certified_renyi(Order(order), Beta<Rational>{at("a1"), at("b1")}, Beta<Rational>{at("a2"), at("b2")}, 15);
      if (d.is_infinite()) return;
      if (!certainly_less_equal(d.enclosure, supremum.enclosure)) supremum = d;
    }
    const std::int64_t ones = *rc::gen::oneOf(rc::gen::just<std::int64_t>(0), any_in<std::int64_t>(0, n));
    const bool up = *any_in(0, 2) == 1;
    const auto real = [](const Beta<Rational>& law) { return Beta<double>{law.alpha.approx(), law.beta.approx()}; };
    const Beta<double> p = real(coin.coin_law(up ? ones + 1 : ones)), q = real(coin.coin_law(up ? ones : ones + 1));
    auto random = any_random();
    // The ratio of the densities is monotone in the draw: the best events are tails.
    std::array<double, 1000> pilot{};
    for (double& x : pilot) x = sample(p, random);
    const auto middle = pilot.begin() + *any_in(50, 950);
    std::ranges::nth_element(pilot, middle);
    const double place = *middle;
    int in_p = 0, in_q = 0;
    for (int i = 0; i < draws; ++i) {
      const double x = sample(p, random), y = sample(q, random);
      in_p += (up ? x >= place : x <= place) ? 1 : 0;
      in_q += (up ? y >= place : y <= place) ? 1 : 0;
    }
    const double low = static_cast<double>(in_p) / draws - draw_slack,
                 high = static_cast<double>(in_q) / draws + draw_slack;
    if (low <= high || high >= 1) return;  // nothing seen
    const double bound = coin_divergence(order.approx(), low, high);
    RC_LOG() << "events " << low << " and " << high << ": divergence at least " << bound << ", claimed "
             << supremum.enclosure.str(10);
    RC_ASSERT(bound <= supremum.enclosure.approx() * (1 + 1e-9));
  });
}

/// A direction of Diff: gains and losses of one record's weight, split among categories at random.
std::vector<Rational> any_direction(std::size_t d, const Rational& weight) {
  std::vector<Rational> v(d, Rational(0));
  for (const int sign : {1, -1}) {
    Rational left = weight;
    while (left.sign() > 0) {
      const Rational part = *any_in(0, 2) == 0 ? left : left * *unit();
      v[*any_in<std::size_t>(0, d)] += Rational(sign) * part;
      left = part == left ? Rational(0) : left - part;
    }
  }
  return v;
}

// Along a direction of Diff, in balls: D at the middle is at most the mean of the ends (a) as etaQ moves with etaP
// fixed, (b) as both move together (renyi.thmA14.convexQ, renyi.thmA14.f).
SuiteResult convex_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto d = *any_in<std::size_t>(2, 6);
    const Rational order = Rational(1) + *log_uniform(Rational(1, 1000), Rational(100));
    const Rational weight = any_fraction();
    const auto direction = any_direction(d, weight), offset = any_direction(d, weight);
    // Counts that leave room for every step and for etaL: order times the offset, and the directions.
    Dirichlet<Rational> p = *law(d, log_uniform(Rational(1, 1000), Rational(1000)));
    for (Rational& a : p.alpha) a += Rational(3) * weight * (order + Rational(1)) * any_fraction();
    const bool together = *any_in(0, 2) == 1;
    const auto at = [&](int step) {
      Dirichlet<Rational> from = p, to = p;
      for (std::size_t k = 0; k < d; ++k) {
        if (together) from.alpha[k] += Rational(step) * direction[k];
        to.alpha[k] = p.alpha[k] + offset[k] + Rational(step) * direction[k];
      }
      return std::pair(from, to);
    };
    std::array<Certified, 3> value;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const auto [from, to] = at(static_cast<int>(i) - 1);
      for (const auto* one : {&from, &to})
        for (const Rational& a : one->alpha) RC_PRE(a.sign() > 0);
      value[i] = certified_renyi(Order(order), from, to, 20);
    }
    if (value[0].is_infinite() || value[2].is_infinite()) return;
    RC_ASSERT(value[1].is_finite());
    RC_ASSERT(!certainly_greater(Ball(2) * value[1].enclosure, value[0].enclosure + value[2].enclosure));
  });
}

}  // namespace

std::span<const Suite> sampler_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"mechanism.sampler-million",
        "A million draws of a mechanism at random parameters follow its law (false alarm 1e-9 a case, "
        "Dvoretzky-Kiefer-Wolfowitz).",
        million_suite},
       {"mechanism.monte-carlo-below-supremum",
        "Lower bounds from a million real draws of two neighbours stay below the "
        "claimed supremum (false alarm 2e-9 a case).",
        monte_carlo_suite},
       {"mechanism.convex-along-diff",
        "The divergence is convex in etaQ, and in etaP and etaQ together, along random directions of Diff (in balls).",
        convex_suite}}};
  return suites;
}

}  // namespace dpcert::properties
