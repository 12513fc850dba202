// Neighbouring data sets of counts: n records, each in one of d categories, one of them moved. Posterior sampling adds
// weight * counts to prior counts; which moves have the largest Renyi divergence is a theorem, kept here once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "dpcert/families/laws.hpp"

namespace dpcert {

/// A pair of neighbouring data sets: a record `from` of etaP is `to` in etaQ.
struct RecordMove {
  std::size_t from, to;
};

/// The moves among which is the worst pair of all, for every order > 1 and every weight of a record; at least two
/// prior counts. Two categories: all other records are those of etaP's record (renyi.cor2.vertex.repair). Three or
/// more: the other n - 1 records lie in a category that does not matter, and the divergence does not increase in the
/// two prior counts involved (renyi.dirichlet.vertex.repair), so that the two least counts, in both directions, are
/// enough. Both in one pass. S is ordered: double or Rational.
template <class S>
std::vector<RecordMove> worst_moves(std::span<const S> prior) {
  std::size_t first = 0, second = 1;
  if (prior[second] < prior[first]) std::swap(first, second);
  for (std::size_t k = 2; k < prior.size(); ++k) {
    if (prior[k] < prior[first]) {
      second = first;
      first = k;
    } else if (prior[k] < prior[second]) {
      second = k;
    }
  }
  std::vector<RecordMove> moves{{second, first}};
  if (prior[first] != prior[second]) moves.push_back({first, second});  // else the same numbers
  return moves;
}

/// Counts of the categories (to, from) of a worst move in both posteriors, for n records of the given weight; the other
/// counts are equal and cancel in the divergence.
template <class S>
std::pair<Beta<S>, Beta<S>> moved_counts(std::span<const S> prior, const RecordMove& move, const S& weight,
                                         const S& n) {
  const S &to = prior[move.to], &from = prior[move.from];
  const S others = prior.size() == 2 ? S((n - S(1)) * weight) : S(0);
  return {{to, from + others + weight}, {to + weight, from + others}};
}

}  // namespace dpcert
