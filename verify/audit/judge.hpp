// One row's claim against the truth.
#pragma once

#include "dpcert/audit/audit.hpp"

namespace dpcert::audit {

/// A row takes at most so much work (Effort::work, about microseconds); then it is undecided.
inline constexpr double work_of_a_row = 2e6;

/// Stateless; may be called from several threads.
class Judge {
 public:
  /// `digits`: significant digits of the enclosures that are handed out. `stop`, if given, ends a row that takes long.
  explicit Judge(int digits, const std::atomic<bool>* stop = nullptr, double work = work_of_a_row)
      : digits_(digits), stop_(stop), work_(work) {}
  Judgement operator()(const Row& row) const;

 private:
  int digits_;
  const std::atomic<bool>* stop_;
  double work_;
};

}  // namespace dpcert::audit
