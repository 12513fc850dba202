// What stands for the arbitrary functions of a statement: definitions given as text, and families with parameters that
// the search may choose.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/engine/points/search.hpp"

namespace dpcert::verify {

/// g(x) = body; text in certificate syntax with the parameters still in it.
struct Definition {
  std::string name;
  std::vector<std::string> arguments;
  std::string family;       // "beta", "gaussian", "dirichlet"; empty: `parts` is the one expression itself
  std::vector<Expr> parts;  // over the arguments and parameters
  std::vector<Variable> parameters;
  Expr body;                     // over the same
  std::vector<Expr> conditions;  // each > 0 where the function is used

  /// The text with numbers for the parameters.
  [[nodiscard]] std::string text(const ExprMap<Expr>& values) const;
};

/// Reads "g(x) = beta(2 + x, 4)"; nothing if it is not understood, or not allowed for this function.
std::optional<Definition> read_definition(const std::string& text, const Instance& statement);

/// Families to try for a function, the most promising first.
std::vector<Definition> families(const Function& function, int choice);
inline constexpr int family_choices = 4;

/// A statement whose functions have been replaced: variables, then parameters; conditions of the definitions are
/// hypotheses.
Instance interpreted(const Instance& statement, const std::vector<Definition>& definitions);

}  // namespace dpcert::verify
