// Whole numbers: polynomials in integer variables and in floors and ceilings.
#pragma once

#include <optional>
#include <vector>

#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Floors and ceilings that stand in no other one.
std::vector<Expr> outer_rounded(const Expr& e);

/// Outer floors by names, so that a normal form leaves them as they are written.
class AtomNames {
 public:
  explicit AtomNames(const Expr& e) : atoms_(outer_rounded(e)) {
    for (std::size_t i = 0; i < atoms_.size(); ++i) names_.push_back(Expr::variable("rounded " + std::to_string(i)));
  }
  [[nodiscard]] Expr named(const Expr& e) const { return exchanged(e, atoms_, names_); }
  [[nodiscard]] Expr back(const Expr& e) const { return exchanged(e, names_, atoms_); }
  [[nodiscard]] const std::vector<Expr>& atoms() const { return atoms_; }
  [[nodiscard]] const std::vector<Expr>& names() const { return names_; }

 private:
  static Expr exchanged(Expr e, const std::vector<Expr>& from, const std::vector<Expr>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) e = replaced(e, from[i], to[i]);
    return e;
  }
  std::vector<Expr> atoms_, names_;
};

/// A polynomial in outer floors and integer variables.
struct InWholes {
  std::vector<Expr> atoms;  ///< what stands for each name
  std::vector<Expr> names;
  Poly p;

  /// The same by products only, in which `integral` sees integers if the coefficients are.
  [[nodiscard]] Expr expression() const;
  /// The coefficient of an atom that enters only by itself.
  [[nodiscard]] Rational lone(const Expr& atom) const;
};
std::optional<InWholes> in_wholes(const Context& c, const Expr& e);
/// One with integers as coefficients: a whole number.
std::optional<InWholes> whole(const Context& c, const Expr& e);

/// A hypothesis D >= 0 or D > 0 between whole numbers says D >= t with the least t that D may be, as it seems from the
/// residues of these modulo a small number: that, if it is more than what is said, as the last hypothesis.
bool sharpen(std::size_t hypothesis, Goal& g, Proof& out);

}  // namespace dpcert::verify
