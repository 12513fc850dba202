// The table of problems: settles every file of a folder, each alone and without a store, and writes a Markdown table.
//
//   problem_table FOLDER OUTPUT.md [--timeout SECONDS] [--threads N]
//
// The first line of a problem, `# true` or `# false`, says what mathematics says. Exit status 1 if a verdict
// contradicts it.
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "dpcert/catalogue/settle.hpp"
#include "verify/catalogue/files.hpp"

namespace {

using namespace dpcert;
namespace fs = std::filesystem;

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '|' ? std::string("\\|") : std::string(1, c);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return std::cerr << "problem_table FOLDER OUTPUT.md [--timeout SECONDS] [--threads N]\n", 2;
  catalogue::Options options;
  options.time_limit = std::chrono::duration<double>(60);
  options.max_boxes = 2'000'000;
  options.threads = 1;
  for (int i = 3; i + 1 < argc; i += 2) {
    const std::string key = argv[i];
    if (key == "--timeout")
      options.time_limit = std::chrono::duration<double>(std::stod(argv[i + 1]));
    else if (key == "--threads")
      options.threads = static_cast<unsigned>(std::stoul(argv[i + 1]));
    else
      return std::cerr << "unknown option " << key << "\n", 2;
  }
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(argv[1]))
    if (item.path().extension() == ".claim") files.push_back(item.path());
  std::sort(files.begin(), files.end());
  options.certificates = fs::temp_directory_path() / fmt::format("dpcert-table-{}", ::getpid());
  fs::create_directories(options.certificates);

  std::string rows;
  std::size_t decided = 0, wrong = 0;
  for (const auto& file : files) {
    const std::string text = catalogue::read_file(file);
    const bool truth = text.starts_with("# true");
    const catalogue::Question question{"", file.stem().string(), verify::parse_statement(text), {}};
    const double before = cpu_seconds();
    const catalogue::Finding found = settle(question, options);
    const double spent = cpu_seconds() - before;
    const auto& e = found.evidence;
    const bool contradicts = found.verdict == (truth ? verify::Verdict::refuted : verify::Verdict::proved);
    wrong += contradicts;
    decided += found.verdict == verify::Verdict::proved || found.verdict == verify::Verdict::refuted;
    const std::string how_far =
        !e.hardest.empty() && !found.checked ? fmt::format(" ({:.3g}% proved)", 100 * e.share) : "";
    rows +=
        fmt::format("| [{}](../bench/problems/{}.claim) | {} | {} | {}{}{} | {} | {:.2f} | {} | {} | {} |\n",
                    file.stem().string(), file.stem().string(), escaped(question.statement.title),
                    truth ? "true" : "false", contradicts ? "WRONG: " : "", name(found.verdict), how_far, e.boxes,
                    spent, found.checked ? std::to_string(e.lines) : "", found.checked ? std::to_string(e.bytes) : "",
                    found.checked ? fmt::format("{:.2g}", 1000 * e.check_seconds) : "");
    std::cerr << file.stem().string() << ": " << name(found.verdict) << fmt::format(" {:.2f} s\n", spent);
  }
  fs::remove_all(options.certificates);
  const std::string table = fmt::format(
      "# What the prover does with {} problems\n\n"
      "Made by `cmake --build build --target prover_table` (configure with `-DDPCERT_BENCH=ON`). {} of {} are decided, "
      "{} of them against what mathematics says. {} thread(s), at most {:.0f} s of wall time a problem, no store. CPU "
      "time includes search, proof and check; the certificate's size is that of its file (gzip above 64 KiB); the "
      "check is a part of the CPU time.\n\n"
      "| problem | what it says | it is | verdict | boxes | CPU s | proof lines | bytes | check ms |\n"
      "|---|---|---|---|---:|---:|---:|---:|---:|\n{}",
      files.size(), decided, files.size(), wrong, options.threads, options.time_limit.count(), rows);
  catalogue::write_file_atomically(argv[2], table);
  return wrong ? 1 : 0;
}
