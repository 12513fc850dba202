// How tight an inequality lhs >= rhs is, with what the certificate needs to say so (docs/certificate-format.md,
// `tightness`):
//   slack: an enclosure of the least lhs - rhs over the domain;
//   ratio: of the greatest rhs/lhs, where lhs >= 0 on the domain, or lhs/rhs, where rhs <= 0: the least c for which the
//          larger side (in absolute value), times c, still bounds the other. 1: the constant cannot be improved.
// And a place where it is attained, or nearly.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/language/evidence.hpp"
#include "verify/engine/boxes/boxes.hpp"
#include "verify/engine/proof/step.hpp"

namespace dpcert::verify {

/// With the proofs that the certificate needs.
struct ProvedTightness : Tightness {
  /// Slack: of lhs >= rhs + lower; ratio: of lhs * upper >= rhs (lhs >= rhs * upper). Empty: by the goal itself.
  Proof proof;
  Proof sign;  // ratio: of the larger side's sign
};

struct TightnessOptions {
  std::size_t max_boxes = 3000;  // of one proof; a few are tried
  /// Ratio: units of work (src/core/work.hpp) for the proofs of its upper end together. The sign of the larger side
  /// has as many of its own, 200,000 at most; searching for a place is not counted. A slack is bounded by boxes alone.
  std::uint64_t work = 1'000'000;
  BoxOptions boxes;                                     // deadline, cancellation, threads
  std::vector<std::map<std::string, Rational>> points;  // known to satisfy every hypothesis; tried first
};

/// For a goal that is proved: the lower end is at least 0. Looks for a place of small slack by probes and descent in
/// double intervals, then proves lower bounds below it by branch and bound; a proof that meets a smaller value goes on
/// from there. The result depends on the goal and the options' numbers only. Nothing if no point could be evaluated
/// (arbitrary functions, equations, hypotheses that hold nowhere near the probes).
std::optional<ProvedTightness> least_slack(const Goal& goal, const TightnessOptions& options);

/// The same for the ratio: 0 < lower <= upper <= 1. Nothing also where neither side is seen to have the sign that it
/// needs, or no point with a positive ratio is found. Ends that are open or infinite are approached until the ratio is
/// within 2^-20 of 1.
std::optional<ProvedTightness> greatest_ratio(const Goal& goal, const TightnessOptions& options);

/// One of the two.
std::optional<ProvedTightness> tightness(Tightness::Kind kind, const Goal& goal, const TightnessOptions& options);

/// Of the first goal that has a ratio, which is free of units and scale: the ratio, unless its enclosure is wider than
/// a hundredth and the slack is positive and relatively better enclosed. If none has one, the slack of the first. With
/// the number of the goal (from 0).
std::optional<std::pair<std::size_t, ProvedTightness>> best_tightness(const std::vector<Goal>& goals,
                                                                      const TightnessOptions& options);

}  // namespace dpcert::verify
