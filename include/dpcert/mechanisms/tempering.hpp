// The two ways of Geumlek, Song and Chaudhuri to release less with one posterior draw, for every conjugate family:
//
//   diffused      every record counts r      0 < r <= 1      (Algorithm 2)
//   concentrated  the prior counts 1/m times 0 < m <= 1      (Algorithm 3)
//
// Either is a prior count and a weight of a record; r = 1 or m = 1 is direct sampling (Algorithm 1). Source: "Renyi
// differential privacy mechanisms for posterior sampling".
#pragma once

#include <cstdint>

#include "dpcert/core/error.hpp"
#include "dpcert/core/membership.hpp"
#include "dpcert/mechanisms/as_given.hpp"

namespace dpcert {

enum class Tempering : std::uint8_t { diffused, concentrated };

/// The name of its parameter, "r" or "m".
constexpr const char* parameter_of(Tempering tempering) { return tempering == Tempering::diffused ? "r" : "m"; }
/// Throws Error::domain unless 0 < x <= 1.
template <class S>
void require_tempering(Tempering tempering, const S& x) {
  if (positive(x) == Membership::outside || positive(S(x - S(1))) == Membership::inside)
    throw Error(ErrorCode::domain, parameter_of(tempering), "a number above 0 and at most 1", as_given(x));
}
/// A count of the prior that the posterior starts from: prior_count, or prior_count/m.
template <class S>
S tempered_count(Tempering tempering, const S& prior_count, const S& x) {
  return tempering == Tempering::diffused ? prior_count : S(prior_count / x);
}
/// What one record adds: r, or 1.
template <class S>
S tempered_weight(Tempering tempering, const S& x) {
  return tempering == Tempering::diffused ? x : S(1);
}

}  // namespace dpcert
