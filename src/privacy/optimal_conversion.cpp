#include "dpcert/privacy/optimal_conversion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "dpcert/solve/effort.hpp"
#include "dpcert/solve/roots.hpp"

namespace dpcert {

Precision size_bits(std::initializer_list<Rational> numbers) {
  double bits = 0;
  for (const Rational& x : numbers) {
    if (!x.is_zero())
      bits += std::fabs(static_cast<double>(fmpz_bits(fmpq_numref(x.fmpq_ptr()))) -
                        static_cast<double>(fmpz_bits(fmpq_denref(x.fmpq_ptr()))));
  }
  return static_cast<Precision>(std::min(bits, 20000.0));
}

namespace {

Ball exact_end(const Ball& x, bool upper, Precision precision) {
  Ball end;
  (upper ? arb_get_ubound_arf : arb_get_lbound_arf)(arb_midref(end.arb()), x.arb(), precision);
  return Ball::from_arb(end.arb(), precision);
}

// A pair of coins is (p, q) = (c r, c) with likelihood ratios u = 1/(1+w) < 1 < r = 1 + s and c = (1-u)/(r-u). Its
// order-th moment E_Q[(P/Q)^order] = c r^order + (1-c) u^order increases in w and in s, so a constraint that is met
// with equality makes s a decreasing function of w: the boundary, along which p and q increase, from (0, 0) at w = 0 to
// the corner (1, exp(-rho)) at w = infinity. Its slope dp/dq is
//   gamma = (order-1)(r^order - u^order)/(order (r^(order-1) - u^(order-1))),
// the mean of t on [u, r] with weight t^(order-2), which increases with the order: boundaries of two orders cross once.
// Proofs: docs/privacy-quantities.md.

/// One constraint at a working precision. Functions of w and s that increase in both are evaluated at the ends of their
/// enclosures: where w and s are small, what is left after cancellation is as small as their product.
class Boundary {
 public:
  Boundary(const RenyiConstraint& constraint, Precision bits, Precision precision)
      : infinite_(constraint.order.is_infinite()),
        bits_(bits),
        precision_(precision),
        order_(infinite_ ? Rational(1) : constraint.order.value(), precision),
        less_(infinite_ ? Rational(0) : constraint.order.value() - Rational(1), precision),
        level_(infinite_ ? Ball(constraint.divergence, precision) : less_ * Ball(constraint.divergence, precision)),
        large_(certainly_greater(level_, Ball(1))) {}

  /// Positive outside, negative inside, increasing in w and s: the moment less its bound, or of both the logarithms
  /// where the bound is large; for the max-divergence r less its bound.
  [[nodiscard]] Ball excess(const Ball& w, const Ball& s) const {
    if (infinite_) return s - expm1(level_);
    return at_ends(w, s, [&](const Ball& at_w, const Ball& at_s) { return excess_at(at_w, at_s); });
  }
  /// The s of the boundary; nothing if the root is not found.
  [[nodiscard]] std::optional<Ball> ratio(const Ball& w) const {
    if (infinite_) return expm1(level_);
    return monotone_root([&](const Ball& s) { return excess(w, s); }, 1, bits_, precision_);
  }
  /// 1 - gamma/r, from 0 to 1/order: gamma/r is a mean of t on [u/r, 1].
  [[nodiscard]] Ball slope_below_ratio(const Ball& w, const Ball& s) const {
    if (infinite_) return Ball(0);
    return at_ends(w, s, [&](const Ball& at_w, const Ball& at_s) {
      const Ball log_ratio = -log1p(at_w) - log1p(at_s);
      return Ball(1) - less_ / order_ * expm1(order_ * log_ratio) / expm1(less_ * log_ratio);
    });
  }
  [[nodiscard]] Ball log_slope(const Ball& w, const Ball& s) const {
    return log1p(s) + log1p(-slope_below_ratio(w, s));
  }
  /// A t in [0, 1] such that (q + (1-t)(p - q), q) keeps the constraint: the moment is convex in p and 1 at p = q.
  [[nodiscard]] Ball retreat(const Ball& w, const Ball& s) const {
    spend_evaluations(4, precision_);
    const Ball beyond = excess(w, s);
    if (certainly_nonpositive(beyond)) return Ball(0);
    Ball t;
    if (infinite_) {
      t = beyond / s;
    } else if (large_) {
      t = expm1(-beyond) / expm1(-beyond - level_);
    } else {
      t = beyond / (beyond + expm1(level_));
    }
    return max(t, Ball(0));
  }

 private:
  template <class Function>
  [[nodiscard]] Ball at_ends(const Ball& w, const Ball& s, const Function& increasing) const {
    if (w.is_exact() && s.is_exact()) return increasing(w, s);
    const auto end = [&](bool upper) {
      return increasing(exact_end(w, upper, precision_), exact_end(s, upper, precision_));
    };
    return hull(end(false), end(true));
  }
  [[nodiscard]] Ball excess_at(const Ball& w, const Ball& s) const {
    const Ball one(1), gap = w / (one + w), log_u = -log1p(w), log_r = log1p(s);
    if (!large_) return (gap * expm1(order_ * log_r) + s * expm1(order_ * log_u)) / (s + gap) - expm1(level_);
    return log(gap / (s + gap)) + order_ * log_r + log1p(s / gap * exp(order_ * (log_u - log_r))) - level_;
  }

  bool infinite_;
  Precision bits_, precision_;
  Ball order_, less_, level_;
  bool large_;
};

/// What is maximised: p - gamma q for gamma = exp(epsilon), or (p - delta)/q, whose logarithm is epsilon.
struct Objective {
  bool wants_delta;
  Rational at;  ///< epsilon or delta

  /// The value at a pair (q r, q), as delta or epsilon, r = 1 + s.
  [[nodiscard]] Ball value(const Ball& q, const Ball& s, Precision precision) const {
    const Ball given(at, precision);
    return wants_delta ? q * (s - expm1(given)) : log1p(s - given / q);
  }
  /// The logarithm of the slope of that value's line through the pair: log(gamma).
  [[nodiscard]] Ball log_line(const Ball& q, const Ball& s, Precision precision) const {
    const Ball given(at, precision);
    return wants_delta ? given : log1p(s - given / q);
  }
};

/// A boundary's best pair, or the crossing of two boundaries; enclosures.
struct Point {
  Ball value;
  Ball w, s, p, q;                  ///< w and s mean nothing at a corner
  std::vector<std::size_t> active;  ///< the lower order first
  bool corner = false;              ///< p = 1
};

/// The constraints that are not implied by another one of a higher order, in the order of their orders; then their
/// divergences increase too. `position` is the caller's.
struct Sharp {
  RenyiConstraint constraint;
  std::size_t position;
};
bool lower_order(const Order<Rational>& a, const Order<Rational>& b) {
  return !a.is_infinite() && (b.is_infinite() || a.value() < b.value());
}
std::vector<Sharp> sharp_constraints(std::span<const RenyiConstraint> constraints) {
  std::vector<Sharp> all, sharp;
  for (std::size_t i = 0; i < constraints.size(); ++i) all.push_back({constraints[i], i});
  std::stable_sort(all.begin(), all.end(), [](const Sharp& a, const Sharp& b) {
    if (lower_order(a.constraint.order, b.constraint.order)) return false;
    if (lower_order(b.constraint.order, a.constraint.order)) return true;
    return a.constraint.divergence < b.constraint.divergence;
  });
  for (Sharp& s : all) {
    if (sharp.empty() || s.constraint.divergence < sharp.back().constraint.divergence) sharp.push_back(std::move(s));
  }
  std::reverse(sharp.begin(), sharp.end());
  return sharp;
}

/// The maximum over the pairs that keep all constraints, at one working precision.
class Maximum {
 public:
  Maximum(const std::vector<Sharp>& sharp, const Objective& objective, Precision bits, Precision precision)
      : sharp_(sharp), objective_(objective), bits_(bits), precision_(precision), given_(objective.at, precision) {
    for (const Sharp& s : sharp) boundaries_.emplace_back(s.constraint, bits, precision);
  }

  /// The constraints that fix the maximum, found by adding the one that is violated most until none is. A steering
  /// guess: certified() proves what it is worth.
  [[nodiscard]] std::optional<std::vector<std::size_t>> search(std::size_t first) const {
    std::optional<Point> best = single(first);
    const std::size_t most = 4 * sharp_.size() + 16;
    for (std::size_t round = 0; best && round < most; ++round) {
      const auto worst = most_violated(*best);
      if (!worst) return best->active;
      std::optional<Point> next;
      for (const std::size_t old : best->active) {
        auto candidate = pair(std::min(old, *worst), std::max(old, *worst));
        if (!candidate) continue;
        if (!next || certainly_less(candidate->value, next->value)) next = std::move(candidate);
      }
      best = std::move(next);
    }
    return best ? std::optional(best->active) : std::nullopt;
  }

  /// Encloses the maximum, given constraints that may fix it; indeterminate if they do not.
  [[nodiscard]] Point certified(const std::vector<std::size_t>& active) const {
    Point unknown;
    unknown.value = unknown.p = unknown.q = Ball::indeterminate(precision_);
    auto found = active.size() == 1 ? single(active[0]) : crossing(active[0], active[1]);
    // The best pair of some of the constraints bounds the maximum from above.
    if (!found || (active.size() == 2 && !is_maximum(*found))) return unknown;
    if (found->corner) return most_violated(*found) ? unknown : *found;
    // The same pair, drawn back inside the others where they are not certainly kept, bounds it from below.
    Ball t(0);
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
      if (std::find(active.begin(), active.end(), k) == active.end())
        t = max(t, boundaries_[k].retreat(found->w, found->s));
    }
    if (!t.is_finite()) return unknown;
    if (!certainly_equal(t, Ball(0))) {
      const Ball s = found->s * (Ball(1) - exact_end(t, true, precision_));
      found->value = hull(found->value, objective_.value(found->q, s, precision_));
      found->p = found->q * (Ball(1) + s);
    }
    return *found;
  }

 private:
  [[nodiscard]] static bool divergence_less(const Sharp& a, const Sharp& b) {
    return a.constraint.divergence < b.constraint.divergence;
  }
  /// Certainly violated, and by how much. The divergences of every order are log(1/q) at a corner (1, q).
  [[nodiscard]] std::optional<std::size_t> most_violated(const Point& x) const {
    if (x.corner) return divergence_less(sharp_[0], sharp_[x.active[0]]) ? std::optional<std::size_t>(0) : std::nullopt;
    std::optional<std::size_t> worst;
    Ball most(0);
    for (std::size_t k = 0; k < boundaries_.size(); ++k) {
      if (std::find(x.active.begin(), x.active.end(), k) != x.active.end()) continue;
      const Ball t = boundaries_[k].retreat(x.w, x.s);
      if (certainly_greater(t, most)) most = t, worst = k;
    }
    return worst;
  }
  [[nodiscard]] bool violates(const Point& x, std::size_t k) const {
    if (x.corner) return divergence_less(sharp_[k], sharp_[x.active[0]]);
    return certainly_positive(boundaries_[k].excess(x.w, x.s));
  }

  /// Is p = 1 best on this boundary? Nothing if that is not decided. It begins at epsilon = rho + log(1 - 1/order),
  /// delta = 1/order.
  [[nodiscard]] std::optional<bool> at_corner(const RenyiConstraint& c) const {
    const Rational& at = objective_.at;
    if (c.order.is_infinite()) return !objective_.wants_delta || at < c.divergence;
    if (!objective_.wants_delta) return at * c.order.value() >= Rational(1);
    const Ball edge = Ball(c.divergence - at, precision_) + log1p(Ball(Rational(-1) / c.order.value(), precision_));
    if (certainly_positive(edge)) return true;
    return certainly_negative(edge) ? std::optional(false) : std::nullopt;
  }

  /// The best pair of one constraint.
  [[nodiscard]] std::optional<Point> single(std::size_t k) const {
    const RenyiConstraint& constraint = sharp_[k].constraint;
    const auto corner = at_corner(constraint);
    if (!corner) return std::nullopt;
    if (*corner) {
      const Ball rho(constraint.divergence, precision_);
      Point x;
      x.value = objective_.wants_delta ? -expm1(Ball(objective_.at - constraint.divergence, precision_))
                                       : rho + log1p(-given_);
      x.p = Ball(1), x.q = exp(-rho);
      x.active = {k};
      x.corner = true;
      return x;
    }
    const Boundary& boundary = boundaries_[k];
    // gamma decreases in w, and delta = c (r - gamma) increases.
    const Ball target = objective_.wants_delta ? given_ : log(given_);
    const auto w = monotone_root(
        [&](const Ball& w) {
          const auto s = boundary.ratio(w);
          if (s)
            return (objective_.wants_delta ? boundary.log_slope(w, *s) : log(tangent_delta(boundary, w, *s))) - target;
          // Beyond every exponent: where s > 1, tangent_delta < p < 2 w.
          const Ball most = log(Ball(2) * w) - target;
          const bool below = !objective_.wants_delta && certainly_negative(most) &&
                             certainly_negative(boundary.excess(w, Ball(1).with_precision(precision_)));
          return below ? most : Ball::indeterminate(precision_);
        },
        objective_.wants_delta ? -1 : 1, bits_, precision_);
    return on_boundary(w, {k}, [&](const Ball& at, const Ball& s) {
      return objective_.wants_delta ? tangent_delta(boundary, at, s) : boundary.log_slope(at, s);
    });
  }
  /// c (r - gamma): the delta of the pair's tangent.
  [[nodiscard]] static Ball tangent_delta(const Boundary& boundary, const Ball& w, const Ball& s) {
    const Ball gap = w / (Ball(1) + w);
    return gap / (s + gap) * (Ball(1) + s) * boundary.slope_below_ratio(w, s);
  }

  /// The only pair on both boundaries; i is the lower order. Along i the divergence of order j falls.
  [[nodiscard]] std::optional<Point> crossing(std::size_t i, std::size_t j) const {
    const auto w = monotone_root(
        [&](const Ball& w) {
          const auto s = boundaries_[i].ratio(w);
          return s ? boundaries_[j].excess(w, *s) : Ball::indeterminate(precision_);
        },
        -1, bits_, precision_);
    auto x = on_boundary(w, {i, j}, [](const Ball&, const Ball& s) { return s; });
    if (x) x->value = objective_.value(x->q, x->s, precision_);  // over the hull: not monotone along the boundary
    return x;
  }
  /// Is the line of the crossing's value between the two tangents?
  [[nodiscard]] bool is_maximum(const Point& x) const {
    const Ball line = objective_.log_line(x.q, x.s, precision_);
    return certainly_less_equal(boundaries_[x.active[0]].log_slope(x.w, x.s), line) &&
           certainly_less_equal(line, boundaries_[x.active[1]].log_slope(x.w, x.s));
  }

  /// The best pair of two constraints, i the lower order.
  [[nodiscard]] std::optional<Point> pair(std::size_t i, std::size_t j) const {
    auto low = single(i);
    if (low && !violates(*low, j)) return low;
    auto both = crossing(i, j);
    if (both && is_maximum(*both)) return both;
    auto high = single(j);
    return high && !violates(*high, i) ? high : std::nullopt;
  }

  /// The pairs of a boundary (the first active constraint's) between the ends of an enclosure of w. s falls, p and q
  /// rise in w, and `value` is monotone.
  template <class Value>
  [[nodiscard]] std::optional<Point> on_boundary(const std::optional<Ball>& w, std::vector<std::size_t> active,
                                                 const Value& value) const {
    if (!w) return std::nullopt;
    const Ball ends[] = {exact_end(*w, false, precision_), exact_end(*w, true, precision_)};
    Point x;
    for (int i = 0; i < 2; ++i) {
      const auto s = boundaries_[active[0]].ratio(ends[i]);
      if (!s) return std::nullopt;
      const Ball gap = ends[i] / (Ball(1) + ends[i]), q = gap / (*s + gap), p = q * (Ball(1) + *s);
      const Ball here = value(ends[i], *s);
      x.s = i == 0 ? *s : hull(x.s, *s);
      x.p = i == 0 ? p : hull(x.p, p);
      x.q = i == 0 ? q : hull(x.q, q);
      x.value = i == 0 ? here : hull(x.value, here);
    }
    x.w = *w;
    x.active = std::move(active);
    return x;
  }

  const std::vector<Sharp>& sharp_;
  const Objective& objective_;
  Precision bits_, precision_;
  Ball given_;
  std::vector<Boundary> boundaries_;
};

/// The constraint of the least delta or epsilon by the formula `cks`, in double: where the search begins.
std::size_t likely_first(const std::vector<Sharp>& sharp, const Objective& objective) {
  std::size_t first = 0;
  double least = std::numeric_limits<double>::infinity();
  const double at = objective.at.approx();
  for (std::size_t i = 0; i < sharp.size(); ++i) {
    const RenyiConstraint& c = sharp[i].constraint;
    if (c.order.is_infinite()) continue;
    const double order = c.order.value().approx(), rho = c.divergence.approx();
    const double factor = order * std::log1p(-1 / order) - std::log(order - 1);
    const double value =
        objective.wants_delta ? (order - 1) * (rho - at) + factor : rho + (factor - std::log(at)) / (order - 1);
    if (value < least) least = value, first = i;
  }
  return first;
}

OptimalConversion maximise(std::span<const RenyiConstraint> constraints, const Objective& objective, Precision bits) {
  const std::vector<Sharp> sharp = sharp_constraints(constraints);
  Precision extra = 0;
  for (const Sharp& s : sharp) {
    const Rational order = s.constraint.order.is_infinite() ? Rational(2) : s.constraint.order.value();
    extra = std::max(extra, size_bits({order - Rational(1), order, s.constraint.divergence, objective.at}));
  }
  OptimalConversion r;
  std::optional<std::vector<std::size_t>> active;
  const std::size_t first = likely_first(sharp, objective);
  constexpr Precision steering = 48;
  if (sharp.size() == 1) {
    active = std::vector<std::size_t>{0};
  } else {
    active = Maximum(sharp, objective, steering, 2 * steering + extra + 64).search(first);
  }
  Precision inner = bits + 20;
  for (int attempt = 0; attempt < 6; ++attempt, inner += inner / 2 + 32) {
    r.value.precision = 2 * inner + extra + 64;
    const Maximum maximum(sharp, objective, inner, r.value.precision);
    // What steered may have been too rough to tell constraints apart that nearly meet.
    if (!active || (attempt > 0 && sharp.size() > 1)) active = maximum.search(first);
    if (!active) continue;
    Point best = maximum.certified(*active);
    r.value.enclosure = best.value;
    if (!best.value.is_finite() || best.value.relative_accuracy_bits() <= bits) continue;
    r.value.state = Certified::State::finite;
    for (const std::size_t k : best.active) r.active.push_back(sharp[k].position);
    r.p = std::move(best.p), r.q = std::move(best.q);
    return r;
  }
  r.value.reason = "the extremal pair was not found at " + std::to_string(r.value.precision) + " bits";
  return r;
}

/// The position of the least of the constraints that are asked for.
template <class Wanted>
std::optional<std::size_t> least_divergence(std::span<const RenyiConstraint> constraints, const Wanted& wanted) {
  std::optional<std::size_t> least;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (wanted(constraints[i]) && (!least || constraints[i].divergence < constraints[*least].divergence)) least = i;
  }
  return least;
}
/// Divergence 0 at any order: P = Q.
std::optional<std::size_t> equal_laws(std::span<const RenyiConstraint> constraints) {
  return least_divergence(constraints, [](const RenyiConstraint& c) { return c.divergence.is_zero(); });
}
/// Where the divergences are huge, epsilon lies between what (1, exp(-rho)) attains and the formula `cks`, at the least
/// rho: their distance does not grow with rho.
std::optional<OptimalConversion> large_epsilon(std::span<const RenyiConstraint> constraints, const Rational& delta,
                                               Precision bits) {
  const auto least = least_divergence(constraints, [](const RenyiConstraint&) { return true; });
  const auto& [order, rho] = constraints[*least];
  if (order.is_infinite()) return std::nullopt;
  const Precision precision = 2 * bits + 64 + size_bits({order.value() - Rational(1), order.value(), delta});
  const Ball level(rho, precision), a(order.value(), precision), given(delta, precision);
  const Ball low = level + log1p(-given),
             high = level + log1p(-(Ball(1) / a)) - log(given * a) / Ball(order.value() - Rational(1), precision);
  const Ball both = hull(low, high);
  if (!certainly_positive(low) || both.relative_accuracy_bits() <= bits) return std::nullopt;
  return OptimalConversion{{Certified::State::finite, both, precision}, {*least}};
}

std::optional<std::size_t> max_divergence(std::span<const RenyiConstraint> constraints) {
  return least_divergence(constraints, [](const RenyiConstraint& c) { return c.order.is_infinite(); });
}

}  // namespace

OptimalConversion optimal_delta(std::span<const RenyiConstraint> constraints, const Rational& epsilon, Precision bits) {
  if (constraints.empty()) return {{Certified::State::finite, Ball(1), 0}};
  if (const auto same = equal_laws(constraints)) return {Certified::zero(), {*same}};
  const auto pure = max_divergence(constraints);
  if (pure && constraints[*pure].divergence <= epsilon) return {Certified::zero(), {*pure}};
  return maximise(constraints, {true, epsilon}, bits);
}

OptimalConversion optimal_epsilon(std::span<const RenyiConstraint> constraints, const Rational& delta, Precision bits) {
  if (delta >= Rational(1)) return {Certified::zero()};
  if (const auto same = equal_laws(constraints)) return {Certified::zero(), {*same}};
  if (constraints.empty()) return {Certified::plus_infinity()};
  if (delta.is_zero()) {
    // Near q = 0 the other orders allow any ratio.
    const auto pure = max_divergence(constraints);
    if (!pure) return {Certified::plus_infinity()};
    const Rational& rho = constraints[*pure].divergence;
    return {escalate(bits, bits + 24, [&](Precision precision) { return Ball(rho, precision); }), {*pure}};
  }
  if (auto large = large_epsilon(constraints, delta, bits)) return *large;
  // delta at epsilon = 0 decides whether the answer is 0.
  constexpr Precision rough = 40;
  const OptimalConversion at_zero = optimal_delta(constraints, Rational(0), rough);
  if (at_zero.value.is_finite() && certainly_less(at_zero.value.enclosure, Ball(delta, 256)))
    return {Certified::zero(), at_zero.active};
  OptimalConversion r = maximise(constraints, {false, delta}, bits);
  if (r.value.is_finite() && certainly_negative(r.value.enclosure)) return {Certified::zero(), r.active};
  return r;
}

}  // namespace dpcert
