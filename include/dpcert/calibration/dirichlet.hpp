// Calibration of the mechanisms that release a Dirichlet posterior: their eps for a privacy loss, certified on both
// sides.
#pragma once

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert {

struct CalibratedEps {
  Rational value;         ///< the largest privacy loss is at most the target here, certified
  Rational insufficient;  ///< above the target here, certified; one unit of the last digit further where that decides
  WorstPair at_value, at_insufficient;
  std::size_t evaluations = 0;  ///< largest losses computed
};

/// The eps at which the largest privacy loss over all neighbours and outputs reaches `epsilon`, rounded down to
/// `digits` significant decimal digits. query.eps is not looked at. For the Laplace mechanisms the loss increases in
/// eps, so that every smaller eps suffices and every larger one does not. For the exponential mechanisms no such
/// theorem is known here: log Z is convex in eps, and the loss has a difference of two of them. The two ends are
/// certified, each by itself. Throws Error::domain unless 10^-100 <= epsilon <= 10^6 and the query is valid at some
/// eps, Error::unsupported if no two ends are found, EffortExhausted where a search does not end.
CalibratedEps largest_dirichlet_eps(DirichletQuery query, const Rational& epsilon, int digits);

}  // namespace dpcert
