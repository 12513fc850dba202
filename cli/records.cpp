#include "cli/records.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/print.hpp"

namespace dpcert::cli {

namespace {

namespace fs = std::filesystem;
using namespace catalogue;

fs::path file_in(const std::string& out) { return fs::path(out) / "store.sqlite"; }
void complain(const std::string& line) { fmt::print(stderr, "dpcert: {}\n", line); }

/// What was last found about this text, under this id; `changed` if that was about another text.
std::optional<Finding> last_finding(Store& store, const std::string& id, const FormalStatement& formal, bool& changed) {
  auto answer = store.latest(id);
  if (!answer) return std::nullopt;
  try {
    if (answer->statement == statement_digest(formal.text)) return std::move(answer->finding);
  } catch (const std::exception&) {  // a text that cannot be read has no findings
  }
  changed = true;
  return std::nullopt;
}

LastRecord last_record(const CatalogueEntry& entry, Store* store) {
  const bool settled = settled_without_engine(entry).has_value();
  std::optional<Finding> own, repair;
  bool changed = false;
  if (store && !settled) own = last_finding(*store, entry.ledger.id, *entry.formal, changed);
  // A corrected statement may be settled without the engine, too: a cited theorem.
  bool repaired = entry.repair && settled_without_engine(*entry.repair, entry.ledger.kind), ignored = false;
  if (store && entry.repair && !repaired) {
    repair = last_finding(*store, entry.ledger.id + ".repair", *entry.repair, ignored);
    repaired = repair.has_value();
  }
  const bool run = settled || own;
  LastRecord last{record_of(entry, std::move(own), std::move(repair)), run};
  if (!run) last.record.reason = changed ? "the formal statement changed since the last run" : "";
  if (!repaired) last.record.repair.reset();
  return last;
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
    : store_(store), leaning_(all, [this](const CatalogueEntry& entry, bool repair) {
        const LastRecord& last = alone(entry);
        return (repair ? last.record.repair.has_value() : last.run) ? &last.record : nullptr;
      }) {}

const LastRecord& LastRecords::alone(const CatalogueEntry& entry) {
  const auto at = alone_.find(entry.ledger.id);
  return at != alone_.end() ? at->second : alone_.emplace(entry.ledger.id, last_record(entry, store_)).first->second;
}

LastRecord LastRecords::of(const CatalogueEntry& entry) {
  LastRecord last = alone(entry);
  if (last.record.repair && !leaning_.apply(*last.record.repair, *entry.repair)) last.record.repair.reset();
  if (last.run && entry.formal && !leaning_.apply(last.record, *entry.formal)) {
    static_cast<Finding&>(last.record) = {};
    last.record.reason = "something that it leans on was not run";
    last.run = false;
  }
  if (last.run) judge_print(last.record, entry.negated());
  if (!last.run && entry.formal) last.record.evidence.uses = used_ids(*entry.formal);
  return last;
}

}  // namespace dpcert::cli
