// Randomised property suites of the library's own mathematics, by name. This header needs no RapidCheck: the command
// line and other people's tests include it. To check your own divergence or mechanism, see mechanism.hpp.
//
//   const auto result = dpcert::properties::run_suite("divergence.skew-symmetry", {.cases = 1000});
//   EXPECT_TRUE(result.passed) << result;
#pragma once

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace dpcert::properties {

struct Options {
  int cases = 100;                          ///< random cases to try
  std::uint64_t seed = 1;                   ///< the same seed gives the same cases
  std::string replay;                       ///< a replay string printed by a failed run: only that case, shrunk, is run
  const std::atomic<bool>* stop = nullptr;  ///< once true, the suite ends after the case that it is at
};

struct SuiteResult {
  std::string name;
  int cases = 0;  ///< cases that held; unknown if interrupted
  bool passed = false;
  bool interrupted = false;  ///< Options::stop ended it before it had a result
  std::string failure;       ///< the shrunk counterexample and what failed; empty if passed
  std::string replay;        ///< give this to Options::replay to see the same failure again; empty if passed
  double seconds = 0;
};
/// One line if passed; counterexample and replay string too if not.
std::ostream& operator<<(std::ostream& out, const SuiteResult& result);

/// Names of all suites, sorted.
std::vector<std::string> suite_names();
/// What a suite checks, in one sentence. Throws dpcert::Error (bad_input) for an unknown name.
std::string_view suite_description(std::string_view name);
/// Ids of the catalogue's claims that the suite tests with the library's formulas and samplers; most suites have none.
/// Throws dpcert::Error (bad_input) for an unknown name.
std::vector<std::string> tested_claims(std::string_view suite);
/// Runs one suite. Throws dpcert::Error (bad_input) for an unknown name, a number of cases below 1, or a replay string
/// that is malformed or of another suite. A failing property is a result, not an exception.
SuiteResult run_suite(std::string_view name, const Options& options = {});
/// The suite that a replay string belongs to. Throws dpcert::Error (bad_input) if it names none.
std::string suite_of_replay(std::string_view replay);

}  // namespace dpcert::properties
