#include "verify/engine/tactics/scaled_points.hpp"

#include <algorithm>
#include <cmath>

#include "src/core/work.hpp"

namespace dpcert::verify {

namespace {

constexpr int points_of_the_filter = 300;
constexpr double least_scale = 1e-4, greatest_scale = 1e5, tolerance = 1e-8;

}  // namespace

ScaledPoints::ScaledPoints(const Context& c) : c_(c) {
  for (const auto& h : c.hypotheses()) {
    formulas_.push_back(sub(h.lhs, h.rhs));
    if (h.rel == Rel::eq) equations_.push_back(formulas_.size() - 1);
  }
  auto probe = Probe::of(formulas_, c.variables());
  if (!probe || equations_.size() > 1) return;
  usable_ = true;
  unsigned state = 54321;
  const auto random = [&] { return static_cast<double>((state = state * 1664525u + 1013904223u) >> 8) / 16777216.0; };
  for (int k = 0; k < points_of_the_filter; ++k) {
    std::vector<double> x;
    for (const auto& v : c.variables()) {
      const Ends ends = ends_of(v.range);
      const double u = random();
      const bool open = std::isinf(ends.lo) && std::isinf(ends.hi);
      const double near = k % 3 == 0 ? u : 0.25 + u / 2;  // more often of one magnitude
      x.push_back(ends.bounded() ? scattered(ends, u) : scattered_far(ends, near, !open || random() < 0.5));
    }
    if (scaled(*probe, x)) points_.push_back(x);
  }
}

bool ScaledPoints::meets(std::vector<double>& x) const {
  auto probe = Probe::of(formulas_, c_.variables());
  return probe && scaled(*probe, x);
}

bool ScaledPoints::looks_nonnegative(const Expr& e) const {
  auto probe = Probe::of({e}, c_.variables());
  if (!probe) return true;
  count_work(points_.size() * (1 + probe->length() / 20));
  return std::ranges::none_of(points_, [&](const auto& x) {
    probe->at(x);
    return probe->value() < -tolerance;
  });
}

bool ScaledPoints::scaled(Probe& probe, std::vector<double>& x) const {
  const std::vector<double> from = x;
  const auto at = [&](double scale) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = scale * from[i];
    probe.at(x);
    return equations_.empty() ? 0 : probe.value(equations_.front());
  };
  double lo = equations_.empty() ? 1 : least_scale;
  const double first = at(lo);
  if (!equations_.empty()) {
    double hi = lo;
    while (hi < greatest_scale && !((at(hi) < 0) != (first < 0))) {
      lo = hi;
      hi *= 2;
    }
    if (hi >= greatest_scale) return false;
    for (int k = 0; k < 60; ++k) {
      const double middle = (lo + hi) / 2;
      ((at(middle) < 0) == (first < 0) ? lo : hi) = middle;
    }
    at(lo);
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Ends ends = ends_of(c_.variables()[i].range);
    if (x[i] < ends.lo || x[i] > ends.hi) return false;
  }
  for (std::size_t h = 0; h < formulas_.size(); ++h)
    if (std::ranges::find(equations_, h) == equations_.end() && !(probe.value(h) >= 0)) return false;
  return true;
}

}  // namespace dpcert::verify
