// The sum of a body over the range of other sums, as a combination of these: the sum of p^2/q is that of (p - q)^2/q
// and twice that of p less that of q, and the sum of x y is made of those of x^2, y^2 and (x + y)^2.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// A body as a combination of those of other sums, with rational factors, and what it adds up to.
struct CombinationOfSums {
  Expr index, body, value;

  /// That the sum is the value: term by term, then part by part.
  [[nodiscard]] Tree proof(const Context& c, const Expr& sum, const Subprover& s) const;
};

/// `there`: what is known at the index of a term. All sums are over one range, of this length. The factors are found
/// from values in doubles, and the combination is an identity by normal forms.
std::optional<CombinationOfSums> combination_of_sums(const Context& there, const Expr& body, const Expr& index,
                                                     const std::vector<Expr>& sums, const Expr& length);

}  // namespace dpcert::verify
