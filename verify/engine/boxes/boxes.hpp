// Branch and bound: proves D > 0 (D >= 0) on a box by a tree of numeric leaves (docs/certificate-format.md: eval, ray,
// mean, taylor, face, prune, fix, noint, split).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

struct BoxOptions {
  std::size_t max_boxes = 200'000;
  /// For decided and waiting boxes and the tree's text. Counted, not asked of the system: the same on every machine.
  std::size_t max_bytes = 1'500'000'000;
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  int threads = 1;
  Precision bits = 64;  // to start with
  Precision max_bits = 1024;
  bool second_order = true;
  bool relax = true;    // hypotheses that may be false on a box: D less multiples of them
  bool doubles = true;  // try every box in outward-rounded doubles first
  const std::atomic<bool>* cancel = nullptr;
  const std::atomic<bool>* superseded = nullptr;  // the same, once what is searched for is of no use any more
  /// Share of the domain proved, boxes so far, worst lower bound among the boxes split last.
  std::function<void(double, std::size_t, double)> progress;
  Checkpoints checkpoints;

  /// Late, cancelled or superseded.
  [[nodiscard]] bool over() const {
    return std::chrono::steady_clock::now() > deadline || (cancel && *cancel) || (superseded && *superseded);
  }
};

/// What a search that failed could not decide.
struct HardBox {
  std::map<std::string, Range> box;  // of the variables that matter
  double lower = 0;                  // D is at least this on the box that it was cut from; -inf if nothing is known
  std::string text;                  // "p in [0, 1/2], s in [1/4, 1/2]"
  std::vector<std::string> others;   // some of the other undecided boxes, from all over the queue
};

struct BoxResult {
  bool proved = false;
  std::string tree;         // if proved: in prefix order, a line for each box, without the end of the last line
  Precision tree_bits = 0;  // the most that a line names
  std::size_t boxes = 0;
  double share = 0;                         // of the domain's volume (in the split coordinates) that is proved
  std::string hardest;                      // the box that stopped it, as text
  std::optional<HardBox> hardest_box;       // the same as data: the one with the least bound among the undecided
  std::map<std::string, Rational> suspect;  // a point at which D is certainly <= 0 (< 0) and no hypothesis is certainly
                                            // false; empty if none was met
  bool timed_out = false;
  bool out_of_boxes = false;
  bool out_of_memory = false;     // of max_bytes; then out_of_boxes, too
  std::size_t bytes = 0;          // the most that was counted against max_bytes
  bool resumed = false;           // some boxes came from a saved state
  std::size_t resumed_boxes = 0;  // that many of `boxes` were decided by an earlier run
};

/// The result depends on the goal and the options' numbers only, not on the number of threads or on interruptions (a
/// deadline or cancellation excepted: it ends the search early, and a later one goes on from the saved state).
BoxResult prove_by_boxes(const Goal& goal, const BoxOptions& options);

/// Of one box of the goal, in units of work_done().
std::uint64_t box_work(const Goal& goal);

}  // namespace dpcert::verify
