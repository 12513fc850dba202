// dpcert certify [ID-or-glob ...]: provers, refuters, report and certificates.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "cli/certificates.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/records.hpp"
#include "cli/report_folder.hpp"
#include "cli/report_suites.hpp"
#include "cli/selection.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/run.hpp"
#include "dpcert/reports/report.hpp"

namespace dpcert::cli {

namespace {

using namespace catalogue;
namespace fs = std::filesystem;

struct CertifyOptions {
  std::vector<std::string> patterns;
  std::string paper;
  long points = 20, suites = 5;
  Budget budget{false, Options{}.time_limit.count(), Options{}.max_boxes, Options{}.save_every.count()};
};

std::string quoted_command(const CertifyOptions& options, const Common& common) {
  std::string text = "dpcert certify";
  for (const std::string& pattern : options.patterns)
    text += pattern.find_first_of("*?") == std::string::npos ? " " + pattern : " '" + pattern + "'";
  if (!options.paper.empty()) text += " --paper " + options.paper;
  if (options.points != CertifyOptions{}.points) text += fmt::format(" --points {}", options.points);
  if (options.suites != CertifyOptions{}.suites) text += fmt::format(" --suites {}", options.suites);
  if (common.seed != 1) text += fmt::format(" --seed {}", common.seed);
  if (common.precision) text += fmt::format(" --precision {}", common.precision);
  return text;
}

std::string verdict_line(const ClaimRecord& r) {
  std::string text = fmt::format("{} {}", r.id, name(r.verdict));
  if (r.verdict == Verdict::proved_on && !r.domain_proved.empty()) text += " " + reports::domain_text(r.domain_proved);
  if (!r.reason.empty()) text += ": " + r.reason;
  if (r.seconds >= 0.05) text += fmt::format(" ({:.1f} s)", r.seconds);
  return text;
}

void print_summary(const RunSummary& run, const fs::path& page, const fs::path& kept) {
  std::string counts;
  for (const Verdict verdict : all_verdicts) {
    const auto at = run.counts.find(verdict);
    if (at == run.counts.end()) continue;
    counts += fmt::format("{}{} {}", counts.empty() ? "" : ", ", at->second, name(verdict));
    if (verdict == Verdict::proved && run.proved_by_assumption)
      counts += fmt::format(" ({} by way of an assumed theorem)", run.proved_by_assumption);
  }
  if (run.claims.size() + run.base.size() == 1) {
    const ClaimRecord& only = run.claims.empty() ? run.base.front() : run.claims.front();
    fmt::print("{}\n", verdict_line(only));
    if (only.counterexample) fmt::print("{}\n", reports::counterexample_sentence(*only.counterexample));
  } else if (!run.claims.empty() || run.base.empty()) {
    fmt::print("{} claims{}{}\n", run.claims.size(), counts.empty() ? "" : ": ", counts);
  }
  if (!run.repairs.empty() && run.claims.size() > 1) {
    std::string repairs;
    for (const auto& [verdict, count] : run.repairs) {
      repairs += fmt::format("{}{} {}", repairs.empty() ? "" : ", ", count, name(verdict));
      if (verdict == Verdict::proved && run.repairs_by_assumption)
        repairs += fmt::format(" ({} by way of an assumed theorem)", run.repairs_by_assumption);
    }
    fmt::print("corrected statements: {}\n", repairs);
  }
  if (!run.prints.empty() && run.claims.size() > 1) {
    std::string words;
    for (const auto& [word, count] : run.prints)
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, name(word));
    if (run.prints_unsaid) words += fmt::format(", {} not said", run.prints_unsaid);
    fmt::print("formal statements, against the print: {}\n", words);
  }
  if (!run.base.empty() && run.claims.size() + run.base.size() > 1) {
    std::string text;
    for (const auto& [verdict, count] : run.base_counts)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name(verdict));
    fmt::print("{} lemma{} of our own: {}\n", run.base.size(), run.base.size() == 1 ? "" : "s", text);
  }
  if (run.statements_tried + run.statements_untried > 0 && run.claims.size() + run.base.size() > 1)
    fmt::print("tried at points: {} statements, which held at {}; {} could not be tried\n", run.statements_tried,
               run.points_held, run.statements_untried);
  if (const std::string drawn = reports::estimates_summary(run); !drawn.empty()) fmt::print("{}\n", drawn);
  if (!run.suites.empty()) {
    const auto passed = std::count_if(run.suites.begin(), run.suites.end(), [](const auto& s) { return s.passed; });
    fmt::print("property suites: {} of {} passed\n", passed, run.suites.size());
  }
  if (run.interrupted)
    fmt::print("interrupted: {} of {} claims were decided; the next run goes on from here\n", run.claims.size(),
               run.requested);
  if (!kept.empty()) fmt::print("{} keeps the report of an earlier run, which holds more claims\n", kept.string());
  fmt::print("{}\n", page.string());
}

Exit certify(const Common& common, const CertifyOptions& options) {
  const Catalogue& all = Catalogue::embedded();
  const auto selected = select(all, options.patterns, options.paper);
  const int precision = proof_precision(common);
  make_folder(common.out);
  RunLock lock;
  if (!lock.acquire(common.out, common.quiet)) {
    fmt::print(stderr, "dpcert: interrupted while another run was at work in {}\n", common.out);
    return Exit::undecided;
  }
  std::set<std::string> ids;
  for (const CatalogueEntry* entry : selected) ids.insert(entry->ledger.id);
  ReportFolder folder(common.out, selection_name(options.patterns, options.paper), ids);
  const fs::path& report = folder.working();
  const auto store = open_store(common.out);
  std::set<std::string> printed;  // the claims of papers
  for (const CatalogueEntry* entry : selected)
    if (entry->ledger.paper != catalogue::base_group) printed.insert(entry->ledger.id);
  std::vector<SuiteRecord> suites;
  if (options.suites > 0) suites = suites_of(printed, printed.size() == all.entries().size());
  ProgressLine line(common.quiet, selected.size() + suites.size());
  RunOptions run_options;
  run_options.threads = common.threads;
  run_options.claim.seed = common.seed;
  run_options.claim.threads = 1;  // claims run side by side
  run_options.claim.precision = precision;
  run_options.claim.time_limit = std::chrono::duration<double>(options.budget.timeout);
  run_options.claim.points = static_cast<std::size_t>(options.points);
  run_options.claim.max_boxes = options.budget.max_boxes;
  run_options.claim.save_every = std::chrono::duration<double>(options.budget.save_every);
  run_options.claim.store = store.get();
  run_options.claim.fresh = options.budget.fresh;
  run_options.claim.certificates = report / "certificates";
  run_options.claim.certificate_prefix = "certificates/";
  run_options.claim.stop = &interruption();
  run_options.finished = [&](const ClaimRecord& record) {
    line.done(record.reason == "not formalised yet" ? std::string() : verdict_line(record));
  };
  run_options.progress = [&](const std::string& id, const Progress& progress) {
    line.doing(progress_text(id, progress));
  };
  const std::string command = quoted_command(options, common);
  const auto write = [&](RunSummary run) {
    run.version = DPCERT_VERSION;
    run.command = command;
    reports::write_report(run, all, report);
    return run;
  };
  run_options.checkpoint = [&](const RunSummary& partial) { write(partial); };

  const auto certifier = make_engine();
  const auto conclude = [&](const RunSummary& run) {
    Exit exit = run.interrupted ? Exit::undecided : Exit::done;
    for (const auto* records : {&run.claims, &run.base})
      for (const ClaimRecord& claim : *records) exit = worse(exit, exit_of(claim.verdict));
    if (run.contradictions > 0) {
      exit = worse(exit, Exit::wrong);
      fmt::print(
          stderr,
          "dpcert: {} statement{} proved or assumed, and certainly false at a point or contradicted by simulated "
          "releases: a defect of dpcert\n",
          run.contradictions, run.contradictions == 1 ? " is" : "s are");
    }
    for (const SuiteRecord& suite : run.suites) {
      if (suite.passed) continue;
      exit = worse(exit, Exit::wrong);
      fmt::print(stderr, "dpcert: suite {} failed, a defect of dpcert: dpcert properties --replay '{}'\n", suite.name,
                 suite.replay);
    }
    const fs::path where = folder.publish(run);
    if (common.json) {
      fmt::print("{}\n", reports::to_json(run).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    } else {
      print_summary(run, where / "index.html", folder.kept());
    }
    return exit;
  };
  run_options.overdue = [&](const RunSummary& partial) {
    // A step that does not look at the flag: everything finished is on disk, so end without it.
    const Exit exit = conclude(write(partial));
    std::_Exit(flush_output(static_cast<int>(exit)));
  };
  std::vector<SuiteRecord> tested;
  if (!suites.empty()) run_options.beside = [&] { tested = report_suites(suites, options.suites, common.seed, line); };
  RunSummary run = run_claims(all, selected, *certifier, run_options);
  if (!run.interrupted) run.suites = std::move(tested);
  return conclude(write(std::move(run)));
}

}  // namespace

void register_certify(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("certify", "Prove or refute claims; write report and certificates");
  auto options = std::make_shared<CertifyOptions>();
  command->add_option("ID-or-glob", options->patterns, "Claims; all if none is given");
  command->add_option("--paper", options->paper, "Only this paper's claims")->check(not_empty());
  command
      ->add_option("--points", options->points,
                   "Random and directed points at which each formal statement is tried besides; 0: none")
      ->check(whole_number(0, 1'000'000))
      ->capture_default_str();
  command
      ->add_option("--suites", options->suites,
                   "Random cases for each property suite of what the claims speak of, shown in the report; 0: none")
      ->check(whole_number(0, 1'000'000'000))
      ->capture_default_str();
  add_budget_options(*command, options->budget);
  add_common_options(*command, common);
  command->footer(
      "Writes OUT/report/index.html, report.json, junit.xml, report.md and "
      "certificates/. A report there that holds other\n"
      "claims is not touched: then the report goes into OUT/report-SELECTION. One "
      "run at a time in OUT; a second one waits.\n"
      "What earlier runs found is kept in OUT/store.sqlite: an unchanged claim is "
      "not proved again (the checker accepts its\n"
      "certificate anew), and a proof that was interrupted goes on where it was.\n"
      "Exit status: 0 all decided, nothing refuted; 1 something is refuted; or, a defect of dpcert that stderr names, something\n"
      "proved is false at a point or a suite fails; 3 something is undecided.\n"
      "Examples:\n"
      "  dpcert certify\n"
      "  dpcert certify 'renyi.lemma1.*' --out /tmp/lemma1\n"
      "  dpcert certify --paper sgld --threads 4 --json > sgld.json");
  command->callback([&common, &action, options] { action = [&common, options] { return certify(common, *options); }; });
}

}  // namespace dpcert::cli
