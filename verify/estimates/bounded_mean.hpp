// Confidence bounds of the average of values in [0, 1].
//
// The average of V is the probability that a uniform number, independent of V, lies below V. So whatever the law of V
// is, how often that happens is a binomial variable, and Clopper and Pearson's bounds are exact.
#pragma once

#include <cstdint>
#include <random>

#include "dpcert/scalar/interval.hpp"

namespace dpcert::verify {

class BoundedMean {
 public:
  /// A value in [0, 1]. One that is NaN is not known: it counts as 0 for the lower bound and as 1 for the upper one.
  void add(double value, std::mt19937_64& random);
  [[nodiscard]] std::int64_t trials() const { return trials_; }
  /// The plain average of what is known.
  [[nodiscard]] double average() const;
  /// In [0, 1]; holds with a probability of at least 1 - level. Needs a trial.
  [[nodiscard]] Interval bounds(const Rational& level) const;

 private:
  std::int64_t trials_ = 0, surely_ = 0, perhaps_ = 0, known_ = 0;
  double sum_ = 0;
};

}  // namespace dpcert::verify
