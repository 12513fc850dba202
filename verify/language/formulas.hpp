// Formulas, from the surface of a text to their meaning: quantifiers, connectives, and relations with values that are
// described or with piecewise definitions, which stand for formulas.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dpcert/language/formula.hpp"
#include "verify/language/scope.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

class FormulaElaborator {
 public:
  using Node = surface::Node;
  /// `declared`: names of the text; `bound`: those that a quantifier bound, to which it adds.
  FormulaElaborator(Scope& scope, const std::set<std::string>& declared, std::set<std::string>& bound)
      : scope_(scope), declared_(declared), bound_(bound) {}

  Formula formula(const surface::Formula& f);
  /// What a chain of relations stands for.
  Formula relation(const Node& chain) { return parts_of(chain, {}); }

 private:
  Formula parts_of(const Node& n, const std::vector<std::size_t>& choice);
  Formula with_value(const Scope::Pieces::Described& v, const Formula& relation);
  Formula described_chain(const Node& n);
  Formula compared(const Node& n, Rel rel, const Expr& c);
  Formula over_set(const Node& n, std::size_t name, Formula::Kind kind, const std::function<Formula()>& body);
  Formula extreme(const Node& n, Rel rel, const Expr& c);
  [[nodiscard]] std::string new_name(const std::string& base) const;
  Formula::Bound bound_by(const Node& name, const Node& low, const Node& high, bool lo_closed, bool hi_closed,
                          bool over_integers);
  Formula quantified(const surface::Formula& f);
  Formula within(Formula::Kind kind, const Node& name, Formula::Bound b, const std::function<Formula()>& read);
  std::optional<Expr> end_of(const Node& n, const Formula::Bound& b, bool lower);

  Scope& scope_;
  const std::set<std::string>& declared_;
  std::set<std::string>& bound_;
  std::set<std::string> unnamed_;  // bound now by what stands for a supremum or an infimum
  std::size_t quantifiers_ = 0;
};

/// A formula of a proof line, in the names of the scope. Throws SyntaxError.
Formula formula_in(Scope scope, const surface::Formula& f);

}  // namespace dpcert::verify
