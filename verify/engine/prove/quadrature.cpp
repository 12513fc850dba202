#include "verify/engine/prove/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "src/core/work.hpp"
#include "verify/engine/goal/probe.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

namespace {

constexpr int nodes_to_a_side = 48;         // to either side, at the finer of two spacings
constexpr double finer_spacing = 1.0 / 12;  // of the finer one
constexpr double agreement = 1e-7;          // of the two, relative
constexpr std::size_t most_kinks = 8;       // with more a body is taken as it is

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

// Where a body may have kinks in x: zeros of these.
std::vector<Expr> at_kinks(const Expr& body, const Expr& x) {
  std::vector<Expr> out;
  for (const Expr& e : nodes_of({Rel::eq, body, 0}, is_kink)) {
    const Expr zero = decider_of_kink(e);
    if (depends_on(zero, x)) out.push_back(zero);
  }
  return out;
}

class Quadrature {
 public:
  Quadrature(Probe body, std::vector<double> at) : body_(std::move(body)), at_(std::move(at)) {}

  // Between these zeros, each of which is met by a node on either side, the body is smooth.
  std::vector<double> zeros(Probe& of, std::optional<double> low, std::optional<double> high) {
    std::vector<double> out;
    std::optional<double> last;
    double last_value = 0;
    for (int k = -nodes_to_a_side; k <= nodes_to_a_side; ++k) {
      const Node p = node_at(k * finer_spacing, low, high);
      if (!is_inside(p, low, high)) continue;
      const double v = value_at(of, p.x);
      if (!std::isfinite(v) || v == 0) continue;  // of two terms that vanish nothing is left far out
      if (last && v * last_value < 0) out.push_back(zero_between(of, *last, p.x, last_value));
      last = p.x;
      last_value = v;
    }
    return out;
  }

  std::optional<double> over(std::optional<double> low, std::optional<double> high) {
    count_work(body_.length() * (2 * nodes_to_a_side + 1));
    double fine = 0, coarse = 0;
    for (int k = -nodes_to_a_side; k <= nodes_to_a_side; ++k) {
      const Node p = node_at(k * finer_spacing, low, high);
      if (!is_inside(p, low, high)) continue;
      const double term = p.weight == 0 ? 0 : value_at(body_, p.x) * p.weight;
      if (!std::isfinite(term)) return std::nullopt;
      fine += term * finer_spacing;
      if (k % 2 == 0) coarse += term * 2 * finer_spacing;
    }
    if (std::fabs(fine - coarse) > agreement * (1 + std::fabs(fine))) return std::nullopt;
    return fine;
  }

 private:
  static bool is_inside(const Node& p, std::optional<double> low, std::optional<double> high) {
    return !(low && p.x <= *low) && !(high && p.x >= *high) && std::isfinite(p.x) && std::isfinite(p.weight);
  }
  double value_at(Probe& p, double x) {
    at_.back() = x;
    p.at(at_);
    return p.value();
  }
  // By bisection; `v` is the value at a.
  double zero_between(Probe& of, double a, double b, double v) {
    constexpr int bits = 60;
    count_work(of.length() * bits);
    for (int i = 0; i < bits; ++i) {
      const double c = std::midpoint(a, b);
      (value_at(of, c) * v > 0 ? a : b) = c;
    }
    return b;
  }

  Probe body_;
  std::vector<double> at_;  // x is the last one
};

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
  at.push_back(0);
  const Expr body = body_at(integral, x.variable());
  auto probe = Probe::of({body}, names);
  if (!probe) return std::nullopt;
  Quadrature q(std::move(*probe), std::move(at));
  std::vector<double> ends;
  for (const Expr& e : at_kinks(body, x.variable()))
    if (auto kink = Probe::of({e}, names))
      for (const double zero : q.zeros(*kink, low, high)) ends.push_back(zero);
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  if (ends.size() > most_kinks) return q.over(low, high);
  double sum = 0;
  std::optional<double> from = low;
  for (std::size_t i = 0; i <= ends.size(); ++i) {
    const auto to = i < ends.size() ? std::optional(ends[i]) : high;
    const auto piece = q.over(from, to);
    if (!piece) return std::nullopt;
    sum += *piece;
    from = to;
  }
  return sum;
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
