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

namespace dpcert {

enum class Link : std::uint8_t { logistic, probit };

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

/// Logistic: rho'-zCDP with rho' = 2 c^2 rho^2/(n beta) (renyi.glm.lemma1, by way of cited theorems); truncated: the
/// losses of two records differ by at most k = c^2/beta on the ball, pure with epsilon 2 rho k (glm.ops). Probit:
/// truncated with the range of its loss; otherwise no case at all, because the loss is not Lipschitz and the divergence
/// is infinite from order 1 + n beta/c^2 on (renyi.glm.probit). No cases: nothing is promised.
Guarantee glm_guarantee(const GlmRelease& release);

}  // namespace dpcert
