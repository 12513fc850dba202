// Langevin Monte Carlo on a normal target: theta <- theta - h grad U(theta) + sqrt(2 h) noise, with
// U(theta) = curvature |theta - minimiser|^2/2 in d dimensions. Every iterate is normal around the minimiser, with the
// same variance in every direction, so that its distance from the target is a number, and step counts that are
// published for all strongly convex U can be compared with what one of them needs.
//
// Source of the step counts: Dalalyan, Theoretical guarantees for approximate sampling from smooth and log-concave
// densities (2017), Theorem 2, as quoted by Minami, Arai, Sato and Nakagawa (2016), Theorem 21.
#pragma once

#include <cstdint>

#include "dpcert/scalar/scalar.hpp"
#include "dpcert/special/incomplete_gamma.hpp"

namespace dpcert {

/// What a step makes of the variance: (1 - h curvature)^2 variance + 2 h.
template <class S>
S lmc_next_variance(const S& variance, const S& curvature, const S& step) {
  const S keep = S(1) - step * curvature;
  return keep * keep * variance + S(2) * step;
}
/// The variance that a step keeps, 0 < h curvature < 2: 1/(curvature (1 - h curvature/2)). The target's is 1/curvature.
template <class S>
S lmc_stationary_variance(const S& curvature, const S& step) {
  return S(1) / (curvature * (S(1) - step * curvature / S(2)));
}
/// The variance after so many steps from the variance `start`: the distance from the stationary one shrinks by
/// (1 - h curvature)^2 in each.
template <class S>
S lmc_variance(const S& start, const S& curvature, const S& step, const S& steps) {
  const S keep = S(1) - step * curvature, still = lmc_stationary_variance(curvature, step);
  return still + pow(S(keep * keep), steps) * (start - still);
}

/// Total variation distance of N(0, variance I) and N(0, other I) in d dimensions: with s < t the two variances, the
/// first density is the larger one within |x|^2 < r^2 = d log(t/s)/(1/s - 1/t), and |x|^2/s is a chi-square variable.
template <class S>
S isotropic_normal_tv(std::int64_t d, const S& variance, const S& other) {
  const S s = min(variance, other), t = max(variance, other);
  const S square = S(d) * log(S(t / s)) / (S(1) / s - S(1) / t), half = S(d) / S(2);
  return gamma_p(half, S(square / (S(2) * s))) - gamma_p(half, S(square / (S(2) * t)));
}

/// The sizes of Theorem 21, gamma the total variation asked for, 0 < gamma < 1/2, of a U that is `convexity`-strongly
/// convex with a `smoothness`-Lipschitz gradient: time S = (4 log(1/gamma) + d log(smoothness/convexity))/(2
/// convexity), alpha = (1 + smoothness d S/gamma^2)/2, step h = 1/(alpha smoothness), T = ceil(S/h) steps from
/// N(minimiser, I/smoothness).
template <class S>
struct LmcSizes {
  S time, alpha, step;
  LmcSizes(const S& gamma, std::int64_t d, const S& convexity, const S& smoothness)
      : time((S(4) * log(S(S(1) / gamma)) + S(d) * log(S(smoothness / convexity))) / (S(2) * convexity)),
        alpha((S(1) + smoothness * S(d) * time / (gamma * gamma)) / S(2)),
        step(S(1) / (alpha * smoothness)) {}
  /// S/h: the number of steps is the least integer that is not below.
  [[nodiscard]] S steps() const { return time / step; }
};

/// delta of a sampler whose output is within total variation gamma of an (epsilon, delta)-private mechanism's, on
/// every data set: delta + (1 + exp(epsilon)) gamma.
template <class S>
S delta_with_error(const S& delta, const S& epsilon, const S& gamma) {
  return delta + (S(1) + exp(epsilon)) * gamma;
}

}  // namespace dpcert
