#include "dpcert/divergence/hockey_stick.hpp"

#include <cmath>
#include <optional>

#include "dpcert/core/size.hpp"
#include "dpcert/scalar/ball_points.hpp"
#include "dpcert/solve/roots.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "src/divergence/logit_integral.hpp"

namespace dpcert {
namespace {

/// The root of g beyond the exact point `from` in the given direction, where g is monotone and takes the sign `far` in
/// the end. Nothing if the precision does not suffice.
std::optional<Ball> root_beyond(const LogRatio& g, const Ball& from, int direction, int far) {
  const auto distance = monotone_root([&](const Ball& s) { return g(direction > 0 ? from + s : from - s); }, far,
                                      g.precision - 16, g.precision);
  if (!distance) return std::nullopt;
  return direction > 0 ? from + *distance : from - *distance;
}

/// The root of a g that is monotone on the whole line.
std::optional<Ball> only_root(const LogRatio& g, bool up) {
  for (const int start : {0, 1}) {  // 0 may be the root
    const Ball from = Ball(start).with_precision(g.precision);
    const int s = g.sign(from);
    if (s != 0) return root_beyond(g, from, (s > 0) == up ? -1 : 1, -s);
  }
  return std::nullopt;
}

Beta<Rational> mirrored(const Beta<Rational>& law) { return {law.beta, law.alpha}; }

/// int (P - exp(epsilon) Q) over a ray or an interval of logits on which it is positive: by the series of the
/// incomplete beta function where these are short, else by quadrature.
class Excess {
 public:
  Excess(const Rational& epsilon, const Beta<Rational>& p, const Beta<Rational>& q, const LogRatio& g, Precision good)
      : epsilon_(epsilon), p_(p), q_(q), g_(g), good_(good) {}

  [[nodiscard]] Ball above(const Ball& t) const { return short_series(t) ? tails(t).upper : integral(t, std::nullopt); }
  [[nodiscard]] Ball below(const Ball& t) const {
    if (short_series(t)) return tails(t).lower;
    const Beta<Rational> p = mirrored(p_), q = mirrored(q_);
    return integrate_positive_part(LogRatio(epsilon_, p, q, g_.precision), p, -t, std::nullopt, good_);
  }
  [[nodiscard]] Ball between(const Ball& t1, const Ball& t2) const {
    return short_series(t1) && short_series(t2) ? tails(t1).upper - tails(t2).upper : integral(t1, t2);
  }

 private:
  [[nodiscard]] Ball integral(const Ball& from, const std::optional<Ball>& to) const {
    return integrate_positive_part(g_, p_, from, to, good_);
  }
  [[nodiscard]] bool short_series(const Ball& t) const {
    // About where quadrature becomes faster.
    constexpr double longest = 4096;
    const auto x = UnitPoint::from_logit(t);
    return beta_terms(p_.alpha, p_.beta, x, g_.precision) <= longest &&
           beta_terms(q_.alpha, q_.beta, x, g_.precision) <= longest;
  }
  /// P(lower < t) or P(lower > t) minus exp(epsilon) times the same of Q.
  [[nodiscard]] BetaTails tails(const Ball& t) const {
    const auto x = UnitPoint::from_logit(t);
    const auto in_p = beta_tails(p_.alpha, p_.beta, x, g_.precision),
               in_q = beta_tails(q_.alpha, q_.beta, x, g_.precision);
    const Ball scale = exp(Ball(epsilon_, g_.precision));
    return {event_excess(scale, in_p.lower, in_q.lower), event_excess(scale, in_p.upper, in_q.upper)};
  }

  const Rational& epsilon_;
  const Beta<Rational>&p_, &q_;
  const LogRatio& g_;
  Precision good_;
};

/// delta(epsilon) at one precision, P != Q, for about `good` bits. An exact zero Ball(0) if epsilon is certainly at
/// least the max-divergence.
Ball hockey_stick_at(const Rational& epsilon, const Beta<Rational>& p, const Beta<Rational>& q, Precision good,
                     Precision precision) {
  const LogRatio g(epsilon, p, q, precision);
  const Excess excess(epsilon, p, q, g, good);
  const Ball unknown = Ball::indeterminate(precision);
  const int sign_a = g.delta_a.sign(), sign_b = g.delta_b.sign();
  if (sign_a * sign_b <= 0) {  // monotone in t, upwards if Da > 0 or Db < 0
    const bool up = sign_a > 0 || sign_b < 0;
    // With Da > 0 = Db (or the mirror image) the ratio is bounded: it rises to -level.
    if (sign_a >= 0 && sign_b >= 0) {
      if (certainly_nonnegative(g.level)) return Ball(0);
      if (!certainly_negative(g.level)) return unknown;
    }
    const auto t = only_root(g, up);
    if (!t) return unknown;
    return up ? excess.above(*t) : excess.below(*t);
  }
  const Ball extreme = g.extreme_value();
  const bool peak = sign_a > 0;
  if (peak && certainly_nonpositive(extreme)) return Ball(0);
  if (peak ? !certainly_positive(extreme) : !certainly_negative(extreme)) return unknown;
  // An exact point near the extremum where g has the extremum's sign; the monotone branches meet at the extremum
  // itself.
  const Ball top = midpoint(log(Ball(g.delta_a / g.delta_b, precision)));
  const int inner = peak ? 1 : -1;
  if (g.sign(top) != inner) return unknown;
  const auto t1 = root_beyond(g, top, -1, -inner), t2 = root_beyond(g, top, 1, -inner);
  if (!t1 || !t2) return unknown;
  return peak ? excess.between(*t1, *t2) : excess.below(*t1) + excess.above(*t2);
}

}  // namespace

Certified certified_hockey_stick(const Epsilon<Rational>& epsilon, const Beta<Rational>& p, const Beta<Rational>& q,
                                 int digits) {
  const Precision bits = bits_for_digits(digits);
  for (const Rational* a : {&p.alpha, &p.beta, &q.alpha, &q.beta}) {
    if (a->sign() <= 0) throw Error(ErrorCode::domain, "certified_hockey_stick", "parameters > 0", a->str());
  }
  if (p == q) return Certified::zero();
  // Logarithms of the size of n log n, and a difference of the densities of the size of their standard deviation.
  const double log2_n = std::max(1.0, log2_of(p.alpha + p.beta + q.alpha + q.beta));
  const auto size = static_cast<Precision>(1.5 * log2_n + 2 * std::log2(log2_n) + 30);
  bool zero = false;
  Certified r = escalate(bits, bits + 10 + size, [&](Precision precision) {
    Ball value = hockey_stick_at(epsilon.value(), p, q, precision - size, precision);
    zero = value.is_exact() && value.contains_zero();
    return zero ? Ball(1) : value;  // an exact zero has no relative accuracy to wait for
  });
  return zero ? Certified::zero() : r;
}

Certified certified_total_variation(const Beta<Rational>& p, const Beta<Rational>& q, int digits) {
  return certified_hockey_stick(Epsilon(Rational(0)), p, q, digits);
}

}  // namespace dpcert
