// Search guided by enclosures: boxes of the free coordinates, the one with the most negative lower bound of the slack
// first. Finds what points miss: needles, and violations far below the resolution of doubles.
#pragma once

#include <functional>

#include "verify/engine/points/problem.hpp"

namespace dpcert::verify {

struct BoxSearch {
  std::size_t boxes = 5000;
  /// Called with points of the boxes (complete, inside the ranges); true stops the search. `deep`: in a small box, so
  /// that a costly test is worth it.
  std::function<bool(const Values& x, bool deep)> visit;
  std::function<bool()> out_of_time;
};

/// The number of boxes evaluated.
std::size_t search_boxes(const Problem& problem, std::size_t conclusion, const BoxSearch& options);

}  // namespace dpcert::verify
