// Seconds of the clock on the wall, for what is shown to people. No decision depends on them.
#pragma once

#include <chrono>

namespace dpcert::verify {

/// Since `start`.
inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace dpcert::verify
