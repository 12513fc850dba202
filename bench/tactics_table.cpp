// The table of tactics: which of them made steps of the proofs of bench/problems, of the battery of the engine's tests
// and of the catalogue, as Markdown.
//
//   tactics_table PROBLEMS BATTERY OUTPUT.md
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>
#include <vector>

#include "dpcert/catalogue/catalogue.hpp"
#include "dpcert/catalogue/certifier.hpp"
#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/uses.hpp"
#include "tests/engine/tactics_page.hpp"
#include "verify/catalogue/files.hpp"
#include "verify/engine/prove/prover.hpp"

namespace {

using namespace dpcert;
namespace fs = std::filesystem;

// By the name of a tactic, or of what the prover does around them: links to the statements that it proved.
using Proved = std::map<std::string, std::vector<std::string>, std::less<>>;

void note(Proved& proved, const std::string& link, const verify::Decision& d) {
  for (const auto& [name, count] : d.tactics) proved[name].push_back(link);
}

// "3: A, B, C", "17: A, B, C, ...".
std::string first_few(const Proved& proved, std::string_view name) {
  constexpr std::size_t most = 3;
  const auto it = proved.find(name);
  if (it == proved.end()) return "0";
  const auto& all = it->second;
  std::string text = fmt::format("{}: ", all.size());
  for (std::size_t i = 0; i < std::min(most, all.size()); ++i) text += (i ? ", " : "") + all[i];
  return all.size() > most ? text + ", ..." : text;
}

std::vector<fs::path> claims_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& item : fs::directory_iterator(folder))
    if (item.path().extension() == ".claim") files.push_back(item.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string problem_rows(const fs::path& folder, Proved& proved) {
  std::string rows;
  for (const auto& file : claims_in(folder)) {
    const std::string problem = file.stem().string();
    const auto statement = verify::parse_statement(catalogue::read_file(file));
    const verify::Decision d = decide(statement, verify::tactics_page_options());
    rows += verify::problem_row(problem, d) + "\n";
    note(proved, fmt::format("[{0}](../bench/problems/{0}.claim)", problem), d);
    std::cerr << problem << "\n";
  }
  return rows;
}

// Those of the battery that every run of the tests proves: their first line is `# expect proved` and no more.
std::size_t battery(const fs::path& folder, Proved& proved) {
  std::size_t count = 0;
  for (const auto& file : claims_in(folder)) {
    const std::string text = catalogue::read_file(file), name = file.stem().string();
    if (!text.starts_with("# expect proved\n")) continue;
    const verify::Decision d = decide(verify::parse_statement(text), verify::tactics_page_options());
    note(proved, fmt::format("[{0}](../tests/engine/battery/{0}.claim)", name), d);
    ++count;
    std::cerr << name << "\n";
  }
  return count;
}

// The statements of the catalogue, printed and corrected ones, that are settled by the kernel.
std::size_t catalogue_claims(Proved& proved) {
  std::size_t count = 0;
  const auto& all = catalogue::Catalogue::embedded();
  const auto settle = [&](catalogue::FormalStatement formal, const std::string& id) {
    find_lemmas(formal, all);
    const catalogue::Hints hints = read_hints(formal);
    verify::DecideOptions how = verify::tactics_page_options();
    how.time_limit = std::chrono::duration<double>(10);  // some statements are open, and stay so
    how.advice = hints.proofs;
    how.points = hints.points;
    how.interpretations = hints.interpretations;
    for (const auto& [used, text] : formal.lemmas) how.lemmas.push_back({used, verify::parse_statement(text)});
    const verify::Decision d = decide(verify::parse_statement(formal.text), how);
    note(proved, fmt::format("[{}](../verify/{})", id, formal.file), d);
    ++count;
    std::cerr << id << "\n";
  };
  for (const auto& entry : all.entries()) {
    if (!settled_without_engine(entry)) settle(*entry.formal, entry.ledger.id);
    if (entry.repair && !settled_without_engine(*entry.repair, entry.ledger.kind))
      settle(*entry.repair, entry.ledger.id + std::string(catalogue::repair_suffix));
  }
  return count;
}

// A row's last cells: problems, battery, catalogue.
std::string cells(const std::array<Proved, 3>& proved, std::string_view name) {
  std::string text;
  for (const auto& part : proved) text += first_few(part, name) + " | ";
  text.pop_back();
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return std::cerr << "tactics_table PROBLEMS BATTERY OUTPUT.md\n", 2;
  std::array<Proved, 3> proved;
  const std::string rows = problem_rows(argv[1], proved[0]);
  const std::size_t in_battery = battery(argv[2], proved[1]);
  const std::size_t statements = catalogue_claims(proved[2]);
  std::string tactics, around;
  std::size_t used = 0;
  const auto all = verify::tactics();
  for (const auto& t : all) {
    used += std::ranges::any_of(proved, [&](const Proved& part) { return part.contains(t.name); }) ? 1 : 0;
    tactics += fmt::format("| {} | {} | {} | {}\n", t.name, t.functions, t.round + 1, cells(proved, t.name));
  }
  for (const auto& [name, what] :
       {std::pair{"immediate", "a sign, an identity or a hypothesis, at once"}, std::pair{"equation", "an equation"},
        std::pair{"boxes-alone", "boxes for the claim as it stands"},
        std::pair{"ends-apart", "closed ends apart, first of all"},
        std::pair{"pieces", "the domain of a single variable in pieces"}})
    around += fmt::format("| {} | {} | {}\n", name, what, cells(proved, name));
  constexpr std::string_view parts = "problems | battery | claims of the catalogue |";
  const std::string page = fmt::format(
      "# Which tactic proved what\n\n"
      "This page is generated by `cmake --build build --target tactics_table` (configure with `-DDPCERT_BENCH=ON`): do "
      "not edit it.\n"
      "Decided anew, without a store: every problem of `bench/problems`, the {} statements of `tests/engine/battery` "
      "that every run of\nthe tests proves, and the {} statements of the catalogue that the kernel settles. A proof "
      "counts for the tactics that made\nsteps of it; steps that the `#! proof` lines of a claim give have none. A "
      "tactic that another one calls by itself counts as that one.\n\n"
      "A test of `tests/engine` decides the problems again and compares with this page, so that a tactic that stops "
      "firing is seen.\n\n"
      "## By tactic\n\n"
      "In the order in which they are tried; round: from which on, of six. {} of {} made a step of these proofs. Each "
      "has goals of its\nown, one that it proves alone and one at which it declines, in "
      "`tests/engine/tactics_goals.cpp`.\n\n"
      "| tactic | functions | round | {parts}\n|---|---|---:|---|---|---|\n{}\n"
      "What the prover does around the table:\n\n"
      "| name | what | {parts}\n|---|---|---|---|---|\n{}\n"
      "## By problem\n\n"
      "| problem | verdict | tactics |\n|---|---|---|\n{}",
      in_battery, statements, used, all.size(), tactics, around, rows, fmt::arg("parts", parts));
  catalogue::write_file_atomically(argv[3], page);
}
