// Texts that are not whole statement files: what was typed without its version, an expression or a relation in the
// names of a statement.
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "dpcert/language/statement.hpp"
#include "verify/language/formulas.hpp"
#include "verify/language/hints.hpp"
#include "verify/language/scope.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

namespace {

Scope scope_in(const surface::Text& text, const Instance& context) {
  Scope s(text);
  s.language = context.language;
  for (const auto& q : context.sequences) s.sequences.emplace(q.name, q);
  for (const auto& v : context.variables) {
    if (v.integer && s.language >= 3) s.integers.insert(v.name);
    const auto bracket = v.name.find('[');
    if (bracket == std::string::npos)
      s.values.emplace(v.name, Expr::variable(v.name));
    else
      s.families[v.name.substr(0, bracket)].insert(std::stol(v.name.substr(bracket + 1)));
  }
  for (const auto& f : context.functions) s.functions.emplace(f.name, f);
  return s;
}

Statement read_typed(std::string_view text) {
  const auto read = [](const std::string& source) {
    Statement s = parse_statement(source);
    if (!s.dim) static_cast<void>(s.instance());
    return s;
  };
  std::istringstream lines{std::string(text)};
  for (std::string line, word; std::getline(lines, line);)
    if (std::istringstream(line) >> word && word == "language") return read(std::string(text));
  std::optional<SyntaxError> first;
  try {
    return read(std::string(text));
  } catch (const SyntaxError& e) {
    first = e;
  }
  try {
    return read("language 3\n" + std::string(text));
  } catch (const SyntaxError& e) {
    // Whichever reads on the farther is the one that was meant.
    if (std::pair(e.line - 1, e.column) <= std::pair(first->line, first->column))
      throw SyntaxError(first->line, first->column, first->what(), first->source_line);
    throw SyntaxError(e.line - 1, e.column, e.what(), e.source_line);
  }
}

}  // namespace

Statement parse_typed_statement(std::string_view text) {
  try {
    return read_typed(text);
  } catch (const SyntaxError& e) {
    const std::string meant = hint(e);
    if (meant.empty()) throw;
    throw SyntaxError(e.line, e.column, e.what() + ("; " + meant), e.source_line);
  }
}

Expr parse_expression(std::string_view text, const Instance& context) {
  const surface::Text read(text);
  const surface::Node e = surface::read_expression(read, true);
  return scope_in(read, context).whole(e);
}

Relation parse_relation(std::string_view text, const Instance& context) {
  const surface::Text read(text);
  const surface::Node r = surface::read_relation(read, true);
  if (r.signs.size() != 1) read.fail_at(r.begin, "expected one relation");
  return scope_in(read, context).chain(r)[0];
}

Formula parse_formula(std::string_view text, const Instance& context) {
  const surface::Text read(text);
  return formula_in(scope_in(read, context), surface::read_whole_formula(read));
}

}  // namespace dpcert::verify
