#include "dpcert/empirical/confidence.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "dpcert/core/error.hpp"
#include "dpcert/special/incomplete_beta.hpp"

namespace dpcert::empirical {

namespace {

constexpr Precision confidence_bits = 128;

void require_trials(std::int64_t successes, std::int64_t trials, const Rational& level) {
  if (trials < 1) throw Error(ErrorCode::domain, "trials", "at least one trial", std::to_string(trials));
  if (successes < 0 || successes > trials)
    throw Error(ErrorCode::domain, "successes", "a whole number from 0 to the number of trials",
                std::to_string(successes));
  if (level.sign() <= 0 || level >= Rational(1))
    throw Error(ErrorCode::domain, "level", "a number inside (0, 1)", level.str());
}

/// P(Binomial(n, p) >= k) <= level, for certain.
bool rejected(const Rational& p, std::int64_t k, std::int64_t n, const Rational& level) {
  const UnitPoint x{Ball(p, confidence_bits), Ball(Rational(1) - p, confidence_bits)};
  const BetaTails tails = beta_tails(Rational(k), Rational(n - k + 1), x, confidence_bits);
  return certainly_less_equal(tails.lower, Ball(level, confidence_bits));
}

}  // namespace

Rational clopper_pearson_lower(std::int64_t successes, std::int64_t trials, const Rational& level) {
  require_trials(successes, trials, level);
  if (successes == 0) return 0;
  // The search is in doubles and proves nothing: it starts at the quantile, and gives way until the enclosure agrees.
  double complement = 0, x = 0;
  try {
    x = boost::math::ibeta_inv(static_cast<double>(successes), static_cast<double>(trials - successes + 1),
                               level.approx(), &complement);
  } catch (const std::exception&) {  // no convergence
    x = 0.5 * static_cast<double>(successes) / static_cast<double>(trials);
    complement = 1 - x;
  }
  const bool small = x < 0.5;
  for (int bits = 40; bits >= 0; bits -= 4) {
    const double slack = std::ldexp(1.0, -bits);
    const double part = small ? x * (1 - slack) : complement * (1 + slack);
    if (!(part > 0 && part < 1)) continue;
    const Rational p = small ? Rational::from_double(part) : Rational(1) - Rational::from_double(part);
    if (rejected(p, successes, trials, level)) return p;
  }
  return 0;
}

Rational clopper_pearson_upper(std::int64_t successes, std::int64_t trials, const Rational& level) {
  require_trials(successes, trials, level);
  return Rational(1) - clopper_pearson_lower(trials - successes, trials, level);
}

double approximate_lower(double successes, double trials, double level) {
  if (successes <= 0) return 0;
  try {
    return boost::math::ibeta_inv(successes, std::max(trials - successes, 0.0) + 1, level);
  } catch (const std::exception&) {
    return 0;
  }
}

double approximate_upper(double successes, double trials, double level) {
  if (successes >= trials) return 1;
  try {
    return boost::math::ibetac_inv(successes + 1, trials - successes, level);
  } catch (const std::exception&) {
    return 1;
  }
}

}  // namespace dpcert::empirical
