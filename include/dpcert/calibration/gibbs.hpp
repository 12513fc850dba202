// Calibration of Gibbs posteriors: the largest beta, the weight of a record's loss, that is (epsilon, delta)-private,
// certified on both sides.
//
// delta at a fixed epsilon does not decrease in mu, nor mu in beta (lemmas calibrate.mu and calibrate.gibbs), so that
// one certified value decides for every smaller or every larger beta.
#pragma once

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/mechanisms/gibbs.hpp"

namespace dpcert {

/// The supremum of the sufficient beta, rounded down to `digits` significant decimal digits: one unit in the last of
/// them more is proved insufficient (of the exact delta for GibbsGaussian; for GibbsLipschitz of the cited bound, so
/// that a larger beta may still be private). Never empty on either side. Throws Error::domain unless 0 <= epsilon <=
/// 10^6 and 10^-100 <= delta < 1.
Calibrated largest_beta(const GibbsGaussian<Rational>& posterior, const Rational& epsilon, const Rational& delta,
                        int digits);
Calibrated largest_beta(const GibbsLipschitz<Rational>& posterior, const Rational& epsilon, const Rational& delta,
                        int digits);

}  // namespace dpcert
