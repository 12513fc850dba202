// Certified sums over a geometric progression, without a loop over its terms:
//   sum_{j = first}^{last} h(lambda^j),   h analytic.
// The range is cut into blocks. On a block with centre x0 and half-width w, h(lambda^x) is expanded at x0 to an even
// order K; the terms of odd order vanish by symmetry, those of even order meet exact power sums (Faulhaber, Bernoulli
// polynomials), and the remainder is the K-th Taylor coefficient, enclosed over the whole block, times the K-th power
// sum (Lagrange's form at each term). A block whose remainder is too wide is halved. All in Arb's ball arithmetic:
// always an enclosure.
#pragma once

#include <arb_poly.h>

#include <cstdint>
#include <functional>

#include "dpcert/scalar/ball.hpp"

namespace dpcert::langevin {

/// Writes the first `length` Taylor coefficients of h(u) to `value`, for the series u (a ball in each coefficient).
using SeriesFunction = std::function<void(arb_poly_t value, const arb_poly_t u, slong length, slong precision)>;

struct SumOptions {
  bool term_by_term = false;  ///< the plain loop, as a cross-check
};

/// An enclosure of the sum, 0 for an empty range. lambda = exp(log_lambda), 0 < lambda < 1.
Ball geometric_sum(const SeriesFunction& h, const Ball& log_lambda, std::int64_t first, std::int64_t last,
                   Precision precision, const SumOptions& options = {});

}  // namespace dpcert::langevin
