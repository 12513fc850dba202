// Exact rationals as decimal text.
#pragma once

#include <string>

#include "dpcert/core/rational.hpp"

namespace dpcert {

/// A terminating decimal: "0.25", "-3.0000001e-7", "1e400". Anything else as a quotient. Rational::parse reads it back,
/// within its limits.
std::string decimal_text(const Rational& x);

}  // namespace dpcert
