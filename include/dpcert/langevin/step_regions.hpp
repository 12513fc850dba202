// At which steps is a release of cyclic SGLD (epsilon, delta)-DP for every pair of neighbouring databases of a domain,
// and at which is it not? Certified intervals of steps; what is left between them is not decided. Neighbours: one
// record replaced. docs/langevin.md has the bounds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/posterior.hpp"

namespace dpcert::langevin {

/// Steps first, first + 1, ..., last; without `last`: all from first on.
struct StepInterval {
  std::int64_t first = 0;
  std::optional<std::int64_t> last;
};

/// Bounds over all neighbours, all orders of the records and all steps of the interval: the distance of the two means
/// in standard deviations of the narrower law, and the smaller variance over the larger.
struct StepReach {
  Ball distance, least_ratio;
};
StepReach step_reach(const RegressionDomain<Rational>& domain, const Rational& eta, const StepInterval& steps,
                     Precision bits);

/// True only if the release is (epsilon, delta)-DP at every step of the interval, for all neighbours of the domain.
bool certainly_private(const RegressionDomain<Rational>& domain, const Rational& eta, const StepInterval& steps,
                       const Epsilon<Rational>& epsilon, const Delta<Rational>& delta);
/// True only if it is not at any step first..last, by the databases D1 and D2 of cyclic.hpp. All steps in one epoch:
/// n e <= first <= last <= n (e+1) with e >= 1.
bool certainly_not_private(const Problem<Rational>& problem, const Rational& eta, std::int64_t first, std::int64_t last,
                           const Epsilon<Rational>& epsilon, const Delta<Rational>& delta);

/// Maximal certified intervals, up to `epochs` epochs; the last private one may be unbounded.
struct StepRegions {
  std::vector<StepInterval> in_private, not_private;
};
/// n >= 1, (eta/2) (alpha + n x_h^2 beta) < 1, c >= radius, 0 < x_l <= x_h; the witness databases need x_l <= x_h/2,
/// else not_private is empty. Throws Error::domain otherwise.
StepRegions certified_step_regions(const RegressionDomain<Rational>& domain, const Rational& eta,
                                   const Epsilon<Rational>& epsilon, const Delta<Rational>& delta, std::int64_t epochs);

}  // namespace dpcert::langevin
