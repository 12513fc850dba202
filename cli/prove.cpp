// dpcert prove FILE.claim ...: users' own claims.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <thread>

#include "cli/certificates.hpp"
#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/records.hpp"
#include "cli/text.hpp"
#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "dpcert/catalogue/uses.hpp"
#include "dpcert/reports/report.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/catalogue/json.hpp"

namespace dpcert::cli {

namespace {

using catalogue::Finding;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr std::uintmax_t largest_claim = 1 << 20;  // bytes; the reader of the language has the same limit

struct ProveOptions {
  std::vector<std::string> files;
  Budget budget{false, 60, 2'000'000, catalogue::Options{}.save_every.count()};
};

struct Job {
  std::string file;
  catalogue::Question question;
  std::vector<std::size_t> lemmas;  // numbers of the earlier jobs that its proof uses
};

/// Exactly the fields that the command's documentation names.
ordered_json to_json(const Job& job, const Finding& f) {
  ordered_json json{{"file", job.file}, {"title", job.question.statement.title}};
  json.update(catalogue::to_json(f));
  if (!f.evidence.rejected.empty()) json["rejected"] = json["evidence"]["rejected"];
  json.erase("evidence");
  json["boxes"] = f.evidence.boxes;
  if (!f.evidence.hardest.empty()) {  // how far an unfinished proof got
    json["share"] = f.evidence.share;
    json["hardest"] = f.evidence.hardest;
  }
  if (!f.evidence.advice.empty()) json["advice"] = f.evidence.advice;
  if (!f.evidence.lemmas.empty()) json["lemmas"] = f.evidence.lemmas;
  return json;
}

void print_text(const Job& job, const Finding& f) {
  const std::string& title = job.question.statement.title;
  fmt::print("{}: {}{}\n", job.file, name(f.verdict), title.empty() ? "" : fmt::format("  \"{}\"", title));
  if (!f.reason.empty()) fmt::print("  {}\n", f.reason);
  if (f.counterexample) fmt::print("  {}\n", reports::counterexample_sentence(*f.counterexample));
  if (f.tightness) fmt::print("  {}\n", reports::tightness_sentence(*f.tightness));
  const auto& e = f.evidence;
  if (f.checked)
    fmt::print("  by {}; accepted by the checker{} in {:.3g} s ({} proof line{}, {})\n", e.method,
               e.stored ? " again" : "", e.check_seconds, e.lines, e.lines == 1 ? "" : "s", size_text(e.bytes));
  std::vector<std::string> own = e.lemmas;
  std::erase_if(own, [&](const std::string& id) { return std::ranges::find(f.assumes, id) != f.assumes.end(); });
  if (!own.empty())
    fmt::print("  uses {}: its certificate counts together with the certificate of {}\n", fmt::join(own, ", "),
               own.size() == 1 ? "that" : "those");
  if (!f.assumes.empty())
    fmt::print("  by way of {}, cited from the literature and not proved here\n", fmt::join(f.assumes, ", "));
  if (!e.advice.empty()) fmt::print("  {}\n", reports::advice_sentence(e));
  if (!e.rejected.empty()) fmt::print("  {}\n", reports::rejection_sentence(e));
  if (e.stored) fmt::print("  found by an earlier run in {:.3g} s; --fresh begins anew\n", e.prove_seconds);
  const std::string resumed =
      e.resumed_boxes ? fmt::format(" ({} of them by the run before)", e.resumed_boxes) : std::string();
  fmt::print("  {} {}{}, {:.3g} s{}\n", e.boxes, e.boxes == 1 ? "box" : "boxes", resumed, f.seconds,
             f.certificate.empty() ? "" : "; " + f.certificate);
}

// A name for the certificate that two files of one run cannot share.
std::string certificate_name(const std::string& file, std::map<std::string, int>& used) {
  std::string stem = fs::path(file).stem().string();
  if (const int n = used[stem]++) stem += fmt::format("-{}", n + 1);
  return stem;
}

// What `#!` lines propose (docs/statement-language.md). A word that is not known would be advice that nobody follows.
catalogue::Hints read_hints(const std::string& file, const std::string& text, const verify::Statement& statement) {
  const auto formal = catalogue::read_formal(file, text);
  for (const auto& d : formal.directives) {
    if (!catalogue::is_directive(d.name))
      throw BadInput(fmt::format("{}:{}: expected '#! proof', '#! inhabited' or '#! refute', given '#! {}'", file,
                                 d.line, d.name));
  }
  auto hints = catalogue::read_hints(formal);
  if (statement.dim) return hints;
  const verify::Instance instance = statement.instance();  // of formulas, where there is one among the conclusions
  const std::size_t conclusions = std::max(instance.conclusions.size(), instance.formulas.size());
  for (const auto& [k, lines] : hints.proofs) {
    if (k > conclusions)
      throw BadInput(fmt::format("{}: expected '#! proof K' with K at most {} (the number of conclusions), given {}",
                                 file, conclusions, k));
  }
  return hints;
}

// The theorems that the catalogue cites: only statements of version 3 may use one.
class Theorems {
 public:
  const std::vector<verify::Lemma>& all() {
    if (!read_) read_ = catalogue::cited_theorems();
    return *read_;
  }

 private:
  std::optional<std::vector<verify::Lemma>> read_;
};

// What the proof of the last job may use: theorems that the catalogue cites; and what its lines name, statements of
// files in front of it, by the names of these without `.claim`.
void find_lemmas(std::vector<Job>& jobs, Theorems& cited) {
  Job& job = jobs.back();
  if (job.question.statement.language >= 3) job.question.lemmas = cited.all();
  for (const std::string& id : catalogue::lemma_ids(job.question.hints)) {
    if (job.question.statement.language < 3)
      throw BadInput(fmt::format("{}: a file whose proof uses a lemma begins with `language 3`", job.file));
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i + 1 < jobs.size(); ++i)
      if (fs::path(jobs[i].file).stem() == id) found.push_back(i);
    if (found.empty() && std::ranges::find(cited.all(), id, &verify::Lemma::id) != cited.all().end()) continue;
    if (found.size() != 1)
      throw BadInput(fmt::format("{}: `lemma {}`: expected the name of {} file given in front of it, without .claim",
                                 job.file, id, found.empty() ? "a" : "one"));
    job.lemmas.push_back(found.front());
    std::erase_if(job.question.lemmas, [&](const verify::Lemma& l) { return l.id == id; });
    job.question.lemmas.push_back({id, jobs[found.front()].question.statement});
  }
}

// Every file is read and elaborated before anything is proved: a mistake in the last one must not cost the work on the
// first.
std::vector<Job> read_jobs(const std::vector<std::string>& files) {
  std::vector<Job> jobs;
  Theorems cited;
  std::map<std::string, int> used;
  for (const auto& file : files) {
    try {
      const std::string text = catalogue::read_file(file, largest_claim);
      verify::Statement statement = verify::parse_typed_statement(text);
      catalogue::Hints hints = read_hints(file, text, statement);
      jobs.push_back({file, {"", certificate_name(file, used), std::move(statement), std::move(hints)}, {}});
      find_lemmas(jobs, cited);
    } catch (const verify::SyntaxError& e) {
      throw BadInput(e.pretty(file));
    }
  }
  return jobs;
}

// A statement is used only where it was proved before, in this run, or is a theorem that the catalogue cites: then it
// is named among what the proof assumes.
Finding settled(const Job& job, const std::vector<Job>& jobs, const std::vector<catalogue::Verdict>& verdicts,
                const catalogue::Options& options) {
  Finding open;
  for (const std::size_t used : job.lemmas)
    if (verdicts[used] != catalogue::Verdict::proved)
      open.reason += fmt::format("{}{}, which is {}", open.reason.empty() ? "no method: uses " : "; uses ",
                                 jobs[used].file, name(verdicts[used]));
  if (!open.reason.empty()) return open;
  Finding found = settle(job.question, options);
  for (const std::string& id : found.evidence.lemmas)
    if (std::ranges::none_of(job.lemmas, [&](std::size_t i) { return fs::path(jobs[i].file).stem() == id; }))
      found.assumes.push_back(id);
  return found;
}

Exit prove(const Common& common, const ProveOptions& options) {
  const std::atomic<bool>& stop = interruption();  // from here on an interruption is answered
  const std::vector<Job> jobs = read_jobs(options.files);
  const fs::path certificates = fs::path(common.out) / "certificates";
  make_folder(certificates.string());
  const auto store = open_store(common.out);
  ProgressLine line(common.quiet, jobs.size());
  catalogue::Options settling;
  settling.seed = common.seed;
  settling.threads = common.threads ? common.threads : std::max(1U, std::thread::hardware_concurrency());
  settling.precision = proof_precision(common);
  settling.time_limit = std::chrono::duration<double>(options.budget.timeout);
  settling.max_boxes = options.budget.max_boxes;
  settling.save_every = std::chrono::duration<double>(options.budget.save_every);
  settling.store = store.get();
  settling.fresh = options.budget.fresh;
  settling.certificates = certificates;
  settling.certificate_prefix = certificates.string() + "/";
  settling.stop = &stop;

  ordered_json all = ordered_json::array();
  Exit exit = Exit::done;
  std::vector<catalogue::Verdict> verdicts;
  for (const auto& job : jobs) {
    if (settling.stopping()) {
      exit = worse(exit, Exit::undecided);
      break;
    }
    settling.progress = [&](const catalogue::Progress& progress) { line.doing(progress_text(job.file, progress)); };
    const Finding found = settled(job, jobs, verdicts, settling);
    verdicts.push_back(found.verdict);
    line.done("");
    exit = worse(exit, exit_of(found.verdict));
    if (common.json)
      all.push_back(to_json(job, found));
    else
      print_text(job, found);
  }
  if (common.json) {
    const ordered_json& shown = options.files.size() == 1 && all.size() == 1 ? all[0] : all;
    fmt::print("{}\n", shown.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return exit;
}

}  // namespace

void register_prove(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("prove", "Prove or refute your own claims, written as text");
  auto options = std::make_shared<ProveOptions>();
  command->add_option("FILE", options->files, "Statements (.claim)")->required();
  add_budget_options(*command, options->budget);
  add_common_options(*command, common);
  command->footer(
      "Writes OUT/certificates/NAME.cert for what is proved or refuted; `dpcert check` "
      "accepts it without trusting this program.\n"
      "What was found, and how far an unfinished proof got, is kept in OUT/store.sqlite for the next run.\n"
      "The language is described in docs/statement-language.md, with the '#! proof' lines that guide the prover.\n"
      "Exit status: 0 all proved; 1 something is refuted; 2 a file is wrong; 3 something is undecided.\n"
      "Example, a file pinsker.claim:\n"
      "  var p in [1/100, 99/100]\n"
      "  var q in [1/100, 99/100]\n"
      "  prove p*log(p/q) + (1-p)*log((1-p)/(1-q)) >= 2*(p-q)^2\n"
      "  dpcert prove pinsker.claim");
  command->callback([&common, &action, options] { action = [&common, options] { return prove(common, *options); }; });
}

}  // namespace dpcert::cli
