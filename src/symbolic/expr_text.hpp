// Text of expressions for readers in a hurry.
#pragma once

#include <cstddef>
#include <string>

#include "dpcert/symbolic/expr.hpp"

namespace dpcert {

/// The first `most` bytes of to_text(e), and "..." if there are more. Costs no more than what is shown: shared parts of
/// an expression, written out, may be longer than any memory.
std::string short_text(const Expr& e, std::size_t most);

}  // namespace dpcert
