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

/// One number of a privacy curve.
struct Point {
  std::string at;  ///< order or epsilon
  Bounds bounds;
  std::string worst;  ///< the case that attains it
  std::string basis;  ///< what the number rests on, in words
  std::optional<Certificate> certificate;
  std::string why_no_certificate;  ///< if there is none
};

enum class Met : std::uint8_t { met, not_met, undecided };
std::string_view name(Met met);

struct TargetResult {
  std::string target;   ///< "(2, 0.5)-RDP", "(1, 1e-05)-DP"
  std::string meaning;  ///< the same in a sentence
  Met met = Met::undecided;
  Bounds bounds;    ///< of what is compared with the target
  std::string why;  ///< in a sentence
  std::optional<Certificate> certificate;
};

/// A catalogue claim that the reduction to the worst pairs rests on.
struct Basis {
  std::string id, verdict, source, printed, reading, certificate, reason;
  bool proved = false;
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
  std::vector<Basis> basis;
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
  /// A sampler or a suite contradicts the certified numbers: something is broken.
  [[nodiscard]] bool contradiction() const;
};

}  // namespace dpcert::deployment
