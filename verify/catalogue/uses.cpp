#include "dpcert/catalogue/uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/error.hpp"
#include "dpcert/catalogue/print.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "verify/support/text.hpp"

namespace dpcert::catalogue {

namespace {

void add_once(std::vector<std::string>& list, const std::string& word) {
  if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
}

std::string place(const FormalStatement& formal, std::size_t line) { return formal.file + ":" + std::to_string(line); }

/// Depth first through the statements; `path` is the way to the one at hand.
class CycleSearch {
 public:
  explicit CycleSearch(const Catalogue& catalogue) : catalogue_(catalogue) {}

  void visit(const std::string& id, const FormalStatement& formal) {
    if (done_.count(id)) return;
    path_.push_back(id);
    for (const Directive& directive : formal.directives) {
      if (directive.name != "uses") continue;
      for (const std::string& used : verify::words(directive.argument)) {
        if (const auto at = std::find(path_.begin(), path_.end(), used); at != path_.end())
          fail(place(formal, directive.line), "a proof graph without cycles",
               fmt::format("{} uses {}", fmt::join(at, path_.end(), " uses "), used));
        if (const FormalStatement* next = catalogue_.statement(used)) visit(used, *next);
      }
    }
    path_.pop_back();
    done_.insert(id);
  }

 private:
  const Catalogue& catalogue_;
  std::vector<std::string> path_;
  std::set<std::string> done_;
};

template <class Visit>
void each_statement(const CatalogueEntry& entry, Visit visit) {
  if (entry.formal) visit(entry.ledger.id, *entry.formal);
  if (entry.repair) visit(entry.ledger.id + std::string(repair_suffix), *entry.repair);
}

/// All that these statements use, directly or not.
std::set<std::string> used_by(const Catalogue& catalogue, std::vector<const FormalStatement*> waiting) {
  std::set<std::string> used;
  while (!waiting.empty()) {
    const FormalStatement* formal = waiting.back();
    waiting.pop_back();
    for (const std::string& id : used_ids(*formal)) {
      if (!used.insert(id).second) continue;
      if (const FormalStatement* next = catalogue.statement(id)) waiting.push_back(next);
    }
  }
  return used;
}

/// Copies of the entries with nothing but the statements wanted.
std::vector<CatalogueEntry> parts_of(const Catalogue& catalogue, const std::set<std::string>& wanted) {
  std::vector<CatalogueEntry> parts;
  for (const CatalogueEntry* entry : catalogue.all()) {
    const std::string& id = entry->ledger.id;
    const bool own = wanted.count(id), repair = wanted.count(id + std::string(repair_suffix));
    if (!own && !repair) continue;
    CatalogueEntry part = *entry;
    if (!own) part.formal.reset();
    if (!repair) part.repair.reset();
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace

std::vector<std::string> used_ids(const FormalStatement& formal) {
  std::vector<std::string> ids;
  for (const Directive& directive : formal.directives)
    if (directive.name == "uses")
      for (const std::string& id : verify::words(directive.argument)) add_once(ids, id);
  return ids;
}

std::vector<std::string> citations(const FormalStatement& formal) {
  std::vector<std::string> cited;
  for (const Directive& directive : formal.directives)
    if (directive.name == "assumed") add_once(cited, directive.argument);
  return cited;
}

void require_acyclic_uses(const Catalogue& catalogue) {
  for (const CatalogueEntry* entry : catalogue.all())
    each_statement(*entry, [&](const std::string&, const FormalStatement& formal) {
      for (const Directive& directive : formal.directives) {
        if (directive.name != "uses") continue;
        const auto ids = verify::words(directive.argument);
        if (ids.empty()) fail(place(formal, directive.line), "the ids that are used", "none");
        if (!formal.has_conclusion())
          fail(place(formal, directive.line), "'#! uses' beside a conclusion", "a statement without one");
        for (const std::string& id : ids)
          // The ids of entries without a formal statement are known, and open.
          if (!catalogue.statement(id) && !catalogue.find(id))
            fail(place(formal, directive.line), "the id of an entry, or of a corrected statement (ID.repair)",
                 "'" + id + "'");
      }
    });
  CycleSearch search(catalogue);
  for (const CatalogueEntry* entry : catalogue.all())
    each_statement(*entry, [&](const std::string& id, const FormalStatement& formal) { search.visit(id, formal); });
}

void find_lemmas(FormalStatement& formal, const Catalogue& catalogue) {
  const auto used = used_ids(formal);
  for (const std::string& id : used) {
    const FormalStatement* statement = catalogue.statement(id);
    if (statement && statement->directive("cited") && verify::parse_statement(formal.text).language >= 3)
      formal.lemmas.emplace_back(id, statement->text);
  }
  for (const Directive& directive : formal.directives) {
    if (directive.name != "proof" || directive.argument.find("lemma ") == std::string::npos) continue;
    for (const std::string& id : lemma_ids(read_hints(formal))) {
      const FormalStatement* statement = catalogue.statement(id);
      if (std::find(used.begin(), used.end(), id) == used.end() || !statement || !statement->has_conclusion())
        fail(place(formal, directive.line), "`lemma` with an id of the '#! uses' lines that concludes something",
             "'" + id + "'");
      if (statement->directive("negation"))
        fail(place(formal, directive.line), "`lemma` with a statement that its entry asserts",
             "'" + id + "', which is negated");
      if (verify::parse_statement(formal.text).language < 3)
        fail(place(formal, directive.line), "`language 3` in a statement whose proof uses a lemma", "another version");
      if (!statement->directive("cited")) formal.lemmas.emplace_back(id, statement->text);
    }
    return;
  }
}

std::vector<verify::Lemma> cited_theorems(const Catalogue& catalogue) {
  std::vector<verify::Lemma> out;
  for (const CatalogueEntry& entry : catalogue.base())
    if (entry.formal && entry.formal->directive("cited"))
      out.push_back({entry.ledger.id, verify::parse_statement(entry.formal->text)});
  return out;
}

std::vector<verify::Lemma> cited_theorems() {
  std::vector<verify::Lemma> out;
  for (const SourceFile& file : embedded_files()) {
    const std::filesystem::path path(file.path);
    if (path.extension() != ".claim" || path.parent_path().filename() != base_group) continue;
    if (file.text.find("#! cited") == std::string_view::npos) continue;
    const FormalStatement formal = read_formal(file.path, file.text);
    if (formal.directive("cited")) out.push_back({path.stem().string(), verify::parse_statement(formal.text)});
  }
  return out;
}

void lean_on(Finding& finding, const std::vector<Ground>& grounds) {
  for (const Ground& ground : grounds) add_once(finding.evidence.uses, ground.id);
  // Open before is open for its own reason; the other two rest on no evidence.
  if (finding.verdict == Verdict::open || finding.verdict == Verdict::assumed || finding.verdict == Verdict::definition)
    return;
  std::string why;
  for (const Ground& ground : grounds) {
    if (ground.verdict == Verdict::proved || ground.verdict == Verdict::assumed) continue;
    why += fmt::format("{}leans on {}, which is {}", why.empty() ? "" : "; ", ground.id, name(ground.verdict));
    if (ground.verdict == Verdict::open && !ground.reason.empty()) why += " (" + ground.reason + ")";
  }
  if (!why.empty()) {
    // The deduction alone decides nothing about the claim, so nothing is shown as evidence for it.
    finding.reason = "no method: " + why;
    finding.verdict = Verdict::open;
    finding.checked = false;
    finding.certificate.clear();
    finding.counterexample.reset();
    finding.tightness.reset();
    finding.domain_proved.clear();
    finding.assumes.clear();
    Evidence bare;
    bare.uses = std::move(finding.evidence.uses);
    finding.evidence = std::move(bare);
    return;
  }
  for (const Ground& ground : grounds) {
    if (ground.verdict == Verdict::assumed)
      add_once(finding.assumes, ground.id);
    else
      for (const std::string& theorem : ground.assumes) add_once(finding.assumes, theorem);
  }
}

bool Leaning::apply(Finding& finding, const FormalStatement& formal) {
  std::vector<Ground> grounds;
  for (const std::string& id : used_ids(formal)) {
    const Ground* found = ground(id);
    if (!found) return false;
    grounds.push_back(*found);
  }
  lean_on(finding, grounds);
  return true;
}

const Ground* Leaning::ground(const std::string& id) {
  if (const auto at = known_.find(id); at != known_.end()) return &at->second;
  const CatalogueEntry* entry = catalogue_.entry_of(id);
  const bool repair = entry && id != entry->ledger.id;
  const ClaimRecord* record = entry ? lookup_(*entry, repair) : nullptr;
  if (!record) return nullptr;
  if (repair && !record->repair) return nullptr;
  Finding finding = repair ? static_cast<const Finding&>(*record->repair) : *record;
  if (const FormalStatement* formal = catalogue_.statement(id); formal && !apply(finding, *formal)) return nullptr;
  return &known_.emplace(id, Ground{id, finding.verdict, finding.reason, finding.assumes}).first->second;
}

std::optional<ClaimRecord> Leaning::resolve(const CatalogueEntry& entry) {
  const ClaimRecord* found = lookup_(entry, false);
  if (!found) return std::nullopt;
  ClaimRecord record = *found;
  if (entry.formal && !apply(record, *entry.formal)) return std::nullopt;
  if (entry.repair && record.repair && !apply(*record.repair, *entry.repair)) return std::nullopt;
  judge_print(record, entry.negated());
  return record;
}

std::vector<CatalogueEntry> missing_grounds(const Catalogue& catalogue,
                                            const std::vector<const CatalogueEntry*>& entries) {
  std::set<std::string> there;
  std::vector<const FormalStatement*> statements;
  for (const CatalogueEntry* entry : entries) {
    there.insert(entry->ledger.id);
    each_statement(*entry, [&](const std::string&, const FormalStatement& formal) { statements.push_back(&formal); });
  }
  std::vector<CatalogueEntry> missing = parts_of(catalogue, used_by(catalogue, std::move(statements)));
  std::erase_if(missing, [&](const CatalogueEntry& part) { return there.count(part.ledger.id) > 0; });
  return missing;
}

std::vector<CatalogueEntry> with_grounds(const Catalogue& catalogue, const std::vector<std::string>& ids) {
  std::vector<const FormalStatement*> statements;
  for (const std::string& id : ids)
    if (const FormalStatement* formal = catalogue.statement(id)) statements.push_back(formal);
  std::set<std::string> wanted = used_by(catalogue, std::move(statements));
  wanted.insert(ids.begin(), ids.end());
  return parts_of(catalogue, wanted);
}

}  // namespace dpcert::catalogue
