// Scores: functions of an output that are large where the first law is the likelier one, as learned from some samples.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "dpcert/empirical/samples.hpp"

namespace dpcert::empirical {

/// Rows of samples, by index.
using Rows = std::span<const std::uint32_t>;

class Score {
 public:
  virtual ~Score() = default;
  /// One number a row.
  [[nodiscard]] virtual std::vector<double> of(const Samples& samples, Rows rows) const = 0;
  [[nodiscard]] virtual std::string description() const = 0;
};

/// All that suit the kind of data: the likelihood ratio of whole outputs where outputs repeat; for each column the
/// value itself and the likelihood ratio of a histogram; of several columns the sum of those logarithms, and a linear
/// discriminant.
std::vector<std::unique_ptr<Score>> learn_scores(const Samples& p, Rows rows_p, const Samples& q, Rows rows_q,
                                                 const std::vector<std::string>& names);

}  // namespace dpcert::empirical
