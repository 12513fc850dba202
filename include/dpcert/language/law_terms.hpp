// What a statement says of laws, before it is written out as integrals and sums: whoever draws from the laws needs to
// know which they are.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// A law of version 3 as it was declared.
struct NamedLaw {
  std::string family;                             ///< normal, laplace, ..., mixture, affine; empty for masses at points
  std::vector<Expr> parameters;                   ///< of a mixture the two weights, of `affine` a and b
  std::vector<NamedLaw> parts;                    ///< what a mixture or an `affine` is made of
  std::vector<std::pair<Rational, Expr>> masses;  ///< of a law of points, mixtures of such laws too
  std::size_t coordinates = 1;                    ///< of what is drawn; d for a Dirichlet law of d coordinates
  bool integers = false;                          ///< masses at integers up to a variable one
  /// Density, or mass at an integer, over `coordinate(0)`, ...; of a Dirichlet law over all but the last one.
  std::optional<Expr> density;
  /// A variable that no text can name.
  static Expr coordinate(std::size_t i) { return Expr::variable("$x" + std::to_string(i)); }
};

/// One E, prob or divergence of a statement.
struct LawTerm {
  enum class Kind { expectation, probability, renyi, kl, tv, hellinger, hockey_stick };
  Kind kind = Kind::probability;
  std::string text;  ///< as it is written
  Expr value;        ///< what stands in the relations for it
  NamedLaw one, other;
  Expr parameter;  ///< order or eps; of an expectation what is averaged, over the coordinates
  /// The event: between these ends, where they are given, or of a law of points the points that count.
  std::optional<Expr> low, high;
  std::vector<Rational> points;
};

}  // namespace dpcert::verify
