// Property suites for other people's code: a divergence routine, or a posterior-sampling mechanism. Usable inside any
// GoogleTest:
//
//   TEST(MyAccountant, Divergences) {
//     for (const auto& r : dpcert::properties::check_divergence(my_divergence, {}, {.cases = 500}))
//     EXPECT_TRUE(r.passed) << r;
//   }
//   TEST(MyMechanism, Privacy) { EXPECT_TRUE(check_guarantee(my_mechanism).passed); }
//
// Link dpcert_properties (it brings RapidCheck). Failures carry a shrunk counterexample and a replay string for
// Options::replay.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/families/laws.hpp"
#include "dpcert/properties/suite.hpp"

namespace dpcert::properties {

/// D_order(Dirichlet(p) || Dirichlet(q)) as your code computes it, in nats; +infinity where infinite. For Beta laws
/// only, set DivergenceClaims::dimension to 2.
using DivergenceFunction =
    std::function<double(double order, const std::vector<double>& p, const std::vector<double>& q)>;

/// What your divergence routine promises.
struct DivergenceClaims {
  double relative_error = 1e-9;  ///< against the certified value
  bool upper_bound = false;      ///< never below the true value (then relative_error bounds the excess only)
  int dimension = 0;             ///< number of coordinates; 0: from 2 to 5
  double least_count = 1e-3, largest_count = 1e6;
  double largest_order = 100;
};

/// Suites divergence-under-test.value, .infinity, .permutation, .monotone: against the certified value, infinite
/// exactly where it is, invariant under permuting coordinates and monotone in the order (both within relative_error).
/// With options.replay set, only the suite it names is run.
std::vector<SuiteResult> check_divergence(const DivergenceFunction& divergence, const DivergenceClaims& claims = {},
                                          const Options& options = {});

/// A mechanism that releases a sample of a Dirichlet (or Beta) law determined by the data. Records are categories 0 ..
/// categories - 1.
struct PosteriorMechanism {
  int categories = 2;
  int most_records = 40;  ///< data sets of 1 .. most_records records are tried
  /// The law from which the release is drawn, exactly.
  std::function<Dirichlet<Rational>(std::span<const int> data)> law;
  /// The epsilon (nats) claimed for this Renyi order between data sets that differ in one replaced record; +infinity
  /// where nothing is claimed.
  std::function<double(double order)> guarantee;
  /// Optional: one release, as probabilities, from a source of random bits seeded by `seed`.
  std::function<std::vector<double>(std::span<const int> data, std::uint64_t seed)> sample;
};

/// No pair of neighbouring data sets has a certified divergence above guarantee(order), at random orders up to
/// largest_order.
SuiteResult check_guarantee(const PosteriorMechanism& mechanism, const Options& options = {},
                            double largest_order = 100);
/// The first coordinate of 4000 samples follows its Beta marginal (Dvoretzky-Kiefer-Wolfowitz; false alarm at most 1e-9
/// a case). Needs mechanism.sample.
SuiteResult check_sampler(const PosteriorMechanism& mechanism, const Options& options = {});

}  // namespace dpcert::properties
