// Enclosures as the checker computes them, where the project's own intervals know more.
#pragma once

#include <unordered_map>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// u * u or xlogy(u, u): Interval sees that the two arguments are one, the checker evaluates functions of two.
bool is_repetition(const Expr& e);

/// The same values with no repetition in it, so that the checker's enclosures of e are met. `parts`, if given, gets
/// what each part of e has become.
Expr without_repetitions(const Expr& e, std::unordered_map<Expr, Expr>* parts = nullptr);

}  // namespace dpcert::verify
