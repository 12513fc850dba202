// Hockey-stick divergence (the delta of (epsilon, delta)-differential privacy) and total variation of Beta pairs.
//
//   delta(epsilon) = sup over events A of P(A) - exp(epsilon) Q(A) = int (P - exp(epsilon) Q)^+
//   total variation = delta(0)
// The density ratio of two Beta laws is x^(Da) (1-x)^(Db) exp(C(Q) - C(P)), Da and Db the differences of the
// parameters: the best event is an interval or the complement of one, whose one or two ends solve Da log x + Db
// log(1-x) = epsilon + C(P) - C(Q). Not offered for Dirichlet laws of three or more coordinates: the best event is no
// box there.
#pragma once

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/families/normalizer.hpp"

namespace dpcert {

/// log of the ratio of the densities of P and exp(epsilon) Q at x, from log x and log(1-x): Da log x + Db log(1-x) -
/// level. The best event is where it is positive.
template <class S>
S beta_log_ratio(const S& delta_a, const S& delta_b, const S& level, const S& log_x, const S& log_rest) {
  return delta_a * log_x + delta_b * log_rest - level;
}
/// Its level from the log-partition values: epsilon + C(P) - C(Q).
template <class S>
S beta_ratio_level(const S& epsilon, const S& c_p, const S& c_q) {
  return epsilon + c_p - c_q;
}
/// What an event of the probabilities in_p and in_q is worth: in_p - scale in_q, scale = exp(epsilon). At the best
/// event this is delta(epsilon), at any other it is less.
template <class S>
S event_excess(const S& scale, const S& in_p, const S& in_q) {
  return in_p - scale * in_q;
}
/// P(X > x) of X ~ Beta(a, b) with integers a, b >= 1: sum_{j<a} C(a+b-1, j) x^j (1-x)^(a+b-1-j). Source: NIST DLMF
/// 8.17.5. With event_excess the hockey stick at a crossing, over any scalar: the incomplete beta functions of the two
/// evaluations below are held to it (tests/divergence/strategies_test.cpp).
template <class S>
S beta_upper_tail_formula(int a, int b, const S& x) {
  const int n = a + b - 1;
  Rational binomial(1);
  S sum(0);
  for (int j = 0; j < a; ++j) {
    sum = sum + constant_like(x, binomial) * pow(x, j) * pow(S(S(1) - x), n - j);
    binomial = binomial * Rational(n - j) / Rational(j + 1);
  }
  return sum;
}

/// delta(epsilon) with relative radius at most 10^-digits, in [0, 1]. Exactly 0 if P = Q, or where epsilon is at least
/// the max-divergence (that comparison certified). Series of the incomplete beta function where they are short, else
/// quadrature (logit_integral.hpp), for counts of any size. Throws Error::domain for parameters <= 0.
Certified certified_hockey_stick(const Epsilon<Rational>& epsilon, const Beta<Rational>& p, const Beta<Rational>& q,
                                 int digits);
/// sup |P(A) - Q(A)| in [0, 1]: the hockey stick at epsilon 0, for Beta pairs.
Certified certified_total_variation(const Beta<Rational>& p, const Beta<Rational>& q, int digits);

/// The same in double, for search. Parameters >= 1e-3: absolute error about 1e-14 times their size in logarithms, no
/// relative accuracy where P and Q are close. Below, masses beyond logits of 700 are lost: 0 may come out for anything.
double hockey_stick(const Epsilon<double>& epsilon, const Beta<double>& p, const Beta<double>& q);
double total_variation(const Beta<double>& p, const Beta<double>& q);

}  // namespace dpcert
