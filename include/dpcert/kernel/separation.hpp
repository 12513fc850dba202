// The separation theorem as one certified statement: with fixed numbers, a posterior sample is (epsilon, delta)-DP on a
// whole domain of databases, and cyclic SGLD released after T steps is not (epsilon', delta)-DP. The numbers come from
// a floating-point search (include/dpcert/langevin/witness.hpp); nothing of it is believed: the statement goes to the
// kernel and its certificate to the independent checker. docs/langevin.md has the lemmas that lead from the statement
// to the two privacy claims; the statement quotes them.
#pragma once

#include <string>

#include "dpcert/kernel/decide.hpp"
#include "dpcert/langevin/witness.hpp"

namespace dpcert::verify {

/// The statement as .claim text, `#! reading` and `#! proof` lines included.
std::string separation_statement(const langevin::SeparationTarget& target, const langevin::SeparationWitness& witness);

struct ProvedSeparation {
  langevin::SeparationWitness witness;
  std::string statement;
  Decision decision;  ///< of the last attempt
  int attempts = 0;
  [[nodiscard]] bool proved() const { return decision.verdict == Verdict::proved && decision.checked; }
};

/// Searches numbers and has them proved; where the proof of an n fails, larger n are tried (a few times).
ProvedSeparation prove_separation(const langevin::SeparationTarget& target, const DecideOptions& options);

}  // namespace dpcert::verify
