// The Bernoulli likelihood with its conjugate Beta law: CategoricalDirichlet with two categories, with names and types
// of its own.
//
//   p(x | theta) = exp(x theta - A(theta)),  x in {0, 1},  A(theta) = log(1 + exp(theta)),  theta = log(rho / (1 -
//   rho)) p(theta | eta) = exp(eta1 theta - eta2 A(theta) - C(eta)),  C(eta) = lgamma(eta1) + lgamma(eta2 - eta1) -
//   lgamma(eta2) E = {0 < eta1 < eta2}; C = +infinity outside. Beta(alpha, beta) is eta = (alpha, alpha + beta).
//   Sensitivity of S(x) = x: 1.
// Source: appendix A.1 of the Renyi differential privacy paper (ledger: renyi.bern.*, renyi.beta.C).
#pragma once

#include <array>

#include "dpcert/families/categorical_dirichlet.hpp"

namespace dpcert {

class BetaBernoulli {
 public:
  /// eta = (eta1, eta2).
  template <class S>
  using Natural = std::array<S, 2>;

  template <class S>
  [[nodiscard]] static S sufficient_statistic(int x) {
    if (x != 0 && x != 1) throw Error(ErrorCode::domain, "BetaBernoulli", "a record 0 or 1", std::to_string(x));
    return S(x);
  }
  /// sup |S(x) - S(y)| = 1.
  template <class S>
  [[nodiscard]] static S sensitivity() {
    return S(1);
  }
  /// A(theta) = log(1 + exp(theta)), finite for every real theta.
  template <class S>
  [[nodiscard]] static S likelihood_log_partition(const S& theta) {
    const std::array<S, 2> terms{constant_like(theta, Rational(0)), theta};
    return log_sum_exp(std::span<const S>(terms));
  }

  template <class S>
  [[nodiscard]] static Natural<S> natural_parameter(const Beta<S>& p) {
    return {p.alpha, p.alpha + p.beta};
  }
  template <class S>
  [[nodiscard]] static Beta<S> law(const Natural<S>& eta) {
    return {eta[0], eta[1] - eta[0]};
  }
  /// 0 < eta1 < eta2?
  template <class S>
  [[nodiscard]] static Membership normalizable(const Natural<S>& eta) {
    return dpcert::normalizable(law(eta));
  }
  /// C(eta) in nats. +infinity outside E; indeterminate for an enclosure that straddles the boundary.
  template <class S>
  [[nodiscard]] static S log_partition(const Natural<S>& eta) {
    return infinite_outside(normalizable(eta), eta[0],
                            [&] { return S(lgamma(eta[0]) + lgamma(S(eta[1] - eta[0])) - lgamma(eta[1])); });
  }
  /// grad C = (psi(eta1) - psi(eta2 - eta1), psi(eta2 - eta1) - psi(eta2)). Indeterminate outside E.
  template <class S>
  [[nodiscard]] static std::array<S, 2> log_partition_gradient(const Natural<S>& eta) {
    const Membership where = normalizable(eta);
    const S rest = eta[1] - eta[0];
    return {indeterminate_outside(where, rest, [&] { return S(digamma(eta[0]) - digamma(rest)); }),
            indeterminate_outside(where, rest, [&] { return S(digamma(rest) - digamma(eta[1])); })};
  }
  /// Hess C, row by row: (psi1(eta1) + psi1(rest), -psi1(rest); -psi1(rest), psi1(rest) - psi1(eta2)), rest = eta2 -
  /// eta1. Indeterminate outside E.
  template <class S>
  [[nodiscard]] static std::array<std::array<S, 2>, 2> log_partition_hessian(const Natural<S>& eta) {
    const Membership where = normalizable(eta);
    const S rest = eta[1] - eta[0];
    const auto entry = [&](auto formula) { return indeterminate_outside(where, rest, [&] { return S(formula()); }); };
    const S off = entry([&] { return S(-trigamma(rest)); });
    return {{{entry([&] { return S(trigamma(eta[0]) + trigamma(rest)); }), off},
             {off, entry([&] { return S(trigamma(rest) - trigamma(eta[1])); })}}};
  }

  /// Beta(alpha + weight * ones, beta + weight * zeros): Bayes' rule for weight 1, a tempered likelihood below.
  template <class S>
  [[nodiscard]] static Beta<S> posterior(const Beta<S>& prior, const S& ones, const S& zeros, const S& weight) {
    return {prior.alpha + weight * ones, prior.beta + weight * zeros};
  }
};

}  // namespace dpcert
