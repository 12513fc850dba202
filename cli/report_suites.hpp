// The property suites that a certification report shows beside its verdicts.
#pragma once

#include <vector>

#include "cli/command.hpp"
#include "dpcert/catalogue/record.hpp"

namespace dpcert::cli {

/// Runs the suites that test a claim of the run, or all of them where the run holds the whole catalogue, each with that
/// many cases. An interrupted suite is left out.
std::vector<catalogue::SuiteRecord> report_suites(const catalogue::RunSummary& run, bool whole, long cases,
                                                  const Common& common);

}  // namespace dpcert::cli
