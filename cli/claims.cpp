// dpcert claims list | show ID: the catalogue, with the verdicts of the last run.
#include <fmt/format.h>

#include <memory>
#include <set>

#include "cli/command.hpp"
#include "cli/records.hpp"
#include "cli/selection.hpp"
#include "cli/text.hpp"
#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/reports/report.hpp"

namespace dpcert::cli {

namespace {

using namespace catalogue;
using nlohmann::ordered_json;

/// The verdict, or that there is none.
std::string_view status(const LastRecord& last) { return last.run ? name(last.record.verdict) : not_run; }
std::string word(const LastRecord& last) {
  if (last.run && last.record.verdict == Verdict::proved && !last.record.assumes.empty()) return "proved*";
  return std::string(status(last));
}
std::string_view repair_status(const LastRecord& last) {
  return last.record.repair ? name(last.record.repair->verdict) : not_run;
}

struct ListOptions {
  std::vector<std::string> patterns;
  std::string paper, kind, verdict;
};

Exit list(const Common& common, const ListOptions& options) {
  const Catalogue& all = Catalogue::embedded();
  const auto last = existing_store(common.out);
  LastRecords records(all, last.get());
  if (!options.verdict.empty() && options.verdict != not_run && !verdict_named(options.verdict))
    throw BadInput("unknown verdict '" + options.verdict +
                   "'; expected proved, proved-on, refuted, supported, assumed, definition, open or 'not run'");
  std::set<std::string> kinds;
  for (const CatalogueEntry& entry : all.entries()) kinds.insert(entry.ledger.kind);
  if (!options.kind.empty() && !kinds.contains(options.kind))
    throw BadInput(fmt::format("unknown kind '{}'; expected {}", options.kind, fmt::join(kinds, ", ")));
  ordered_json json = ordered_json::array();
  std::map<Verdict, std::size_t> counts;
  std::size_t shown = 0, left = 0;
  bool starred = false;
  for (const CatalogueEntry* entry : select(all, options.patterns, options.paper)) {
    if (!options.kind.empty() && entry->ledger.kind != options.kind) continue;
    const LastRecord last_record = records.of(*entry);
    const ClaimRecord& record = last_record.record;
    if (!options.verdict.empty() && status(last_record) != options.verdict) continue;
    ++shown;
    ++(last_record.run ? counts[record.verdict] : left);
    if (common.json) {
      ordered_json one;
      one["id"] = record.id;
      one["paper"] = record.paper;
      one["kind"] = entry->ledger.kind;
      one["source"] = entry->ledger.source;
      one["verdict"] = status(last_record);
      if (!record.reason.empty()) one["reason"] = record.reason;
      one["formalised"] = entry->formal.has_value();
      one["printed"] = record.printed;
      json.push_back(std::move(one));
      continue;
    }
    starred = starred || word(last_record) == "proved*";
    fmt::print("{} {} {} {}\n", pad(record.id, 38), pad(word(last_record), 10), pad(entry->ledger.kind, 11),
               clip(record.printed, 60));
  }
  if (common.json) {
    ordered_json document;
    document["claims"] = std::move(json);
    ordered_json& summary = document["summary"] = ordered_json::object();
    for (const auto& [verdict, count] : counts) summary[std::string(name(verdict))] = count;
    if (left) summary[std::string(not_run)] = left;
    fmt::print("{}\n", document.dump(2));
    return Exit::done;
  }
  std::string summary;
  for (const auto& [verdict, count] : counts)
    summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", count, name(verdict));
  if (left) summary += fmt::format("{}{} {}", summary.empty() ? "" : ", ", left, not_run);
  fmt::print("{}{} claims{}\n", shown ? "\n" : "", shown, summary.empty() ? "" : ": " + summary);
  if (starred) fmt::print("* by way of an assumed theorem\n");
  if (!last) fmt::print("No run in '{}' yet: 'dpcert certify' decides them.\n", common.out);
  return Exit::done;
}

void section(const char* title, const std::string& body) {
  if (!body.empty() && body != "\n") fmt::print("\n{}\n{}", title, body);
}

/// What it leans on, with the verdicts of the last run, and what it assumes.
std::string grounds(const Finding& f, const Catalogue& all, LastRecords& records) {
  std::string text;
  for (const std::string& id : f.evidence.uses) {
    const CatalogueEntry* entry = all.entry_of(id);
    const LastRecord last = records.of(*entry);
    text += fmt::format("  leans on     {}: {}\n", id,
                        id != entry->ledger.id ? std::string(repair_status(last)) : word(last));
  }
  for (const std::string& theorem : f.assumes) text += fmt::format("  assumes      {}\n", theorem);
  return text;
}

std::string evidence(const Finding& r, const Catalogue& all, LastRecords& records) {
  const Evidence& e = r.evidence;
  std::string text;
  if (!e.method.empty()) text += fmt::format("  method       {}\n", e.method);
  if (!e.rules.empty()) text += fmt::format("  rules        {}\n", fmt::join(e.rules, ", "));
  if (e.boxes) text += fmt::format("  boxes        {}\n", e.boxes);
  if (e.samples) text += fmt::format("  tested       {} certified evaluations; {}\n", e.samples, e.search);
  if (e.precision) text += fmt::format("  precision    {} bits\n", e.precision);
  if (!e.hardest.empty()) text += fmt::format("  got to       {}; {}\n", verify::share_of_domain(e.share), e.hardest);
  if (!r.certificate.empty())
    text += fmt::format("  certificate  {}, {} by the checker in {:.3g} s, {} line{}, {}\n", r.certificate,
                        r.checked ? "accepted" : "not accepted", e.check_seconds, e.lines, e.lines == 1 ? "" : "s",
                        size_text(e.bytes));
  if (!e.digest.empty()) text += fmt::format("  digest       sha256 {}\n", e.digest);
  if (!e.advice.empty()) text += fmt::format("  note         {}\n", reports::advice_sentence(e));
  if (!e.rejected.empty()) text += fmt::format("  defect       {}\n", reports::rejection_sentence(e));
  return text + grounds(r, all, records);
}

/// As in the report, with "not run" in the place of a verdict that there is not.
ordered_json to_json(const LastRecord& last, const CatalogueEntry& entry) {
  ordered_json json = reports::to_json(last.record);
  if (!last.run) {
    for (const char* found : {"checked", "seconds"}) json.erase(found);
    json["verdict"] = not_run;
    if (last.record.reason.empty()) json.erase("reason");
  }
  if (entry.repair && !last.record.repair)
    json["repair"] = {
        {"id", last.record.id + std::string(repair_suffix)}, {"statement", entry.repair->text}, {"verdict", not_run}};
  return json;
}

Exit show(const Common& common, const std::string& id) {
  const Catalogue& all = Catalogue::embedded();
  const auto selected = select(all, {id}, "");
  const auto last = existing_store(common.out);
  LastRecords records(all, last.get());
  ordered_json json = ordered_json::array();
  bool first = true;
  for (const CatalogueEntry* entry : selected) {
    const LastRecord last_record = records.of(*entry);
    const ClaimRecord& r = last_record.record;
    const LedgerEntry& l = entry->ledger;
    if (common.json) {
      ordered_json one = to_json(last_record, *entry);
      one["kind"] = l.kind;
      one["source"] = l.source;
      one["where"] = l.where;
      one["depends_on"] = l.depends_on;
      one["is_printed"] = l.printed;
      json.push_back(std::move(one));
      continue;
    }
    fmt::print("{}{}   {}{}\n", first ? "" : "\n\n", r.id, word(last_record), r.reason.empty() ? "" : ": " + r.reason);
    first = false;
    fmt::print("{}, {}, {}\n", paper_title(l.paper), l.source, l.kind);
    section(l.printed ? "Printed statement" : "Statement (not printed as a claim)", wrap(l.statement, 2));
    section("Where", l.where.empty() ? "" : wrap(l.where, 2));
    section("Reading", r.reading.empty() ? "" : wrap(r.reading, 2));
    section(entry->negated() ? "Formal statement of the negation" : "Formal statement",
            r.formal.empty() ? "" : indented(r.formal, 2));
    section("Against the print", r.print ? wrap(reports::print_sentence(r), 2) : "");
    section("Proved on", r.domain_proved.empty() ? "" : wrap(reports::domain_text(r.domain_proved), 2));
    if (r.counterexample) section("Counterexample", wrap(reports::counterexample_sentence(*r.counterexample), 2));
    if (r.tightness) section("Tightness", wrap(reports::tightness_sentence(*r.tightness), 2));
    if (r.repair)
      section("Repair", fmt::format("  {}, {}{}\n{}{}{}", r.repair->tag, name(r.repair->verdict),
                                    r.repair->reason.empty() ? "" : ": " + r.repair->reason,
                                    r.repair->note.empty() ? "" : wrap(r.repair->note, 2),
                                    indented(r.repair->statement, 2), "\n" + evidence(*r.repair, all, records)));
    if (!r.repair && entry->repair)
      section("Repair", fmt::format("  {}\n{}", not_run, indented(entry->repair->text, 2)));
    section("Evidence", evidence(r, all, records));
    std::string depends;
    for (const std::string& other : l.depends_on) {
      const CatalogueEntry* found = all.find(other);
      depends += fmt::format("  {} {}\n", pad(other, 38), found ? word(records.of(*found)) : std::string("unknown"));
    }
    section("Depends on (in the paper)", depends);
  }
  if (common.json) fmt::print("{}\n", (json.size() == 1 ? json.front() : json).dump(2));
  return Exit::done;
}

}  // namespace

void register_claims(CLI::App& app, Common& common, Action& action) {
  CLI::App* claims = app.add_subcommand("claims", "The catalogue: list the claims, show one");
  claims->require_subcommand(1);
  claims->footer(
      "Examples:\n"
      "  dpcert claims list --paper renyi --kind inequality\n"
      "  dpcert claims list --verdict refuted\n"
      "  dpcert claims show renyi.bern.eq12");

  auto options = std::make_shared<ListOptions>();
  CLI::App* listing = claims->add_subcommand("list", "One line a claim, with the last run's verdict");
  listing->add_option("ID", options->patterns, "Ids or globs; all claims if none is given");
  listing->add_option("--paper", options->paper, "Only this paper's claims")->check(not_empty());
  listing->add_option("--kind", options->kind, "Only this kind: inequality, identity, privacy, ...")
      ->check(not_empty());
  listing->add_option("--verdict", options->verdict, "Only this verdict, or 'not run'")->check(not_empty());
  add_common_options(*listing, common, {"--seed", "--threads", "--precision"});
  listing->callback([&common, &action, options] { action = [&common, options] { return list(common, *options); }; });

  auto id = std::make_shared<std::string>();
  CLI::App* showing = claims->add_subcommand("show", "One claim: printed and formal statement, verdict, evidence");
  showing->add_option("ID", *id, "Id or glob")->required();
  add_common_options(*showing, common, {"--seed", "--threads", "--precision"});
  showing->callback([&common, &action, id] { action = [&common, id] { return show(common, *id); }; });
}

}  // namespace dpcert::cli
