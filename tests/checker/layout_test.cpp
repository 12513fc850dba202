// The checker's folders: each uses only those before it, nothing of the rest of the repository, and of other libraries
// only those that are believed. And its README names every file with its length, for those who want to read all.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "tests/checker/certificates.hpp"

namespace dpcert::checker::test {
namespace {

const std::filesystem::path root = DPCERT_SOURCE_DIR;
const std::string face = "include/dpcert/checker/checker.hpp";

std::string text_of(const std::string& path) {
  std::ifstream in(root / path);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

std::map<std::string, std::string> sources() {
  std::map<std::string, std::string> out{{face, text_of(face)}};
  for (const auto& e : std::filesystem::recursive_directory_iterator(root / "verify/checker")) {
    const std::string path = std::filesystem::relative(e.path(), root).generic_string();
    if (path.ends_with(".hpp") || path.ends_with(".cpp")) out[path] = text_of(path);
  }
  return out;
}

// The place of a file in the order of folders: numbers, terms, text, rules, then those of the checker's own folder.
int place(const std::string& path) {
  static const std::vector<std::string> order{"numbers", "terms", "text", "rules"};
  for (std::size_t i = 0; i < order.size(); ++i)
    if (path.starts_with("verify/checker/" + order[i] + "/")) return static_cast<int>(i);
  return static_cast<int>(order.size());
}

std::vector<std::string> complaints(const std::string& path, const std::string& text) {
  static const std::set<std::string> believed{"acb.h",        "arb.h",  "arb_hypgeom.h", "bernoulli.h",
                                              "flint/fmpq.h", "zlib.h", "openssl/evp.h", "flint/fmpq_mat.h"};
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("#include")) continue;
    const std::size_t begin = line.find_first_of("\"<") + 1, end = line.find_first_of("\">", begin);
    const std::string name = line.substr(begin, end - begin);
    const bool standard = line[begin - 1] == '<' && name.find_first_of("./") == std::string::npos;
    const bool own = name.starts_with("verify/checker/") && path != face && place(name) <= place(path);
    if (!standard && !own && !believed.count(name) && (name != "dpcert/checker/checker.hpp" || path == face))
      out.push_back(path + " includes " + name);
  }
  return out;
}

TEST(CheckerLayout, EachFolderUsesOnlyThoseBeforeIt) {
  std::vector<std::string> all;
  for (const auto& [path, text] : sources())
    for (const std::string& c : complaints(path, text)) all.push_back(c);
  EXPECT_EQ(all, std::vector<std::string>{});
  EXPECT_GE(sources().size(), 30U);
  const std::string terms = "verify/checker/terms/x.cpp";
  EXPECT_TRUE(complaints(terms, "#include \"verify/checker/numbers/work.hpp\"\n#include <vector>\n").empty());
  for (const char* wrong :
       {"\"verify/checker/rules/rules.hpp\"", "\"src/scalar/ball.hpp\"", "\"verify/support/digest.hpp\"",
        "<fmt/format.h>", "\"dpcert/core/error.hpp\"", "<dpcert/core/error.hpp>"})
    EXPECT_EQ(complaints(terms, std::string("#include ") + wrong + "\n").size(), 1U) << wrong;
}

// Its numbers are about right: within a tenth and five lines.
TEST(CheckerLayout, TheReadmeNamesEveryFile) {
  std::map<std::string, long> named;
  std::istringstream in(text_of("verify/checker/README.md"));
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| `")) continue;
    const std::size_t end = line.find("` | ");
    ASSERT_NE(end, std::string::npos) << line;
    std::string name = line.substr(3, end - 3);
    if (name.starts_with("../../")) name.erase(0, 6);
    named[name == face ? name : "verify/checker/" + name] = std::stol(line.substr(end + 4));
  }
  long total = 0;
  for (const auto& [path, text] : sources()) {
    const long lines = std::count(text.begin(), text.end(), '\n');
    total += lines;
    ASSERT_TRUE(named.count(path)) << path;
    EXPECT_NEAR(named.at(path), lines, 5 + static_cast<double>(lines) / 10) << path;
  }
  EXPECT_EQ(named.size(), sources().size());
  EXPECT_GT(total, 5000);
}

}  // namespace
}  // namespace dpcert::checker::test
