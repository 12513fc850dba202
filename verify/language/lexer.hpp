// Tokens of the statement language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dpcert::verify {

enum class TokenKind { number, name, string, symbol, newline, end };

struct Token {
  TokenKind kind = TokenKind::end;
  std::string text;
  std::size_t line = 1, column = 1;
};

/// May stand in front of a text; means nothing.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// The whole text as tokens; newlines inside brackets are dropped, several newlines are one. Ends with newline, end.
/// Throws SyntaxError.
std::vector<Token> tokenize(std::string_view text);
/// A piece of a text for a terminal: what is not seen as it is becomes its number, <U+202E>, a byte that belongs to no
/// character <0xFF>, a control character a blank.
std::string visible(std::string_view text);
/// Line number `line` (from 1) of the text, without its end.
std::string source_line(std::string_view text, std::size_t line);

}  // namespace dpcert::verify
