#include "cli/report_suites.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "dpcert/properties/suite.hpp"

namespace dpcert::cli {

std::vector<catalogue::SuiteRecord> report_suites(const catalogue::RunSummary& run, bool whole, long cases,
                                                  const Common& common) {
  std::set<std::string> claims;
  for (const catalogue::ClaimRecord& claim : run.claims) claims.insert(claim.id);
  std::vector<catalogue::SuiteRecord> chosen;
  for (const std::string& name : properties::suite_names()) {
    catalogue::SuiteRecord suite;
    suite.name = name;
    suite.claims = properties::tested_claims(name);
    std::erase_if(suite.claims, [&](const std::string& id) { return !claims.contains(id); });
    if (whole || !suite.claims.empty()) chosen.push_back(std::move(suite));
  }
  ProgressLine line(common.quiet, chosen.size());
  std::vector<catalogue::SuiteRecord> done;
  // One after another: RapidCheck keeps the case that it is at in a variable of the whole process.
  for (catalogue::SuiteRecord& suite : chosen) {
    line.doing(suite.name);
    properties::Options options;
    options.cases = static_cast<int>(cases);
    options.seed = common.seed;
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
