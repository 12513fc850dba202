#include "dpcert/catalogue/record.hpp"

#include <algorithm>
#include <sstream>

#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/catalogue/print.hpp"

namespace dpcert::catalogue {

const std::string* FormalStatement::directive(std::string_view wanted) const {
  const auto at =
      std::find_if(directives.begin(), directives.end(), [&](const Directive& d) { return d.name == wanted; });
  return at == directives.end() ? nullptr : &at->argument;
}

bool FormalStatement::has_conclusion() const {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const auto start = line.find_first_not_of(" \t");
    if (start != std::string::npos && line.compare(start, 5, "prove") == 0 &&
        (start + 5 == line.size() || line[start + 5] == ' ' || line[start + 5] == '\t'))
      return true;
  }
  return false;
}

std::string CatalogueEntry::reading() const {
  const std::string* own = formal ? formal->directive("reading") : nullptr;
  if (!own || *own == ledger.reading) return ledger.reading;
  return ledger.reading.empty() ? *own : ledger.reading + " " + *own;
}

std::string_view CatalogueEntry::formal_text() const {
  return formal ? std::string_view(formal->text) : std::string_view();
}

void tally(RunSummary& run) {
  run.counts.clear();
  run.repairs.clear();
  run.base_counts.clear();
  run.statements_tried = run.statements_untried = run.points_held = run.contradictions = 0;
  run.estimated_statements = run.estimates = run.estimates_compared = run.estimates_contradicting = 0;
  run.releases = run.statements_unestimated = 0;
  const auto count_points = [&run](const Finding& f) {
    run.contradictions += f.contradicted ? 1 : 0;
    if (!f.companion) return;
    ++(f.companion->untested.empty() ? run.statements_tried : run.statements_untried);
    run.points_held += f.companion->held;
    if (!f.companion->estimates) return;
    const Estimates& all = *f.companion->estimates;
    ++(all.terms.empty() ? run.statements_unestimated : run.estimated_statements);
    const auto count = [&](const Estimates& e) {
      run.estimates += e.terms.size();
      run.releases += e.releases;
      run.estimates_compared += e.compared.size();
      if (f.verdict == Verdict::refuted) return;  // as it should be
      for (const auto& c : e.compared) run.estimates_contradicting += c.contradicted ? 1 : 0;
    };
    count(all);
    for (const Estimates& e : all.elsewhere) count(e);
  };
  for (const auto* records : {&run.claims, &run.base})
    for (const ClaimRecord& r : *records) {
      count_points(r);
      if (r.repair) count_points(*r.repair);
    }
  for (const ClaimRecord& lemma : run.base) ++run.base_counts[lemma.verdict];
  run.proved_by_assumption = run.repairs_by_assumption = 0;
  run.links_by_lemma = run.links_by_reading = 0;
  run.prints.clear();
  run.prints_unsaid = 0;
  const auto count_links = [&run](const Evidence& e) {
    for (const std::string& id : e.uses)
      ++(std::find(e.lemmas.begin(), e.lemmas.end(), id) != e.lemmas.end() ? run.links_by_lemma : run.links_by_reading);
  };
  for (const ClaimRecord& claim : run.claims) {
    ++run.counts[claim.verdict];
    if (claim.print)
      ++run.prints[claim.print->word];
    else if (claim.stated)
      ++run.prints_unsaid;
    count_links(claim.evidence);
    if (claim.repair) count_links(claim.repair->evidence);
    if (claim.verdict == Verdict::proved && !claim.assumes.empty()) ++run.proved_by_assumption;
    if (!claim.repair) continue;
    ++run.repairs[claim.repair->verdict];
    if (claim.repair->verdict == Verdict::proved && !claim.repair->assumes.empty()) ++run.repairs_by_assumption;
  }
}

ClaimRecord blank_record(const CatalogueEntry& entry) {
  ClaimRecord record;
  record.id = entry.ledger.id;
  record.paper = entry.ledger.paper;
  record.printed = entry.ledger.statement;
  record.formal = entry.formal_text();
  record.reading = entry.reading();
  record.stated = entry.formal && entry.formal->has_conclusion();
  if (entry.formal) record.print = read_print(*entry.formal);
  if (entry.repair) {
    Repair repair;
    repair.id = entry.ledger.id + ".repair";
    repair.statement = entry.repair->text;
    if (const auto* tag = entry.repair->directive("tag")) repair.tag = *tag;
    if (const auto* note = entry.repair->directive("reading")) repair.note = *note;
    record.repair = std::move(repair);
  }
  return record;
}

std::optional<Finding> settled_without_engine(const FormalStatement& formal, std::string_view kind) {
  Finding finding;
  if (const auto* note = formal.directive("definition")) {
    if (kind != "definition" && kind != "algorithm") {
      finding.reason = "no method: only definitions and algorithms can assert nothing, and this is neither";
      return finding;
    }
    finding.verdict = Verdict::definition;
    finding.reason = *note;
    finding.evidence.method = "asserts nothing";
    return finding;
  }
  if (formal.has_conclusion()) return std::nullopt;
  // With a conclusion, the citation is an axiom of a proof that the engine still has to check.
  if (const auto* citation = formal.directive("assumed")) {
    finding.verdict = Verdict::assumed;
    finding.reason = *citation;
    finding.assumes = {*citation};
    finding.evidence.method = "cited theorem";
    return finding;
  }
  const auto* reason = formal.directive("open");
  finding.reason = reason ? *reason : "the formal statement has no conclusion";
  return finding;
}

std::optional<ClaimRecord> settled_without_engine(const CatalogueEntry& entry) {
  ClaimRecord record = blank_record(entry);
  if (!entry.formal) {
    record.reason = "not formalised yet";
    return record;
  }
  auto settled = settled_without_engine(*entry.formal, entry.ledger.kind);
  if (!settled) return std::nullopt;
  static_cast<Finding&>(record) = std::move(*settled);
  return record;
}

}  // namespace dpcert::catalogue
