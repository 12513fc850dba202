// Expressions as a certificate's line says them.
#pragma once

#include <optional>

#include "verify/engine/goal/goal.hpp"

namespace dpcert::verify {

/// What a reader over the names of the context, and `extra` if it is not null, makes of to_text(e): the same, but
/// quotients of numbers, negatives of numbers and constant exponents are numbers. The goals that a step leaves must be
/// the checker's, so they are made of this. Nothing if no line says e: it has a name that the context does not know, a
/// derivative at a kink, or is longer or deeper than a reader takes. Counts the work of a reader, who meets shared
/// parts again and again: what a proof costs does not depend on how it is kept.
std::optional<Expr> as_written(const Expr& e, const Context& context, const Variable* extra = nullptr);

/// Every node of e that is `part` becomes `by`, where a reader has a node there: sums of sums and products of products
/// are one sum and one product to him, so that b + c is no part of a + b + c, nor b*c of a - b*c.
Expr replaced_as_read(const Expr& e, const Expr& part, const Expr& by);

/// Infinite ends have neither value nor a place to be closed at.
Range as_written(const Range& range);

/// The real variable of that name and range that a line makes, whose infinite ends have neither value nor a place to be
/// closed at. Nothing if no line can: x[3] is the name of an element, which only the statement makes, or the name is a
/// variable of the context already.
std::optional<Variable> new_variable(const std::string& name, const Range& range, const Context& context);

}  // namespace dpcert::verify
