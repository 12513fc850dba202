// What is tried with a limited amount of work: counted, so that a slow machine comes to the same verdict.
#pragma once

#include <cstdint>

#include "src/core/work.hpp"

namespace dpcert::verify {

/// What `act` returns, done with at most so many units of work_done() in this thread; an empty value where they are not
/// enough.
template <typename Act>
auto within(std::uint64_t units, const Act& act) -> decltype(act()) {
  const std::uint64_t end = work_done() + units;
  const Interruptible interruptible([end] { return work_done() >= end; });
  try {
    return act();
  } catch (const OutOfWork& e) {
    if (e.why != OutOfWork::Why::interrupted || work_done() < end) throw;  // by an Interruptible around this one
    return {};
  }
}

}  // namespace dpcert::verify
