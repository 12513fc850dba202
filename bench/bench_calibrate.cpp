// Calibrations per second of processor time, one thread.
//   beta/certified     largest r (m) to 12 digits, both ends proved, over the whole range of parameters
//   beta/double        the same root by 50 bisections of the largest divergence in double, no guarantee
//   dirichlet/certified/D   D categories, prior counts all different: two pairs are enough (a theorem)
//   dirichlet/all_pairs/D   what is spared: ONE double evaluation of the largest divergence over all (i, j, k) of the
//                           record that changes, its other value and the category of the other records; O(D^3)
// Parameters of beta: prior counts log-uniform on [1e-6, 1e6], n on [1, 1e9], order - 1 on [1e-3, 9e3], eps on
// [1e-8, 100]; r and m alternate. Counter: items per second of processor time.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/divergence/renyi_stable.hpp"

namespace {

using namespace dpcert;

Rational draw(std::mt19937_64& random, double low, double high) {
  const double u = static_cast<double>(random() >> 11) * 0x1p-53;
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", low * std::pow(high / low, u));
  return *Rational::parse(text);
}

struct Case {
  WorstCase worst;
  Rational epsilon;
};

std::vector<Case> beta_cases() {
  std::mt19937_64 random(3);
  std::vector<Case> out;
  for (int i = 0; i < 1024; ++i) {
    const std::vector<Rational> prior{draw(random, 1e-6, 1e6), draw(random, 1e-6, 1e6)};
    const auto n = draw(random, 1, 1e9).floor().to_int64().value_or(1);
    const TemperedPosterior<Rational> sampling =
        calibrated_posterior(prior, n, i % 2 ? Tempering::diffused : Tempering::concentrated);
    const Rational order = Rational(1) + draw(random, 1e-3, 9e3);
    out.push_back({worst_case(sampling, order), draw(random, 1e-8, 100)});
  }
  return out;
}

void beta_certified(benchmark::State& state) {
  const auto all = beta_cases();
  std::size_t i = 0, evaluations = 0;
  for (auto _ : state) {
    const Case& c = all[i++ % all.size()];
    const Calibrated found = largest_sufficient(c.worst, c.epsilon, 12);
    if (!found.insufficient && found.value != Rational(1)) state.SkipWithError("an end that is not proved");
    evaluations += found.evaluations;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["divergences"] = static_cast<double>(evaluations) / static_cast<double>(state.iterations());
}
void beta_double(benchmark::State& state) {
  const auto all = beta_cases();
  std::size_t i = 0;
  for (auto _ : state) {
    const Case& c = all[i++ % all.size()];
    const double target = c.epsilon.approx();
    double lo = 0, hi = 1;
    for (int step = 0; step < 50; ++step) {
      const double middle = (lo + hi) / 2;
      (c.worst.approximate(middle) <= target ? lo : hi) = middle;
    }
    benchmark::DoNotOptimize(lo);
  }
  state.SetItemsProcessed(state.iterations());
}

std::vector<Rational> different_counts(std::int64_t d) {
  std::vector<Rational> prior;
  for (std::int64_t k = 0; k < d; ++k) prior.emplace_back(Rational(3) + Rational((k * 7919) % d, d));
  return prior;
}
void dirichlet_certified(benchmark::State& state) {
  const auto prior = different_counts(state.range(0));
  for (auto _ : state) {
    const TemperedPosterior<Rational> sampling = calibrated_posterior(prior, 100000, Tempering::diffused);
    const Calibrated found = largest_sufficient(worst_case(sampling, Rational(8)), Rational(1, 10), 12);
    if (!found.insufficient) state.SkipWithError("no end");
  }
  state.SetItemsProcessed(state.iterations());
}
void dirichlet_all_pairs(benchmark::State& state) {
  const auto d = static_cast<std::size_t>(state.range(0));
  std::vector<double> prior;
  for (const Rational& a : different_counts(state.range(0))) prior.push_back(a.approx());
  const double n = 100000, r = 0.1;
  for (auto _ : state) {
    double largest = 0;
    for (std::size_t from = 0; from < d; ++from) {
      for (std::size_t to = 0; to < d; ++to) {
        for (std::size_t rest = 0; rest < d && from != to; ++rest) {
          const double others = r * (n - 1), x = prior[to] + (rest == to ? others : 0),
                       y = prior[from] + (rest == from ? others : 0);
          const std::array<double, 2> p{x, y + r}, q{x + r, y};
          largest = std::fmax(largest, stable::renyi<double>(8, p, q));
        }
      }
    }
    benchmark::DoNotOptimize(largest);
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::RegisterBenchmark("beta/certified", beta_certified);
  benchmark::RegisterBenchmark("beta/double", beta_double);
  for (const int d : {2, 3, 10, 30, 100, 300, 1000})
    benchmark::RegisterBenchmark("dirichlet/certified", dirichlet_certified)->Arg(d);
  for (const int d : {3, 10, 30, 100}) benchmark::RegisterBenchmark("dirichlet/all_pairs", dirichlet_all_pairs)->Arg(d);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
