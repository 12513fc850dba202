#include "dpcert/langevin/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace dpcert::langevin {
namespace {

class Chain {
 public:
  Chain(const Problem<double>& problem, double eta, bool odd_sample)
      : ordinary_(sgld_step(problem.alpha, problem.beta, problem.n, eta,
                            Sample<double>{problem.x_h, problem.c * problem.x_h})),
        odd_(odd_sample ? sgld_step(problem.alpha, problem.beta, problem.n, eta,
                                    Sample<double>{problem.x_h / 2, problem.c * problem.x_h / 2})
                        : ordinary_),
        start_(std::sqrt(1 / problem.alpha)) {}
  template <class Random>
  void start(Random& random) {
    theta_ = start_ * normal_(random);
  }
  /// Record number 0 is the odd one.
  template <class Random>
  void step(std::int64_t record, Random& random) {
    const auto& map = record == 0 ? odd_ : ordinary_;
    theta_ = map.scale * theta_ + map.shift + std::sqrt(map.noise) * normal_(random);
  }
  [[nodiscard]] double theta() const { return theta_; }

 private:
  AffineStep<double> ordinary_, odd_;
  double start_, theta_ = 0;
  std::normal_distribution<double> normal_;
};

}  // namespace

std::vector<double> simulate_cyclic_sgld(const Problem<double>& problem, double eta, std::int64_t step, bool odd_sample,
                                         std::int64_t chains, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::int64_t> order(static_cast<std::size_t>(problem.n));
  std::vector<double> releases;
  releases.reserve(static_cast<std::size_t>(chains));
  Chain chain(problem, eta, odd_sample);
  for (std::int64_t i = 0; i < chains; ++i) {
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    chain.start(random);
    for (std::int64_t j = 0; j < step; ++j) chain.step(order[static_cast<std::size_t>(j % problem.n)], random);
    releases.push_back(chain.theta());
  }
  return releases;
}

std::vector<double> simulate_sgld(const Problem<double>& problem, double eta, std::int64_t step, bool odd_sample,
                                  std::int64_t chains, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<std::int64_t> record(0, problem.n - 1);
  std::vector<double> releases;
  releases.reserve(static_cast<std::size_t>(chains));
  Chain chain(problem, eta, odd_sample);
  for (std::int64_t i = 0; i < chains; ++i) {
    chain.start(random);
    for (std::int64_t j = 0; j < step; ++j) chain.step(record(random), random);
    releases.push_back(chain.theta());
  }
  return releases;
}

double kolmogorov_distance(std::vector<double> sample, const std::function<double(double)>& distribution_function) {
  std::sort(sample.begin(), sample.end());
  const auto count = static_cast<double>(sample.size());
  double distance = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double f = distribution_function(sample[i]), below = static_cast<double>(i) / count;
    distance = std::max({distance, f - below, below + 1 / count - f});
  }
  return distance;
}

double kolmogorov_threshold(std::int64_t points, double false_alarm) {
  return std::sqrt(std::log(2 / false_alarm) / (2 * static_cast<double>(points)));
}

}  // namespace dpcert::langevin
