// What a release of cyclic SGLD tells D1 from D2: certified tail probabilities, hockey-stick divergence and its
// inverse, between the Gaussian of D1 and the mixture of n Gaussians of D2. Exact rational parameters in, enclosures
// with the digits asked for out. No loop over the n components (geometric_sum.hpp), so n = 1e12 costs what n = 1000
// costs.
//
// Write Y = theta - mu, mu the mean on D1. Then P = N(0, s) on D1 and Q = (1/n) sum_r N(-g_r, v_r) on D2, g_r >= 0 and
// v_r >= s (cyclic.hpp). For one component the log density ratio has slope g/v - y (1/s - 1/v), which is >= 0 up to
// y_r = g_r s/(v_r - s). The slope of log P/Q is an average over r of these slopes, so log P/Q increases on y <= min
// y_r and decreases on y >= max y_r. One certified sign change on either side finds the best event; what lies between
// is cut into cells whose sign is certified, and cells that resist count with their whole mass.
#pragma once

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/solve/geometric_sum.hpp"

namespace dpcert::langevin {

/// Which law comes first in the divergence: D1's (P) or D2's (Q).
enum class Direction { first_over_second, second_over_first };

/// The pair of laws at one precision, in enclosures.
class ReleasePair {
 public:
  ReleasePair(const Problem<Rational>& problem, const Rational& eta, std::int64_t step, Precision bits,
              SumOptions sums = {});

  [[nodiscard]] const Release<Ball>& release() const { return release_; }
  /// P(Y > y) and P(Y < y) on D1.
  [[nodiscard]] Ball first_above(const Ball& y) const;
  [[nodiscard]] Ball first_below(const Ball& y) const;
  /// The same on D2.
  [[nodiscard]] Ball second_above(const Ball& y) const;
  [[nodiscard]] Ball second_below(const Ball& y) const;
  /// log of the density of D1's law over the density of D2's.
  [[nodiscard]] Ball log_ratio(const Ball& y) const;
  /// (1/n) sum_r g_r^2 / v_r.
  [[nodiscard]] Ball mean_squared_separation() const;
  /// delta(epsilon) of P over Q or of Q over P.
  [[nodiscard]] Ball hockey_stick(const Ball& epsilon, Direction direction) const;
  /// Enclosures of log_ratio and [0, second_above] from the hull over the components of each group: wide, cheap, and
  /// useful far out, where the densities differ by thousands of orders of magnitude.
  [[nodiscard]] Ball coarse_log_ratio(const Ball& y) const;
  [[nodiscard]] Ball coarse_second_above(const Ball& y) const;
  struct Coarse {
    Ball gap, variance, excess;  ///< excess: over the variance on D1
  };
  [[nodiscard]] Coarse coarse(const ComponentGroup<Ball>& group) const;
  /// A component in the middle of those that have met the odd record, as doubles: its gap and variance, the variance on
  /// D1, and the share of such components (below 1 in the first epoch only: the others have D1's law). For search.
  struct Typical {
    double gap, variance, first_variance, share;
  };
  [[nodiscard]] Typical typical() const;

 private:
  [[nodiscard]] Ball average(const std::function<SeriesFunction(const ComponentGroup<Ball>&)>& of) const;
  [[nodiscard]] Ball log_second_density(const Ball& y) const;

  Release<Ball> release_;
  Ball log_lambda_;
  Precision bits_;
  SumOptions sums_;
};

/// The quantities with relative radius at most 10^-digits; undecided, with the reason, at 4096 bits or where an
/// EffortLimit of the caller ends. `step` >= 0; eta > 0 with (eta/2) A < 1, else Error::domain.
Certified certified_hockey_stick(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                 const Epsilon<Rational>& epsilon, Direction direction, int digits,
                                 const SumOptions& sums = {});
/// The larger of the two directions: below this delta, no release of this step is (epsilon, delta)-DP.
Certified certified_hockey_stick(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                 const Epsilon<Rational>& epsilon, int digits);
/// The least epsilon >= 0 at which delta(epsilon) of both directions is at most delta: the privacy loss of this pair at
/// this step. 0 exactly if delta(0) <= delta. delta > 0.
Certified certified_privacy_loss(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                 const Delta<Rational>& delta, int digits);
/// F(t) = (1/n) sum_r (mu - muhat_r)^2 / sigmahat_r^2, the indicative value of how far the laws are apart. Exactly 0 at
/// step 0.
Certified certified_separation(const Problem<Rational>& problem, const Rational& eta, std::int64_t step, int digits,
                               const SumOptions& sums = {});
/// P(theta > mu + deviation * sigma) on D2, mu and sigma mean and standard deviation on D1.
Certified certified_second_tail(const Problem<Rational>& problem, const Rational& eta, std::int64_t step,
                                const Rational& deviation, int digits, const SumOptions& sums = {});

}  // namespace dpcert::langevin
