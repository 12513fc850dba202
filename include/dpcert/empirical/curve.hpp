// What bounds of the probabilities of some events prove about two laws: privacy loss, divergences, the trade-off curve.
//
// A point (q, p) says: there is an event S with P(S) >= p and Q(S) <= q. The true curve q -> sup {P(S) : Q(S) <= q} is
// concave (events may be mixed), passes through (0, 0) or above, and (1, 1); so it lies nowhere below the concave hull
// of the points with these two. Every quantity here increases with that curve: the hockey stick is the largest p - g q
// on it, and every f-divergence is a sum of hockey sticks with weights >= 0 (docs/audit-samples.md). So what the hull
// gives is a lower bound, for all arguments at once, whenever all the points hold.
#pragma once

#include <vector>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::empirical {

enum class Direction { p_against_q, q_against_p };

/// There is an event S with Q(S) <= q and P(S) >= p.
struct EventBound {
  Rational q, p;
};

class CertifiedCurve {
 public:
  /// Throws Error::domain unless all numbers are in [0, 1]. Points that say nothing (p <= q) are left out.
  explicit CertifiedCurve(std::vector<EventBound> points);

  /// The hull's corners, from (0, 0) to (1, 1), q increasing, slopes decreasing.
  [[nodiscard]] const std::vector<EventBound>& hull() const { return hull_; }
  /// No epsilon below the lower end of this is compatible with (epsilon, delta) in that direction: the enclosure of
  /// max(0, log max (p - delta)/q) over the corners, or with 1 - p and 1 - q exchanged for Q against P. Not finite only
  /// if a corner has q = 0 and p > delta.
  [[nodiscard]] Ball epsilon(const Delta<Rational>& delta, Direction direction) const;
  /// Renyi's divergence of the two laws whose curve the hull is, in nats: log(sum of dp^order dq^(1 - order))/(order -
  /// 1) over its sides, sum of dp log(dp/dq) at order 1. Throws Error::domain unless order > 0.
  [[nodiscard]] Ball renyi(const Rational& order, Direction direction) const;
  /// The trade-off function f of Dong, Roth and Su: at a false positive rate t (an event of Q in the first direction,
  /// of P in the second), the true type II error is at most this. Exact. Throws Error::domain unless 0 <= t <= 1.
  [[nodiscard]] Rational type_two_error(const Rational& t, Direction direction) const;

 private:
  std::vector<EventBound> hull_;
};

}  // namespace dpcert::empirical
