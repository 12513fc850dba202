#include "src/privacy/conversions.hpp"

#include <algorithm>
#include <cmath>

#include "src/divergence/roots.hpp"

namespace dpcert {
namespace {

Certified exactly_one() { return {Certified::State::finite, Ball(1), 0}; }

double log2_of(const Rational& x) {
  if (x.is_zero()) return 0;
  return static_cast<double>(fmpz_bits(fmpq_numref(x.fmpq_ptr()))) -
         static_cast<double>(fmpz_bits(fmpq_denref(x.fmpq_ptr())));
}
/// Extra bits for numbers of extreme size.
Precision size_bits(std::initializer_list<Rational> numbers) {
  double bits = 0;
  for (const Rational& x : numbers) bits += std::fabs(log2_of(x));
  return static_cast<Precision>(std::min(bits, 20000.0));
}

void require(const Rational& order, const Rational& rho, const Rational* epsilon, const Rational* delta) {
  const auto refuse = [](std::string_view key, std::string_view expected, const Rational& given) {
    throw Error(ErrorCode::domain, key, expected, given.str());
  };
  if (order <= Rational(1)) refuse("order", "a number > 1", order);
  if (rho.sign() < 0) refuse("rho", "a number >= 0", rho);
  if (epsilon != nullptr && epsilon->sign() < 0) refuse("epsilon", "a number >= 0", *epsilon);
  if (delta != nullptr && (delta->sign() < 0 || *delta > Rational(1))) refuse("delta", "0 <= delta <= 1", *delta);
}

/// A value whose sign or size decides a cut: `value(precision)` where it is certainly beyond `edge`, the exact `cut`
/// where it is certainly on the other side. Undecided if it may be the edge itself.
template <class Value>
Certified cut_at(Precision bits, Precision first, const Value& value, const Ball& edge, bool keep_above,
                 const Certified& cut) {
  Precision precision = first;
  for (int attempt = 0; attempt < 7; ++attempt, precision *= 2) {
    const Ball at = value(precision);
    if (keep_above ? certainly_greater(at, edge) : certainly_less(at, edge)) return escalate(bits, precision, value);
    if (keep_above ? certainly_less_equal(at, edge) : certainly_greater_equal(at, edge)) return cut;
  }
  Certified r;
  r.enclosure = value(precision);
  r.precision = precision;
  r.reason = "the value may lie exactly where the bound becomes trivial";
  return r;
}

/// log of the factor that `cks` multiplies to mironov's delta.
Ball log_factor(const Rational& order, Precision precision) {
  const Ball a(order, precision);
  return a * log1p(Ball(Rational(-1) / order, precision)) - log(Ball(order - Rational(1), precision));
}

// ---- The optimal conversion. Two likelihood ratios u = 1/(1+w) < 1 < r = 1 + s carry the extremal pair: the larger
// has probability c = (1-u)/(r-u) under Q. With m = exp((order-1) rho), s solves c r^order + (1-c) u^order = m; then
//   gamma(w) = (order-1)(r^order - u^order)/(order (r^(order-1) - u^(order-1))),  delta(w) = c (r - gamma),
// gamma = exp(epsilon) decreasing and delta increasing in w. w = infinity (u = 0) is where the trivial branch
// delta = 1 - exp(epsilon - rho) begins: epsilon = rho + log(1 - 1/order), delta = 1/order.

struct Extremal {
  Ball gamma, delta;
};

class OptimalCurve {
 public:
  OptimalCurve(const Rational& order, const Rational& rho, Precision bits, Precision precision)
      : bits_(bits),
        precision_(precision),
        order_(order, precision),
        less_(order - Rational(1), precision),
        excess_(expm1(less_ * Ball(rho, precision))) {}

  /// Indeterminate if the inner root is not found.
  [[nodiscard]] Extremal at(const Ball& w) const {
    const Ball one(1);
    const Ball log_u = -log1p(w), gap = w / (one + w);  // gap = 1 - u
    const Ball u_excess = -expm1(order_ * log_u);       // 1 - u^order
    // c r^order + (1-c) u^order - 1 = [gap (r^order - 1) - s (1 - u^order)]/(s + gap) against m - 1.
    const auto moment = [&](const Ball& s) {
      return (gap * expm1(order_ * log1p(s)) - s * u_excess) / (s + gap) - excess_;
    };
    const Ball exact_w = w;
    const auto s = monotone_root(moment, 1, bits_, precision_);
    if (!s) return {Ball::indeterminate(precision_), Ball::indeterminate(precision_)};
    const Ball log_r = log1p(*s);
    const Ball top = exp(order_ * log_r) - exp(order_ * log_u), bottom = exp(less_ * log_r) - exp(less_ * log_u);
    const Ball gamma = less_ * top / (order_ * bottom);
    return {gamma, gap / (*s + gap) * (one + *s - gamma)};
  }
  /// The w with gamma(w) = gamma, or delta(w) = delta.
  [[nodiscard]] std::optional<Extremal> where_gamma(const Ball& gamma) const {
    const Ball target = log(gamma);
    return solved(monotone_root([&](const Ball& w) { return log(at(w).gamma) - target; }, -1, bits_, precision_));
  }
  [[nodiscard]] std::optional<Extremal> where_delta(const Ball& delta) const {
    const Ball target = log(delta);
    return solved(monotone_root([&](const Ball& w) { return log(at(w).delta) - target; }, 1, bits_, precision_));
  }

 private:
  /// The values at both ends of the root's enclosure: they are monotone between.
  [[nodiscard]] std::optional<Extremal> solved(const std::optional<Ball>& w) const {
    if (!w) return std::nullopt;
    Ball lo, hi;
    arb_get_lbound_arf(arb_midref(lo.arb()), w->arb(), precision_);
    arb_get_ubound_arf(arb_midref(hi.arb()), w->arb(), precision_);
    const Extremal a = at(Ball::from_arb(lo.arb(), precision_)), b = at(Ball::from_arb(hi.arb(), precision_));
    return Extremal{hull(a.gamma, b.gamma), hull(a.delta, b.delta)};
  }
  Precision bits_, precision_;
  Ball order_, less_, excess_;
};

/// Evaluates with more and more bits until the result is accurate. `evaluate(bits, precision)`.
template <class Evaluate>
Certified refine(Precision bits, Precision extra, const Evaluate& evaluate) {
  Certified r;
  Precision inner = bits + 20;
  for (int attempt = 0; attempt < 6; ++attempt, inner += inner / 2 + 32) {
    r.precision = 2 * inner + extra + 64;
    r.enclosure = evaluate(inner, r.precision);
    if (r.enclosure.is_finite() && r.enclosure.relative_accuracy_bits() > bits) {
      r.state = Certified::State::finite;
      return r;
    }
  }
  r.reason = "the extremal pair was not found at " + std::to_string(r.precision) + " bits";
  return r;
}

Certified optimal_delta(const Rational& order, const Rational& rho, const Rational& epsilon, Precision bits) {
  if (rho.is_zero()) return Certified::zero();
  const Precision extra = size_bits({order - Rational(1), order, rho, epsilon});
  // The two branches meet at epsilon = rho + log(1 - 1/order), transcendental, so the side is decided.
  for (Precision p = 64 + extra; p < 16 * (64 + extra); p *= 2) {
    const Ball edge = Ball(rho - epsilon, p) + log1p(Ball(Rational(-1) / order, p));
    if (certainly_positive(edge))
      return escalate(bits, bits + 16 + extra, [&](Precision q) { return -expm1(Ball(epsilon - rho, q)); });
    if (certainly_negative(edge)) break;
  }
  return refine(bits, extra, [&](Precision inner, Precision precision) {
    const OptimalCurve curve(order, rho, inner, precision);
    const auto found = curve.where_gamma(exp(Ball(epsilon, precision)));
    return found ? found->delta : Ball::indeterminate(precision);
  });
}

Certified optimal_epsilon(const Rational& order, const Rational& rho, const Rational& delta, Precision bits) {
  if (rho.is_zero() || delta >= Rational(1)) return Certified::zero();
  if (delta.is_zero()) return Certified::plus_infinity();
  const Precision extra = size_bits({order - Rational(1), order, rho, delta});
  if (delta * order >= Rational(1)) {
    const auto value = [&](Precision p) { return Ball(rho, p) + log1p(Ball(-delta, p)); };
    return cut_at(bits, bits + 16 + extra, value, Ball(0), true, Certified::zero());
  }
  // delta at epsilon = 0 decides whether the answer is 0.
  const Certified at_zero = optimal_delta(order, rho, Rational(0), 40);
  if (at_zero.is_finite() && certainly_less(at_zero.enclosure, Ball(delta, 256))) return Certified::zero();
  return refine(bits, extra, [&](Precision inner, Precision precision) {
    const OptimalCurve curve(order, rho, inner, precision);
    const auto found = curve.where_delta(Ball(delta, precision));
    return found ? log(found->gamma) : Ball::indeterminate(precision);
  });
}

/// The end of an enclosure as a rational.
Rational end_of(const Ball& x, bool upper) { return upper ? x.upper_rational() : x.lower_rational(); }

/// The least over a grid; `value(order, rho)` increases with rho.
template <class Value>
Certified best_of_curve(const RenyiCurve& curve, const Certified& if_none, int digits, std::size_t* best,
                        const Value& value) {
  if (curve.orders.size() != curve.values.size() || curve.orders.empty())
    throw Error(ErrorCode::bad_input, "curve", "as many values as orders, at least one",
                std::to_string(curve.orders.size()) + " orders and " + std::to_string(curve.values.size()) + " values");
  const Precision bits = bits_for_digits(digits);
  Certified least = if_none;
  bool any = false;
  for (std::size_t i = 0; i < curve.orders.size(); ++i) {
    const Ball& rho = curve.values[i];
    if (!rho.is_finite()) {
      if (arb_is_finite(rho.arb()) == 0 && arf_is_pos_inf(arb_midref(rho.arb())) != 0) continue;  // no bound there
      Certified r;
      r.enclosure = Ball::indeterminate(bits);
      r.reason = "the divergence at order " + curve.orders[i].str() + " is not known";
      return r;
    }
    Certified here = value(curve.orders[i], std::max(Rational(0), end_of(rho, false)));
    if (!rho.is_exact()) {
      const Certified top = value(curve.orders[i], std::max(Rational(0), end_of(rho, true)));
      here.enclosure = hull(here.enclosure, top.enclosure);
      if (!top.is_finite()) here.state = top.state, here.reason = top.reason;
    }
    if (here.is_infinite()) continue;
    if (!any || certainly_less(Ball::from_arf(arb_midref(here.enclosure.arb()), 0),
                               Ball::from_arf(arb_midref(least.enclosure.arb()), 0))) {
      if (best != nullptr) *best = i;
    }
    const Precision precision = std::max(here.precision, least.precision);
    if (any) {
      here.enclosure = min(here.enclosure, least.enclosure);
      if (!least.is_finite()) here.state = least.state, here.reason = least.reason;
    }
    here.precision = precision;
    least = here;
    any = true;
  }
  if (any && least.is_finite() && !least.enclosure.is_exact() && least.enclosure.relative_accuracy_bits() < bits) {
    least.state = Certified::State::undecided;
    least.reason = "the curve's values are not known to enough digits";
  }
  return least;
}

}  // namespace

std::string_view to_string(Conversion conversion) {
  switch (conversion) {
    case Conversion::mironov:
      return "mironov";
    case Conversion::cks:
      return "cks";
    case Conversion::optimal:
      return "optimal";
  }
  return "mironov";
}

Certified rdp_to_delta(Conversion conversion, const Rational& order, const Rational& rho, const Rational& epsilon,
                       int digits) {
  const Precision bits = bits_for_digits(digits);
  require(order, rho, &epsilon, nullptr);
  if (rho.is_zero()) return Certified::zero();
  if (conversion == Conversion::optimal) return optimal_delta(order, rho, epsilon, bits);
  const Rational exponent = (order - Rational(1)) * (rho - epsilon);
  const bool factor = conversion == Conversion::cks;
  if (!factor && exponent.sign() >= 0) return exactly_one();
  const auto log_value = [&](Precision p) {
    return factor ? Ball(exponent, p) + log_factor(order, p) : Ball(exponent, p);
  };
  const Precision first = bits + 24 + size_bits({exponent, order - Rational(1)});
  return cut_at(
      bits, first, [&](Precision p) { return exp(log_value(p)); }, Ball(1), false, exactly_one());
}

Certified rdp_to_epsilon(Conversion conversion, const Rational& order, const Rational& rho, const Rational& delta,
                         int digits) {
  const Precision bits = bits_for_digits(digits);
  require(order, rho, nullptr, &delta);
  if (rho.is_zero() || delta >= Rational(1)) return Certified::zero();
  if (delta.is_zero()) return Certified::plus_infinity();
  if (conversion == Conversion::optimal) return optimal_epsilon(order, rho, delta, bits);
  const Precision first = bits + 24 + size_bits({order - Rational(1), rho});
  return cut_at(
      bits, first,
      [&](Precision p) {
        const Ball less(order - Rational(1), p), log_delta = log(Ball(delta, p));
        if (conversion == Conversion::mironov) return Ball(rho, p) - log_delta / less;
        return Ball(rho, p) + log1p(Ball(Rational(-1) / order, p)) - (log_delta + log(Ball(order, p))) / less;
      },
      Ball(0), true, Certified::zero());
}

Certified zcdp_to_delta(Conversion conversion, const Rational& rho, const Rational& epsilon, int digits) {
  const Precision bits = bits_for_digits(digits);
  require(Rational(2), rho, &epsilon, nullptr);
  if (conversion == Conversion::optimal)
    throw Error(ErrorCode::unsupported, "conversion", "mironov or cks for zCDP", "optimal");
  if (rho.is_zero()) return Certified::zero();
  if (conversion == Conversion::mironov) {
    // The infimum of exp((order-1)(order rho - epsilon)) is at order (epsilon/rho + 1)/2.
    if (epsilon <= rho) return exactly_one();
    const Rational gap = epsilon - rho, exponent = -(gap * gap) / (Rational(4) * rho);
    return escalate(bits, bits + 24 + size_bits({exponent}), [&](Precision p) { return exp(Ball(exponent, p)); });
  }
  // With x = order - 1, log delta = x ((1+x) rho - epsilon) + x log x - (1+x) log(1+x) tends to 0 for x -> 0, falling:
  // delta < 1. For rho >= epsilon, x <= 1: log delta >= x (rho - epsilon + log x - 2) >= -exp(1 - (rho - epsilon)), and
  // the minimum is at x <= 1 (the slope at 1 is positive for rho >= 1).
  if (rho - epsilon > Rational(bits + 2)) {
    const Precision enough = std::min<Precision>(certified_precision_cap, 2 * bits + 64);
    const Ball loss = exp(Ball(Rational(1) - (rho - epsilon), enough));
    return {Certified::State::finite, hull(Ball(1) - loss, Ball(1).with_precision(enough)), enough};
  }
  // log delta is convex in the order, with slope (2 order - 1) rho - epsilon + log(1 - 1/order).
  const Precision extra = size_bits({rho, epsilon});
  const auto value = [&](Precision p) {
    const Ball r(rho, p), e(epsilon, p), one(1);
    const auto x = monotone_root([&](const Ball& less) { return (Ball(2) * less + one) * r - e - log1p(one / less); },
                                 1, p / 2, p);
    if (!x) return Ball::indeterminate(p);
    const Ball order = one + *x;
    return exp(*x * (order * r - e) - order * log1p(one / *x) - log(*x));
  };
  return escalate(bits, 2 * bits + 64 + extra, value);
}

Certified zcdp_to_epsilon(Conversion conversion, const Rational& rho, const Rational& delta, int digits) {
  const Precision bits = bits_for_digits(digits);
  require(Rational(2), rho, nullptr, &delta);
  if (conversion == Conversion::optimal)
    throw Error(ErrorCode::unsupported, "conversion", "mironov or cks for zCDP", "optimal");
  if (rho.is_zero() || delta >= Rational(1)) return Certified::zero();
  if (delta.is_zero()) return Certified::plus_infinity();
  const Precision extra = size_bits({rho, delta});
  if (conversion == Conversion::mironov) {
    return escalate(bits, bits + 24 + extra, [&](Precision p) {
      const Ball r(rho, p);
      return r + Ball(2) * sqrt(-(r * log(Ball(delta, p))));
    });
  }
  // The best order solves rho (order-1)^2 + log(order) = log(1/delta).
  const auto value = [&](Precision p) {
    const Ball r(rho, p), level = log(Ball(delta, p)), one(1);
    const auto x = monotone_root([&](const Ball& less) { return r * less * less + log1p(less) + level; }, 1, p / 2, p);
    if (!x) return Ball::indeterminate(p);
    return (one + *x) * r - log1p(one / *x) - (level + log1p(*x)) / *x;
  };
  return cut_at(bits, 2 * bits + 64 + extra, value, Ball(0), true, Certified::zero());
}

Certified curve_to_delta(Conversion conversion, const RenyiCurve& curve, const Rational& epsilon, int digits,
                         std::size_t* best) {
  return best_of_curve(curve, exactly_one(), digits, best, [&](const Rational& order, const Rational& rho) {
    return rdp_to_delta(conversion, order, rho, epsilon, digits);
  });
}
Certified curve_to_epsilon(Conversion conversion, const RenyiCurve& curve, const Rational& delta, int digits,
                           std::size_t* best) {
  const Certified none = delta >= Rational(1) ? Certified::zero() : Certified::plus_infinity();
  return best_of_curve(curve, none, digits, best, [&](const Rational& order, const Rational& rho) {
    return rdp_to_epsilon(conversion, order, rho, delta, digits);
  });
}

RenyiCurve compose(std::span<const RenyiCurve> curves, std::span<const Rational> counts) {
  if (curves.empty() || curves.size() != counts.size())
    throw Error(ErrorCode::bad_input, "compose", "as many counts as curves, at least one",
                std::to_string(curves.size()) + " curves and " + std::to_string(counts.size()) + " counts");
  RenyiCurve sum{curves.front().orders, std::vector<Ball>(curves.front().orders.size())};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    if (curves[c].orders != sum.orders || curves[c].values.size() != sum.orders.size())
      throw Error(ErrorCode::bad_input, "compose", "curves on one grid of orders", "different grids");
    for (std::size_t i = 0; i < sum.values.size(); ++i) {
      const Ball& value = curves[c].values[i];
      if (!counts[c].is_zero()) sum.values[i] += value * Ball(counts[c], std::max<Precision>(value.precision(), 64));
    }
  }
  return sum;
}

}  // namespace dpcert
