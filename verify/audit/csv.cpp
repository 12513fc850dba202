#include "dpcert/audit/csv.hpp"

namespace dpcert::audit {

namespace {
constexpr std::size_t chunk = std::size_t{1} << 16;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
bool ends_record(int c) { return c == '\n' || c == '\r' || c < 0; }
}  // namespace

bool CsvReader::fill() {
  // What lies before the current record is not needed any more.
  buffer_.erase(0, record_from_);
  next_ -= record_from_;
  record_from_ = 0;
  const std::size_t old = buffer_.size();
  buffer_.resize(old + chunk);
  in_.read(buffer_.data() + old, static_cast<std::streamsize>(chunk));
  buffer_.resize(old + static_cast<std::size_t>(in_.gcount()));
  return buffer_.size() > old;
}

int CsvReader::peek() {
  if (next_ == buffer_.size() && !fill()) return end_of_input;
  return static_cast<unsigned char>(buffer_[next_]);
}

int CsvReader::get() {
  const int c = peek();
  if (c < 0) return c;
  ++next_;
  ++bytes_;
  if (c == '\n' || (c == '\r' && peek() != '\n')) {
    ++line_;
    column_ = 1;
  } else if ((c & 0xC0) != 0x80) {
    ++column_;
  }
  return c;
}

void CsvReader::fail(Record& record, Position at, std::string message) {
  record.malformed = true;
  record.problem = {at, std::move(message)};
}

bool CsvReader::too_long(Record& record, Position where) {
  if (next_ - record_from_ <= max_record) return false;
  fail(record, where, "a record longer than 65536 bytes");
  return true;
}

/// Behind the opening quote. False if malformed.
bool CsvReader::quoted_field(Record& record) {
  const Position opened{line_, column_ - 1};
  std::string& field = record.fields.back();
  for (;;) {
    if (next_ - record_from_ > max_record || peek() < 0) {
      fail(record, opened, "a quoted field that begins here and has no closing quote");
      return false;
    }
    const Position at = here();
    const int c = get();
    if (c == 0) {
      fail(record, at, "a NUL byte");
      return false;
    }
    if (c != '"') {
      field += static_cast<char>(c);
    } else if (peek() == '"') {
      get();
      field += '"';
    } else {
      break;
    }
  }
  if (peek() == ',' || ends_record(peek())) return true;
  // On another line the culprit is rather the quote that opened the field.
  if (here().line == opened.line) {
    fail(record, here(), "text behind a closing quote; a quote inside a quoted field is written twice");
  } else {
    fail(record, opened, "a quoted field that begins here and is not closed before a comma or the end of a line");
  }
  return false;
}

bool CsvReader::plain_field(Record& record) {
  std::string& field = record.fields.back();
  while (peek() != ',' && !ends_record(peek())) {
    const Position at = here();
    const int c = get();
    if (c == 0) {
      fail(record, at, "a NUL byte");
      return false;
    }
    if (c == '"') {
      fail(record, at, "a quote inside a field that does not begin with one");
      return false;
    }
    field += static_cast<char>(c);
    if (too_long(record, record.begin)) return false;
  }
  return true;
}

void CsvReader::resume_behind_first_line() {
  bytes_ -= next_ - record_from_;
  next_ = record_from_;
  const std::size_t first = line_;
  for (int c = get(); c >= 0 && line_ == first; c = get()) record_from_ = next_;
}

void CsvReader::read_record(Record& record) {
  for (;;) {
    record.starts.push_back(here());
    record.fields.emplace_back();
    bool fine = true;
    if (peek() == '"') {
      get();
      fine = quoted_field(record);
    } else {
      fine = plain_field(record);
    }
    if (!fine || too_long(record, record.begin)) {
      line_ = record.begin.line;
      column_ = record.begin.column;
      resume_behind_first_line();
      return;
    }
    if (peek() != ',') break;
    get();
  }
  record.end = here();
  if (get() == '\r' && peek() == '\n') get();
}

bool CsvReader::next(Record& record) {
  if (!started_) {
    started_ = true;
    for (const char c : byte_order_mark) {
      if (peek() != static_cast<unsigned char>(c)) break;
      ++next_;
      ++bytes_;
    }
    if (next_ < byte_order_mark.size()) next_ = 0, bytes_ = 0;
  }
  for (;;) {
    record_from_ = next_;
    const int c = peek();
    if (c < 0) return false;
    if (c != '\n' && c != '\r') break;
    get();
  }
  record.fields.clear();
  record.starts.clear();
  record.malformed = false;
  record.begin = here();
  read_record(record);
  return true;
}

}  // namespace dpcert::audit
