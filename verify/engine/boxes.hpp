// Branch and bound: proves D > 0 (D >= 0) on a box by a tree of numeric leaves (docs/certificate-format.md: eval, ray,
// mean, taylor, face, prune, fix, noint, split).
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "verify/engine/goal.hpp"

namespace dpcert::verify {

struct BoxOptions {
  std::size_t max_boxes = 200'000;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  int threads = 1;
  Precision bits = 64;  // to start with
  Precision max_bits = 1024;
  bool second_order = true;
  const std::atomic<bool>* cancel = nullptr;
  /// Share of the domain proved, boxes so far, worst lower bound so far.
  std::function<void(double, std::size_t, double)> progress;
};

struct BoxResult {
  bool proved = false;
  std::vector<std::string> lines;  // the tree in prefix order, if proved
  std::size_t boxes = 0;
  double share = 0;                         // of the domain's volume (in the split coordinates) that is proved
  std::string hardest;                      // the box that stopped it, as text
  std::map<std::string, Rational> suspect;  // a point at which D is certainly <= 0 (< 0) and no hypothesis is certainly
                                            // false; empty if none was met
  bool timed_out = false;
};

/// The result depends on the goal and the options' numbers only, not on the number of threads (a deadline or
/// cancellation excepted).
BoxResult prove_by_boxes(const Goal& goal, const BoxOptions& options);

}  // namespace dpcert::verify
