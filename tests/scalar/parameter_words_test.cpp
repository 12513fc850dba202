// The list of parameters and the page that documents it say the same; other spellings lead to a name, and only to one
// that is known at the place.
#include "dpcert/core/parameter_words.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>
#include <vector>

namespace dpcert {
namespace {

/// The rows "| `name` | meaning |" of docs/parameters.md.
std::vector<std::pair<std::string, std::string>> documented() {
  std::ifstream file(std::string(DPCERT_SOURCE_DIR) + "/docs/parameters.md");
  std::vector<std::pair<std::string, std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line == "| name | meaning |") inside = true;
    if (line.empty()) inside = false;
    const auto close = line.find("` | ");
    if (!inside || !line.starts_with("| `") || close == std::string::npos || !line.ends_with(" |")) continue;
    rows.emplace_back(line.substr(3, close - 3), line.substr(close + 4, line.size() - close - 6));
  }
  return rows;
}

TEST(ParameterWords, AreDocumentedOneByOne) {
  const auto rows = documented();
  ASSERT_EQ(rows.size(), parameter_words().size());
  ASSERT_GE(rows.size(), 60u);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(rows[i].first, parameter_words()[i].name);
    EXPECT_EQ(rows[i].second, parameter_words()[i].meaning);
  }
}

TEST(ParameterWords, HaveOneEntryEach) {
  std::set<std::string_view> names;
  for (const ParameterWord& w : parameter_words()) {
    EXPECT_TRUE(names.insert(w.name).second) << w.name;
    ASSERT_NE(find_parameter_word(w.name), nullptr);
    EXPECT_EQ(find_parameter_word(w.name)->meaning, w.meaning);
  }
  EXPECT_EQ(find_parameter_word("lambda"), nullptr);
  EXPECT_EQ(find_parameter_word(""), nullptr);
}

TEST(ParameterWords, OtherSpellingsLeadToAKnownName) {
  const auto knows = [](std::set<std::string_view> names) {
    return [names = std::move(names)](std::string_view name) { return names.contains(name); };
  };
  EXPECT_EQ(parameter_called("a", knows({"prior", "n"})), "prior");
  EXPECT_EQ(parameter_called("b0", knows({"prior", "n"})), "prior");
  EXPECT_EQ(parameter_called("alpha", knows({"prior"})), "prior");
  EXPECT_EQ(parameter_called("lambda", knows({"order", "eps"})), "order");
  EXPECT_EQ(parameter_called("records", knows({"prior", "n"})), "n");
  EXPECT_EQ(parameter_called("epsilon", knows({"eps"})), "eps");
  EXPECT_EQ(parameter_called("eps", knows({"epsilon"})), "epsilon");
  EXPECT_EQ(parameter_called("compositions", knows({"sigma", "T"})), "T");
  EXPECT_FALSE(parameter_called("a", knows({"sigma", "T"})));
  EXPECT_FALSE(parameter_called("lambda", knows({"sigma"})));
  EXPECT_FALSE(parameter_called("", knows({"prior", "order"})));
  EXPECT_FALSE(parameter_called("sgima", knows({"sigma"})));
  EXPECT_EQ(expected_instead("n"), "the parameter under its name 'n' (the number of records)");
}

}  // namespace
}  // namespace dpcert
