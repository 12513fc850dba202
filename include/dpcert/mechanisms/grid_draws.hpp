// Continuous laws released on a grid: Laplace, Gaussian, Beta and Dirichlet draws of every shape, rounded to the
// nearest multiple of a stated step, exactly.
//
// The law is the one of the real variate, rounded. A variate is a formula in independent uniform numbers of (0, 1),
// whose binary digits are fair bits, drawn when they are asked for. With finitely many digits known each uniform number
// lies in a dyadic interval, and the formula is enclosed over it: first in double intervals with outward rounding
// (double_interval.hpp), then in balls of 128, 256, ... bits with as many digits. As soon as the enclosure lies in one
// cell of the grid, every continuation of the digits gives that cell, and it is returned; until then more digits are
// drawn. So the cell returned is the cell of the variate at the infinite sequence of digits, whatever the enclosures
// were, and the draw ends with probability 1 (a variate with a density lies on no border of a cell, and the enclosures
// shrink to it). If the bits are fair and independent, the total variation between what is released and the ideal
// variate rounded to the grid is 0: nothing is to be added to delta. Rounding is post-processing: the ideal law's
// promise holds, and what can come out is the same multiples for all data.
//
// The formulas:
//   - Laplace of scale b: +-b log u, the sign a bit of its own.
//   - Normal: sqrt(-2 log u) cos(2 pi v) [G. Box, M. Muller, 1958].
//   - Gamma of shape a >= 1: G = d (1 + t)^3, d = a - 1/3, t = x/(3 sqrt(d)) for normal x, where t > -1 and
//     log u < x^2/2 + d - d (1 + t)^3 + 3 d log(1 + t), else again [G. Marsaglia, W. Tsang, 2000]. The right side is
//     d h(t), h(t) = 3 log(1 + t) - 3 t + 3 t^2/2 - t^3 with h(0) = 0 and h'(t) = -3 t^3/(1 + t), so it is never above
//     0 and accepts with exactly that logarithm of a probability. Accepted x have a density proportional to
//     exp(-G) G^d, and dx is proportional to G^(-2/3) dG: G has one proportional to G^(a - 1) exp(-G). The decision to
//     accept is made by enclosures as well, and refined until it is made.
//   - Gamma of shape a < 1: that of shape a + 1, times u^(1/a) [the same paper], in logarithms.
//   - Dirichlet: independent Gamma variates, divided by their sum.
//
// How long a draw takes depends on the draw: who can time a release learns something of its noise.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/mechanisms/random_bits.hpp"
#include "dpcert/scalar/double_interval.hpp"

namespace dpcert {

/// A rational constant of a formula, with its double enclosure.
struct GridConstant {
  explicit GridConstant(Rational q) : exact(std::move(q)), near(exact) {}
  Rational exact;
  DoubleInterval near;
};

/// How cells were decided.
struct GridEffort {
  bool fast = true;    ///< try double intervals first
  bool check = false;  ///< decide each cell a second time in balls of 256 bits; Error::internal if it is another one
  std::int64_t refined = 0;  ///< decisions that double intervals left open
};

/// value + Laplace noise, as the nearest multiple of the grid. Throws Error::domain unless scale and grid are above 0.
class GridLaplace {
 public:
  GridLaplace(const Rational& scale, const Rational& grid);
  Rational operator()(const Rational& value, RandomBits& random);
  GridEffort effort;

 private:
  Rational grid_;
  GridConstant ratio_;
};

/// value + normal noise of this variance, as the nearest multiple of the grid. Throws Error::domain unless both are
/// above 0.
class GridGaussian {
 public:
  GridGaussian(const Rational& variance, const Rational& grid);
  Rational operator()(const Rational& value, RandomBits& random);
  GridEffort effort;

 private:
  Rational grid_;
  GridConstant ratio_;  ///< (deviation/grid)^2
};

/// A Dirichlet draw, each part as the nearest multiple of the grid (so that they need not add up to 1). Throws
/// Error::domain unless there are at least two shapes, all of them and the grid above 0.
class GridDirichlet {
 public:
  GridDirichlet(const std::vector<Rational>& shapes, const Rational& grid);
  std::vector<Rational> operator()(RandomBits& random);
  /// The first part alone: a Beta variate where there are two shapes.
  Rational first(RandomBits& random);
  GridEffort effort;

  /// What the formula of one Gamma variate needs.
  struct Shape {
    explicit Shape(const Rational& a);
    GridConstant d, per_shape;  ///< shape (+ 1 below 1) - 1/3, and 1/shape
    bool boosted;
  };

 private:
  std::vector<Rational> draw(RandomBits& random, std::size_t parts);
  std::vector<Shape> shapes_;
  Rational grid_;
  GridConstant per_grid_;
};

/// The grid of a release for which none is given: the largest power of ten that is at most a thousandth of `scale` > 0,
/// a double near the law's public scale.
Rational default_grid(double scale);

}  // namespace dpcert
