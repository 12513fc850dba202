// A page around the figures of `dpcert figures`, so that one file shows all of them with the numbers they stand for.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dpcert::reports {

/// The figures of one paper.
struct FigureSheet {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<std::string> files;  ///< names of SVG files beside the page
};

/// The page as HTML; it shows the files by name, so they stay in its folder.
std::string figures_page(const std::vector<FigureSheet>& sheets, const std::string& version);

}  // namespace dpcert::reports
