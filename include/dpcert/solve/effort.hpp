// A limit on the work of certified evaluation, so that absurd parameters cost a bounded time and a caller can stop.
//
// Work is counted, not timed: elementary functions at their precision, in units of about a microsecond. The same query
// under the same limit ends the same way on any machine and with any number of threads. The limit belongs to the thread
// that sets it; without one nothing is counted.
#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <string>

#include "dpcert/core/error.hpp"
#include "dpcert/core/precision.hpp"

namespace dpcert {

/// What the certified evaluations under one limit may cost together.
struct Effort {
  double work = 0;                          ///< units of about a microsecond; 0: no limit
  const std::atomic<bool>* stop = nullptr;  ///< looked at often; null: never
  /// For somebody who waits; what is decided then depends on the machine.
  std::optional<std::chrono::steady_clock::time_point> deadline = {};
};

/// Thrown from inside an evaluation; certify() and compare() turn it into `undecided` with this reason.
class EffortExhausted : public Error {
 public:
  explicit EffortExhausted(const std::string& what) : Error(ErrorCode::effort, what) {}
};

/// Sets the limit of this thread for its lifetime, and restores what was there.
class EffortLimit {
 public:
  explicit EffortLimit(const Effort& effort);
  ~EffortLimit();
  EffortLimit(const EffortLimit&) = delete;
  EffortLimit& operator=(const EffortLimit&) = delete;
  /// Work counted so far under this limit.
  [[nodiscard]] double used() const { return used_; }

 private:
  friend void spend_evaluations(double count, Precision precision);
  void spend(double work);
  Effort effort_;
  double used_ = 0;
  EffortLimit* outer_;
};

/// About to compute `count` elementary functions (exp, log) at so many bits. Throws EffortExhausted if the limit is
/// passed or the stop flag is set.
void spend_evaluations(double count, Precision precision);

}  // namespace dpcert
