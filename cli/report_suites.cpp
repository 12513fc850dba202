#include "cli/report_suites.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/interrupt.hpp"
#include "dpcert/properties/suite.hpp"

namespace dpcert::cli {

std::vector<catalogue::SuiteRecord> suites_of(const std::set<std::string>& claims, bool whole) {
  std::vector<catalogue::SuiteRecord> chosen;
  for (const std::string& name : properties::suite_names()) {
    catalogue::SuiteRecord suite;
    suite.name = name;
    suite.claims = properties::tested_claims(name);
    std::erase_if(suite.claims, [&](const std::string& id) { return !claims.contains(id); });
    if (whole || !suite.claims.empty()) chosen.push_back(std::move(suite));
  }
  return chosen;
}

std::vector<catalogue::SuiteRecord> report_suites(std::vector<catalogue::SuiteRecord> chosen, long cases,
                                                  std::uint64_t seed, ProgressLine& line) {
  std::vector<catalogue::SuiteRecord> done;
  // One after another: RapidCheck keeps the case that it is at in a variable of the whole process.
  for (catalogue::SuiteRecord& suite : chosen) {
    line.doing(suite.name);
    properties::Options options;
    options.cases = static_cast<int>(cases);
    options.seed = seed;
    options.stop = &interruption();
    const properties::SuiteResult result = properties::run_suite(suite.name, options);
    if (result.interrupted) break;
    suite.description = properties::suite_description(suite.name);
    suite.cases = result.cases;
    suite.passed = result.passed;
    suite.failure = result.failure;
    suite.replay = result.replay;
    suite.seconds = result.seconds;
    line.done(result.passed ? std::string() : fmt::format("{} failed", suite.name));
    done.push_back(std::move(suite));
  }
  return done;
}

}  // namespace dpcert::cli
