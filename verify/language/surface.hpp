// The surface of a text of the statement language: what is written, as a tree. Nothing is expanded and no name is
// looked up, so that this is all that can be known of a text without its declarations. The elaborator makes statements
// of it (elaborate.cpp), the reports draw it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/language/lexer.hpp"

namespace dpcert::verify::surface {

struct Node {
  enum class Kind {
    number,
    name,
    indexed,  // text[args[0]]
    call,     // text(args), special forms included: diff, at, sum, prod
    negate,
    sum,      // args[0] signs[0] args[1] ..., from the left: + -
    product,  // the same: * /
    power,
    relation,  // a chain: >= <= > < =; the conditions of indices also !=; a weight in a law: `a: p`
  };
  Kind kind = Kind::number;
  std::string text;                     // number, name, function
  std::vector<Node> args;               // operands
  std::vector<std::string_view> signs;  // between the operands of a sum, a product or a chain
  std::size_t orders = 0;               // f'(1,0)(x, y): so many of the arguments are orders of a derivative
  std::size_t begin = 0, end = 0;       // tokens: the first, and the one behind the last
};

/// [low, high] and the like. An infinite end is the name `inf`, or its negation.
struct Interval {
  Node low, high;
  bool low_closed = false, high_closed = false;
  std::size_t begin = 0;  // token
};

/// `i in a..b`.
struct IndexRange {
  Node index, low, high;
};

/// A formula with quantifiers or connectives: brackets are parts by themselves.
struct Formula {
  enum class Kind { relation, both, either, implies, forall, exists };
  Kind kind = Kind::relation;
  Node relation;  // a chain
  Node name;      // that a quantifier binds
  Interval interval;
  bool over_integers = false, braced = false;
  std::vector<Formula> parts;

  /// One of the hypotheses that are told apart from facts: `forall y in [a, b]: CHAIN` and the like, without other
  /// words.
  [[nodiscard]] bool is_plain_forall() const;
};

/// One declaration.
struct Line {
  std::string keyword;           // language, title, dim, var, int, fun, logpartition, seq, law, let, assume, prove
  std::string text;              // of a title
  Node name;                     // what is declared
  std::vector<Node> parameters;  // of a `let f(u, v)`; the index of a `var eta[k]`
  std::optional<Interval> interval;
  Node body;                       // the value of a let, the number of arguments of a fun, the version, a relation
  std::vector<IndexRange> ranges;  // for i in 1..d, j in 1..i
  std::vector<Node> conditions;    // where i != j
  std::optional<Formula> forall;   // of an `assume forall y in [a, b]:`, one inside the other too; ends in `body`
  std::optional<Formula> formula;  // of an `assume` or a `prove`, in place of `body`
  std::vector<Node> equations;     // of a `seq x(k): x(0) = e, x(k + 1) = f`
  std::size_t begin = 0, end = 0;  // tokens
};

/// A text with its tokens, to which the nodes refer.
struct Text {
  std::string_view source;
  std::vector<Token> tokens;

  explicit Text(std::string_view text);
  [[noreturn]] void fail_at(std::size_t token, std::string message) const;
};

/// A token as a message shows it.
std::string shown(const Token& token);
/// Names that cannot be declared: functions, keywords.
bool is_reserved(std::string_view name);
/// A connective or quantifier of version 3.
bool is_formula_word(std::string_view name);

/// The declarations of a statement. Throws SyntaxError.
std::vector<Line> read_lines(const Text& text);
/// One expression, or one relation, and nothing else. `in_certificate`: derivatives of functions have a notation there.
Node read_expression(const Text& text, bool in_certificate);
Node read_relation(const Text& text, bool in_certificate);
/// A relation, or relations joined by words of version 3, in a certificate.
Formula read_whole_formula(const Text& text);
/// Either, or a condition of indices.
Node read_formula(const Text& text);

}  // namespace dpcert::verify::surface
