// Reading a deployment's TOML file (docs/deployment.md) into plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/core/rational.hpp"

namespace dpcert::deployment {

/// What is wrong with a configuration: "FILE:LINE:COLUMN: FIELD: expected ..., given ...".
class ConfigError : public Error {
 public:
  /// Control characters in what was given (line ends of a quoted text) become blanks: one line, always.
  explicit ConfigError(const std::string& what) : Error(ErrorCode::configuration, one_line(what)) {}

 private:
  static std::string one_line(std::string text);
};

/// A number, +infinity, and how it was written.
struct Number {
  Rational value;
  bool infinite = false;
  std::string text;
};

/// (order, epsilon)-Renyi differential privacy.
struct RdpTarget {
  Number order;
  Rational epsilon;
};
/// (epsilon, delta)-differential privacy.
struct DpTarget {
  Rational epsilon, delta;
};

/// How the empirical lower bounds and property suites are run.
struct Checks {
  std::int64_t samples = 200'000;  ///< draws from either side of every pair; 0: none
  Rational confidence{999, 1000};  ///< of every empirical bound
  std::uint64_t seed = 1;
  int property_cases = 100;     ///< 0: none
  std::int64_t pairs = 20'000;  ///< neighbouring pairs that are enumerated at most
};

/// The mechanism's own table, by key; what the keys mean is the mechanism's business (mechanism.hpp).
class Fields {
 public:
  struct Field {
    std::string key;
    std::size_t line = 0, column = 0;
    enum class Kind : std::uint8_t { number, text, list, other } kind = Kind::other;
    Number number;  ///< if a number, or a text that reads as one
    bool is_number = false;
    std::string text;          ///< if a text
    std::vector<Number> list;  ///< of numbers
    bool used = false;
  };
  Fields(std::string file, std::size_t line, std::vector<Field> fields)
      : file_(std::move(file)), line_(line), fields_(std::move(fields)) {}

  /// Each throws ConfigError if the field is missing or not of that kind; `expected` says what is wanted.
  std::string text(std::string_view key, const std::vector<std::string>& allowed);
  Rational number(std::string_view key, const std::string& expected);
  Rational number_or(std::string_view key, const Rational& otherwise, const std::string& expected);
  Rational positive(std::string_view key);
  Rational probability(std::string_view key);
  std::vector<Rational> positive_list(std::string_view key, std::size_t least, std::size_t most);
  std::vector<Rational> nonnegative_list(std::string_view key, std::size_t least, std::size_t most);
  std::int64_t count(std::string_view key, std::int64_t least, std::int64_t most);
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] std::size_t line() const { return line_; }  ///< of the table
  /// Throws ConfigError about the field.
  [[noreturn]] void refuse(std::string_view key, const std::string& expected) const;
  /// Throws ConfigError for a field that nobody asked for; `what` owns the table. Another spelling of a field that was
  /// asked for is refused with that field's name.
  void require_all_used(const std::string& what) const;

 private:
  /// Keys are names of dpcert/core/parameter_words.hpp and nothing else.
  void ask(std::string_view key) const;
  void refuse_other_spellings() const;
  Field& find(std::string_view key, const std::string& expected);
  std::vector<Rational> numbers(std::string_view key, const std::string& expected, std::size_t least, std::size_t most,
                                int least_sign);
  std::string file_;
  std::size_t line_;
  std::vector<Field> fields_;
  mutable std::set<std::string, std::less<>> asked_;  ///< what the mechanism knows, for messages
};

struct Config {
  std::string file, text;
  std::string name, description;
  std::vector<RdpTarget> rdp_targets;
  std::vector<DpTarget> dp_targets;
  std::vector<Number> orders;      ///< of the curve
  std::vector<Rational> epsilons;  ///< of the curve delta(epsilon)
  Checks checks;
  std::string mechanism;  ///< its type
  Fields fields;          ///< of [mechanism], without `type`
};

/// Throws ConfigError for anything that is not as documented: one line with the place, the field and what was expected.
Config read_config(const std::string& file, const std::string& text);

}  // namespace dpcert::deployment
