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

bool Formula::is_plain_forall() const {
  const auto infinite = [](const Node& n) { return n.kind == Node::Kind::name && n.text == "inf"; };
  const auto below = [&](const Node& n) { return n.kind == Node::Kind::negate && infinite(n.args[0]); };
  if (kind != Kind::forall || !interval.low_closed || below(interval.low)) return false;
  if (infinite(interval.high) ? !over_integers : !interval.high_closed) return false;
  const Formula& body = parts[0];
  if (body.kind == Kind::relation) return true;
  return over_integers && body.over_integers && body.is_plain_forall();
}

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
