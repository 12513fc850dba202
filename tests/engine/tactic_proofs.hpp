// What the tests of tactics share: a tactic by itself on a goal that it proves, with all that must hold of the proof.
#pragma once

#include <ostream>
#include <string_view>

#include "tests/engine/tactics_goals.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {

/// One of several ways of a tactic, or one way beside its first.
struct Way {
  std::string_view name;
  TacticGoals goals;
};
inline void PrintTo(const Way& w, std::ostream* out) { *out << w.name; }

/// 2,000 boxes for each attempt: a tactic that needs more is not one that found something.
ProveOptions few_boxes();

/// The tactic, by itself, proves the statement's first conclusion; the kernel completes its lines to a certificate,
/// which the checker accepts. `line_by_line`: with these very lines in it, and none between them by which something is
/// defined. `with_mass`: they may use a statement, on which the certificate then rests.
void expect_proof(std::string_view tactic, std::string_view statement, bool line_by_line = false,
                  bool with_mass = false);

/// It proves one goal and gives nothing at the other.
void expect_fires(const TacticGoals& goals);
void expect_declines(const TacticGoals& goals);

}  // namespace dpcert::verify
