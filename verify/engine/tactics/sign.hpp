// Signs: what is seen at once, the factors of a difference and their signs, the sign of an expression.
#pragma once

#include <optional>
#include <vector>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// What needs no search: a sign, an identity, a hypothesis, the sign of the normal form. An equation: the normal form
/// and the hypotheses.
Tree immediate(const Goal& g, const NormalForms& normal_forms);

/// d = weight * e with a weight of known sign, >= 0: e is the product of `rest`, negated if `flip`.
struct Signed {
  Expr weight = 1;
  std::vector<Expr> rest;         ///< factors of unknown sign
  bool nonnegative_only = false;  ///< the weight may be 0
  bool flip = false;
};
std::optional<Signed> split_factors(const Context& c, const Expr& d, const NormalForms& normal_forms);

/// Denominators of e's normal form that are not known to be nonzero are proved positive (negative) and cut in; the
/// lines for that go into `head`. Nothing if one is not proved.
std::optional<Context> with_denominators(const Context& c, const Expr& e, Proof& head, const Subprover& s);

/// The sign of an expression by signs and factors; else by secants, or by telescoping. e > 0 (`strict`), or e >= 0.
Tree sign_proof(const Context& context, const Expr& e, bool strict, const Subprover& s);

}  // namespace dpcert::verify
