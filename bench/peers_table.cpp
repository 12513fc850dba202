// The problems side by side: this prover, z3, coq-interval and a bare loop of Arb over boxes, each where it can state
// them.
//
//   peers_table FOLDER OUTPUT.md [--timeout SECONDS] [--rows FILE.md] [--in NAME]...
//
// With `--in` those folders of FOLDER only (`.`: the problems that lie in it), else all of it but `definitions`.
// OUTPUT.md has one line for each folder of problems and each peer, FILE.md one for each problem.
// The first line of a problem, `# true` or `# false`, says what mathematics says. z3 and coqc are looked for when the
// program runs; where one is not found its column says so. Exit status 1 if this prover contradicts a first line.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <set>

#include "bench/peers.hpp"
#include "dpcert/catalogue/settle.hpp"
#include "verify/catalogue/files.hpp"

namespace {

using namespace dpcert;
namespace fs = std::filesystem;
using peers::Answer;

double cpu_seconds(int who) {
  rusage r{};
  getrusage(who, &r);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(r.ru_utime) + seconds(r.ru_stime);
}

struct Result {
  Answer answer = Answer::not_stated;
  double cpu = 0;
};

// A program with a file, within the time; what it printed.
std::string output_of(const std::string& command, double timeout) {
  std::string out;
  FILE* pipe = ::popen(fmt::format("timeout {} {} 2>&1", timeout, command).c_str(), "r");
  if (!pipe) return out;
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, n);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) out += "\nexit 0";
  return out;
}

bool is_there(const std::string& program) {
  return std::system(fmt::format("command -v {} > /dev/null 2>&1", program).c_str()) == 0;
}

Result by_z3(const verify::Instance& s, const fs::path& scratch, double timeout) {
  Result r;
  const double before = cpu_seconds(RUSAGE_CHILDREN);
  bool all = true;
  for (const Relation& c : s.conclusions) {
    const auto text = peers::smt_of(s, c);
    if (!text) return {};
    std::ofstream(scratch / "problem.smt2") << *text;
    const std::string out = output_of("z3 " + (scratch / "problem.smt2").string(), timeout);
    if (out.starts_with("sat")) r.answer = Answer::refuted;
    all = all && out.starts_with("unsat");
  }
  if (r.answer != Answer::refuted) r.answer = all ? Answer::proved : Answer::open;
  r.cpu = cpu_seconds(RUSAGE_CHILDREN) - before;
  return r;
}

Result by_coq(const verify::Instance& s, const fs::path& scratch, double timeout) {
  const auto text = peers::coq_of(s);
  if (!text) return {};
  const double before = cpu_seconds(RUSAGE_CHILDREN);
  std::ofstream(scratch / "problem.v") << *text;
  const std::string out = output_of("coqc -q " + (scratch / "problem.v").string(), timeout);
  return {out.ends_with("exit 0") ? Answer::proved : Answer::open, cpu_seconds(RUSAGE_CHILDREN) - before};
}

Result by_arb(const verify::Instance& s, double timeout) {
  const double before = cpu_seconds(RUSAGE_SELF);
  const Answer a = peers::bare_loop(s, timeout);
  return {a, cpu_seconds(RUSAGE_SELF) - before};
}

std::string cell(const Result& r) {
  switch (r.answer) {
    case Answer::not_stated:
      return "-";
    case Answer::open:
      return fmt::format("open {:.2f}", r.cpu);
    case Answer::proved:
      return fmt::format("proved {:.2f}", r.cpu);
    case Answer::refuted:
      return fmt::format("refuted {:.2f}", r.cpu);
  }
  return "";
}

// Of one peer: how many it can state, how many of these it and this prover decide, and the ratio of the times.
struct Column {
  std::string name;
  bool found = true;
  int stated = 0, decided = 0, ours = 0, wrong = 0;
  std::vector<double> ratios = {};  // its time over ours where both decide
  [[nodiscard]] std::string in_folder() const { return found ? fmt::format("{} of {}", decided, stated) : "not found"; }
  void take(const Result& peer, const Result& own, bool truth) {
    if (peer.answer == Answer::not_stated) return;
    ++stated;
    const auto is_decided = [](const Result& r) { return r.answer == Answer::proved || r.answer == Answer::refuted; };
    decided += is_decided(peer);
    ours += is_decided(own);
    wrong += is_decided(peer) && (peer.answer == Answer::proved) != truth;
    if (is_decided(peer) && is_decided(own)) ratios.push_back(std::max(peer.cpu, 0.001) / std::max(own.cpu, 0.001));
  }
  [[nodiscard]] std::string row() {
    if (!found) return fmt::format("| {} | not found on the machine that made this page | | | | |\n", name);
    std::ranges::sort(ratios);
    const std::string ratio = ratios.empty() ? ""
                                             : fmt::format("{:.2g} ({:.2g} to {:.2g})", ratios[ratios.size() / 2],
                                                           ratios.front(), ratios.back());
    return fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, stated, decided, wrong, ours, ratio);
  }
};

// The problems of one folder.
struct Folder {
  std::array<Column, 3> peers;
  int problems = 0, decided = 0, wrong = 0;
  explicit Folder(const std::array<Column, 3>& none) : peers(none) {}
};

// What is written of all problems and of each folder.
std::string page(std::array<Column, 3>& all, const std::map<std::string, Folder>& folders, std::size_t problems,
                 double timeout) {
  int decided = 0, wrong = 0;
  std::string by_folder;
  for (const auto& [name, f] : folders) {
    decided += f.decided;
    wrong += f.wrong;
    by_folder += fmt::format("| `{}` | {} | {} | {} | {} | {} |\n", name, f.problems, f.decided, f.peers[0].in_folder(),
                             f.peers[1].in_folder(), f.peers[2].in_folder());
  }
  return fmt::format(
      "# Peers side by side\n\n"
      "This page is generated by `cmake --build build --target prover_table` (configure with `-DDPCERT_BENCH=ON`): "
      "do not edit it.\n\n"
      "The {} problems of these folders of `bench/problems`, by four programs on one machine, each with one\n"
      "thread and {:.0f} s. This prover decides {} of them, {} against what mathematics says. z3 (nlsat) is "
      "asked for a\ncounterexample of statements without transcendental functions; coq-interval for a proof of those "
      "with bounded\nvariables, by one script (`interval` with bisection, automatic differentiation and 80 bits), "
      "loading its libraries\nincluded; the bare loop evaluates both sides with Arb at 64 bits over boxes, halves the "
      "widest one, and uses no\nderivative. Most of these problems hold with equality "
      "somewhere, or at an end: there an enclosure alone proves nothing.\nOf the four, only this prover writes a "
      "certificate. Each problem has a line in\n`build/peers-table.md` after the run.\n\n"
      "| peer | can state | decides | wrongly | of these this prover decides | its CPU time over ours, median (range) "
      "|\n"
      "|---|---:|---:|---:|---:|---|\n{}{}{}\n"
      "By folder: how many this prover decides, and how many of those that it can state each peer decides.\n\n"
      "| folder | problems | dpcert | z3 | coq-interval | bare loop |\n|---|---:|---:|---:|---:|---:|\n{}",
      problems, timeout, decided, wrong, all[0].row(), all[1].row(), all[2].row(), by_folder);
}

}  // namespace

int write_table(int argc, char** argv) {
  if (argc < 3)
    return std::cerr << "peers_table FOLDER OUTPUT.md [--timeout SECONDS] [--rows FILE.md] [--in NAME]...\n", 2;
  double timeout = 10;
  std::string rows_file;
  std::set<std::string> only;
  for (int i = 3; i < argc; i += 2) {
    const std::string option = argv[i];
    if ((option != "--timeout" && option != "--rows" && option != "--in") || i + 1 == argc)
      return std::cerr << "unknown option, or one without its value: " << option << "\n", 2;
    if (option == "--in") only.insert(argv[i + 1]);
    if (option == "--rows") rows_file = argv[i + 1];
    if (option == "--timeout") timeout = std::stod(argv[i + 1]);
  }
  const auto folder_of = [&](const fs::path& file) {
    const std::string name = fs::relative(file, argv[1]).parent_path().string();
    return name.empty() ? std::string(".") : name;
  };
  std::vector<fs::path> files;
  for (const auto& item : fs::recursive_directory_iterator(argv[1])) {
    const std::string folder = item.path().extension() == ".claim" ? folder_of(item.path()) : "";
    if (!folder.empty() && (only.empty() ? !folder.starts_with("definitions") : only.contains(folder)))
      files.push_back(item.path());
  }
  std::sort(files.begin(), files.end());
  const fs::path scratch = fs::temp_directory_path() / fmt::format("dpcert-peers-{}", ::getpid());
  fs::create_directories(scratch);
  catalogue::Options options;
  options.time_limit = std::chrono::duration<double>(timeout);
  options.threads = 1;
  options.certificates = scratch;
  const std::array<Column, 3> none{{{"z3", is_there("z3")}, {"coq-interval", is_there("coqc")}, {"bare loop of Arb"}}};
  std::array<Column, 3> all = none;
  std::map<std::string, Folder> folders;
  std::string rows;
  bool contradicted = false;
  for (const auto& file : files) {
    const std::string text = catalogue::read_file(file);
    const bool truth = text.starts_with("# true");
    const catalogue::Question question{"", file.stem().string(), verify::parse_typed_statement(text), {}};
    const double before = cpu_seconds(RUSAGE_SELF);
    const catalogue::Finding found = settle(question, options);
    Result own{Answer::open, cpu_seconds(RUSAGE_SELF) - before};
    if (found.verdict == verify::Verdict::proved) own.answer = Answer::proved;
    if (found.verdict == verify::Verdict::refuted) own.answer = Answer::refuted;
    std::array<Result, 3> peer;
    if (!question.statement.dim && question.statement.instance().formulas.empty()) {
      const verify::Instance s = question.statement.instance();
      if (none[0].found) peer[0] = by_z3(s, scratch, timeout);
      if (none[1].found) peer[1] = by_coq(s, scratch, timeout);
      peer[2] = by_arb(s, timeout);
    }
    const std::string name = fs::relative(file, argv[1]).string();
    Folder& folder = folders.try_emplace(folder_of(file), none).first->second;
    ++folder.problems;
    folder.decided += own.answer != Answer::open;
    const bool is_wrong = own.answer == (truth ? Answer::refuted : Answer::proved);
    folder.wrong += is_wrong;
    contradicted = contradicted || is_wrong;
    for (std::size_t i = 0; i < peer.size(); ++i) {
      all[i].take(peer[i], own, truth);
      folder.peers[i].take(peer[i], own, truth);
    }
    rows += fmt::format("| [{0}](../bench/problems/{0}) | {1} | {2} | {3} | {4} | {5} |\n", name,
                        truth ? "true" : "false", cell(own), cell(peer[0]), cell(peer[1]), cell(peer[2]));
    std::cerr << name << ": " << cell(own) << ", " << cell(peer[0]) << ", " << cell(peer[1]) << ", " << cell(peer[2])
              << "\n";
  }
  fs::remove_all(scratch);
  catalogue::write_file_atomically(argv[2], page(all, folders, files.size(), timeout));
  if (!rows_file.empty())
    catalogue::write_file_atomically(
        rows_file,
        "# Peers, problem by problem\n\nWith CPU seconds; a dash: cannot be stated.\n\n"
        "| problem | it is | dpcert | z3 | coq-interval | bare loop |\n|---|---|---|---|---|---|\n" +
            rows);
  return contradicted ? 1 : 0;
}

int main(int argc, char** argv) {
  try {
    return write_table(argc, argv);
  } catch (const std::exception& e) {
    return std::cerr << "peers_table: " << e.what() << "\n", 2;
  }
}
