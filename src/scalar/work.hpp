// Effort of symbolic work, counted and not timed: what stops after so many units stops at the same place on every
// machine, under any load.
#pragma once

#include <cstdint>

namespace dpcert {

/// Units of symbolic work that this thread has done: about one microsecond each. Expressions count their nodes,
/// normal forms their terms, searches their boxes.
std::uint64_t work_done();
void count_work(std::uint64_t units);
/// True once a WorkLimit around the caller is used up. What is asked for then gives up soon.
bool work_exhausted();
/// Units until then; WorkLimit::unlimited if there is no limit.
std::uint64_t work_left();

/// While it lives, this thread may do so many units from now, and never more than an outer limit leaves.
/// `unlimited`: no limit, outer ones neither; for short work whose result is kept.
class WorkLimit {
 public:
  static constexpr std::uint64_t unlimited = UINT64_MAX;
  explicit WorkLimit(std::uint64_t units);
  ~WorkLimit();
  WorkLimit(const WorkLimit&) = delete;
  WorkLimit& operator=(const WorkLimit&) = delete;

 private:
  std::uint64_t outer_;
};

/// While it lives, this thread works beside the meter: at most so many units from now whatever outer limits leave, none
/// of which count outside. For what must not depend on what was done before, and may or may not be done again.
class WorkAside {
 public:
  explicit WorkAside(std::uint64_t units);
  ~WorkAside();
  WorkAside(const WorkAside&) = delete;
  WorkAside& operator=(const WorkAside&) = delete;

 private:
  std::uint64_t done_, limit_;
};

}  // namespace dpcert
