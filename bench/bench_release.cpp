// Draws on a grid, a second, beside a plain sampler in doubles of the same law in the same run.
#include <benchmark/benchmark.h>

#include <cmath>

#include "dpcert/langevin/propose_test_sample.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"
#include "dpcert/mechanisms/grid_glm.hpp"
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

/// Directions spread over the sphere, labels that follow the first coordinate with noise.
GlmData study(std::size_t dimension, int records) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  GlmData data{dimension, {}, {}};
  for (int i = 0; i < records; ++i) {
    std::vector<double> x;
    double square = 0;
    for (std::size_t k = 0; k < dimension; ++k) x.push_back(normal(random)), square += x.back() * x.back();
    for (const double v : x) data.covariates.push_back(v / std::sqrt(square));
    data.positive.push_back(x[0] / std::sqrt(square) + normal(random) > 0);
  }
  data.clip(1);
  return data;
}
/// beta = 1/5, so that one draw of a posterior is 10-zCDP over n.
void plain_glm(benchmark::State& state, Link link, std::size_t dimension, int records) {
  const auto kernel = make_kernel(GlmPosterior(study(dimension, records), link, records / 5.0), GlmSampler::rejection);
  std::mt19937_64 random(1);
  std::vector<double> w;
  for (auto _ : state) kernel->step(w, random);
  state.SetItemsProcessed(state.iterations());
}
void grid_glm(benchmark::State& state, Link link, std::size_t dimension, int records) {
  GridGlm law({study(dimension, records), link, Rational(records, 5)}, q("1e-9"));
  RandomBits bits = RandomBits::system();
  for (int i = 0; i < 100; ++i) benchmark::DoNotOptimize(law(bits));
  for (auto _ : state) benchmark::DoNotOptimize(law(bits));
  state.SetItemsProcessed(state.iterations());
  state.SetLabel("1e-9");
}
/// What a whole run costs: noise, comparisons and sums over 7,000 records.
void grid_propose_test_sample(benchmark::State& state) {
  const langevin::ProposeTestSample<Rational> p{2, {1, 100}, {9, 10}, 1, 1, 3, {101, 100}, {3, 20}, {1, 5}};
  const auto run = langevin::run_parameters(p);
  const std::vector<langevin::Sample<double>> data(7000, {0.95, 1.9});
  RandomBits bits = RandomBits::system();
  for (auto _ : state) benchmark::DoNotOptimize(langevin::propose_test_sample(run, data, bits, q("1e-9")));
  state.SetItemsProcessed(state.iterations());
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
BENCHMARK_CAPTURE(grid_beta, of_halves, "1/2", "1/2", "1e-9");
BENCHMARK_CAPTURE(grid_beta, of_tiny, "1e-6", "1e-300", "1e-9");
BENCHMARK_CAPTURE(grid_beta, of_a_million, "1000000", "2000000", "1e-9");
BENCHMARK_CAPTURE(plain_dirichlet, four, std::vector<double>{0.5, 3, 20, 7.0 / 3});
BENCHMARK_CAPTURE(grid_dirichlet, four, "1e-9");
BENCHMARK_CAPTURE(plain_glm, logistic_1_1000, Link::logistic, 1, 1000);
BENCHMARK_CAPTURE(grid_glm, logistic_1_1000, Link::logistic, 1, 1000);
BENCHMARK_CAPTURE(grid_glm, logistic_1_100000, Link::logistic, 1, 100'000);
BENCHMARK_CAPTURE(grid_glm, logistic_2_1000, Link::logistic, 2, 1000);
BENCHMARK_CAPTURE(plain_glm, logistic_5_1000, Link::logistic, 5, 1000);
BENCHMARK_CAPTURE(grid_glm, logistic_5_1000, Link::logistic, 5, 1000);
BENCHMARK_CAPTURE(grid_glm, logistic_20_1000, Link::logistic, 20, 1000);
BENCHMARK_CAPTURE(grid_glm, probit_1_1000, Link::probit, 1, 1000);
BENCHMARK(grid_propose_test_sample);

}  // namespace

BENCHMARK_MAIN();
