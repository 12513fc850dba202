// 2-Wasserstein distance of laws on the line and of Gaussians, ball volumes, and what a small distance says about
// smoothed densities. Generic over the scalar; over Rational the laws on the line are exact.
//
//   W2(p, q)^2 = inf over couplings of E |X - Y|^2
// On the line the quantile coupling is optimal (Villani, Topics in optimal transportation, Theorem 2.18):
//   W2^2 = int_0^1 (F_p^-1(u) - F_q^-1(u))^2 du.
#pragma once

#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

/// A piece of a law on the line: `mass` > 0 spread uniformly over [from, to], an atom if from = to.
template <class S>
struct UniformPiece {
  S mass, from, to;
};

/// A law on the line made of uniform pieces, from left to right (to <= next from): a histogram, or atoms, or both.
/// Its quantile function is linear on each piece. Throws Error::domain for pieces out of order, a mass <= 0, or masses
/// that do not add up to 1 (exactly: S is Rational, or any scalar whose sum is exact).
template <class S>
class PiecewiseUniform {
 public:
  explicit PiecewiseUniform(std::vector<UniformPiece<S>> pieces) : pieces_(std::move(pieces)) {
    S sum(0);
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const auto& p = pieces_[i];
      if (!(p.mass > S(0)) || p.to < p.from || (i > 0 && p.from < pieces_[i - 1].to))
        throw Error(ErrorCode::domain, "PiecewiseUniform", "pieces from left to right with masses > 0", "others");
      sum += p.mass;
    }
    if (!(sum == S(1))) throw Error(ErrorCode::domain, "PiecewiseUniform", "masses that add up to 1", "another sum");
  }
  [[nodiscard]] const std::vector<UniformPiece<S>>& pieces() const { return pieces_; }

  /// P(X <= x) = P(X < x) for a law without atoms; an atom at x counts as a whole.
  [[nodiscard]] S cdf(const S& x) const {
    S sum(0);
    for (const auto& p : pieces_) {
      if (p.to <= x)
        sum += p.mass;
      else if (p.from < x)
        sum += p.mass * (x - p.from) / (p.to - p.from);
    }
    return sum;
  }
  /// int_{-inf}^x P(X <= t) dt.
  [[nodiscard]] S integrated_cdf(const S& x) const {
    S sum(0);
    for (const auto& p : pieces_) {
      if (p.to <= x)
        sum += p.mass * (x - (p.from + p.to) / S(2));
      else if (p.from < x)
        sum += p.mass * (x - p.from) * (x - p.from) / (S(2) * (p.to - p.from));
    }
    return sum;
  }
  /// The largest value of the density. Throws Error::domain if there is an atom.
  [[nodiscard]] S largest_density() const {
    S largest(0);
    for (const auto& p : pieces_) {
      if (!(p.from < p.to)) throw Error(ErrorCode::domain, "largest_density", "a law without atoms", "an atom");
      const S density = p.mass / (p.to - p.from);
      if (density > largest) largest = density;
    }
    return largest;
  }
  /// X + shift.
  [[nodiscard]] PiecewiseUniform shifted(const S& shift) const {
    auto pieces = pieces_;
    for (auto& p : pieces) p.from += shift, p.to += shift;
    return PiecewiseUniform(std::move(pieces));
  }

 private:
  std::vector<UniformPiece<S>> pieces_;
};

/// W2(p, q)^2 by the quantile coupling: both quantile functions are linear between the merged masses, where the square
/// of a linear function from a to b has the mean (a^2 + a b + b^2)/3. O(pieces).
template <class S>
S wasserstein2_squared(const PiecewiseUniform<S>& p, const PiecewiseUniform<S>& q) {
  const auto &a = p.pieces(), &b = q.pieces();
  S sum(0), in_a(0), in_b(0);  // masses of the current pieces that are used up
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const S rest_a = a[i].mass - in_a, rest_b = b[j].mass - in_b;
    const S step = rest_a < rest_b ? rest_a : rest_b;
    const auto at = [](const UniformPiece<S>& piece, const S& used) {
      return piece.from + (piece.to - piece.from) * used / piece.mass;
    };
    const S lo = at(a[i], in_a) - at(b[j], in_b), hi = at(a[i], in_a + step) - at(b[j], in_b + step);
    sum += step * (lo * lo + lo * hi + hi * hi) / S(3);
    in_a += step, in_b += step;
    if (!(in_a < a[i].mass)) ++i, in_a = S(0);
    if (!(in_b < b[j].mass)) ++j, in_b = S(0);
  }
  return sum;
}

/// W2^2 of normal laws with independent coordinates, by their means and standard deviations: sum of (difference of
/// means)^2 + (difference of standard deviations)^2 (Givens and Shortt, Michigan Math. J. 31 (1984), for commuting
/// covariances). Rational for rational arguments, which is why it takes no variances. Throws Error::bad_input unless
/// the four lists are of one length.
template <class S>
S gaussian_wasserstein2_squared(std::span<const S> mean_p, std::span<const S> deviation_p, std::span<const S> mean_q,
                                std::span<const S> deviation_q) {
  const std::size_t d = mean_p.size();
  if (deviation_p.size() != d || mean_q.size() != d || deviation_q.size() != d)
    throw Error(ErrorCode::bad_input, "gaussian_wasserstein2_squared", "laws of one dimension", "others");
  S sum(0);
  for (std::size_t k = 0; k < d; ++k) {
    const S m = mean_p[k] - mean_q[k], s = deviation_p[k] - deviation_q[k];
    sum += m * m + s * s;
  }
  return sum;
}

/// Volume of the ball of radius r > 0 in R^d: pi^(d/2) r^d/Gamma(d/2 + 1). The dimension d >= 1 is an int, or a number
/// of the scalar (a symbol, for statements about every dimension).
template <class Dimension, class S>
S ball_volume(const Dimension& d, const S& r) {
  S half = r;
  if constexpr (std::is_integral_v<Dimension>)
    half = constant_like(r, Rational(d, 2));
  else
    half = d / S(2);
  return exp(half * log(pi_like(r)) - lgamma(half + S(1))) * pow(r, d);
}
/// vol(radius)/vol(radius - eps), radius > eps > 0, d as there: rational for rational arguments and an int.
template <class Dimension, class S>
S ball_volume_ratio(const Dimension& d, const S& radius, const S& eps) {
  return pow(S(radius / (radius - eps)), d);
}
/// The most that a law with an L-Lipschitz density gives to the annulus of radii `radius` - eps and `radius`:
/// (1 - v/V) mass + (V - v) 2 radius L, V and v the volumes of the balls and mass that of the larger one.
template <class S>
S annulus_mass_bound(const S& larger_volume, const S& smaller_volume, const S& radius, const S& lipschitz,
                     const S& mass) {
  return (S(1) - smaller_volume / larger_volume) * mass + (larger_volume - smaller_volume) * S(2) * radius * lipschitz;
}
/// If W2(p, q) < eps^2, both densities are L-Lipschitz on R^d and radius > eps, then the mean of p over a ball of that
/// radius is at most
///   ratio * smoothed_q + (ratio - 1) 2 radius L + eps/vol(radius - eps),   ratio = vol(radius)/vol(radius - eps)
/// with smoothed_q the mean of q over the same ball. Proved: sgld.claime2 of the catalogue. By the ratio:
template <class S>
S smoothed_density_bound_of_ratio(const S& ratio, const S& eps, const S& radius, const S& lipschitz,
                                  const S& smoothed_q, const S& smaller_volume) {
  return ratio * smoothed_q + (ratio - S(1)) * S(2) * radius * lipschitz + eps / smaller_volume;
}
/// By the dimension, d >= 1.
template <class S>
S smoothed_density_bound(int d, const S& eps, const S& radius, const S& lipschitz, const S& smoothed_q,
                         const S& smaller_volume) {
  return smoothed_density_bound_of_ratio(ball_volume_ratio(d, radius, eps), eps, radius, lipschitz, smoothed_q,
                                         smaller_volume);
}

/// A law of uniform pieces plus independent noise, uniform on [-h, h]: its density (F(x+h) - F(x-h))/(2h) is continuous
/// and piecewise linear, with Lipschitz constant at most (largest density)/(2h). Adding the same noise to both laws of
/// a coupling shows that W2 of two such laws is at most W2 of the laws without it.
template <class S>
class SmoothedLaw {
 public:
  SmoothedLaw(PiecewiseUniform<S> law, S half_width) : law_(std::move(law)), h_(std::move(half_width)) {
    if (!(h_ > S(0))) throw Error(ErrorCode::domain, "SmoothedLaw", "a half-width > 0", "another");
  }
  [[nodiscard]] S density(const S& x) const { return (law_.cdf(x + h_) - law_.cdf(x - h_)) / (S(2) * h_); }
  [[nodiscard]] S cdf(const S& x) const {
    return (law_.integrated_cdf(x + h_) - law_.integrated_cdf(x - h_)) / (S(2) * h_);
  }
  /// Mass of [x - radius, x + radius].
  [[nodiscard]] S ball_mass(const S& x, const S& radius) const { return cdf(x + radius) - cdf(x - radius); }
  /// Mean of the density over [x - radius, x + radius].
  [[nodiscard]] S ball_mean(const S& x, const S& radius) const { return ball_mass(x, radius) / (S(2) * radius); }
  /// A Lipschitz constant of the density.
  [[nodiscard]] S lipschitz() const { return law_.largest_density() / (S(2) * h_); }
  [[nodiscard]] const PiecewiseUniform<S>& law() const { return law_; }

 private:
  PiecewiseUniform<S> law_;
  S h_;
};

}  // namespace dpcert
