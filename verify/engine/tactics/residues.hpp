// Residues of whole numbers: what floors of polynomials in them are, by equations that say what these are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "verify/engine/tactics/polynomials.hpp"
#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// Numbers that stand for others: `name` in a polynomial, `now` in the goal, `value` what an equation (hypothesis
/// `equation`, now = value) says that it is; or itself, with equation 0.
struct Named {
  Expr name, now, value;
  std::size_t equation = 0;
};

/// p(now) - p(value) = sum of weight * (now - value), with p in the names.
Weights telescoped(const Poly& p, const std::vector<Named>& names);

/// What an expression is by equations: it is `value` and the sum of weight * (equation).
struct Valued {
  Expr value;
  Weights weights;
};
/// e with every name by its value. Names that are what they stand for come last.
std::optional<Valued> valued_by(const Context& c, Expr e, const std::vector<Named>& all);

/// The greatest polynomial with integers as coefficients that is at most p, where only numbers are left apart:
/// products only, for `integral` sees integers in these.
std::optional<Expr> whole_part(const Poly& p, const std::vector<Expr>& xs);

/// Cuts in that the floor is `value`, a whole number: what is under it is `value`, a number below 1 that is not
/// negative, and the sum of these hypotheses with their weights.
bool know_floor(const Expr& floor, const Expr& value, const Weights& under, Goal& g, Proof& out);

/// The goal where each of these names has its value: a number then, or what is left to show.
Tree with_values(const Goal& g, const std::vector<Named>& all, const Subprover& s, int depth);

/// The goal for each residue of an integer modulo m: beside the equation n - m floor(n/m) = residue, of which the
/// number is given.
Tree for_each_residue(const Goal& g, const Expr& integer, std::int64_t m,
                      const std::function<Tree(const Goal&, long residue, std::size_t equation)>& proof);

/// Both sides of `equal` are integers, and each is less than 1 below the other: by these weights of hypotheses.
Tree integers_equal(const Context& c, const Relation& equal, const Weights& first, const Weights& second);

/// by_residues, with hypotheses (from 1) that are not asked to deny residues.
Tree by_residues_without(const Goal& g, const Subprover& s, int depth, const std::vector<std::size_t>& unused);

/// Floors of polynomials in integers beside equations between integers, or with a modulus of several primes: by what
/// the equations say modulo a number, one power of a prime after the other (equations_modulo.cpp).
Tree by_equations_modulo(const Goal& g, const Subprover& s, int depth);

}  // namespace dpcert::verify
