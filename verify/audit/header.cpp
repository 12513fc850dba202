#include "verify/audit/header.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dpcert/core/error.hpp"
#include "verify/support/text.hpp"

namespace dpcert::audit {

namespace {

std::string where(const Position& p) { return fmt::format("line {}, column {}", p.line, p.column); }

}  // namespace

Header::Header(const Record& record) : width_(record.fields.size()) {
  if (record.malformed) throw Error(ErrorCode::bad_input, where(record.problem.at), "a header", record.problem.message);
  for (std::size_t c = 0; c < column_count; ++c) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      if (verify::trimmed(record.fields[i], " \t") != column_names[c]) continue;
      if (found++)
        throw Error(ErrorCode::bad_input, where(record.starts[i]), "every column once",
                    fmt::format("'{}' again", column_names[c]));
      index_[c] = i;
    }
    if (!found)
      throw Error(ErrorCode::bad_input, where(record.begin),
                  fmt::format("a header with the columns {}", fmt::join(column_names, ",")),
                  fmt::format("no column '{}'", column_names[c]));
  }
}

std::optional<Problem> Header::read(const Record& record, Row& row) const {
  if (record.malformed) return record.problem;
  if (record.fields.size() != width_)
    return Problem{record.fields.size() < width_ ? record.end : record.starts[width_],
                   fmt::format("expected {} fields as in the header, given {}", width_, record.fields.size())};
  const auto field = [&](Column c) { return std::string(verify::trimmed(record.fields[index_[c]], " \t")); };
  row.tool = field(tool);
  row.version = field(version);
  row.mechanism = field(mechanism);
  row.parameters = field(parameters);
  row.at = field(at);
  row.quantity = field(quantity);
  row.bound = field(bound);
  row.value = field(value);
  return std::nullopt;
}

}  // namespace dpcert::audit
