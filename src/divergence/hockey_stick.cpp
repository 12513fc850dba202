#include "src/divergence/hockey_stick.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "src/divergence/incomplete_beta.hpp"
#include "src/divergence/renyi.hpp"

namespace dpcert {
namespace {

/// The log density ratio, minus epsilon, as a function of the logit t = log(x/(1-x)):
///   g(t) = -Da log(1 + exp(-t)) - Db log(1 + exp(t)) - level,   level = epsilon + C(P) - C(Q),
/// with slope Da (1 - x) - Db x. Monotone if Da and Db have opposite signs (or one is 0); else one extremum, at t =
/// log(Da/Db).
struct LogRatio {
  Rational delta_a, delta_b;
  Ball a, b, level;
  Precision precision;

  LogRatio(const Rational& epsilon, const Beta<Rational>& p, const Beta<Rational>& q, Precision bits)
      : delta_a(p.alpha - q.alpha), delta_b(p.beta - q.beta), a(delta_a, bits), b(delta_b, bits), precision(bits) {
    const auto log_beta = [bits](const Beta<Rational>& law) {
      return lgamma(Ball(law.alpha, bits)) + lgamma(Ball(law.beta, bits)) - lgamma(Ball(law.alpha + law.beta, bits));
    };
    level = Ball(epsilon, bits) + log_beta(p) - log_beta(q);
  }
  [[nodiscard]] Ball softplus(const Ball& t) const {
    return certainly_positive(t) ? t + log1p(exp(-t)) : log1p(exp(t));
  }
  [[nodiscard]] Ball operator()(const Ball& t) const { return -(a * softplus(-t)) - b * softplus(t) - level; }
  [[nodiscard]] Ball slope(const Ball& t) const {
    const auto x = UnitPoint::from_logit(t);
    return a * x.complement - b * x.x;
  }
  [[nodiscard]] int sign(const Ball& t) const {
    const Ball value = (*this)(t);
    return certainly_positive(value) ? 1 : certainly_negative(value) ? -1 : 0;
  }
  /// The value at the extremum (Da and Db of one sign): Da log(Da/(Da+Db)) + Db log(Db/(Da+Db)) - level.
  [[nodiscard]] Ball extreme_value() const {
    const Ball sum(delta_a + delta_b, precision);
    return a * log(a / sum) + b * log(b / sum) - level;
  }
};

Ball exact_midpoint(const Ball& x) {
  Ball r;
  arf_set(arb_midref(r.arb()), arb_midref(x.arb()));
  return Ball::from_arb(r.arb(), x.precision());
}

/// An enclosure of the root of g between t_low and t_high, on whose whole interval g is monotone with the certified
/// signs `low_sign` and -low_sign at the ends. Bisection, Newton without rigour, then a certified sign change around
/// the result. Nothing if the precision does not suffice.
std::optional<Ball> root(const LogRatio& g, Ball low, Ball high, int low_sign) {
  for (int i = 0; i < 60; ++i) {
    const Ball middle = exact_midpoint((low + high) * Ball(Rational(1, 2), g.precision));
    const int s = g.sign(middle);
    if (s == 0) break;
    (s == low_sign ? low : high) = middle;
  }
  Ball t = exact_midpoint((low + high) * Ball(Rational(1, 2), g.precision));
  for (Precision good = 40; good < 2 * g.precision; good *= 2) {
    const Ball next = t - g(t) / g.slope(t);
    if (!next.is_finite()) break;
    const Ball candidate = exact_midpoint(next);
    if (!certainly_less(low, candidate) || !certainly_less(candidate, high)) break;
    t = candidate;
  }
  Ball radius = (abs(t) + Ball(1)) * pow(Ball(2), -static_cast<int>(g.precision));
  for (int i = 0; i < 200; ++i, radius = radius * Ball(4)) {
    const Ball below = max(t - radius, low), above = min(t + radius, high);
    if (g.sign(below) == low_sign && g.sign(above) == -low_sign) return hull(below, above);
    if (certainly_greater(radius, high - low)) return hull(low, high);
  }
  return std::nullopt;
}

/// A point beyond `from` in the given direction where g certainly has the sign wanted, found by doubling the step.
std::optional<Ball> beyond(const LogRatio& g, const Ball& from, int direction, int wanted) {
  for (int e = 0; e < 64; ++e) {
    const Ball t = exact_midpoint(from + Ball(direction) * pow(Ball(2), e));
    if (g.sign(t) == wanted) return t;
  }
  return std::nullopt;
}

/// P(lower < t) or P(lower > t) minus exp(epsilon) times the same of Q.
struct Masses {
  const Beta<Rational>& p;
  const Beta<Rational>& q;
  Ball scale;  // exp(epsilon)
  Precision precision;

  [[nodiscard]] std::pair<Ball, Ball> tails(const Ball& t) const {
    const auto x = UnitPoint::from_logit(t);
    const auto in_p = beta_tails(p.alpha, p.beta, x, precision), in_q = beta_tails(q.alpha, q.beta, x, precision);
    return {in_p.lower - scale * in_q.lower, in_p.upper - scale * in_q.upper};
  }
};

/// delta(epsilon) at one precision, P != Q. An exact zero Ball(0) if epsilon is certainly at least the max-divergence.
Ball hockey_stick_at(const Rational& epsilon, const Beta<Rational>& p, const Beta<Rational>& q, Precision precision) {
  const LogRatio g(epsilon, p, q, precision);
  const Masses masses{p, q, exp(Ball(epsilon, precision)), precision};
  const Ball unknown = Ball::indeterminate(precision);
  const int sign_a = g.delta_a.sign(), sign_b = g.delta_b.sign();
  const Ball start(0);
  if (sign_a * sign_b <= 0) {  // monotone in t, upwards if Da > 0 or Db < 0
    const bool up = sign_a > 0 || sign_b < 0;
    // With Da > 0 = Db (or the mirror image) the ratio is bounded: it rises to -level.
    if (sign_a >= 0 && sign_b >= 0 && certainly_nonnegative(g.level)) return Ball(0);
    const auto positive = beyond(g, start, up ? 1 : -1, 1), negative = beyond(g, start, up ? -1 : 1, -1);
    if (!positive || !negative) return unknown;
    const auto t = up ? root(g, *negative, *positive, -1) : root(g, *positive, *negative, 1);
    if (!t) return unknown;
    const auto [below, above] = masses.tails(*t);
    return up ? above : below;
  }
  const Ball extreme = g.extreme_value();
  const bool peak = sign_a > 0;
  if (peak && certainly_nonpositive(extreme)) return Ball(0);
  if (peak ? !certainly_positive(extreme) : !certainly_negative(extreme)) return unknown;
  // An exact point near the extremum where g has the extremum's sign; the monotone branches meet at the extremum
  // itself.
  const Ball top = exact_midpoint(log(Ball(g.delta_a / g.delta_b, precision)));
  const int inner = peak ? 1 : -1;
  if (g.sign(top) != inner) return unknown;
  const auto left = beyond(g, top, -1, -inner), right = beyond(g, top, 1, -inner);
  if (!left || !right) return unknown;
  const auto t1 = root(g, *left, top, -inner), t2 = root(g, top, *right, inner);
  if (!t1 || !t2) return unknown;
  const auto [below1, above1] = masses.tails(*t1);
  const auto [below2, above2] = masses.tails(*t2);
  return peak ? above1 - above2 : below1 + above2;
}

}  // namespace

Certified certified_hockey_stick(const Epsilon<Rational>& epsilon, const Beta<Rational>& p, const Beta<Rational>& q,
                                 int digits) {
  const Precision bits = bits_for_digits(digits);
  for (const Rational* a : {&p.alpha, &p.beta, &q.alpha, &q.beta}) {
    if (a->sign() <= 0) throw Error(ErrorCode::domain, "certified_hockey_stick", "parameters > 0", a->str());
  }
  if (p == q) return Certified::zero();
  const double n = p.alpha.approx() + p.beta.approx() + q.alpha.approx() + q.beta.approx();
  if (!(n < 0x1p200)) {
    // The crossing and the series would need more than the precision cap; do not spend minutes on it.
    Certified r;
    r.enclosure = Ball::indeterminate(bits);
    r.reason = "parameters beyond 2^200";
    return r;
  }
  const auto size = static_cast<Precision>(3 * std::log2(2 + n));
  bool zero = false;
  Certified r = escalate(bits, bits + 40 + size, [&](Precision precision) {
    Ball value = hockey_stick_at(epsilon.value(), p, q, precision);
    zero = value.is_exact() && value.contains_zero();
    return zero ? Ball(1) : value;  // an exact zero has no relative accuracy to wait for
  });
  return zero ? Certified::zero() : r;
}

Certified certified_total_variation(const Beta<Rational>& p, const Beta<Rational>& q, int digits) {
  return certified_hockey_stick(Epsilon(Rational(0)), p, q, digits);
}

}  // namespace dpcert
