// A goal near an end of one variable where its functions run away: expanded with remainder variables, and the power
// that leads divided off, so that what is left stays away from 0 and boxes decide it.
#pragma once

#include "verify/engine/tactics/toolkit.hpp"

namespace dpcert::verify {

enum class Place { infinity, zero };

struct Expansion {
  Proof steps;  // one child each
  Goal goal;    // what they leave
};

/// The goal `D rel 0` for x in [M, inf) with M > 1 (infinity) or in (0, M] with M < 1 (zero), with `terms` terms of
/// each series. Nothing if some part of D is not understood; the goal that is left need not be true.
std::optional<Expansion> expand(const Goal& g, const Expr& x, Place place, int terms);

/// The goal's difference with log(exp(v) a) as v + log(a), where exp(v) runs away with x; nothing if there is none.
std::optional<Expr> without_runaway_logs(const Goal& g, const Expr& x);

}  // namespace dpcert::verify
