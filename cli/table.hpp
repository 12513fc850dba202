// Numbers of a CSV file, by columns.
#pragma once

#include <string>
#include <vector>

namespace dpcert::cli {

struct Table {
  std::vector<std::string> names;            ///< of the columns; "1", "2", ... without a header
  std::vector<std::vector<double>> columns;  ///< all of one length, at least 1
  [[nodiscard]] std::size_t rows() const { return columns.front().size(); }
};

/// The columns of these names, in this order; all columns if none is named. The first record is a header if columns are
/// named or if it is not all numbers. Throws BadInput with file, line and column for what is no finite number.
Table read_table(const std::string& file, const std::vector<std::string>& names);

/// The values of one column: the named one, or the only one.
std::vector<double> read_column(const std::string& file, const std::string& column);

}  // namespace dpcert::cli
