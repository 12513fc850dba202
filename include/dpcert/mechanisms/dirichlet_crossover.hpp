// From which number of records on one Dirichlet mechanism is certainly more accurate than another.
#pragma once

#include <cstdint>

#include "dpcert/mechanisms/dirichlet_mechanisms.hpp"

namespace dpcert {

/// floor(n share_i/total) records in each category, and in the last one what is left. Throws Error::domain unless there
/// are at least two shares >= 0, not all of them 0, and n >= 1.
Counts counts_of_shares(const Counts& shares, std::int64_t n);

struct DirichletCrossover {
  /// The first mechanism is certainly more accurate at every n from `from` to `last`; last + 1 if not at `last`.
  std::int64_t from = 1, last = 1;
  /// At `from`, or at `last` where it is not more accurate there.
  DirichletAccuracy ours, theirs;
  /// At from - 1, for 2 <= from <= last.
  DirichletAccuracy ours_before, theirs_before;
  bool decided = true;  ///< false: the bits do not tell which is more accurate where the search ends
};
/// The accuracy (dirichlet_accuracy at distance t) of `ours` against `theirs` at every n up to ours.n, downward from
/// it, with data of these shares. The prior and n are those of `ours`. Throws Error::domain as dirichlet_accuracy does.
DirichletCrossover dirichlet_crossover(const DirichletQuery& ours, const DirichletQuery& theirs, const Counts& shares,
                                       const Rational& t, Precision bits);

}  // namespace dpcert
