#include "verify/engine/lp/exact_simplex.hpp"

#include <cmath>
#include <type_traits>

#include "src/core/work.hpp"

namespace dpcert::verify {

namespace {

bool vanishes(const Rational& q) { return q.is_zero(); }
bool vanishes(double x) { return std::fabs(x) < 1e-9; }
bool negative_value(const Rational& q) { return q.sign() < 0; }
bool negative_value(double x) { return x < -1e-9; }

constexpr int most_pivots = 3000;

// Phase one of the simplex method: minimise the sum of artificial variables. Exact over the rationals, so a solution is
// a solution. The steepest column enters at first, then Bland's rule, which cannot cycle. What artificial variables are
// left with may be `slack` each.
template <class T>
std::optional<std::vector<T>> phase_one(const std::vector<std::vector<T>>& a, const std::vector<T>& b,
                                        const std::function<bool()>& stop, int steepest_until = 400,
                                        const T& slack = T(0)) {
  const std::size_t m = a.size(), n = m ? a[0].size() : 0;
  std::vector<std::vector<T>> t(m, std::vector<T>(n + 1));
  std::vector<std::size_t> basis(m);
  for (std::size_t i = 0; i < m; ++i) {
    const bool flip = b[i] < T(0);
    for (std::size_t j = 0; j < n; ++j) t[i][j] = flip ? -a[i][j] : a[i][j];
    t[i][n] = flip ? -b[i] : b[i];
    basis[i] = n + i;
  }
  // Reduced costs of the objective, kept as a row. Artificial variables that leave the basis never come back.
  std::vector<T> cost(n + 1);
  for (std::size_t j = 0; j <= n; ++j) {
    for (std::size_t i = 0; i < m; ++i) cost[j] -= t[i][j];
  }
  for (int pivots = 0; pivots < most_pivots; ++pivots) {
    count_work(1 + m * n / (std::is_same_v<T, double> ? 500 : 2));
    if (stop && stop()) return std::nullopt;
    std::size_t enter = n;
    for (std::size_t j = 0; j < n; ++j) {
      if (!negative_value(cost[j])) continue;
      if (enter == n || (pivots < steepest_until && cost[j] < cost[enter])) enter = j;
      if (pivots >= steepest_until) break;
    }
    if (enter == n) break;
    std::size_t leave = m;
    T best{};
    for (std::size_t i = 0; i < m; ++i) {
      if (vanishes(t[i][enter]) || t[i][enter] < T(0)) continue;
      const T ratio = t[i][n] / t[i][enter];
      if (leave == m || ratio < best || (ratio == best && basis[i] < basis[leave])) leave = i, best = ratio;
    }
    if (leave == m) return std::nullopt;
    const T pivot = t[leave][enter];
    for (auto& x : t[leave]) x /= pivot;
    const auto eliminate = [&](std::vector<T>& row) {
      if (vanishes(row[enter])) return;
      const T f = row[enter];
      for (std::size_t j = 0; j <= n; ++j) {
        if (!vanishes(t[leave][j])) row[j] -= f * t[leave][j];
      }
      row[enter] = T(0);
    };
    for (std::size_t i = 0; i < m; ++i) {
      if (i != leave) eliminate(t[i]);
    }
    eliminate(cost);
    basis[leave] = enter;
  }
  std::vector<T> x(n);
  for (std::size_t i = 0; i < m; ++i) {
    if (basis[i] < n)
      x[basis[i]] = t[i][n];
    else if (!vanishes(t[i][n]) && t[i][n] > slack)
      return std::nullopt;
  }
  return x;
}

constexpr std::size_t exact_at_once = 4000;   // entries of a program that is not tried in doubles first
constexpr double apart = 1e-6, slack = 1e-4;  // of a degenerate one

}  // namespace

std::optional<std::vector<Rational>> nonnegative_solution(const std::vector<std::vector<Rational>>& a,
                                                          const std::vector<Rational>& b,
                                                          const std::function<bool()>& stop, bool degenerate) {
  const std::size_t m = a.size(), n = m ? a[0].size() : 0;
  if (m * n <= exact_at_once) return phase_one(a, b, stop);
  std::vector<std::vector<double>> rough(m);
  std::vector<double> right;
  for (std::size_t i = 0; i < m; ++i) {
    for (const auto& q : a[i]) rough[i].push_back(q.approx());
    right.push_back(b[i].approx());
  }
  // Numbers near 0 on the right, no two of them the same, leave no ties at which pivots change nothing.
  if (degenerate)
    for (std::size_t i = 0; i < m; ++i) right[i] += apart * (1 + std::fmod(0.618034 * static_cast<double>(i), 1.0));
  const auto found = degenerate ? phase_one(rough, right, stop, most_pivots, slack) : phase_one(rough, right, stop);
  if (!found) return std::nullopt;
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < n; ++j) {
    if ((*found)[j] > 1e-9) kept.push_back(j);
  }
  std::vector<std::vector<Rational>> part(m);
  for (std::size_t i = 0; i < m; ++i) {
    for (const std::size_t j : kept) part[i].push_back(a[i][j]);
  }
  if (kept.empty()) return std::nullopt;
  const auto exact = phase_one(part, b, stop);
  if (!exact) return std::nullopt;
  std::vector<Rational> x(n);
  for (std::size_t k = 0; k < kept.size(); ++k) x[kept[k]] = (*exact)[k];
  return x;
}

}  // namespace dpcert::verify
