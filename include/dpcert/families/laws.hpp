// The laws of the conjugate families, as values with parameters of any scalar: Beta, Dirichlet and normal.
#pragma once

#include <initializer_list>
#include <utility>
#include <vector>

#include "dpcert/core/membership.hpp"

namespace dpcert {

/// Beta(alpha, beta) on (0, 1), density x^(alpha-1) (1-x)^(beta-1) / B(alpha, beta); both parameters > 0 (pseudo-counts
/// of ones and zeros).
template <class S>
struct Beta {
  S alpha, beta;
  friend bool operator==(const Beta&, const Beta&) = default;
};
template <class S>
Beta(S, S) -> Beta<S>;

/// Dirichlet(alpha) on the simplex of d >= 2 coordinates, density prod x_k^(alpha_k-1) Gamma(sum alpha)/prod
/// Gamma(alpha_k); every alpha_k > 0.
template <class S>
struct Dirichlet {
  std::vector<S> alpha;

  Dirichlet() = default;
  explicit Dirichlet(std::vector<S> a) : alpha(std::move(a)) {}
  Dirichlet(std::initializer_list<S> a) : alpha(a) {}
  /// A Beta law is a Dirichlet law of two coordinates.
  explicit Dirichlet(const Beta<S>& b) : alpha{b.alpha, b.beta} {}

  [[nodiscard]] std::size_t dimension() const { return alpha.size(); }
  friend bool operator==(const Dirichlet&, const Dirichlet&) = default;
};

/// The normal law, variance > 0.
template <class S>
struct NormalLaw {
  S mean, variance;
};

/// Is this a probability law, i.e. is every parameter > 0?
template <class S>
Membership normalizable(const Beta<S>& b) {
  return positive(b.alpha) && positive(b.beta);
}
template <class S>
Membership normalizable(const Dirichlet<S>& p) {
  Membership m = p.dimension() >= 2 ? Membership::inside : Membership::outside;
  for (const S& a : p.alpha) m = m && positive(a);
  return m;
}

/// sum alpha_k.
template <class S>
S total(const Dirichlet<S>& p) {
  S n = p.alpha.at(0);
  for (std::size_t k = 1; k < p.dimension(); ++k) n = n + p.alpha[k];
  return n;
}
template <class S>
S total(const Beta<S>& p) {
  return p.alpha + p.beta;
}

}  // namespace dpcert
