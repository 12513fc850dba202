// Gibbs posteriors: one draw from a density proportional to exp(-beta sum l(theta, x_i)) prior(theta).
//
//   GibbsGaussian   l = |theta - x|^2/2, records of norm at most radius in any dimension, prior N(0, 1/precision), or
//                   the flat one for precision 0: the draw is normal, and its privacy is that of a normal mechanism,
//                   exactly
//   GibbsLipschitz  any convex l that is Lipschitz in theta, any prior that is strongly log-concave: at most that of a
//                   normal mechanism, by a cited theorem
// Source: Minami, Arai, Sato and Nakagawa, Differential privacy without sensitivity (2016), Theorems 7 and 15.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/mechanisms/as_given.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/privacy/formulas.hpp"

namespace dpcert {

namespace detail {
template <class S>
void require_gibbs_parameter(const char* name, const S& x) {
  if (positive(x) == Membership::outside) throw Error(ErrorCode::domain, name, "a number > 0", as_given(x));
}
}  // namespace detail

/// The mean of n records of norm at most radius. Over any scalar.
template <class S>
class GibbsGaussian {
 public:
  /// Throws Error::domain unless beta > 0, n >= 1, radius > 0 and precision >= 0.
  GibbsGaussian(S beta, std::int64_t n, S radius, S precision = S(0))
      : beta_(std::move(beta)), radius_(std::move(radius)), precision_(std::move(precision)), n_(n) {
    detail::require_gibbs_parameter("beta", beta_);
    detail::require_gibbs_parameter("radius", radius_);
    if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
    if (positive(S(-precision_)) == Membership::inside)
      throw Error(ErrorCode::domain, "precision", "a number >= 0", as_given(precision_));
  }
  /// The same at another beta.
  [[nodiscard]] GibbsGaussian at(S beta) const { return {std::move(beta), n_, radius_, precision_}; }
  [[nodiscard]] const S& beta() const { return beta_; }
  [[nodiscard]] std::int64_t records() const { return n_; }
  [[nodiscard]] const S& radius() const { return radius_; }

  /// The law of one coordinate of the draw, from the sum of that coordinate over the records.
  [[nodiscard]] NormalLaw<S> law(const S& sum) const {
    const S weight = S(n_) * beta_ + precision_;
    return {beta_ * sum / weight, S(1) / weight};
  }
  /// The squared distance of the two laws of the worst pair of data sets, in units of their variance.
  [[nodiscard]] S mu_squared() const { return gibbs_gaussian_mu_squared(beta_, S(n_), radius_, precision_); }

 private:
  S beta_, radius_, precision_;
  std::int64_t n_;
};

/// Losses of which nothing is known but that they are convex and `lipschitz` in the parameter, under a prior of which
/// nothing is known but that minus the log of its density is strongly convex with `convexity`. Over any scalar.
template <class S>
class GibbsLipschitz {
 public:
  /// Throws Error::domain unless all three are > 0.
  GibbsLipschitz(S beta, S lipschitz, S convexity)
      : beta_(std::move(beta)), lipschitz_(std::move(lipschitz)), convexity_(std::move(convexity)) {
    detail::require_gibbs_parameter("beta", beta_);
    detail::require_gibbs_parameter("lipschitz", lipschitz_);
    detail::require_gibbs_parameter("convexity", convexity_);
  }
  [[nodiscard]] GibbsLipschitz at(S beta) const { return {std::move(beta), lipschitz_, convexity_}; }
  [[nodiscard]] const S& beta() const { return beta_; }
  /// Of the normal mechanism that tells at least as much.
  [[nodiscard]] S mu_squared() const { return gibbs_lipschitz_mu_squared(beta_, lipschitz_, convexity_); }

 private:
  S beta_, lipschitz_, convexity_;
};

/// rho-zCDP: mu^2/2.
template <class S>
S guarantee_rho(const GibbsGaussian<S>& posterior) {
  return posterior.mu_squared() / S(2);
}
template <class S>
S guarantee_rho(const GibbsLipschitz<S>& posterior) {
  return posterior.mu_squared() / S(2);
}

inline Guarantee guarantee(const GibbsGaussian<Rational>& posterior) {
  Guarantee g;
  g.cases = {normal_mechanism_at(posterior.mu_squared())};
  g.adjacency = "two data sets of the same size n of which one record differs; n is public";
  g.assumptions = {
      "n, beta, the radius and the prior were fixed without looking at the data",
      "every record has a norm of at most the radius (others are moved to it before anything else sees them), and a "
      "person contributes one record",
      "the draw is normal exactly, in real arithmetic, with fresh independent randomness",
      "exactly one draw is released"};
  g.source = "two normal laws of one variance; the means differ most for two records at opposite ends of the ball";
  return g;
}
inline Guarantee guarantee(const GibbsLipschitz<Rational>& posterior) {
  Guarantee g;
  g.cases = {normal_mechanism_at(posterior.mu_squared())};
  g.adjacency = "two data sets of the same size of which one record differs";
  g.assumptions = {
      "the loss of every record that can occur is convex in the parameter, and Lipschitz with the constant given",
      "minus the log of the prior's density is strongly convex with the constant given",
      "beta, the loss and the prior were fixed without looking at the data, and a person contributes one record",
      "the draw is from the posterior exactly, in real arithmetic, with fresh independent randomness: not from a Markov "
      "chain near it",
      "exactly one draw is released"};
  g.source =
      "Gopi, Lee and Liu, \"Private convex optimization via exponential mechanism\" (2022), Theorem 4.1, assumed: the "
      "normal mechanism tells at least as much";
  return g;
}

}  // namespace dpcert
