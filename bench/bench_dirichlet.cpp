// The exact privacy loss of Dirichlet mechanisms, certified, beside plain enumeration in double (no proof, no digits
// beyond rounding), and exact draws beside draws from the same law in double.
#include <benchmark/benchmark.h>

#include <random>

#include "dpcert/mechanisms/dirichlet_samplers.hpp"
#include "dpcert/mechanisms/plain_dirichlet.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace dpcert {
namespace {

DirichletQuery query_of(DirichletMechanism mechanism, std::size_t d, std::int64_t n) {
  return {mechanism, std::vector<Rational>(d, Rational(1)), n, Rational(1), Rational(1)};
}

/// All pairs of neighbours and all outputs.
double plain_loss(const DirichletQuery& query) {
  return PlainDirichlet(query).worst([](const std::vector<double>& p, const std::vector<double>& q) {
    double most = 0;
    for (std::size_t i = 0; i < p.size(); ++i) most = std::fmax(most, std::log(p[i] / q[i]));
    return most;
  });
}

void certified(benchmark::State& state, DirichletMechanism mechanism, std::size_t d) {
  const DirichletQuery query = query_of(mechanism, d, state.range(0));
  WorstPair worst;
  for (auto _ : state) {
    (void)_;
    worst = dirichlet_privacy_loss(query, 64);
    benchmark::DoNotOptimize(worst);
  }
  state.counters["loss"] = worst.enclosure.approx();
  state.counters["bits"] = static_cast<double>(worst.enclosure.relative_accuracy_bits());
}
void plain(benchmark::State& state, DirichletMechanism mechanism, std::size_t d) {
  const DirichletQuery query = query_of(mechanism, d, state.range(0));
  double loss = 0;
  for (auto _ : state) {
    (void)_;
    loss = plain_loss(query);
    benchmark::DoNotOptimize(loss);
  }
  state.counters["loss"] = loss;
}
BENCHMARK_CAPTURE(certified, ehd_two, DirichletMechanism::ehd, 2)->Arg(1000)->Arg(10000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plain, ehd_two, DirichletMechanism::ehd, 2)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(certified, ehdl_two, DirichletMechanism::ehdl, 2)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plain, ehdl_two, DirichletMechanism::ehdl, 2)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(certified, ehds_two, DirichletMechanism::ehds, 2)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plain, ehds_two, DirichletMechanism::ehds, 2)->Arg(1000)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(certified, ehds_three, DirichletMechanism::ehds, 3)->Arg(60)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plain, ehds_three, DirichletMechanism::ehds, 3)->Arg(60)->Unit(benchmark::kMillisecond);

void exact_draws(benchmark::State& state, DirichletMechanism mechanism) {
  std::mt19937_64 generator(1);
  RandomBits random = RandomBits::of(generator);
  DirichletSampler sampler(query_of(mechanism, 2, 100), {30, 70});
  (void)sampler(random);  // the first draw computes the law
  for (auto _ : state) {
    (void)_;
    benchmark::DoNotOptimize(sampler(random));
  }
}
void double_draws(benchmark::State& state, DirichletMechanism mechanism) {
  std::mt19937_64 generator(1);
  const DirichletQuery query = query_of(mechanism, 2, 100);
  if (is_exponential(mechanism)) {
    const PlainDirichlet plain(query);
    const std::vector<double> law = plain.law(30, plain.weights()[30]);
    std::discrete_distribution<int> draw(law.begin(), law.end());
    for (auto _ : state) {
      (void)_;
      benchmark::DoNotOptimize(draw(generator));
    }
    return;
  }
  for (auto _ : state) {
    (void)_;
    benchmark::DoNotOptimize(std::fmin(100, std::fmax(0, std::floor(30 + sample_laplace(1, generator)))));
  }
}
BENCHMARK_CAPTURE(exact_draws, lshist, DirichletMechanism::lshist);
BENCHMARK_CAPTURE(double_draws, lshist, DirichletMechanism::lshist);
BENCHMARK_CAPTURE(exact_draws, ehds, DirichletMechanism::ehds);
BENCHMARK_CAPTURE(double_draws, ehds, DirichletMechanism::ehds);

}  // namespace
}  // namespace dpcert

BENCHMARK_MAIN();
