#include "cli/last_run.hpp"

#include <fstream>

#include "cli/command.hpp"
#include "reports/report.hpp"
#include "verify/catalogue/certifier.hpp"

namespace dpcert::cli {

std::unordered_map<std::string, catalogue::ClaimRecord> last_run(const std::filesystem::path& out) {
  std::unordered_map<std::string, catalogue::ClaimRecord> records;
  const std::filesystem::path file = out / "report" / "report.json";
  std::ifstream in(file);
  if (!in) return records;
  try {
    for (const auto& json : nlohmann::ordered_json::parse(in).at("claims")) {
      catalogue::ClaimRecord record = reports::record_from_json(json);
      records.emplace(record.id, std::move(record));
    }
  } catch (const nlohmann::json::exception&) {
    throw BadInput(file.string() + ": not a report of dpcert certify; remove it or choose another --out");
  }
  return records;
}

catalogue::ClaimRecord best_record(const catalogue::CatalogueEntry& entry,
                                   const std::unordered_map<std::string, catalogue::ClaimRecord>& last) {
  if (auto settled = catalogue::settled_without_engine(entry)) return *settled;
  catalogue::ClaimRecord blank = catalogue::blank_record(entry);
  const auto at = last.find(entry.ledger.id);
  if (at != last.end() && at->second.formal == blank.formal) return at->second;
  blank.reason = at == last.end() ? "not run yet" : "the formal statement changed since the last run";
  return blank;
}

}  // namespace dpcert::cli
