// Integer noise at random parameters: draws against the exact law, delta against the sum over outcomes, divergences of
// two neighbours against what is promised.
//
// False alarms of the draws: at most 1e-9 a case (Dvoretzky-Kiefer-Wolfowitz with Massart's constant).
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

#include "dpcert/mechanisms/discrete_noise.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/frequencies.hpp"

namespace dpcert::properties {
namespace {

constexpr int discrete_draws = 10'000;

/// exp of minus this is below what a double adds to 1.
constexpr double negligible = 45;

/// Log-weights at -reach, ..., reach, beyond which nothing shows.
using LogWeight = std::function<double(double)>;

void expect_draws(const std::function<Rational()>& draw, const LogWeight& weight, int reach) {
  std::map<std::int64_t, int> seen;
  for (int i = 0; i < discrete_draws; ++i) ++seen[*draw().to_int64()];
  double total = 0;
  for (int k = -reach; k <= reach; ++k) total += std::exp(weight(k));
  double expected = 0, counted = 0;
  auto next = seen.begin();
  for (int k = -reach; k <= reach; ++k) {
    expected += std::exp(weight(k)) / total;
    for (; next != seen.end() && next->first <= k; ++next) counted += next->second;
    RC_ASSERT(std::fabs(counted / discrete_draws - expected) <= alarm_radius(discrete_draws) + rounding_of_frequencies);
  }
}

Rational any_scale() { return *log_uniform(Rational(1, 10), Rational(100)); }
LogWeight laplace_weight(const Rational& b) {
  return [x = b.approx()](double k) { return -std::fabs(k) / x; };
}
LogWeight gaussian_weight(const Rational& sigma) {
  return [x = sigma.approx()](double k) { return -k * k / (2 * x * x); };
}
int laplace_reach(const Rational& b) { return static_cast<int>(std::ceil(negligible * b.approx())) + 8; }
int gaussian_reach(const Rational& sigma) {
  return static_cast<int>(std::ceil(std::sqrt(2 * negligible) * sigma.approx())) + 8;
}

SuiteResult discrete_sampler_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational scale = any_scale();
    RandomBits bits = RandomBits::seeded(any_random()());
    if (*any_in(0, 2) == 0) {
      const DiscreteLaplace<Rational> law(scale);
      expect_draws([&] { return sample(law, bits); }, laplace_weight(scale), laplace_reach(scale));
    } else {
      const DiscreteGaussian<Rational> law(scale);
      expect_draws([&] { return sample(law, bits); }, gaussian_weight(scale), gaussian_reach(scale));
    }
  });
}

SuiteResult discrete_delta_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational b = any_scale(), eps = *log_uniform(Rational(1, 1000), Rational(5));
    const int shift = *any_in(1, 20);
    const LogWeight weight = laplace_weight(b);
    double sum = 0, total = 0;
    const int reach = laplace_reach(b) + shift;
    for (int k = -reach; k <= reach; ++k) {
      total += std::exp(weight(k));
      sum += std::fmax(0, std::exp(weight(k)) - std::exp(eps.approx() + weight(k - shift)));
    }
    const double delta = discrete_laplace_delta(b, shift, eps, 128).approx();
    RC_ASSERT(std::fabs(delta - sum / total) <= 1e-11);
  });
}

SuiteResult discrete_promise_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational scale = *log_uniform(Rational(1, 2), Rational(50)), order(*any_in(2, 16));
    const int shift = *any_in(1, 5);
    const bool laplace = *any_in(0, 2) == 0;
    const LogWeight weight = laplace ? laplace_weight(scale) : gaussian_weight(scale);
    // The summand's largest outcome lies order times the shift off the middle for Gaussian noise.
    const int reach = (laplace ? laplace_reach(scale) : gaussian_reach(scale)) + 17 * shift;
    const double x = order.approx();
    double largest = -1e300, sum = 0, total = 0;
    const auto term = [&](int k) { return x * weight(k) + (1 - x) * weight(k - shift); };
    for (int k = -reach; k <= reach; ++k) largest = std::fmax(largest, term(k));
    for (int k = -reach; k <= reach; ++k) {
      total += std::exp(weight(k));
      sum += std::exp(term(k) - largest);
    }
    const double divergence = (largest + std::log(sum / total)) / (x - 1);
    const Guarantee g = laplace ? guarantee(DiscreteLaplace<Rational>(scale), Rational(shift))
                                : guarantee(DiscreteGaussian<Rational>(scale), Rational(shift));
    const CertifiedCase& c = g.cases.at(0);
    const double promised =
        certify(make_query(c.quantity, c.mechanism, c.parameters, ExtendedRational{order, false}), 15)
            .enclosure.approx();
    RC_ASSERT(divergence <= promised * (1 + 1e-9) + 1e-12);
    // Discrete Laplace noise reaches it at the shift 1, Gaussian noise of some width at every shift.
    if (laplace ? shift == 1 : scale >= Rational(2))
      RC_ASSERT(std::fabs(divergence - promised) <= 1e-9 * promised + 1e-11);
  });
}

}  // namespace

std::span<const Suite> discrete_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"release.discrete.sampler",
        "10,000 draws of discrete Laplace or discrete Gaussian noise at a random scale follow the law (false alarm 1e-9 "
        "a case, Dvoretzky-Kiefer-Wolfowitz).",
        discrete_sampler_suite},
       {"release.discrete.delta", "The closed form of delta of discrete Laplace noise is the sum over outcomes.",
        discrete_delta_suite},
       {"release.discrete.promise",
        "The Renyi divergence of two neighbours, summed over outcomes, is at most what a release promises, and equal "
        "where the promise is sharp.",
        discrete_promise_suite}}};
  return suites;
}

}  // namespace dpcert::properties
