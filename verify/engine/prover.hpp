// The prover: finds a proof tree (certificate lines) for a goal. Clever and untrusted.
#pragma once

#include <string>
#include <vector>

#include "verify/engine/boxes.hpp"
#include "verify/engine/goal.hpp"

namespace dpcert::verify {

using Lines = std::vector<std::string>;

struct ProveOptions {
  BoxOptions boxes;
  int depth = 6;  // of symbolic steps
  /// A tree to follow, in certificate lines; a line `auto` asks the prover to fill in. Empty: no advice.
  Lines advice;
};

struct ProveResult {
  bool proved = false;
  Lines lines;
  std::size_t boxes = 0;
  // Of the numeric attempt with the most boxes: the share of its domain that was proved, what it could not decide, for
  // which relation (a step of the proof, not always the conclusion), and whether its budget was spent.
  double share = 0;
  std::optional<HardBox> hardest_box;
  std::string hardest_goal;
  bool out_of_boxes = false;
  std::string stuck;                        // where, in words
  std::map<std::string, Rational> suspect;  // a likely counterexample met on the way
  bool timed_out = false;
};

/// Proves one goal, definedness of hypotheses and conclusion included.
ProveResult prove(const Goal& goal, const ProveOptions& options);

/// The goals that a symbolic proof line leaves; nothing if the line is a leaf or is not understood. Does not check the
/// line's conditions.
std::optional<std::vector<Goal>> apply_line(const std::string& line, const Goal& goal);

}  // namespace dpcert::verify
