// The constants of densities in products of roots: c^(1/2) c^(1/2) is c. A normal form would have roots of the numbers
// in c, which it does not take together again.
#pragma once

#include  "dpcert/symbolic/expr.hpp"

namespace dpcert::verify {

/// The product of two constants, powers of one base taken together.
Expr times_constant(const Expr& one, const Expr& other);
/// c^v, for a power c of exponent 1/2 its base's power.
Expr constant_to_the(const Expr& c, const Expr& v);

}  // namespace dpcert::verify
