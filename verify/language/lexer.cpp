#include "verify/language/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "dpcert/language/statement.hpp"

namespace dpcert::verify {

namespace {
constexpr std::size_t max_text = 1 << 20;
bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;  // 0: these are not UTF-8
};

// The first character of a text that is not empty (Unicode, table 3-7: well-formed byte sequences).
CodePoint first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i, std::uint32_t least = 0x80, std::uint32_t most = 0xBF) {
    return i < text.size() && byte(i) >= least && byte(i) <= most;
  };
  const auto bits = [&](std::size_t i) { return byte(i) & 0x3F; };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  if (lead >= 0xC2 && lead <= 0xDF && follows(1)) return {(lead & 0x1F) << 6 | bits(1), 2};
  if (lead >= 0xE0 && lead <= 0xEF && follows(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF) && follows(2))
    return {(lead & 0x0F) << 12 | bits(1) << 6 | bits(2), 3};
  if (lead >= 0xF0 && lead <= 0xF4 && follows(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF) &&
      follows(2) && follows(3))
    return {(lead & 0x07) << 18 | bits(1) << 12 | bits(2) << 6 | bits(3), 4};
  return {};
}

// Ends of lines, marks of direction and characters that are not drawn: a reader would see another text than we do.
bool unseen(std::uint32_t c) {
  const auto between = [c](std::uint32_t first, std::uint32_t last) { return first <= c && c <= last; };
  return between(0x80, 0x9F)                                       // among them next line, U+0085
         || between(0x2028, 0x202E)                                // separators, embeddings and overrides
         || between(0x2060, 0x206F)                                // word joiner, isolates
         || between(0x200B, 0x200F) || c == 0x061C                 // zero width, marks of direction
         || c == 0x00AD || c == 0x180E || c == 0xFEFF              // hyphen and separator, byte order mark
         || between(0xFFF9, 0xFFFB) || between(0xE0000, 0xE007F);  // annotations, tags
}
// How the language spells what a character stands for elsewhere, as the end of a message.
std::string_view instead_of_character(char c) {
  switch (c) {
    case '!':
      return "; a factorial is written `factorial(n)`";
    case '|':
      return "; a modulus is written `abs(x)`, divisibility `mod(n, d) = 0`";
    case '%':
      return "; a remainder is written `mod(n, d)`";
    case '&':
      return "; it is written `and`";
    default:
      return "";
  }
}
// What stands in print for something that is typed in another way; empty: there is no other way.
std::string instead_of(std::uint32_t c) {
  struct Sign {
    std::uint32_t printed;
    std::string_view typed;
  };
  static constexpr Sign signs[] = {
      {0x2264, "<="},    {0x2A7D, "<="},     {0x2265, ">="},      {0x2A7E, ">="},  {0x2260, "!="},
      {0x00B7, "*"},     {0x22C5, "*"},      {0x00D7, "*"},       {0x2217, "*"},   {0x00F7, "/"},
      {0x2215, "/"},     {0x2212, "-"},      {0x2013, "-"},       {0x221E, "inf"}, {0x221A, "sqrt()"},
      {0x00B2, "^2"},    {0x00B3, "^3"},     {0x2026, ".."},      {0x2208, "in"},  {0x2200, "forall"},
      {0x2211, "sum()"}, {0x220F, "prod()"}, {0x03F5, "epsilon"}, {0x03D5, "phi"}, {0x03D1, "theta"},
  };
  static constexpr std::string_view greek[] = {"alpha",   "beta", "gamma", "delta",  "epsilon", "zeta", "eta",
                                               "theta",   "iota", "kappa", "lambda", "mu",      "nu",   "xi",
                                               "omicron", "pi",   "rho",   "sigma",  "sigma",   "tau",  "upsilon",
                                               "phi",     "chi",  "psi",   "omega"};
  for (const Sign& s : signs) {
    if (s.printed == c) return std::string(s.typed);
  }
  constexpr std::uint32_t small_alpha = 0x3B1, capital_alpha = 0x391;
  if (c >= small_alpha && c < small_alpha + std::size(greek)) return std::string(greek[c - small_alpha]);
  if (c >= capital_alpha && c < capital_alpha + std::size(greek)) {
    std::string name(greek[c - capital_alpha]);
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
    return name;
  }
  return "";
}
}  // namespace

std::string visible(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const CodePoint c = first_of(text);
    if (c.bytes == 0)
      out += fmt::format("<0x{:02X}>", static_cast<unsigned char>(text[0]));
    else if (c.value < ' ' || c.value == 0x7F)
      out += ' ';
    else if (unseen(c.value))
      out += fmt::format("<U+{:04X}>", c.value);
    else
      out += text.substr(0, c.bytes);
    text.remove_prefix(std::max<std::size_t>(1, c.bytes));
  }
  return out;
}

std::string source_line(std::string_view text, std::size_t line) {
  std::size_t begin = 0;
  for (std::size_t n = 1; n < line && begin < text.size(); ++n) {
    const auto next = text.find('\n', begin);
    if (next == std::string_view::npos) return "";
    begin = next + 1;
  }
  auto s = text.substr(begin, text.find('\n', begin) - begin);
  if (!s.empty() && s.back() == '\r') s.remove_suffix(1);
  return std::string(s);
}

std::vector<Token> tokenize(std::string_view text) {
  if (text.size() > max_text) throw SyntaxError(1, 1, "the text is longer than 1 MiB", "");
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<Token> tokens;
  std::size_t line = 1, start = 0, i = 0;
  std::vector<std::size_t> open;  // tokens that are brackets without their other half
  const auto column = [&](std::size_t at) { return at - start + 1; };
  const auto fail = [&](std::size_t at, const std::string& message) {
    throw SyntaxError(line, column(at), message, source_line(text, line));
  };
  // Of a comment or a title, the bytes of the next character. A carriage return alone, say, looks like the end of a
  // comment, and hides what follows.
  const auto plain = [&](std::size_t at) {
    const CodePoint c = first_of(text.substr(at));
    const bool line_end = c.value == '\r' && (at + 1 == text.size() || text[at + 1] == '\n');
    if (c.bytes == 0) fail(at, "this is not UTF-8");
    if ((c.value < ' ' && c.value != '\t' && !line_end) || c.value == 0x7F) fail(at, "unexpected control character");
    if (unseen(c.value)) fail(at, fmt::format("unexpected character U+{:04X}, which is not seen as it is", c.value));
    return c.bytes;
  };
  while (i < text.size()) {
    const char c = text[i];
    if (c == '\n') {
      if (open.empty() && !tokens.empty() && tokens.back().kind != TokenKind::newline)
        tokens.push_back({TokenKind::newline, "end of line", line, column(i)});
      ++i, ++line, start = i;
    } else if (c == ' ' || c == '\t' || (c == '\r' && (i + 1 == text.size() || text[i + 1] == '\n'))) {
      ++i;
    } else if (c == '#') {
      while (i < text.size() && text[i] != '\n') i += plain(i);
    } else if (digit(c) || (c == '.' && i + 1 < text.size() && digit(text[i + 1]))) {
      const std::size_t begin = i;
      while (i < text.size() && digit(text[i])) ++i;
      // "1..n" is a range, not the number "1."
      if (i < text.size() && text[i] == '.' && !(i + 1 < text.size() && text[i + 1] == '.')) {
        ++i;
        while (i < text.size() && digit(text[i])) ++i;
      }
      if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
        std::size_t j = i + 1;
        if (j < text.size() && (text[j] == '+' || text[j] == '-')) ++j;
        if (j < text.size() && digit(text[j])) {
          while (j < text.size() && digit(text[j])) ++j;
          i = j;
        }
      }
      if (i < text.size() && letter(text[i])) fail(i, "a name or product may not follow a number directly; write `*`");
      tokens.push_back({TokenKind::number, std::string(text.substr(begin, i - begin)), line, column(begin)});
    } else if (letter(c)) {
      const std::size_t begin = i;
      while (i < text.size() && (letter(text[i]) || digit(text[i]))) ++i;
      tokens.push_back({TokenKind::name, std::string(text.substr(begin, i - begin)), line, column(begin)});
    } else if (c == '"') {
      const std::size_t begin = i++;
      while (i < text.size() && text[i] != '"' && text[i] != '\n') i += plain(i);
      if (i == text.size() || text[i] != '"') fail(begin, "a string that does not end on its line");
      tokens.push_back({TokenKind::string, std::string(text.substr(begin + 1, i - begin - 1)), line, column(begin)});
      ++i;
    } else {
      std::string symbol(1, c);
      const char next = i + 1 < text.size() ? text[i + 1] : '\0';
      if ((c == '>' || c == '<' || c == '!') && next == '=') symbol += next;
      if (c == '.' && next == '.') symbol += next;
      if (c == '*' && next == '*') fail(i, "`**` is written `^`");
      if (c == '=' && next == '=') fail(i, "`==` is written `=`");
      if (c == '=' && next == '>') fail(i, "`=>` is written `>=`; what is assumed stands in lines of `assume`");
      if (const CodePoint sign = first_of(text.substr(i)); sign.value >= 0x80) {
        if (const std::string typed = instead_of(sign.value); !typed.empty())
          fail(i, fmt::format("`{}` is written `{}`", text.substr(i, sign.bytes), typed));
      }
      if (symbol == "!" || symbol == "." || std::string_view("+-*/^()[]{},:=<>'!.").find(c) == std::string_view::npos) {
        fail(i, c >= ' ' && c < 127 ? fmt::format("unexpected character `{}`{}", c, instead_of_character(c))
                : static_cast<unsigned char>(c) >= 128 ? "unexpected character outside ASCII"
                                                       : "unexpected control character");
      }
      if (c == '(' || c == '[') open.push_back(tokens.size());
      if ((c == ')' || c == ']') && !open.empty()) open.pop_back();
      tokens.push_back({TokenKind::symbol, symbol, line, column(i)});
      i += symbol.size();
    }
  }
  if (!open.empty()) {
    const Token& first = tokens[open.back()];  // the end of the file would be far from the mistake
    throw SyntaxError(first.line, first.column, "this `" + first.text + "` is not closed",
                      source_line(text, first.line));
  }
  if (!tokens.empty() && tokens.back().kind != TokenKind::newline)
    tokens.push_back({TokenKind::newline, "end of line", line, column(i)});
  tokens.push_back({TokenKind::end, "end of file", line, column(i)});
  return tokens;
}

}  // namespace dpcert::verify
