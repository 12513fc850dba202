#include "verify/engine/prove/quadrature.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

constexpr int nodes_to_a_side = 48;         // to either side, at the finer of two spacings
constexpr double finer_spacing = 1.0 / 12;  // of the finer one
constexpr double agreement = 1e-7;          // of the two, relative

// Takahasi and Mori's rules: t from -inf to inf to the interval.
struct Node {
  double x, weight;
};
Node node_at(double t, std::optional<double> low, std::optional<double> high) {
  const double u = std::numbers::pi / 2 * std::sinh(t), du = std::numbers::pi / 2 * std::cosh(t);
  if (low && high) {
    const double half = (*high - *low) / 2, c = std::cosh(u);
    // From the nearer end, of which no digits are lost.
    const double from_end = (*high - *low) / (1 + std::exp(2 * std::fabs(u)));
    return {u < 0 ? *low + from_end : *high - from_end, half * du / (c * c)};
  }
  if (low) return {*low + std::exp(u), du * std::exp(u)};
  if (high) return {*high - std::exp(u), du * std::exp(u)};
  return {std::sinh(u), du * std::cosh(u)};
}

std::optional<double> value(const Expr& e, const std::vector<Variable>& names, const std::vector<double>& at) {
  auto probe = Probe::of({e}, names);
  if (!probe) return std::nullopt;
  probe->at(at);
  const double v = probe->value();
  return std::isfinite(v) ? std::optional(v) : std::nullopt;
}

std::optional<double> integrated(const Expr& integral, std::vector<Variable> names, std::vector<double> at) {
  std::optional<double> low, high;
  for (const bool is_low : {true, false}) {
    const auto end = is_low ? low_of(integral) : high_of(integral);
    if (!end) continue;
    auto& v = is_low ? low : high;
    v = value(*end, names, at);
    if (!v) return std::nullopt;
  }
  if (low && high && *low == *high) return 0;
  if (low && high && *low > *high) return std::nullopt;
  const FreshIndex x(true);
  names.push_back({x.variable().name(), false, {}});
  auto probe = Probe::of({body_at(integral, x.variable())}, names);
  if (!probe) return std::nullopt;
  count_work(probe->length() * (2 * nodes_to_a_side + 1));
  at.push_back(0);
  double fine = 0, coarse = 0;
  for (int k = -nodes_to_a_side; k <= nodes_to_a_side; ++k) {
    const Node p = node_at(k * finer_spacing, low, high);
    if ((low && p.x <= *low) || (high && p.x >= *high) || !std::isfinite(p.x) || !std::isfinite(p.weight)) continue;
    at.back() = p.x;
    probe->at(at);
    const double term = p.weight == 0 ? 0 : probe->value() * p.weight;
    if (!std::isfinite(term)) return std::nullopt;
    fine += term * finer_spacing;
    if (k % 2 == 0) coarse += term * 2 * finer_spacing;
  }
  if (std::fabs(fine - coarse) > agreement * (1 + std::fabs(fine))) return std::nullopt;
  return fine;
}

}  // namespace

std::optional<Expr> with_numbers_for_integrals(const Expr& e, const std::map<std::string, double>& point) {
  const auto all = nodes_of({Rel::eq, e, 0}, is_integral);
  std::vector<Variable> names;
  std::vector<double> at;
  for (const auto& [name, x] : point) {
    names.push_back({name, false, {}});
    at.push_back(x);
  }
  Expr out = e;
  for (const Expr& i : all) {
    const auto v = integrated(i, names, at);
    if (!v) return std::nullopt;
    out = replaced(out, i, Expr(Rational::from_double(*v)));
  }
  return out;
}

}  // namespace dpcert::verify
