// The process itself, chain by chain: shuffle once, then step. For tests of the closed forms; a floating-point sampler
// is not a private release mechanism.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "dpcert/langevin/cyclic.hpp"

namespace dpcert::langevin {

/// `chains` independent releases after `step` steps of cyclic SGLD on D1 (odd_sample = false) or D2, each with its own
/// random shuffle of the n records and its own noise. Deterministic in the seed. O(chains * step).
std::vector<double> simulate_cyclic_sgld(const Problem<double>& problem, double eta, std::int64_t step, bool odd_sample,
                                         std::int64_t chains, std::uint64_t seed);
/// The same for SGLD that draws its sample with replacement in each step.
std::vector<double> simulate_sgld(const Problem<double>& problem, double eta, std::int64_t step, bool odd_sample,
                                  std::int64_t chains, std::uint64_t seed);

/// Kolmogorov's distance between the empirical law of `sample` and a continuous distribution function.
double kolmogorov_distance(std::vector<double> sample, const std::function<double(double)>& distribution_function);
/// The distance that an empirical law of N points exceeds with probability at most `false_alarm`:
/// sqrt(log(2/false_alarm) / (2 N)) (Dvoretzky, Kiefer, Wolfowitz; constant by Massart, Ann. Probab. 18 (1990)).
double kolmogorov_threshold(std::int64_t points, double false_alarm);

}  // namespace dpcert::langevin
