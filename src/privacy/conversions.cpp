#include "dpcert/privacy/conversions.hpp"

#include <algorithm>
#include <cmath>

#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/optimal_conversion.hpp"
#include "dpcert/solve/roots.hpp"

namespace dpcert {
namespace {

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

/// log of what the conversion multiplies to mironov's delta.
Ball log_factor(Conversion conversion, const Rational& order, Precision precision) {
  if (conversion == Conversion::mironov) return Ball(0);
  return cks_log_factor(Ball(order, precision), Ball(order - Rational(1), precision));
}

bool takes_supremum(Conversion conversion) {
  return conversion == Conversion::optimal || conversion == Conversion::best_single_order;
}

/// The end of an enclosure as a rational, >= 0.
Rational end_of(const Ball& x, bool upper) {
  return std::max(Rational(0), upper ? x.upper_rational() : x.lower_rational());
}
bool is_plus_infinity(const Ball& x) { return arb_is_finite(x.arb()) == 0 && arf_is_pos_inf(arb_midref(x.arb())) != 0; }
std::string text_of(const Order<Rational>& order) { return order.is_infinite() ? "inf" : order.value().str(); }

/// Checks a curve. Nothing if every value is known (+infinity too), else what is not.
std::optional<Certified> unknown_value(const RenyiCurve& curve, Precision bits) {
  if (curve.orders.size() != curve.values.size() || curve.orders.empty())
    throw Error(ErrorCode::bad_input, "curve", "as many values as orders, at least one",
                std::to_string(curve.orders.size()) + " orders and " + std::to_string(curve.values.size()) + " values");
  for (std::size_t i = 0; i < curve.orders.size(); ++i) {
    const Order<Rational>& order = curve.orders[i];
    if (!order.is_infinite() && order.value() <= Rational(1))
      throw Error(ErrorCode::domain, "order", "a number > 1", order.value().str());
    if (curve.values[i].is_finite() || is_plus_infinity(curve.values[i])) continue;
    Certified r;
    r.enclosure = Ball::indeterminate(bits);
    r.reason = "the divergence at order " + text_of(order) + " is not known";
    return r;
  }
  return std::nullopt;
}
/// A bound that was computed from enclosures is known no better than they are.
void require_known(Certified& bound, Precision bits) {
  if (!bound.is_finite() || bound.enclosure.is_exact() || bound.enclosure.relative_accuracy_bits() >= bits) return;
  bound.state = Certified::State::undecided;
  bound.reason = "the curve's values are not known to enough digits";
}
/// The bound lies between those of the curve's lower and of its upper ends.
Certified between(Certified low, const Certified& high) {
  if (low.is_infinite()) return low;
  low.enclosure = hull(low.enclosure, high.enclosure);
  low.precision = std::max(low.precision, high.precision);
  if (!high.is_finite()) low.state = high.state, low.reason = high.reason;
  return low;
}

/// The least over a grid; `value(order, rho)` increases with rho.
template <class Value>
Certified best_of_curve(const RenyiCurve& curve, const Certified& if_none, int digits, CurveOptimum* optimum,
                        const Value& value) {
  const Precision bits = bits_for_digits(digits);
  if (auto unknown = unknown_value(curve, bits)) return *unknown;
  Certified least = if_none;
  bool any = false;
  for (std::size_t i = 0; i < curve.orders.size(); ++i) {
    const Ball& rho = curve.values[i];
    if (!rho.is_finite()) continue;  // no bound there
    Certified here = value(curve.orders[i], end_of(rho, false));
    if (!rho.is_exact()) here = between(std::move(here), value(curve.orders[i], end_of(rho, true)));
    if (here.is_infinite()) continue;
    if (!any || certainly_less(Ball::from_arf(arb_midref(here.enclosure.arb()), 0),
                               Ball::from_arf(arb_midref(least.enclosure.arb()), 0))) {
      if (optimum != nullptr) optimum->active = {i};
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
  if (any) require_known(least, bits);
  return least;
}

/// All orders at once; `value(constraints)` increases with the divergences.
template <class Value>
Certified optimum_of_curve(const RenyiCurve& curve, int digits, CurveOptimum* optimum, const Value& value) {
  const Precision bits = bits_for_digits(digits);
  if (auto unknown = unknown_value(curve, bits)) return *unknown;
  std::vector<RenyiConstraint> low, high;
  std::vector<std::size_t> positions;
  bool exact = true;
  for (std::size_t i = 0; i < curve.orders.size(); ++i) {
    const Ball& rho = curve.values[i];
    if (!rho.is_finite()) continue;
    low.push_back({curve.orders[i], end_of(rho, false)});
    high.push_back({curve.orders[i], end_of(rho, true)});
    positions.push_back(i);
    exact = exact && rho.is_exact();
  }
  OptimalConversion best = value(low);
  if (optimum != nullptr) {
    // Of the lower ends: a pair that keeps the curve.
    for (const std::size_t k : best.active) optimum->active.push_back(positions[k]);
    optimum->p = best.p, optimum->q = best.q;
  }
  if (exact) return best.value;
  Certified bound = between(std::move(best.value), value(high).value);
  require_known(bound, bits);
  return bound;
}

/// One order of a curve. Infinity is (rho, 0)-DP, to which the formulas tend.
Certified order_to_delta(Conversion conversion, const Order<Rational>& order, const Rational& rho,
                         const Rational& epsilon, int digits) {
  if (takes_supremum(conversion))
    return optimal_delta(std::vector<RenyiConstraint>{{order, rho}}, epsilon, bits_for_digits(digits)).value;
  if (order.is_infinite()) return rho <= epsilon ? Certified::zero() : Certified::one();
  return rdp_to_delta(conversion, order.value(), rho, epsilon, digits);
}
Certified order_to_epsilon(Conversion conversion, const Order<Rational>& order, const Rational& rho,
                           const Rational& delta, int digits) {
  const Precision bits = bits_for_digits(digits);
  if (takes_supremum(conversion)) return optimal_epsilon(std::vector<RenyiConstraint>{{order, rho}}, delta, bits).value;
  if (!order.is_infinite()) return rdp_to_epsilon(conversion, order.value(), rho, delta, digits);
  if (rho.is_zero() || delta >= Rational(1)) return Certified::zero();
  return escalate(bits, bits + 24, [&](Precision precision) { return Ball(rho, precision); });
}
bool same_order(const Order<Rational>& a, const Order<Rational>& b) {
  return a.is_infinite() == b.is_infinite() && a.value() == b.value();
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
    case Conversion::best_single_order:
      return "best_single_order";
  }
  return "mironov";
}

Certified rdp_to_delta(Conversion conversion, const Rational& order, const Rational& rho, const Rational& epsilon,
                       int digits) {
  const Precision bits = bits_for_digits(digits);
  require(order, rho, &epsilon, nullptr);
  if (rho.is_zero()) return Certified::zero();
  if (takes_supremum(conversion)) return order_to_delta(conversion, Order<Rational>(order), rho, epsilon, digits);
  const Rational exponent = (order - Rational(1)) * (rho - epsilon);
  const bool factor = conversion == Conversion::cks;
  if (!factor && exponent.sign() >= 0) return Certified::one();
  const auto log_value = [&](Precision p) {
    if (!factor) return Ball(exponent, p);  // exactly
    return renyi_to_log_delta(Ball(order - Rational(1), p), Ball(rho - epsilon, p), Ball(0),
                              log_factor(conversion, order, p));
  };
  const Precision first = bits + 24 + size_bits({exponent, order - Rational(1)});
  return cut_at(
      bits, first, [&](Precision p) { return exp(log_value(p)); }, Ball(1), false, Certified::one());
}

Certified rdp_to_epsilon(Conversion conversion, const Rational& order, const Rational& rho, const Rational& delta,
                         int digits) {
  const Precision bits = bits_for_digits(digits);
  require(order, rho, nullptr, &delta);
  if (rho.is_zero() || delta >= Rational(1)) return Certified::zero();
  if (delta.is_zero()) return Certified::plus_infinity();
  if (takes_supremum(conversion)) return order_to_epsilon(conversion, Order<Rational>(order), rho, delta, digits);
  const Precision first = bits + 24 + size_bits({order - Rational(1), rho});
  return cut_at(
      bits, first,
      [&](Precision p) {
        const Ball less(order - Rational(1), p), log_delta = log(Ball(delta, p));
        return renyi_to_epsilon(less, Ball(rho, p), log_delta, log_factor(conversion, order, p));
      },
      Ball(0), true, Certified::zero());
}

Certified zcdp_to_delta(Conversion conversion, const Rational& rho, const Rational& epsilon, int digits) {
  const Precision bits = bits_for_digits(digits);
  require(Rational(2), rho, &epsilon, nullptr);
  if (takes_supremum(conversion))
    throw Error(ErrorCode::unsupported, "conversion", "mironov or cks for zCDP", to_string(conversion));
  if (rho.is_zero()) return Certified::zero();
  if (conversion == Conversion::mironov) {
    // The infimum of exp((order-1)(order rho - epsilon)) is at order (epsilon/rho + 1)/2.
    if (epsilon <= rho) return Certified::one();
    const Rational exponent = zcdp_to_log_delta(rho, epsilon);
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
    const Ball r(rho, p), e(epsilon, p);
    const auto x = monotone_root([&](const Ball& less) { return zcdp_delta_slope(less, r, e); }, 1, p / 2, p);
    if (!x) return Ball::indeterminate(p);
    return exp(renyi_to_log_delta(*x, Ball((Ball(1) + *x) * r), e, cks_log_factor_above_one(*x)));
  };
  return escalate(bits, 2 * bits + 64 + extra, value);
}

Certified zcdp_to_epsilon(Conversion conversion, const Rational& rho, const Rational& delta, int digits) {
  const Precision bits = bits_for_digits(digits);
  require(Rational(2), rho, nullptr, &delta);
  if (takes_supremum(conversion))
    throw Error(ErrorCode::unsupported, "conversion", "mironov or cks for zCDP", to_string(conversion));
  if (rho.is_zero() || delta >= Rational(1)) return Certified::zero();
  if (delta.is_zero()) return Certified::plus_infinity();
  const Precision extra = size_bits({rho, delta});
  if (conversion == Conversion::mironov) {
    return escalate(bits, bits + 24 + extra, [&](Precision p) {
      const Ball r(rho, p);
      return zcdp_to_epsilon_formula(r, log(Ball(delta, p)));
    });
  }
  // The best order solves rho (order-1)^2 + log(order) = log(1/delta).
  const auto value = [&](Precision p) {
    const Ball r(rho, p), level = log(Ball(delta, p));
    const auto x = monotone_root([&](const Ball& less) { return zcdp_epsilon_slope(less, r, level); }, 1, p / 2, p);
    if (!x) return Ball::indeterminate(p);
    return renyi_to_epsilon(*x, Ball((Ball(1) + *x) * r), level, cks_log_factor_above_one(*x));
  };
  return cut_at(bits, 2 * bits + 64 + extra, value, Ball(0), true, Certified::zero());
}

Certified curve_to_delta(Conversion conversion, const RenyiCurve& curve, const Rational& epsilon, int digits,
                         CurveOptimum* optimum) {
  if (conversion == Conversion::optimal) {
    return optimum_of_curve(curve, digits, optimum, [&](const std::vector<RenyiConstraint>& constraints) {
      return optimal_delta(constraints, epsilon, bits_for_digits(digits));
    });
  }
  return best_of_curve(curve, Certified::one(), digits, optimum,
                       [&](const Order<Rational>& order, const Rational& rho) {
                         return order_to_delta(conversion, order, rho, epsilon, digits);
                       });
}
Certified curve_to_epsilon(Conversion conversion, const RenyiCurve& curve, const Rational& delta, int digits,
                           CurveOptimum* optimum) {
  if (conversion == Conversion::optimal) {
    return optimum_of_curve(curve, digits, optimum, [&](const std::vector<RenyiConstraint>& constraints) {
      return optimal_epsilon(constraints, delta, bits_for_digits(digits));
    });
  }
  const Certified none = delta >= Rational(1) ? Certified::zero() : Certified::plus_infinity();
  return best_of_curve(curve, none, digits, optimum, [&](const Order<Rational>& order, const Rational& rho) {
    return order_to_epsilon(conversion, order, rho, delta, digits);
  });
}

RenyiCurve compose(std::span<const RenyiCurve> curves, std::span<const Rational> counts) {
  if (curves.empty() || curves.size() != counts.size())
    throw Error(ErrorCode::bad_input, "compose", "as many counts as curves, at least one",
                std::to_string(curves.size()) + " curves and " + std::to_string(counts.size()) + " counts");
  RenyiCurve sum{curves.front().orders, std::vector<Ball>(curves.front().orders.size())};
  for (std::size_t c = 0; c < curves.size(); ++c) {
    if (!std::ranges::equal(curves[c].orders, sum.orders, same_order) || curves[c].values.size() != sum.orders.size())
      throw Error(ErrorCode::bad_input, "compose", "curves on one grid of orders", "different grids");
    for (std::size_t i = 0; i < sum.values.size(); ++i) {
      const Ball& value = curves[c].values[i];
      if (!counts[c].is_zero()) sum.values[i] += value * Ball(counts[c], std::max<Precision>(value.precision(), 64));
    }
  }
  return sum;
}

}  // namespace dpcert
