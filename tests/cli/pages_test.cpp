// What the documents show, happens: the transcripts (```console) are typed again and compared, and every other command
// of the program names a subcommand and options that it has.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <regex>

#include "cli/program.hpp"
#include "docs/page.hpp"

namespace dpcert::cli {
namespace {

using docs::Fence;
using docs::Page;
using testing::run;
using testing::Scratch;
using Lines = std::vector<std::string>;

/// What a shell in the folder prints on its standard output; `dpcert` is the program under test.
std::string typed(const std::filesystem::path& folder, const std::string& line) {
  const std::string command =
      "cd '" + folder.string() + "' && PATH='" + (folder / "bin").string() + "':\"$PATH\" && " + line + " 2>/dev/null";
  FILE* pipe = ::popen(command.c_str(), "r");
  std::string out;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) out += static_cast<char>(c);
  ::pclose(pipe);
  return out;
}

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// A line without what differs from run to run: times.
std::string without_times(const std::string& line) {
  static const std::regex time("[0-9]+([.][0-9]+)?(e[-+]?[0-9]+)? s\\b");
  return std::regex_replace(line, time, "N s");
}

/// Is this what was printed? A line `...` stands for any lines.
bool is_shown(const Lines& shown, std::size_t i, const Lines& printed, std::size_t j) {
  if (i == shown.size()) return j == printed.size();
  if (shown[i] == "...")
    return is_shown(shown, i + 1, printed, j) || (j < printed.size() && is_shown(shown, i, printed, j + 1));
  return j < printed.size() && without_times(shown[i]) == without_times(printed[j]) &&
         is_shown(shown, i + 1, printed, j + 1);
}

/// A folder to type in: the program, the repository's data, and the files that the page shows.
void furnish(const Scratch& scratch) {
  std::filesystem::create_directory(scratch.path() / "bin");
  std::filesystem::create_symlink(DPCERT_PROGRAM, scratch.path() / "bin" / "dpcert");
  for (const char* folder : {"examples", "verify"})
    std::filesystem::create_directory_symlink(docs::root() / folder, scratch.path() / folder);
}

TEST(Documents, TranscriptsAreWhatIsPrinted) {
  int commands = 0, files = 0;
  for (const Page& page : docs::all_pages()) {
    const bool any = std::any_of(page.fences.begin(), page.fences.end(),
                                 [](const Fence& fence) { return fence.language == "console"; });
    if (!any) continue;
    const Scratch scratch;
    furnish(scratch);
    for (const Fence& fence : page.fences) {
      if (fence.language.starts_with("claim ")) {
        std::string text;
        for (const std::string& line : fence.lines) text += line + "\n";
        scratch.write(fence.language.substr(6), text);
        ++files;
      }
      if (fence.language != "console") continue;
      for (std::size_t i = 0; i < fence.lines.size();) {
        ASSERT_TRUE(fence.lines[i].starts_with("$ ")) << page.file << ": " << fence.lines[i];
        const std::string command = fence.lines[i].substr(2);
        Lines shown;
        for (++i; i < fence.lines.size() && !fence.lines[i].starts_with("$ "); ++i) shown.push_back(fence.lines[i]);
        const std::string printed = typed(scratch.path(), command);
        ++commands;
        EXPECT_TRUE(is_shown(shown, 0, lines_of(printed), 0)) << page.file << ": " << command << "\nprints\n"
                                                              << printed;
      }
    }
  }
  EXPECT_GE(commands, 8);
  EXPECT_GE(files, 4);
}

/// The commands of the program in a page's code, without their comments.
Lines commands_of(const Page& page) {
  Lines texts = page.spans();
  for (const Fence& fence : page.fences) {
    if (fence.language != "sh" && fence.language != "console") continue;
    texts.insert(texts.end(), fence.lines.begin(), fence.lines.end());
  }
  const std::regex command("^(?:[$] )?[$]?dpcert ([^#]*).*");
  Lines found;
  for (const std::string& text : texts) {
    std::smatch match;
    if (std::regex_match(text, match, command)) found.push_back(match[1]);
  }
  return found;
}

TEST(Documents, CommandsNameSubcommandsAndOptionsThatThereAre) {
  // The help of `claims list` is of a command within a command.
  std::map<std::string, std::string> helps;
  const auto help_of = [&](const std::string& words) -> const std::string& {
    if (!helps.contains(words)) {
      Lines line{words};
      if (words.starts_with("claims ")) line = {"claims", words.substr(7)};
      line.emplace_back("--help");
      const auto outcome = run(line);
      helps[words] = outcome.status == 0 ? outcome.out : "";
    }
    return helps[words];
  };
  int commands = 0, options = 0;
  for (const Page& page : docs::all_pages()) {
    for (const std::string& command : commands_of(page)) {
      SCOPED_TRACE(page.file.string() + ": dpcert " + command);
      std::istringstream rest(command);
      Lines words;
      for (std::string word; rest >> word;) words.push_back(word);
      if (words.empty() || words[0].starts_with("-")) continue;
      std::string subcommand = words[0];
      if (subcommand == "claims" && words.size() > 1) subcommand += " " + words[1];
      ++commands;
      // A word that is no subcommand gets the help of the program.
      ASSERT_NE(help_of(subcommand).find("Usage: dpcert " + subcommand + " "), std::string::npos);
      for (const std::string& word : words) {
        if (!word.starts_with("--")) continue;
        ++options;
        const std::string option = word.substr(0, word.find('='));
        EXPECT_TRUE(std::regex_search(help_of(subcommand), std::regex(option + "\\b"))) << option;
      }
    }
  }
  EXPECT_GE(commands, 40);
  EXPECT_GE(options, 15);
}

}  // namespace
}  // namespace dpcert::cli
