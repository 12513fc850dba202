#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "src/scalar/rational.hpp"
#include "verify/audit/csv.hpp"

namespace dpcert::cli {

namespace {

std::optional<double> number(const std::string& text) {
  const auto q = Rational::parse(text);
  return q ? std::optional(q->approx()) : std::nullopt;
}

Table read(const std::string& file, const std::vector<std::string>& names, bool single) {
  std::ifstream in = open_input(file, "a CSV file");
  audit::CsvReader reader(in);
  audit::Record record;
  Table table;
  std::vector<std::size_t> fields;
  const auto at = [&](std::size_t field) {
    const auto& p = field < record.starts.size() ? record.starts[field] : record.begin;
    return fmt::format("{}:{}:{}", file, p.line, p.column);
  };
  for (bool first = true; reader.next(record); first = false) {
    if (record.malformed)
      throw BadInput(
          fmt::format("{}:{}:{}: {}", file, record.problem.at.line, record.problem.at.column, record.problem.message));
    if (first) {
      const bool header =
          !names.empty() || std::ranges::any_of(record.fields, [](const auto& t) { return !number(t); });
      if (single && names.empty() && record.fields.size() != 1)
        throw BadInput(fmt::format("{}: {} columns; name one with --column", at(0), record.fields.size()));
      for (const std::string& name : names) {
        const auto found = std::ranges::find(record.fields, name);
        if (found == record.fields.end()) throw BadInput(fmt::format("{}: no column '{}'", at(0), name));
        fields.push_back(static_cast<std::size_t>(found - record.fields.begin()));
        if (std::ranges::count(names, name) > 1)
          throw BadInput(fmt::format("{}: column '{}' is asked for twice", file, name));
      }
      for (std::size_t i = 0; names.empty() && i < record.fields.size(); ++i) fields.push_back(i);
      for (const std::size_t i : fields)
        if (header && std::ranges::count(record.fields, record.fields[i]) > 1)
          throw BadInput(fmt::format("{}: two columns are named '{}'", at(i), record.fields[i]));
      for (const std::size_t i : fields) table.names.push_back(header ? record.fields[i] : std::to_string(i + 1));
      table.columns.resize(fields.size());
      if (header) continue;
    }
    for (std::size_t k = 0; k < fields.size(); ++k) {
      if (fields[k] >= record.fields.size())
        throw BadInput(fmt::format("{}: expected a value in column {}", at(0), fields[k] + 1));
      const auto x = number(record.fields[fields[k]]);
      if (!x || !std::isfinite(*x))
        throw BadInput(fmt::format("{}: expected a number, given '{}'", at(fields[k]), record.fields[fields[k]]));
      table.columns[k].push_back(*x);
    }
  }
  if (table.columns.empty() || table.columns.front().empty()) throw BadInput(file + ": no values");
  return table;
}

}  // namespace

Table read_table(const std::string& file, const std::vector<std::string>& names) { return read(file, names, false); }

std::vector<double> read_column(const std::string& file, const std::string& column) {
  return read(file, column.empty() ? std::vector<std::string>{} : std::vector{column}, true).columns.front();
}

}  // namespace dpcert::cli
