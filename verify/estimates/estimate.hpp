// The empirical companion of a statement that speaks of laws: each E, prob and divergence of it estimated from
// simulated releases, with a confidence, at points of its domain, and what its conclusions say of those numbers. Where
// one of them cannot hold, the statement, the reading of its laws or a sampler is wrong.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/estimates/terms.hpp"

namespace dpcert::verify {

struct EstimateOptions {
  std::uint64_t seed = 1;
  std::int64_t releases = 20'000;  ///< of each law of a term
  std::size_t elsewhere = 0;       ///< at so many points more, at most
  std::int64_t releases_elsewhere = 5000;
  Rational level{1, 1'000'000'000};  ///< each interval misses its number with a probability of at most this
};

struct Estimates {
  Point at;
  std::int64_t releases = 0;  ///< drawn in all, pilots left out
  std::vector<std::pair<std::string, TermEstimate>> terms;
  /// A conclusion that contains some of the terms, with their intervals in their places: what its sides enclose.
  struct Compared {
    std::size_t conclusion = 0;  ///< from 0
    Rel rel = Rel::ge;
    Interval lhs, rhs;
    bool contradicted = false;  ///< it holds for no numbers inside
  };
  std::vector<Compared> compared;
  std::string none;                  ///< why nothing was estimated
  std::vector<Estimates> elsewhere;  ///< the same at further points, each with a term at least
};

/// At that one of the points, all of them in the domain and with hypotheses that hold, of which a pilot says most, and
/// at those of which it says most after that. Only for a statement with `law_terms`. The same seed gives the same
/// numbers with one standard library.
Estimates estimate(const Instance& statement, const std::vector<Point>& points, const EstimateOptions& options = {});

}  // namespace dpcert::verify
