// RapidCheck generators of what the mathematics speaks about: counts, orders, laws, neighbouring laws, data sets. All
// numbers are exact rationals.
#pragma once

#include <rapidcheck.h>

#include <iosfwd>
#include <string>
#include <vector>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/families/laws.hpp"

namespace dpcert {
// How RapidCheck prints counterexamples.
void showValue(const Rational& x, std::ostream& out);
void showValue(const Dirichlet<Rational>& p, std::ostream& out);
}  // namespace dpcert

namespace dpcert::properties {

/// Uniform on [lo, hi), whatever RapidCheck's size is; shrinks to lo.
template <class T>
rc::Gen<T> any_in(T lo, T hi) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange<T>(lo, hi));
}

/// log-uniform on [lo, hi], 0 < lo < hi. Shrinks to the simplest rational within 50%, 10%, 1%, ... of the value
/// (Stern-Brocot).
rc::Gen<Rational> log_uniform(const Rational& lo, const Rational& hi);

/// Counts of many magnitudes: 1e-6 to 1e12.
rc::Gen<Rational> any_count();
/// Counts that leave numerical integration feasible: 1/10 to 200.
rc::Gen<Rational> moderate_count();
/// A probability-like number strictly inside (0, 1), near 0, near 1 and between.
rc::Gen<Rational> unit();
/// Orders below 1, within 1e-6 to 1 above 1, and up to 1e4; never exactly 1.
rc::Gen<Rational> any_order();

/// A law of `dimension` coordinates, each drawn from `count`.
rc::Gen<Dirichlet<Rational>> law(std::size_t dimension, const rc::Gen<Rational>& count);

/// A pair of laws of one dimension.
struct Pair {
  Dirichlet<Rational> p, q;
};
void showValue(const Pair& pair, std::ostream& out);
/// r-neighbours: q = common + r e_j, p = common + r e_k, r log-uniform on [1e-6, 1] or exactly 1.
rc::Gen<Pair> neighbouring_pair(std::size_t dimension, const rc::Gen<Rational>& count);
/// Any of: independent laws, neighbours, nearly proportional laws. least_dimension to 5 coordinates.
rc::Gen<Pair> any_pair(const rc::Gen<Rational>& count, std::size_t least_dimension = 2);
/// Two coordinates.
rc::Gen<Pair> beta_pair(const rc::Gen<Rational>& count);

/// Two data sets of one size that differ in one record: records are categories 0 .. categories - 1.
struct Neighbours {
  std::vector<int> data, other;
};
void showValue(const Neighbours& pair, std::ostream& out);
rc::Gen<Neighbours> neighbouring_data(int categories, int most_records);

}  // namespace dpcert::properties
