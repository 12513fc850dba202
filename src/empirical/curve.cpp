#include "dpcert/empirical/curve.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "dpcert/core/error.hpp"

namespace dpcert::empirical {

namespace {

constexpr Precision curve_bits = 128;

/// c lies on or above the line from a through b.
bool turns_up(const EventBound& a, const EventBound& b, const EventBound& c) {
  return (b.p - a.p) * (c.q - a.q) <= (c.p - a.p) * (b.q - a.q);
}

/// The same curve seen from the other law: events exchanged with their complements.
EventBound seen_from(const EventBound& x, Direction direction) {
  return direction == Direction::p_against_q ? x : EventBound{Rational(1) - x.p, Rational(1) - x.q};
}

}  // namespace

CertifiedCurve::CertifiedCurve(std::vector<EventBound> points) {
  for (const EventBound& x : points) {
    for (const Rational& r : {x.q, x.p}) {
      if (r.sign() < 0 || r > Rational(1))
        throw Error(ErrorCode::domain, "CertifiedCurve", "probabilities in [0, 1]", r.str());
    }
  }
  std::erase_if(points, [](const EventBound& x) { return x.p <= x.q; });
  points.push_back({0, 0});
  points.push_back({1, 1});
  std::ranges::sort(points,
                    [](const EventBound& a, const EventBound& b) { return std::tie(a.q, a.p) < std::tie(b.q, b.p); });
  for (EventBound& x : points) {
    while (hull_.size() >= 2 && turns_up(hull_[hull_.size() - 2], hull_.back(), x)) hull_.pop_back();
    hull_.push_back(std::move(x));
  }
}

Ball CertifiedCurve::epsilon(const Delta<Rational>& delta, Direction direction) const {
  Ball largest(Rational(0), curve_bits);
  Rational best(1);
  for (const EventBound& corner : hull_) {
    const EventBound x = seen_from(corner, direction);
    const Rational excess = x.p - delta.value();
    if (excess.sign() <= 0) continue;
    if (x.q.is_zero()) return Ball::indeterminate(curve_bits);
    if (excess > best * x.q) best = excess / x.q;
  }
  return best > Rational(1) ? log(Ball(best, curve_bits)) : largest;
}

Ball CertifiedCurve::renyi(const Rational& order, Direction direction) const {
  if (order.sign() <= 0) throw Error(ErrorCode::domain, "order", "a number > 0", order.str());
  const bool kl = order == Rational(1);
  const Ball a(order, curve_bits), b(Rational(1) - order, curve_bits);
  Ball sum(Rational(0), curve_bits);
  for (std::size_t i = 1; i < hull_.size(); ++i) {
    Rational dp = hull_[i].p - hull_[i - 1].p, dq = hull_[i].q - hull_[i - 1].q;
    if (direction == Direction::q_against_p) std::swap(dp, dq);
    if (dp.is_zero()) continue;
    if (dq.is_zero()) {
      if (order >= Rational(1)) return Ball::indeterminate(curve_bits);
      continue;
    }
    const Ball x(dp, curve_bits), y(dq, curve_bits);
    sum += kl ? x * log(Ball(dp / dq, curve_bits)) : exp(a * log(x) + b * log(y));
  }
  return kl ? sum : -log(sum) / b;
}

Rational CertifiedCurve::type_two_error(const Rational& t, Direction direction) const {
  if (t.sign() < 0 || t > Rational(1)) throw Error(ErrorCode::domain, "type_two_error", "a rate in [0, 1]", t.str());
  std::vector<EventBound> curve = hull_;
  for (EventBound& x : curve) x = seen_from(x, direction);
  if (direction == Direction::q_against_p) std::ranges::reverse(curve);
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const EventBound &from = curve[i - 1], &to = curve[i];
    if (t > to.q || (t == to.q && i + 1 < curve.size())) continue;
    if (from.q == to.q) return Rational(1) - to.p;
    return Rational(1) - (from.p + (to.p - from.p) * (t - from.q) / (to.q - from.q));
  }
  return 0;
}

}  // namespace dpcert::empirical
