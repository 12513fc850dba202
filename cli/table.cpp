#include "cli/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "dpcert/audit/csv.hpp"
#include "dpcert/core/rational.hpp"

namespace dpcert::cli {

namespace {

std::optional<double> number(const std::string& text) {
  const auto q = Rational::parse(text);
  return q ? std::optional(q->approx()) : std::nullopt;
}

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
bool is_letter(char c) { return is_ascii(c) && (std::isalpha(static_cast<unsigned char>(c)) || c == '_'); }
/// A digit of ASCII, of full width (U+FF10...), or Arabic (U+0660..., U+06F0...), in UTF-8.
bool digit_at(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U; };
  const auto within = [](unsigned x, unsigned low) { return x >= low && x < low + 10; };
  return within(byte(0), '0') || (byte(0) == 0xEF && byte(1) == 0xBC && within(byte(2), 0x90)) ||
         (byte(0) == 0xD9 && within(byte(1), 0xA0)) || (byte(0) == 0xDB && within(byte(1), 0xB0));
}

/// A number, a misspelt one ((5), <5, a minus sign that is none), or what programs write where a number is missing or
/// is not finite: never read as the name of a column unasked, because the record would vanish without a word.
bool stands_for_a_number(const std::string& field) {
  std::string text;
  for (const char c : field)
    if (!is_ascii(c) || !std::isspace(static_cast<unsigned char>(c)))
      text += is_ascii(c) ? static_cast<char>(std::tolower(static_cast<unsigned char>(c))) : c;
  for (std::size_t i = 0; i < text.size() && !is_letter(text[i]); ++i)
    if (digit_at(text, i)) return true;
  const auto part_of_a_word = [](char c) { return is_letter(c) || !is_ascii(c); };
  const auto first = std::ranges::find_if(text, part_of_a_word);
  if (first == text.end()) return true;
  if (std::string_view(first, text.end()).starts_with("nan(")) return true;
  const auto last = std::find_if(text.rbegin(), text.rend(), [&](char c) {
                      return part_of_a_word(c) || std::isdigit(static_cast<unsigned char>(c));
                    }).base();
  constexpr std::array words{"nan",   "na",        "n/a",  "inf",  "infinity", "null",   "nil",
                             "undef", "undefined", "none", "true", "false",    "missing"};
  return std::ranges::find(words, std::string_view(first, last)) != words.end();
}

/// Reads one file, record by record.
class Reader {
 public:
  Reader(std::string file, const std::vector<std::string>& names, Header header, bool single)
      : file_(std::move(file)), names_(names), header_(header), single_(single) {}

  Table read() {
    std::ifstream in = open_input(file_, "a CSV file");
    audit::CsvReader reader(in);
    for (bool first = true; reader.next(record_); first = false) {
      if (record_.malformed)
        throw BadInput(fmt::format("{}:{}:{}: {}", file_, record_.problem.at.line, record_.problem.at.column,
                                   record_.problem.message));
      if (!first || !take_first()) take_values();
    }
    if (table_.columns.empty() || table_.columns.front().empty()) throw BadInput(file_ + ": no values");
    return std::move(table_);
  }

 private:
  [[nodiscard]] std::string at(std::size_t field) const {
    const auto& p = field < record_.starts.size() ? record_.starts[field] : record_.begin;
    return fmt::format("{}:{}:{}", file_, p.line, p.column);
  }

  [[nodiscard]] bool is_header() const {
    if (header_ == Header::absent && !names_.empty())
      throw BadInput(fmt::format("{}: with --no-header no column has a name, but '{}' is asked for", file_, names_[0]));
    if (header_ != Header::automatic) return header_ == Header::present;
    // Whoever names a column says that there is a header.
    if (!names_.empty()) return true;
    const auto odd = std::ranges::find_if(record_.fields, stands_for_a_number);
    if (odd == record_.fields.end()) return true;
    if (std::ranges::all_of(record_.fields, stands_for_a_number)) return false;
    throw BadInput(
        fmt::format("{}: the first line is neither names of columns nor numbers: say --header or --no-header", at(0)));
  }

  /// The first record decides which fields are read. Is it a header?
  bool take_first() {
    const bool header = is_header();
    width_ = record_.fields.size();
    if (single_ && names_.empty() && record_.fields.size() != 1)
      throw BadInput(fmt::format("{}: {} columns; name one with --column", at(0), record_.fields.size()));
    for (const std::string& name : names_) {
      const auto found = std::ranges::find(record_.fields, name);
      if (found == record_.fields.end()) throw BadInput(fmt::format("{}: no column '{}'", at(0), name));
      fields_.push_back(static_cast<std::size_t>(found - record_.fields.begin()));
      if (std::ranges::count(names_, name) > 1)
        throw BadInput(fmt::format("{}: column '{}' is asked for twice", file_, name));
    }
    for (std::size_t i = 0; names_.empty() && i < record_.fields.size(); ++i) fields_.push_back(i);
    for (const std::size_t i : fields_)
      if (header && std::ranges::count(record_.fields, record_.fields[i]) > 1)
        throw BadInput(fmt::format("{}: two columns are named '{}'", at(i), record_.fields[i]));
    for (const std::size_t i : fields_) table_.names.push_back(header ? record_.fields[i] : std::to_string(i + 1));
    table_.columns.resize(fields_.size());
    return header;
  }

  void take_values() {
    // A decimal comma makes two fields of a number: neither of them is what was meant.
    if (record_.fields.size() > width_)
      throw BadInput(fmt::format("{}: expected at most {} field{}, given {}", at(width_), width_,
                                 width_ == 1 ? "" : "s", record_.fields.size()));
    for (std::size_t k = 0; k < fields_.size(); ++k) {
      if (fields_[k] >= record_.fields.size())
        throw BadInput(fmt::format("{}: expected a value in column {}", at(0), fields_[k] + 1));
      const auto x = number(record_.fields[fields_[k]]);
      if (!x || !std::isfinite(*x))
        throw BadInput(fmt::format("{}: expected a finite number{}", at(fields_[k]),
                                   table_.rows() == 0 && header_ == Header::automatic && names_.empty()
                                       ? "; a first line of names that look like numbers needs --header"
                                       : ""));
      table_.columns[k].push_back(*x);
    }
  }

  std::string file_;
  const std::vector<std::string>& names_;
  Header header_;
  bool single_;
  audit::Record record_;
  Table table_;
  std::vector<std::size_t> fields_;
  std::size_t width_ = 0;  ///< fields of the first record
};

}  // namespace

std::shared_ptr<Header> add_header_options(CLI::App& command) {
  auto header = std::make_shared<Header>(Header::automatic);
  CLI::Option* yes = command.add_flag_callback(
      "--header", [header] { *header = Header::present; }, "The first line names the columns");
  CLI::Option* no = command.add_flag_callback(
      "--no-header", [header] { *header = Header::absent; }, "The first line is a record");
  yes->excludes(no);
  return header;
}

Header header_with(const std::string& column, Header header) {
  return header == Header::automatic && !Rational::parse(column) ? Header::present : header;
}

Table read_table(const std::string& file, const std::vector<std::string>& names, Header header) {
  return Reader(file, names, header, false).read();
}

std::vector<double> read_column(const std::string& file, const std::string& column, Header header) {
  return Reader(file, column.empty() ? std::vector<std::string>{} : std::vector{column}, header, true)
      .read()
      .columns.front();
}

}  // namespace dpcert::cli
