// Sets of posterior parameters of the Dirichlet (and Beta) family, described in counts alpha rather than in eta; the
// map between the two is linear, so hulls and differences correspond.
//
// clang-format off
//   pset(alpha0, n)     = alpha0 + n * simplex: the hull of the parameters after n records
//   Diff                = conv{e_j - e_k} = {delta : sum delta = 0, sum of positive parts <= 1}: the change of one record
//   lpset(alpha0, n, b) = pset(alpha0, n) + b Diff
// clang-format on
// Two parameters alpha, alpha' are r-neighbouring if alpha - alpha' is in r Diff, and neighbouring if r = 1.
//
// Each test is a Membership: an enclosure may leave it undecided. Equalities between enclosures other than exact points
// are never `inside`. Source: Definitions A.5 to A.9 of the Renyi differential privacy paper (ledger: renyi.defA5.pset,
// renyi.defA6.diff).
#pragma once

#include <span>
#include <vector>

#include "dpcert/families/laws.hpp"

namespace dpcert {

namespace detail {
template <class S>
Membership zero(const S& x) {
  return nonnegative(x) && nonnegative(S(-x));
}
/// The larger of two, also for exact rationals, which compare but are asked for no functions.
template <class S>
S larger(const S& x, const S& y) {
  if constexpr (Ordered<S>) {
    return y > x ? y : x;
  } else {
    return max(x, y);
  }
}
/// Sum of max(x_k, 0).
template <class S>
S positive_part_sum(std::span<const S> x) {
  S sum(0);
  for (const S& v : x) sum = sum + larger(v, S(0));
  return sum;
}
template <class S>
std::vector<S> difference(const Dirichlet<S>& p, const Dirichlet<S>& q) {
  if (p.dimension() != q.dimension())
    throw Error(ErrorCode::bad_input, "difference", "laws of one dimension", "two dimensions");
  std::vector<S> delta;
  for (std::size_t k = 0; k < p.dimension(); ++k) delta.push_back(p.alpha[k] - q.alpha[k]);
  return delta;
}
template <class S>
S sum(std::span<const S> x) {
  S s(0);
  for (const S& v : x) s = s + v;
  return s;
}
}  // namespace detail

/// delta in r Diff? r >= 0.
template <class S>
Membership in_diff(std::span<const S> delta, const S& r) {
  return detail::zero(detail::sum(delta)) && nonnegative(S(r - detail::positive_part_sum(delta)));
}
/// Is p - q in r Diff?
template <class S>
Membership r_neighbouring(const Dirichlet<S>& p, const Dirichlet<S>& q, const S& r) {
  const auto delta = detail::difference(p, q);
  return in_diff(std::span<const S>(delta), r);
}
template <class S>
Membership neighbouring(const Dirichlet<S>& p, const Dirichlet<S>& q) {
  return r_neighbouring(p, q, S(1));
}
/// p in lpset(prior, n, b)? With v = p - prior: sum v = n and sum of negative parts <= b. (Such a v is n u + b delta
/// with u = v^+ rescaled to sum n.)
template <class S>
Membership in_lpset(const Dirichlet<S>& p, const Dirichlet<S>& prior, const S& n, const S& b) {
  auto v = detail::difference(p, prior);
  const Membership total_fits = detail::zero(S(detail::sum(std::span<const S>(v)) - n));
  for (S& x : v) x = -x;
  return total_fits && nonnegative(S(b - detail::positive_part_sum(std::span<const S>(v))));
}
/// p in pset(prior, n)?
template <class S>
Membership in_pset(const Dirichlet<S>& p, const Dirichlet<S>& prior, const S& n) {
  return in_lpset(p, prior, n, S(0));
}
/// The d vertices alpha0 + n e_k of pset.
template <class S>
std::vector<Dirichlet<S>> pset_vertices(const Dirichlet<S>& prior, const S& n) {
  std::vector<Dirichlet<S>> vertices(prior.dimension(), prior);
  for (std::size_t k = 0; k < vertices.size(); ++k) vertices[k].alpha[k] = prior.alpha[k] + n;
  return vertices;
}
/// The d (d-1) extreme r-neighbours p + r (e_j - e_k), j != k; they need not lie in pset, nor be normalizable.
template <class S>
std::vector<Dirichlet<S>> extreme_neighbours(const Dirichlet<S>& p, const S& r) {
  std::vector<Dirichlet<S>> out;
  for (std::size_t j = 0; j < p.dimension(); ++j) {
    for (std::size_t k = 0; k < p.dimension(); ++k) {
      if (j == k) continue;
      out.push_back(p);
      out.back().alpha[j] = p.alpha[j] + r;
      out.back().alpha[k] = p.alpha[k] - r;
    }
  }
  return out;
}
/// lambda* = sup{order : prior + (order - 1) Diff in E} = 1 + min_k alpha_k: below it direct posterior sampling has a
/// finite Renyi guarantee. Source: Theorem A.10 and Corollary 1 (ledger: renyi.thmA10.lambdastar).
template <class S>
S order_limit(const Dirichlet<S>& prior) {
  S least = prior.alpha.at(0);
  for (const S& a : prior.alpha) least = -detail::larger(S(-least), S(-a));
  return S(1) + least;
}

}  // namespace dpcert
