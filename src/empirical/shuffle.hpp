// A random order that is the same everywhere: std::shuffle is another one on another library.
#pragma once

#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace dpcert::empirical {

/// 0 .. n - 1 in a uniformly random order (Fisher and Yates).
inline std::vector<std::uint32_t> random_order(std::size_t n, std::mt19937_64& random) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = n; i > 1; --i) {
    const std::uint64_t most = UINT64_MAX - UINT64_MAX % i;
    std::uint64_t bits = random();
    while (bits >= most) bits = random();
    std::swap(order[i - 1], order[bits % i]);
  }
  return order;
}

}  // namespace dpcert::empirical
