#include "reports/plot.hpp"

#include <gtest/gtest.h>

#include <pugixml.hpp>

#include "dpcert/core/error.hpp"

namespace dpcert::reports {
namespace {

Plot sample() {
  Plot plot;
  plot.title = "a < b & \"c\"";
  plot.caption = "all certified";
  plot.x = {.label = "epoch", .scale = Scale::linear, .low = 0, .high = 10};
  plot.y = {.label = "loss (nats)", .scale = Scale::log10, .low = {}, .high = {}};
  plot.curves = {{"one", {{1, 0.1}, {2, 10}, {3, 0}, {4, 100}}, Line::solid, true},
                 {"two", {{0, 1}, {10, 1}}, Line::dashed, false}};
  plot.marks = {{{4, 100}, "peak"}};
  return plot;
}

TEST(Plot, IsWellFormedAndSaysWhatItShows) {
  const std::string svg = to_svg(sample());
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str())) << svg.substr(0, 300);
  EXPECT_STREQ(document.child("svg").child("title").text().get(), "a < b & \"c\"");
  for (const char* text : {"epoch", "loss (nats)", "one (certified)", ">two<", "peak", "prefers-color-scheme: dark"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(svg.find("href"), std::string::npos);  // self-contained
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

// The point with value 0 cannot be shown on a logarithmic axis: the curve breaks there and starts again.
TEST(Plot, CurvesBreakWhereAPointCannotBeShown) {
  const std::string svg = to_svg(sample());
  const auto curve = svg.find("class=\"curve\"");
  const std::string path = svg.substr(curve, svg.find("/>", curve) - curve);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'L'), 1);
}

TEST(Plot, LogarithmicAxisPutsDecadesAtEqualDistances) {
  auto plot = sample();
  plot.curves = {{"one", {{0, 1}, {5, 10}, {10, 100}}, Line::solid, false}};
  plot.marks.clear();
  const std::string svg = to_svg(plot);
  const auto curve = svg.find(" d=\"", svg.find("class=\"curve\""));
  double x[3], y[3];
  ASSERT_EQ(std::sscanf(svg.c_str() + curve, " d=\"M%lf %lf L%lf %lf L%lf %lf", x, y, x + 1, y + 1, x + 2, y + 2), 6);
  EXPECT_NEAR(y[0] - y[1], y[1] - y[2], 0.2);
  EXPECT_NEAR(x[1] - x[0], x[2] - x[1], 0.2);
  EXPECT_GT(y[0], y[2]);
}

TEST(Plot, NothingToShowIsAnError) {
  auto plot = sample();
  plot.curves = {{"none", {{1, -1}}, Line::solid, false}};
  EXPECT_THROW((void)to_svg(plot), Error);
}

TEST(HeatMap, OneCellForEachValue) {
  HeatMap map;
  map.title = "map";
  map.x = {.label = "x", .scale = Scale::linear, .low = {}, .high = {}};
  map.y = {.label = "y", .scale = Scale::log10, .low = {}, .high = {}};
  map.value = {.label = "v", .scale = Scale::log10, .low = {}, .high = {}};
  map.columns = {1, 2, 3};
  map.rows = {1, 10};
  map.values = {{1, 2, 3}, {4, 0, 6}};
  const std::string svg = to_svg(map);
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(svg.c_str()));
  int cells = 0, grey = 0;
  for (const auto& rect : document.child("svg").children("rect")) {
    cells += !rect.child("title").empty();
    grey += std::string(rect.attribute("fill").value()) == "var(--rule)";
  }
  EXPECT_EQ(cells, 6);
  EXPECT_EQ(grey, 1);  // the value 0
}

TEST(Plot, LongLegendsMakeRoomAndColoursCanBeShared) {
  Plot plot;
  plot.title = "t";
  plot.caption = "below everything";
  plot.x.label = plot.y.label = "axis";
  for (std::size_t i = 0; i < 12; ++i)
    plot.curves.push_back({"a curve with a name, number " + std::to_string(i),
                           {{0, 0}, {1, 1.0 * static_cast<double>(i)}},
                           Line::solid,
                           true,
                           i / 6});
  const std::string svg = to_svg(plot);
  const auto after = [&](const std::string& text, const std::string& key) {
    const auto at = svg.rfind("<text", svg.find(">" + text)), value = svg.find(key + "=\"", at) + key.size() + 2;
    return std::stod(svg.substr(value));
  };
  // The caption lies below the last row of the legend, and the picture reaches below the caption.
  EXPECT_GT(after("below everything", "y"), after("a curve with a name, number 11", "y"));
  const double height = std::stod(svg.substr(svg.find("viewBox=\"0 0 760 ") + 17));
  EXPECT_GT(height, after("below everything", "y"));
  EXPECT_NE(svg.find("stroke=\"var(--c0)\""), std::string::npos);
  EXPECT_NE(svg.find("stroke=\"var(--c1)\""), std::string::npos);
  EXPECT_EQ(svg.find("stroke=\"var(--c2)\""), std::string::npos);
}

}  // namespace
}  // namespace dpcert::reports
