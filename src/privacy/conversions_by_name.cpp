// The conversions as quantities: delta_NAME at epsilon and epsilon_NAME at delta, of zcdp (rho), renyi_dp (order, eps)
// and rdp_curve (orders, eps: lists of one length).
#include <cmath>

#include "src/privacy/conversions.hpp"
#include "src/privacy/registry.hpp"

namespace dpcert::detail {
namespace {

Conversion conversion_of(const Query& query) {
  for (const Conversion c : {Conversion::mironov, Conversion::cks, Conversion::optimal}) {
    if (query.quantity().ends_with(to_string(c))) return c;
  }
  throw Error(ErrorCode::internal, "conversion", "a quantity that names its conversion", query.quantity());
}
bool wants_delta(const Query& query) { return query.quantity().starts_with("delta"); }

RenyiCurve curve_of(const Query& query) {
  RenyiCurve curve;
  for (const Argument& a : query.arguments(0)) curve.orders.push_back(a.exact);
  for (const Argument& a : query.arguments(1)) {
    // Exact: enough bits for the numerator over a dyadic denominator, else a tight enclosure.
    curve.values.emplace_back(a.exact, 4096);
  }
  return curve;
}

/// delta or epsilon by the usual formula at one order.
double plain(Conversion conversion, bool delta, double order, double rho, double at) {
  const double factor = conversion == Conversion::mironov ? 0 : order * std::log1p(-1 / order) - std::log(order - 1);
  if (conversion == Conversion::optimal) return std::nan("");
  if (delta) return std::fmin(1, std::exp((order - 1) * (rho - at) + factor));
  return std::fmax(0, rho + (factor - std::log(at)) / (order - 1));
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
  const bool zcdp = query.mechanism() == "zcdp";
  const Rational& rho = query.argument(zcdp ? 0 : 1).exact;
  const Rational& epsilon = query.point().exact;
  if (rho.is_zero()) return Side::undecided;
  if (value >= Rational(1)) return Side::above;
  if (value.sign() <= 0) return Side::below;
  const Rational order = zcdp ? epsilon / (Rational(2) * rho) : query.argument(0).exact;
  if (order <= Rational(1)) return Side::undecided;
  // mironov at this order; for zCDP the order is near the best where epsilon is much above rho.
  const Ball top = Ball((order - Rational(1)) * ((zcdp ? order * rho : rho) - epsilon), 64);
  return certainly_less(top, log(Ball(value, 64))) ? Side::above : Side::undecided;
}

double textbook_conversion(const Query& query) {
  const Conversion conversion = conversion_of(query);
  const bool delta = wants_delta(query);
  const double at = query.point().nearest;
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
  for (std::size_t i = 0; i < std::min(query.arguments(0).size(), query.arguments(1).size()); ++i)
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
