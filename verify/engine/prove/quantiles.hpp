// Relations with a normal quantile in an expression, as formulas: there is a v with normal_cdf(v) = u, and R with v.
#pragma once

#include <optional>

#include "verify/engine/proof/logic.hpp"

namespace dpcert::verify {

/// u of `exists v: ... and u = normal_cdf(v) and ...`.
std::optional<Expr> argument_of_quantile(const Formula& f);
/// A number of the context at which normal_cdf is u: a variable of which a hypothesis says it, or the opposite of one.
std::optional<Expr> known_quantile(const Context& c, const Expr& u);
/// Does r, which is no hypothesis, speak of a variable v of which one says what normal_cdf(v) is?
bool speaks_of_quantile(const Context& c, const Relation& r);
/// The formula `exists v: ...` of which f is the `not`.
std::optional<Formula> denied_quantile(const Formula& f);
/// What such a formula says for 0 < u < 1, in one relation without v: R is affine in v, with a slope of known sign.
std::optional<Relation> without_quantile(const Formula& f, const Context& c);

}  // namespace dpcert::verify
