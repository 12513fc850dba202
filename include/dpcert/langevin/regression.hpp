// Bayesian linear regression with one weight, and SGLD on it: every law is Gaussian and every step an affine map with
// Gaussian noise.
//
//   model    y = theta x + N(0, 1/beta),   prior theta ~ N(0, 1/alpha);   alpha, beta > 0 are precisions
//   step     theta' = theta + (eta/2) [ -alpha theta + n beta x (y - theta x) ] + sqrt(eta) N(0, 1)
// with one sample (x, y) out of n in each step (batch size 1) and step size eta. Source: Welling and Teh, Bayesian
// learning via stochastic gradient Langevin dynamics, ICML 2011; Bishop, Pattern recognition and machine learning, 3.3.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "dpcert/families/laws.hpp"
#include "dpcert/scalar/scalar.hpp"

namespace dpcert::langevin {

/// One record: the regressor x and the response y.
template <class S>
struct Sample {
  S x, y;
};

/// theta -> scale * theta + shift + N(0, noise).
template <class S>
struct AffineStep {
  S scale, shift, noise;
};

/// The law after the step.
template <class S>
NormalLaw<S> apply(const AffineStep<S>& step, const NormalLaw<S>& law) {
  return {step.scale * law.mean + step.shift, step.scale * step.scale * law.variance + step.noise};
}
/// `first`, then `second`.
template <class S>
AffineStep<S> compose(const AffineStep<S>& second, const AffineStep<S>& first) {
  return {second.scale * first.scale, second.scale * first.shift + second.shift,
          second.scale * second.scale * first.noise + second.noise};
}

/// The prior N(0, 1/alpha), where SGLD starts.
template <class S>
NormalLaw<S> prior(const S& alpha) {
  return {S(0), S(1) / alpha};
}

/// The SGLD step on one sample of a database of n records.
template <class S, class N>
AffineStep<S> sgld_step(const S& alpha, const S& beta, const N& n, const S& eta, const Sample<S>& sample) {
  const S half = eta / S(2), weight = S(n) * beta * sample.x;
  return {S(1) - half * (alpha + weight * sample.x), half * weight * sample.y, eta};
}

/// The law of the release after `steps` steps that take the samples in the given order, again and again (cyclic SGLD,
/// its order fixed). Direct recursion: O(steps), exact over Rational.
template <class S>
NormalLaw<S> run_cyclic_sgld(const S& alpha, const S& beta, const S& eta, std::span<const Sample<S>> order,
                             std::int64_t steps) {
  if (order.empty()) throw Error(ErrorCode::bad_input, "run_cyclic_sgld", "at least one sample", "none");
  NormalLaw<S> law = prior(alpha);
  const auto n = static_cast<std::int64_t>(order.size());
  for (std::int64_t j = 0; j < steps; ++j) {
    law = apply(sgld_step(alpha, beta, n, eta, order[static_cast<std::size_t>(j % n)]), law);
  }
  return law;
}

/// Mean and variance of the release of SGLD that draws its sample uniformly, with replacement, in each step. (The law
/// itself is a mixture of data.size()^steps Gaussians; its first two moments follow a linear recursion.)
template <class S>
NormalLaw<S> run_sgld_moments(const S& alpha, const S& beta, const S& eta, std::span<const Sample<S>> data,
                              std::int64_t steps) {
  if (data.empty()) throw Error(ErrorCode::bad_input, "run_sgld_moments", "at least one sample", "none");
  const auto n = static_cast<std::int64_t>(data.size());
  S scale(0), shift(0), scale2(0), cross(0), shift2(0);
  for (const auto& sample : data) {
    const auto step = sgld_step(alpha, beta, n, eta, sample);
    scale += step.scale / S(n);
    shift += step.shift / S(n);
    scale2 += step.scale * step.scale / S(n);
    cross += step.scale * step.shift / S(n);
    shift2 += step.shift * step.shift / S(n);
  }
  S mean(0), second = S(1) / alpha;  // E theta, E theta^2
  for (std::int64_t j = 0; j < steps; ++j) {
    second = scale2 * second + S(2) * cross * mean + shift2 + eta;
    mean = scale * mean + shift;
  }
  return {mean, second - mean * mean};
}

/// The posterior N(beta sum x y / A, 1/A), A = alpha + beta sum x^2, by the two sums.
template <class S>
NormalLaw<S> posterior(const S& alpha, const S& beta, const S& squares, const S& products) {
  const S precision = alpha + beta * squares;
  return {beta * products / precision, S(1) / precision};
}
template <class S>
NormalLaw<S> posterior(const S& alpha, const S& beta, std::span<const Sample<S>> data) {
  S squares(0), products(0);
  for (const auto& sample : data) {
    squares += sample.x * sample.x;
    products += sample.x * sample.y;
  }
  return posterior(alpha, beta, squares, products);
}

}  // namespace dpcert::langevin
