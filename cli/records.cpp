#include "cli/records.hpp"

#include <fstream>

#include "cli/command.hpp"
#include "reports/report.hpp"
#include "verify/catalogue/certifier.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

namespace {
std::filesystem::path file_in(const std::filesystem::path& out) { return out / "records.json"; }
}  // namespace

Records read_records(const std::filesystem::path& out) {
  Records records;
  std::ifstream in(file_in(out));
  if (!in) return records;
  try {
    const auto document = nlohmann::ordered_json::parse(in);
    for (const auto& json : document.at("claims")) {
      catalogue::ClaimRecord record = reports::record_from_json(json);
      records.emplace(record.id, std::move(record));
    }
  } catch (const nlohmann::json::exception&) {
    throw BadInput(file_in(out).string() + ": not written by dpcert certify; remove it or choose another --out");
  }
  return records;
}

void merge_records(Records& records, const catalogue::RunSummary& run, const std::filesystem::path& out) {
  nlohmann::ordered_json json;
  json["version"] = run.version;
  for (const catalogue::ClaimRecord& claim : run.claims) records.insert_or_assign(claim.id, claim);
  auto& claims = json["claims"] = nlohmann::ordered_json::array();
  for (const auto& [id, record] : records) claims.push_back(reports::to_json(record));
  catalogue::write_file_atomically(file_in(out),
                                   json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

catalogue::ClaimRecord best_record(const catalogue::CatalogueEntry& entry, const Records& records) {
  if (auto settled = catalogue::settled_without_engine(entry)) return *settled;
  catalogue::ClaimRecord blank = catalogue::blank_record(entry);
  const auto at = records.find(entry.ledger.id);
  if (at != records.end() && at->second.formal == blank.formal) return at->second;
  blank.reason = at == records.end() ? "not run yet" : "the formal statement changed since the last run";
  return blank;
}

}  // namespace dpcert::cli
