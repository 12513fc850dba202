// What a release draws and rounds: laws of noise on grids and of the chains' parts against distribution functions in
// closed form and by quadrature, sums and roundings of data in exact rationals.
//
// False alarms of the draws: at most 1e-9 a case (Hoeffding; Dvoretzky-Kiefer-Wolfowitz with Massart's constant).
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/mechanisms/discrete_noise.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "properties/direct.hpp"
#include "properties/frequencies.hpp"
#include "src/mechanisms/polya_gamma.hpp"

namespace dpcert::properties {
namespace {

// ---- Laws as formulas ----

// Masses add up, and tails are sums of them; densities have the integral 1.
SuiteResult noise_masses_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double b = (*log_uniform(Rational(1, 10), Rational(50))).approx();
    const DiscreteLaplace<double> integers(b);
    const auto reach = static_cast<std::int64_t>(40 * b) + 5;
    double total = 0, below = 0;
    for (std::int64_t k = -reach; k <= reach; ++k) total += std::exp(-std::fabs(static_cast<double>(k)) / b);
    for (std::int64_t k = -reach; k <= reach; ++k) {
      const double mass = std::exp(-std::fabs(static_cast<double>(k)) / b) / total;
      below += mass;
      RC_ASSERT(std::fabs(integers.mass(k) - mass) <= 1e-10 * mass);
      RC_ASSERT(std::fabs(integers.at_most(k) - below) <= 1e-10);
    }
    const double centre = (*log_uniform(Rational(1, 10), Rational(50))).approx();
    const LaplaceMechanism<double> laplace(b);
    const auto density = [&](double x) { return std::exp(laplace.log_density(x, centre)); };
    RC_ASSERT(std::fabs(integrate(density, {centre - 45 * b, centre, centre + 45 * b}, b) - 1) <= 1e-10);
    RC_ASSERT(std::fabs(integrate(density, {centre, centre + 45 * b}, b) - 0.5) <= 1e-10);
    // Loss between centres is the distance in scales.
    RC_ASSERT(std::fabs(laplace.log_density(centre, centre) - laplace.log_density(centre, centre + b) - 1) <= 1e-10);
    const Rational noise = *unit();
    const auto binary = RandomizedResponse<Rational>::binary(noise);
    const auto wide = RandomizedResponse<Rational>::k_ary(noise, *any_in<std::int64_t>(2, 20));
    RC_ASSERT(binary.values() == 2);
    RC_ASSERT(binary.probability(1, 1) == noise);
    for (const auto& mechanism : {binary, wide}) {
      Rational sum;
      for (std::int64_t answer = 0; answer < mechanism.values(); ++answer) sum += mechanism.probability(answer, 1);
      RC_ASSERT(sum == Rational(1));
    }
    // Uniform answers with probability `noise`: every answer has at least its share of it.
    RC_ASSERT(wide.other_probability() == noise / Rational(wide.values()));
  });
}

// ---- Draws on a grid ----

void follows(const std::function<Rational()>& draw, const Rational& grid, const std::function<double(double)>& below,
             int count) {
  std::vector<double> seen;
  for (int i = 0; i < count; ++i) {
    const Rational x = draw();
    RC_ASSERT((x / grid).is_integer());
    seen.push_back(x.approx());
  }
  std::ranges::sort(seen);
  const double half = grid.approx() / 2, slack = alarm_radius(count) + rounding_of_frequencies;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (i + 1 < seen.size() && seen[i + 1] == seen[i]) continue;
    const double counted = static_cast<double>(i + 1) / count;
    RC_ASSERT(std::fabs(counted - below(seen[i] + half)) <= slack);
  }
}

double beta_at_most(const Rational& a, const Rational& b, double x) {
  if (!(x > 0)) return 0;
  if (!(x < 1)) return 1;
  const Ball at(Rational::from_double(x), 64);
  return beta_tails(a, b, {at, Ball(1).with_precision(64) - at}, 64).lower.approx();
}

SuiteResult grid_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational scale = *log_uniform(Rational(1, 10), Rational(10)),
                   value = *log_uniform(Rational(1, 10), Rational(10)),
                   grid = scale * *log_uniform(Rational(1, 100), Rational(1));
    const std::uint64_t seed = any_random()();
    RandomBits bits = RandomBits::seeded(seed);
    constexpr int count = 800;
    constexpr std::uint64_t repeated = 20;
    const double s = scale.approx(), centre = value.approx();
    // Balls alone give the same draws as double intervals first.
    const auto both_ways = [&](auto fast, auto slow) {
      fast.effort.check = true;
      slow.effort.fast = false;
      for (std::uint64_t i = 0; i < repeated; ++i) {
        RandomBits one = RandomBits::seeded(seed + i), other = RandomBits::seeded(seed + i);
        RC_ASSERT(fast(value, one) == slow(value, other));
      }
    };
    switch (*any_in(0, 3)) {
      case 0: {
        GridLaplace law(scale, grid);
        both_ways(law, law);
        follows([&] { return law(value, bits); }, grid,
                [=](double x) {
                  const double z = (x - centre) / s;
                  return z < 0 ? std::exp(z) / 2 : 1 - std::exp(-z) / 2;
                },
                count);
        break;
      }
      case 1: {
        GridGaussian law(scale * scale, grid);
        both_ways(law, law);
        follows([&] { return law(value, bits); }, grid,
                [=](double x) { return std::erfc((centre - x) / (s * std::sqrt(2.0))) / 2; }, count);
        break;
      }
      default: {
        std::vector<Rational> shapes{scale, value};
        if (*any_in(0, 2) == 0) shapes.push_back(*log_uniform(Rational(1, 10), Rational(10)));
        Rational rest;
        for (std::size_t i = 1; i < shapes.size(); ++i) rest += shapes[i];
        const Rational step(1, *any_in<std::int64_t>(10, 1000));
        GridDirichlet law(shapes, step);
        law.effort.check = true;
        law.effort.fast = *any_in(0, 4) != 0;
        for (std::uint64_t i = 0; i < repeated; ++i) {
          Rational sum;
          const std::vector<Rational> parts = law(bits);
          for (const Rational& part : parts) sum += part;
          RC_ASSERT(abs(sum - Rational(1)) <= step * Rational(static_cast<std::int64_t>(parts.size())) / Rational(2));
        }
        const auto part = static_cast<std::size_t>(*any_in<std::int64_t>(0, 2));
        const Rational other = part == 0 ? rest : scale + rest - value;
        follows([&] { return law(bits)[part]; }, step,
                [&, shape = shapes[part]](double x) { return beta_at_most(shape, other, x); }, 3 * count);
      }
    }
  });
}

// ---- Data before the noise ----

SuiteResult exact_sum_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    std::vector<double> records(*any_in<std::size_t>(1, 20));
    for (double& x : records) x = (*log_uniform(Rational(1, 1000), Rational(1000))).approx() * (2 * *any_in(0, 2) - 1);
    const Rational lower = -*log_uniform(Rational(1, 100), Rational(100)),
                   upper = *log_uniform(Rational(1, 100), Rational(100));
    Rational sum;
    for (const double x : records) sum += std::min(std::max(Rational::from_double(x), lower), upper);
    RC_ASSERT(clipped_sum(records, lower, upper) == sum);
    std::ranges::reverse(records);
    RC_ASSERT(clipped_sum(records, lower, upper) == sum);
    // The rounding at the end: the nearest double, and the ones on either side.
    const double infinity = std::numeric_limits<double>::infinity();
    const double noise = records[0];
    const double noisy = add_noise(sum, noise);
    const Rational exact = sum + Rational::from_double(noise);
    RC_ASSERT(abs(Rational::from_double(noisy) - exact) <= Rational::from_double(spacing(noisy)) / Rational(2));
    RC_ASSERT(add_noise(sum, infinity) == infinity);
    const double above = double_above(exact), below = double_below(exact);
    RC_ASSERT(Rational::from_double(above) >= exact);
    RC_ASSERT(Rational::from_double(below) <= exact);
    RC_ASSERT(above == below || std::nextafter(below, infinity) == above);
    RC_ASSERT(std::fabs(noisy) + spacing(noisy) == std::nextafter(std::fabs(noisy), infinity));
    // Posterior counts on their grid are doubles, and so are their sums.
    const std::int64_t n = *any_in<std::int64_t>(1, 1000);
    const std::vector<Rational> prior{*any_count(), *any_count(), *any_count()};
    const Rational weight = *unit();
    const GridCounts on = grid_counts(prior, weight, n);
    const Rational total = prior[0] + prior[1] + prior[2] + weight * Rational(n);
    RC_ASSERT(total <= on.step * pow(Rational(2), 52));
    RC_ASSERT(total > on.step * pow(Rational(2), 50));
    RC_ASSERT(on.step == count_grid(total));
    const auto nearest = [&](const Rational& rounded, const Rational& x) {
      RC_ASSERT((rounded / on.step).is_integer());
      RC_ASSERT(abs(rounded - x) <= on.step / Rational(2));
    };
    nearest(on.weight, weight);
    for (std::size_t i = 0; i < prior.size(); ++i) nearest(on.prior[i], prior[i]);
    const Rational most = on.prior[0] + on.weight * Rational(n);
    RC_ASSERT(Rational::from_double(most.approx()) == most);
  });
}

// ---- Parts of the chains ----

// E exp(-t X) = cosh(z/2)/cosh(root), root^2 = (z^2/2 + t)/2, of a Polya-Gamma variate PG(1, z).
SuiteResult polya_gamma_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double z = (*log_uniform(Rational(1, 100), Rational(20))).approx() * (2 * *any_in(0, 2) - 1);
    auto random = any_random();
    constexpr int count = 20'000;
    const double middle = std::tanh(std::fabs(z) / 2) / (2 * std::fabs(z));
    std::array<double, 4> sums{};
    const auto rate = [&](std::size_t k) { return std::exp2(2 * static_cast<double>(k) - 2) / middle; };
    for (int i = 0; i < count; ++i) {
      const double x = sample_polya_gamma(z, random);
      RC_ASSERT(x > 0);
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += std::exp(-rate(k) * x);
    }
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const double half = std::fabs(z) / 2, root = std::sqrt((z * z / 2 + rate(k)) / 2);
      const double expected = std::exp(half - root) * (1 + std::exp(-2 * half)) / (1 + std::exp(-2 * root));
      RC_LOG() << "rate " << rate(k) << ": mean " << sums[k] / count << ", expected " << expected << "\n";
      RC_ASSERT(std::fabs(sums[k] / count - expected) <= alarm_radius(count));
    }
  });
}

/// P(w <= x) of a posterior with one covariate, by sums over a fine grid.
class PosteriorBelow {
 public:
  explicit PosteriorBelow(const GlmPosterior& posterior) {
    end_ = posterior.radius().value_or(12 / std::sqrt(posterior.precision()));
    sums_.push_back(0);
    for (int i = 0; i < cells; ++i) {
      const std::array<double, 1> at{end_ * (2 * (i + 0.5) / cells - 1)};
      sums_.push_back(sums_.back() + std::exp(posterior.log_density(at)));
    }
  }
  double operator()(double x) const {
    const double at = std::clamp((x / end_ + 1) / 2 * cells, 0.0, static_cast<double>(cells));
    const auto i = std::min(static_cast<std::size_t>(at), static_cast<std::size_t>(cells) - 1);
    return (sums_[i] + (at - static_cast<double>(i)) * (sums_[i + 1] - sums_[i])) / sums_.back();
  }

 private:
  static constexpr int cells = 4000;
  double end_;
  std::vector<double> sums_;
};

// A chain leaves the posterior as it is: from an exact draw on, one step later, and five, draws still follow it.
SuiteResult kernel_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    GlmData data{1, {}, {}};
    const auto n = *any_in<std::size_t>(1, 6);
    for (std::size_t i = 0; i < n; ++i) {
      data.covariates.push_back(3 * (2 * (*unit()).approx() - 1));
      data.positive.push_back(static_cast<std::int8_t>(*any_in(0, 2)));
    }
    const auto sampler =
        *rc::gen::element(GlmSampler::polya_gamma, GlmSampler::albert_chib, GlmSampler::elliptical_slice);
    const bool slice = sampler == GlmSampler::elliptical_slice;
    const Link link = sampler == GlmSampler::polya_gamma   ? Link::logistic
                      : sampler == GlmSampler::albert_chib ? Link::probit
                                                           : *rc::gen::element(Link::logistic, Link::probit);
    const double precision = (*log_uniform(Rational(1, 2), Rational(5))).approx(),
                 rho = slice ? (*log_uniform(Rational(1, 10), Rational(1))).approx() : 1;
    const GlmPosterior posterior(
        data, link, precision, rho,
        slice && *any_in(0, 2) == 0 ? std::optional(1.5 / std::sqrt(precision)) : std::nullopt);
    const auto exact = make_kernel(posterior, GlmSampler::rejection), kernel = make_kernel(posterior, sampler);
    const PosteriorBelow below(posterior);
    auto random = any_random();
    constexpr int count = 6000;
    std::vector<double> seen;
    const int steps = *any_in(0, 2) == 0 ? 1 : 5;
    for (int i = 0; i < count; ++i) {
      std::vector<double> w;
      exact->step(w, random);
      for (int k = 0; k < steps; ++k) kernel->step(w, random);
      seen.push_back(w[0]);
    }
    std::ranges::sort(seen);
    RC_LOG() << dpcert::name(sampler) << ", " << n << " records\n";
    for (std::size_t i = 0; i < seen.size(); ++i)
      RC_ASSERT(std::fabs(static_cast<double>(i + 1) / count - below(seen[i])) <= alarm_radius(count) + 1e-3);
  });
}

}  // namespace

std::span<const Suite> noise_suites() {
  static constexpr std::array<Suite, 5> suites = {
      {{"glm.kernels",
        "One and five steps of every chain leave the posterior as it is (exact draws; false alarm 1e-9 a case).",
        kernel_suite},
       {"glm.polya-gamma", "Laplace transforms of Polya-Gamma draws are the closed form (false alarm 1e-9 a case).",
        polya_gamma_suite},
       {"noise.masses", "Masses add up to tails and densities to 1; answers of randomised response to 1, exactly.",
        noise_masses_suite},
       {"release.exact-sums", "Clipped sums, roundings and the grid of posterior counts, in exact rationals.",
        exact_sum_suite},
       {"release.grid",
        "Draws on a grid follow the rounded law (false alarm 1e-9 a case), and balls alone give the same draws.",
        grid_suite}}};
  return suites;
}

}  // namespace dpcert::properties
