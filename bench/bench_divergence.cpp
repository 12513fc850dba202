// Beta Renyi divergences per second, one thread. The question each row answers:
//   textbook      nine lgamma in double, the usual formula: how fast if digits do not matter (most results lose them)
//   double        this library's double path, twelve digits kept
//   certified/N   a rigorous enclosure with N digits from exact rational parameters
//
// on neighbouring posteriors (one record replaced: integer steps), tempered ones (non-integer steps) and unrelated
// pairs, counts log-uniform on [1, 1e12], orders uniform on [1.01, 20]. Infinite divergences are excluded. Counters:
// divergences per second and, for the double rows, the share of results with fewer than twelve right digits.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>
#include <vector>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/divergence/renyi.hpp"

namespace {

using namespace dpcert;

enum Pairs : std::int64_t { neighbours = 0, tempered = 1, unrelated = 2 };

struct Case {
  double order = 0;
  Beta<double> p{}, q{};
  double expected = 0;
  Order<Rational> exact_order{Rational(2)};
  Dirichlet<Rational> exact_p, exact_q;
};

std::vector<Case> make_cases(std::int64_t pairs, std::size_t count) {
  std::mt19937_64 random(20);
  const auto uniform = [&](double lo, double hi) {
    return lo + (hi - lo) * static_cast<double>(random() >> 11) * 0x1p-53;
  };
  const auto any_count = [&] { return std::exp(uniform(0, std::log(1e12))); };
  const auto exact = [](const Beta<double>& law) {
    return Dirichlet<Rational>{Rational::from_double(law.alpha), Rational::from_double(law.beta)};
  };
  std::vector<Case> cases;
  while (cases.size() < count) {
    Case c;
    c.order = uniform(1.01, 20);
    c.q = {any_count(), any_count()};
    const double r = pairs == neighbours ? 1 : 0.37;
    c.p = pairs == unrelated ? Beta<double>{c.q.alpha * uniform(0.5, 2), c.q.beta * uniform(0.5, 2)}
                             : Beta<double>{c.q.alpha + r, c.q.beta};
    if (pairs != unrelated) c.q.beta += r;
    c.exact_order = Order(Rational::from_double(c.order));
    c.exact_p = exact(c.p);
    c.exact_q = exact(c.q);
    const auto truth = certified_renyi(c.exact_order, c.exact_p, c.exact_q, 20);
    if (!truth.is_finite()) continue;
    c.expected = truth.enclosure.approx();
    cases.push_back(c);
  }
  return cases;
}

template <class Divergence>
void run_double(benchmark::State& state, Divergence&& divergence) {
  const auto cases = make_cases(state.range(0), 2048);
  double poor = 0;
  for (const Case& c : cases) poor += !(std::fabs(divergence(c) - c.expected) <= 1e-12 * c.expected);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(divergence(cases[i++ % cases.size()]));
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["below_twelve_digits"] = poor / static_cast<double>(cases.size());
}

void textbook(benchmark::State& state) {
  run_double(state, [](const Case& c) {
    const auto log_beta = [](double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); };
    const double x = c.order;
    return (log_beta(x * c.p.alpha + (1 - x) * c.q.alpha, x * c.p.beta + (1 - x) * c.q.beta) -
            x * log_beta(c.p.alpha, c.p.beta)) /
               (x - 1) +
           log_beta(c.q.alpha, c.q.beta);
  });
}
void library_double(benchmark::State& state) {
  run_double(state, [](const Case& c) { return renyi_divergence(Order(c.order), c.p, c.q); });
}
void certified(benchmark::State& state) {
  const auto cases = make_cases(state.range(0), 2048);
  const int digits = static_cast<int>(state.range(1));
  std::size_t i = 0;
  for (auto _ : state) {
    const Case& c = cases[i++ % cases.size()];
    const auto d = certified_renyi(c.exact_order, c.exact_p, c.exact_q, digits);
    if (!d.is_finite()) state.SkipWithError("a finite divergence was not enclosed");
    benchmark::DoNotOptimize(d.precision);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(textbook)->ArgName("pairs")->DenseRange(neighbours, unrelated);
BENCHMARK(library_double)->Name("double")->ArgName("pairs")->DenseRange(neighbours, unrelated);
BENCHMARK(certified)->ArgNames({"pairs", "digits"})->ArgsProduct({{neighbours, tempered, unrelated}, {15, 50}});

}  // namespace

BENCHMARK_MAIN();
