// The conversions as quantities: delta_NAME at epsilon and epsilon_NAME at delta, of zcdp (rho), renyi_dp (order, eps)
// and rdp_curve (orders, eps: lists of one length, either may hold inf).
#include <cmath>

#include "dpcert/privacy/conversions.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

Conversion conversion_of(const Query& query) {
  for (const Conversion c : all_conversions) {
    if (query.quantity().ends_with(to_string(c))) return c;
  }
  throw Error(ErrorCode::internal, "conversion", "a quantity that names its conversion", query.quantity());
}
bool wants_delta(const Query& query) { return query.quantity().starts_with("delta"); }
bool is_curve(const Query& query) { return query.mechanism() == "rdp_curve"; }

RenyiCurve curve_of(const Query& query) {
  RenyiCurve curve;
  for (const Argument& a : query.arguments(0))
    curve.orders.push_back(a.infinite ? Order<Rational>::infinity() : Order<Rational>(a.exact));
  for (const Argument& a : query.arguments(1)) {
    // Exact: enough bits for the numerator over a dyadic denominator, else a tight enclosure.
    curve.values.push_back(a.infinite ? Certified::plus_infinity().enclosure : Ball(a.exact, 4096));
  }
  return curve;
}

/// delta or epsilon by the templates in plain double, at one order.
double plain(Conversion conversion, bool delta, double order, double rho, double at) {
  if (std::isinf(order)) return delta ? (rho <= at ? 0 : 1) : rho;
  const double less = order - 1, factor = conversion == Conversion::mironov ? 0 : cks_log_factor(order, less);
  if (delta) return std::fmin(1, std::exp(renyi_to_log_delta(less, rho, at, factor)));
  return std::fmax(0, renyi_to_epsilon(less, rho, std::log(at), factor));
}

/// Is delta at most mironov's at this order, and that certainly below `value`?
bool mironov_below(const Rational& order, const Rational& rho, const Rational& epsilon, const Rational& value) {
  if (order <= Rational(1)) return false;
  return certainly_less(Ball(renyi_to_log_delta(Rational(order - Rational(1)), rho, epsilon, Rational(0)), 64),
                        log(Ball(value, 64)));
}

}  // namespace

Certified certify_conversion(const Query& query, int digits) {
  const Conversion conversion = conversion_of(query);
  const Rational& at = query.point().exact;
  if (query.mechanism() == "zcdp") {
    const Rational& rho = query.argument(0).exact;
    return wants_delta(query) ? zcdp_to_delta(conversion, rho, at, digits)
                              : zcdp_to_epsilon(conversion, rho, at, digits);
  }
  if (query.mechanism() == "renyi_dp") {
    const Rational &order = query.argument(0).exact, &rho = query.argument(1).exact;
    return wants_delta(query) ? rdp_to_delta(conversion, order, rho, at, digits)
                              : rdp_to_epsilon(conversion, order, rho, at, digits);
  }
  const RenyiCurve curve = curve_of(query);
  return wants_delta(query) ? curve_to_delta(conversion, curve, at, digits)
                            : curve_to_epsilon(conversion, curve, at, digits);
}

Comparison::Side conversion_delta_side(const Query& query, const Rational& value) {
  using Side = Comparison::Side;
  const Rational& epsilon = query.point().exact;
  const bool zcdp = query.mechanism() == "zcdp";
  const auto& divergences = query.arguments(zcdp ? 0 : 1);
  // Some order says something, none says P = Q, and no max-divergence makes delta 0.
  bool known = false;
  for (std::size_t i = 0; i < divergences.size(); ++i) {
    const Argument& rho = divergences[i];
    if (rho.infinite) continue;
    known = true;
    if (rho.exact.is_zero() || (is_curve(query) && query.arguments(0)[i].infinite && rho.exact <= epsilon))
      return Side::undecided;
  }
  if (!known) return Side::undecided;
  if (value >= Rational(1)) return Side::above;
  if (value.sign() <= 0) return Side::below;
  if (zcdp) {
    // An order near the best where epsilon is much above rho.
    const Rational &rho = divergences[0].exact, order = epsilon / (Rational(2) * rho);
    return mironov_below(order, order * rho, epsilon, value) ? Side::above : Side::undecided;
  }
  for (std::size_t i = 0; i < divergences.size(); ++i) {
    const Argument& order = query.arguments(0)[i];
    if (order.infinite || divergences[i].infinite) continue;
    if (mironov_below(order.exact, divergences[i].exact, epsilon, value)) return Side::above;
  }
  return Side::undecided;
}

double textbook_conversion(const Query& query) {
  const Conversion conversion = conversion_of(query);
  const bool delta = wants_delta(query);
  const double at = query.point().nearest;
  if (conversion == Conversion::optimal || conversion == Conversion::best_single_order) return std::nan("");
  if (query.mechanism() == "renyi_dp")
    return plain(conversion, delta, query.argument(0).nearest, query.argument(1).nearest, at);
  double best = HUGE_VAL;
  if (query.mechanism() == "zcdp") {
    const double rho = query.argument(0).nearest;
    for (int i = -400; i <= 400; ++i) {  // a grid of orders, as accountants do
      const double order = 1 + std::exp2(i / 20.0);
      best = std::fmin(best, plain(conversion, delta, order, order * rho, at));
    }
    return best;
  }
  for (std::size_t i = 0; i < query.arguments(0).size(); ++i)
    best = std::fmin(best, plain(conversion, delta, query.arguments(0)[i].nearest, query.arguments(1)[i].nearest, at));
  return best;
}

std::optional<Rational> zcdp_rdp_exact(const Query& query) {
  if (query.point().infinite) return std::nullopt;
  return query.argument(0).exact * query.point().exact;
}
Certified certify_zcdp_rdp(const Query& query, int digits) {
  const Precision bits = bits_for_digits(digits);
  const Rational& rho = query.argument(0).exact;
  if (rho.is_zero()) return Certified::zero();
  if (query.point().infinite) return Certified::plus_infinity();
  return escalate(bits, bits + 8, [&](Precision precision) { return Ball(rho * query.point().exact, precision); });
}
double textbook_zcdp_rdp(const Query& query) { return query.argument(0).nearest * query.point().nearest; }

}  // namespace dpcert::detail
