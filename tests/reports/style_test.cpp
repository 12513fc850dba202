// The page's style, as far as it can be judged without a browser: nothing disappears on a telephone, and paper gets the
// summary, what is refuted and the table.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <pugixml.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "dpcert/reports/report.hpp"
#include "reports/mathml.hpp"
#include "reports/page_text.hpp"
#include "reports/sample_run.hpp"

namespace dpcert::reports {
namespace {

/// Condition ("" outside of @media) -> selector -> declarations.
using Sheet = std::map<std::string, std::map<std::string, std::string>>;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \n\t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \n\t") - first + 1);
}

void read_rules(const std::string& css, std::map<std::string, std::string>& rules) {
  static const std::regex rule("([^{}]+)\\{([^{}]*)\\}");
  for (std::sregex_iterator at(css.begin(), css.end(), rule), end; at != end; ++at) {
    std::istringstream selectors((*at)[1].str());
    for (std::string one; std::getline(selectors, one, ',');) rules[trimmed(one)] += (*at)[2].str() + ";";
  }
}

Sheet sheet() {
  std::ifstream in(DPCERT_SOURCE_DIR "/reports/assets/report.css");
  std::ostringstream bytes;
  bytes << in.rdbuf();
  std::string css = std::regex_replace(bytes.str(), std::regex("/\\*[^*]*\\*/"), "");
  Sheet out;
  for (auto at = css.find("@media"); at != std::string::npos; at = css.find("@media", at)) {
    const auto open = css.find('{', at);
    auto close = open;
    for (int depth = 0; close < css.size(); ++close) {
      depth += css[close] == '{' ? 1 : css[close] == '}' ? -1 : 0;
      if (depth == 0) break;
    }
    read_rules(css.substr(open + 1, close - open - 1), out[trimmed(css.substr(at + 6, open - at - 6))]);
    css.erase(at, close + 1 - at);
  }
  read_rules(css, out[""]);
  return out;
}

bool hides(const std::map<std::string, std::string>& rules, const std::string& selector) {
  const auto at = rules.find(selector);
  return at != rules.end() && std::regex_search(at->second, std::regex("display:\\s*none"));
}

class Style : public ::testing::Test {
 protected:
  const Sheet css_ = sheet();
  const catalogue::Catalogue catalogue_ = testing::sample_catalogue();
  const RunSummary run_ = testing::sample_run(catalogue_);
  const std::string markup_ = testing::without_raw_text(html(run_, catalogue_));
};

TEST_F(Style, TheSheetIsRead) {
  EXPECT_GE(css_.size(), 4u);
  EXPECT_GE(css_.at("").size(), 100u);
  EXPECT_TRUE(css_.count("print"));
}

// A hidden cell leaves its column behind, and what comes after it moves into that.
TEST_F(Style, ACellIsHiddenWithItsColumn) {
  std::size_t hidden = 0;
  for (const auto& [condition, rules] : css_)
    for (const auto& [selector, declarations] : rules) {
      std::smatch found;
      if (std::regex_match(selector, found, std::regex("(\\.index )td\\.([a-z]+)")) && hides(rules, selector)) {
        ++hidden;
        EXPECT_TRUE(hides(rules, found[1].str() + "col.c-" + found[2].str()) || hides(rules, ".index colgroup"))
            << condition << ": " << selector;
      }
      if (selector.find("col.") == std::string::npos) continue;
      EXPECT_FALSE(std::regex_search(declarations, std::regex("width:\\s*0\\b"))) << condition << ": " << selector;
    }
  EXPECT_GE(hidden, 1u);
}

TEST_F(Style, CellsStandInTheColumnsOfTheirNames) {
  pugi::xml_document page;
  ASSERT_TRUE(page.load_string(markup_.c_str()));
  std::vector<std::string> columns;
  for (const auto& col : page.select_node("//table[@class='index']/colgroup").node().children())
    columns.emplace_back(col.attribute("class").value());
  EXPECT_EQ(columns.size(), 4u);
  // No rule about another part of a page says how a cell looks.
  for (const std::string& column : columns) EXPECT_FALSE(css_.at("").count("." + column.substr(2))) << column;
  std::size_t rows = 0;
  for (const auto& row : page.select_nodes("//tr[@data-id]")) {
    ++rows;
    std::vector<std::string> cells;
    for (const auto& cell : row.node().children()) cells.push_back(std::string("c-") + cell.attribute("class").value());
    EXPECT_EQ(cells, columns) << row.node().attribute("data-id").value();
  }
  EXPECT_EQ(rows, run_.claims.size());
}

// No width that a telephone has is left to the statements by the fixed columns: rows are stacked there.
TEST_F(Style, TelephonesStackTheRowsOfTheIndex) {
  const std::map<std::string, std::string>* narrow = nullptr;
  for (const auto& [condition, rules] : css_)
    if (condition.find("max-width") != std::string::npos && rules.count(".index td.statement")) narrow = &rules;
  ASSERT_TRUE(narrow);
  EXPECT_TRUE(std::regex_search(narrow->at(".index tr"), std::regex("display:\\s*flex;\\s*flex-wrap:\\s*wrap")));
  EXPECT_TRUE(std::regex_search(narrow->at(".index td.statement"), std::regex("flex:\\s*1 0 100%")));
  EXPECT_FALSE(hides(*narrow, ".index td.statement"));
  EXPECT_FALSE(hides(*narrow, ".index td.id"));
  EXPECT_FALSE(hides(*narrow, ".index td.outcome"));
}

TEST_F(Style, PaperHasTheSummaryWhatIsRefutedAndTheTable) {
  const auto& print = css_.at("print");
  // Whatever else an element's class and name say.
  EXPECT_TRUE(hides(print, ".screen") && print.at(".screen").find("!important") != std::string::npos);
  EXPECT_TRUE(hides(print, "main.claims article:not(.v-refuted)"));
  EXPECT_FALSE(hides(print, ".print-only"));
  EXPECT_TRUE(hides(css_.at(""), ".print-only"));
  EXPECT_FALSE(hides(css_.at(""), ".screen"));
  for (const char* kept : {".index", ".index td.statement", ".papers", ".legend", ".counter", ".repair"})
    EXPECT_FALSE(hides(print, kept)) << kept;
  // What a page of paper shows of a refuted claim.
  pugi::xml_document page;
  ASSERT_TRUE(page.load_string(markup_.c_str()));
  EXPECT_TRUE(page.select_node("//main[@class='claims']"));
  EXPECT_TRUE(page.select_node("//header//p[@class='print-only']"));
  pugi::xml_node article = page.select_node("//article[@id='toy.b.false']").node();
  EXPECT_NE(std::string(article.attribute("class").value()).find("v-refuted"), std::string::npos);
  for (const char* shown : {"p[@class='printed']", "div[@class='math']", "div[@class='counter']",
                            "div[@class='repair']", "div[@class='repair']/div[@class='math']"})
    EXPECT_TRUE(article.select_node(shown)) << shown;
  for (const auto& heading : article.select_nodes("h4")) {
    const std::string words = heading.node().text().get();
    const bool screen = heading.node().attribute("class").as_string() == std::string("screen");
    EXPECT_EQ(screen, words == "Evidence" || words == "Reproduce" || words == "In the paper" || words == "Tightness")
        << words;
    // What stands under a heading goes where it goes.
    const std::string below = heading.node().next_sibling().attribute("class").value();
    EXPECT_EQ(below.find("screen") != std::string::npos, screen) << words;
  }
}

// Paper has no bar to scroll with: what is wider than a line is set smaller.
TEST_F(Style, PaperSetsLongFormulasSmaller) {
  EXPECT_TRUE(css_.at("print").count(".math .items math.long"));
  std::string sum = "x", fraction = "x";
  for (int k = 0; k < 60; ++k) {
    sum += " + x";
    fraction = k % 20 == 0 ? "(" + fraction + ")/x" : fraction;
  }
  pugi::xml_document box;
  ASSERT_TRUE(
      append_statement(box, "var x in (0, 1)\nassume x < 1\nprove " + sum + " > 0\nprove " + fraction + " > 0\n"));
  std::size_t formulas = 0, marked = 0;
  for (const auto& math : box.select_nodes("//math")) {
    ++formulas;
    marked += math.node().attribute("class").as_string() == std::string("long");
  }
  EXPECT_EQ(formulas, 4u);
  EXPECT_EQ(marked, 1u);
}

}  // namespace
}  // namespace dpcert::reports
