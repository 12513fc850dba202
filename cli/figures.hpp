// One set of figures: draws into a folder and collects the facts worth printing.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace dpcert::cli {

struct Figures {
  std::string out;
  std::string data, label;  ///< a CSV file with binary labels, for the figures that can use one
  std::uint64_t seed = 1;
  std::vector<std::string> files;
  std::vector<std::pair<std::string, std::string>> facts;

  /// Writes OUT/figures/NAME.svg.
  std::string write(const std::string& name, const std::string& svg);
  void fact(const std::string& name, const std::string& value);
  /// True after an interrupt: finish with what there is.
  [[nodiscard]] bool stopped() const;
};

void draw_renyi_figures(Figures& figures);
void draw_sgld_figures(Figures& figures);
void draw_dirichlet_figures(Figures& figures);

}  // namespace dpcert::cli
