// What a writer may have meant where a text is refused: words and signs of textbooks, of TeX and of other programs.
#include "verify/language/hints.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

#include "src/symbolic/functions.hpp"

namespace dpcert::verify {

namespace {

// Empty parts say nothing; the first row of which all parts are there is taken.
struct Guess {
  std::string_view message;  // part of it
  std::string_view in_line;  // part of the line
  std::string_view before;   // the end of what is in front of the place
  std::string_view rest;     // the beginning of what is there
  std::string_view say;
};

constexpr std::string_view
    interval = "a variable has an interval: `var x in (0, inf)`, `int n in [1, inf)`",
    one_each = "one variable a line: `var x in [0, 1]`, then `var y in [0, 1]`",
    bound = "a bound name has an interval: `exists y in (-inf, inf): y > x`",
    expectation = "an expectation is written `E(x, x^2, P)`, with `law P = normal(0, 1)` in front",
    chance = "a probability is written `prob(x, x >= 1, P)`, with `law P = normal(0, 1)` in front",
    total = "a sum is written `sum(k, 1, n, k^2)`, a product `prod(k, 1, n, k)`",
    integral = "an integral is written `integral(x, 0, 1, x^2)`",
    limit =
        "a limit is said by its definition: `forall eps in (0, inf): exists N in [1, inf): forall x in [N, inf): "
        "abs(f - L) < eps`",
    tex = "TeX is not read: `a/b`, `sqrt(x)`, `x^(n + 1)`, `sum(k, 1, n, e)`, `alpha`",
    argument = "an argument stands in brackets: `log(x)`", power = "a power of a value is written `sin(x)^2`",
    cases = "cases are written `piece(x > 0: x, -x)`",
    assumed = "what is assumed stands in lines of `assume` in front of `prove`, or in `F implies G`",
    round_brackets = "brackets in expressions are round";

constexpr Guess guesses[] = {
    // ---- domains
    {"expected `in`", "exists ", "", "", bound},
    {"expected `in`", "forall ", "", "", "a bound name has an interval: `forall y in (-inf, inf): y^2 >= 0`"},
    {"expected `in`", "", "", ",", one_each},
    {"expected `in`", "", "", "", interval},
    {"expected a name, found", "var ", "", "", interval},
    {"expected a name, found", "int ", "", "", interval},
    {"expected `[` or `(`", "", "", "{", "of integers write `int x in [0, 1]`; other sets are said by `assume`"},
    {"expected `[` or `(`", "", "", "", interval},
    {"the end of the line", "var ", "", "", assumed},
    {"the end of the line", "int ", "", "", assumed},
    // ---- signs
    {"expected an expression", "", "<=", ">", "`<=>` is two claims: `prove F implies G` and `prove G implies F`"},
    {"expected an expression", "", "-", ">", "`->` is written `implies`"},
    {"expected an expression", "", "<", ">", "`<>` is written `!=`"},
    {"expected an expression", "", "", "[", round_brackets},
    {"expected an expression", "", "^", "{", "an exponent of several parts is written `x^(n + 1)`"},
    {"expected an expression", "", "", "{", round_brackets},
    {"unexpected character `\\`", "", "", "", tex},
    {"unexpected character `$`", "", "", "", tex},
    {"unexpected character `~`", "", "", "",
     "a law is declared, `law P = normal(0, 1)`, and used as in `E(x, x^2, P)`"},
    {"unexpected character `;`", "", "", "", "each declaration has a line of its own"},
    {"unexpected character `.`", "", ".", "", "`1 + 2 + ... + n` is written `sum(k, 1, n, k)`"},
    {"expected an expression", "", "", "..", "`1 + 2 + ... + n` is written `sum(k, 1, n, k)`"},
    {"expected the end of the line, found `,`", "", "", "",
     "a number has a point: `1.5`; each claim a line of its own"},
    {"expected the end of the line, found `for`", "", "", "", assumed},
    {"expected the end of the line, found `if`", "", "", "", assumed},
    {"expected the end of the line, found `when`", "", "", "", assumed},
    {"expected the end of the line, found `where`", "", "", "", assumed},
    {"expected the end of the line, found `:`", "", "", "", assumed},
    // ---- functions
    {"", "", "sum_", "{", total},
    {"", "", "prod_", "{", total},
    {"", "", "int_", "", integral},
    {"", "", "lim_", "", limit},
    {"`inf` is allowed only", "lim", "", "", limit},
    {"`inf` is allowed only", "inf(", "", "", "the infimum is written `inf(x in [0, 1], x^2)`"},
    {"`int` is not an expression", "", "", "", integral},
    {"expected `,`", "sum(", "", "", total},
    {"expected `,`", "prod(", "", "", total},
    {"`log` takes 1", "", "", "", "to another base it is written `log(x)/log(b)`"},
    {"`max` takes", "", "", "", "over an interval it is written `sup(x in [0, 1], x^2)`"},
    {"`min` takes", "", "", "", "over an interval it is written `inf(x in [0, 1], x^2)`"},
    {"expected `(`", "", "", "'", "a derivative is written `diff(f(x), x)`"},
    {"expected `(`", "", "", "^", power},
    {"expected `(`", "", "", "", argument},
    {"expected a relation", "if ", "", "", cases},
    {"expected `)`, found `|`", "", "", "", expectation},
    {"is not declared", "", "", "if ", cases},
    {"is not declared", "", "", "not ", "`not` has no notation: turn the relation round, or write `a != b`"},
    {"is not declared", "", "", "E[", expectation},
    {"is not declared", "", "", "Pr[", chance},
    {"is not declared", "", "", "P[", chance},
    {"", "P(", "", ">", chance},
    {"", "P(", "", "<", chance},
    {"", "Pr(", "", ">", chance},
    {"", "Pr(", "", "<", chance},
    {"expected a relation", "^2(", "", "(", power},
    {"is not a function", "", "", "", "a product is written with `*`"},
    {"expected a relation", "", ")", "(", "a product is written with `*`"},
};

bool same_letters(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char s, unsigned char t) { return std::tolower(s) == std::tolower(t); });
}

// The word that a line begins with instead of a keyword.
std::string keyword_for(std::string_view word, std::string_view line) {
  struct Other {
    std::string_view keyword;
    std::initializer_list<std::string_view> words;
  };
  static const Other others[] = {
      {"prove", {"assert", "show", "claim", "theorem", "lemma", "conjecture", "goal", "check", "forall", "exists"}},
      {"assume", {"suppose", "given", "hypothesis", "require", "requires", "where", "such", "with"}},
      {"let", {"def", "define", "function", "set", "put", "const"}},
      {"var x in (-inf, inf)", {"real", "reals", "variable", "for", "param", "parameter"}},
      {"int n in [1, inf)", {"integer", "integers", "nat", "natural"}},
  };
  for (const std::string_view k : {"title", "var", "int", "let", "assume", "prove", "law", "seq", "fun", "language"})
    if (same_letters(word, k)) return "it is written `" + std::string(k) + "`";
  for (const Other& o : others)
    for (const std::string_view w : o.words)
      if (same_letters(word, w)) return "it is written `" + std::string(o.keyword) + "`";
  if (line.find(">=") == std::string_view::npos && line.find("<=") == std::string_view::npos &&
      line.find('=') != std::string_view::npos)
    return "an abbreviation is written `let y = x^2`, a claim `prove y = x^2`";
  return "a claim is written `prove x^2 >= 0`";
}

// A name without a declaration.
std::string for_name(std::string_view name) {
  for (const std::string_view k : {"infinity", "oo", "infty"})
    if (same_letters(name, k)) return "it is written `inf`";
  if (same_letters(name, "pi")) return "it is written `pi`";
  return "each variable is declared in front of its use: `var " + std::string(name) + " in (-inf, inf)`";
}

std::string_view word_at(std::string_view text) {
  const auto other = [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; };
  return text.substr(0, std::ranges::find_if(text, other) - text.begin());
}

std::string_view without_blanks_at_the_end(std::string_view s) {
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

}  // namespace

std::string hint(const SyntaxError& e) {
  const std::string_view message = e.what(), line = e.source_line;
  if (message.find(';') != std::string_view::npos && message.find("`;`") == std::string_view::npos) return "";
  const std::size_t place = std::min(e.column - 1, line.size());
  const std::string_view rest = line.substr(place), before = without_blanks_at_the_end(line.substr(0, place));
  if (message.starts_with("expected a declaration")) return keyword_for(word_at(rest), line);
  const auto part = [](std::string_view of, std::string_view s) { return of.find(s) != std::string_view::npos; };
  for (const Guess& g : guesses)
    if (part(message, g.message) && part(line, g.in_line) && before.ends_with(g.before) && rest.starts_with(g.rest))
      return std::string(g.say);
  const std::string_view name = word_at(rest);
  if (part(message, "no function of the language")) {
    std::string small(name);
    std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return function_named(small) ? "it is written `" + small + "`" : "";
  }
  if (message == "`" + std::string(name) + "` is not declared") return for_name(name);
  return "";
}

}  // namespace dpcert::verify
