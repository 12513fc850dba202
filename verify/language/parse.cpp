// Texts that are not whole statement files: what was typed without its version, an expression or a relation in the
// names of a statement.
#include <algorithm>
#include <optional>
#include <span>
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

// Is an equation solved by rational numbers wherever they are put for all variables but one? So it is if it is made of
// rational operations, and affine in a variable.
bool is_solved_by_rationals(const Relation& r) {
  const Expr d = sub(r.lhs, r.rhs);
  bool rational = true;
  transform(d, [&](const Expr& e, std::span<Expr> args) {
    switch (e.op()) {
      case Op::constant:
      case Op::variable:
      case Op::neg:
      case Op::add:
      case Op::sub:
      case Op::mul:
      case Op::div:
        break;
      case Op::pow:
        rational = rational && e.arg(1).is_constant() && e.arg(1).value().is_integer();
        break;
      default:
        rational = false;
    }
    return with_args(e, args);
  });
  return rational && std::ranges::any_of(variables_of(d), [&](const auto& name) {
           const Expr x = Expr::variable(name), slope = derivative(d, x);
           return !slope.is_constant(0) && !depends_on(slope, x);
         });
}

// Of an equation in real numbers that is not, a point with rational coordinates may not exist; that there is another
// one is shown in version 3 alone.
bool wants_other_points(const Statement& s) {
  if (s.dim) return false;
  const Instance i = s.instance();
  if (!i.functions.empty()) return false;
  return std::ranges::any_of(i.hypotheses, [&](const Relation& h) {
    const auto is_real = [&](const Variable& v) {
      const Expr x = Expr::variable(v.name);
      return !v.integer && (depends_on(h.lhs, x) || depends_on(h.rhs, x));
    };
    return h.rel == Rel::eq && std::ranges::any_of(i.variables, is_real) && !is_solved_by_rationals(h);
  });
}

// A power of a variable from 0 on, with an exponent that may be as near to 0 as it likes: that it is 0 at 0 is a limit,
// which version 3 alone has. An exponent that is a variable from a positive number on needs none.
bool wants_limits_of_powers(const Statement& s) {
  if (s.dim) return false;
  const Instance i = s.instance();
  const auto variable = [&](const Expr& e) {
    const auto v = std::ranges::find_if(i.variables, [&](const Variable& w) { return e == Expr::variable(w.name); });
    return v == i.variables.end() ? nullptr : &*v;
  };
  const auto is_open = [](const End& e) { return e.infinite || !e.closed; };
  const auto is_limit = [&](const Expr& base, const Expr& exponent) {
    const Variable *x = variable(base), *p = variable(exponent);
    if (!x || x->integer || is_open(x->range.lo) || !x->range.lo.value.is_zero()) return false;
    if (p && !is_open(p->range.lo) && p->range.lo.value.sign() > 0) return false;
    return std::ranges::any_of(i.variables, [&](const Variable& v) {
      return !v.integer && (is_open(v.range.lo) || is_open(v.range.hi)) && depends_on(exponent, Expr::variable(v.name));
    });
  };
  bool found = false;
  for (const Relation& r : i.conclusions)
    transform(sub(r.lhs, r.rhs), [&](const Expr& e, std::span<Expr> args) {
      found = found || (e.op() == Op::pow && is_limit(e.arg(0), e.arg(1)));
      return with_args(e, args);
    });
  return found;
}

// (-1)^n and its like: that these are 1 or -1 is shown by induction over equations, with tactics of version 3.
bool has_powers_of_negative_numbers(const Statement& s) {
  if (s.dim) return false;
  const Instance i = s.instance();
  bool found = false;
  const auto look = [&](const Relation& r) {
    transform(sub(r.lhs, r.rhs), [&](const Expr& e, std::span<Expr> args) {
      if (e.op() == Op::pow && !e.arg(1).is_constant()) {
        const auto base = rational_value(e.arg(0));
        found = found || (base && base->sign() < 0);
      }
      return with_args(e, args);
    });
  };
  for (const Relation& r : i.conclusions) look(r);
  for (const Relation& r : i.hypotheses) look(r);
  return found;
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
  std::optional<Statement> plain;
  try {
    plain = read(std::string(text));
    if (!wants_other_points(*plain) && !wants_limits_of_powers(*plain) && !has_powers_of_negative_numbers(*plain))
      return *plain;
  } catch (const SyntaxError& e) {
    first = e;
  }
  try {
    return read("language 3\n" + std::string(text));
  } catch (const SyntaxError& e) {
    if (plain) return *plain;
    // Whichever reads on the farther is the one that was meant.
    if (std::pair(e.line - 1, e.column) <= std::pair(first->line, first->column))
      throw SyntaxError(first->line, first->column, first->what(), first->source_line);
    throw SyntaxError(e.line - 1, e.column, e.what(), e.source_line);
  }
}

}  // namespace

Statement parse_typed_statement(std::string_view text) {
  try {
    Statement s = read_typed(text);
    s.typed = true;
    return s;
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
