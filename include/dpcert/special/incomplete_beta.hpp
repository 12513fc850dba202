// The regularised incomplete beta function, rigorously, for any positive parameters.
#pragma once

#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert {

/// A point of (0, 1) as the pair x and 1 - x, both to full relative accuracy, and its logit log(x / (1 - x)).
struct UnitPoint {
  Ball x, complement;
  /// From the logit: x = 1/(1 + exp(-t)).
  static UnitPoint from_logit(const Ball& t);
};

/// P(X <= x) and P(X > x) for X ~ Beta(a, b): one is summed, the other is 1 minus it. The one on x's side of the mean
/// has relative accuracy unless its series is much the longer one.
struct BetaTails {
  Ball lower, upper;
};

/// With I_x(a, b) = x^a (1-x)^b / (a B(a, b)) sum_k u_k, u_0 = 1, u_(k+1) = u_k x (a+b+k)/(a+1+k) (NIST DLMF 8.17.8),
/// or the mirrored series. From term K on the ratio is at most rho = max(x, x (a+b+K)/(a+1+K)); the tail u_K/(1 - rho)
/// joins the radius. Domain a, b > 0 and x certainly inside (0, 1), else indeterminate. Throws Error::unsupported if
/// more than 2^22 terms would be needed (a + b beyond about 1e11 near the bulk of the law).
BetaTails beta_tails(const Rational& a, const Rational& b, const UnitPoint& x, Precision precision);
/// About how many terms beta_tails would sum up: for choosing a method, never evidence.
double beta_terms(const Rational& a, const Rational& b, const UnitPoint& x, Precision precision);

}  // namespace dpcert
