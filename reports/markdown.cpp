// The report as Markdown: counts, then what is refuted with its counterexample, then every claim in a table.
#include <fmt/format.h>

#include "dpcert/reports/report.hpp"
#include "reports/page.hpp"

namespace dpcert::reports {

using namespace catalogue;

namespace {

/// A fence longer than any run of backticks inside.
std::string fenced(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "\n" + text + (text.empty() || text.back() != '\n' ? "\n" : "") + fence + "\n";
}

void append(std::string& text, const std::string& more) {
  if (!more.empty()) text += (text.empty() ? "" : "; ") + more;
}

/// "leans on a, b; assumes c", or nothing.
std::string grounds(const Finding& f) {
  std::string text;
  if (!f.evidence.uses.empty()) text += fmt::format("leans on {}", fmt::join(f.evidence.uses, ", "));
  if (!f.assumes.empty()) text += fmt::format("{}assumes {}", text.empty() ? "" : "; ", fmt::join(f.assumes, "; "));
  return text;
}

}  // namespace

std::string markdown(const RunSummary& run, const Catalogue& catalogue) {
  std::string out = fmt::format("# Certification report\n\n{} {}, {} claims", run.tool, run.version, run.claims.size());
  if (run.interrupted) out += fmt::format(" of {} asked for (interrupted)", run.requested);
  out += ".\n\n| verdict | claims |\n|---|---:|\n";
  for (const Verdict verdict : all_verdicts)
    if (const auto at = run.counts.find(verdict); at != run.counts.end())
      out += fmt::format("| {} | {} |\n", name(verdict), at->second);
  if (run.proved_by_assumption)
    out += fmt::format("\n{} of the proved claims {} on an assumed theorem.\n", run.proved_by_assumption,
                       run.proved_by_assumption == 1 ? "leans" : "lean");

  if (!run.base.empty()) {
    std::string counts;
    for (const auto& [verdict, count] : run.base_counts)
      counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", count, name(verdict));
    out += fmt::format("\nBesides {} lemma{} of our own, counted apart: {}.\n", run.base.size(),
                       run.base.size() == 1 ? "" : "s", counts);
  }

  if (run.counts.count(Verdict::refuted)) out += "\n## Refuted\n";
  for (const ClaimRecord& claim : run.claims) {
    if (claim.verdict != Verdict::refuted) continue;
    const CatalogueEntry* entry = catalogue.find(claim.id);
    out += fmt::format("\n### `{}`\n\n", claim.id);
    if (entry) out += markdown_text(paper_title(claim.paper)) + ", " + markdown_text(entry->ledger.source) + ".\n\n";
    out += "> " + markdown_text(claim.printed) + "\n\n";
    if (claim.counterexample) out += markdown_text(counterexample_sentence(*claim.counterexample)) + "\n";
    out += fmt::format("\nRefuted by {}{}\n", refutation(claim),
                       claim.reason.empty() ? "." : ": " + markdown_text(claim.reason));
    if (!claim.certificate.empty()) out += fmt::format("\nCertificate: [`{0}`]({0})\n", claim.certificate);
    if (claim.repair) {
      out += fmt::format("\nCorrected statement ({}, {}):\n\n", claim.repair->tag, name(claim.repair->verdict));
      if (!claim.repair->statement.empty()) out += fenced(claim.repair->statement);
      if (claim.repair->tightness)
        out += "\nTightness: " + markdown_text(tightness_sentence(*claim.repair->tightness)) + ".\n";
      if (const std::string more = grounds(*claim.repair); !more.empty()) out += "\nIt " + markdown_text(more) + ".\n";
      if (const std::string note = advice_sentence(claim.repair->evidence); !note.empty())
        out += "\nNote: " + markdown_text(note) + ".\n";
    }
  }

  std::vector<std::string> papers = catalogue.papers();
  papers.emplace_back(base_group);
  for (const std::string& paper : papers) {
    bool started = false;
    for (const ClaimRecord& claim : paper == base_group ? run.base : run.claims) {
      if (claim.paper != paper) continue;
      if (!started)
        out += "\n## " + markdown_text(paper_title(paper)) +
               "\n\n| claim | verdict | why | tightness |\n|---|---|---|---|\n";
      started = true;
      std::string why = claim.verdict == Verdict::proved_on ? domain_text(claim.domain_proved) : claim.evidence.method;
      if (!claim.reason.empty()) why = claim.reason + (claim.domain_proved.empty() ? "" : "; " + why);
      // The reason of an assumed entry is its citation, and one that is open for what it leans on names that.
      if (claim.verdict != Verdict::assumed && claim.verdict != Verdict::open) append(why, grounds(claim));
      append(why, advice_sentence(claim.evidence));
      append(why, rejection_sentence(claim.evidence));
      const std::string tight = claim.tightness ? tightness_sentence(*claim.tightness) : std::string();
      out += fmt::format("| `{}` | {} | {} | {} |\n", claim.id, name(claim.verdict), markdown_text(why),
                         markdown_text(tight));
    }
  }
  if (!run.suites.empty()) out += "\n## Property suites\n\n| suite | what it checks | result |\n|---|---|---|\n";
  for (const SuiteRecord& suite : run.suites)
    out += fmt::format("| `{}` | {} | {} |\n", suite.name, markdown_text(suite.description), suite_sentence(suite));
  return out;
}

}  // namespace dpcert::reports
