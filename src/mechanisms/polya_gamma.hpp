// Polya-Gamma variates PG(1, z) by rejection with an alternating series: exact in law in real arithmetic, no
// truncation. Source: Polson, Scott, Windle, "Bayesian inference for logistic models using Polya-Gamma latent
// variables" (2013), after Devroye, "On exact simulation algorithms for some distributions related to Jacobi theta
// functions" (2009).
#pragma once

#include <cmath>
#include <numbers>
#include <random>

#include "dpcert/mechanisms/sampling.hpp"
#include "dpcert/special/log_normal_cdf.hpp"

namespace dpcert {

namespace polya_gamma {

/// Where the two series for the density of the Jacobi variate are joined.
inline constexpr double joint = 0.64;

/// Terms of the alternating series of the density, decreasing in n for every x.
inline double term(int n, double x) {
  constexpr double pi = std::numbers::pi;
  const double k = n + 0.5;
  if (x > joint) return pi * k * std::exp(-k * k * pi * pi * x / 2);
  return pi * k * std::pow(2 / (pi * x), 1.5) * std::exp(-2 * k * k / x);
}

template <class Random>
double exponential(Random& random) {
  return -std::log1p(-sample_uniform(random));
}

/// Inverse Gaussian with mean 1/z and shape 1, given that it is below `joint`.
template <class Random>
double left_inverse_gaussian(double z, Random& random) {
  if (z * joint < 1) {
    for (;;) {
      double e = exponential(random);
      while (e * e > 2 * exponential(random) / joint) e = exponential(random);
      const double x = joint / ((1 + joint * e) * (1 + joint * e));
      if (sample_uniform(random) <= std::exp(-z * z * x / 2)) return x;
    }
  }
  const double mean = 1 / z;
  for (;;) {
    const double y = std::normal_distribution<double>()(random), half = mean * y * y / 2;
    // The smaller root of the quadratic, without cancellation.
    double x = mean / (1 + half + std::sqrt(half * (2 + half)));
    if (sample_uniform(random) > mean / (mean + x)) x = mean * mean / x;
    if (x <= joint) return x;
  }
}

}  // namespace polya_gamma

/// One PG(1, z) variate, any real z. Mean tanh(z/2)/(2z), 1/4 at 0.
template <class Random>
double sample_polya_gamma(double z, Random& random) {
  using namespace polya_gamma;
  constexpr double pi = std::numbers::pi;
  z = std::fabs(z) / 2;
  const double rate = pi * pi / 8 + z * z / 2, root = std::sqrt(joint);
  // Weights of the exponential right part and of the inverse Gaussian left part of the envelope, in logarithms.
  const double right = std::log(pi / (2 * rate)) - rate * joint;
  const double a = log_normal_cdf((joint * z - 1) / root) - z, b = log_normal_cdf(-(joint * z + 1) / root) + z;
  const double left = std::numbers::ln2 + std::fmax(a, b) + std::log1p(std::exp(-std::fabs(a - b)));
  const double right_share = 1 / (1 + std::exp(left - right));
  for (;;) {
    const double x =
        sample_uniform(random) < right_share ? joint + exponential(random) / rate : left_inverse_gaussian(z, random);
    double sum = term(0, x);
    const double y = sample_uniform(random) * sum;
    for (int n = 1;; ++n) {
      if (n % 2 == 1) {
        sum -= term(n, x);
        if (y <= sum) return x / 4;
      } else {
        sum += term(n, x);
        if (y > sum) break;
      }
    }
  }
}

}  // namespace dpcert
