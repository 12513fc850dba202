// Ends of domains that are not rational numbers.
#pragma once

#include <optional>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// A rational number at or beyond `bound`, an expression without variables: below a lower end, above an upper one;
/// nothing if it is undefined or not finite. Of a real variable it lies some 2^-112 of its size further out than 128
/// bits tell: the checker rounds to 128 bits by an evaluator of its own, and what proofs say of the interval has to
/// hold of its interval, too.
std::optional<Rational> end_beyond(const Expr& bound, bool lower, bool integer);

}  // namespace dpcert::verify
