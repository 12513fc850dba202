// Formulas: relations joined by connectives and quantifiers (docs/language-3.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// A value. `both`, `either` and `implies` have two parts and nest to the right, quantifiers have one.
struct Formula {
  enum class Kind : std::uint8_t { relation, both, either, implies, forall, exists };
  /// What a quantifier binds: `variable` has a name that no text can contain, so that no substitution captures it.
  struct Bound {
    std::string name;  // as it is written
    Expr variable;
    bool integer = false;
    std::optional<Expr> lo, hi;  // none: infinite
    bool lo_closed = false, hi_closed = false;
    friend bool operator==(const Bound&, const Bound&) = default;
  };
  Kind kind = Kind::relation;
  Relation relation;  // ge, gt or eq
  Bound bound;
  std::vector<Formula> parts;

  static Formula of(Relation r);
  static Formula joined(Kind kind, Formula a, Formula b);
  static Formula quantified(Kind kind, Bound bound, Formula body);
  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  /// The relations of x with the finite ends, the low one first.
  [[nodiscard]] std::vector<Relation> inside(const Expr& x) const;
  /// The body of a quantifier at x.
  [[nodiscard]] Formula at(const Expr& x) const;
  friend bool operator==(const Formula&, const Formula&) = default;
};

/// All of them, nested to the right; at least one.
Formula conjunction(const std::vector<Formula>& all);
/// What holds together where f does: itself, or the parts of a conjunction, and of those in it.
std::vector<Formula> parts_of(const Formula& f);
/// What is true where the formula is false, as far as it is defined: the `not` of docs/certificate-format.md.
Formula negation(const Formula& f);
Formula substitute(const Formula& f, const ExprMap<Expr>& values);
bool depends_on(const Formula& f, const Expr& x);
/// In the statement language, bound names as they are written.
std::string to_text(const Formula& f);

}  // namespace dpcert::verify
