// A streaming reader of comma-separated values (RFC 4180) that says where a mistake is and goes on behind it.
//
// Records end at LF, CRLF or a lone CR. A field in double quotes may hold commas, line ends and doubled quotes. A UTF-8
// byte order mark is skipped, and so are lines without any character. Malformed: a quote inside a field that does not
// begin with one, text behind a closing quote, a quoted field that is never closed, a NUL byte, a record above
// `max_record` bytes. Reading goes on at the line after the one on which the malformed record began, so that one
// missing quote costs one record and memory stays bounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace dpcert::audit {

/// Line and column from 1; a column counts characters (UTF-8 code points).
struct Position {
  std::size_t line = 0, column = 0;
  friend bool operator==(const Position&, const Position&) = default;
};

/// What is wrong with a record, where.
struct Problem {
  Position at;
  std::string message;
};

struct Record {
  std::vector<std::string> fields;  ///< unquoted; those read so far if malformed
  std::vector<Position> starts;     ///< where each field begins
  Position begin, end;              ///< of the record; `end` is behind its last character
  bool malformed = false;
  Problem problem;  ///< if malformed
};

class CsvReader {
 public:
  static constexpr std::size_t max_record = std::size_t{1} << 16;

  /// Reads from `in`, which must outlive the reader.
  explicit CsvReader(std::istream& in) : in_(in) {}

  /// The next record that is not empty; false at the end of the input.
  bool next(Record& record);
  /// Bytes consumed so far.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr int end_of_input = -1;
  int peek();
  int get();
  bool fill();
  void read_record(Record& record);
  bool quoted_field(Record& record);
  bool plain_field(Record& record);
  bool too_long(Record& record, Position where);
  static void fail(Record& record, Position at, std::string message);
  void resume_behind_first_line();
  [[nodiscard]] Position here() const { return {line_, column_}; }

  std::istream& in_;
  std::string buffer_;           // unread bytes from `next_` on
  std::size_t next_ = 0;         // index into buffer_
  std::size_t record_from_ = 0;  // index of the current record's first byte: kept, to resume behind its first line
  std::size_t line_ = 1, column_ = 1;
  std::uint64_t bytes_ = 0;
  bool started_ = false;
};

}  // namespace dpcert::audit
