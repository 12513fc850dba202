// Analytic divergences against Monte Carlo estimates from samples of the laws. False alarms: at most 1e-9 for each
// case, by bounds that hold for every sample size (Hoeffding; Chebyshev in blocks with the median), not by normal
// approximation.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "properties/frequencies.hpp"

namespace dpcert::properties {
namespace {

constexpr int mixture_samples = 8000;

struct Doubles {
  Dirichlet<double> p, q;
};
Doubles nearest(const Pair& pair) {
  Doubles out;
  for (const Rational& a : pair.p.alpha) out.p.alpha.push_back(a.approx());
  for (const Rational& a : pair.q.alpha) out.q.alpha.push_back(a.approx());
  return out;
}

double log_density(const Dirichlet<double>& law, const std::vector<double>& log_x) {
  double sum = -log_partition(law);
  for (std::size_t k = 0; k < law.dimension(); ++k)
    sum += law.alpha[k] * log_x[k];  // with respect to prod dx_k/x_k: ratios are the same
  return sum;
}

/// Mean of f(log p, log q) over samples of the mixture (P + Q)/2.
template <class Random, class F>
double mixture_mean(const Doubles& pair, Random& random, F&& f) {
  double sum = 0;
  for (int i = 0; i < mixture_samples; ++i) {
    const auto x = sample_log_dirichlet(i % 2 == 0 ? pair.p.alpha : pair.q.alpha, random);
    sum += f(log_density(pair.p, x), log_density(pair.q, x));
  }
  return sum / mixture_samples;
}
double hoeffding(double range) { return alarm_radius(mixture_samples, range); }

// p^order q^(1-order) <= order p + (1 - order) q <= 2 max(order, 1 - order) (p + q)/2: a bounded integrand under the
// mixture.
SuiteResult below_one_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = nearest(*any_pair(log_uniform(Rational(1, 1000), Rational(1000000))));
    const double order = (*unit()).approx();
    auto random = any_random();
    const double mean = mixture_mean(pair, random, [&](double p, double q) {
      const double top = std::fmax(p, q);
      return std::exp(order * (p - top) + (1 - order) * (q - top)) * 2 / (std::exp(p - top) + std::exp(q - top));
    });
    const double expected = std::exp((order - 1) * renyi_divergence(Order(order), pair.p, pair.q));
    RC_LOG() << "estimate " << mean << ", analytic " << expected;
    RC_ASSERT(std::fabs(mean - expected) <= hoeffding(2 * std::fmax(order, 1 - order)) + 1e-6);
  });
}

// Above order 1, E_P (P/Q)^(order-1) has the second moment exp((2 order - 2) D_(2 order - 1)): block means are within
// two standard deviations with probability 3/4 (Chebyshev); the median of 172 blocks is not with probability below
// exp(-172/8) < 1e-9.
SuiteResult above_one_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = nearest(*any_pair(log_uniform(Rational(1, 10), Rational(1000000))));
    const double order = 1 + (*log_uniform(Rational(1, 100), Rational(10))).approx();
    const double second = (2 * order - 2) * renyi_divergence(Order(2 * order - 1), pair.p, pair.q);
    RC_PRE(second < 3.0);  // a variance that leaves something to see
    auto random = any_random();
    constexpr int blocks = 172, each = 100;
    std::array<double, blocks> means{};
    for (double& mean : means) {
      for (int i = 0; i < each; ++i) {
        const auto x = sample_log_dirichlet(pair.p.alpha, random);
        mean += std::exp((order - 1) * (log_density(pair.p, x) - log_density(pair.q, x))) / each;
      }
    }
    std::ranges::nth_element(means, means.begin() + blocks / 2);
    const double expected = std::exp((order - 1) * renyi_divergence(Order(order), pair.p, pair.q));
    const double deviation = std::sqrt(std::fmax(0.0, std::exp(second) - expected * expected) / each);
    RC_LOG() << "estimate " << means[blocks / 2] << ", analytic " << expected << ", deviation " << deviation;
    RC_ASSERT(std::fabs(means[blocks / 2] - expected) <= 2 * deviation + 1e-6 * expected);
  });
}

SuiteResult sampled_hockey_stick_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto exact = *beta_pair(log_uniform(Rational(1, 100), Rational(10000)));
    const auto pair = nearest(exact);
    const Rational epsilon = *rc::gen::oneOf(rc::gen::just(Rational(0)), log_uniform(Rational(1, 100), Rational(3)));
    auto random = any_random();
    const double scale = std::exp(epsilon.approx());
    const double mean =
        mixture_mean(pair, random, [&](double p, double q) {  // (p - e^eps q)^+ / ((p + q)/2), in [0, 2]
          const double ratio = std::exp(q - p);
          return std::isfinite(ratio) ? 2 * std::fmax(0.0, 1 - scale * ratio) / (1 + ratio) : 0.0;
        });
    const auto as_beta = [](const Dirichlet<Rational>& law) { return Beta<Rational>{law.alpha[0], law.alpha[1]}; };
    const auto delta = certified_hockey_stick(Epsilon(epsilon), as_beta(exact.p), as_beta(exact.q), 9);
    RC_LOG() << "estimate " << mean << ", analytic " << delta.enclosure.approx();
    RC_ASSERT(std::fabs(mean - delta.enclosure.approx()) <= hoeffding(2) + 1e-6);
  });
}

// Dvoretzky-Kiefer-Wolfowitz (Massart): sup |F_n - F| > sqrt(log(2/a)/(2n)) with probability at most a.
SuiteResult marginal_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto exact = *law(*any_in<std::size_t>(2, 5), log_uniform(Rational(1, 100), Rational(1000)));
    Dirichlet<double> p;
    for (const Rational& a : exact.alpha) p.alpha.push_back(a.approx());
    auto random = any_random();
    std::vector<double> first;
    for (int i = 0; i < mixture_samples; ++i) first.push_back(sample_log_dirichlet(p.alpha, random)[0]);
    std::ranges::sort(first);
    const Rational rest = total(exact) - exact.alpha[0];
    const double slack = hoeffding(1) + rounding_of_frequencies;
    for (const int i : {mixture_samples / 10, mixture_samples / 4, mixture_samples / 2, 3 * mixture_samples / 4,
                        9 * mixture_samples / 10}) {
      const double log_x = first[static_cast<std::size_t>(i)];
      if (!(log_x < -1e-12)) continue;  // x has rounded to 1: nothing left to compare
      const Ball at(Rational::from_double(log_x), 64);
      const auto tails = beta_tails(exact.alpha[0], rest, {exp(at), -expm1(at)}, 64);
      RC_LOG() << "at log x = " << log_x << ": " << tails.lower.approx() << "\n";
      RC_ASSERT(std::fabs(tails.lower.approx() - static_cast<double>(i) / mixture_samples) <=
                slack + 1.0 / mixture_samples);
    }
  });
}

}  // namespace

std::span<const Suite> monte_carlo_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"divergence.monte-carlo",
        "Divergences of orders below 1 agree with samples (false alarm 1e-9 a case, Hoeffding).", below_one_suite},
       {"divergence.monte-carlo-above-one",
        "Divergences of orders above 1 agree with samples (false alarm 1e-9 a case, median of means).",
        above_one_suite},
       {"hockey-stick.monte-carlo",
        "delta(epsilon) and total variation of Beta pairs agree with samples (false alarm 1e-9 a case).",
        sampled_hockey_stick_suite},
       {"sampler.marginals",
        "Dirichlet samples have Beta marginals (false alarm 1e-9 a case, Dvoretzky-Kiefer-Wolfowitz).",
        marginal_suite}}};
  return suites;
}

}  // namespace dpcert::properties
