// The property suites that a certification report shows beside its verdicts.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/progress.hpp"
#include "dpcert/catalogue/record.hpp"

namespace dpcert::cli {

/// The suites that test one of these claims, or all of them where the claims are the whole catalogue: names and tested
/// claims alone.
std::vector<catalogue::SuiteRecord> suites_of(const std::set<std::string>& claims, bool whole);

/// Runs the suites, each with that many cases. An interrupted suite is left out. From one thread at a time.
std::vector<catalogue::SuiteRecord> report_suites(std::vector<catalogue::SuiteRecord> chosen, long cases,
                                                  std::uint64_t seed, ProgressLine& line);

}  // namespace dpcert::cli
