// Numbers of a CSV file, by columns.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

namespace dpcert::cli {

struct Table {
  std::vector<std::string> names;            ///< of the columns; "1", "2", ... without a header
  std::vector<std::vector<double>> columns;  ///< all of one length, at least 1
  [[nodiscard]] std::size_t rows() const { return columns.front().size(); }
};

/// Whether the first record names the columns. `automatic`: if all its fields are words that can be nothing else, no
/// number and nothing that stands for one (12, 1e999, nan, NA, inf, an empty field); a mixture is bad input.
enum class Header { automatic, present, absent };

/// Adds `--header` and `--no-header`; what was said is there after parsing.
std::shared_ptr<Header> add_header_options(CLI::App& command);

/// Whoever asks for a column by a word says that there is a header; a number may be that of a column without a name.
Header header_with(const std::string& column, Header header);

/// The columns of these names, in this order; all columns if none is named. Columns can be named only where there is a
/// header. Throws BadInput with file, line and column for what is no finite number: a record is never left out, and
/// the message does not repeat what it says, because it may be private.
Table read_table(const std::string& file, const std::vector<std::string>& names, Header header = Header::automatic);

/// The values of one column: the named one, or the only one.
std::vector<double> read_column(const std::string& file, const std::string& column, Header header = Header::automatic);

}  // namespace dpcert::cli
