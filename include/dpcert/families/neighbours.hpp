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

/// What the other n - 1 records of a worst move add to the category of etaP's record: two categories hold them all
/// there, three or more none.
template <class S>
S others_beside(std::size_t categories, const S& weight, const S& n) {
  return categories == 2 ? S((n - S(1)) * weight) : S(0);
}
/// Counts of the categories (to, from) of a worst move in both posteriors, from the prior's counts of the two, what the
/// others add to `from`, and the weight of a record; the other counts are equal and cancel in the divergence.
template <class S>
std::pair<Beta<S>, Beta<S>> moved_record(const S& to, const S& from, const S& others, const S& weight) {
  return {{to, from + others + weight}, {to + weight, from + others}};
}
/// The posteriors of all worst moves, for n records of the given weight.
template <class S>
std::vector<std::pair<Beta<S>, Beta<S>>> worst_pairs(std::span<const S> prior, const S& weight, const S& n) {
  std::vector<std::pair<Beta<S>, Beta<S>>> pairs;
  for (const RecordMove& move : worst_moves(prior))
    pairs.push_back(moved_record(prior[move.to], prior[move.from], others_beside(prior.size(), weight, n), weight));
  return pairs;
}

}  // namespace dpcert
