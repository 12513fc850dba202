// Seconds of the clock on the wall, for what is shown to people and for limits that they set.
#pragma once

#include <algorithm>
#include <chrono>

namespace dpcert::verify {

/// Since `start`.
inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// None once it is over; at most a year.
inline std::chrono::duration<double> time_until(std::chrono::steady_clock::time_point end) {
  const std::chrono::duration<double> left = end - std::chrono::steady_clock::now();
  return std::clamp(left, std::chrono::duration<double>(0), std::chrono::duration<double>(3e7));
}

}  // namespace dpcert::verify
