// What was tried, as a page.
#include "reports/properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reports/page.hpp"

namespace dpcert::reports {

using pugi::xml_node;

namespace {

constexpr std::size_t most_columns = 24;

/// Columns of one width in `scale` over sorted values of one sign, size(low) <= size(high).
void add_columns(const std::vector<double>& sorted, bool logarithmic, std::size_t most, std::vector<Column>& out) {
  if (sorted.empty()) return;
  const double sign = sorted.front() < 0 ? -1 : 1;
  const auto scale = [&](double x) { return logarithmic ? sign * std::log10(std::fabs(x)) : x; };
  const auto back = [&](double y) { return logarithmic ? sign * std::pow(10, sign * y) : y; };
  const double low = scale(sorted.front()), high = scale(sorted.back());
  if (!(high > low)) {
    out.push_back({sorted.front(), sorted.back(), sorted.size()});
    return;
  }
  std::vector<Column> columns(most);
  for (std::size_t i = 0; i < most; ++i) {
    const double width = (high - low) / static_cast<double>(most);
    columns[i].from = i == 0 ? sorted.front() : back(low + width * static_cast<double>(i));
    columns[i].to = i + 1 == most ? sorted.back() : back(low + width * static_cast<double>(i + 1));
  }
  for (const double x : sorted) {
    const double share = (scale(x) - low) / (high - low) * static_cast<double>(most);
    ++columns[std::min(most - 1, static_cast<std::size_t>(std::fmax(0, share)))].count;
  }
  out.insert(out.end(), columns.begin(), columns.end());
}

/// Bars as an SVG drawing, each with its range and count as a title.
void draw(xml_node parent, const std::string& name, const std::vector<double>& values) {
  const std::vector<Column> columns = columns_of(values);
  if (columns.empty()) return;
  xml_node figure = add(parent, "figure");
  constexpr int bar = 20, height = 90;
  const int width = bar * static_cast<int>(columns.size());
  xml_node svg = add(figure, "svg");
  set(svg, "viewBox", fmt::format("0 0 {} {}", width, height));
  set(svg, "width", fmt::format("{}", width));
  set(svg, "height", fmt::format("{}", height));
  set(svg, "role", "img");
  set(svg, "aria-label", fmt::format("how the values of {} are distributed", name));
  std::size_t most = 1;
  for (const Column& c : columns) most = std::max(most, c.count);
  int x = 0;
  for (const Column& c : columns) {
    const int tall = c.count == 0 ? 0 : std::max(1, static_cast<int>(height * c.count / most));
    xml_node rect = add(svg, "rect");
    set(rect, "x", fmt::format("{}", x + 1));
    set(rect, "y", fmt::format("{}", height - tall));
    set(rect, "width", fmt::format("{}", bar - 2));
    set(rect, "height", fmt::format("{}", tall));
    set(rect, "fill", "currentColor");
    add(rect, "title", nullptr, fmt::format("{:.4g} to {:.4g}: {}", c.from, c.to, c.count));
    x += bar;
  }
  add(figure, "figcaption", nullptr,
      fmt::format("{}: {} values from {:.6g} to {:.6g}", name, values.size(), columns.front().from, columns.back().to));
}

void count_table(xml_node parent, const char* head, const std::map<std::string, int>& counts) {
  if (counts.empty()) return;
  xml_node table = add(parent, "table");
  xml_node first = add(add(table, "thead"), "tr");
  add(first, "th", nullptr, head);
  add(first, "th", nullptr, "random cases");
  xml_node body = add(table, "tbody");
  for (const auto& [name, count] : counts) {
    xml_node row = add(body, "tr");
    add(row, "td", nullptr, name);
    add(row, "td", nullptr, fmt::format("{}", count));
  }
}

}  // namespace

std::vector<Column> columns_of(const std::vector<double>& values) {
  std::vector<double> negative, positive;
  std::size_t zeros = 0;
  for (const double x : values) {
    if (!std::isfinite(x)) continue;
    if (x == 0) ++zeros;
    if (x < 0) negative.push_back(x);
    if (x > 0) positive.push_back(x);
  }
  std::ranges::sort(negative);
  std::ranges::sort(positive);
  const auto far = [](const std::vector<double>& sorted) {
    return !sorted.empty() && std::fabs(sorted.front() / sorted.back()) > 1000;
  };
  std::vector<double> mirrored(positive.rbegin(), positive.rend());
  std::vector<Column> out;
  if (!far(negative) && !far(mirrored)) {
    std::vector<double> all = negative;
    all.insert(all.end(), zeros, 0.0);
    all.insert(all.end(), positive.begin(), positive.end());
    add_columns(all, false, most_columns, out);
    return out;
  }
  const std::size_t each = negative.empty() || positive.empty() ? most_columns - 1 : (most_columns - 1) / 2;
  add_columns(negative, true, each, out);
  if (zeros > 0) out.push_back({0, 0, zeros});
  add_columns(positive, true, each, out);
  return out;
}

std::string properties_page(const std::vector<TriedProperty>& all, std::uint64_t seed, const std::string& version) {
  Document page("dpcert: properties");
  xml_node top = add(page.body(), "header", "top");
  add(top, "p", "eyebrow", "dpcert " + version);
  add(top, "h1", nullptr, "Properties");
  const auto failed = std::ranges::count_if(all, [](const TriedProperty& p) { return !p.passed; });
  add(top, "p", "lede",
      fmt::format("{} of {} held, seed {}.", all.size() - static_cast<std::size_t>(failed), all.size(), seed));
  xml_node main = add(page.body(), "main");
  for (const TriedProperty& p : all) {
    add(main, "h2", nullptr, fmt::format("{}: {}", p.name, p.passed ? "held" : "failed"));
    add(main, "p", nullptr, p.about);
    xml_node facts = add(main, "dl", "facts");
    for (const auto& [name, value] : p.facts) fact(facts, name.c_str(), value);
    if (!p.prover.empty()) fact(facts, "prover", p.prover);
    if (!p.passed) {
      add(main, "pre", nullptr, p.failure);
      if (!p.confirmation.empty()) add(main, "p", nullptr, p.confirmation);
      if (!p.replay.empty()) add(main, "p", nullptr, fmt::format("replay: {}", p.replay));
    }
    count_table(main, "label", p.labels);
    count_table(main, "rejected because", p.rejected);
    if (p.drawn.empty()) continue;
    add(main, "h3", nullptr, "What the random cases drew");
    for (const auto& [name, values] : p.drawn) draw(main, name, values);
  }
  return page.text(false);
}

}  // namespace dpcert::reports
