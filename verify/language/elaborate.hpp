// Formulas of proof lines.
#pragma once

#include "dpcert/language/formula.hpp"
#include "verify/language/scope.hpp"
#include "verify/language/surface.hpp"

namespace dpcert::verify {

/// In the names of the scope. Throws SyntaxError.
Formula formula_in(const surface::Text& text, Scope scope, const surface::Formula& f);

}  // namespace dpcert::verify
