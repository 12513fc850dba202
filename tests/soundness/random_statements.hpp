// Random statements that are false by construction: each comes with an exact point that satisfies domain and hypotheses
// and violates the conclusion (or leaves it undefined).
#pragma once

#include <optional>
#include <string>

#include "tests/soundness/formula.hpp"

namespace dpcert::soundness {

struct FalseProblem {
  std::string family;
  std::string text;  // of the .claim file
  Point at;          // where it fails; empty for statements about arbitrary functions
  int margin = 0;    // it fails by 10^-margin there; 0: by equality, by much, or undefined
  bool undefined = false;
  std::optional<long> dim;  // the value of `dim` for which it fails
};

/// Problem number `index` of a run: the same for the same seed and index.
FalseProblem false_problem(std::uint64_t seed, std::uint64_t index);

/// False statements about lgamma, digamma, polygamma, erf, erfc, normal_cdf: known inequalities at the place where they
/// are equalities (points, diagonals, faces, infinity), made strict, or tightened by the margin there or next to it.
FalseProblem false_gamma_problem(Dice& dice);

/// A statement that is true: a known inequality or identity, as it is or with something nonnegative added, with
/// hypotheses or without. It must never be refuted.
struct TrueProblem {
  std::string family, text;
};
TrueProblem true_problem(std::uint64_t seed, std::uint64_t index);

/// A statement that is nearly always true, to make certificates from: a formula against its largest sampled value and a
/// margin, squares, touching inequalities, consequences of hypotheses, integers; now and then false, for refutations.
std::string likely_true_problem(std::uint64_t seed, std::uint64_t index);

}  // namespace dpcert::soundness
