// A statistical query by posterior sampling: the mean of f(record) in [0, 1], released as one draw of the Beta law that
// starts from a prior and counts f for and 1 - f against (Algorithm 4 with Algorithm 2 or 3).
// The guarantee is that of a coin with the same n, prior and r or m (catalogue: renyi.sq.bounded, renyi.alg4).
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"

namespace dpcert {

/// A value of the query, which must be a number of [0, 1] (Error::domain otherwise): nothing is clamped silently.
inline double query_value(double f) {
  if (!(f >= 0 && f <= 1)) throw Error(ErrorCode::domain, "f", "a value from 0 to 1", as_given(f));
  return f;
}

/// The law released for `sum`, the sum of f over the n records: 0 <= sum <= n (Error::domain otherwise).
template <class S>
Beta<S> statistical_query_law(const TemperedPosterior<S>& mechanism, const S& sum) {
  const S rest = S(mechanism.records()) - sum;
  if (nonnegative(sum) == Membership::outside || nonnegative(rest) == Membership::outside)
    throw Error(ErrorCode::domain, "sum", "a sum of n values from 0 to 1", as_given(sum));
  return {mechanism.count(0) + mechanism.weight() * sum, mechanism.count(1) + mechanism.weight() * rest};
}

/// The sum of f as a law on a grid takes it: every value times the weight of a record is rounded to a multiple of
/// `step`, of which the weight is one (Error::domain otherwise). So each value is replaced by another one in [0, 1], a
/// function of its record alone, and the guarantee holds as it stands. Values as in query_value.
inline Rational grid_query_sum(const TemperedPosterior<Rational>& mechanism, std::span<const double> values,
                               const Rational& step) {
  if (!(mechanism.weight() / step).is_integer())
    throw Error(ErrorCode::domain, "step", "a divisor of the weight " + mechanism.weight().str(), step.str());
  Rational sum(0);
  for (const double f : values) sum += on_grid(mechanism.weight() * Rational::from_double(query_value(f)), step);
  return sum / mechanism.weight();
}

/// Over all sums of values in [0, 1]: the neighbours differ by at most one, and the worst are the moves of a value
/// between 0 (category 1) and 1 (category 0).
inline Guarantee query_guarantee(const TemperedPosterior<Rational>& mechanism) {
  Guarantee g = coin_guarantee(mechanism);
  g.assumptions[1] =
      "every value of the query is in [0, 1] and depends on one record, and a person contributes one record";
  g.claims = {"renyi.cor2.vertex.repair", "renyi.sq.bounded"};
  g.source = "the worst pair of sums that differ by at most one has all other values equal to 0, or all equal to 1";
  return g;
}

}  // namespace dpcert
