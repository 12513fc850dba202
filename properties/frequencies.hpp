// What samples may differ by: seeds and radii of every suite that compares laws with draws.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

#include "dpcert/properties/generators.hpp"

namespace dpcert::properties {

/// log(2/1e-9), rounded up: two sides, a false alarm with probability at most 1e-9 a case.
inline constexpr double log_two_over_alarm = 21.42;

/// The mean of that many independent values in [0, range] is off its expectation by more than this with probability at
/// most 1e-9 (Hoeffding), and so is an empirical distribution function anywhere (range 1; Dvoretzky-Kiefer-Wolfowitz
/// with Massart's constant).
inline double alarm_radius(int samples, double range = 1) {
  return range * std::sqrt(log_two_over_alarm / (2.0 * samples));
}
/// What doubles may add to a frequency: sums and normal tails in rounded arithmetic.
inline constexpr double rounding_of_frequencies = 1e-6;

/// A generator with a seed of its own, replayed with its case. Seeds do not shrink.
inline std::mt19937_64 any_random() {
  return std::mt19937_64(*rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>())));
}

}  // namespace dpcert::properties
