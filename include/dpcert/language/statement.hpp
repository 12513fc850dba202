// Formal statements: variables with domains, hypotheses, conclusions; and the reader of their text
// (docs/statement-language.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/language/formula.hpp"
#include "dpcert/language/law_terms.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// One end of a range: a rational, open or closed; or infinite (then open).
struct End {
  bool infinite = true;
  bool closed = false;
  Rational value;
  friend bool operator==(const End&, const End&) = default;
};

/// An interval of the real line with exact ends.
struct Range {
  End lo, hi;
  [[nodiscard]] bool bounded() const { return !lo.infinite && !hi.infinite; }
  [[nodiscard]] bool contains(const Rational& x) const;
  friend bool operator==(const Range&, const Range&) = default;
};
/// "[1/2, 3)", "(-inf, inf)".
std::string to_text(const Range& range);

struct Variable {
  std::string name;
  bool integer = false;
  Range range;
  bool lo_exact = true, hi_exact = true;  ///< else the end lies at or beyond the bound, which is a hypothesis
};

/// An arbitrary smooth real function of `arity` real arguments; `logpartition`: the restriction of some log-partition
/// function to an affine subspace.
struct Function {
  std::string name;
  int arity = 1;
  bool logpartition = false;
};

/// What a recursion says of a sequence x: x(start + i) = first[i], and x(index + first.size()) = next for every integer
/// index >= start, where `next` contains the index and x(index), ..., x(index + first.size() - 1).
struct Recursion {
  Rational start;
  std::vector<Expr> first;
  Expr next;
  /// The index of every recursion: a variable that no text can name.
  static Expr index() { return Expr::variable("#r"); }
};

/// A real number for every `arity` integers: any, or those of a recursion.
struct Sequence {
  std::string name;
  int arity = 1;
  std::optional<Recursion> recursion;
};

/// The integers from lo to hi; `unbounded`: from lo on.
struct IndexBounds {
  std::string bound;
  Expr lo, hi;
  bool unbounded = false;
};
/// For every real `bound` in [lo, hi]: relation. `integer`: for every integer, `unbounded`: from lo on; then for all of
/// `inner` as well, whose ends may contain what is bound outside of them.
struct ForallHypothesis {
  std::string bound;
  Expr lo, hi;
  Relation relation;
  bool integer = false, unbounded = false;
  std::vector<IndexBounds> inner = {};
};
/// How many variables it binds.
inline std::size_t quantifiers_of(const ForallHypothesis& h) { return 1 + h.inner.size(); }
/// At a value of the outermost bound variable of a hypothesis with `inner`: what is left.
ForallHypothesis at_value(const ForallHypothesis& h, const Expr& value);
/// Ends and relation by f, what is bound by its old name.
template <class F>
ForallHypothesis transformed(ForallHypothesis h, const F& f) {
  h.lo = f(h.lo), h.hi = f(h.hi);
  for (IndexBounds& r : h.inner) r.lo = f(r.lo), r.hi = f(r.hi);
  h.relation.lhs = f(h.relation.lhs), h.relation.rhs = f(h.relation.rhs);
  return h;
}

/// A statement with its `dim` (if any) fixed and all abbreviations expanded. Relations are ge, gt or eq.
struct Instance {
  std::optional<long> dim;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<Relation> hypotheses;
  std::vector<ForallHypothesis> forall_hypotheses;
  std::vector<Relation> conclusions;
  std::vector<Sequence> sequences;
  /// What the parameters of its laws must satisfy, each with the number of hypotheses in front of it.
  std::vector<std::pair<std::size_t, Relation>> law_conditions;
  /// What it says of laws, each once, in the order in which it is read: notations for what the relations contain.
  std::vector<LawTerm> law_terms = {};
  int language = 2;  // the version of the language that the text is of
  /// Hypotheses that are neither relations nor of the shape of `forall_hypotheses`.
  std::vector<Formula> facts;
  /// Where a conclusion is a formula or there are facts: all conclusions, in order, and `conclusions` is empty.
  std::vector<Formula> formulas;
};

/// How many variables its `forall` hypotheses bind.
std::size_t quantifiers_of(const Instance& s);

struct Dimension {
  std::string name;
  long lo = 1;
  std::optional<long> hi;  // none: infinite
};

struct Statement {
  std::string title;
  std::string text;  // verbatim
  int language = 2;  // the version of the language that the text is of
  std::optional<Dimension> dim;
  bool typed = false;  // by a person, who may mean a later version as well
  /// The instance for a value of dim (none for a statement without one). Throws SyntaxError.
  [[nodiscard]] Instance instance(std::optional<long> value = std::nullopt) const;
};

/// What is wrong with a text, where; what() is the message alone.
class SyntaxError : public Error {
 public:
  SyntaxError(std::size_t line, std::size_t column, const std::string& message, std::string source_line);
  std::size_t line, column;  // from 1
  std::string source_line;
  /// "FILE:LINE:COLUMN: MESSAGE" and the source line with a caret below it.
  [[nodiscard]] std::string pretty(std::string_view file) const;
};

/// Reads and elaborates; checks every declaration (for statements with `dim`, at its least value). Throws SyntaxError.
Statement parse_statement(std::string_view text);
/// A statement as people type it: one without the line `language 3` that is no text of version 2, but would be one of
/// version 3, is read with that line in front of it (in `text` too). A certificate may quote it so as well where only
/// version 3 has the proof. Throws SyntaxError; lines are those of the argument.
Statement parse_typed_statement(std::string_view text);
/// One expression over the given names (certificate lines, command lines). Throws SyntaxError.
Expr parse_expression(std::string_view text, const Instance& context);
Relation parse_relation(std::string_view text, const Instance& context);
/// A formula of version 3 in the names of the context, as a proof line says it. Throws SyntaxError.
Formula parse_formula(std::string_view text, const Instance& context);

/// The exact value of an expression built from rationals by + - * / ^integer, abs, min, max, floor, ceil; nothing
/// otherwise.
std::optional<Rational> rational_value(const Expr& e);

}  // namespace dpcert::verify
