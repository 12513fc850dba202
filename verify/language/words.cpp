// Texts and their tokens as the readers of the surface see them: messages with their place, words that cannot be names.
#include <set>

#include "dpcert/language/statement.hpp"
#include "src/symbolic/functions.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify::surface {

namespace {

const std::set<std::string_view> keywords{"pi",  "inf",    "diff",  "at",     "sum",          "prod",  "title",
                                          "var", "int",    "let",   "assume", "prove",        "dim",   "fun",
                                          "for", "forall", "where", "in",     "logpartition", "select"};

// Of version 3 alone.
const std::set<std::string_view> formula_words{"and", "or", "implies", "exists"};

}  // namespace

Text::Text(std::string_view text)
    : source(text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text),
      tokens(tokenize(source)) {}

void Text::fail_at(std::size_t token, std::string message) const {
  constexpr std::size_t longest = 200;  // a name may fill the whole file
  if (message.size() > longest)
    message = message.substr(0, longest / 2) + "..." + message.substr(message.size() - longest / 2);
  const Token& t = tokens[token];
  throw SyntaxError(t.line, t.column, message, source_line(source, t.line));
}

std::string shown(const Token& t) {
  return t.kind == TokenKind::newline || t.kind == TokenKind::end ? t.text : "`" + t.text + "`";
}
bool is_reserved(std::string_view name) {
  const FunctionName* f = function_named(name);
  return keywords.contains(name) || (f && f->entry->language == 2);
}
bool is_formula_word(std::string_view name) { return formula_words.contains(name); }

}  // namespace dpcert::verify::surface
