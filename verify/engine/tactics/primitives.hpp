// Antiderivatives of expressions, as a first course in calculus finds them. Nothing here is a proof: a step says what
// was found, and its condition is that the derivative is what is integrated.
#pragma once

#include <optional>
#include <vector>

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// A function with the derivative e in x, or what looks like one: by a table, by parts, by substitution, by partial
/// fractions. `inside`: with x between the ends, so that signs are known.
std::optional<Expr> primitive_of(const Context& inside, const Expr& e, const Expr& x);

/// The same for a quotient of polynomials in x, whose denominator has factors of degree 1 and 2 over the rationals.
std::optional<Expr> primitive_of_quotient(const Context& inside, Algebra& a, const Expr& e, const Expr& x);

/// An antiderivative of q^v, q = c[0] + c[1] x + c[2] x^2: nothing where it is not elementary, or a sign is not known.
std::optional<Expr> primitive_of_quadratic(const Context& inside, const Expr& q, const std::vector<Expr>& c,
                                           const Expr& v, const Expr& x);

/// What f tends to at an end of the integral, as the checker will see it; nothing where that is infinite or not seen.
/// Where the interval may be a point f has to be continuous, and this is its value.
std::optional<Expr> limit_at_end(const Context& c, const Expr& integral, const Expr& f, const Expr& x, bool low);

/// The step with a primitive that was found; `seen`: its derivative is the body by normal form, else this is a goal.
struct FoundAntiderivative {
  rule::Antiderivative step;
  bool seen = false;
};
/// Nothing where no primitive is found, its limits are not, or it is not seen that the integral exists.
std::optional<FoundAntiderivative> looked_for_antiderivative(const Context& c, const Expr& integral);
/// The same with a primitive in x that is known.
std::optional<FoundAntiderivative> antiderivative_by(const Context& c, const Expr& integral, const Expr& primitive,
                                                     const Expr& x);

/// The value of an integral that these find, as one more hypothesis: by a primitive whose derivative is shown to be the
/// body by `prove`, or with the logarithm of its variable as the new one.
bool by_primitives(Goal& g, Proof& lines, const Expr& integral, const ProveGoal& prove);

}  // namespace dpcert::verify
