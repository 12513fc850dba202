// Renyi divergences of laws of one exponential family, for any scalar; Beta and Dirichlet pairs. Natural logarithms:
// nats.
//
//   D_order(P || Q) = (1/(order - 1)) log int P^order Q^(1-order)
//                   = [C(order eta_P + (1 - order) eta_Q) - order C(eta_P)]/(order - 1) + C(eta_Q)
// with C the log-partition function. +infinity where order eta_P + (1 - order) eta_Q leaves the domain of C. Sources:
// van Erven and Harremoes, Renyi Divergence and Kullback-Leibler Divergence (2014), for the divergence and its limits;
// Observation A.3 of the Renyi differential privacy paper (ledger: renyi.obsA3) for the second line.
#pragma once

#include <array>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/divergence/renyi_stable.hpp"
#include "dpcert/families/normalizer.hpp"

namespace dpcert {

/// lambda x + (1 - lambda) y, coordinate by coordinate.
template <class S, class Parameter>
Parameter affine_combination(const S& lambda, const Parameter& x, const Parameter& y) {
  Parameter z = x;
  for (decltype(z.size()) i = 0; i < z.size(); ++i) z[i] = lambda * x[i] + (S(1) - lambda) * y[i];
  return z;
}

/// The second line above from the values of C: at the combined parameter, at eta_P and at eta_Q. With lgamma for C it
/// is what one coordinate adds to the divergence of two Dirichlet laws. Every way to compute a Renyi divergence of such
/// laws is this formula, or is held to it by a test (tests/divergence/strategies_test.cpp).
template <class S>
S renyi_from_values(const S& order, const S& c_combined, const S& c_p, const S& c_q) {
  return (c_combined - order * c_p) / (order - S(1)) + c_q;
}
/// D_order(P || Q) from the log-partition function `c` of any exponential family (a callable on parameters), order > 0,
/// order != 1, finite. Parameters: anything with size() and []. +infinity if c is +infinity at the combined parameter;
/// indeterminate if c is.
template <class S, class LogPartition, class Parameter>
S renyi_from_log_partition(LogPartition&& c, const S& order, const Parameter& eta_p, const Parameter& eta_q) {
  return renyi_from_values<S>(order, c(affine_combination(order, eta_p, eta_q)), c(eta_p), c(eta_q));
}
/// The limit order -> 1, the Kullback-Leibler divergence: C(eta_Q) - C(eta_P) - grad C(eta_P) . (eta_Q - eta_P).
template <class S, class LogPartition, class Gradient, class Parameter>
S kl_from_log_partition(LogPartition&& c, Gradient&& gradient, const Parameter& eta_p, const Parameter& eta_q) {
  const auto g = gradient(eta_p);
  S d = c(eta_q) - c(eta_p);
  for (decltype(eta_p.size()) i = 0; i < eta_p.size(); ++i) d = d - g[i] * (eta_q[i] - eta_p[i]);
  return d;
}

/// The limit order -> infinity of Dirichlet laws from their log-partition values and the steps Delta_k = p_k - q_k >=
/// 0, of the sum `total`: C(q) - C(p) + sum_k Delta_k log(Delta_k/total), 0 log 0 = 0.
template <class S>
S max_divergence_from_steps(const S& c_p, const S& c_q, std::span<const S> steps, const S& total) {
  S d = c_q - c_p - xlogy(total, total);
  for (const S& step : steps) d = d + xlogy(step, step);
  return d;
}
/// The squared Hellinger distance of two laws from their Renyi divergence of order 1/2: -expm1(-D/2).
template <class S>
S hellinger_squared_from_renyi(const S& renyi_half) {
  return -expm1(S(-constant_like(renyi_half, Rational(1, 2)) * renyi_half));
}

namespace detail {
template <class S>
void require_laws(const Dirichlet<S>& p, const Dirichlet<S>& q) {
  if (p.dimension() != q.dimension() || p.dimension() < 2) {
    throw Error(ErrorCode::bad_input, "renyi_divergence", "two laws of one dimension >= 2",
                std::to_string(p.dimension()) + " and " + std::to_string(q.dimension()) + " parameters");
  }
  if (normalizable(p) == Membership::outside || normalizable(q) == Membership::outside) {
    throw Error(ErrorCode::domain, "renyi_divergence", "parameters > 0", "a parameter <= 0");
  }
}
}  // namespace detail

/// The order -> infinity limit, sup log(density of P / density of Q): with Delta = p - q, sum_k Delta_k log(Delta_k /
/// sum Delta) + C(q) - C(p) if every Delta_k >= 0 (0 log 0 = 0), else +infinity.
template <class S>
S max_divergence(const Dirichlet<S>& p, const Dirichlet<S>& q) {
  detail::require_laws(p, q);
  Membership bounded = Membership::inside;
  for (std::size_t k = 0; k < p.dimension(); ++k) bounded = bounded && nonnegative(S(p.alpha[k] - q.alpha[k]));
  return infinite_outside(bounded, p.alpha[0], [&] {
    std::vector<S> steps;
    for (std::size_t k = 0; k < p.dimension(); ++k) steps.push_back(p.alpha[k] - q.alpha[k]);
    return max_divergence_from_steps<S>(log_partition(p), log_partition(q), steps, total(p) - total(q));
  });
}

/// The printed formula, over any scalar: what proofs trace. It is written in the counts alpha, a linear image of eta.
/// In floating point it loses digits where the divergence is small beside the log-partition values; `renyi_divergence`
/// does not.
template <class S>
S renyi_formula(const Order<S>& order, const Dirichlet<S>& p, const Dirichlet<S>& q) {
  if (order.is_infinite()) return max_divergence(p, q);
  detail::require_laws(p, q);
  const auto c = [](const std::vector<S>& alpha) { return log_partition(Dirichlet<S>(alpha)); };
  const auto gradient = [](const std::vector<S>& alpha) { return log_partition_gradient(Dirichlet<S>(alpha)); };
  if (order.is_one()) return kl_from_log_partition<S>(c, gradient, p.alpha, q.alpha);
  return renyi_from_log_partition(c, order.value(), p.alpha, q.alpha);
}
template <class S>
S renyi_formula(const Order<S>& order, const Beta<S>& p, const Beta<S>& q) {
  return renyi_formula(order, Dirichlet<S>(p), Dirichlet<S>(q));
}

/// What a coordinate with the counts p and q adds to the divergence of two Dirichlet laws of equal totals, which is the
/// sum over the coordinates: [lgamma(order p + (1 - order) q) - order lgamma(p)]/(order - 1) + lgamma(q), p, q > 0,
/// order > 0, not 1 and finite. 0 where p = q. As printed, like renyi_formula, whose terms these are.
template <class S>
S renyi_coordinate_formula(const S& order, const S& p, const S& q) {
  return renyi_from_values<S>(order, lgamma(S(order * p + (S(1) - order) * q)), lgamma(p), lgamma(q));
}

/// D_order(P || Q) in nats. Domain: order in (0, infinity] (1 is Kullback-Leibler), every parameter > 0 (Error::domain
/// otherwise). +infinity where the divergence is infinite. For enclosures: indeterminate where that is not decided.
/// float types: relative error below 1e-10 (usually 1e-12) at finite orders; see renyi_stable.hpp. Other scalars: the
/// formula as printed.
template <class S>
S renyi_divergence(const Order<S>& order, const Dirichlet<S>& p, const Dirichlet<S>& q) {
  if constexpr (std::is_floating_point_v<S>) {
    detail::require_laws(p, q);
    if (!order.is_infinite())
      return stable::renyi(order.value(), std::span<const S>(p.alpha), std::span<const S>(q.alpha));
  }
  return renyi_formula(order, p, q);
}
template <class S>
S renyi_divergence(const Order<S>& order, const Beta<S>& p, const Beta<S>& q) {
  if constexpr (std::is_floating_point_v<S>) {
    if (!order.is_infinite() && normalizable(p) == Membership::inside && normalizable(q) == Membership::inside) {
      const std::array<S, 2> a{p.alpha, p.beta}, b{q.alpha, q.beta};
      return stable::renyi(order.value(), std::span<const S>(a), std::span<const S>(b));
    }
  }
  return renyi_formula(order, p, q);
}

/// Kullback-Leibler divergence: renyi_divergence at order 1.
template <class Law>
auto kl_divergence(const Law& p, const Law& q) {
  using S = decltype(total(p));
  return renyi_divergence(Order<S>::one(), p, q);
}

/// Squared Hellinger distance 1 - int sqrt(P Q), in [0, 1]. Hellinger distance is its root.
template <class Law>
auto hellinger_squared(const Law& p, const Law& q) {
  using S = decltype(total(p));
  const S half = constant_like(total(p), Rational(1, 2));
  return hellinger_squared_from_renyi(renyi_divergence(Order<S>(half), p, q));
}
template <class Law>
auto hellinger_distance(const Law& p, const Law& q) {
  return sqrt(hellinger_squared(p, q));
}

}  // namespace dpcert
