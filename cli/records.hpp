// What the runs of `certify` into one output folder have found so far: OUT/records.json. A report speaks of one run;
// this file keeps all, so that the next run goes on from there and other subcommands can show verdicts.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "verify/catalogue/record.hpp"

namespace dpcert::cli {

using Records = std::map<std::string, catalogue::ClaimRecord>;

/// The records by id; empty if there were no runs. A file that is not ours is bad input.
Records read_records(const std::filesystem::path& out);
/// Puts the run's records in the place of older ones and writes the file.
void merge_records(Records& records, const catalogue::RunSummary& run, const std::filesystem::path& out);

/// The record of an entry: an earlier run's if it speaks of the same statement, else what is known without an engine.
catalogue::ClaimRecord best_record(const catalogue::CatalogueEntry& entry, const Records& records);

}  // namespace dpcert::cli
