// The posterior of a binary regression (glm.hpp), each coefficient released as the nearest multiple of a stated step,
// exactly: what grid_draws.hpp says of digits, enclosures and cells holds here as well, so that the total variation
// from the ideal posterior rounded to the grid is 0 if the bits are fair and independent.
//
// The posterior is proportional to exp(L(w) - k |w|^2/2), perhaps on the ball |w| <= R: L = rho sum_i l(y_i x_i.w), l
// the log-likelihood of the link as a function of the margin, which is concave; k, rho, R rational, x_i doubles. By
// rejection:
//   - w0 is any vector of doubles; Newton's method puts it near the mode, and only the speed depends on it. With m_i =
//     y_i x_i.w0, s_i = l'(m_i) and g = rho sum_i s_i y_i x_i, the tangent L(w0) + g.(w - w0) is nowhere below L.
//   - Proposals are w = g/k + z/sqrt(k), z standard normal: of density proportional to exp(g.w - k |w|^2/2).
//   - w is accepted if it lies in the ball and log u < L(w) - L(w0) - g.(w - w0), u uniform. The right side is
//     rho sum_i [l(y_i x_i.w) - l(m_i) - s_i (y_i x_i.w - m_i)], of which every term is <= 0: an accepted w has exactly
//     the posterior's density.
// s_i, g and w are real numbers, enclosed to as many digits as a decision needs; nothing is rounded.
//
// Most decisions need no look at the records. With v = w - w0, G = sum_i x_i x_i^T and H = sum_i -l''(m_i) x_i x_i^T,
// Taylor's theorem encloses the right side over rho in [-h v.Gv/2, 0] and in -v.Hv/2 +- t |v| max_i |x_i| v.Gv, where
// -l'' <= h and |l'''| <= 6 t at every margin:
//   - logistic, s = l': -l'' = s (1 - s) <= h = 1/4, |l'''| = s (1 - s) |1 - 2 s| <= sqrt(3)/18 < 6/62, t = 1/62;
//   - probit, s = l' the inverse Mills ratio, u = m + s: -l'' = s u <= h = 1; l''' = s (u^2 + s u - 1) > 0 [M.
//   Sampford,
//     Some inequalities on Mill's ratio and related functions, 1953] and <= 0.3 = 6 t, t = 1/20: from -3.5 to 8
//     by enclosures (GridGlm.ThirdDerivatives of tests/mechanisms/grid_glm_test.cpp); l''' < s u^2, which is at most u
//     <= u(-3.5) for m < -3.5, since u increases, and at most 2 density(m) (m + 0.8)^2 for m > 8.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/mechanisms/grid_draws.hpp"

namespace dpcert {

/// What a GridGlm draws from. The data as it is to be used, clipped.
struct GridGlmPosterior {
  GlmData data;
  Link link = Link::logistic;
  Rational precision;  ///< the prior is N(0, I/precision)
  Rational rho{1};
  std::optional<Rational> radius = {};
};

class GridGlm {
 public:
  /// Throws Error::domain unless precision, radius and grid are above 0, 0 < rho <= 1, and there are records with
  /// finite covariates, at least one each.
  GridGlm(GridGlmPosterior posterior, const Rational& grid);
  GridGlm(GridGlm&&) noexcept;
  GridGlm& operator=(GridGlm&&) noexcept;
  ~GridGlm();

  /// One draw: as many coefficients as a record has covariates. It ends with probability 1; acceptance_bound
  /// (glm_samplers.hpp) bounds from below how often a proposal is accepted.
  std::vector<Rational> operator()(RandomBits& random);
  /// Proposals looked at so far, and how many of them needed the records.
  [[nodiscard]] std::int64_t proposals() const;
  [[nodiscard]] std::int64_t looked_up() const;
  GridEffort effort;
  bool squeeze = true;  ///< decide by v.Gv and v.Hv where that is enough

 private:
  class Sampler;
  std::unique_ptr<Sampler> sampler_;
};

}  // namespace dpcert
