// dpcert certify [ID-or-glob ...]: provers, refuters, report and certificates.
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "cli/certificates.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/records.hpp"
#include "cli/selection.hpp"
#include "reports/report.hpp"
#include "verify/catalogue/engine.hpp"
#include "verify/catalogue/run.hpp"

namespace dpcert::cli {

namespace {

using namespace catalogue;
namespace fs = std::filesystem;

struct CertifyOptions {
  std::vector<std::string> patterns;
  std::string paper;
  bool fresh = false;
  double time_limit = Options{}.time_limit.count();
};

Exit exit_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
    case Verdict::assumed:
    case Verdict::definition:
      return Exit::done;
    case Verdict::refuted:
      return Exit::wrong;
    case Verdict::proved_on:
    case Verdict::supported:
    case Verdict::open:
      break;
  }
  return Exit::undecided;
}

/// What an earlier run proved or refuted counts again if the checker, asked anew, accepts its certificates for the same
/// statements.
class Earlier {
 public:
  Earlier(const fs::path& report, const Catalogue& all, const Records& records)
      : report_(report), all_(all), records_(records) {}

  std::optional<ClaimRecord> operator()(const CatalogueEntry& entry) const {
    const auto at = records_.find(entry.ledger.id);
    if (at == records_.end()) return std::nullopt;
    ClaimRecord record = at->second;
    const ClaimRecord blank = blank_record(entry);
    if (record.formal != blank.formal ||
        !accepted(record.id, in_certificate(entry, record.verdict), record.certificate))
      return std::nullopt;
    if (record.repair.has_value() != blank.repair.has_value()) return std::nullopt;
    if (record.repair && (record.repair->statement != blank.repair->statement ||
                          !accepted(record.repair->id, record.repair->verdict, record.repair->certificate)))
      return std::nullopt;
    record.printed = blank.printed;
    record.reading = blank.reading;
    record.checked = true;
    return record;
  }

 private:
  /// The proof of a negation is a refutation.
  static Verdict in_certificate(const CatalogueEntry& entry, Verdict verdict) {
    if (!entry.negated()) return verdict;
    return verdict == Verdict::refuted ? Verdict::proved : Verdict::open;
  }
  bool accepted(const std::string& id, Verdict verdict, const std::string& certificate) const {
    if (certificate.empty() || !fs::exists(report_ / certificate)) return false;
    const CheckedFile checked = check_certificate(report_ / certificate, all_);
    return checked.status == CheckStatus::accepted && checked.result.claim == id &&
           checked.result.verdict == name(verdict);
  }

  fs::path report_;
  const Catalogue& all_;
  Records records_;  // a copy: the run's own records are merged in while workers read
};

std::string quoted_command(const CertifyOptions& options, const Common& common) {
  std::string text = "dpcert certify";
  for (const std::string& pattern : options.patterns)
    text += pattern.find_first_of("*?") == std::string::npos ? " " + pattern : " '" + pattern + "'";
  if (!options.paper.empty()) text += " --paper " + options.paper;
  if (common.seed != 1) text += fmt::format(" --seed {}", common.seed);
  if (common.precision) text += fmt::format(" --precision {}", common.precision);
  return text;
}

std::string verdict_line(const ClaimRecord& r) {
  std::string text = fmt::format("{} {}", r.id, name(r.verdict));
  if (r.verdict == Verdict::proved_on) text += " " + reports::domain_text(r.domain_proved);
  if (!r.reason.empty()) text += ": " + r.reason;
  if (r.seconds >= 0.05) text += fmt::format(" ({:.1f} s)", r.seconds);
  return text;
}

void print_summary(const RunSummary& run, const fs::path& page) {
  std::string counts;
  for (const Verdict verdict : all_verdicts) {
    const auto at = run.counts.find(verdict);
    if (at == run.counts.end()) continue;
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", at->second, name(verdict));
    if (verdict == Verdict::proved && run.proved_by_assumption)
      counts += fmt::format(" ({} by way of an assumed theorem)", run.proved_by_assumption);
  }
  if (run.claims.size() == 1) {
    fmt::print("{}\n", verdict_line(run.claims.front()));
    if (run.claims.front().counterexample)
      fmt::print("{}\n", reports::counterexample_sentence(*run.claims.front().counterexample));
  } else {
    fmt::print("{} claims{}{}\n", run.claims.size(), counts.empty() ? "" : ": ", counts);
  }
  if (!run.repairs.empty() && run.claims.size() > 1) {
    std::string repairs;
    for (const auto& [verdict, count] : run.repairs)
      repairs += fmt::format("{}{} {}", repairs.empty() ? "" : ", ", count, name(verdict));
    fmt::print("corrected statements: {}\n", repairs);
  }
  if (run.interrupted)
    fmt::print("interrupted: {} of {} claims were decided; the next run goes on from here\n", run.claims.size(),
               run.requested);
  fmt::print("{}\n", page.string());
}

Exit certify(const Common& common, const CertifyOptions& options) {
  const Catalogue& all = Catalogue::embedded();
  const auto selected = select(all, options.patterns, options.paper);
  const fs::path report = fs::path(common.out) / "report";
  std::error_code problem;
  fs::create_directories(report / "certificates", problem);
  if (problem) throw BadInput(report.string() + ": cannot make this folder: " + problem.message());

  Records records = read_records(common.out);
  ProgressLine line(common.quiet, selected.size());
  RunOptions run_options;
  run_options.threads = common.threads;
  run_options.claim.seed = common.seed;
  run_options.claim.threads = 1;  // claims run side by side
  run_options.claim.precision = common.precision;
  run_options.claim.time_limit = std::chrono::duration<double>(options.time_limit);
  run_options.claim.certificates = report / "certificates";
  run_options.claim.certificate_prefix = "certificates/";
  run_options.claim.stop = &interruption();
  if (!options.fresh) run_options.earlier = Earlier(report, all, records);
  run_options.finished = [&](const ClaimRecord& record) {
    line.done(record.reason == "not formalised yet" ? std::string() : verdict_line(record));
  };
  run_options.progress = [&](const std::string& id, const Progress& progress) {
    std::string text = id;
    if (!progress.stage.empty()) text += " " + progress.stage;
    if (progress.share > 0) text += fmt::format(" {:.0f}%", 100 * progress.share);
    if (progress.boxes_per_second > 0) text += fmt::format(" {:.2g} boxes/s", progress.boxes_per_second);
    if (progress.worst_margin != 0) text += fmt::format(" margin {:.1e}", progress.worst_margin);
    line.doing(text);
  };
  const std::string command = quoted_command(options, common);
  const auto write = [&](RunSummary run) {
    run.version = DPCERT_VERSION;
    run.command = command;
    merge_records(records, run, common.out);
    reports::write_report(run, all, report);
    return run;
  };
  run_options.checkpoint = [&](const RunSummary& partial) { write(partial); };

  const auto certifier = make_engine();
  const auto conclude = [&](const RunSummary& run) {
    Exit exit = run.interrupted ? Exit::undecided : Exit::done;
    for (const ClaimRecord& claim : run.claims) exit = worse(exit, exit_of(claim.verdict));
    if (common.json) {
      fmt::print("{}\n", reports::to_json(run).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    } else {
      print_summary(run, report / "index.html");
    }
    return exit;
  };
  run_options.overdue = [&](const RunSummary& partial) {
    // A step that does not look at the flag: everything finished is on disk, so end without it.
    const Exit exit = conclude(write(partial));
    std::fflush(stdout);
    std::_Exit(static_cast<int>(exit));
  };
  return conclude(write(run_claims(selected, *certifier, run_options)));
}

}  // namespace

void register_certify(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("certify", "Prove or refute claims; write report and certificates");
  auto options = std::make_shared<CertifyOptions>();
  command->add_option("ID-or-glob", options->patterns, "Claims; all if none is given");
  command->add_option("--paper", options->paper, "Only this paper's claims");
  command->add_flag("--fresh", options->fresh, "Use nothing of an earlier run in --out");
  command->add_option("--time-limit", options->time_limit, "Seconds for each statement")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  add_common_options(*command, common);
  command->footer(
      "Writes OUT/report/index.html, report.json, junit.xml, report.md and certificates/. Proofs of an earlier run in "
      "OUT\n"
      "are used again after the checker has accepted their certificates anew.\n"
      "Exit status: 0 all decided, nothing refuted; 1 something is refuted; 3 something is undecided.\n"
      "Examples:\n"
      "  dpcert certify\n"
      "  dpcert certify 'renyi.lemma1.*' --out /tmp/lemma1\n"
      "  dpcert certify --paper sgld --threads 4 --json > sgld.json");
  command->callback([&common, &action, options] { action = [&common, options] { return certify(common, *options); }; });
}

}  // namespace dpcert::cli
