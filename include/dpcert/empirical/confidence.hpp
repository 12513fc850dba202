// Confidence bounds of a probability from successes in independent trials, rigorously.
#pragma once

#include <cstdint>

#include "dpcert/core/rational.hpp"

namespace dpcert::empirical {

/// A p with P(Binomial(trials, p) >= successes) <= level, proved, within about 2^-30 of the largest: whatever the true
/// probability, this bound lies above it with probability at most `level`. 0 without successes. Source: Clopper and
/// Pearson, "The use of confidence or fiducial limits", Biometrika 26 (1934); P(Binomial(n, p) >= k) is the regularised
/// incomplete beta function I_p(k, n - k + 1) (NIST DLMF 8.17.5), enclosed in balls. Throws Error::domain unless
/// 0 <= successes <= trials, trials >= 1 and 0 < level < 1.
Rational clopper_pearson_lower(std::int64_t successes, std::int64_t trials, const Rational& level);
/// The same from above: a p with P(Binomial(trials, p) <= successes) <= level.
Rational clopper_pearson_upper(std::int64_t successes, std::int64_t trials, const Rational& level);

/// The same bounds in doubles, proved by nothing: for searches that choose what to count. Successes need not be whole;
/// 0 or 1 where the quantile of the beta law is not found.
double approximate_lower(double successes, double trials, double level);
double approximate_upper(double successes, double trials, double level);

}  // namespace dpcert::empirical
