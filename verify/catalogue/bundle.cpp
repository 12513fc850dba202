#include "dpcert/catalogue/bundle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "dpcert/catalogue/uses.hpp"
#include "dpcert/core/error.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/support/digest.hpp"

namespace dpcert::catalogue {

namespace {

namespace fs = std::filesystem;

/// A certificate's name without a folder in it: a list speaks of its own folder, and nothing else is ever removed.
bool is_certificate_name(const std::string& name) {
  return name.find('/') == std::string::npos && (name.ends_with(".cert") || name.ends_with(".cert.gz"));
}

std::optional<ListedFile> listed(const std::string& line) {
  constexpr std::size_t digits = 64;
  if (line.size() < digits + 3 || line.compare(digits, 2, "  ") != 0) return std::nullopt;
  ListedFile one{line.substr(digits + 2), line.substr(0, digits)};
  if (one.sha256.find_first_not_of("0123456789abcdef") != std::string::npos || !is_certificate_name(one.file))
    return std::nullopt;
  return one;
}

}  // namespace

std::vector<SettledStatement> settle_with_grounds(const Catalogue& catalogue, const std::vector<std::string>& ids,
                                                  Certifier& certifier, const RunOptions& options) {
  for (const std::string& id : ids)
    if (!catalogue.statement(id) && !catalogue.find(id))
      throw Error(ErrorCode::bad_input, "statement", "the id of a statement of the catalogue", id);
  const std::vector<CatalogueEntry> parts = with_grounds(catalogue, ids);
  std::vector<const CatalogueEntry*> entries;
  for (const CatalogueEntry& part : parts) entries.push_back(&part);
  std::vector<SettledStatement> settled;
  RunSummary run = run_claims(catalogue, entries, certifier, options);
  run.claims.insert(run.claims.end(), run.base.begin(), run.base.end());
  for (const ClaimRecord& record : run.claims) {
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [&](const CatalogueEntry& entry) { return entry.ledger.id == record.id; });
    const CatalogueEntry* entry = catalogue.find(record.id);
    // A part without either statement stands for an entry that is not formalised: its verdict is its own.
    if (part->formal || !part->repair) {
      settled.push_back({record.id, false, entry, record});
      // Others lean on the formal statement, whatever it says of the print.
      Finding& own = settled.back().finding;
      if (record.decided != record.verdict) own.verdict = record.decided, own.reason.clear();
    }
    if (part->repair) settled.push_back({record.repair->id, false, entry, *record.repair});
  }
  const auto place = [&](const SettledStatement& s) { return std::find(ids.begin(), ids.end(), s.id) - ids.begin(); };
  for (SettledStatement& s : settled) s.asked = place(s) < std::ssize(ids);
  std::stable_sort(settled.begin(), settled.end(),
                   [&](const SettledStatement& a, const SettledStatement& b) { return place(a) < place(b); });
  return settled;
}

void write_bundle_list(const fs::path& folder, std::vector<std::string> files) {
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  std::optional<std::vector<ListedFile>> before;
  try {
    before = read_bundle_list(folder);
  } catch (const Error&) {
    // No list of ours: it is replaced, and nothing that it may name is removed.
  }
  std::string text;
  for (const std::string& file : files)
    text += fmt::format("{}  {}\n", verify::sha256_hex(read_file(folder / file)), file);
  write_file_atomically(folder / bundle_list, text);
  if (!before) return;
  for (const ListedFile& old : *before) {
    std::error_code ignored;
    if (!std::binary_search(files.begin(), files.end(), old.file)) fs::remove(folder / old.file, ignored);
  }
}

std::optional<std::vector<ListedFile>> read_bundle_list(const fs::path& folder) {
  const fs::path list = folder / bundle_list;
  if (!fs::exists(list)) return std::nullopt;
  std::vector<ListedFile> files;
  std::istringstream lines(read_file(list));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const auto one = listed(line);
    if (!one)
      throw Error(ErrorCode::bad_input, fmt::format("{}:{}", list.string(), number),
                  "a sha256 in hexadecimal, two blanks and the name of a certificate in this folder", "'" + line + "'");
    files.push_back(*one);
  }
  return files;
}

}  // namespace dpcert::catalogue
