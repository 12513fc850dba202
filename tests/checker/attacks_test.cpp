// A list of attacks in a file: statements that are false, undefined or no statements at all, with a proof that a
// checker might take. Each is refused, for the reason that is written below it.
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "tests/checker/symbolic.hpp"

namespace dpcert::checker::test {
namespace {

struct Attack {
  std::string title, certificate, why;
};

std::string counted(const std::string& text) {
  return std::to_string(std::count(text.begin(), text.end(), '\n')) + "\n" + text;
}

std::string verdict_of(const std::string& sections) {
  const auto begins = [&](const char* word) { return sections.rfind(word, 0) == 0; };
  return begins("refute") || begins("disprove") ? "refuted"
         : begins("on ") || begins("instance")  ? "proved-on"
                                                : "proved";
}

// A title, and the statement; used statements with a line `use ID` in front; the sections; `refused: REASON`. Blank
// lines stand between them.
std::vector<Attack> attacks() {
  std::ifstream in(std::string(DPCERT_SOURCE_DIR) + "/tests/checker/data/attacks.txt");
  std::vector<Attack> out;
  std::vector<std::string> parts(1);
  Attack next;
  for (std::string line; std::getline(in, line);) {
    static const std::string title = "# ", refused = "refused: ", use = "use ";
    if (line.rfind(title, 0) == 0 && parts.size() == 1 && parts[0].empty()) {
      next.title = line.substr(title.size());
    } else if (line.rfind(refused, 0) == 0) {
      next.why = line.substr(refused.size());
      std::string text = "dpcert-certificate 3\nstatement " + counted(parts.front());
      for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        const std::size_t end = parts[i].find('\n');
        EXPECT_EQ(parts[i].rfind(use, 0), 0U) << next.title;
        text += parts[i].substr(0, end) + " " + counted(parts[i].substr(end + 1));
      }
      next.certificate = sealed(text + "verdict " + verdict_of(parts.back()) + "\n" + parts.back());
      out.push_back(next);
      next = {};
      parts.assign(1, "");
    } else if (!line.empty()) {
      parts.back() += line + "\n";
    } else if (!parts.back().empty()) {
      parts.emplace_back();
    }
  }
  EXPECT_TRUE(next.title.empty() && parts.back().empty()) << "the last attack has no reason";
  return out;
}

TEST(Attacks, AreRefusedForTheReasonThatIsMeant) {
  const std::vector<Attack> all = attacks();
  EXPECT_GE(all.size(), 80U);
  std::set<std::string> titles;
  for (const Attack& a : all) {
    SCOPED_TRACE(a.title);
    EXPECT_TRUE(titles.insert(a.title).second && !a.title.empty() && !a.why.empty());
    rejects(check(a.certificate), a.why);
  }
}

// The reader of the file makes certificates as they should be: what is right is accepted.
TEST(Attacks, AreWrittenAsCertificates) {
  for (const Attack& a : attacks()) {
    if (a.title != "A number outside of the interval.") continue;
    const std::size_t digest = a.certificate.rfind("digest");
    std::string right = a.certificate.substr(0, digest);
    right.replace(right.find("y >= 2"), 6, "y >= 1").replace(right.find("(2)"), 3, "(1)");
    accepts(check(sealed(right)));
    return;
  }
  FAIL();
}

}  // namespace
}  // namespace dpcert::checker::test
