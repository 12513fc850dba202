// An interval for what a statement says of laws, from simulated releases at one point of its domain.
#pragma once

#include <cstdint>
#include <optional>
#include <random>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/law_terms.hpp"
#include "dpcert/scalar/interval.hpp"

namespace dpcert::verify {

struct TermEstimate {
  double plain = 0;    ///< the average, or what the averages give, without a confidence; NaN: none
  Interval bounds;     ///< holds with a probability of at least 1 - level; an end may be infinite
  bool below = false;  ///< a bound from below alone: of Kullback and Leibler's and Renyi's divergence above order 1
  std::int64_t releases = 0;  ///< drawn for it, pilots left out
};

/// From `releases` draws, or three times as many of each law for a bound from below alone. Nothing where doubles do not
/// hold a law (see DrawnLaw), or it is of a kind that nothing is known of: an average of what has no known range.
std::optional<TermEstimate> estimate_term(const LawTerm& term, const Point& point, std::int64_t releases,
                                          const Rational& level, std::mt19937_64& random);

/// How much a few draws say of the term at this point, 0 to 1/4: p(1 - p) of the event, or of how far the laws overlap.
/// Nothing where estimate_term has nothing.
std::optional<double> worth(const LawTerm& term, const Point& point, std::mt19937_64& random);

}  // namespace dpcert::verify
