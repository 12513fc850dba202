// The kernel: from a statement to a verdict. Searchers and provers propose; the independent checker disposes: `proved`,
// `proved-on` and `refuted` are given only to a certificate that the checker accepted, `supported` only to a completed
// search.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/kernel/verdict.hpp"
#include "dpcert/language/evidence.hpp"
#include "dpcert/language/statement.hpp"
#include "dpcert/symbolic/relation.hpp"

namespace dpcert::verify {

/// What decide() may spend, and what it is told. The defaults decide most statements in seconds.
struct DecideOptions {
  std::string claim;                              ///< an id to be written into the certificate; may be empty
  std::uint64_t seed = 1;                         ///< of the points that are drawn
  int threads = 1;                                ///< for box searches and rounds of tactics; changes no result
  Precision bits = 64;                            ///< working precision to start with; raised where needed
  std::size_t max_boxes = 200'000;                ///< for each numeric proof attempt
  std::chrono::duration<double> time_limit{60};   ///< wall clock, for everything together
  std::size_t evaluations = 100'000;              ///< certified evaluations wanted for `supported`
  std::size_t tightness_boxes = 3000;             ///< spent on the tightness of what was proved; 0: none
  std::optional<Tightness::Kind> tightness_kind;  ///< only this one; else the more informative
  std::size_t tightness_of = 0;                   ///< this conclusion, from 1; 0: the one that says most
  long max_dimension = 8;                         ///< of statements for all dimensions: the last one that is tried
  /// Proof lines to follow (docs/certificate-format.md), by conclusion from 1. A line `auto` asks the prover to fill
  /// in.
  std::map<std::size_t, std::vector<std::string>> advice;
  /// Statements that these lines may use, by `lemma ID (...)`, in a statement of `language 3`. decide() takes them for
  /// proved: what comes of it is true if they are (Decision::lemmas).
  std::vector<Lemma> lemmas;
  std::vector<Point> points;  ///< to be tried as counterexamples and as points that satisfy every hypothesis
  std::vector<Interpretation> interpretations;  ///< of arbitrary functions, to be tried with them
  /// Looked at often by all threads; once true, decide() returns soon with what it has. Null: never.
  const std::atomic<bool>* cancel = nullptr;
  /// Called by the calling thread during box searches: share of the domain proved, boxes so far, the worst lower bound
  /// among the boxes split last.
  std::function<void(double share, std::size_t boxes, double worst)> progress;
  Checkpoints checkpoints;  ///< of long box searches
};

/// A certificate that the checker did not accept: a defect of the engine. What was tried without the step at that line
/// stands in the decision.
struct Rejected {
  std::string certificate;
  std::size_t line = 0;  ///< of the certificate, from 1; 0 if it is none in particular
  std::string reason;    ///< the checker's words
};

/// What came of it. The comments say for which verdicts a member is set; elsewhere it has its default.
struct Decision {
  /// proved, proved_on (a statement for all dimensions, for the first of them), refuted, supported or open.
  Verdict verdict = Verdict::open;
  /// open: one of "undefined: ...", "vacuous: ...", "timeout: ...", "no method: ..." and what stands behind it.
  /// proved_on: which dimensions; supported: how many evaluations, and where the proof is stuck. Else empty.
  std::string reason;
  std::string certificate;  ///< proved, proved_on, refuted: the text that the checker accepted
  /// proved, proved_on: ids of the `lemmas` that the certificate quotes. The verdict holds only together with theirs,
  /// and the checker takes the certificate only together with proofs of them (checker::close).
  std::vector<std::string> lemmas;
  /// open, because an integral does not exist: the certificate of the statement, quoted in the reason, which says so.
  std::string divergence;
  std::string digest;  ///< of that certificate: SHA-256, 64 hexadecimal digits
  /// The checker accepted the certificate for this statement and this verdict, as far as `lemmas` are proved.
  bool checked = false;
  std::string method;              ///< how it was decided, in words; empty where it was not
  std::vector<Rejected> rejected;  ///< certificates on the way that the checker did not accept, any verdict
  std::string advice_problem;      ///< why advice was not followed to its end, any verdict
  std::vector<std::string> rules;  ///< proved, proved_on: the certificate's rules, each once, in the checker's order
  /// proved, proved_on: the prover's tactics that made steps of the proofs, and how many each.
  std::map<std::string, std::size_t> tactics;
  std::vector<std::string> proved_on;            ///< proved_on: parts of the domain, as in "d=3", "x in [1/2, 3)"
  std::optional<Counterexample> counterexample;  ///< refuted
  std::optional<long> counterexample_dim;        ///< refuted, of a statement for all dimensions: the one it is of
  std::optional<Relation> refuted_relation;      ///< refuted: the conclusion that fails
  std::optional<std::size_t> disproved;          ///< refuted by a proof of the negation: the conclusion, from 0
  std::size_t boxes = 0;                         ///< of all box searches, any verdict
  std::size_t resumed_boxes = 0;                 ///< that many of them were done by an earlier run (checkpoints)
  std::size_t lines = 0;                         ///< of the accepted certificate, as the checker counts them
  std::size_t evaluations = 0;  ///< certified evaluations of the last search, if there was one: supported, open
  std::string search;           ///< how that search drew its points, in words
  Precision precision = 0;      ///< the most bits in the evidence; 0: exact, or no evidence
  double check_seconds = 0;     ///< that the checker took
  double share = 0;  ///< of the domain, in [0, 1], that the best numeric attempt proved of the conclusion at which the
                     ///< proof stopped: supported, open
  std::string hardest;                 ///< the box that this attempt could not decide, as text
  std::vector<std::string> undecided;  ///< some of the other boxes that were left
  bool timed_out = false;              ///< more time (no interruption) might decide it, or more of it
  bool out_of_boxes = false;           ///< more boxes (max_boxes) might
  struct StatedTightness : Tightness {
    std::size_t conclusion = 1;   ///< that it is of, from 1
    std::size_t conclusions = 1;  ///< of how many
    std::optional<long> dim;      ///< the instance that `at` belongs to; the enclosure is over all that are proved
  };
  /// proved, proved_on: of one inequality among the conclusions, where one was found; it is in the certificate.
  std::optional<StatedTightness> tightness;
};

/// Decides a statement. A first short search looks for counterexamples and for a point that satisfies the hypotheses,
/// then every conclusion is proved, then, if that fails, a longer search looks for counterexamples.
///
/// The same statement, seed and budgets give the same decision on any machine and with any number of threads, unless
/// the time limit or `cancel` ends it. Several threads may call it at once. Throws SyntaxError if an instance of a
/// statement for all dimensions cannot be read, and whatever `progress` and the functions of `checkpoints` throw; that
/// nothing is known is no exception but the verdict open.
Decision decide(const Statement& statement, const DecideOptions& options = {});

}  // namespace dpcert::verify
