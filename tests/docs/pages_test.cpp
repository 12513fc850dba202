// The documents hang together: links and anchors lead somewhere, every page is in the index, files that are named
// exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "docs/page.hpp"

namespace dpcert::docs {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream rest(text);
  for (std::string word; rest >> word;) words.push_back(word);
  return words;
}

/// The file that a link of the page leads to, relative to the repository, and the anchor in it.
std::pair<fs::path, std::string> target_of(const Page& page, const std::string& link) {
  const std::size_t hash = link.find('#');
  const std::string path = link.substr(0, hash), anchor = hash == std::string::npos ? "" : link.substr(hash + 1);
  return {path.empty() ? page.file : (page.file.parent_path() / path).lexically_normal(), anchor};
}

TEST(Pages, LinksAndAnchorsLeadSomewhere) {
  int links = 0, anchors = 0;
  for (const Page& page : all_pages()) {
    for (const std::string& link : page.links()) {
      if (link.find("://") != std::string::npos) continue;
      ++links;
      const auto [file, anchor] = target_of(page, link);
      ASSERT_TRUE(fs::exists(root() / file)) << page.file << " links to " << link;
      if (anchor.empty()) continue;
      ++anchors;
      EXPECT_TRUE(read_page(file).anchors().contains(anchor)) << page.file << " links to " << link;
    }
  }
  EXPECT_GE(links, 100);
  EXPECT_GE(anchors, 10);
}

TEST(Pages, EveryPageIsInTheIndexOnce) {
  std::multiset<fs::path> linked;
  const Page index = read_page("docs/README.md");
  for (const std::string& link : index.links()) {
    const auto [file, section] = target_of(index, link);
    if (section.empty()) linked.insert(file);
  }
  int pages = 0;
  for (const Page& page : all_pages()) {
    if (page.file.parent_path() != "docs" || page.file == index.file) continue;
    ++pages;
    EXPECT_EQ(linked.count(page.file), 1u) << page.file << " in " << index.file;
  }
  EXPECT_GE(pages, 20);
}

TEST(Pages, TheNotesOnTheCatalogueAreIndexedByTheirHeadings) {
  const fs::path index = "docs/catalogue-notes.md";
  std::set<std::string> linked;
  for (const std::string& link : read_page(index).links()) linked.insert(link);
  int headings = 0;
  for (const Page& page : all_pages()) {
    const std::string name = page.file.filename();
    if (!name.starts_with("catalogue-") || page.file == index) continue;
    EXPECT_TRUE(linked.contains(name));
    for (const std::string& anchor : page.anchors(2)) {
      ++headings;
      EXPECT_TRUE(linked.contains(name + "#" + anchor)) << anchor;
    }
  }
  EXPECT_GE(headings, 14);
}

TEST(Pages, EveryFolderOfSourcesSaysWhatLivesInIt) {
  int folders = 0;
  // A README of its own, or a row in the one above it.
  for (const fs::path parent : {"src", "verify", "include/dpcert"}) {
    const bool own = parent == "src";
    const std::vector<std::string> rows = own ? std::vector<std::string>{} : read_page(parent / "README.md").spans();
    for (const auto& entry : fs::directory_iterator(root() / parent)) {
      if (!entry.is_directory()) continue;
      ++folders;
      const std::string name = entry.path().filename().string() + "/";
      EXPECT_TRUE(own ? fs::exists(entry.path() / "README.md")
                      : std::find(rows.begin(), rows.end(), name) != rows.end())
          << parent / name;
    }
  }
  for (const char* folder : {"properties", "reports", "cli", "tests", "bench"})
    EXPECT_TRUE(fs::exists(root() / folder / "README.md")) << folder;
  EXPECT_GE(folders, 40);
}

/// Where the name of a file of the repository begins: one of its folders, then a slash.
bool names_a_file(const std::string& word) {
  static const std::vector<std::string> folders{"src/",  "include/dpcert/", "verify/", "properties/", "reports/",
                                                "cli/",  "tests/",          "bench/",  "docs/",       "examples/",
                                                "cmake/"};
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& f) { return word.starts_with(f); });
}

/// Does it exist? A star stands for any characters but a slash; what stands for a name (`<id>`, `{a,b}`, `FILE`) ends
/// what is looked at: then the folder has to exist.
bool exists(std::string word) {
  word = word.substr(0, word.find_first_of(":("));
  const std::size_t open = word.find_first_of("<{");
  if (open != std::string::npos) word = word.substr(0, word.rfind('/', open));
  const std::size_t star = word.find('*');
  if (star == std::string::npos) return fs::exists(root() / word);
  const std::size_t slash = word.rfind('/', star);
  const fs::path folder = root() / word.substr(0, slash);
  if (!fs::is_directory(folder)) return false;
  std::string pattern;
  for (const char c : word.substr(slash + 1, word.find('/', star) - slash - 1))
    pattern += c == '*' ? "[^/]*" : c == '.' ? "[.]" : std::string(1, c);
  const auto entries = fs::directory_iterator(folder);
  return std::any_of(begin(entries), end(entries), [&](const auto& entry) {
    return std::regex_match(entry.path().filename().string(), std::regex(pattern));
  });
}

TEST(Pages, FilesThatAreNamedExist) {
  int names = 0;
  for (const Page& page : all_pages()) {
    std::vector<std::string> texts = page.spans();
    for (const Fence& fence : page.fences) {
      if (fence.language != "sh" && fence.language != "console") continue;
      for (const std::string& line : fence.lines)
        if (fence.language == "sh" || line.starts_with("$ ")) texts.push_back(line);
    }
    for (const std::string& text : texts) {
      for (std::string word : words_of(text)) {
        while (!word.empty() && std::string(",.;)'\"").find(word.back()) != std::string::npos) word.pop_back();
        if (word.starts_with("'") || word.starts_with("\"")) word.erase(0, 1);
        if (!names_a_file(word)) continue;
        ++names;
        EXPECT_TRUE(exists(word)) << page.file << " names " << word;
      }
    }
  }
  EXPECT_GE(names, 200);
}

/// Names of all files below the folders.
std::set<std::string> files_below(const std::vector<fs::path>& folders) {
  std::set<std::string> names;
  for (const fs::path& folder : folders) {
    if (!fs::is_directory(root() / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root() / folder))
      if (entry.is_regular_file()) names.insert(entry.path().filename());
  }
  return names;
}

TEST(Pages, HeadersThatAreNamedAloneExist) {
  const std::set<std::string> everywhere =
      files_below({"src", "include", "verify", "properties", "reports", "cli", "tests", "bench"});
  const std::regex lone("[a-z_0-9]+[.](hpp|cpp)");
  int names = 0;
  for (const Page& page : all_pages()) {
    const fs::path folder = page.file.parent_path();
    const bool of_folder = page.file.filename() == "README.md" && !folder.empty() && folder != "docs";
    const std::set<std::string> known =
        !of_folder ? everywhere
                   : files_below({folder, fs::path("include/dpcert") /
                                              (folder.begin() == folder.end() ? folder : folder.filename())});
    for (const std::string& span : page.spans()) {
      if (!std::regex_match(span, lone) || (!of_folder && span.ends_with(".cpp"))) continue;
      ++names;
      EXPECT_TRUE(known.contains(span)) << page.file << " names " << span;
    }
  }
  EXPECT_GE(names, 50);
}

TEST(Pages, TargetsOfMakeAndPresetsExist) {
  const auto text_of = [](const char* file) {
    std::ostringstream text;
    text << std::ifstream(root() / file).rdbuf();
    return text.str();
  };
  const std::string makefile = "\n" + text_of("Makefile"), presets = text_of("CMakePresets.json");
  const std::regex make("\\bmake ([a-z-]+)"), preset("--preset[ =]([a-z-]+)");
  int targets = 0, named = 0;
  for (const Page& page : all_pages()) {
    std::vector<std::string> texts = page.spans();
    for (const Fence& fence : page.fences)
      if (fence.language == "sh") texts.insert(texts.end(), fence.lines.begin(), fence.lines.end());
    for (std::string text : texts) {
      text = text.substr(0, text.find('#'));
      for (std::sregex_iterator at(text.begin(), text.end(), make), end; at != end; ++at, ++targets)
        EXPECT_NE(makefile.find("\n" + at->str(1) + ":"), std::string::npos) << page.file << ": " << text;
      for (std::sregex_iterator at(text.begin(), text.end(), preset), end; at != end; ++at, ++named)
        EXPECT_NE(presets.find("\"name\": \"" + at->str(1) + "\""), std::string::npos) << page.file << ": " << text;
    }
  }
  EXPECT_GE(targets, 8);
  EXPECT_GE(named, 3);
}

TEST(Pages, HeadersThatAreIncludedExist) {
  const std::regex include("#include [\"<](dpcert/[^\">]+)[\">].*");
  int includes = 0;
  for (const Page& page : all_pages()) {
    for (const Fence& fence : page.fences) {
      for (const std::string& line : fence.lines) {
        std::smatch match;
        if (!std::regex_match(line, match, include)) continue;
        ++includes;
        EXPECT_TRUE(fs::exists(root() / "include" / match[1].str())) << page.file << ": " << line;
      }
    }
  }
  EXPECT_GE(includes, 3);
}

TEST(Pages, PagesThatSourcesNameExist) {
  const std::regex page("docs/[a-z0-9-]+[.]md");
  int names = 0;
  for (const char* folder : {"src", "include", "verify", "properties", "reports", "cli", "bench", "cmake"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root() / folder)) {
      const auto extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp" && extension != ".claim" && extension != ".txt") continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      const std::string all = text.str();
      for (std::sregex_iterator at(all.begin(), all.end(), page), end; at != end; ++at) {
        ++names;
        EXPECT_TRUE(fs::exists(root() / at->str())) << entry.path() << " names " << at->str();
      }
    }
  }
  EXPECT_GE(names, 30);
}

}  // namespace
}  // namespace dpcert::docs
