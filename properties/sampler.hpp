// Samples from Dirichlet (and Beta) laws in logarithms, so that tiny shapes do not underflow. For tests of the law; not
// a private release mechanism.
#pragma once

#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace dpcert::properties {

/// log of a Gamma(shape, 1) variate, shape > 0: std::gamma_distribution from shape 1 up; below, G(shape) = G(shape + 1)
/// U^(1/shape) (Marsaglia, Tsang 2000).
template <class Random>
double sample_log_gamma(double shape, Random& random) {
  if (shape >= 1) return std::log(std::gamma_distribution<double>(shape, 1)(random));
  const double u = std::generate_canonical<double, 53>(random);
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

}  // namespace dpcert::properties
