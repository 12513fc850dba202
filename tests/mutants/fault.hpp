// Which fault of a build that holds many is switched on: the number in DPCERT_FAULT, none without it. Included by the
// files that generate.cpp writes, and by suites.cpp, which asks what a suite came by.
#pragma once

#include <bitset>
#include <cstdlib>
#include <type_traits>

namespace dpcert::mutants {

inline const int chosen = std::getenv("DPCERT_FAULT") != nullptr ? std::atoi(std::getenv("DPCERT_FAULT")) : 0;
/// The statements that were come by since it was last cleared, by the numbers of their faults.
inline std::bitset<4096> reached;

/// Is this fault switched on? Constants of the compiler have none.
constexpr bool on(int fault) {
  if (std::is_constant_evaluated()) return false;
  reached[static_cast<std::size_t>(fault)] = true;
  return fault == chosen;
}

}  // namespace dpcert::mutants
