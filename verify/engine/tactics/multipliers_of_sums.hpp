// Multiples of what is said of sums over a range, found by what no term may be at many points.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

/// D = (sum of `body`) + `left`, and hypotheses (sum of `term`) - `total` = 0, or >= 0.
struct SumsWithHypotheses {
  struct Said {
    Expr term, total;
    bool equation;
  };
  Expr body, left;
  std::vector<Said> said;
};

/// For each hypothesis a multiple m with small numbers for coefficients, of the terms of `left` and of a polynomial in
/// the atoms of at most the degree `highest`, such that `body` - sum of m `term` and `left` + sum of m `total` look >=
/// 0 where the context holds; `values` are its variables that stand for terms of sequences. By linear programs over
/// many points.
std::optional<std::vector<Expr>> simple_multipliers(const Context& c, const SumsWithHypotheses& sums,
                                                    const std::vector<Expr>& values, const std::vector<Expr>& atoms,
                                                    int highest, const std::function<bool()>& stop);

}  // namespace dpcert::verify
