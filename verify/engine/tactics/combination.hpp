// Goals as nonnegative combinations of hypotheses, bounds and their products: exact linear programming over monomials.
#pragma once

#include <functional>
#include <vector>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Something known to be >= 0 (> 0, = 0).
struct KnownSign {
  Expr e;
  bool strict = false;
  bool equation = false;
  std::size_t hypothesis = 0;  ///< from 1; 0: seen from its form, to be cut in
  Expr times = 1;              ///< e is the hypothesis times this, which is positive
  Expr seen{0};                ///< e as the checker sees its sign
  /// e as a weight.
  [[nodiscard]] const Expr& as_weight() const { return times.is_constant(1) ? e : seen; }
};

/// A column of the linear program: weight * fact, the weight known to be >= 0.
struct WeightedFact {
  std::size_t fact;
  Expr weight;
  bool strict;   ///< the fact and the weight are
  int sign = 1;  ///< -1: the negative of an equation
};

/// The hypotheses, and the bounds of the variables that they and the goal speak of.
std::vector<KnownSign> known_signs(const Goal& g);

/// The goal's difference and the facts multiplied by their denominators, where there are some and their signs are
/// known; a fact whose denominator has no known sign is left out.
struct WithoutDenominators {
  Goal goal;
  std::vector<KnownSign> facts;
  Proof lines;
};
std::optional<WithoutDenominators> without_denominators(const Goal& g, const std::vector<KnownSign>& facts);

/// The proof (cuts of what is used, then `combine`) that a positive multiple of the difference is a sum of these
/// columns and a number >= 0: the multiple is a sum of some of `multiples`, all of them positive, with numbers >= 0.
/// Of at most so many monomials.
Tree as_combination(const Goal& g, const std::vector<KnownSign>& facts, const std::vector<WeightedFact>& columns,
                    const std::vector<Expr>& multiples, std::size_t most_rows, const std::function<bool()>& stop);

/// A proof (cuts of bounds, then `combine`) of the goal, if it is such a combination.
Tree prove_by_combination(const Goal& goal, const std::function<bool()>& stop = {});

}  // namespace dpcert::verify
