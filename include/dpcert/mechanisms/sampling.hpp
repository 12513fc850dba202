// Floating-point variates that several mechanisms use. `Random` is a UniformRandomBitGenerator, such as
// std::mt19937_64.
//
// Floating-point caveats, for every sampler of this folder. A double takes about 2^62 values in (0, 1) at most, and a
// sampler reaches a subset that depends on its input: the law of what is released is a discrete one near the ideal law,
// and the pattern of its low-order bits can tell neighbouring data sets apart (Mironov, "On significance of the least
// significant bits for differential privacy", CCS 2012). The generators of the standard library are not cryptographic.
// Privacy statements of this library speak of the ideal law. Use these samplers for tests and experiments; a release to
// somebody who wants to know needs an exact sampler and a secure generator (grid_draws.hpp, random_bits.hpp).
#pragma once

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace dpcert {

/// Uniform on [0, 1), 53 bits.
template <class Random>
double sample_uniform(Random& random) {
  return std::generate_canonical<double, 53>(random);
}

/// log of a Gamma(shape, 1) variate, shape > 0; in logarithms, so that tiny shapes do not underflow.
/// std::gamma_distribution from shape 1 up; below, G(shape) = G(shape + 1) U^(1/shape) (Marsaglia, Tsang 2000).
template <class Random>
double sample_log_gamma(double shape, Random& random) {
  if (shape >= 1) return std::log(std::gamma_distribution<double>(shape, 1)(random));
  const double u = sample_uniform(random);
  return std::log(std::gamma_distribution<double>(shape + 1, 1)(random)) + std::log1p(-u) / shape;
}

/// log x_k of a Dirichlet(alpha) variate.
template <class Random>
std::vector<double> sample_log_dirichlet(std::span<const double> alpha, Random& random) {
  std::vector<double> x;
  double largest = -INFINITY, sum = 0;
  for (const double a : alpha) {
    x.push_back(sample_log_gamma(a, random));
    largest = std::fmax(largest, x.back());
  }
  for (const double v : x) sum += std::exp(v - largest);
  for (double& v : x) v -= largest + std::log(sum);
  return x;
}

/// Laplace with the given scale around 0, by inversion.
template <class Random>
double sample_laplace(double scale, Random& random) {
  const double u = sample_uniform(random);  // u and 1 - u swap sides: both tails are as long
  return u < 0.5 ? -scale * std::log1p(-2 * u) : scale * std::log1p(-2 * (u - 0.5));
}

}  // namespace dpcert
