// Posterior of a binary regression with a Gaussian prior: logistic or probit link, likelihood to the power rho, prior
// N(0, I/precision), optionally truncated to a ball. Algorithms 5 (concentrated: larger precision), 6 (diffused: rho
// below 1) and the one-posterior-sample baseline (OPS: truncated). Privacy: glm_guarantee below; samplers:
// glm_samplers.hpp.
// Source: Geumlek, Song, Chaudhuri, "Renyi differential privacy mechanisms for posterior sampling", section 4; OPS:
// Wang, Fienberg, Smola, "Privacy for free" (2015).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

enum class Link : std::uint8_t { logistic, probit };

/// log p(y | w) of a record with the margin m = y w.x, y = 1 or -1: -log(1 + exp(-m)) for the logistic link, log Phi(m)
/// for the probit link. GlmPosterior evaluates these three without loss in the tails, as tests/mechanisms/glm_test.cpp
/// holds it to.
template <class S>
S glm_log_likelihood(Link link, const S& m) {
  return link == Link::logistic ? S(-log1p(exp(S(-m)))) : S(log(normal_cdf(m)));
}
/// Its derivative in m.
template <class S>
S glm_slope(Link link, const S& m) {
  if (link == Link::logistic) return S(1) / (S(1) + exp(m));
  return exp(S(-m * m / S(2))) / (sqrt(S(S(2) * pi_like(m))) * normal_cdf(m));
}
/// Minus its second derivative, > 0: the likelihoods are log-concave.
template <class S>
S glm_curvature(Link link, const S& m) {
  const S slope = glm_slope(link, m);
  return link == Link::logistic ? S(slope * glm_slope(link, S(-m))) : S(slope * (m + slope));
}

/// Records: d covariates and a label.
struct GlmData {
  std::size_t dimension = 0;
  std::vector<double> covariates;     ///< one record after the other
  std::vector<std::int8_t> positive;  ///< label 1 (else 0)

  [[nodiscard]] std::size_t records() const { return positive.size(); }
  [[nodiscard]] std::span<const double> record(std::size_t i) const {
    return std::span(covariates).subspan(i * dimension, dimension);
  }
  /// Scales every covariate vector longer than c down to the norm c (rounding never leaves it longer): Assumption 1.
  void clip(double c);
  /// Puts the records into an order that depends on nothing but their values: sums over them no longer depend on the
  /// order in which they came.
  void sort();
};

/// The unnormalised posterior density. In all of this folder w has `dimension` coordinates.
class GlmPosterior {
 public:
  /// Throws Error::domain unless precision > 0, 0 < rho <= 1, radius > 0, at least one record and one covariate, all
  /// covariates finite.
  GlmPosterior(GlmData data, Link link, double precision, double rho = 1, std::optional<double> radius = {});

  [[nodiscard]] const GlmData& data() const { return data_; }
  [[nodiscard]] Link link() const { return link_; }
  [[nodiscard]] double precision() const { return precision_; }
  [[nodiscard]] double rho() const { return rho_; }
  [[nodiscard]] const std::optional<double>& radius() const { return radius_; }
  [[nodiscard]] std::size_t dimension() const { return data_.dimension; }

  /// rho times the log-likelihood minus precision |w|^2/2; -infinity outside the ball.
  [[nodiscard]] double log_density(std::span<const double> w) const;
  /// rho log p(y_i | w): of a record with margin y w.x, y = 1 or -1.
  [[nodiscard]] double log_likelihood(double margin) const;
  /// Its first derivative in the margin, and minus the second (>= 0: the likelihoods are log-concave).
  [[nodiscard]] double slope(double margin) const;
  [[nodiscard]] double curvature(double margin) const;
  [[nodiscard]] double margin(std::size_t i, std::span<const double> w) const;
  [[nodiscard]] bool inside(std::span<const double> w) const;

  /// The largest density without truncation, by Newton's method with line search.
  [[nodiscard]] std::vector<double> mode() const;
  /// precision I + sum of curvatures x x^T at w, row by row.
  [[nodiscard]] std::vector<double> hessian(std::span<const double> w) const;

 private:
  GlmData data_;
  Link link_;
  double precision_, rho_;
  std::optional<double> radius_;
};

/// What is public about a GLM release: everything but the data.
struct GlmRelease {
  Link link = Link::logistic;
  Rational c;     ///< covariates are clipped to this norm
  Rational beta;  ///< the prior is N(0, I/(n beta))
  Rational rho{1};
  std::int64_t n = 1;
  bool truncated = false;  ///< OPS: to |w| <= c/beta, which holds the mode
  /// Throws Error::domain unless c, beta > 0, 0 < rho <= 1, n >= 1.
  void require() const;
  [[nodiscard]] Rational radius() const { return c / beta; }
};

/// Generalised linear models with a Gaussian prior of precision n beta: the bound of the paper's theorem 16 (with cited
/// theorems), c the bound of the covariates' norm, B of the residuals. The divergence itself may be smaller.
template <class S>
struct GlmBound {
  S c, B;
  std::int64_t n = 1;
  /// 2 c^2 B^2 rho^2 order/(n beta).
  [[nodiscard]] S epsilon(const S& order, const S& beta, const S& rho) const {
    return S(2) * c * c * B * B * rho * rho * order / (S(n) * beta);
  }
  /// Algorithm 5: the least beta for which the bound is at most epsilon (rho = 1), exactly.
  [[nodiscard]] S least_beta(const S& order, const S& epsilon) const {
    return S(2) * c * c * B * B * order / (S(n) * epsilon);
  }
};
/// The range of the loss -log p(y | w) over margins between -k and k, k > 0: k for the logistic link, log(1 + e^k) -
/// log(1 + e^-k); log Phi(k) - log Phi(-k) for the probit link.
template <class S>
S glm_loss_range(Link link, const S& k) {
  return link == Link::logistic ? k : S(log(normal_cdf(k)) - log(normal_cdf(S(-k))));
}
/// The epsilon of pure differential privacy of the truncated release, k = c^2/beta: one record changes the
/// log-likelihood and the log-normaliser by at most rho times the range of its loss each (glm.ops).
template <class S>
S glm_truncated_epsilon(Link link, const S& k, const S& rho) {
  return S(2) * rho * glm_loss_range(link, k);
}

/// Logistic: rho'-zCDP with rho' = 2 c^2 rho^2/(n beta) (renyi.glm.lemma1, by way of cited theorems); truncated: the
/// losses of two records differ by at most k = c^2/beta on the ball, pure with epsilon 2 rho k (glm.ops). Probit:
/// truncated with the range of its loss; otherwise no case at all, because the loss is not Lipschitz and the divergence
/// is infinite from order 1 + n beta/c^2 on (renyi.glm.probit). No cases: nothing is promised.
Guarantee glm_guarantee(const GlmRelease& release);

}  // namespace dpcert
