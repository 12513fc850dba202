// The page of `dpcert properties --html`: what was tried, how it is distributed, and what it found.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dpcert::reports {

/// One statement or suite, as its page shows it.
struct TriedProperty {
  std::string name, about;  ///< `about`: the file of a statement, what a suite checks
  bool passed = false;
  std::string prover, confirmation;                          ///< empty if nobody was asked
  std::vector<std::pair<std::string, std::string>> facts{};  ///< cases by phase, seconds, least slack
  std::map<std::string, int> labels{}, rejected{};           ///< random cases
  /// What the random cases drew, by variable, in the order of the statement; numbers, rounded to double.
  std::vector<std::pair<std::string, std::vector<double>>> drawn{};
  std::string failure, replay;  ///< empty if passed
};

/// A column of the picture of a distribution: [from, to) and how many values lie in it (the last one holds `to` too).
struct Column {
  double from = 0, to = 0;
  std::size_t count = 0;
};
/// At most 24 columns over the finite values: of one width, or, where positive (or negative) values range over a factor
/// of more than 1000, of one width in the logarithm, with columns of their own for zero and the other sign.
std::vector<Column> columns_of(const std::vector<double>& values);

/// The page as HTML, in one file.
std::string properties_page(const std::vector<TriedProperty>& all, std::uint64_t seed, const std::string& version);

}  // namespace dpcert::reports
