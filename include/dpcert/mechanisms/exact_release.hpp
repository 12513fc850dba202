// What a release computes from the data, exactly, and the one rounding at its end.
//
// A sum in doubles depends on the order of the records, and two data sets that differ in one record can get sums that
// are further apart than the sensitivity (Casacuberta, Shoham, Vadhan, Wood, "Widespread underestimation of sensitivity
// in differentially private libraries", CCS 2022). Here nothing that depends on the data is rounded before the noise:
//   - records are doubles, clipped to rational bounds and added as rationals, so that the sensitivity is that of real
//     numbers, whatever the order;
//   - noise is added to the exact value, and the exact sum is rounded, to a grid or to a double: a function of the
//   noisy
//     value alone, which no longer sees the data, so that it changes no privacy loss (post-processing);
//   - parameters of a law that depend on the data (posterior counts) lie on a grid of doubles, without rounding.
// The law of the noise itself: exact on a grid (grid_draws.hpp, discrete_noise.hpp), "in real arithmetic" where it is
// drawn in doubles (sampling.hpp).
#pragma once

#include <span>
#include <vector>

#include "dpcert/core/rational.hpp"

namespace dpcert {

/// The sum of the records, each clipped to [lower, upper]. Exact, and so the same in every order of the records; it
/// changes by at most upper - lower if one of them is replaced. Throws Error::domain unless lower <= upper and all
/// records are finite.
Rational clipped_sum(std::span<const double> records, const Rational& lower, const Rational& upper);

/// value + noise rounded to a double; an infinite noise stays.
double add_noise(const Rational& value, double noise);

/// The distance from the double nearest to |x| to the next larger one; infinite where there is none.
double spacing(double x);
/// The least double >= x, the largest double <= x; infinite where there is none.
double double_above(const Rational& x);
double double_below(const Rational& x);

/// A grid for posterior counts: the power of two of which 2^51 to 2^52 make `total` > 0. Sums of its multiples are
/// exact in double up to 2 total, beyond what rounding the summands to the grid can add. Throws Error::domain unless
/// total > 0.
Rational count_grid(const Rational& total);
/// The multiple of `step` > 0 that is nearest to x (the larger of two). Increases with x.
Rational on_grid(const Rational& x, const Rational& step);

/// The prior counts and the weight of one record, brought to the grid of the largest posterior count that they allow:
/// then all posterior counts of integer data are doubles. Both are public, and the guarantee is to be taken for what
/// comes out. A count that would become 0 stays 0: the caller refuses it.
struct GridCounts {
  std::vector<Rational> prior;
  Rational weight;
  Rational step;
};
GridCounts grid_counts(std::vector<Rational> prior, const Rational& weight, std::int64_t records);

}  // namespace dpcert
