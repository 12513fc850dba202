// What holds of every number of an interval: shown of a new variable, and taken at an expression where it is needed,
// as a node that a normal form would change, or an index, cannot be given a name of its own.
#pragma once

#include "dpcert/language/formula.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Shows what is said of the new variable.
using ProveOfNumber = std::function<Tree(const Goal&, const Expr& number)>;

/// A relation of every number of an interval. The name of the bound variable is one that no text has, as "@@number".
struct Everywhere {
  Formula::Bound bound;
  std::function<Relation(const Expr&)> said;

  /// Of all real numbers; of those from 0 on.
  Everywhere(const std::string& mark, std::function<Relation(const Expr&)> relation)
      : bound{{}, Expr::variable(mark), false, std::nullopt, std::nullopt, false, false}, said(std::move(relation)) {}
  /// Of those between closed ends.
  [[nodiscard]] Everywhere between(std::optional<Expr> low, std::optional<Expr> high) const;

  /// The goal behind its proof, with it as the last fact; the number of the fact.
  std::optional<std::size_t> know(Goal& g, Proof& out, const ProveOfNumber& proof) const;
};

/// What fact `number` says of this value, as the last hypothesis; that it lies in the interval by `ends`.
bool take_fact_at(std::size_t number, const Expr& value, Goal& g, Proof& out, const ProveGoal& ends);

/// The goal from what is said at this value, times a factor >= 0.
Tree by_every_number(const Goal& g, const Everywhere& e, const ProveOfNumber& proof, const Expr& value,
                     const ProveGoal& ends = {}, const Coefficient& factor = Rational(1));

}  // namespace dpcert::verify
