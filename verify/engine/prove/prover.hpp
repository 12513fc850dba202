// The prover: finds a proof tree (certificate lines) for a goal. Clever and untrusted.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

using Lines = std::vector<std::string>;

/// A step that the checker did not accept: no proof with it is given. `line` empty: whatever is done to the goal.
struct Refused {
  Goal goal;
  std::string line;
};

struct ProveOptions {
  BoxOptions boxes;
  int depth = 6;   // of symbolic steps
  int rounds = 6;  // of more and more effort
  int pieces = 2;  // how often the domain of a single variable may be cut, each piece with rounds of its own
  /// A tree to follow, in certificate lines; a line `auto` asks the prover to fill in. Empty: no advice. Where a line
  /// names a hypothesis (hyp, combine, prune), its number counts the statement's own and those of the advice's lines,
  /// nothing that the prover adds; or it stands as a relation in braces.
  Lines advice;
  std::vector<Refused> refused;
};

struct ProveResult {
  bool proved = false;
  Lines lines;  // an element may be several lines: the tree of a box search is one
  std::size_t boxes = 0;
  std::size_t resumed_boxes = 0;  // that many of them were done by an earlier run
  // Of the best numeric attempt at the goal itself (not at what a step made of it): the share of the domain that was
  // proved, and what it could not decide.
  double share = 0;
  std::optional<HardBox> hardest_box;
  std::string advice_problem;               // why the advice was not followed to its end
  std::string stuck;                        // where, in words
  std::map<std::string, Rational> suspect;  // a likely counterexample met on the way
  bool timed_out = false, out_of_boxes = false, out_of_memory = false;
};

/// Proves one goal, definedness of hypotheses and conclusion included.
ProveResult prove(const Goal& goal, const ProveOptions& options);

/// The names of a context, for readers of expressions.
Instance names_of(const Context& c);

/// The goals that a proof line leaves; nothing if the line is a leaf or is not understood. Does not check the
/// line's conditions.
std::optional<std::vector<Goal>> apply_line(const std::string& line, const Goal& goal);

/// Every goal of a tree with the line that deals with it, in the order of the lines.
void walk(const Goal& root, const Lines& tree, const std::function<void(const Goal&, std::string_view line)>& visit);
/// Are the goals the same as they are written?
bool same(const Goal& a, const Goal& b);

}  // namespace dpcert::verify
