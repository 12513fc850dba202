// From a configuration to its certification report.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>

#include "dpcert/deployment/mechanism.hpp"
#include "dpcert/deployment/record.hpp"

namespace dpcert::deployment {

struct Options {
  std::filesystem::path folder;  ///< of the report; certificates go to `certificates/` below it. It exists.
  unsigned threads = 1;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string& stage)> progress;
};

/// Everything but the property suites and what only a program knows of itself (version, digests, command). Throws Error
/// if a certified quantity cannot be computed for these parameters.
Report certify(const Config& config, const Deployed& deployed, const Options& options);

/// Lower bounds from the real sampler for every target and pair, by Clopper-Pearson intervals; `upper` and
/// `contradicts` are for the caller who knows the certified bounds.
struct EmpiricalBound {
  std::int64_t hits_p = 0, hits_q = 0;
  double p_lower = 0,
         q_upper = 1;  ///< P(event) >= p_lower and Q(event) <= q_upper, together at the confidence asked for
};
/// The Renyi divergence of `order` > 1 (maybe infinite) between coins of probabilities p > q, which is that of an
/// event's indicator: processing does not increase it. In logarithms, because the powers of high orders leave double's
/// range. 0 unless p > q.
double event_divergence(double p, double q, double order);
/// The event {score > t} with t chosen on a tenth of the draws to make `gain(p_lower, q_upper)` large, then counted on
/// fresh ones.
EmpiricalBound empirical_bound(const SampledPair& pair, std::int64_t samples, double confidence, std::uint64_t seed,
                               const std::function<double(double, double)>& gain, const std::atomic<bool>* stop);

}  // namespace dpcert::deployment
