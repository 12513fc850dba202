// Sums and products as the certificate checker keeps them: taken apart to the last term and factor, with their numbers
// combined and nothing multiplied out. Interval evaluation depends on the shape of a formula (a (b + c) is narrower
// than a b + a c), so what the prover decides on a box must have the shape in which it will be checked.
#pragma once

#include <vector>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::flat {

/// A sum or difference; a product, also with -1 or by division by a number.
bool is_sum(const Expr& e);
bool is_product(const Expr& e);
/// The factors of a product in their order, without its numbers, which `number` is multiplied by.
void collect_factors(const Expr& e, Rational& number, std::vector<Expr>& factors);
/// The terms of a sum in their order. What is subtracted is one term, with the factor -1.
void collect_terms(const Expr& e, std::vector<Expr>& terms);

Expr product(const std::vector<Expr>& parts);
/// The number stands last.
Expr sum(const std::vector<Expr>& parts);
Expr quotient(const Expr& a, const Expr& b);
Expr square(const Expr& u);
/// 1 for u >= 0, else -1: the derivative of |u|.
Expr sign(const Expr& u);

}  // namespace dpcert::flat
