// docs/tactics.md says which tactics proved the problems of bench/problems, docs/prover-table.md what came of them and
// what it took: here they are proved again, so that a tactic that stops firing, or fires where it did not, is seen, and
// so is a problem that takes more boxes than it did.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/engine/goals.hpp"
#include "tests/engine/tactics_page.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

namespace fs = std::filesystem;

std::string read_text(const fs::path& file) {
  std::ifstream in(file);
  std::stringstream text;
  text << in.rdbuf();
  EXPECT_FALSE(text.str().empty()) << file;
  return text.str();
}

fs::path docs() { return fs::path(DPCERT_SOURCE_DIR) / "docs"; }
std::string page() { return read_text(docs() / "tactics.md"); }

// The row of a problem; empty if there is none.
std::string row_of(const std::string& problem, const std::string& text) {
  const std::string begin = "| [" + problem + "](";
  for (const auto& line : lines_of(text))
    if (line.starts_with(begin)) return line;
  return {};
}

// Verdict and boxes of a row of docs/prover-table.md: the sixth and the fifth of its cells from the right, as titles
// may have bars in them.
std::pair<std::string, double> result_in(const std::string& row) {
  std::vector<std::string> cells;
  for (std::size_t from = 0, at = 0; (at = row.find(" | ", from)) != std::string::npos; from = at + 2)
    cells.push_back(row.substr(from, at - from));
  if (cells.size() < 7) return {"no row", -1};
  const auto cell = [&](std::size_t from_right) { return cells[cells.size() - from_right].substr(1); };
  return {cell(5), std::stod(cell(4))};
}

std::vector<std::string> problems() {
  std::vector<fs::path> files;
  for (const auto& file : fs::directory_iterator(fs::path(DPCERT_SOURCE_DIR) / "bench/problems"))
    if (file.path().extension() == ".claim") files.push_back(file.path());
  std::ranges::sort(files);
  std::vector<std::string> out;
  for (const auto& file : files) out.push_back(file.stem().string());
  return out;
}

class TacticsPage : public testing::TestWithParam<std::string> {};

TEST_P(TacticsPage, SaysWhatProves) {
  const fs::path file = fs::path(DPCERT_SOURCE_DIR) / "bench/problems" / (GetParam() + ".claim");
  const Decision d = decide(parse_statement(read_text(file)), tactics_page_options());
  EXPECT_EQ(row_of(GetParam(), page()), problem_row(GetParam(), d))
      << "if that is as it should be: the target tactics_table writes the page";
  // A tenth is left to what changes the order of boxes here and there.
  const auto [verdict, boxes] = result_in(row_of(GetParam(), read_text(docs() / "prover-table.md")));
  const char* how = "if that is as it should be: the target prover_table writes the page";
  EXPECT_EQ(verdict, name(d.verdict)) << how;
  EXPECT_LE(static_cast<double>(d.boxes), 1.1 * boxes) << how;
  EXPECT_GE(1.1 * static_cast<double>(d.boxes), boxes) << how;
}

INSTANTIATE_TEST_SUITE_P(All, TacticsPage, testing::ValuesIn(problems()), [](const auto& info) {
  std::string name = info.param;
  std::erase(name, '-');
  return name;
});

// A row for each tactic and each problem, in order, and no others.
TEST(TacticsPageRows, AreThoseOfTheTable) {
  std::vector<std::string> tactics_there, problems_there;
  for (const auto& line : lines_of(page())) {
    if (line.starts_with("| [")) problems_there.push_back(line.substr(3, line.find(']') - 3));
    for (const char* functions : {" | any | ", " | elementary | ", " | special | "})
      if (const auto at = line.find(functions); line.starts_with("| ") && at != std::string::npos)
        tactics_there.push_back(line.substr(2, at - 2));
  }
  const auto names = tactic_names();
  EXPECT_EQ(tactics_there, std::vector<std::string>(names.begin(), names.end()));
  EXPECT_EQ(problems_there, problems());
  problems_there.clear();
  for (const auto& line : lines_of(read_text(docs() / "prover-table.md")))
    if (line.starts_with("| [")) problems_there.push_back(line.substr(3, line.find(']') - 3));
  EXPECT_EQ(problems_there, problems());
}

}  // namespace
}  // namespace dpcert::verify
