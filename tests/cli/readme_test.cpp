// The README's first five minutes: every line does what stands beside it, from an empty folder and in this order.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace dpcert::cli {
namespace {

using nlohmann::json;
using testing::Outcome;
using testing::run;
using testing::Scratch;
using testing::slurp;
using Words = std::vector<std::string>;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// What a shell makes of a line: words, with quotes gone, up to the comment.
Words words_of(const std::string& line) {
  Words words;
  std::istringstream rest(line);
  for (std::string word; rest >> word && word[0] != '#';) words.push_back(replaced(word, "'", ""));
  return words;
}

/// The arguments of every command of the section; its folders in /tmp lie in the scratch folder.
std::vector<Words> first_five_minutes(const Scratch& scratch) {
  std::vector<Words> commands;
  const std::string readme = slurp(DPCERT_SOURCE_DIR "/README.md"), start = "$dpcert ";
  const std::size_t section = readme.find("## First five minutes");
  std::istringstream lines(readme.substr(section, readme.find("\n## ", section + 1) - section));
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(start)) continue;
    line = replaced(line.substr(start.size()), "/tmp/", scratch.path().string() + "/");
    commands.push_back(words_of(replaced(line, "examples/", DPCERT_SOURCE_DIR "/examples/")));
  }
  return commands;
}

TEST(Readme, TheFirstFiveMinutesRunAndTakeNoLonger) {
  const Scratch scratch;
  const auto commands = first_five_minutes(scratch);
  ASSERT_GE(commands.size(), 10u);
  int shown = 0;
  for (Words command : commands) {
    SCOPED_TRACE(::testing::PrintToString(command));
    const bool suites = command[0] == "properties" && !command[1].ends_with(".claim");
    if (suites) command.insert(command.end(), {"--json", "--quiet"});
    const Outcome outcome = run(command);
    EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << outcome.status << outcome.err;
    EXPECT_NE(outcome.out, "");
    if (command[0] == "claims" && command[1] == "show") {
      // "verdict, evidence": there are some by then.
      ++shown;
      EXPECT_EQ(outcome.out.find("not run"), std::string::npos) << outcome.out;
      EXPECT_NE(outcome.out.find("\nEvidence\n"), std::string::npos) << outcome.out;
    }
    if (!suites) continue;
    // All suites at this number of cases are several minutes of work.
    int cases = 0;
    const json document = json::parse(outcome.out);
    for (const auto& suite : document.at("suites")) cases += suite.at("cases").get<int>();
    EXPECT_LE(cases, 5000);
  }
  EXPECT_EQ(shown, 1);
}

}  // namespace
}  // namespace dpcert::cli
