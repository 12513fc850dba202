// The Categorical likelihood with its conjugate Dirichlet law, for any number d >= 2 of categories.
//
// Minimal form. Data x in {0, ..., d-1}; category d-1 is the implicit one.
//   likelihood  p(x | theta) = exp(S(x) . theta - A(theta)),  theta in R^(d-1),  theta_i = log(p_i / p_(d-1))
//   S(x) = (I[x = 0], ..., I[x = d-2]),  A(theta) = log(1 + sum_i exp(theta_i))
//   conjugate   p(theta | eta) = exp((theta, -A(theta)) . eta - C(eta)),  eta in R^d,
//   C(eta) = sum_{i<d-1} lgamma(eta_i) + lgamma(rem) - lgamma(eta_(d-1)),  rem = eta_(d-1) - sum_{i<d-1} eta_i
//   E = {eta : eta_i > 0 for i < d-1, rem > 0};  C = +infinity outside.
// The law p(theta | eta) is that of the log-odds of Dirichlet(eta_0, ..., eta_(d-2), rem); eta_(d-1) is the total
// count. Units: nats. Source: appendix A.1 and A.6.1 of the Renyi differential privacy paper (ledger:
// renyi.dirichlet.*); Brown, Fundamentals of Statistical Exponential Families, for minimality.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "dpcert/families/laws.hpp"
#include "dpcert/scalar/eigen.hpp"
#include "dpcert/scalar/extended.hpp"

namespace dpcert {

class CategoricalDirichlet {
 public:
  /// d categories; throws Error::bad_input for d < 2.
  explicit CategoricalDirichlet(int categories) : d_(categories) {
    if (d_ < 2) throw Error(ErrorCode::bad_input, "CategoricalDirichlet", "at least 2 categories", std::to_string(d_));
  }
  [[nodiscard]] int categories() const { return d_; }
  /// Dimension of theta and of S(x): d - 1.
  [[nodiscard]] int dimension() const { return d_ - 1; }

  /// S(x) in R^(d-1). Throws Error::domain for x outside 0..d-1.
  template <class S>
  [[nodiscard]] Vector<S> sufficient_statistic(int x) const {
    check_category(x);
    Vector<S> s(dimension());
    for (int i = 0; i < dimension(); ++i) s(i) = S(i == x ? 1 : 0);
    return s;
  }
  /// sup_{x,y} ||S(x) - S(y)||, Euclidean: 1 for d = 2, sqrt(2) for d > 2.
  template <class S>
  [[nodiscard]] S sensitivity(const S& like) const {
    return d_ == 2 ? constant_like(like, Rational(1)) : sqrt(constant_like(like, Rational(2)));
  }

  /// A(theta) = log(1 + sum exp(theta_i)).
  template <class S>
  [[nodiscard]] S likelihood_log_partition(const Vector<S>& theta) const {
    std::vector<S> terms{constant_like(theta(0), Rational(0))};
    for (int i = 0; i < dimension(); ++i) terms.push_back(theta(i));
    return log_sum_exp(std::span<const S>(terms));
  }
  /// grad A = E[S(x)], the probabilities of categories 0..d-2.
  template <class S>
  [[nodiscard]] Vector<S> likelihood_mean(const Vector<S>& theta) const {
    const S a = likelihood_log_partition(theta);
    Vector<S> p(dimension());
    for (int i = 0; i < dimension(); ++i) p(i) = exp(theta(i) - a);
    return p;
  }
  /// Hess A = Cov[S(x)] = diag(p) - p p^T.
  template <class S>
  [[nodiscard]] Matrix<S> likelihood_covariance(const Vector<S>& theta) const {
    const Vector<S> p = likelihood_mean(theta);
    Matrix<S> h(dimension(), dimension());
    for (int i = 0; i < dimension(); ++i) {
      for (int j = 0; j < dimension(); ++j) h(i, j) = i == j ? S(p(i) * (S(1) - p(i))) : S(-(p(i) * p(j)));
    }
    return h;
  }

  /// eta of Dirichlet(alpha): (alpha_0, ..., alpha_(d-2), sum alpha).
  template <class S>
  [[nodiscard]] Vector<S> natural_parameter(const Dirichlet<S>& p) const {
    check_dimension(p.dimension());
    Vector<S> eta(d_);
    for (int i = 0; i + 1 < d_; ++i) eta(i) = p.alpha[i];
    eta(d_ - 1) = total(p);
    return eta;
  }
  /// The law of a natural parameter, inverse of natural_parameter; `normalizable` tells whether it is one.
  template <class S>
  [[nodiscard]] Dirichlet<S> law(const Vector<S>& eta) const {
    check_dimension(static_cast<std::size_t>(eta.size()));
    std::vector<S> alpha(eta.data(), eta.data() + d_ - 1);
    alpha.push_back(remainder(eta));
    return Dirichlet<S>(std::move(alpha));
  }
  /// eta_(d-1) - sum_{i<d-1} eta_i, the count of the implicit category.
  template <class S>
  [[nodiscard]] S remainder(const Vector<S>& eta) const {
    S rest = eta(d_ - 1);
    for (int i = 0; i + 1 < d_; ++i) rest = rest - eta(i);
    return rest;
  }
  /// eta in E?
  template <class S>
  [[nodiscard]] Membership normalizable(const Vector<S>& eta) const {
    return dpcert::normalizable(law(eta));
  }

  /// C(eta) in nats. +infinity outside E; indeterminate for an enclosure that straddles the boundary.
  template <class S>
  [[nodiscard]] S log_partition(const Vector<S>& eta) const {
    return infinite_outside(normalizable(eta), eta(0), [&] {
      S c = lgamma(eta(0));
      for (int i = 1; i + 1 < d_; ++i) c = c + lgamma(eta(i));
      return S(c + lgamma(remainder(eta)) - lgamma(eta(d_ - 1)));
    });
  }
  /// grad C = E[(theta, -A(theta))]: psi(eta_i) - psi(rem) for i < d-1, psi(rem) - psi(eta_(d-1)) last, psi = digamma.
  /// Indeterminate outside E.
  template <class S>
  [[nodiscard]] Vector<S> log_partition_gradient(const Vector<S>& eta) const {
    const Membership where = normalizable(eta);
    const S rest = remainder(eta);
    Vector<S> g(d_);
    for (int i = 0; i + 1 < d_; ++i)
      g(i) = indeterminate_outside(where, rest, [&] { return S(digamma(eta(i)) - digamma(rest)); });
    g(d_ - 1) = indeterminate_outside(where, rest, [&] { return S(digamma(rest) - digamma(eta(d_ - 1))); });
    return g;
  }
  /// Hess C = Cov[(theta, -A(theta))]: with psi1 = trigamma, (i,i) psi1(eta_i) + psi1(rem); (i,j) psi1(rem); (i,d-1)
  /// and (d-1,i) -psi1(rem); (d-1,d-1) psi1(rem) - psi1(eta_(d-1)). Indeterminate outside E.
  template <class S>
  [[nodiscard]] Matrix<S> log_partition_hessian(const Vector<S>& eta) const {
    const Membership where = normalizable(eta);
    const S rest = remainder(eta);
    const auto entry = [&](auto formula) { return indeterminate_outside(where, rest, [&] { return S(formula()); }); };
    Matrix<S> h(d_, d_);
    for (int i = 0; i < d_; ++i) {
      for (int j = 0; j < d_; ++j) {
        const bool last_i = i == d_ - 1, last_j = j == d_ - 1;
        h(i, j) = entry([&]() -> S {
          if (last_i && last_j) return trigamma(rest) - trigamma(eta(i));
          if (last_i || last_j) return -trigamma(rest);
          if (i == j) return trigamma(eta(i)) + trigamma(rest);
          return trigamma(rest);
        });
      }
    }
    return h;
  }

  /// Posterior law after data with the given counts, each record weighing `weight`: alpha_k + weight * counts_k. Weight
  /// 1 is Bayes' rule; a weight r < 1 tempers the likelihood. Scale the prior first to strengthen it.
  template <class S>
  [[nodiscard]] Dirichlet<S> posterior(const Dirichlet<S>& prior, std::span<const S> counts, const S& weight) const {
    check_dimension(prior.dimension());
    check_dimension(counts.size());
    std::vector<S> alpha;
    for (int k = 0; k < d_; ++k) alpha.push_back(prior.alpha[k] + weight * counts[k]);
    return Dirichlet<S>(std::move(alpha));
  }
  /// Counts of each category in a data set. Throws Error::domain for a record outside 0..d-1.
  template <class S>
  [[nodiscard]] std::vector<S> counts(std::span<const int> data) const {
    std::vector<long> n(static_cast<std::size_t>(d_), 0);
    for (const int x : data) {
      check_category(x);
      ++n[static_cast<std::size_t>(x)];
    }
    return std::vector<S>(n.begin(), n.end());
  }

 private:
  void check_category(int x) const {
    if (x < 0 || x >= d_)
      throw Error(ErrorCode::domain, "CategoricalDirichlet", "a category 0.." + std::to_string(d_ - 1),
                  std::to_string(x));
  }
  void check_dimension(std::size_t n) const {
    if (n != static_cast<std::size_t>(d_)) {
      throw Error(ErrorCode::bad_input, "CategoricalDirichlet", std::to_string(d_) + " parameters", std::to_string(n));
    }
  }
  int d_;
};

}  // namespace dpcert
