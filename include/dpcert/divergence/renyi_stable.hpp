// The Renyi divergence of two Dirichlet (or Beta) laws in floating point, to ten digits and usually more than twelve.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "dpcert/special/second_difference.hpp"

namespace dpcert::stable {

/// A value and the sum of the absolute values of the parts it was added up from: their quotient times the unit
/// round-off bounds the rounding error up to a small constant.
template <class T>
struct Estimate {
  T value;
  T parts;
};

template <class T>
Triple<T> make_triple(T order, T q, T p, T l, T delta) {
  return order >= 1 ? Triple<T>{p, q, l, T(-1), order - 1, delta, T(1)}
                    : Triple<T>{l, q, p, -order, 1 - order, delta, order};
}

/// D_order(Dirichlet(p) || Dirichlet(q)) in nats:
///   sum over coordinates of order Delta_k^2 lgamma[q_k, p_k, l_k], minus the same of the totals, l = order p + (1 -
///   order) q,
/// with the x log x part of lgamma regrouped as a Jensen gap of the means (docs/divergences.md).
/// Domain: 0 < order < infinity, p_k > 0, q_k > 0, equally many; order 1 is the Kullback-Leibler divergence by the same
/// formula. Outside: NaN for arguments out of the domain; +infinity where some l_k <= 0. Error: relative, at most 20
/// units in the last place times parts/value (parts = value unless the totals differ), plus 1e-13 of series truncation.
/// Never evidence: floating-point search value.
template <class T>
Estimate<T> renyi_dirichlet(T order, std::span<const T> p, std::span<const T> q) {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  constexpr T nan = std::numeric_limits<T>::quiet_NaN();
  const std::size_t d = p.size();
  if (d < 2 || q.size() != d || !(order > 0) || !(order < infinity)) return {nan, nan};

  Twofold<T> n_p{}, n_q{}, n_delta{};
  bool equal = true;
  for (std::size_t k = 0; k < d; ++k) {
    if (!(p[k] > 0) || !(q[k] > 0) || !(p[k] < infinity) || !(q[k] < infinity)) return {nan, nan};
    equal = equal && p[k] == q[k];
    n_p = n_p + Twofold<T>{p[k], 0};
    n_q = n_q + Twofold<T>{q[k], 0};
    n_delta = n_delta + exact_sum(p[k], -q[k]);
  }
  if (equal) return {0, 0};
  const bool same_total = T(n_delta) == 0;
  const auto at_order = [order](const Twofold<T>& delta, const Twofold<T>& at_q) {
    return T(exact_product(order, delta.hi) + (at_q + Twofold<T>{order * delta.lo, 0}));
  };
  const T total_p = n_p, total_q = n_q, total_delta = n_delta, total_l = at_order(n_delta, n_q);

  Estimate<T> sum{0, 0};
  for (std::size_t k = 0; k < d; ++k) {
    const auto delta = exact_sum(p[k], -q[k]);
    const T l = at_order(delta, {q[k], 0});
    if (!(l > 0)) return {infinity, infinity};
    if (T(delta) != 0) sum.value += gamma_difference(make_triple<T>(order, q[k], p[k], l, delta), same_total);
    if (same_total) continue;
    // e = n_P (p_k/n_P - q_k/n_Q): zero where the two laws have proportional parameters.
    const T e = T(delta * n_q + -(Twofold<T>{q[k], 0} * n_delta)) / total_q;
    const T mean_p = p[k] / total_p, mean_q = q[k] / total_q, mean_l = l / total_l;
    if (order >= 1) {
      const T z = e / p[k];
      const auto far = excess<T>((order - 1) * (total_q / total_l) * z, mean_l / mean_p);
      const auto near = excess<T>(-z, mean_q / mean_p);
      sum.value += e * (total_q / total_p) * (far.entropy - near.entropy);
    } else {
      const T z = e / l;
      const auto far = excess<T>((1 - order) * (total_q / total_p) * z, mean_p / mean_l);
      const auto near = excess<T>(-order * z, mean_q / mean_l);
      sum.value += order * e * (total_q / total_l) * (far.entropy - near.entropy);
    }
  }
  sum.parts = sum.value;
  if (!same_total) {
    const T total = gamma_difference(make_triple<T>(order, total_q, total_p, total_l, total_delta), false);
    sum.value -= total;
    sum.parts += total;
  }
  return sum;
}

/// The same, with the digits guarded: where the parts cancel by more than a factor 1000, once more in long double.
/// Error: relative, below 1e-10 for parameters from 1e-6 to 1e12 and all finite orders (measured: 1e-12).
template <class T>
T renyi(T order, std::span<const T> p, std::span<const T> q) {
  const auto e = renyi_dirichlet(order, p, q);
  if constexpr (std::numeric_limits<T>::digits < std::numeric_limits<long double>::digits) {
    if (e.parts > 1000 * e.value && e.parts < std::numeric_limits<T>::infinity()) {
      const std::vector<long double> wide_p(p.begin(), p.end()), wide_q(q.begin(), q.end());
      return static_cast<T>(renyi_dirichlet<long double>(order, wide_p, wide_q).value);
    }
  }
  return e.value;
}

/// D_order(Beta(a, b + n w) || Beta(a + w, b + (n-1) w)) in nats, order = 1 + z: of n records of the weight w, all in
/// the category of b, one moves to that of a. As renyi, but z and w are given apart from what they may be too small to
/// change. z, a, b, w > 0, n >= 1; +infinity where a <= z w. Never evidence.
template <class T>
T renyi_of_moved_record(T z, T a, T b, T w, T n) {
  const T p_from = b + w * n, q_from = b + w * (n - 1);
  const T l_to = std::fma(-z, w, a);
  if (!(l_to > 0)) return std::numeric_limits<T>::infinity();
  const T order = 1 + z;
  return gamma_difference(Triple<T>{a, a + w, l_to, -1, z, -w, 1}, true) +
         gamma_difference(Triple<T>{p_from, q_from, p_from + z * w, -1, order - 1, w, 1}, true);
}

}  // namespace dpcert::stable
