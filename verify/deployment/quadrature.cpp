#include "verify/deployment/quadrature.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace dpcert::deployment {

namespace {

constexpr double negligible = 60;  // in the exponent: what is smaller by exp(-60) does not count

/// Where `log_weight` is within `negligible` of its largest value, which it reaches on a grid that is fine about the
/// center and covers twelve powers of ten.
std::pair<double, double> support(const LawPair& laws, const std::function<double(double)>& log_weight) {
  constexpr int half = 3000;
  constexpr double widest = 30;  // sinh(30) = 5e12 scales
  std::vector<std::pair<double, double>> grid;
  double top = -INFINITY;
  for (int i = -half; i <= half; ++i) {
    const double x = laws.center + laws.scale * std::sinh(widest * i / half);
    grid.emplace_back(x, log_weight(x));
    if (!std::isnan(grid.back().second)) top = std::max(top, grid.back().second);
  }
  const auto counts = [&](const auto& point) { return point.second > top - negligible; };
  const auto first = std::find_if(grid.begin(), grid.end(), counts);
  const auto last = std::find_if(grid.rbegin(), grid.rend(), counts).base();
  if (first == grid.end()) return {laws.center, laws.center};
  // One step of the grid more on either side.
  return {(first == grid.begin() ? first : std::prev(first))->first,
          (last == grid.end() ? std::prev(last) : last)->first};
}

/// The trapezoidal rule, which is exact to many digits for smooth integrands that vanish at both ends.
double trapezoids(const std::function<double(double)>& f, const std::pair<double, double>& ends, int nodes) {
  const double step = (ends.second - ends.first) / nodes;
  double sum = (f(ends.first) + f(ends.second)) / 2;
  for (int i = 1; i < nodes; ++i) sum += f(ends.first + i * step);
  return sum * step;
}

/// Nothing unless a finer rule agrees.
std::optional<double> integral(const std::function<double(double)>& f, const std::pair<double, double>& ends) {
  constexpr int nodes = 1 << 15;
  const double coarse = trapezoids(f, ends, nodes), fine = trapezoids(f, ends, 2 * nodes);
  const bool settled = std::isfinite(fine) && std::fabs(coarse - fine) <= quadrature_tolerance / 10 * std::fabs(fine);
  return settled ? std::optional(fine) : std::nullopt;
}

std::pair<double, double> hull(const std::pair<double, double>& a, const std::pair<double, double>& b) {
  return {std::min(a.first, b.first), std::max(a.second, b.second)};
}

/// exp(a s) - 1 - a (exp(s) - 1), the divergence's integrand without what integrates to nothing: >= 0 for a > 1.
double excess(double a, double s) { return std::expm1(a * s) - a * std::expm1(s); }

std::optional<double> log_moment(const LawPair& laws, double order) {
  if (!laws.outcomes.empty()) {
    double sum = 0;
    for (const auto& o : laws.outcomes) sum += o.multiplicity * o.q * excess(order, std::log(o.p / o.q));
    return std::log1p(sum);
  }
  const auto log_power = [&](double x) { return order * laws.log_p(x) + (1 - order) * laws.log_q(x); };
  const auto ends = hull(support(laws, log_power), hull(support(laws, laws.log_p), support(laws, laws.log_q)));
  const auto small = [&](double x) {
    const double log_q = laws.log_q(x), s = laws.log_p(x) - log_q;
    // Where q underflows the terms are taken together.
    return log_q > -700 ? std::exp(log_q) * excess(order, s) : std::exp(log_power(x));
  };
  // The noise of a log ratio is multiplied by the order, and the excess is quadratic in it.
  if (const auto sum = integral(small, ends); sum && *sum < 1)
    return order * laws.noise <= 1e-3 * std::sqrt(*sum) ? std::optional(std::log1p(*sum)) : std::nullopt;
  if (order * laws.noise > quadrature_tolerance / 10) return std::nullopt;
  // A large moment: relative to the largest of the integrand, which may be more than a double holds.
  double top = -INFINITY;
  const auto peak = support(laws, log_power);
  for (int i = 0; i <= 1000; ++i) top = std::max(top, log_power(peak.first + (peak.second - peak.first) * i / 1000));
  const auto sum = integral([&](double x) { return std::exp(log_power(x) - top); }, peak);
  return sum ? std::optional(top + std::log(*sum)) : std::nullopt;
}

/// The largest log ratio, on a grid.
std::optional<double> largest_loss(const LawPair& laws) {
  double most = -INFINITY;
  for (const auto& o : laws.outcomes)
    if (o.p > 0) most = std::max(most, std::log(o.p / o.q));
  if (laws.outcomes.empty()) {
    const auto ends = hull(support(laws, laws.log_p), support(laws, laws.log_q));
    for (int i = 0; i <= 10000; ++i) {
      const double x = ends.first + (ends.second - ends.first) * i / 10000;
      most = std::max(most, laws.log_p(x) - laws.log_q(x));
    }
  }
  return std::isfinite(most) ? std::optional(most) : std::nullopt;
}

template <class Value>
std::optional<double> largest(const std::vector<LawPair>& laws, const Value& value) {
  std::optional<double> most;
  for (const LawPair& pair : laws) {
    const std::optional<double> one = value(pair);
    if (!one) return std::nullopt;
    most = most ? std::max(*most, *one) : *one;
  }
  return most;
}

}  // namespace

std::optional<double> quadrature_renyi(const LawPair& laws, const Number& order) {
  const double a = order.value.approx();
  const auto once = order.infinite ? largest_loss(laws) : log_moment(laws, a);
  if (!once || !std::isfinite(*once)) return std::nullopt;
  return static_cast<double>(laws.compositions) * (order.infinite ? *once : *once / (a - 1));
}

std::optional<double> quadrature_delta(const LawPair& laws, double epsilon) {
  if (laws.compositions != 1) return std::nullopt;
  const double factor = std::exp(epsilon);
  if (!laws.outcomes.empty()) {
    double sum = 0;
    for (const auto& o : laws.outcomes) sum += o.multiplicity * std::max(0.0, o.p - factor * o.q);
    return std::isfinite(sum) ? std::optional(sum) : std::nullopt;
  }
  const auto positive_part = [&](double x) {
    const double log_p = laws.log_p(x), loss = log_p - laws.log_q(x) - epsilon;
    return loss > 0 ? std::exp(log_p) * -std::expm1(-loss) : 0.0;
  };
  const auto sum = integral(positive_part, support(laws, laws.log_p));
  return sum && (*sum == 0 || laws.noise <= quadrature_tolerance / 10 * *sum) ? sum : std::nullopt;
}

std::optional<double> quadrature_renyi(const std::vector<LawPair>& laws, const Number& order) {
  return largest(laws, [&](const LawPair& pair) { return quadrature_renyi(pair, order); });
}
std::optional<double> quadrature_delta(const std::vector<LawPair>& laws, double epsilon) {
  return largest(laws, [&](const LawPair& pair) { return quadrature_delta(pair, epsilon); });
}

}  // namespace dpcert::deployment
