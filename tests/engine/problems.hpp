// Problems whose truth is known from mathematics: what the prover proves today, and near misses that are false.
#pragma once

#include <ostream>
#include <string>
#include <vector>

namespace dpcert::verify {

struct KnownProblem {
  std::string name;    // for test names: letters and digits
  std::string source;  // where the truth comes from
  std::string text;
};
inline void PrintTo(const KnownProblem& p, std::ostream* out) { *out << p.name << " (" << p.source << ")"; }

/// True statements that the prover decides in seconds.
const std::vector<KnownProblem>& true_problems();
/// False statements, each with a reason; most are the true ones with a constant moved past its best value.
const std::vector<KnownProblem>& false_problems();

}  // namespace dpcert::verify
