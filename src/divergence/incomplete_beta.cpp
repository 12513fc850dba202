#include "src/divergence/incomplete_beta.hpp"

#include <algorithm>
#include <cmath>

namespace dpcert {
namespace {

constexpr long most_terms = 1L << 22;

/// log I_x(a, b) without the prefactor's normalisation: the sum of u_k.
Ball series(const Rational& a, const Rational& b, const Ball& x, Precision precision) {
  const Rational n = a + b;
  const Ball top(n, precision), bottom(a + Rational(1), precision);
  Ball sum(1), term(1), numerator, denominator, rho, tail;
  arb_set_round(sum.arb(), sum.arb(), precision);
  for (long k = 0; k < most_terms; ++k) {
    arb_add_si(numerator.arb(), top.arb(), k, precision);
    arb_add_si(denominator.arb(), bottom.arb(), k, precision);
    arb_mul(numerator.arb(), numerator.arb(), x.arb(), precision);
    arb_div(numerator.arb(), numerator.arb(), denominator.arb(), precision);  // the ratio of terms k + 1 and k
    arb_mul(term.arb(), term.arb(), numerator.arb(), precision);
    const bool look = k < 8 || k % 16 == 0;
    if (look) {
      arb_max(rho.arb(), numerator.arb(), x.arb(), precision);  // bounds every later ratio
      arb_sub_si(tail.arb(), rho.arb(), 1, precision);
      arb_neg(tail.arb(), tail.arb());
      if (arb_is_positive(tail.arb())) {
        arb_div(tail.arb(), term.arb(), tail.arb(), 64);
        if (arf_cmpabs_2exp_si(arb_midref(tail.arb()), -precision) < 0) {
          arb_add_error(sum.arb(), tail.arb());
          return Ball::from_arb(sum.arb(), precision);
        }
      }
    }
    arb_add(sum.arb(), sum.arb(), term.arb(), precision);
    if (!arb_is_finite(sum.arb())) return Ball::indeterminate(precision);
  }
  throw Error(ErrorCode::unsupported, "beta_tails", "parameters whose series needs at most 2^22 terms", n.str());
}

/// log of x^a (1-x)^b / (a B(a, b)).
Ball log_prefactor(const Rational& a, const Rational& b, const Ball& x, const Ball& complement, Precision precision) {
  const Ball ball_a(a, precision), ball_b(b, precision);
  return ball_a * log(x) + ball_b * log(complement) - log(ball_a) + lgamma(Ball(a + b, precision)) - lgamma(ball_a) -
         lgamma(ball_b);
}

}  // namespace

UnitPoint UnitPoint::from_logit(const Ball& t) {
  const Ball one(1);
  return {one / (one + exp(-t)), one / (one + exp(t))};
}

BetaTails beta_tails(const Rational& a, const Rational& b, const UnitPoint& x, Precision precision) {
  if (!certainly_positive(x.x) || !certainly_positive(x.complement)) {
    return {Ball::indeterminate(precision), Ball::indeterminate(precision)};
  }
  const double p = a.approx(), q = b.approx();
  const double lower_ratio = x.x.approx() * std::max(1.0, (p + q) / (p + 1));
  const double upper_ratio = x.complement.approx() * std::max(1.0, (p + q) / (q + 1));
  const bool lower = lower_ratio <= upper_ratio;
  const Ball& side = lower ? x.x : x.complement;
  const Ball& other = lower ? x.complement : x.x;
  const Rational& first = lower ? a : b;
  const Rational& second = lower ? b : a;
  const Ball tail = exp(log_prefactor(first, second, side, other, precision)) * series(first, second, side, precision);
  const Ball rest = Ball(1) - tail;
  return lower ? BetaTails{tail, rest} : BetaTails{rest, tail};
}

}  // namespace dpcert
