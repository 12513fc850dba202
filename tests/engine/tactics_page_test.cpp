// docs/tactics.md says which tactics proved the problems of bench/problems: here they are proved again, so that a
// tactic that stops firing, or fires where it did not, is seen.
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

std::string page() { return read_text(fs::path(DPCERT_SOURCE_DIR) / "docs/tactics.md"); }

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
  const std::string begin = "| [" + GetParam() + "](";
  std::string row;
  for (const auto& line : lines_of(page()))
    if (line.starts_with(begin)) row = line;
  EXPECT_EQ(row, problem_row(GetParam(), d)) << "if that is as it should be: the target tactics_table writes the page";
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
}

}  // namespace
}  // namespace dpcert::verify
