// key=value words of a subcommand, each to be taken once; decimals are exact.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/rational.hpp"

namespace dpcert::cli {

/// Every member that reads throws BadInput, in the name of the command, for what is missing, misspelt or given twice.
/// Keys are names of dpcert/core/parameter_words.hpp and nothing else.
class Words {
 public:
  Words(std::string command, const std::vector<std::string>& words);

  /// All words not yet taken.
  [[nodiscard]] const std::map<std::string, std::string>& all() const { return all_; }
  [[nodiscard]] bool has(const std::string& key);
  std::string text(const std::string& key, const std::string& expected);
  /// One of the words given; `otherwise`, unless empty, if the key is left out.
  std::string choice(const std::string& key, const std::vector<std::string>& words, const std::string& otherwise);
  Rational number(const std::string& key, const std::string& expected = "a number");
  std::optional<Rational> optional_number(const std::string& key);
  std::int64_t integer(const std::string& key, const std::string& expected = "an integer");
  /// Comma-separated.
  std::vector<Rational> numbers(const std::string& key, const std::string& expected);
  /// All words must have been taken. A word that is another spelling of a key that was asked for is refused with the
  /// key.
  void done(const std::string& mechanism) const;
  /// "COMMAND: OTHER: expected KEY, given 'OTHER=...'" if one of the words is another spelling of a key that was asked
  /// for.
  void refuse_other_spellings() const;
  /// "COMMAND: KEY: expected EXPECTED, given 'GIVEN'".
  [[noreturn]] void refuse(const std::string& key, const std::string& expected, const std::string& given) const;

 private:
  void ask(const std::string& key);
  [[nodiscard]] Rational read(const std::string& key, const std::string& given, const std::string& expected) const;

  std::string command_;
  std::map<std::string, std::string> all_;
  std::set<std::string> asked_;
};

/// The lines of a help text that say what these parameters are.
std::string parameter_help(const std::vector<std::string_view>& names);

}  // namespace dpcert::cli
