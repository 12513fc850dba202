// Point search over a statement: counterexamples, points that satisfy every hypothesis, points at which a conclusion is
// undefined, and counts of certified evaluations. Nobody has to trust it: what it finds is checked again from the
// certificate.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

struct SearchOptions {
  std::uint64_t seed = 1;
  std::size_t evaluations =
      100'000;  // certified evaluations with all hypotheses true, over all conclusions, if no counterexample turns up
  std::chrono::duration<double> time_limit{30};
  std::uint64_t work = 500'000'000;  // in units of work_done(): ends the search at the same point on every machine
  const std::atomic<bool>* cancel = nullptr;
  Precision max_bits = 4096;
  /// Points to try first (hints of the catalogue); need not be inside the domain.
  std::vector<Point> suggestions;
  /// A suggested point that is a counterexample is returned as it is: whoever chose it had a reason.
  bool keep_suggestions = false;
  /// Ends once a point satisfies every hypothesis and so many points were judged.
  std::optional<std::size_t> enough;
  std::vector<Interpretation> suggested_interpretations;
};

struct SearchResult {
  std::optional<Counterexample> counterexample;
  std::optional<Point> inhabited;  // every hypothesis certainly true there
  Interpretation inhabited_with;
  struct Undefined {
    Point point;
    std::size_t conclusion = 0;
    std::string what;
  };
  std::optional<Undefined>
      undefined;  // all hypotheses certainly true, a conclusion not defined (exactly: an argument outside its domain)
  std::size_t certified_evaluations = 0;  // hypotheses certainly true, every conclusion certainly true
  std::size_t undecided_evaluations =
      0;  // hypotheses true, conclusion not decided at max_bits (equality holds, perhaps)
  /// A point of the domain at which no hypothesis is known to fail, nor all of them to hold: what is too large, say,
  /// has no enclosure.
  std::optional<Point> unclear;
  bool cut_short = false;   // by the time limit or from outside: more time might find more
  std::string description;  // of the search: how points were drawn, how many
  /// Of SearchOptions::enough.
  [[nodiscard]] bool has_enough(const SearchOptions& options) const {
    return options.enough && inhabited && certified_evaluations + undecided_evaluations >= *options.enough;
  }
};

/// Random (uniform and log-uniform), boundary-biased (ends, near ends, integers, simple rationals, equal coordinates),
/// and locally optimised search in doubles; every candidate is then made an exact simple rational point inside the
/// domain and certified with Balls. The same seed gives the same result.
SearchResult search_points(const Instance& statement, const SearchOptions& options);

/// Makes a counterexample as simple as it stays one: coordinates by coordinate, simplest rationals in growing
/// neighbourhoods.
Counterexample simplified(const Instance& statement, const Counterexample& found, const SearchOptions& options);

}  // namespace dpcert::verify
