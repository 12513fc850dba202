// Statements of version 3 of the language in pairs: one that is true by a formula from a table, and neighbours of it
// that are false by construction, or undefined. A proof of the first, changed or not, must be none of the others.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/soundness/formula.hpp"

namespace dpcert::soundness {

struct Claim {
  std::string before, relation;  // declarations and hypotheses; the conclusion
  bool undefined = false;        // it fails only where it has no value: no refutation of it is right either
};

struct Neighbours {
  std::string family;
  Claim truth;
  std::vector<Claim> wrong;
};

/// The kinds, each by its families.
Neighbours neighbours_of_sums(Dice& dice);       // version3_sums.cpp
Neighbours neighbours_of_integrals(Dice& dice);  // version3_integrals.cpp
Neighbours neighbours_of_laws(Dice& dice);       // version3_laws.cpp
Neighbours neighbours_of_formulas(Dice& dice);   // version3_formulas.cpp
Neighbours neighbours_of_readings(Dice& dice);   // version3_readings.cpp

struct Version3Problem {
  std::string family;
  std::string truth;
  struct Wrong {
    std::string text;
    bool undefined;
  };
  std::vector<Wrong> wrong;
};

/// Problem number `index` of a run: a pair of neighbours, in each of which the same things stand around the claim
/// (quantifiers, connectives, hypotheses and conclusions that say nothing of it). The same for the same numbers.
Version3Problem version3_problem(std::uint64_t seed, std::uint64_t index);

/// A pair with a proof of the true one: a point of its domain, and the lines of the tree.
struct Given {
  Neighbours pair;
  std::string inhabited;
  std::vector<std::string> proof;
};
Given given_proof(Dice& dice);  // version3_given.cpp

/// "(a/b)", exactly.
std::string ratio(long a, long b = 1);

}  // namespace dpcert::soundness
