// Whole numbers that an equation asks for: the quotient in it, or the divisors of what a product is to be. No evidence.
#pragma once

#include <optional>
#include <vector>

#include "verify/engine/proof/logic.hpp"

namespace dpcert::verify {

/// e, or e with its powers as products, as far as it is seen from that to be a whole number.
std::optional<Expr> as_whole(const Expr& e, const Context& c);

/// The whole number that an equation asks for, where it is a quotient, or becomes one by what equations of the context
/// say: from b = a u and c = b v the w with c = a w is u v.
std::vector<Expr> quotients(const Formula& quantified, const Context& context);

/// Where an equation inside has the variable in a product with others that are asked for: the divisors, as polynomials,
/// of what the product is to be.
std::vector<Expr> divisors(const Formula& quantified, const Context& context);

}  // namespace dpcert::verify
