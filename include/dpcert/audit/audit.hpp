// Auditing other tools' numbers: every row of a CSV file claims a bound on a privacy quantity; a certified enclosure of
// the quantity says whether the bound is one. Formats: docs/audit.md.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "dpcert/audit/csv.hpp"

namespace dpcert::audit {

enum class Verdict : std::uint8_t { sound, exact, unsound, undecided, error };
inline constexpr std::size_t verdict_count = 5;
std::string_view name(Verdict verdict);

/// How bad an unsound value is, mildest first.
enum class Class : std::uint8_t { none, rounding, numerical, gross, invalid };
inline constexpr std::size_t class_count = 5;
std::string_view name(Class c);

/// The columns of the file, as named in its header.
enum Column : std::size_t { tool, version, mechanism, parameters, at, quantity, bound, value, column_count };
inline constexpr std::array<std::string_view, column_count> column_names = {
    "tool", "version", "mechanism", "parameters", "at", "quantity", "bound", "value"};

struct Row {
  std::uint64_t number = 0;  ///< from 1, without the header; every record that is not empty counts
  std::string tool, version, mechanism, parameters, at, quantity, bound, value;
};

struct Judgement {
  Verdict verdict = Verdict::error;
  Class unsound = Class::none;         ///< of an unsound value
  std::string lower, upper;            ///< enclosure of the truth, rounded outward; empty if there is none
  std::optional<double> relative_gap;  ///< (value - truth)/|truth|; none if the truth is 0 or infinite, or no number
  std::optional<double> ulps;          ///< |value - truth| in units in the last place of the double nearest the truth
  Column culprit = Column::value;      ///< of an error: the column to blame
  Problem problem;                     ///< of an error, where; and why something is undecided
};

struct Judged {
  Row row;
  Judgement judgement;
};

/// Is `a` worse than `b`? Unsound before the rest; class, then size of the gap, then the order in the file.
bool worse(const Judged& a, const Judged& b);

struct Progress {
  std::uint64_t rows = 0, bytes = 0, unsound = 0, errors = 0;
};

struct Options {
  unsigned threads = 1;
  int digits = 17;  ///< significant digits of the printed enclosures
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Judged&)> row;         ///< every row, in the file's order, from one thread at a time
  std::function<void(const Progress&)> progress;  ///< now and then, from the same thread
};

/// Reads, judges in parallel, hands out in order; memory does not grow with the file. Returns how far it came: all
/// of it, unless `stop` was raised. Throws Error::bad_input for a header that does not fit.
Progress audit(std::istream& csv, const Options& options);

}  // namespace dpcert::audit
