// Problems on sums, products, sequences and lemmas: what the prover says of each, against what mathematics says and
// against the table of docs/ranges-table.md. The first line of a file is `# true: SOURCE` or `# false: SOURCE`; a proof
// line `lemma NAME (...)` uses the file of that name.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "verify/kernel/decide.hpp"

namespace dpcert::verify {
namespace {

namespace ranges_battery {

namespace fs = std::filesystem;
const fs::path folder = DPCERT_SOURCE_DIR "/tests/engine/battery_ranges";

std::string file_text(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

struct Problem {
  std::string name, source;
  bool truth = false;
  Statement statement;
  std::vector<std::string> advice, lemmas;
};

Problem read(const fs::path& file) {
  Problem p;
  p.name = file.stem().string();
  std::istringstream lines(file_text(file));
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    if (text.empty()) {
      p.truth = line.starts_with("# true: ");
      p.source = line.substr(line.find(": ") + 2);
    }
    if (!line.starts_with("#!")) {
      text += line + "\n";
      continue;
    }
    std::istringstream steps(line.substr(line.starts_with("#! proof 1") ? 10 : 2));
    for (std::string step; std::getline(steps, step, ';');) {
      const auto begin = step.find_first_not_of(' ');
      if (begin == std::string::npos) continue;
      p.advice.push_back(step.substr(begin));
      if (p.advice.back().starts_with("lemma ")) {
        const std::string rest = p.advice.back().substr(6);
        p.lemmas.push_back(rest.substr(0, rest.find(' ')));
      }
    }
  }
  p.statement = parse_statement(text);
  return p;
}

std::vector<Problem> problems() {
  std::vector<Problem> all;
  for (const auto& item : fs::directory_iterator(folder))
    if (item.path().extension() == ".claim") all.push_back(read(item.path()));
  std::ranges::sort(all, {}, &Problem::name);
  return all;
}

DecideOptions effort(const Problem& p) {
  DecideOptions how;
  how.tightness_boxes = 0;
  how.evaluations = 1000;
  how.max_boxes = 2000;
  if (!p.advice.empty()) how.advice[1] = p.advice;
  for (const std::string& name : p.lemmas) how.lemmas.push_back({name, read(folder / (name + ".claim")).statement});
  return how;
}

std::string row(const Problem& p, const Decision& d) {
  return fmt::format("| [{0}](../tests/engine/battery_ranges/{0}.claim) | {1} | {2} | {3} | {4} |", p.name,
                     p.statement.title, p.truth ? "true" : "false", name(d.verdict), p.source);
}

}  // namespace ranges_battery

TEST(RangesBattery, DecidesAsThePageSaysAndNothingAgainstMathematics) {
  const std::string page = ranges_battery::file_text(DPCERT_SOURCE_DIR "/docs/ranges-table.md");
  std::map<std::string, std::size_t> counts;
  const auto all = ranges_battery::problems();
  ASSERT_GE(all.size(), 40u);
  for (const auto& p : all) {
    const Decision d = decide(p.statement, ranges_battery::effort(p));
    EXPECT_NE(d.verdict, p.truth ? Verdict::refuted : Verdict::proved) << p.name;
    EXPECT_TRUE(d.rejected.empty()) << p.name;
    ++counts[fmt::format("{} {}", p.truth ? "true" : "false", name(d.verdict))];
    const std::string row = ranges_battery::row(p, d);
    EXPECT_NE(page.find(row + "\n"), std::string::npos) << "expected in docs/ranges-table.md:\n" << row;
    // What a proof uses is used by machine.
    if (d.verdict == Verdict::proved && !p.lemmas.empty()) {
      EXPECT_EQ(d.lemmas, p.lemmas) << p.name;
    }
  }
  const std::string said =
      fmt::format("{} problems: of {} true ones {} are proved, of {} false ones {} are refuted", all.size(),
                  std::ranges::count_if(all, &ranges_battery::Problem::truth), counts["true proved"],
                  std::ranges::count_if(all, std::not_fn(&ranges_battery::Problem::truth)), counts["false refuted"]);
  EXPECT_NE(page.find(said), std::string::npos) << said;
}

}  // namespace
}  // namespace dpcert::verify
