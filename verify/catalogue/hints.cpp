#include <algorithm>
#include <charconv>

#include "dpcert/catalogue/engine.hpp"
#include "dpcert/catalogue/error.hpp"
#include "verify/language/lexer.hpp"
#include "verify/support/text.hpp"

namespace dpcert::catalogue {

namespace {

class HintReader {
 public:
  explicit HintReader(const FormalStatement& formal) : formal_(formal) {}

  Hints read() {
    for (const Directive& directive : formal_.directives) {
      line_ = directive.line;
      if (directive.name == "proof") proof(directive.argument);
      if (directive.name == "simulate") hints_.simulated.push_back(directive.argument);
      if (directive.name == "inhabited") point(directive.argument);
      if (directive.name == "tightness") tightness(directive.argument);
      if (directive.name == "refute") {
        std::string rest;
        number(directive.argument, rest);
        point(rest);
      }
    }
    return std::move(hints_);
  }

 private:
  [[noreturn]] void bad(std::string_view expected, std::string_view given) const {
    fail(formal_.file + ":" + std::to_string(line_), expected, "'" + std::string(given) + "'");
  }

  /// The conclusion's number, and what follows it.
  std::size_t number(const std::string& text, std::string& rest) const {
    const std::string_view digits = verify::trimmed(text);
    std::size_t k = 0;
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), k);
    if (problem != std::errc() || k == 0) bad("the number of a conclusion, from 1", text);
    rest = digits.substr(static_cast<std::size_t>(end - digits.data()));
    return k;
  }

  void tightness(const std::string& argument) {
    std::string rest;
    hints_.tightness = verify::trimmed(argument) == "none" ? 0 : number(argument, rest);
    if (!verify::trimmed(rest).empty()) bad("the number of a conclusion, or 'none'", argument);
  }

  void proof(const std::string& argument) {
    std::string rest;
    auto& lines = hints_.proofs[number(argument, rest)];
    std::string line;
    for (const char c : rest + ";") {
      if (c != ';' && c != '\n') {
        line += c;
        continue;
      }
      if (const auto text = verify::trimmed(line); !text.empty()) lines.emplace_back(text);
      line.clear();
    }
  }

  /// `x=1/2 n=3 with g(x)=beta(3 + x, 7);` in any order.
  void point(std::string text) {
    std::vector<std::string> functions;
    for (std::size_t at; (at = (" " + text).find(" with ")) != std::string::npos;) {
      const auto end = text.find(';', at);
      if (end == std::string::npos) bad("';' after the instance of a function", text.substr(at));
      functions.emplace_back(verify::trimmed(std::string_view(text).substr(at + 5, end - at - 5)));
      text.erase(at, end + 1 - at);
    }
    if (!functions.empty()) hints_.interpretations.push_back(std::move(functions));
    std::map<std::string, Rational> values;
    for (const std::string& word : verify::words(text)) {
      const auto equals = word.find('=');
      const auto value =
          equals == std::string::npos ? std::nullopt : Rational::parse(std::string_view(word).substr(equals + 1));
      if (!value || equals == 0) bad("NAME=RATIONAL", word);
      values[word.substr(0, equals)] = *value;
    }
    if (!values.empty()) hints_.points.push_back(std::move(values));
  }

  const FormalStatement& formal_;
  std::size_t line_ = 0;
  Hints hints_;
};

}  // namespace

Hints read_hints(const FormalStatement& formal) { return HintReader(formal).read(); }

std::vector<std::string> lemma_ids(const Hints& hints) {
  std::vector<std::string> ids;
  for (const auto& [k, lines] : hints.proofs)
    for (const std::string& line : lines) {
      const auto words = verify::words(line);
      if (words.size() >= 2 && words[0] == "lemma" && std::ranges::find(ids, words[1]) == ids.end())
        ids.push_back(words[1]);
    }
  return ids;
}

std::vector<bool> written_smaller_first(std::string_view claim_text) {
  std::vector<bool> smaller_first;
  bool proving = false, ranges = false, line_begins = true;
  for (const verify::Token& token : verify::tokenize(claim_text)) {
    if (token.kind == verify::TokenKind::newline || token.kind == verify::TokenKind::end) {
      line_begins = true;
      continue;
    }
    if (line_begins) {
      proving = token.kind == verify::TokenKind::name && token.text == "prove";
      ranges = false;
      line_begins = false;
      continue;
    }
    if (!proving) continue;
    if (token.text == "for") ranges = true;
    if (token.text == ":") ranges = false;
    if (ranges || token.kind != verify::TokenKind::symbol) continue;
    if (token.text == "<=" || token.text == "<") smaller_first.push_back(true);
    if (token.text == ">=" || token.text == ">" || token.text == "=") smaller_first.push_back(false);
  }
  return smaller_first;
}

}  // namespace dpcert::catalogue
