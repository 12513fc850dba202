// A page of Markdown taken apart: what it links to, its headings, its code, its lines of prose.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace dpcert::docs {

namespace fs = std::filesystem;

inline const fs::path& root() {
  static const fs::path path = DPCERT_SOURCE_DIR;
  return path;
}

/// A block between two lines of three backticks.
struct Fence {
  std::string language;  ///< what stands behind the opening backticks
  std::vector<std::string> lines;
};

struct Page {
  fs::path file;                   ///< relative to the repository
  std::vector<std::string> prose;  ///< the lines outside of fences, with their place kept: inside, empty lines
  std::vector<Fence> fences;

  /// The prose as one text, its code spans taken out: they may look like links.
  std::string text() const {
    std::string all;
    for (const std::string& line : prose) all += line + "\n";
    return std::regex_replace(all, std::regex("`[^`]*`"), "");
  }

  /// The contents of the code spans; a blank where a span goes over the end of a line.
  std::vector<std::string> spans() const {
    std::string all;
    for (const std::string& line : prose) all += line.starts_with("    ") ? "\n" : line + " ";
    std::vector<std::string> found;
    const std::regex span("`([^`]+)`");
    for (std::sregex_iterator at(all.begin(), all.end(), span), end; at != end; ++at) found.push_back((*at)[1]);
    return found;
  }

  /// Where the links lead, as written.
  std::vector<std::string> links() const {
    const std::string all = text();
    std::vector<std::string> found;
    const std::regex link("\\]\\(([^()\\s]+)\\)");
    for (std::sregex_iterator at(all.begin(), all.end(), link), end; at != end; ++at) found.push_back((*at)[1]);
    return found;
  }

  /// The names by which a link reaches a heading: small letters, blanks as hyphens, no punctuation.
  /// `wanted`: of headings of this level only.
  std::set<std::string> anchors(std::size_t wanted = 0) const {
    std::set<std::string> found;
    for (const std::string& line : prose) {
      const std::size_t level = line.find_first_not_of('#');
      if (level == 0 || level == std::string::npos || line[level] != ' ' || (wanted != 0 && level != wanted)) continue;
      std::string name;
      for (const unsigned char c : line.substr(level + 1)) {
        if (std::isalnum(c) != 0 || c == '-' || c == '_' || c >= 0x80) name += static_cast<char>(std::tolower(c));
        if (c == ' ') name += '-';
      }
      // A second heading of one name is told apart by a number.
      std::string unique = name;
      for (int again = 1; !found.insert(unique).second; ++again) unique = name + "-" + std::to_string(again);
    }
    return found;
  }
};

inline Page read_page(const fs::path& file) {
  Page page{file, {}, {}};
  std::ifstream in(root() / file);
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) page.fences.push_back({line.substr(3), {}});
      page.prose.emplace_back();
      continue;
    }
    if (inside) page.fences.back().lines.push_back(line);
    page.prose.push_back(inside ? "" : line);
  }
  return page;
}

/// README.md, CONTRIBUTING.md, docs/*.md and the README.md of every folder of sources.
inline std::vector<Page> all_pages() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(root()))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  for (const char* folder :
       {"docs", "src", "include", "verify", "properties", "reports", "cli", "tests", "bench", "examples"})
    for (const auto& entry : fs::recursive_directory_iterator(root() / folder))
      if (entry.path().extension() == ".md") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Page> pages;
  for (const fs::path& file : files) pages.push_back(read_page(file.lexically_relative(root())));
  return pages;
}

}  // namespace dpcert::docs
