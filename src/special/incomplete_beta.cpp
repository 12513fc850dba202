#include "dpcert/special/incomplete_beta.hpp"

#include <algorithm>
#include <cmath>

#include "dpcert/scalar/real.hpp"
#include "dpcert/solve/effort.hpp"

namespace dpcert {
namespace {

constexpr long most_terms = 1L << 22;

/// The sum of u_k.
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
      spend_evaluations(k < 8 ? 1 : 4, precision);
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
  throw Error(ErrorCode::unsupported, "Beta law", "parameters whose series needs at most 2^22 terms", n.str());
}

/// About how many terms the series of I_x(a, b) needs at this precision: the least power of 2 at which the term,
/// relative to the first, is below 2^-precision. Steers the choice of a series only.
double terms_needed(double a, double b, double x, double log_x, Precision precision) {
  constexpr double too_many = 1e9, exact_integers = 1e15;
  const double target = -0.7 * static_cast<double>(precision);
  const double ratio = std::max(x, (a + b) / (a + 1) * x);  // of the first two terms, the largest
  if (ratio < 0.9) return std::max(1.0, target / std::log(ratio));
  if (!(a + b < exact_integers)) return too_many;
  for (double k = 1; k < too_many; k *= 2) {
    const double log_term = lgamma(a + b + k) - lgamma(a + b) - lgamma(a + 1 + k) + lgamma(a + 1) + k * log_x;
    const double at = (a + b + k) / (a + 1 + k) * x;
    if (at < 1 && log_term - std::log1p(-at) < target) return k;
  }
  return too_many;
}

/// log x, without the rounding of x where it is near 1.
Ball log_of(const Ball& x, const Ball& complement) {
  return certainly_less(complement, Ball(Rational(1, 2), 64)) ? log1p(-complement) : log(x);
}

/// Which tail is summed: that of x itself, or the mirrored one; and about how many terms that takes.
struct Choice {
  bool lower;
  double terms;
};
Choice choose(const Rational& a, const Rational& b, const UnitPoint& x, Precision precision) {
  // The series of the tail that x lies in keeps relative accuracy; the other one is taken where it is much shorter.
  const double p = a.approx(), q = b.approx(), at = x.x.approx(), beyond = x.complement.approx();
  const auto log_of = [](double x, double rest) { return x < 0.5 ? std::log(x) : std::log1p(-rest); };
  const double lower = terms_needed(p, q, at, log_of(at, beyond), precision),
               upper = terms_needed(q, p, beyond, log_of(beyond, at), precision);
  const bool natural = at * q <= beyond * p;  // x at most the mean a/(a+b)
  const bool is_lower = natural ? lower <= 8 * upper : 8 * lower < upper;
  return {is_lower, is_lower ? lower : upper};
}

/// log of x^a (1-x)^b / (a B(a, b)).
Ball log_prefactor(const Rational& a, const Rational& b, const Ball& x, const Ball& complement, Precision precision) {
  const Ball ball_a(a, precision), ball_b(b, precision);
  return ball_a * log_of(x, complement) + ball_b * log_of(complement, x) - log(ball_a) +
         lgamma(Ball(a + b, precision)) - lgamma(ball_a) - lgamma(ball_b);
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
  const auto [lower, terms] = choose(a, b, x, precision);
  if (terms > 2 * static_cast<double>(most_terms)) {
    throw Error(ErrorCode::unsupported, "Beta law", "parameters whose series needs at most 2^22 terms",
                a.str() + ", " + b.str());
  }
  const Ball& side = lower ? x.x : x.complement;
  const Ball& other = lower ? x.complement : x.x;
  const Rational& first = lower ? a : b;
  const Rational& second = lower ? b : a;
  const Ball tail = exp(log_prefactor(first, second, side, other, precision)) * series(first, second, side, precision);
  const Ball rest = Ball(1) - tail;
  return lower ? BetaTails{tail, rest} : BetaTails{rest, tail};
}

double beta_terms(const Rational& a, const Rational& b, const UnitPoint& x, Precision precision) {
  return certainly_positive(x.x) && certainly_positive(x.complement) ? choose(a, b, x, precision).terms : HUGE_VAL;
}

}  // namespace dpcert
