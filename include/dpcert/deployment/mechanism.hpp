// The mechanisms that a deployment can name: from the fields of its configuration to what can be certified about it.
#pragma once

#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/deployment/config.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::deployment {

using Random = std::mt19937_64;

/// Two neighbouring data sets, with the mechanism's real sampler: the log of the density ratio P/Q at what was
/// released.
struct SampledPair {
  std::string label;
  std::function<double(Random&)> from_p, from_q;
  std::int64_t cost = 1;  ///< variates that one draw takes
};

/// The two laws of what is released on two neighbouring data sets, from the mechanism's own parameters and without any
/// closed form of a divergence: what quadrature.hpp sums up. Either densities on the real line or finitely many
/// outcomes.
struct LawPair {
  std::function<double(double)> log_p, log_q;  ///< log densities; empty if there are outcomes
  double center = 0, scale = 1;                ///< where both laws are, roughly
  struct Outcome {
    double p, q, multiplicity;
  };
  std::vector<Outcome> outcomes;
  std::int64_t compositions = 1;  ///< independent repetitions
  double noise = 1e-14;           ///< of the log densities in double
};

/// Pairs of neighbours, all of them, to be enumerated.
struct Neighbours {
  std::int64_t count = 0;  ///< ordered pairs
  std::function<CertifiedCase(std::int64_t)> at;
};

struct Deployed {
  std::string title;                                       ///< "Beta-Bernoulli posterior sampling, diffused"
  std::string release;                                     ///< what is released, in a sentence
  std::vector<std::pair<std::string, std::string>> facts;  ///< parameter, value
  Guarantee guarantee;
  std::vector<std::string> case_labels;  ///< of the guarantee's cases
  std::optional<Neighbours> neighbours;  ///< of a mechanism with finitely many data sets, up to symmetry
  std::vector<SampledPair> pairs;
  std::vector<LawPair> laws;        ///< the worst pairs, for quadrature; empty if there is none of one dimension
  std::vector<std::string> suites;  ///< names or globs of the property suites about this mathematics
  /// delta(epsilon), the hockey-stick divergence of the worst pair, where it has a closed form; empty otherwise.
  std::function<Ball(const Rational& epsilon, Precision bits)> delta;
  std::string delta_source;
  /// Its lower end is a lower bound of delta(epsilon) for a pair of neighbours. It stands beside `delta` where that is
  /// only an upper bound, and may stand where there is no closed form; empty where `delta` is the exact value, or none
  /// is known.
  std::function<Ball(const Rational& epsilon, Precision bits)> least_delta;
  /// False for a mechanism of which no Renyi divergence is bounded: its targets are (epsilon, delta) alone, and its
  /// cases are of the quantity "delta".
  bool has_renyi = true;
};

/// The laws of a case of mechanism beta_pair.
LawPair beta_laws(const CertifiedCase& pair);

/// Throws ConfigError for an unknown type, and for fields that are missing, unknown or out of range.
Deployed deployed_mechanism(Config& config);
/// The types that a configuration may name.
std::vector<std::string> mechanism_types();

}  // namespace dpcert::deployment
