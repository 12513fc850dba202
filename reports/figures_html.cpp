// The figures as a page.
#include <algorithm>
#include <filesystem>

#include "reports/figures.hpp"
#include "reports/page.hpp"

namespace dpcert::reports {

using pugi::xml_node;

std::string figures_page(const std::vector<FigureSheet>& sheets, const std::string& version) {
  Document page("dpcert: figures");
  xml_node top = add(page.body(), "header", "top");
  add(top, "p", "eyebrow", "dpcert " + version);
  add(top, "h1", nullptr, "Figures");
  add(top, "p", "lede",
      "The papers' figures from our own numbers. A curve is certified where its legend says so: its points are ends of "
      "enclosures. The others are measured or indicative.");
  xml_node main = add(page.body(), "main");
  for (const FigureSheet& sheet : sheets) {
    add(main, "h2", nullptr, sheet.title);
    xml_node plots = add(main, "div", "plots");
    for (const std::string& file : sheet.files) {
      xml_node image = add(add(plots, "figure", nullptr), "img");
      set(image, "src", file);
      std::string alternative = std::filesystem::path(file).stem().string();
      std::ranges::replace(alternative, '-', ' ');
      std::ranges::replace(alternative, '_', ' ');
      set(image, "alt", alternative);
    }
    if (sheet.facts.empty()) continue;
    xml_node numbers = add(main, "details");
    add(numbers, "summary", nullptr, "The numbers");
    xml_node facts = add(numbers, "dl", "facts wide");
    for (const auto& [name, value] : sheet.facts) fact(facts, name.c_str(), value);
  }
  return page.text(false);
}

}  // namespace dpcert::reports
