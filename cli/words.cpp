#include "cli/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/command.hpp"
#include "cli/text.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/core/parameter_words.hpp"

namespace dpcert::cli {

Words::Words(std::string command, const std::vector<std::string>& words) : command_(std::move(command)) {
  for (const std::string& word : words) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      throw BadInput(fmt::format("{}: expected key=value, given '{}'", command_, word));
    if (!all_.emplace(word.substr(0, equals), word.substr(equals + 1)).second)
      throw BadInput(fmt::format("{}: '{}' is given twice", command_, word.substr(0, equals)));
  }
}

void Words::refuse(const std::string& key, const std::string& expected, const std::string& given) const {
  throw BadInput(fmt::format("{}: {}: expected {}, given '{}'", command_, key, expected, given));
}

void Words::ask(const std::string& key) {
  if (find_parameter_word(key) == nullptr)
    throw Error(ErrorCode::internal, "Words", "a name of the list of parameters", key);
  asked_.insert(key);
}
bool Words::has(const std::string& key) {
  ask(key);
  return all_.contains(key);
}
void Words::refuse_other_spellings() const {
  const auto asked = [&](std::string_view name) { return asked_.contains(std::string(name)); };
  for (const auto& [word, value] : all_) {
    if (asked(word)) continue;
    if (const auto name = parameter_called(word, asked)) refuse(word, expected_instead(*name), word + "=" + value);
  }
}

std::string Words::text(const std::string& key, const std::string& expected) {
  ask(key);
  const auto at = all_.find(key);
  if (at == all_.end()) refuse_other_spellings();
  if (at == all_.end()) throw BadInput(fmt::format("{}: {}: expected {}, given nothing", command_, key, expected));
  std::string value = at->second;
  all_.erase(at);
  return value;
}

std::string Words::choice(const std::string& key, const std::vector<std::string>& words, const std::string& otherwise) {
  if (!has(key) && !otherwise.empty()) return otherwise;
  const std::string expected = fmt::format("{}", fmt::join(words, " or "));
  std::string given = text(key, expected);
  if (std::find(words.begin(), words.end(), given) == words.end()) refuse(key, expected, given);
  return given;
}

Rational Words::read(const std::string& key, const std::string& given, const std::string& expected) const {
  const auto q = Rational::parse(given);
  if (!q) refuse(key, expected, given);
  return *q;
}
Rational Words::number(const std::string& key, const std::string& expected) {
  return read(key, text(key, expected), expected);
}
std::optional<Rational> Words::optional_number(const std::string& key) {
  return has(key) ? std::optional(number(key)) : std::nullopt;
}
std::int64_t Words::integer(const std::string& key, const std::string& expected) {
  const std::string given = text(key, expected);
  const auto n = read(key, given, expected).to_int64();
  if (!n) refuse(key, expected, given);
  return *n;
}
std::vector<Rational> Words::numbers(const std::string& key, const std::string& expected) {
  const std::string given = text(key, expected);
  std::vector<Rational> all;
  for (std::size_t begin = 0; begin <= given.size();) {
    const auto comma = std::min(given.find(',', begin), given.size());
    all.push_back(read(key, given.substr(begin, comma - begin), expected));
    begin = comma + 1;
  }
  return all;
}

void Words::done(const std::string& mechanism) const {
  refuse_other_spellings();
  if (!all_.empty()) throw BadInput(fmt::format("{}: '{}' is no key of {}", command_, all_.begin()->first, mechanism));
}

std::string parameter_help(const std::vector<std::string_view>& names) {
  std::string text;
  for (const std::string_view name : names) {
    const ParameterWord* word = find_parameter_word(name);
    if (word == nullptr) throw Error(ErrorCode::internal, "parameter_help", "a name of the list of parameters", name);
    text += fmt::format("  {}{}\n", pad(std::string(name), 14), word->meaning);
  }
  return text;
}

}  // namespace dpcert::cli
