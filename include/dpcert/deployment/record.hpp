// The certification report of one deployment, as plain data: what the writers in reports/ show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dpcert::deployment {

/// Decimal strings, rounded outward; "inf".
struct Bounds {
  std::string lower, upper;
};

/// One file that `dpcert check` accepts.
struct Certificate {
  std::string file;       ///< relative to the report
  std::string statement;  ///< verbatim
  std::string digest;     ///< sha256 line of the certificate
};

/// What came of asking the kernel for a proof of a number.
enum class Attempt : std::uint8_t {
  none,     ///< nothing was asked: there is no formula in the checker's language
  proved,   ///< and accepted by the checker
  failed,   ///< there is a formula, and no proof of the number was found: the number may be wrong
  refuted,  ///< the opposite was proved: the number is wrong
};
std::string_view name(Attempt attempt);
struct Attempted {
  Attempt attempt = Attempt::none;
  std::optional<Certificate> certificate;
  std::string why_no_certificate;  ///< if there is none
  std::string tried;               ///< the statement that failed or was refuted

  /// Was there a formula that did not bear the number out?
  [[nodiscard]] bool trouble() const { return attempt == Attempt::failed || attempt == Attempt::refuted; }
};

/// One number of a privacy curve.
struct Point : Attempted {
  std::string at;  ///< order or epsilon
  Bounds bounds;
  std::string worst;  ///< the case that attains it
  std::string basis;  ///< what the number rests on, in words
};

enum class Met : std::uint8_t { met, not_met, undecided };
std::string_view name(Met met);

enum class Says : std::uint8_t { agrees, silent, contradicts };
std::string_view name(Says says);

/// What one kind of evidence says about a target that the evaluation calls met.
struct Evidence {
  std::string kind;  ///< evaluation, certificate, enumeration, quadrature or sampling
  Says says = Says::silent;
  std::string what;  ///< in a sentence
};

struct TargetResult : Attempted {
  std::string target;   ///< "(2, 0.5)-RDP", "(1, 1e-05)-DP"
  std::string meaning;  ///< the same in a sentence
  Met met = Met::undecided;
  Bounds bounds;                   ///< of what is compared with the target
  std::string why;                 ///< in a sentence
  std::vector<Evidence> evidence;  ///< of what the evaluation calls met

  /// The kinds that agree.
  [[nodiscard]] std::string agreeing() const;
};

/// A catalogue claim that the reduction to the worst pairs rests on.
struct Basis {
  std::string id, verdict, source, printed, reading, certificate, reason;
  bool proved = false;                     ///< with all that it leans on
  std::vector<std::string> uses, assumes;  ///< statements that it leans on; cited theorems at the end of the chain
};

/// All pairs of neighbouring data sets, evaluated one by one.
struct Enumeration {
  bool done = false;
  std::string why_not;
  std::int64_t pairs = 0;
  std::vector<std::string> orders;
  bool agrees = true;       ///< no pair above the largest of the cases
  std::string exceeded_by;  ///< the pair and order, if not
};

/// What the real sampler shows.
struct Empirical {
  std::size_t target = 0;  ///< of the report's, from 0
  std::string pair;
  std::string quantity;  ///< "epsilon at delta = 1e-05", "divergence of order 2"
  std::int64_t samples = 0;
  std::int64_t hits_p = 0, hits_q = 0;  ///< draws in the event, from either side
  std::string lower;                    ///< the lower bound, "none" if nothing can be said
  std::string upper;                    ///< the certified upper bound beside it
  bool contradicts = false;
};

struct Suite {
  std::string name, description;
  bool passed = false;
  int cases = 0;
  std::string failure;
};

struct Report {
  std::string version, program_sha256, config_file, config_sha256, config_text, command;
  std::string name, description;
  std::string mechanism, release, adjacency, source;
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<std::string> assumptions, caveats;
  std::vector<TargetResult> targets;
  std::vector<Point> renyi, deltas;
  std::vector<Basis> basis;                ///< what the worst cases rest on
  std::vector<Basis> grounds;              ///< what those lean on, directly or not
  std::optional<Enumeration> enumeration;  ///< of mechanisms with finitely many data sets
  std::string confidence;
  std::uint64_t seed = 0;
  std::vector<Empirical> empirical;
  std::vector<Suite> suites;
  bool suites_run = false;
  bool interrupted = false;
  double seconds = 0;

  /// Not met if any target is not; else undecided if any is.
  [[nodiscard]] Met met() const;
  /// A proof, a quadrature, a sampler or a suite contradicts the certified numbers: something is broken.
  [[nodiscard]] bool contradiction() const;
  /// The numbers that a proof was tried for and not found, in words; the opposite may have been proved.
  [[nodiscard]] std::vector<std::string> troubles() const;
};

}  // namespace dpcert::deployment
