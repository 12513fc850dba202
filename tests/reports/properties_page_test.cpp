// The page of `dpcert properties --html`: columns by hand, and what stands on the page.
#include <gtest/gtest.h>

#include <cmath>
#include <pugixml.hpp>

#include "reports/properties.hpp"

namespace dpcert::reports {
namespace {

std::size_t counted(const std::vector<Column>& columns) {
  std::size_t sum = 0;
  for (const Column& c : columns) sum += c.count;
  return sum;
}

TEST(PropertiesPage, ColumnsOfOneWidth) {
  // 0, 1, ..., 240: ten values in each of 24 columns, the last one with its end.
  std::vector<double> values;
  for (int i = 240; i >= 0; --i) values.push_back(i);
  const auto columns = columns_of(values);
  ASSERT_EQ(columns.size(), 24u);
  for (std::size_t i = 0; i < 24; ++i) {
    EXPECT_DOUBLE_EQ(columns[i].from, 10.0 * static_cast<double>(i));
    EXPECT_DOUBLE_EQ(columns[i].to, 10.0 * static_cast<double>(i + 1));
    EXPECT_EQ(columns[i].count, i == 23 ? 11u : 10u);
  }
}

TEST(PropertiesPage, ColumnsOfOneWidthInTheLogarithm) {
  // A value in the middle of each of 23 steps from 1 to 10^23, and both ends.
  std::vector<double> values{1, 1e23};
  for (int i = 0; i < 23; ++i) values.push_back(std::pow(10, i + 0.5));
  const auto columns = columns_of(values);
  ASSERT_EQ(columns.size(), 23u);
  for (std::size_t i = 0; i < 23; ++i) EXPECT_EQ(columns[i].count, i == 0 || i == 22 ? 2u : 1u) << i;
  // Both signs and zero: from -10^6 to -1, zero alone, from 1 to 10^6; every value is in one.
  const std::vector<double> mixed{-1, -1e6, 0, 0, 0, 1, 1e6, 1e3};
  const auto both = columns_of(mixed);
  EXPECT_EQ(counted(both), mixed.size());
  EXPECT_DOUBLE_EQ(both.front().from, -1e6);
  EXPECT_DOUBLE_EQ(both.back().to, 1e6);
  for (std::size_t i = 0; i < both.size(); ++i) {
    EXPECT_LE(both[i].from, both[i].to);
    if (both[i].from == 0 && both[i].to == 0) {
      EXPECT_EQ(both[i].count, 3u);
    }
  }
  EXPECT_EQ(both.front().count, 1u);
}

TEST(PropertiesPage, ColumnsOfLittle) {
  EXPECT_TRUE(columns_of({}).empty());
  EXPECT_TRUE(columns_of({std::nan(""), HUGE_VAL}).empty());
  const auto same = columns_of({5, 5, 5});
  ASSERT_EQ(same.size(), 1u);
  EXPECT_EQ(same[0].count, 3u);
}

TEST(PropertiesPage, ShowsWhatWasTried) {
  TriedProperty held, failed;
  held.name = "held", held.about = "a.claim", held.passed = true;
  held.labels = {{"at an end", 7}};
  held.drawn = {{"x", {1, 2, 3}}};
  failed.name = "failed", failed.about = "b.claim";
  failed.failure = "x = 1 < 2 & more", failed.replay = "b:1.2";
  const std::string page = properties_page({held, failed}, 11, "0");
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(page.substr(page.find("<html")).c_str()));
  EXPECT_NE(page.find("1 of 2 held, seed 11."), std::string::npos);
  EXPECT_NE(page.find("x = 1 &lt; 2 &amp; more"), std::string::npos);
  EXPECT_NE(page.find("replay: b:1.2"), std::string::npos);
  EXPECT_NE(page.find("at an end"), std::string::npos);
  // A bar for each column, as tall as its share of the tallest.
  const auto bars = document.select_nodes("//rect");
  ASSERT_EQ(bars.size(), 24u);
  EXPECT_STREQ(bars[0].node().attribute("height").value(), "90");
  EXPECT_STREQ(bars[1].node().attribute("height").value(), "0");
}

}  // namespace
}  // namespace dpcert::reports
