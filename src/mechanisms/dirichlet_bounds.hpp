// Upper bounds of the privacy loss, delta or Renyi divergence of every pair of neighbours in outward-rounded doubles.
// They say which pairs need balls. Internal to src/mechanisms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert::detail {

struct PairBound {
  std::size_t x, y;  ///< indices of law.states()
  double upper;
};

/// What is bounded: the loss, delta at e^epsilon = `at`, or the Renyi divergence of the order `at`, above 0 and not 1.
struct PairQuantity {
  enum class Kind : std::uint8_t { loss, delta, renyi } kind = Kind::loss;
  Ball at = Ball(1);
};

/// One bound for each ordered pair of neighbours. Empty where the parameters are beyond doubles or fixed-point numbers.
///
/// Two categories: log of the affinity sum_i lgamma(a_i + (x_i + r_i)/2) - lgamma(a_i + x_i)/2 - lgamma(a_i + r_i)/2
/// has the derivative [psi(a_1 + (x + r)/2) - psi(a_1 + r)]/2 - [psi(a_2 + n - (x + r)/2) - psi(a_2 + n - r)]/2 in the
/// first count r of the output. psi increases, so this is negative for r > x and positive for r < x: the distance grows
/// on either side of x. Where it is within 2^-60 of 1 it stays so, and all outputs behind are one term.
std::vector<PairBound> dirichlet_pair_bounds(const DirichletQuery& query, const DirichletExponential& law,
                                             const PairQuantity& quantity);

}  // namespace dpcert::detail
