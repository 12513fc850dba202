// Calibration: the largest tempering parameter (r of diffused, m of concentrated posterior sampling) that meets a
// Renyi target (order, epsilon), certified on both sides; and forward, the epsilon of given parameters.
//
// The worst case over all pairs of neighbouring data sets does not decrease in the parameter (docs/calibration.md: each
// pair's divergence does not, lemmas calibrate.r and calibrate.count). So one certified value below epsilon proves
// every smaller parameter sufficient, and one above epsilon every larger one insufficient.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dpcert/core/rational.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"

namespace dpcert {

/// Over which pairs of posterior parameters the worst case is taken.
enum class PairSet : std::uint8_t {
  data_sets,  ///< every two data sets that differ in one record
  hull        ///< every two r-neighbouring points of the convex hull pset, as the paper's algorithms print it
};

/// The ranges calibration is tested for.
struct CalibrationRange {
  static constexpr std::int64_t most_records = 1'000'000'000;
  static constexpr std::size_t most_categories = 1000;
  static constexpr std::int64_t largest_order = 10'000;
  static constexpr std::int64_t prior_range = 1'000'000;  ///< counts from 1/prior_range to prior_range
  static constexpr int epsilon_digits = 100;              ///< epsilon from 10^-100 to 10^100
  static constexpr int most_digits = 200;
  static constexpr int parameter_digits = 1000;  ///< parameters from 10^-1000 to 1 are tried
};

/// A worst case that does not decrease in a parameter x of (0, 1].
struct WorstCase {
  std::string parameter;  ///< "r" or "m"
  std::size_t pairs = 0;  ///< the worst case is the largest of so many divergences
  /// The divergence of one of the pairs at x, to so many significant digits.
  std::function<Certified(const Rational& x, std::size_t pair, int digits)> divergence;
  /// The same exactly, where it is rational; may be empty.
  std::function<Rational(const Rational& x, std::size_t pair)> exact;
  /// The largest divergence in double: steers the search, never evidence.
  std::function<double(double x)> approximate;
  /// Finite exactly below this x, if there is such a bound.
  std::optional<Rational> finite_below;
};

struct Calibrated {
  Rational value;  ///< proved sufficient, with every smaller one
  /// Proved insufficient, with every larger one; nothing if `value` is the largest parameter there is (1).
  std::optional<Rational> insufficient;
  std::size_t evaluations = 0;  ///< certified divergences computed
};

/// The supremum of the sufficient x of (0, 1], rounded down to `digits` significant decimal digits: one unit in the
/// last of them more is proved insufficient. Throws Error::domain unless 0 < epsilon, Error::unsupported for an epsilon
/// outside CalibrationRange, for one that no parameter of CalibrationRange meets, or for a comparison that is not
/// decided at 1000 digits.
Calibrated largest_sufficient(const WorstCase& worst, const Rational& epsilon, int digits);

/// The worst divergence at x, and which of the pairs it is.
struct WorstValue {
  Certified divergence;
  std::size_t pair = 0;
};
WorstValue worst_value(const WorstCase& worst, const Rational& x, int digits);

/// Posterior sampling for counts that can be calibrated, at r or m = 1. Throws Error::domain unless there are 2 to
/// most_categories prior counts, all inside CalibrationRange, and 1 <= n <= most_records.
TemperedPosterior<Rational> calibrated_posterior(std::vector<Rational> prior, std::int64_t n, Tempering tempering);

/// In its r or m: the largest divergence of a worst pair. Throws Error::domain unless 1 < order <= largest_order.
WorstCase worst_case(const TemperedPosterior<Rational>& posterior, const Rational& order);
/// Is the supremum over the hull proved equal to that over data sets, at the posterior's r or m and below? Always for
/// two categories; for more if no (scaled) prior count is below 1/2 (calibrate.split).
bool hull_is_data_sets(const TemperedPosterior<Rational>& posterior);
/// Ids of the statements that the answer rests on (catalogue ids, and the lemmas calibrate.*).
std::vector<std::string> calibration_claims(const TemperedPosterior<Rational>& posterior, PairSet pairs);

/// The supremum over the hull pset, three or more categories, any prior counts (lemma calibrate.hull): enclosures of a
/// pair's divergence and of an upper bound. They agree where splitting a record does not help.
struct HullBracket {
  Ball lower, upper;
  std::size_t parts = 0;  ///< among how many categories the lost record is split in the pair
  bool infinite = false;
};
/// At the posterior's r or m. Throws Error::unsupported if the bound does not close.
HullBracket hull_bracket(const TemperedPosterior<Rational>& posterior, const Rational& order);
struct BracketedParameter {
  Rational sufficient;                   ///< proved, with every smaller one
  std::optional<Rational> insufficient;  ///< proved, with every larger one; nothing is known between
};
/// r or m for (order, epsilon) over the hull, 6 digits.
BracketedParameter calibrate_hull(const TemperedPosterior<Rational>& posterior, const Rational& order,
                                  const Rational& epsilon);

/// The mean of a normal law, in its r or m: the divergence itself, exactly. Throws Error::domain unless 1 < order <=
/// largest_order and n <= most_records.
WorstCase worst_case(const NormalMeanPosterior<Rational>& posterior, const Rational& order);
std::vector<std::string> calibration_claims(const NormalMeanPosterior<Rational>& posterior);

/// Algorithm 5: the least beta >= beta0 for which the bound of generalised linear models is at most epsilon, exactly.
/// What is calibrated is this bound; the divergence itself may be smaller. Throws Error::domain unless c, B, epsilon,
/// beta0 > 0, 1 <= n <= most_records and the order is in its range.
Rational least_beta(const GlmBound<Rational>& bound, const Rational& order, const Rational& epsilon,
                    const Rational& beta0);
/// Algorithm 6: the bound as a worst case in rho. Throws like least_beta.
WorstCase worst_case(const GlmBound<Rational>& bound, const Rational& order, const Rational& beta);

}  // namespace dpcert
