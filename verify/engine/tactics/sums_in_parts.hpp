// A sum over a range as the sums of the terms of its body, where a normal form keeps them together.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// A sum over a range as a combination of sums over it, with factors that do not contain the index.
struct SumInParts {
  struct Part {
    Expr factor, sum;
  };
  Expr whole;
  std::vector<Part> parts;

  [[nodiscard]] static SumInParts of(const Expr& sum);
  /// The combination with these ends of its ranges.
  [[nodiscard]] Expr over_range(const Expr& low, const Expr& high) const;
  [[nodiscard]] Expr total() const { return over_range(whole.arg(0), whole.arg(1)); }
  /// That it is the whole, by induction over the end of the range: terms over several terms with the index below the
  /// line make a sum an atom for normal forms.
  [[nodiscard]] Tree proof(const Context& c, const Subprover& s) const;
};

}  // namespace dpcert::verify
