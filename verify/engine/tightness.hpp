// How tight an inequality is: an enclosure of the least slack lhs - rhs over the domain, and a place where it is nearly
// attained, with what the certificate needs to say so (docs/certificate-format.md, `tightness`).
#pragma once

#include <map>
#include <optional>
#include <string>

#include "verify/engine/prover.hpp"

namespace dpcert::verify {

struct Tightness {
  Rational lower;  // lhs - rhs >= lower wherever the hypotheses hold
  Rational upper;  // lhs - rhs <= upper at `at`
  std::map<std::string, Rational> at;
  Lines proof;            // of lhs >= rhs + lower; empty: lower = 0, by the goal itself
  bool by_equal = false;  // lhs - rhs = upper at `at` by normal form
};

struct TightnessOptions {
  std::size_t max_boxes = 3000;                         // of one proof; a few are tried
  BoxOptions boxes;                                     // deadline, cancellation, threads
  std::vector<std::map<std::string, Rational>> points;  // known to satisfy every hypothesis; tried first
};

/// For a goal that is proved: the lower end is at least 0. Looks for a place of small slack by probes and descent in
/// double intervals, then proves lower bounds below it by branch and bound; a proof that meets a smaller value goes on
/// from there. The result depends on the goal and max_boxes only. Nothing if no point could be evaluated (arbitrary
/// functions, equations, hypotheses that hold nowhere near the probes).
std::optional<Tightness> least_slack(const Goal& goal, const TightnessOptions& options);

}  // namespace dpcert::verify
