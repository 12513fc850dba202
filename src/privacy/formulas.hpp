// Closed forms of privacy quantities, for any scalar, in nats. Orders are lambda > 0, not 1 and finite; the limits have
// functions of their own. Sensitivity 1. Derivations: docs/privacy-quantities.md.
//
// These forms avoid what cancellation they can; where some is left the certified path raises the precision.
#pragma once

#include <vector>

#include "src/scalar/scalar.hpp"

namespace dpcert {

/// Gaussian mechanism, `compositions` times: compositions * order / (2 sigma^2). Any order > 0, 1 included. Source:
/// Mironov, Renyi differential privacy (2017), Proposition 7.
template <class S>
S gaussian_rdp(const S& order, const S& sigma, const S& compositions) {
  return compositions * order / (S(2) * sigma * sigma);
}

/// The exact trade-off of Gaussian noise, mu = sqrt(compositions)/sigma > 0:
/// delta(epsilon) = Phi(mu/2 - epsilon/mu) - exp(epsilon) Phi(-mu/2 - epsilon/mu). Source: Balle and Wang, Improving
/// the Gaussian mechanism for differential privacy (2018), Theorem 8.
template <class S>
S gaussian_delta(const S& epsilon, const S& mu) {
  const S middle = epsilon / mu, half = mu / S(2);
  return normal_cdf(S(half - middle)) - exp(epsilon) * normal_cdf(S(-half - middle));
}

/// Laplace mechanism with scale b, x = 1/b: x + log1p((order-1)/(2 order-1) expm1(-(2 order-1) x))/(order-1). Order not
/// 1/2. Source: Mironov (2017), Proposition 6, rearranged.
template <class S>
S laplace_rdp(const S& order, const S& inverse_scale) {
  const S less = order - S(1), twice = S(2) * order - S(1);
  return inverse_scale + log1p(S(less / twice * expm1(S(-twice * inverse_scale)))) / less;
}
/// Order 1/2: x - 2 log1p(x/2).
template <class S>
S laplace_rdp_half(const S& inverse_scale) {
  return inverse_scale - S(2) * log1p(S(inverse_scale / S(2)));
}
/// Order 1: x + expm1(-x).
template <class S>
S laplace_kl(const S& inverse_scale) {
  return inverse_scale + expm1(S(-inverse_scale));
}

/// The largest Renyi divergence of two laws whose log-ratio lies in [-epsilon, epsilon], attained by binary randomised
/// response with odds exp(epsilon): epsilon + [log1p(exp(-(2 order-1) epsilon)) - log1p(exp(-epsilon))]/(order-1).
/// Source: Bun and Steinke, Concentrated differential privacy (2016), Lemma B.1.
template <class S>
S pure_dp_rdp(const S& order, const S& epsilon) {
  return epsilon + (log1p(exp(S((S(1) - S(2) * order) * epsilon))) - log1p(exp(S(-epsilon)))) / (order - S(1));
}
/// Order 1: epsilon tanh(epsilon/2).
template <class S>
S pure_dp_kl(const S& epsilon) {
  return epsilon * tanh(S(epsilon / S(2)));
}

/// s(x) = log(sinh(x/2)/(x/2)), x > 0.
template <class S>
S log_sinhc(const S& x) {
  return x / S(2) + log(S(-expm1(S(-x)) / x));
}
/// The largest Renyi divergence of two laws whose log-ratio has a range of length epsilon (bounded range; the
/// exponential mechanism): [order s(order eps) - (order-1) s(|order-1| eps) - s(eps)]/(order-1).
template <class S>
S bounded_range_rdp(const S& order, const S& epsilon) {
  const S less = order - S(1);
  return (order * log_sinhc(S(order * epsilon)) - less * log_sinhc(S(abs(less) * epsilon)) - log_sinhc(epsilon)) / less;
}
/// Order 1: s(eps) + (eps/2) coth(eps/2) - 1.
template <class S>
S bounded_range_kl(const S& epsilon) {
  return log_sinhc(epsilon) + epsilon / S(2) / tanh(S(epsilon / S(2))) - S(1);
}

/// `multiplicity` outcomes, each of probability p under P and q under Q (both > 0).
template <class S>
struct Outcomes {
  S multiplicity, p, q;
};
/// log(sum multiplicity q (p/q)^order)/(order-1).
template <class S>
S finite_renyi(const S& order, const std::vector<Outcomes<S>>& outcomes) {
  std::vector<S> logs;
  logs.reserve(outcomes.size());
  for (const auto& o : outcomes) logs.push_back(log(S(o.multiplicity * o.q)) + order * log(S(o.p / o.q)));
  return log_sum_exp(logs) / (order - S(1));
}
/// sum multiplicity p log(p/q).
template <class S>
S finite_kl(const std::vector<Outcomes<S>>& outcomes) {
  S sum(0);
  for (const auto& o : outcomes) sum = sum + o.multiplicity * o.p * log(S(o.p / o.q));
  return sum;
}

/// Renyi divergence of N(mean_difference, s1^2) from N(0, s2^2), v = order s2^2 + (1-order) s1^2 > 0:
/// order mean_difference^2/(2 v) + [(1-order) log s1 + order log s2 - (log v)/2]/(order-1).
/// Source: Gil, Alajaji and Linder, Renyi divergence measures for commonly used univariate continuous distributions
/// (2013).
template <class S>
S gaussian_pair_renyi(const S& order, const S& mean_difference, const S& s1, const S& s2) {
  const S v = order * s2 * s2 + (S(1) - order) * s1 * s1;
  return order * mean_difference * mean_difference / (S(2) * v) +
         ((S(1) - order) * log(s1) + order * log(s2) - log(v) / S(2)) / (order - S(1));
}
/// Order 1: log(s2/s1) + (s1^2 + mean_difference^2)/(2 s2^2) - 1/2.
template <class S>
S gaussian_pair_kl(const S& mean_difference, const S& s1, const S& s2) {
  return log(S(s2 / s1)) + (s1 * s1 + mean_difference * mean_difference) / (S(2) * s2 * s2) - S(1) / S(2);
}

}  // namespace dpcert
