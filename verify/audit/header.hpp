// Which column is where, and a record as a Row.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "dpcert/audit/audit.hpp"

namespace dpcert::audit {

class Header {
 public:
  /// From the file's first record: every column once, in any order; other columns are allowed and not read. Throws
  /// Error::bad_input with line and column.
  explicit Header(const Record& record);
  /// Fills `row` from a record, or says what is wrong with it.
  std::optional<Problem> read(const Record& record, Row& row) const;
  /// Where a column of a record begins.
  [[nodiscard]] Position position(const Record& record, Column column) const { return record.starts[index_[column]]; }

 private:
  std::array<std::size_t, column_count> index_{};
  std::size_t width_ = 0;
};

}  // namespace dpcert::audit
