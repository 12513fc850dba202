// The log-partition function of the Dirichlet family as a function of the counts alpha. A linear change of coordinates
// takes it to C(eta) of categorical_dirichlet.hpp; in counts it needs no differences, so that floating point and
// enclosures keep their digits.
#pragma once

#include <vector>

#include "dpcert/families/laws.hpp"
#include "dpcert/scalar/extended.hpp"
#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

/// C = sum_k lgamma(alpha_k) - lgamma(sum alpha) in nats, log of the integral of prod x_k^(alpha_k - 1) over the
/// simplex. +infinity if some alpha_k <= 0; indeterminate for an enclosure that straddles 0.
template <class S>
S log_partition(const Dirichlet<S>& p) {
  return infinite_outside(normalizable(p), p.alpha.at(0), [&] {
    S c = lgamma(p.alpha[0]);
    for (std::size_t k = 1; k < p.dimension(); ++k) c = c + lgamma(p.alpha[k]);
    return S(c - lgamma(total(p)));
  });
}
/// dC/dalpha_k = digamma(alpha_k) - digamma(sum alpha) = E[log x_k]. Indeterminate outside the domain.
template <class S>
std::vector<S> log_partition_gradient(const Dirichlet<S>& p) {
  const Membership where = normalizable(p);
  const S n = total(p);
  std::vector<S> g;
  for (const S& a : p.alpha) g.push_back(indeterminate_outside(where, a, [&] { return S(digamma(a) - digamma(n)); }));
  return g;
}
/// log B(alpha, beta), the same for a Beta law.
template <class S>
S log_partition(const Beta<S>& p) {
  return log_partition(Dirichlet<S>(p));
}

}  // namespace dpcert
