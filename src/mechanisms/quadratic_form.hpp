// Quadratic forms of double intervals, for the decisions of grid_glm.hpp that are made without the records.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "dpcert/scalar/double_interval.hpp"

namespace dpcert {

/// Symmetric matrices of double intervals and their quadratic forms.
///
/// With m, v0 the midpoints of entries and vector, r and e bounds of how far the ends are from these, M of |m|, and d
/// the dimension: the form of m and v0 in doubles, by rows, is off by at most (2 d + 3) 2^-53/(1 - (2 d + 3) 2^-53)
/// times sum_jk |m_jk v0_j v0_k| <= M (sum |v0|)^2 [N. Higham, Accuracy and Stability of Numerical Algorithms, 2002,
/// chapter 3], and by what underflows; the true form differs from it by at most M (2 d e sum |v0| + d^2 e^2) + r (sum
/// |v0| + d e)^2. The bounds themselves are sums of numbers >= 0, rounded by less than 2^-20 of theirs for every d
/// below 2^25.
class QuadraticForm {
 public:
  explicit QuadraticForm(std::size_t dimension) : dimension_(dimension), entries_(dimension * dimension) {}
  void add(std::span<const double> x, const DoubleInterval& weight) {
    for (std::size_t j = 0; j < dimension_; ++j) {
      const DoubleInterval row = weight * DoubleInterval::point(x[j]);
      for (std::size_t k = 0; k <= j; ++k)
        entries_[j * dimension_ + k] = entries_[j * dimension_ + k] + row * DoubleInterval::point(x[k]);
    }
  }
  /// After the last add.
  void close() {
    for (const DoubleInterval& entry : entries_) {
      middle_.push_back(entry.lower() + (entry.upper() - entry.lower()) / 2);
      largest_ = std::fmax(largest_, std::fabs(middle_.back()));
      radius_ = std::fmax(radius_, half_width(entry, middle_.back()));
    }
  }
  /// Undefined where doubles overflow.
  [[nodiscard]] DoubleInterval operator()(const std::vector<DoubleInterval>& v) const {
    std::vector<double> at(dimension_);
    double total = 0, error = 0, sum = 0;
    for (std::size_t j = 0; j < dimension_; ++j) {
      at[j] = v[j].lower() + (v[j].upper() - v[j].lower()) / 2;
      total += std::fabs(at[j]), error = std::fmax(error, half_width(v[j], at[j]));
    }
    for (std::size_t j = 0; j < dimension_; ++j) {
      const double* const row = middle_.data() + j * dimension_;
      double beside = 0;
      for (std::size_t k = 0; k < j; ++k) beside += row[k] * at[k];
      sum += at[j] * (2 * beside + row[j] * at[j]);
    }
    const double d = static_cast<double>(dimension_), reach = total + d * error;
    // Products from the left, so that none of them underflows while the whole does not.
    const double off = largest_ * total * total * ((2 * d + 4) * 0x1p-53) +
                       largest_ * d * error * (2 * total + d * error) + radius_ * reach * reach;
    const double allowed = off * (1 + 0x1p-20) + d * d * 0x1p-1000;
    return {below(sum - allowed), above(sum + allowed)};
  }

 private:
  static double half_width(const DoubleInterval& x, double middle) {
    return above(std::fmax(x.upper() - middle, middle - x.lower()));
  }
  std::size_t dimension_;
  std::vector<DoubleInterval> entries_;
  std::vector<double> middle_;
  double largest_ = 0, radius_ = 0;
};

}  // namespace dpcert
