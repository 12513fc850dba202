// The surface syntax of a formal statement, kept as written (no expansion): what the page draws.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dpcert::reports {

struct Node {
  enum class Kind {
    number,
    name,
    indexed,
    call,
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,
    relation,
    interval,
    quantified,
    both,     ///< of formulas: parts joined by `and`
    either,   ///< by `or`
    implies,  ///< by `implies`
    forall,   ///< text is what is bound, then its interval and the formula
    exists
  };
  Kind kind = Kind::number;
  std::string text;        ///< number, name, function; brackets of an interval ("[)"); `where` of a quantified relation
  std::vector<Node> args;  ///< operands; for a relation the members of the chain
  std::vector<std::string> relations;  ///< between the members of a chain
  bool over_integers = false;          ///< of a quantifier
};

/// One declaration.
struct Declared {
  std::string keyword;           ///< dim, var, int, fun, logpartition, seq, law, let, assume, prove
  std::string name;              ///< what is declared, or empty
  std::vector<Node> parameters;  ///< of a `let f(u, v)`; the index of `var eta[k]`
  std::vector<Node> body;        ///< interval, value or relation; the equations of a `seq`
  std::vector<Node>
      ranges;  ///< `for i in 1..d-1`: calls named by the index with two arguments; `where` conditions are relations
  std::vector<Node> foralls;  ///< of `assume forall y in [a, b]:`, the outermost first: text and interval of each
};

/// Throws dpcert::verify::SyntaxError.
std::vector<Declared> read_surface(std::string_view claim_text);
Node read_surface_expression(std::string_view text);

}  // namespace dpcert::reports
