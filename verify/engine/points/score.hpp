// How far a point is from being a counterexample, as one double to be minimised; over doubles (fast) or Balls (where
// doubles have no digits left).
#pragma once

#include <cmath>

#include "verify/engine/points/problem.hpp"

namespace dpcert::verify {

inline double as_double(Approx x) { return x.v; }
inline double as_double(const Ball& x) { return x.approx(); }

enum class Scale {
  relative,  // to the sum of the sizes of the terms: in [-1, 1]; flat far from a needle
  absolute,  // D / (1 + |D|): has a slope everywhere
};

/// The slack D = lhs - rhs (for an equation -|D|) on a scale; NaN where it is not defined. Negative: violated.
template <class S>
double slack(Runner<S>& run, const Slot& slot, Scale scale) {
  for (std::size_t g = 0; g < slot.guards.size(); ++g) {
    if (!(as_double(run.root(slot.first + g)) >= 0)) return std::nan("");
  }
  const S d = run.root(slot.lhs()) - run.root(slot.rhs());
  double value = as_double(d);
  if (scale == Scale::relative && slot.terms.size() > 1) {
    S size = abs(run.root(slot.term(0)));
    for (std::size_t i = 1; i < slot.terms.size(); ++i) size = size + abs(run.root(slot.term(i)));
    if (as_double(size) > 0) value = as_double(d / size);
  } else {
    value = std::isinf(value) ? std::copysign(1.0, value) : value / (1 + std::fabs(value));
  }
  return slot.relation.rel == Rel::eq ? -std::fabs(value) : value;
}

/// 0 if every hypothesis seems to hold (equations within `tolerance`), else how badly they fail.
template <class S>
double infeasibility(Runner<S>& run, const Problem& problem, double tolerance) {
  double sum = 0;
  for (std::size_t h = 0; h < problem.hypotheses().size(); ++h) {
    if (problem.holds_by_construction(h)) continue;
    const Slot& slot = problem.hypotheses()[h];
    const double s = slack(run, slot, Scale::absolute);
    if (std::isnan(s)) {
      sum += 1;
    } else if (s < -tolerance || (tolerance == 0 && slot.relation.rel == Rel::gt && s == 0)) {
      sum += -s + 1e-300;
    }
  }
  return sum;
}

/// What the optimiser minimises: the slack where the hypotheses hold, 2 + infeasibility elsewhere, 1.5 where the
/// conclusion has no value.
template <class S>
double score(Runner<S>& run, const Problem& problem, std::size_t conclusion, Scale scale) {
  const double bad = infeasibility(run, problem, 0);
  if (bad > 0) return 2 + bad;
  const double s = slack(run, problem.conclusions()[conclusion], scale);
  return std::isnan(s) ? 1.5 : s;
}

}  // namespace dpcert::verify
