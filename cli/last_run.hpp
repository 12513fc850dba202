// What the last `certify` wrote into the output folder, so that other subcommands can show its verdicts.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>

#include "verify/catalogue/record.hpp"

namespace dpcert::cli {

/// Records by id from OUT/report/report.json; empty if there is no report. A file that is no report of ours is bad input.
std::unordered_map<std::string, catalogue::ClaimRecord> last_run(const std::filesystem::path& out);

/// The record of an entry: the last run's if it speaks of the same statement, else what is known without an engine.
catalogue::ClaimRecord best_record(const catalogue::CatalogueEntry& entry,
                                   const std::unordered_map<std::string, catalogue::ClaimRecord>& last);

}  // namespace dpcert::cli
