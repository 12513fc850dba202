#include "cli/samples_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "dpcert/audit/csv.hpp"
#include "dpcert/core/rational.hpp"

namespace dpcert::cli {

namespace {

/// The number that a field says, NaN and infinities included.
std::optional<double> sample_number(const std::string& field) {
  double x = 0;
  const char* begin = field.data() + (field.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, field.data() + field.size(), x);
  if (end == field.data() + field.size() && begin != end) return error == std::errc::result_out_of_range ? INFINITY : x;
  const auto q = Rational::parse(field);
  return q ? std::optional(q->approx()) : std::nullopt;
}

class SamplesReader {
 public:
  SamplesReader(Header header, bool all_labels) : header_(header), all_labels_(all_labels) {}

  empirical::Samples read(const std::string& file) {
    std::ifstream in = open_input(file, "a CSV file");
    audit::CsvReader reader(in);
    empirical::Samples samples;
    audit::Record record;
    for (bool first = true; reader.next(record); first = false) {
      if (record.malformed)
        throw BadInput(fmt::format("{}:{}:{}: {}", file, record.problem.at.line, record.problem.at.column,
                                   record.problem.message));
      if (first && is_header(record)) {
        take_header(file, record);
        continue;
      }
      if (first && files_ > 0 && !names_.empty())
        throw BadInput(file + ": expected the header of the other file, given none");
      take_values(file, record, samples);
    }
    if (samples.columns.empty()) throw BadInput(file + ": no samples");
    samples.labels = labels_;
    ++files_;
    return samples;
  }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  [[nodiscard]] bool is_header(const audit::Record& record) const {
    if (header_ != Header::automatic) return header_ == Header::present;
    return std::ranges::none_of(record.fields, [](const auto& f) { return f.empty() || sample_number(f); });
  }
  void take_header(const std::string& file, const audit::Record& record) {
    if (files_ > 0 && record.fields != names_)
      throw BadInput(
          fmt::format("{}:{}:1: expected the same header as in the other file (without headers: --no-header)", file,
                      record.begin.line));
    names_ = record.fields;
  }
  [[noreturn]] static void refuse(const std::string& file, const audit::Record& record, std::size_t field,
                                  const std::string& expected) {
    const auto& at = field < record.starts.size() ? record.starts[field] : record.begin;
    throw BadInput(fmt::format("{}:{}:{}: expected {}", file, at.line, at.column, expected));
  }
  void take_values(const std::string& file, const audit::Record& record, empirical::Samples& samples) {
    const std::size_t columns = record.fields.size();
    if (labels_.empty()) {
      for (const std::string& field : record.fields) labels_.push_back(all_labels_ || !sample_number(field));
      codes_.resize(columns);
    }
    if (columns != labels_.size() || (!names_.empty() && columns != names_.size()))
      throw BadInput(fmt::format("{}:{}:1: expected {} columns, given {}", file, record.begin.line,
                                 names_.empty() ? labels_.size() : names_.size(), columns));
    samples.columns.resize(columns);
    for (std::size_t j = 0; j < columns; ++j) {
      const std::string& field = record.fields[j];
      if (field.empty()) refuse(file, record, j, "a value, given nothing");
      samples.columns[j].push_back(labels_[j] ? label(file, record, j) : real(file, record, j));
    }
  }
  double real(const std::string& file, const audit::Record& record, std::size_t j) const {
    const auto x = sample_number(record.fields[j]);
    if (!x || !std::isfinite(*x))
      refuse(file, record, j, "a finite number, as the column begins (--labels takes every text as a label)");
    return *x;
  }
  double label(const std::string& file, const audit::Record& record, std::size_t j) {
    const std::string& text = record.fields[j];
    if (!all_labels_ && sample_number(text))
      refuse(file, record, j, "a label, as the column begins, not a number (--labels takes every text as a label)");
    if (header_ == Header::automatic && !names_.empty() && names_[j] == text)
      refuse(file, record, j, "another label than the column's name (say --header or --no-header)");
    return static_cast<double>(codes_[j].try_emplace(text, codes_[j].size()).first->second);
  }

  Header header_;
  bool all_labels_;
  int files_ = 0;
  std::vector<std::string> names_;
  std::vector<bool> labels_;
  std::vector<std::unordered_map<std::string, std::size_t>> codes_;
};

}  // namespace

SamplesPair read_samples(const std::string& p, const std::string& q, Header header, bool all_labels) {
  SamplesReader reader(header, all_labels);
  SamplesPair pair;
  pair.p = reader.read(p);
  pair.q = reader.read(q);
  pair.names = reader.names();
  return pair;
}

}  // namespace dpcert::cli
