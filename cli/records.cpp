#include "cli/records.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "verify/catalogue/engine.hpp"

namespace dpcert::cli {

namespace {

namespace fs = std::filesystem;
using namespace catalogue;

fs::path file_in(const std::string& out) { return fs::path(out) / "store.sqlite"; }
void complain(const std::string& line) { fmt::print(stderr, "dpcert: {}\n", line); }

/// What was last found about this text, under this id; `changed` if that was about another text.
std::optional<Finding> last_finding(Store& store, const std::string& id, const FormalStatement& formal, bool& changed) {
  auto result = store.latest(id);
  if (!result) return std::nullopt;
  try {
    if (result->statement == statement_digest(formal.text)) return std::move(result->finding);
  } catch (const std::exception&) {  // a text that cannot be read has no findings
  }
  changed = true;
  return std::nullopt;
}

/// The record of an entry by itself.
ClaimRecord last_record(const CatalogueEntry& entry, Store* store) {
  const bool settled = settled_without_engine(entry).has_value();
  std::optional<Finding> own, repair;
  bool changed = false;
  if (store && !settled) own = last_finding(*store, entry.ledger.id, *entry.formal, changed);
  if (store && entry.repair) repair = last_finding(*store, entry.ledger.id + ".repair", *entry.repair, changed);
  const bool known = settled || own;
  ClaimRecord record = record_of(entry, std::move(own), std::move(repair));
  if (!known) record.reason = changed ? "the formal statement changed since the last run" : "not run yet";
  return record;
}

}  // namespace

std::unique_ptr<Store> open_store(const std::string& out) {
  make_folder(out);
  return std::make_unique<Store>(file_in(out), complain);
}

std::unique_ptr<Store> existing_store(const std::string& out) {
  std::error_code none;
  return fs::exists(file_in(out), none) ? std::make_unique<Store>(file_in(out), complain) : nullptr;
}

LastRecords::LastRecords(const Catalogue& all, Store* store)
    : store_(store), leaning_(all, [this](const CatalogueEntry& entry) {
        const auto at = alone_.find(entry.ledger.id);
        return &(at != alone_.end() ? at : alone_.emplace(entry.ledger.id, last_record(entry, store_)).first)->second;
      }) {}

ClaimRecord LastRecords::of(const CatalogueEntry& entry) { return leaning_.resolve(entry).value(); }

}  // namespace dpcert::cli
