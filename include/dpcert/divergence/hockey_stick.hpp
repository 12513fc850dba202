// Hockey-stick divergence (the delta of (epsilon, delta)-differential privacy) and total variation of Beta pairs.
//
//   delta(epsilon) = sup over events A of P(A) - exp(epsilon) Q(A) = int (P - exp(epsilon) Q)^+;   total variation =
//   delta(0).
// The density ratio of two Beta laws is x^(Da) (1-x)^(Db) exp(C(Q) - C(P)), Da and Db the differences of the
// parameters: the best event is an interval or the complement of one, whose one or two ends solve Da log x + Db
// log(1-x) = epsilon + C(P) - C(Q). Not offered for Dirichlet laws of three or more coordinates: the best event is no
// box there.
#pragma once

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/families/laws.hpp"

namespace dpcert {

/// delta(epsilon) with relative radius at most 10^-digits, in [0, 1]. Exactly 0 if P = Q, or where epsilon is at least
/// the max-divergence (that comparison certified). Series of the incomplete beta function where they are short, else
/// quadrature (logit_integral.hpp), for counts of any size. Throws Error::domain for parameters <= 0.
Certified certified_hockey_stick(const Epsilon<Rational>& epsilon, const Beta<Rational>& p, const Beta<Rational>& q,
                                 int digits);
/// sup |P(A) - Q(A)| in [0, 1]: the hockey stick at epsilon 0, for Beta pairs.
Certified certified_total_variation(const Beta<Rational>& p, const Beta<Rational>& q, int digits);

/// The same in double, for search: Boost's incomplete beta at a crossing found by bisection. Absolute error about 1e-14
/// times the parameters' size in logarithms; no relative accuracy where P and Q are close.
double hockey_stick(const Epsilon<double>& epsilon, const Beta<double>& p, const Beta<double>& q);
double total_variation(const Beta<double>& p, const Beta<double>& q);

}  // namespace dpcert
