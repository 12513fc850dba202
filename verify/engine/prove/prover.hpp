// The prover: finds a proof tree (certificate lines) for a goal. Clever and untrusted.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

/// A step that the checker did not accept: no proof with it is given. No step: whatever is done to the goal.
struct Refused {
  Goal goal;
  std::optional<Step> step;
};

/// What the search for a proof of a formula spends on the relations that it leaves. `further`: also the witnesses that
/// are tried where the first ones are in vain, and cases by a sign. `plain`: little, then much, both without these.
enum class FormulaEffort : std::uint8_t { plain, little, little_further, much, further };

struct ProveOptions {
  BoxOptions boxes;
  int depth = 6;      // of symbolic steps
  int rounds = 6;     // of more and more effort
  bool typed = true;  // by somebody: its sides are set in order first; a tactic has written what it wants
  int pieces = 2;     // how often the domain of a single variable may be cut, each piece with rounds of its own
  /// A tree to follow, in certificate lines; a line `auto` asks the prover to fill in. Empty: no advice. Where a line
  /// names a hypothesis (hyp, combine, prune), its number counts the statement's own and those of the advice's lines,
  /// nothing that the prover adds; or it stands as a relation in braces.
  std::vector<std::string> advice;
  std::vector<Lemma> lemmas;  // that its lines may use
  std::vector<Refused> refused;
  /// For formulas: which efforts are made.
  FormulaEffort formula_effort = FormulaEffort::plain;
  // The parts of later rounds begin with nothing but the goal, so that threads (boxes.threads) may work at several of
  // them. The first one in their order that proves it counts, whichever was ready first, so that the result is the same
  // for any number of threads.
  bool side_by_side = true;
};

struct ProveResult {
  bool proved = false;
  Proof proof;
  std::map<std::string, std::size_t> tactics;  // that proved it, by name: how often each made a step of the proof
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

/// A row of the table of tactics.
struct TacticInfo {
  std::string_view name;
  std::string_view functions;  // for which it is: "any", "elementary", "special"
  int round = 0;               // from which on it is tried, from 0
  int depth = 0;               // of symbolic steps that must be left
  bool numeric = false;        // only where boxes may be used
  std::string_view needs;      // what else, in words; empty: nothing
};

/// The tactics in the order in which they are tried, and their names.
std::vector<TacticInfo> tactics();
std::vector<std::string_view> tactic_names();

/// One tactic alone: the proof that it finds with as much effort as a tactic ever gets (what it leaves is proved by
/// all), nothing if it declines or what it leaves is not proved. Throws dpcert::Error if there is no such tactic.
std::optional<Proof> try_tactic(std::string_view name, const Goal& goal, const ProveOptions& options);

/// Does advice for a relation use steps for facts or formulas? Then it is followed as for a goal that is a formula
/// (prove/logic.hpp).
bool speaks_of_formulas(const std::vector<std::string>& advice);

/// Proves one goal, definedness of hypotheses and conclusion included.
ProveResult prove(const Goal& goal, const ProveOptions& options);

}  // namespace dpcert::verify
