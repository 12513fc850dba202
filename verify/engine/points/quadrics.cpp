// Points of a sphere, or of another quadric: every line through a rational point of it, in a rational direction, meets
// it in one more rational point. So the search moves the direction, by doubles, until a conclusion fails, and then
// takes a simple direction nearby, whose point satisfies the equation exactly.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "verify/engine/points/optimise.hpp"
#include "verify/engine/points/score.hpp"
#include "verify/engine/points/stages.hpp"

namespace dpcert::verify {

namespace {

constexpr std::size_t most_in_a_quadric = 6, points_to_begin_with = 3, directions = 4, evaluations = 300;
constexpr std::array<int, 6> roundings{2, 4, 6, 9, 13, 20};

// sum of m_ij x_i x_j + b_i x_i + c = 0 in some of the free coordinates.
struct Quadric {
  std::vector<std::size_t> at;  // which of the free ones
  std::vector<std::vector<Rational>> m;
  std::vector<Rational> b;

  // Where the line from `from` along v meets it again; nothing if nowhere.
  template <class T>
  std::optional<std::vector<T>> beyond(const std::vector<T>& from, const std::vector<T>& v, const auto& number) const {
    T square = number(Rational(0)), slope = number(Rational(0));
    for (std::size_t i = 0; i < at.size(); ++i) {
      slope = slope + number(b[i]) * v[i];
      for (std::size_t j = 0; j < at.size(); ++j) {
        square = square + number(m[i][j]) * v[i] * v[j];
        slope = slope + number(m[i][j]) * (v[i] * from[j] + from[i] * v[j]);
      }
    }
    if (square == number(Rational(0))) return std::nullopt;
    std::vector<T> out;
    for (std::size_t i = 0; i < at.size(); ++i) out.push_back(from[i] - slope / square * v[i]);
    return out;
  }
};

// The equation d = 0 as a quadric, by its values at a few points; nothing if it is none.
std::optional<Quadric> quadric_of(const Problem& p, const Expr& d) {
  Quadric q;
  std::vector<Expr> names;
  for (std::size_t k = 0; k < p.free().size(); ++k) {
    const Expr x = Expr::variable(p.variables()[p.free()[k]].name);
    if (!depends_on(d, x)) continue;
    q.at.push_back(k);
    names.push_back(x);
  }
  const std::size_t n = names.size();
  if (n < 2 || n > most_in_a_quadric || variables_of(d).size() != n) return std::nullopt;
  const auto value = [&](const std::vector<Rational>& x) {
    ExprMap<Expr> there;
    for (std::size_t i = 0; i < n; ++i) there.emplace(names[i], Expr(x[i]));
    return rational_value(substitute(d, there));
  };
  const std::vector<Rational> origin(n, Rational(0));
  const auto c = value(origin);
  if (!c) return std::nullopt;
  const auto unit = [&](std::size_t i, long k) {
    auto x = origin;
    x[i] = x[i] + Rational(k);
    return x;
  };
  q.m.assign(n, std::vector<Rational>(n, Rational(0)));
  for (std::size_t i = 0; i < n; ++i) {
    const auto up = value(unit(i, 1)), down = value(unit(i, -1));
    if (!up || !down) return std::nullopt;
    q.m[i][i] = (*up + *down) / Rational(2) - *c;
    q.b.push_back((*up - *down) / Rational(2));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j) {
      auto x = unit(i, 1);
      x[j] = Rational(1);
      const auto both = value(x);
      if (!both) return std::nullopt;
      q.m[i][j] = q.m[j][i] = (*both - *c - q.b[i] - q.b[j] - q.m[i][i] - q.m[j][j]) / Rational(2);
    }
  // Is that all of it?
  for (long k = 2; k < 5; ++k) {
    std::vector<Rational> x;
    for (std::size_t i = 0; i < n; ++i) x.emplace_back(k + 2 * static_cast<long>(i * i), k * k - 1);
    Rational sum = *c;
    for (std::size_t i = 0; i < n; ++i) {
      sum = sum + q.b[i] * x[i];
      for (std::size_t j = 0; j < n; ++j) sum = sum + q.m[i][j] * x[i] * x[j];
    }
    if (value(x) != sum) return std::nullopt;
  }
  const auto flat = [](const std::vector<Rational>& row) {
    return std::ranges::all_of(row, [](const Rational& e) { return e.is_zero(); });
  };
  return std::ranges::all_of(q.m, flat) ? std::nullopt : std::optional(std::move(q));
}

}  // namespace

void Search::optimise_on_quadrics(World& w) {
  const Problem& p = w.problem;
  const auto& free = p.free();
  std::optional<Quadric> q;
  for (std::size_t h = 0; h < p.hypotheses().size(); ++h) {
    const Relation& r = p.hypotheses()[h].relation;
    if (r.rel != Rel::eq || p.holds_by_construction(h)) continue;
    if (q || !(q = quadric_of(p, sub(r.lhs, r.rhs)))) return;  // one equation, and no other one
  }
  const auto real = [&](std::size_t i) { return !p.variables()[i].integer; };
  if (!q || !std::ranges::all_of(free, real)) return;
  std::vector<Variable> coordinates;  // directions for those of the quadric, the others as they are
  for (const std::size_t i : free) coordinates.push_back(p.variables()[i]);
  for (const std::size_t k : q->at) coordinates[k].range = Range{};
  const std::vector<Values> from(
      w.feasible.begin(),
      w.feasible.begin() + static_cast<std::ptrdiff_t>(std::min(w.feasible.size(), points_to_begin_with)));
  // The point that coordinates stand for.
  const auto point = [&]<class T>(const Values& base, std::vector<T> y, const auto& number) {
    std::vector<T> at, v;
    for (const std::size_t k : q->at) {
      at.push_back(number(base[free[k]]));
      v.push_back(y[k]);
    }
    const auto there = q->beyond(at, v, number);
    for (std::size_t i = 0; there && i < q->at.size(); ++i) y[q->at[i]] = (*there)[i];
    return there ? std::optional(std::move(y)) : std::nullopt;
  };
  const auto as_is = [](const Rational& x) { return x; };
  const auto rounded = [](const Rational& x) { return x.approx(); };
  for (const Values& base : from)
    for (std::size_t start = 0; start < directions; ++start)
      for (std::size_t c = 0; c < p.conclusions().size(); ++c) {
        if (done()) return;
        const Objective objective = [&](const std::vector<double>& y) {
          const auto x = point(base, y, rounded);
          if (!x) return 10.0;
          double outside = 0;
          for (std::size_t k = 0; k < free.size(); ++k) {
            const Range& r = p.variables()[free[k]].range;
            if (!std::isfinite((*x)[k])) return 10.0;
            if (!r.lo.infinite) outside += std::max(0.0, r.lo.value.approx() - (*x)[k]);
            if (!r.hi.infinite) outside += std::max(0.0, (*x)[k] - r.hi.value.approx());
          }
          if (outside > 0) return 3 + outside / (1 + outside);
          w.load(*x);
          const double bad = w.infeasibility(1e-9);
          if (bad > 0) return 2 + bad;
          const double s = slack(w.approx, p.conclusions()[c], Scale::relative);
          return std::isnan(s) ? 1.5 : s;
        };
        std::vector<double> y;
        for (const std::size_t i : free) y.push_back(base[i].approx());
        for (const std::size_t k : q->at) y[k] = static_cast<double>(random_.below(41)) / 20 - 1.025;
        ++optimisations_;
        const Minimum best = Optimiser(coordinates, objective).minimise(y, evaluations, -0.9, random_);
        if (best.value > 1e-9) continue;
        double size = 0;
        for (const std::size_t k : q->at) size = std::max(size, std::fabs(best.x[k]));
        for (const int bits : roundings) {
          if (done() || size == 0) break;
          std::vector<Rational> z;
          for (std::size_t k = 0; k < free.size(); ++k) {
            const bool direction = std::ranges::find(q->at, k) != q->at.end();
            const Rational x = Rational::from_double(direction ? best.x[k] / size : best.x[k]), reach = two_to(-bits);
            z.push_back(simplest_between(x - reach, x + reach));
          }
          const auto exact = point(base, z, as_is);
          if (!exact) continue;
          Values x(p.size());
          for (std::size_t k = 0; k < free.size(); ++k) x[free[k]] = (*exact)[k];
          ++simple_;
          if (p.complete(x) && p.inside(x)) consider_if_promising(w, x, thorough);
        }
      }
}

}  // namespace dpcert::verify
