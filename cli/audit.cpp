// dpcert audit FILE.csv: are other tools' privacy numbers the bounds that they claim to be?
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <thread>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "cli/text.hpp"
#include "cli/words.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/privacy/neighbours.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/reports/audit.hpp"
#include "verify/catalogue/files.hpp"

namespace dpcert::cli {

namespace {

namespace fs = std::filesystem;

struct AuditOptions {
  std::string file;
  double tolerate_ulps = 0;
  int digits = 17;
  bool rows = false;
  bool write = false;
};

/// Verdicts of the report folder: written beside the target, renamed when whole.
class JsonFile {
 public:
  explicit JsonFile(const fs::path& folder)
      : target_(folder / "audit.json"), partial_(folder / "audit.json.partial"), stream_(partial_, std::ios::binary) {
    if (!stream_) throw BadInput(partial_.string() + ": cannot be written");
  }
  std::ostream& stream() { return stream_; }
  void finish() {
    stream_.close();
    std::error_code problem;
    if (stream_) fs::rename(partial_, target_, problem);
    if (!stream_ || problem) throw BadInput(target_.string() + ": cannot be written");
  }

 private:
  fs::path target_, partial_;
  std::ofstream stream_;
};

/// "in [lo, hi]", "infinite", "= 0".
std::string truth_of(const audit::Judgement& j) {
  if (j.lower == "inf") return "infinite";
  if (j.lower == j.upper) return "= " + j.lower;
  return j.lower.empty() ? "not computed" : fmt::format("in [{}, {}]", j.lower, j.upper);
}

void print_row(const audit::Judged& judged) {
  const auto& j = judged.judgement;
  const auto& r = judged.row;
  if (j.verdict == audit::Verdict::error) return;  // said on stderr
  fmt::print("{:>6}  {:<9}  {:<9}  {}\n", r.number, name(j.verdict), name(j.unsound),
             fmt::format("{} {} {} at {}: {} bound {}, truth {}; neighbours: {}", r.tool, r.quantity, r.mechanism, r.at,
                         r.bound, r.value, truth_of(j), neighbours_of(r.mechanism)));
}

void print_summary(const audit::Summary& summary, bool interrupted) {
  const audit::Counts& all = summary.counts();
  fmt::print("{:<30} {:<42} {:>7} {:>8} {:>8} {:>6} {:>10} {:>9}\n", "tool", "mechanism", "rows", "unsound", "invalid",
             "gross", "numerical", "rounding");
  for (const audit::Group* g : summary.groups()) {
    const audit::Counts& c = g->counts;
    fmt::print("{} {} {:>7} {:>8} {:>8} {:>6} {:>10} {:>9}\n", pad(g->tool, 30), pad(g->mechanism, 42), c.rows,
               c.of(audit::Verdict::unsound), c.of(audit::Class::invalid), c.of(audit::Class::gross),
               c.of(audit::Class::numerical), c.of(audit::Class::rounding));
  }
  constexpr std::size_t cases = 10;
  if (!summary.worst().empty()) fmt::print("\nworst cases\n");
  for (std::size_t i = 0; i < std::min(cases, summary.worst().size()); ++i) {
    const audit::Judged& w = summary.worst()[i];
    const auto& r = w.row;
    fmt::print("  row {}: {} ({})\n    {} {} {} at {} {}\n    said {} {}, truth {}\n", r.number,
               name(w.judgement.unsound), reports::gap_in_words(w), clip(r.tool, 40), r.quantity, r.mechanism, r.at,
               clip(r.parameters, 80), r.bound == "upper" ? "at most" : "at least", r.value, truth_of(w.judgement));
  }
  for (std::size_t i = 0; i < std::min(cases, summary.undecided().size()); ++i) {
    const audit::Judged& u = summary.undecided()[i];
    fmt::print("  row {}: undecided, {}\n", u.row.number, u.judgement.problem.message);
  }
  fmt::print("\n{} rows: {} sound, {} exact, {} unsound", all.rows, all.of(audit::Verdict::sound),
             all.of(audit::Verdict::exact), all.of(audit::Verdict::unsound));
  if (all.of(audit::Verdict::unsound))
    fmt::print(" ({} invalid, {} gross, {} numerical, {} rounding)", all.of(audit::Class::invalid),
               all.of(audit::Class::gross), all.of(audit::Class::numerical), all.of(audit::Class::rounding));
  fmt::print(", {} undecided, {} in error{}\n", all.of(audit::Verdict::undecided), all.of(audit::Verdict::error),
             interrupted ? " (interrupted)" : "");
  if (summary.tolerated_ulps() > 0)
    fmt::print("{} unsound rows are within the {} ulps tolerated\n", summary.tolerated(), summary.tolerated_ulps());
}

std::string command_of(const AuditOptions& options) {
  std::string text = "dpcert audit " + options.file;
  if (options.tolerate_ulps > 0) text += fmt::format(" --tolerate-ulps {}", options.tolerate_ulps);
  if (options.digits != AuditOptions{}.digits) text += fmt::format(" --digits {}", options.digits);
  return text;
}

Exit run(const Common& common, const AuditOptions& options) {
  const bool piped = options.file == "-";
  std::ifstream file;
  if (!piped) file = open_input(options.file, "a CSV file");
  std::error_code problem;
  std::uint64_t size = piped ? 0 : fs::file_size(options.file, problem);
  if (problem) size = 0;  // a pipe or device
  std::optional<JsonFile> json_file;
  if (options.write) {
    make_folder(common.out);
    json_file.emplace(common.out);
  }
  std::optional<reports::AuditJson> to_stdout, to_file;
  if (common.json) to_stdout.emplace(std::cout);
  if (json_file) to_file.emplace(json_file->stream());

  audit::Summary summary(options.tolerate_ulps);
  audit::Options how;
  how.threads = common.threads ? common.threads : std::max(1U, std::thread::hardware_concurrency());
  how.digits = options.digits;
  how.stop = &interruption();
  const auto start = std::chrono::steady_clock::now();
  ProgressLine line(common.quiet, 1000);
  constexpr std::uint64_t errors_said = 20;
  std::uint64_t errors = 0;
  how.row = [&](const audit::Judged& judged) {
    summary.add(judged);
    if (to_stdout) to_stdout->row(judged);
    if (to_file) to_file->row(judged);
    if (judged.judgement.verdict == audit::Verdict::error) {
      const audit::Problem& p = judged.judgement.problem;
      if (++errors <= errors_said)
        fmt::print(stderr, "dpcert: {}:{}:{}: {}\n", options.file, p.at.line, p.at.column, p.message);
    } else if (options.rows && !common.json) {
      print_row(judged);
    }
  };
  how.progress = [&](const audit::Progress& p) {
    const double t = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    line.at(size ? static_cast<std::size_t>(1000.0 * static_cast<double>(p.bytes) / static_cast<double>(size)) : 0,
            fmt::format("{} rows, {:.0f} a second, {} unsound", p.rows, t > 0 ? static_cast<double>(p.rows) / t : 0.0,
                        p.unsound));
  };
  audit::Progress reached;
  try {
    reached = audit::audit(piped ? std::cin : file, how);
  } catch (const Error& e) {
    throw BadInput(fmt::format("{}: {}: expected {}, given {}", options.file, e.where(), e.expected(), e.given()));
  }
  line.finish();
  if (errors > errors_said)
    fmt::print(stderr, "dpcert: {}: {} more rows in error\n", options.file, errors - errors_said);

  reports::AuditRun about;
  about.version = DPCERT_VERSION;
  about.file = options.file;
  about.command = command_of(options);
  about.interrupted = interruption() && reached.bytes < size;
  about.bytes = reached.bytes;
  if (to_stdout) to_stdout->finish(summary, about);
  if (to_file) {
    to_file->finish(summary, about);
    json_file->finish();
    const fs::path folder(common.out);
    catalogue::write_file_atomically(folder / "audit.md", reports::audit_markdown(summary, about));
    catalogue::write_file_atomically(folder / "audit.html", reports::audit_html(summary, about));
  }
  if (!common.json) {
    print_summary(summary, about.interrupted);
    if (options.write) fmt::print("{}\n", (fs::path(common.out) / "audit.html").string());
  }
  if (about.interrupted)
    fmt::print(stderr, "dpcert: interrupted after {} rows, {} of {} bytes\n", reached.rows, reached.bytes, size);

  const audit::Counts& counts = summary.counts();
  Exit exit = Exit::done;
  if (counts.of(audit::Verdict::unsound) > summary.tolerated()) exit = worse(exit, Exit::wrong);
  if (counts.of(audit::Verdict::error)) exit = worse(exit, Exit::bad_input);
  if (counts.of(audit::Verdict::undecided) || about.interrupted) exit = worse(exit, Exit::undecided);
  return exit;
}

}  // namespace

void register_audit(CLI::App& app, Common& common, Action& action) {
  CLI::App* command = app.add_subcommand("audit", "Check the numbers of other privacy tools");
  auto options = std::make_shared<AuditOptions>();
  command->add_option("FILE", options->file, "CSV file (docs/audit.md), or - for standard input")->required();
  command
      ->add_option("--tolerate-ulps", options->tolerate_ulps,
                   "Unsound values within so many units in the last place do not count for the exit status")
      ->check(nonnegative_number())
      ->capture_default_str();
  command->add_option("--digits", options->digits, "Significant digits of the printed enclosures")
      ->check(whole_number(1, 1000))
      ->capture_default_str();
  command->add_flag("--rows", options->rows, "Print a line for every row");
  add_common_options(*command, common, {"--seed", "--precision"});
  command->footer(
      "Header: tool,version,mechanism,parameters,at,quantity,bound,value\n"
      "With --out DIR also writes DIR/audit.json, audit.md and audit.html.\n"
      "Parameters (docs/privacy-quantities.md says which mechanism takes which; docs/parameters.md lists all):\n" +
      parameter_help(offered_parameters()) +
      "Exit status: 0 all sound; 1 something is unsound; 2 a row could not be read; 3 undecided or interrupted.\n"
      "Examples:\n"
      "  dpcert audit examples/audit-sample.csv\n"
      "  dpcert audit numbers.csv --json --tolerate-ulps 2\n"
      "  dpcert audit numbers.csv --out audit-report");
  command->callback([&common, &action, options, command] {
    options->write = command->get_option("--out")->count() > 0;
    action = [&common, options] { return run(common, *options); };
  });
}

}  // namespace dpcert::cli
