// Integrals in doubles, for a look at a formula. No evidence.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// e at the point with numbers for its integrals, as double exponential quadrature gives them; nothing where one of
/// them does not look as if it existed, or contains another one.
std::optional<Expr> with_numbers_for_integrals(const Expr& e, const std::map<std::string, double>& point);

}  // namespace dpcert::verify
