#include "dpcert/calibration/gibbs.hpp"

#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/gaussian.hpp"
#include "dpcert/solve/bisection.hpp"

namespace dpcert {
namespace {

void require_target(const Rational& epsilon, const Rational& delta) {
  if (epsilon.sign() < 0 || epsilon > Rational(1'000'000))
    throw Error(ErrorCode::domain, "eps", "a number from 0 to 10^6", epsilon.str());
  if (delta < pow(Rational(1, 10), 100) || delta >= Rational(1))
    throw Error(ErrorCode::domain, "delta", "a number from 1e-100 to below 1", delta.str());
}

template <class Posterior>
Calibrated calibrate(const Posterior& posterior, const Rational& epsilon, const Rational& delta, int digits) {
  require_target(epsilon, delta);
  // Guess: the mu that the target allows, and log beta of that mu. A double decides nothing here.
  const double mu = 1 / certified_gaussian_sigma(delta, epsilon, Rational(1), 15).enclosure.approx();
  const auto mu_squared = [&](double log10_beta) {
    return log(Ball(posterior.at(Rational::from_double(std::pow(10, log10_beta))).mu_squared(), 64)).approx();
  };
  const auto root = bisect(Bracket<double>{-300, 300}, 60, [&](double t) { return mu_squared(t) <= 2 * std::log(mu); });
  // The search below is over (0, 1]: a power of ten above the guess makes beta such a number and keeps its digits.
  const Rational unit = pow(Rational(10), static_cast<std::int64_t>(std::floor(root.holds)) + 2);
  WorstCase worst;
  worst.parameter = "beta";
  worst.pairs = 1;
  worst.divergence = [&](const Rational& x, std::size_t, int wanted) {
    return certified_gaussian_delta(epsilon, posterior.at(x * unit).mu_squared(), wanted);
  };
  worst.approximate = [&](double x) {
    if (!(x > 0)) return 0.0;
    const Certified value =
        certified_gaussian_delta(epsilon, posterior.at(Rational::from_double(x) * unit).mu_squared(), 15);
    return value.enclosure.approx();
  };
  Calibrated found = largest_sufficient(worst, delta, digits);
  found.value *= unit;
  if (found.insufficient) *found.insufficient *= unit;
  return found;
}

}  // namespace

Calibrated largest_beta(const GibbsGaussian<Rational>& posterior, const Rational& epsilon, const Rational& delta,
                        int digits) {
  return calibrate(posterior, epsilon, delta, digits);
}
Calibrated largest_beta(const GibbsLipschitz<Rational>& posterior, const Rational& epsilon, const Rational& delta,
                        int digits) {
  return calibrate(posterior, epsilon, delta, digits);
}

}  // namespace dpcert
