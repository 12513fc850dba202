#include "verify/engine/points/optimise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dpcert::verify {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double huge = 1e150;

}  // namespace

Optimiser::Optimiser(const std::vector<Variable>& coordinates, Objective objective, bool relaxed)
    : objective_(std::move(objective)) {
  for (const auto& v : coordinates) {
    Bounds b{-infinity, infinity, v.integer && !relaxed};
    if (!v.range.lo.infinite) {
      b.lo = v.range.lo.value.approx();
      // An end beyond all doubles becomes infinite or the largest double.
      if (!std::isfinite(b.lo) || !v.range.lo.closed || Rational::from_double(b.lo) < v.range.lo.value) {
        b.lo = b.lo == 0 ? 1e-300 : std::nextafter(b.lo, infinity);
      }
      if (b.integer) b.lo = std::ceil(b.lo);
    }
    if (!v.range.hi.infinite) {
      b.hi = v.range.hi.value.approx();
      if (!std::isfinite(b.hi) || !v.range.hi.closed || Rational::from_double(b.hi) > v.range.hi.value) {
        b.hi = b.hi == 0 ? -1e-300 : std::nextafter(b.hi, -infinity);
      }
      if (b.integer) b.hi = std::floor(b.hi);
    }
    bounds_.push_back(b);
  }
}

double Optimiser::inside(std::size_t i, double x) const {
  const Bounds& b = bounds_[i];
  if (b.integer) x = std::nearbyint(x);
  return std::clamp(x, std::max(b.lo, -huge), std::min(b.hi, huge));
}

double Optimiser::evaluate(std::vector<double>& x) {
  ++used_;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = inside(i, x[i]);
  const double v = objective_(x);
  return std::isnan(v) ? 1e9 : v;
}

// Bounded: logit of the share of the width; half-bounded: log of the distance from the end; unbounded: asinh.
double Optimiser::to_line(std::size_t i, double x) const {
  const Bounds& b = bounds_[i];
  const auto log_of = [](double u) { return std::log(std::max(u, 1e-60)); };
  if (std::isfinite(b.lo) && std::isfinite(b.hi)) return log_of(x - b.lo) - log_of(b.hi - x);
  if (std::isfinite(b.lo)) return log_of(x - b.lo);
  if (std::isfinite(b.hi)) return -log_of(b.hi - x);
  return std::asinh(x);
}
double Optimiser::from_line(std::size_t i, double t) const {
  const Bounds& b = bounds_[i];
  const double u = std::exp(std::clamp(-std::fabs(t), -345.0, 0.0));  // in (0, 1]
  if (std::isfinite(b.lo) && std::isfinite(b.hi)) {
    const double part = (b.hi - b.lo) * (u / (1 + u));
    return t < 0 ? b.lo + part : b.hi - part;
  }
  if (std::isfinite(b.lo)) return b.lo + (t < 0 ? u : 1 / u);
  if (std::isfinite(b.hi)) return b.hi - (t < 0 ? 1 / u : u);
  return std::sinh(std::clamp(t, -345.0, 345.0));
}

void Optimiser::pattern(Minimum& best, std::size_t budget, double target, Random& random) {
  const std::size_t n = best.x.size();
  const std::size_t stop = used_ + budget;
  // Steps relative to the coordinate, to each end, and to the width; a scale that succeeded is tried again first.
  std::vector<int> level(n, 3);
  for (int idle = 0; idle < 18 && used_ < stop && best.value > target; ++idle) {
    for (std::size_t k = 0; k < n && used_ < stop; ++k) {
      const std::size_t i = (k + static_cast<std::size_t>(idle)) % n;
      const Bounds& b = bounds_[i];
      const double x = best.x[i];
      const double step = std::ldexp(1.0, -level[i]);
      std::vector<double> moves;
      const double size = std::max(std::fabs(x), 1e-12);
      moves.push_back(x + size * step);
      moves.push_back(x - size * step);
      if (std::isfinite(b.lo) && b.lo != 0) {
        moves.push_back(b.lo + (x - b.lo) * (1 + step));
        moves.push_back(b.lo + (x - b.lo) / (1 + step));
      }
      if (std::isfinite(b.hi) && b.hi != 0) {
        moves.push_back(b.hi - (b.hi - x) * (1 + step));
        moves.push_back(b.hi - (b.hi - x) / (1 + step));
      }
      if (idle < 2) {
        if (std::isfinite(b.lo)) moves.push_back(b.lo);
        if (std::isfinite(b.hi)) moves.push_back(b.hi);
        moves.push_back(x * 16);
        moves.push_back(x / 16);
        if (n > 1) moves.push_back(best.x[random.below(n)]);
      }
      if (b.integer) {
        moves.push_back(x + 1);
        moves.push_back(x - 1);
      }
      bool improved = false;
      for (const double m : moves) {
        auto y = best.x;
        y[i] = m;
        const double v = evaluate(y);
        if (v < best.value) {
          best = {y, v};
          improved = true;
          break;
        }
      }
      if (improved) {
        level[i] = std::max(0, level[i] - 2);
        idle = std::min(idle, 1);
      } else {
        level[i] += 3;
      }
    }
  }
}

void Optimiser::nelder_mead(Minimum& best, double spread, std::size_t budget, double target, Random& random) {
  const std::size_t n = best.x.size();
  const std::size_t stop = used_ + budget;
  struct Vertex {
    std::vector<double> t;
    double value;
  };
  const auto value_at = [&](const std::vector<double>& t) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = from_line(i, t[i]);
    const double v = evaluate(x);
    if (v < best.value) best = {x, v};
    return v;
  };
  std::vector<double> start(n);
  for (std::size_t i = 0; i < n; ++i) start[i] = to_line(i, best.x[i]);
  std::vector<Vertex> simplex{{start, best.value}};
  for (std::size_t i = 0; i < n; ++i) {
    auto t = start;
    t[i] += spread * (random.chance(50) ? 1 : -1) * (0.5 + random.unit());
    simplex.push_back({t, value_at(t)});
  }
  const auto by_value = [](const Vertex& a, const Vertex& b) { return a.value < b.value; };
  while (used_ < stop && best.value > target) {
    std::stable_sort(simplex.begin(), simplex.end(), by_value);
    double size = 0;
    for (std::size_t i = 0; i < n; ++i) size = std::max(size, std::fabs(simplex[n].t[i] - simplex[0].t[i]));
    if (size < 1e-15) break;
    std::vector<double> centre(n, 0.0);
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) centre[i] += simplex[k].t[i] / static_cast<double>(n);
    }
    const auto along = [&](double f) {
      std::vector<double> t(n);
      for (std::size_t i = 0; i < n; ++i) t[i] = centre[i] + f * (simplex[n].t[i] - centre[i]);
      return Vertex{t, value_at(t)};
    };
    const Vertex reflected = along(-1);
    if (reflected.value < simplex[0].value) {
      const Vertex expanded = along(-2);
      simplex[n] = expanded.value < reflected.value ? expanded : reflected;
    } else if (reflected.value < simplex[n - 1].value) {
      simplex[n] = reflected;
    } else {
      const Vertex contracted = along(reflected.value < simplex[n].value ? -0.5 : 0.5);
      if (contracted.value < std::min(simplex[n].value, reflected.value)) {
        simplex[n] = contracted;
      } else {
        for (std::size_t k = 1; k <= n; ++k) {
          for (std::size_t i = 0; i < n; ++i) simplex[k].t[i] = (simplex[k].t[i] + simplex[0].t[i]) / 2;
          simplex[k].value = value_at(simplex[k].t);
        }
      }
    }
  }
}

Minimum Optimiser::minimise(std::vector<double> x, std::size_t evaluations, double target, Random& random) {
  used_ = 0;
  Minimum best{x, evaluate(x)};
  best.x = x;
  if (x.empty()) return best;
  pattern(best, evaluations / 4, target, random);
  for (int round = 0; used_ < evaluations && round < 4 && best.value > target; ++round) {
    const double before = best.value;
    nelder_mead(best, round == 0 ? 1.0 : 0.05, (evaluations - used_ + 1) / 2, target, random);
    if (used_ < evaluations) pattern(best, (evaluations - used_ + 1) / 2, target, random);
    if (round > 0 && !(best.value < before)) break;
  }
  return best;
}

}  // namespace dpcert::verify
