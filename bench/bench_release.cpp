// Draws on a grid, a second, beside a plain sampler in doubles of the same law in the same run.
#include <benchmark/benchmark.h>

#include <cmath>

#include "dpcert/mechanisms/grid_draws.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace {

using namespace dpcert;

Rational q(const char* text) { return *Rational::parse(text); }

void plain_laplace(benchmark::State& state) {
  std::mt19937_64 random(1);
  for (auto _ : state) benchmark::DoNotOptimize(17.25 + sample_laplace(1.5, random));
  state.SetItemsProcessed(state.iterations());
}
void plain_gaussian(benchmark::State& state) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> law(17.25, 1.5);
  for (auto _ : state) benchmark::DoNotOptimize(law(random));
  state.SetItemsProcessed(state.iterations());
}
void plain_dirichlet(benchmark::State& state, const std::vector<double>& shapes) {
  std::mt19937_64 random(1);
  for (auto _ : state) benchmark::DoNotOptimize(sample_log_dirichlet(shapes, random));
  state.SetItemsProcessed(state.iterations());
}

template <class Draw>
void on_grid(benchmark::State& state, Draw draw, const char* grid) {
  RandomBits bits = RandomBits::system();
  for (auto _ : state) benchmark::DoNotOptimize(draw(bits));
  state.SetItemsProcessed(state.iterations());
  state.SetLabel(grid);
}
void grid_laplace(benchmark::State& state, const char* grid) {
  on_grid(
      state, [law = GridLaplace(q("3/2"), q(grid)), v = q("17.25")](RandomBits& b) mutable { return law(v, b); }, grid);
}
void grid_gaussian(benchmark::State& state, const char* grid) {
  on_grid(
      state, [law = GridGaussian(q("9/4"), q(grid)), v = q("17.25")](RandomBits& b) mutable { return law(v, b); },
      grid);
}
void grid_beta(benchmark::State& state, const char* a, const char* b, const char* grid) {
  on_grid(
      state, [law = GridDirichlet({q(a), q(b)}, q(grid))](RandomBits& r) mutable { return law.first(r); }, grid);
}
void grid_dirichlet(benchmark::State& state, const char* grid) {
  on_grid(
      state,
      [law = GridDirichlet({q("1/2"), q("3"), q("20"), q("7/3")}, q(grid))](RandomBits& r) mutable { return law(r); },
      grid);
}

BENCHMARK(plain_laplace);
BENCHMARK_CAPTURE(grid_laplace, coarse, "1e-3");
BENCHMARK_CAPTURE(grid_laplace, fine, "1e-12");
BENCHMARK_CAPTURE(grid_laplace, beyond_doubles, "1e-30");
BENCHMARK(plain_gaussian);
BENCHMARK_CAPTURE(grid_gaussian, coarse, "1e-3");
BENCHMARK_CAPTURE(grid_gaussian, fine, "1e-12");
BENCHMARK_CAPTURE(grid_gaussian, beyond_doubles, "1e-30");
BENCHMARK_CAPTURE(plain_dirichlet, beta_6_12, std::vector<double>{6, 12});
BENCHMARK_CAPTURE(grid_beta, of_6_12, "6", "12", "1e-9");
BENCHMARK_CAPTURE(plain_dirichlet, beta_tiny, std::vector<double>{0.01, 0.02});
BENCHMARK_CAPTURE(grid_beta, of_001_002, "0.01", "0.02", "1e-9");
BENCHMARK_CAPTURE(grid_beta, of_a_million, "1000000", "2000000", "1e-9");
BENCHMARK_CAPTURE(plain_dirichlet, four, std::vector<double>{0.5, 3, 20, 7.0 / 3});
BENCHMARK_CAPTURE(grid_dirichlet, four, "1e-9");

}  // namespace

BENCHMARK_MAIN();
