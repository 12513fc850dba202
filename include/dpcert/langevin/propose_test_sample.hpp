// Propose-Test-Sample: a private release of one posterior sample of the regression (regression.hpp) for data of which
// nothing is known but the range of the regressors. It clips, bounds the slopes y/x by a noisy power of the number of
// records, finds a noisy centre of the slopes, keeps the records near it, tests (noisily) that enough are left for the
// posterior to be private, and samples; otherwise it returns nothing. Source: the published Algorithm 1; lines are
// numbered as there. docs/propose-test-sample.md says what was repaired and why.
//
// Each noise is Laplace of scale 1/eps, and L = log(1/(2 delta))/eps is subtracted, so that P(n2 > |V|) = delta.
//    1-5  x clipped to [x_l, x_h], y to [0, inf)
//    6    n1b = n1 - L + Lap
//    7    V = records with y/x <= n1b^rho1         repaired: empty if n1b < 0, where the power is undefined
//    8    n2 = |V| - L + Lap
//    9    null if n2 <= 1
//   12    m = sum_V x y / sum_V x^2                repaired: null if V is empty (0/0)
//   13    mb = m + Lap * n1b^rho1 (2 (n2-1) x_h^2 x_l^2 + x_h^4)/(n2 (n2-1) x_l^4)
//   14    W = records of the database, not of V, with |y/x - mb| <= n2^rho2
//   15    nW = |W| - L + Lap
//   16    null if nW < n_min(n1, mb)               repaired: max(mb, 0) for mb, which may be negative under a power
//   19    a sample of the posterior given W
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "dpcert/core/precision.hpp"
#include "dpcert/langevin/regression.hpp"
#include "dpcert/langevin/sizes.hpp"
#include "dpcert/mechanisms/exact_release.hpp"
#include "dpcert/mechanisms/guarantee.hpp"
#include "dpcert/mechanisms/random_bits.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::langevin {

template <class S>
struct ProposeTestSample {
  S epsilon, delta;      ///< of each step; delta < 1/2
  S x_l, x_h;            ///< 0 < x_l < x_h
  S alpha, beta;         ///< precisions, beta >= 3/x_h^2
  S rho1, rho2, gamma1;  ///< exponents: 1 < rho1 < 3/2, 0 < rho2 < gamma1 < 1/2

  /// L, by which every count is lowered.
  [[nodiscard]] S allowance() const { return log(S(1) / (S(2) * delta)) / epsilon; }
  /// How much m can change between neighbours: threshold * (2 (n2-1) x_h^2 x_l^2 + x_h^4)/(n2 (n2-1) x_l^4), n2 > 1,
  /// threshold = n1b^rho1. Proved for n2 <= |V| (sgld.claimc8). Line 13 adds Laplace noise of 1/epsilon times this.
  [[nodiscard]] S centre_sensitivity(const S& threshold, const S& n2) const {
    const S h = x_h * x_h, l = x_l * x_l;
    return threshold * (S(2) * (n2 - S(1)) * h * l + h * h) / (n2 * (n2 - S(1)) * l * l);
  }
  /// The members of n_min, in the order of the published equation (26); n_min is their maximum. n1 > 0, centre >= 0.
  [[nodiscard]] std::vector<S> least_sizes(const S& n1, const S& centre) const {
    const PosteriorSizes<S> sizes{epsilon, delta, alpha, beta, x_h * x_h, x_l * x_l};
    const auto [a, b] = size_bases();
    const auto growing = growing_sizes({a, b}, n1, centre);
    return {sizes.first_variance().value(),
            sizes.second_variance().value(),
            sizes.slopes(gamma1).value(),
            growing[0],
            pow(a, S(S(1) / (S(2) - S(2) * gamma1))),
            growing[1],
            pow(b, S(S(2) / (S(3) - S(2) * gamma1))),
            sizes.third_variance().value(),
            sizes.fourth_variance().value(),
            growing[2]};
  }
  /// What its powers are powers of, but for n1.
  struct SizeBases {
    S mean, square;
  };
  [[nodiscard]] SizeBases size_bases() const {
    const PosteriorSizes<S> sizes{epsilon, delta, alpha, beta, x_h * x_h, x_l * x_l};
    return {sizes.mean_base(32), sizes.square_base(8)};
  }
  /// Its members that grow with n1 or the centre; the others, at the places 0, 1, 2, 4, 6, 7 and 8, do not depend on
  /// either.
  [[nodiscard]] std::array<S, 3> growing_sizes(const SizeBases& bases, const S& n1, const S& centre) const {
    return {pow(S(bases.mean * centre), S(S(1) / (S(2) - gamma1))),
            pow(S(bases.square * centre), constant_like(bases.square, Rational(2, 3))), pow(n1, S(rho2 / gamma1))};
  }
};

/// Throws Error::domain naming the parameter that is outside its range.
void require(const ProposeTestSample<Rational>& parameters);
/// The nearest doubles.
ProposeTestSample<double> approx(const ProposeTestSample<Rational>& parameters);

/// Where a run stopped.
enum class PtsOutcome { few_in_range, nothing_in_range, few_near_centre, sampled };
/// "null (line 10)" and so on.
std::string describe(PtsOutcome outcome);

/// Everything that happened in one run. Only `outcome` and `value` may be published, and outcomes other than `sampled`
/// as one and the same null.
struct PtsRun {
  PtsOutcome outcome = PtsOutcome::few_in_range;
  double n1b = 0, n2 = 0, centre = 0, noisy_centre = 0, n_w = 0, n_min = 0, value = 0;
  Rational drawn;                             ///< what `value` is nearest to
  std::size_t in_range = 0, near_centre = 0;  ///< |V|, |W|
};

/// Lines 1-5 for one record.
template <class S>
Sample<S> clip_record(const ProposeTestSample<S>& p, const Sample<S>& record) {
  Sample<S> out = record;
  if (out.x < p.x_l) out.x = p.x_l;
  if (p.x_h < out.x) out.x = p.x_h;
  if (out.y < S(0)) out.y = S(0);
  return out;
}

/// The doubles to run with: epsilon and delta not above the given ones, so that the promise for these covers the run,
/// and every other parameter next to the given one, on the side on which `require` holds. Error::domain if it does not.
ProposeTestSample<double> run_parameters(const ProposeTestSample<Rational>& parameters);

/// y/x <= threshold, and |y/x - centre| <= radius: decided exactly, for x > 0 and finite numbers.
bool slope_at_most(const Sample<double>& record, double threshold);
bool slope_within(const Sample<double>& record, double centre, double radius);
/// sum x y / sum x^2, exactly; at least one record, x > 0.
Rational mean_slope(std::span<const Sample<double>> records);
/// The posterior, exactly.
NormalLaw<Rational> exact_posterior(const ProposeTestSample<double>& p, std::span<const Sample<double>> records);

/// Numbers of a run that only bound something, enclosed and then rounded to the side of more privacy. `parameters` as
/// run_parameters gives them.
class PtsBounds {
 public:
  explicit PtsBounds(const ProposeTestSample<double>& parameters);
  /// 1/epsilon, exactly, and L or a little more.
  Rational unit, low;
  /// Line 7: n1b^rho1 or a little more; -1, below every slope, for n1b < 0.
  [[nodiscard]] double threshold(double n1b) const;
  /// Line 13: not below 1/epsilon times what the mean moves between neighbours. n2 > 1.
  [[nodiscard]] Rational centre_scale(double threshold, double n2) const;
  /// Line 14: n2^rho2 or a little less.
  [[nodiscard]] double radius(double n2) const;
  /// Line 16: n_min or a little more. It must not fall where n1 grows: the enclosures are far narrower than its steps.
  [[nodiscard]] Rational least_size(std::int64_t n1, double noisy_centre) const;

 private:
  ProposeTestSample<Ball> at_;
  ProposeTestSample<Ball>::SizeBases bases_;
  Rational fixed_;  ///< the largest member of n_min that depends on the parameters alone, or a little more
};

/// Noise from elsewhere, in doubles: for tests and simulations.
template <class Noise>
struct PtsAddedNoise {
  Noise& noise;
  Rational step = 0;
  Rational count(const Rational& value, const Rational& scale) const { return added(value, laplace(scale)); }
  Rational centre(const Rational& value, const Rational& scale) const { return added(value, laplace(scale)); }
  Rational sample(const NormalLaw<Rational>& law) const {
    return added(law.mean, std::sqrt(law.variance.approx()) * noise.normal());
  }

 private:
  [[nodiscard]] double laplace(const Rational& scale) const { return noise.laplace(double_above(scale)); }
  static Rational added(const Rational& value, double by) {
    constexpr double most = std::numeric_limits<double>::max();
    return Rational::from_double(std::clamp(add_noise(value, by), -most, most));
  }
};

/// Exact noise, rounded (grid_draws.hpp): counts to multiples of 1/1024, the centre to a power of two that is at most a
/// thousandth of its noise's scale, the sample to multiples of `grid`. Rounding what was noised is a function of it, so
/// that steps which release it keep their promise. Two steps compare it with something: n2 > |V| cannot come about by
/// rounding, because |V| is a multiple of 1/1024, and line 16 asks for `step` more than n_min.
struct PtsGridNoise {
  RandomBits& random;
  Rational grid;
  Rational step{1, 1024};
  [[nodiscard]] Rational count(const Rational& value, const Rational& scale) const;
  [[nodiscard]] Rational centre(const Rational& value, const Rational& scale) const;
  [[nodiscard]] Rational sample(const NormalLaw<Rational>& law) const;
};

/// One run. `bounds` belongs to p; `draw` is one of the two above and is asked in the order of the lines. What is
/// computed from the records is exact, in any order of theirs, and is rounded after its noise was added
/// (exact_release.hpp).
template <class Draw>
PtsRun pts_lines(const ProposeTestSample<double>& p, const PtsBounds& bounds, std::span<const Sample<double>> data,
                 const Draw& draw) {
  PtsRun run;
  std::vector<Sample<double>> clipped;
  for (const auto& record : data) clipped.push_back(clip_record(p, record));
  const auto noisy = [&](std::size_t count) { return draw.count(Rational(count) - bounds.low, bounds.unit); };
  run.n1b = noisy(data.size()).approx();
  const double threshold = bounds.threshold(run.n1b);
  std::vector<Sample<double>> in_range;
  std::ranges::copy_if(clipped, std::back_inserter(in_range),
                       [&](const Sample<double>& record) { return slope_at_most(record, threshold); });
  run.in_range = in_range.size();
  run.n2 = noisy(run.in_range).approx();
  if (!(run.n2 > 1)) return run;
  run.outcome = PtsOutcome::nothing_in_range;
  if (run.in_range == 0) return run;
  const Rational centre = mean_slope(in_range);
  run.centre = centre.approx();
  run.noisy_centre = draw.centre(centre, bounds.centre_scale(threshold, run.n2)).approx();
  const double radius = bounds.radius(run.n2);
  std::vector<Sample<double>> near;
  std::ranges::copy_if(clipped, std::back_inserter(near),
                       [&](const Sample<double>& record) { return slope_within(record, run.noisy_centre, radius); });
  run.near_centre = near.size();
  const Rational n_w = noisy(run.near_centre),
                 n_min = bounds.least_size(static_cast<std::int64_t>(data.size()), run.noisy_centre);
  run.n_w = n_w.approx();
  run.n_min = double_above(n_min);
  run.outcome = PtsOutcome::few_near_centre;
  if (n_w < n_min + draw.step) return run;
  run.outcome = PtsOutcome::sampled;
  run.drawn = draw.sample(exact_posterior(p, near));
  run.value = run.drawn.approx();
  return run;
}

/// One run with noise that offers laplace(scale) and normal() in doubles.
template <class Noise>
PtsRun propose_test_sample(const ProposeTestSample<double>& p, std::span<const Sample<double>> data, Noise&& noise) {
  return pts_lines(p, PtsBounds(p), data, PtsAddedNoise<std::remove_reference_t<Noise>>{noise});
}
/// One run that is drawn exactly: value is a multiple of grid > 0 (Error::domain otherwise). Its law is that of a run
/// in real arithmetic whose noisy numbers are rounded, if the bits are fair and independent.
PtsRun propose_test_sample(const ProposeTestSample<double>& p, std::span<const Sample<double>> data, RandomBits& random,
                           const Rational& grid);

/// P(Lap(1/epsilon) <= t), certified; a t that may have either sign gives the hull of both formulas.
Ball laplace_below(const Ball& t, const Ball& epsilon);

/// Exact laws of the counting steps, for any data: P(n1b <= a and n2 <= b) with n1b, n2 of lines 6 and 8 (line 7 makes
/// |V| a step function of n1b, so the law is a finite sum). Either bound may be absent. `data` after clipping.
Ball counts_below(const ProposeTestSample<Rational>& p, std::span<const Sample<Rational>> data,
                  const std::optional<Rational>& a, const std::optional<Rational>& b, Precision bits);
/// P(null at line 10) = P(n2 <= 1).
Ball stop_probability(const ProposeTestSample<Rational>& p, std::span<const Sample<Rational>> data, Precision bits);
/// P(nW >= n_min) for |W| = size: the probability that lines 15-18 let through.
Ball pass_probability(const ProposeTestSample<Rational>& p, const Ball& size, const Ball& least);

/// What each step costs and what the whole costs.
struct PtsStep {
  std::string lines, released;
  Rational epsilons, deltas;  ///< multiples of epsilon and delta
  std::string claim;          ///< of the catalogue
};
std::vector<PtsStep> pts_steps();
/// The whole release is (epsilon, delta)-DP with these, replacing or removing one record; nothing for an epsilon above
/// 2, where the catalogue's proof does not reach (at 1e8 it is false: sgld.claim4.1).
struct PtsPrivacy {
  Rational epsilon, delta;
};
std::optional<PtsPrivacy> pts_privacy(const ProposeTestSample<Rational>& p);
Guarantee pts_guarantee(const ProposeTestSample<Rational>& p);

}  // namespace dpcert::langevin
