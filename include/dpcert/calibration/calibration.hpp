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
#include "dpcert/families/laws.hpp"
#include "dpcert/families/neighbours.hpp"

namespace dpcert {

enum class Tempering : std::uint8_t { diffused, concentrated };

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
/// outside CalibrationRange or a comparison that is not decided at 1000 digits.
Calibrated largest_sufficient(const WorstCase& worst, const Rational& epsilon, int digits);

/// The worst divergence at x, and which of the pairs it is.
struct WorstValue {
  Certified divergence;
  std::size_t pair = 0;
};
WorstValue worst_value(const WorstCase& worst, const Rational& x, int digits);

/// Posterior sampling for counts: Beta-Bernoulli (two prior counts) and Dirichlet-Categorical (d of them), n records.
class PosteriorSampling {
 public:
  /// Throws Error::domain unless there are 2 to most_categories prior counts, all inside CalibrationRange, and
  /// 1 <= n <= most_records.
  PosteriorSampling(std::vector<Rational> prior, std::int64_t n, Tempering tempering);

  [[nodiscard]] std::size_t categories() const { return prior_.size(); }
  [[nodiscard]] std::int64_t records() const { return n_; }
  [[nodiscard]] Tempering tempering() const { return tempering_; }
  [[nodiscard]] const std::vector<Rational>& prior() const { return prior_; }
  /// "r" or "m".
  [[nodiscard]] const char* parameter() const { return tempering_ == Tempering::diffused ? "r" : "m"; }

  /// worst_moves of the prior.
  [[nodiscard]] const std::vector<RecordMove>& moves() const { return moves_; }
  /// moved_counts at r or m.
  [[nodiscard]] std::pair<Beta<Rational>, Beta<Rational>> counts(const RecordMove& move, const Rational& x) const;
  /// The order from which the divergence is infinite: 1 + least prior count / weight of a record.
  [[nodiscard]] Rational infinite_order(const Rational& x) const;
  /// Is the supremum over the hull proved equal to that over data sets, at x and below? Always for two categories; for
  /// more if no (scaled) prior count is below 1/2 (calibrate.split).
  [[nodiscard]] bool hull_is_data_sets(const Rational& x) const;
  /// Ids of the statements that the answer rests on (catalogue ids, and the lemmas calibrate.*).
  [[nodiscard]] std::vector<std::string> claims(PairSet pairs) const;

  /// Throws Error::domain unless 1 < order <= largest_order.
  [[nodiscard]] WorstCase worst_case(const Rational& order) const;

 private:
  std::vector<Rational> prior_;
  std::int64_t n_;
  Tempering tempering_;
  std::vector<RecordMove> moves_;
  Rational least_;
};

/// The supremum over the hull pset, three or more categories, any prior counts (lemma calibrate.hull): enclosures of a
/// pair's divergence and of an upper bound. They agree where splitting a record does not help.
struct HullBracket {
  Ball lower, upper;
  std::size_t parts = 0;  ///< among how many categories the lost record is split in the pair
  bool infinite = false;
};
/// Throws Error::unsupported if the bound does not close.
HullBracket hull_bracket(const PosteriorSampling& sampling, const Rational& order, const Rational& x);
struct BracketedParameter {
  Rational sufficient;                   ///< proved, with every smaller one
  std::optional<Rational> insufficient;  ///< proved, with every larger one; nothing is known between
};
/// r or m for (order, epsilon) over the hull, 6 digits.
BracketedParameter calibrate_hull(const PosteriorSampling& sampling, const Rational& order, const Rational& epsilon);

/// The mean of a normal law with known variance: prior Normal(., variance/prior_count), records clipped to
/// [-clip, clip]; the posterior has the count prior_count + r n (diffused) or prior_count/m + n (concentrated).
class GaussianMeanSampling {
 public:
  /// Throws Error::domain unless variance, prior_count, clip > 0 and 1 <= n <= most_records.
  GaussianMeanSampling(Rational variance, Rational prior_count, Rational clip, std::int64_t n, Tempering tempering);
  /// order/2 (difference of the sums)^2/(variance count): every pair of data sets, worst at two opposite clipped
  /// records (renyi.gauss.lambda2, renyi.clip.norm.repair).
  [[nodiscard]] Rational divergence(const Rational& order, const Rational& x) const;
  [[nodiscard]] WorstCase worst_case(const Rational& order) const;
  [[nodiscard]] const char* parameter() const { return tempering_ == Tempering::diffused ? "r" : "m"; }
  [[nodiscard]] Tempering tempering() const { return tempering_; }
  [[nodiscard]] std::vector<std::string> claims() const;

 private:
  Rational variance_, prior_count_, clip_;
  std::int64_t n_;
  Tempering tempering_;
};

/// Generalised linear models with a Gaussian prior of precision n beta: the bound 2 c^2 B^2 rho^2 order/(n beta) of
/// the paper's theorem 16 (with cited theorems), c the bound of the covariates' norm, B of the residuals. What is
/// calibrated is this bound; the divergence itself may be smaller.
struct GlmBound {
  Rational c, B;
  std::int64_t n = 1;
  /// Throws Error::domain unless c, B > 0, 1 <= n <= most_records.
  void require() const;
  [[nodiscard]] Rational epsilon(const Rational& order, const Rational& beta, const Rational& rho) const;
  /// Algorithm 5: the least beta >= beta0 for which the bound is at most epsilon, exactly.
  [[nodiscard]] Rational least_beta(const Rational& order, const Rational& epsilon, const Rational& beta0) const;
  /// Algorithm 6: the bound as a worst case in rho.
  [[nodiscard]] WorstCase worst_case(const Rational& order, const Rational& beta) const;
};

}  // namespace dpcert
