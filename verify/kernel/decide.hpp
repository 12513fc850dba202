// The kernel: from a statement to a verdict. Searchers and provers propose; the independent checker disposes: `proved`,
// `proved-on` and `refuted` are given only to a certificate that the checker accepted, `supported` only to a completed
// search.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dpcert/kernel/verdict.hpp"
#include "dpcert/language/statement.hpp"
#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/points/search.hpp"
#include "verify/engine/tightness/tightness.hpp"
#include "verify/support/digest.hpp"

namespace dpcert::verify {

struct DecideOptions {
  std::string claim;  // ledger id, written into the certificate; may be empty
  std::uint64_t seed = 1;
  int threads = 1;
  Precision bits = 64;
  std::size_t max_boxes = 200'000;
  std::chrono::duration<double> time_limit{60};
  std::size_t evaluations = 100'000;                       // wanted for `supported`
  std::size_t tightness_boxes = 3000;                      // spent on the tightness of what was proved; 0: none
  std::optional<Tightness::Kind> tightness_kind;           // only this one; else the more informative
  long max_dimension = 8;                                  // of statements for all dimensions
  std::map<std::size_t, std::vector<std::string>> advice;  // conclusion (from 1) -> proof lines
  std::vector<Point> points;                               // to be tried as counterexamples and as inhabited points
  std::vector<Interpretation> interpretations;
  const std::atomic<bool>* cancel = nullptr;
  std::function<void(double share, std::size_t boxes, double worst)> progress;
  Checkpoints checkpoints;  // of long box searches
};

/// A certificate that the checker did not accept: a defect of the engine. What was tried without the step at that line
/// stands in the decision.
struct Rejected {
  std::string certificate;
  std::size_t line = 0;  // of the certificate, from 1; 0 if it is none in particular
  std::string reason;    // the checker's words
};

struct Decision {
  Verdict verdict = Verdict::open;
  std::string reason;       // for open: undefined, vacuous, timeout, no method, and what stands behind it
  std::string certificate;  // text, if the checker accepted one
  std::string digest;
  bool checked = false;
  std::string method;  // in words
  std::vector<Rejected> rejected;
  std::string advice_problem;  // why advice was not followed to its end
  std::vector<std::string> rules;
  std::map<std::string, std::size_t> tactics;  // that proved it: how often each made a step of the proofs
  std::vector<std::string> proved_on;          // "d=3", "x in [1/2, 3)"
  std::optional<Counterexample> counterexample;
  std::optional<long> counterexample_dim;
  std::optional<Relation> refuted_relation;
  std::size_t boxes = 0;
  std::size_t resumed_boxes = 0;  // that many of them were done by an earlier run
  std::size_t lines = 0;
  std::size_t evaluations = 0;
  std::string search;
  Precision precision = 0;
  double check_seconds = 0;
  double share = 0;     // of the domain of the conclusion at which it stopped, by the best numeric attempt
  std::string hardest;  // the box at which that attempt stood, if time or boxes ran out
  bool timed_out = false, out_of_boxes = false;  // more time (no interruption) or more boxes might decide it
  struct StatedTightness : Tightness {
    std::size_t conclusion = 1;   // that it is of, from 1
    std::size_t conclusions = 1;  // of how many
    std::optional<long> dim;      // the instance that `at` belongs to; the enclosure is over all that are proved
  };
  std::optional<StatedTightness> tightness;  // of what was proved
};

Decision decide(const Statement& statement, const DecideOptions& options);

/// The lines of a certificate up to its statement. What follows in it does not depend on claim, comments and layout.
std::string certificate_head(const Statement& statement, const std::string& claim);
/// A certificate's text with its last line.
std::string with_digest(std::string body);

}  // namespace dpcert::verify
