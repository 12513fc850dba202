// Samplers of binary-regression posteriors.
//
//   rejection         independent draws, exact in law: normal proposals under the tangent of the log-likelihood
//   polya_gamma       Gibbs chain, logistic with rho = 1; its Polya-Gamma steps are exact, its law is the posterior
//                     only in the limit
//   albert_chib       Gibbs chain, probit with rho = 1
//   elliptical_slice  chain for everything: any rho, truncated or not
//
// All in floating point, for experiments; see sampling.hpp for what that does to a privacy statement. "Exact" means:
// exact in real arithmetic with ideal uniform variates. Releases draw from grid_glm.hpp, which has the law of
// `rejection` without rounding.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

#include "dpcert/mechanisms/glm.hpp"

namespace dpcert {

enum class GlmSampler : std::uint8_t { rejection, polya_gamma, albert_chib, elliptical_slice };
std::string_view name(GlmSampler sampler);
bool is_exact(GlmSampler sampler);

using GlmRandom = std::mt19937_64;

/// A lower bound of the acceptance probability of rejection without truncation, from public numbers alone, for every
/// dimension: exp(-h rho c^2/(2 beta)), h = 1/4 (logistic) or 1 (probit) the largest curvature of the loss. By Jensen's
/// inequality: proposals have variance 1/(n beta), and the likelihood stays above its tangent minus h rho (x.(w -
/// mode))^2/2 a record.
double acceptance_bound(const GlmRelease& release);
/// A larger one for this dimension d, where release.truncated counts as well. The expectation of exp(-h rho sum_i
/// (x_i.(w - mode))^2/2) is prod_j (1 + a_j)^(-1/2), a_j the eigenvalues of h rho sum_i x_i x_i^T/(n beta), which add
/// up to h rho c^2/beta at most: by concavity of log(1 + a) it is at least (1 + h rho c^2/(d beta))^(-d/2). The mode
/// has length at most sqrt(0.3 rho/beta), because n beta |mode|^2 = rho sum_i m_i l'(m_i) and m l'(m) < 0.3, and at
/// most rho c/beta times the largest slope l' at margins of size k: 1/(1 + exp(-k)), k = c^2/beta (logistic), 0.8 + c
/// |mode| (probit). A ball of radius t, what these leave of c/beta, around it lies in that of the truncation. Given |w
/// - mode|, the expectation falls as that length grows, so that being near and being accepted are not negatively
/// correlated [Chebyshev]: the bound times P(chi^2_d <= x), x = n beta t^2, which is above 1/2 for x >= d and above
/// exp(-x/2) (x/2)^(d/2)/Gamma(d/2 + 1) always; 0 (nothing is known) where t <= 0.
double acceptance_bound(const GlmRelease& release, std::size_t dimension);
/// rejection where the bound is at least 1e-4; else the Gibbs chain of the link if it applies (rho = 1, not truncated),
/// else elliptical_slice. Depends on public numbers only, so that the choice tells nothing about the data. Without a
/// dimension, the bound for all of them.
GlmSampler suitable_sampler(const GlmRelease& release, std::optional<std::size_t> dimension = {});

/// One Markov kernel with the posterior as invariant law. For `rejection` a step is an independent draw.
class GlmKernel {
 public:
  virtual ~GlmKernel() = default;
  /// Replaces w by the next state.
  virtual void step(std::vector<double>& w, GlmRandom& random) = 0;
  /// Proposals looked at so far; 0 where that has no meaning.
  [[nodiscard]] virtual std::int64_t proposals() const { return 0; }
};
/// Throws Error::unsupported for a sampler that does not fit the link, rho or the truncation; so does a step of
/// `rejection` after 10^8 proposals (it never returns a draw of another law).
std::unique_ptr<GlmKernel> make_kernel(const GlmPosterior& posterior, GlmSampler sampler);

/// Several chains from dispersed starts (the mode plus three standard deviations of the normal approximation).
struct GlmChains {
  /// draws[chain][iteration] after the warm-up.
  std::vector<std::vector<std::vector<double>>> draws;
  std::vector<double> split_r_hat, effective_size;  ///< of each coordinate; of all chains together
};
GlmChains run_chains(const GlmPosterior& posterior, GlmSampler sampler, int chains, int warm_up, int iterations,
                     std::uint64_t seed);

}  // namespace dpcert
