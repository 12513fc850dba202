// The randomised companion of a statement: it is tried at random and directed points in balls, by code that knows
// nothing of its proof. Where a statement that is proved fails at a point, one of the two is wrong.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

struct CompanionOptions {
  std::uint64_t seed = 1;
  std::size_t points = 20;  ///< at which every hypothesis holds, if so many are found
  std::uint64_t work = 4'000'000;
  std::vector<Point> suggestions;  ///< points and functions of the statement's file, tried first
  std::vector<Interpretation> suggested_interpretations;
};

struct Companion {
  std::size_t held = 0;       ///< points at which every hypothesis and every conclusion is certainly true
  std::size_t undecided = 0;  ///< hypotheses certainly true, a conclusion neither: its sides are equal, perhaps
  std::size_t rejected = 0;   ///< points drawn at which a hypothesis fails, or is not decided
  /// Points by where they lie: "at an end", "near an end", "whole numbers", "large", "directed".
  std::map<std::string, std::size_t> labels;
  /// The least (lhs - rhs)/(sum of the sizes of the terms) of an inequality; of one term D/(1 + |D|).
  struct Least {
    double slack = 0;
    std::size_t conclusion = 0;  ///< from 0
    Point at;
    Interpretation with;
  };
  std::optional<Least> least;
  std::optional<Counterexample> violated;
  std::vector<Point> points;  ///< some of those at which every hypothesis holds
  std::string untested;       ///< why no point was tried
};

/// The same seed gives the same points on every machine.
Companion companion(const Instance& statement, const CompanionOptions& options);

}  // namespace dpcert::verify
