// SGLD on the linear Gaussian model at n = 1,149,019: what a certified curve over 30 epochs costs in closed form,
// beside the direct recursion in double for a single position of the odd record (there are n positions). The question
// of each row:
//   separation/certified      F at 30 epoch ends, 12 certified digits
//   separation/quarters       the same at 120 points
//   hockey_stick/certified    delta(1), both directions, at 30 epoch ends, 12 certified digits
//   privacy_loss/certified    epsilon at delta = 0.01 at 30 epoch ends, 6 certified digits
//   recursion/one_position    the law of one component at 30 epoch ends, step by step in double: times n for the
//   mixture
#include <benchmark/benchmark.h>

#include "dpcert/langevin/release.hpp"

namespace {

using namespace dpcert;
using namespace dpcert::langevin;

const Problem<Rational> published{1149019, 1165165, {9, 5}, {1, 10}, 1};
constexpr int epochs = 30;

void separation(benchmark::State& state) {
  const Rational eta = default_step_size(published);
  for (auto _ : state) {
    for (std::int64_t i = 1; i <= epochs * state.range(0); ++i) {
      benchmark::DoNotOptimize(certified_separation(published, eta, i * published.n / state.range(0), 12));
    }
  }
}
BENCHMARK(separation)->Name("separation/certified")->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK(separation)->Name("separation/quarters")->Arg(4)->Unit(benchmark::kMillisecond);

void hockey_stick(benchmark::State& state) {
  const Rational eta = default_step_size(published);
  for (auto _ : state) {
    for (std::int64_t e = 1; e <= epochs; ++e) {
      benchmark::DoNotOptimize(certified_hockey_stick(published, eta, e * published.n, Epsilon(Rational(1)), 12));
    }
  }
}
BENCHMARK(hockey_stick)->Name("hockey_stick/certified")->Unit(benchmark::kMillisecond);

void privacy_loss(benchmark::State& state) {
  const Rational eta = default_step_size(published);
  for (auto _ : state) {
    for (std::int64_t e = 1; e <= epochs; ++e) {
      benchmark::DoNotOptimize(certified_privacy_loss(published, eta, e * published.n, Delta(Rational(1, 100)), 6));
    }
  }
}
BENCHMARK(privacy_loss)->Name("privacy_loss/certified")->Unit(benchmark::kMillisecond);

void recursion(benchmark::State& state) {
  const Problem<double> p{published.n, published.c.approx(), 1.8, 0.1, 1};
  const auto order = r_order(p, p.n / 2);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        run_cyclic_sgld<double>(p.alpha, p.beta, default_step_size(p), order, epochs * published.n));
  }
}
BENCHMARK(recursion)->Name("recursion/one_position")->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
