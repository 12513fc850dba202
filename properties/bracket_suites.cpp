// Searches whose answers are two ends: the hull of posteriors, the eps of Dirichlet mechanisms and the separation of a
// posterior from Langevin dynamics. Each end is held against a computation that knows no formula of the search.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/calibration/dirichlet.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/core/precision.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/witness.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/finite_laws.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

using Long = long double;

// ---- The hull of posteriors of counts ----

/// What one coordinate contributes to the divergence of order 1 + z: log-gamma functions of the standard library.
Long contribution(Long z, Long p, Long q) {
  return (std::lgamma(p + z * (p - q)) - (1 + z) * std::lgamma(p) + z * std::lgamma(q)) / z;
}

/// A posterior, what a record adds and the prior counts in order, in long double.
struct Scaled {
  Long z, r;
  std::vector<Long> counts;
  [[nodiscard]] bool infinite() const { return counts[0] <= z * r; }
  /// The least category gains r; the lost record comes off the next ones in so many equal parts.
  [[nodiscard]] Long split(std::size_t parts) const {
    const Long h = r / static_cast<Long>(parts);
    Long sum = contribution(z, counts[0], counts[0] + r);
    for (std::size_t k = 1; k <= parts; ++k) sum += contribution(z, counts[k] + h, counts[k]);
    return sum;
  }
  /// The other direction of a worst pair of data sets.
  [[nodiscard]] Long back() const {
    return contribution(z, counts[1], counts[1] + r) + contribution(z, counts[0] + r, counts[0]);
  }
  /// The largest share B(h)/h of a loss, by a fine grid and a search around its best.
  [[nodiscard]] Long rate(Long count) const {
    const auto share = [&](double t) {
      const Long h = r * std::exp(static_cast<Long>(t));
      return static_cast<double>(contribution(z, count + h, count) / h);
    };
    constexpr int steps = 120;
    double best = 0, at = 0;
    for (int i = 0; i <= steps; ++i) {
      const double t = -12.0 * i / steps;
      if (share(t) > best) best = share(t), at = t;
    }
    return std::fmax(best, largest_unimodal(share, at - 0.1, std::fmin(0, at + 0.1)));
  }
  /// The bound of the hull: one category gains, and whatever is lost is lost at the best share.
  [[nodiscard]] Long bound() const {
    return std::fmax(contribution(z, counts[0], counts[0] + r) + r * rate(counts[1]),
                     contribution(z, counts[1], counts[1] + r) + r * rate(counts[0]));
  }
};
Scaled scaled(const std::vector<Rational>& prior, Tempering kind, const Rational& x, const Rational& order) {
  Scaled out{static_cast<Long>((order - Rational(1)).approx()), 1, {}};
  const Long t = x.approx();
  if (kind == Tempering::diffused) out.r = t;
  for (const Rational& a : prior)
    out.counts.push_back(kind == Tempering::diffused ? static_cast<Long>(a.approx()) : a.approx() / t);
  std::ranges::sort(out.counts);
  return out;
}
/// The best of the pairs that certainly lie in the hull: with two records or more one category keeps the others.
Long best_pair(const Scaled& at, std::int64_t n) {
  Long best = at.back();
  for (std::size_t parts = 1; parts + (n == 1 ? 1 : 2) <= at.counts.size(); ++parts)
    best = std::fmax(best, at.split(parts));
  return best;
}

SuiteResult hull_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::vector<Rational> prior =
        (*law(*any_in<std::size_t>(3, 6), log_uniform(Rational(1, 20), Rational(2)))).alpha;
    const auto n = *any_in<std::int64_t>(1, 4);
    const Tempering kind = *rc::gen::element(Tempering::diffused, Tempering::concentrated);
    const Rational order = Rational(1) + *log_uniform(Rational(1, 10), Rational(20)),
                   x = *log_uniform(Rational(1, 50), Rational(1));
    const TemperedPosterior<Rational> posterior = calibrated_posterior(prior, n, kind);
    const Scaled at = scaled(prior, kind, x, order);
    RC_LOG() << (kind == Tempering::diffused ? "r" : "m") << " = " << x.approx() << ", order " << order.approx()
             << "\n";
    // At the pole itself rounding decides.
    RC_PRE(std::fabs(at.counts[0] - at.z * at.r) > 1e-6L);
    const HullBracket found = hull_bracket(posterior.at(x), order);
    RC_ASSERT(found.infinite == at.infinite());
    if (!found.infinite) {
      const auto pair = static_cast<double>(best_pair(at, n)), bound = static_cast<double>(at.bound());
      // Cancellation of log-gamma functions over z.
      const double lost = 1e-15 / static_cast<double>(at.z);
      RC_ASSERT(agree(found.lower, pair, 1e-9, lost));
      RC_ASSERT(agree(found.upper, bound, 2e-5, lost));
      RC_ASSERT(found.upper.upper_rational().approx() >= bound * (1 - 1e-9) - lost);
    }
    // By the definition: no scaled count below one half.
    const bool whole = std::ranges::none_of(
        prior, [&](const Rational& a) { return (kind == Tempering::diffused ? a : a / x) < Rational(1, 2); });
    RC_ASSERT(hull_is_data_sets(posterior.at(x)) == whole);
  });
}

SuiteResult hull_calibration_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::vector<Rational> prior =
        (*law(*any_in<std::size_t>(3, 5), log_uniform(Rational(1, 20), Rational(2)))).alpha;
    const auto n = *any_in<std::int64_t>(1, 4);
    const Tempering kind = *rc::gen::element(Tempering::diffused, Tempering::concentrated);
    const Rational order = Rational(1) + *log_uniform(Rational(1, 10), Rational(20)),
                   epsilon = *log_uniform(Rational(1, 100), Rational(3));
    const BracketedParameter found = calibrate_hull(calibrated_posterior(prior, n, kind), order, epsilon);
    const auto at = [&](const Rational& x) { return scaled(prior, kind, x, order); };
    const Long target = epsilon.approx();
    RC_LOG() << "sufficient " << found.sufficient.approx() << "\n";
    RC_ASSERT(!at(found.sufficient).infinite());
    RC_ASSERT(at(found.sufficient).bound() <= target * (1 + 1e-9L));
    if (found.sufficient < Rational(1)) {
      // Six digits are meant: a ten-thousandth more is too much for the bound.
      const Scaled more = at(found.sufficient * Rational(10001, 10000));
      RC_ASSERT(more.infinite() || more.bound() > target * (1 - 1e-5L));
    }
    if (found.insufficient) {
      const Scaled beyond = at(*found.insufficient);
      RC_ASSERT(beyond.infinite() || best_pair(beyond, n) >= target * (1 - 1e-9L));
      RC_ASSERT(*found.insufficient > found.sufficient);
      const Scaled less = at(*found.insufficient * Rational(9999, 10000));
      RC_ASSERT(!less.infinite() && best_pair(less, n) < target);
    } else {
      const Scaled all = at(Rational(1));
      RC_ASSERT(!all.infinite() && best_pair(all, n) <= target * (1 + 1e-9L));
    }
  });
}

// A search that doubles steer wrongly gives the same answer: factor x^power of exact values, and an `approximate` that
// is off by any factor, zero, or infinite or no number where x is not small.
SuiteResult misled_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational factor = *log_uniform(Rational(1, 100), Rational(1000)),
                   epsilon = *log_uniform(Rational(1, 100), Rational(10));
    const int power = *any_in(1, 3), kind = *any_in(0, 6);
    const double wrong = (*log_uniform(Rational(1, 20), Rational(20))).approx(), f = factor.approx();
    WorstCase worst;
    worst.parameter = "x";
    worst.pairs = 1;
    worst.exact = [=](const Rational& x, std::size_t) { return factor * pow(x, power); };
    worst.divergence = [=](const Rational& x, std::size_t, int digits) {
      const Precision bits = bits_for_digits(digits);
      return Certified{Certified::State::finite, Ball(factor * pow(x, power), bits), bits};
    };
    worst.approximate = [=](double x) {
      if (kind == 0) return 0.0;
      if (kind == 1 && x > 1e-3) return static_cast<double>(INFINITY);
      if (kind == 2 && x > 1e-3) return std::nan("");
      return wrong * f * std::pow(x, power);
    };
    constexpr int digits = 10;
    const Calibrated found = largest_sufficient(worst, epsilon, digits);
    RC_LOG() << "kind " << kind << " factor " << wrong << ": " << found.value.approx() << "\n";
    RC_ASSERT(found.value.sign() > 0);
    RC_ASSERT(found.value <= Rational(1));
    RC_ASSERT(factor * pow(found.value, power) <= epsilon);
    if (!found.insufficient) {
      RC_ASSERT(found.value == Rational(1));
      return;
    }
    RC_ASSERT(*found.insufficient <= Rational(1));
    RC_ASSERT(factor * pow(*found.insufficient, power) > epsilon);
    RC_ASSERT(*found.insufficient - found.value <= found.value * pow(Rational(1, 10), digits - 1));
  });
}

// ---- eps of the Dirichlet mechanisms ----

SuiteResult dirichlet_eps_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    DirichletQuery query;
    query.mechanism =
        *rc::gen::element(DirichletMechanism::lszhang, DirichletMechanism::lsdim, DirichletMechanism::lshist,
                          DirichletMechanism::ehd, DirichletMechanism::ehdl, DirichletMechanism::ehds);
    const std::size_t d = *any_in<std::size_t>(2, 4);
    query.prior = (*law(d, log_uniform(Rational(1, 3), Rational(3)))).alpha;
    query.n = *any_in<std::int64_t>(1, d == 2 ? 6 : 4);
    query.gamma = *log_uniform(Rational(1, 10), Rational(2));
    const Rational epsilon = *log_uniform(Rational(1, 10), Rational(20));
    constexpr int digits = 6;
    const CalibratedEps found = largest_dirichlet_eps(query, epsilon, digits);
    const auto loss = [&](const Rational& eps) {
      query.eps = eps;
      return FiniteMechanism(query).largest(FiniteMechanism::loss);
    };
    RC_LOG() << to_string(query.mechanism) << " eps " << found.value.approx() << " for " << epsilon.approx() << "\n";
    RC_ASSERT(loss(found.value) <= epsilon.approx() * (1 + 1e-9));
    RC_ASSERT(loss(found.insufficient) >= epsilon.approx() * (1 - 1e-9));
    // Posteriors are counted before they are listed: at most 2500 of three categories or more.
    query.eps = Rational(1);
    query.mechanism = DirichletMechanism::ehd;
    query.n = *any_in<std::int64_t>(10, 100);
    double states = 0;
    for (std::int64_t a = 0; a <= query.n; ++a)
      for (std::int64_t b = 0; a + b <= query.n; ++b) states += d == 3 ? 1 : static_cast<double>(query.n - a - b + 1);
    bool refused = false;
    try {
      require_valid(query);
    } catch (const Error&) {
      refused = true;
    }
    if (d > 2) RC_ASSERT(refused == (states > 2500));
    // One or two units of the sixth digit apart.
    RC_ASSERT(found.value < found.insufficient);
    RC_ASSERT(found.insufficient - found.value <= found.value * Rational(4, 100000));
  });
}

// ---- The separation of a posterior from Langevin dynamics ----

/// Both directions of the hockey stick of two normal laws with the precisions 1 and u, the means `gap` apart.
double worst_direction(double epsilon, double gap, double u) {
  const Normal narrow{gap, 1}, wide{0, 1 / std::sqrt(u)};
  return std::fmax(hockey_stick_by_cells(epsilon, narrow, wide), hockey_stick_by_cells(epsilon, wide, narrow));
}
/// Neighbours: n - 1 records x in [1/2, 1], one that is replaced; slopes within the radius of c.
double worst_posterior_delta(double epsilon, double n, double beta, double radius) {
  const double common = (n - 1) / 4, more = beta * (common + 1), less = beta * (common + 0.25);
  // Records (1, c + radius) against (1, c - radius), seen from the common centre c: the prior is neglected.
  const double gap = 2 * radius * beta / more * std::sqrt(more);
  double worst = worst_direction(epsilon, gap, 1);
  for (int i = 0; i <= 4; ++i) {
    const double u = 1 - (1 - less / more) * i / 4;
    worst = std::fmax(worst, worst_direction(epsilon, gap, u));
  }
  return worst;
}

SuiteResult separation_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const langevin::SeparationTarget target{*log_uniform(Rational(1, 2), Rational(3)),
                                            *log_uniform(Rational(1), Rational(20)),
                                            *log_uniform(Rational(1, 1000), Rational(1, 5))};
    const langevin::SeparationWitness w = langevin::find_separation(target);
    const double epsilon = target.epsilon.approx(), delta = target.delta.approx(), beta = w.beta.approx(),
                 radius = w.radius.approx(), n = static_cast<double>(w.n);
    RC_LOG() << "n " << w.n << " epochs " << w.epochs << " c " << w.c.approx() << " alpha " << w.alpha.approx() << "\n";
    // Private at n; not with a few records less, for the search is for the least n.
    RC_ASSERT(worst_posterior_delta(epsilon, n, beta, radius) <= delta);
    RC_ASSERT(w.n <= 2 || worst_posterior_delta(epsilon, 0.9 * n - 2, beta, radius) > delta);
    // Precisions of neighbours: n - 1 records of 1/2 and one that is 1/2 or 1.
    const Rational least = (Rational(w.n - 1) + Rational(1)) / (Rational(w.n - 1) + Rational(4));
    RC_ASSERT(w.ratio <= least);
    const Rational centre =
        Rational(4) * w.radius * w.radius * w.beta / (Rational(w.n - 1) / Rational(4) + Rational(1));
    RC_ASSERT(w.shift_squared >= centre);
    RC_ASSERT(w.shift_squared <= centre * (Rational(1) + Rational(1, 20 * w.n)));
    RC_ASSERT(w.beta > Rational(3) && w.radius > Rational(1));
    // The release after whole epochs: D1 is n records (1, c); on D2 record r is (1/2, 0). One step multiplies by
    // 1 - (eta/2) precision, moves by (eta/2) pull and adds noise of the variance eta.
    const double alpha = w.alpha.approx(), c = w.c.approx(), whole = alpha + n * beta, eta = 2 / (whole * whole);
    struct State {
      double mean = 0, variance = 0;
    };
    const auto step = [&](State s, double precision, double pull) {
      const double keep = 1 - eta / 2 * precision;
      return State{keep * s.mean + eta / 2 * pull, keep * keep * s.variance + eta};
    };
    const langevin::Marks<double> marks = langevin::marks(langevin::Problem<double>{w.n, c, 1, alpha, beta}, eta);
    RC_ASSERT(std::fabs(marks.rho - step({}, 0, n * beta * c).mean) <= 1e-9 * marks.rho);
    RC_ASSERT(std::fabs(marks.rho_hat - step({}, 0, n * beta * c / 4).mean) <= 1e-9 * marks.rho_hat);
    RC_PRE(n * static_cast<double>(w.epochs) < 2e6);
    const auto start = State{0, 1 / alpha};
    State first = start, early = start, late = start;
    for (std::int64_t e = 0; e < w.epochs; ++e) {
      for (std::int64_t i = 1; i <= w.n; ++i) {
        const double full = alpha + n * beta, quarter = alpha + n * beta / 4, pull = n * beta * c;
        first = step(first, full, pull);
        early = step(early, i == 1 ? quarter : full, i == 1 ? pull / 4 : pull);
        late = step(late, i == w.n ? quarter : full, i == w.n ? pull / 4 : pull);
      }
    }
    const double tau = w.threshold.approx(), standardized = w.standardized.approx();
    // The event {theta > mean + tau sigma} of D1 is likely enough there and too rare on D2.
    const auto above = [](double z) { return std::erfc(z / std::sqrt(2.0)) / 2; };
    RC_ASSERT(std::log(above(tau) - delta) > target.epsilon_prime.approx() + std::log(above(standardized)));
    for (const State& other : {early, late}) {
      const double k = (tau * std::sqrt(first.variance) + first.mean - other.mean) / std::sqrt(other.variance);
      RC_LOG() << "standardized " << standardized << ", of a component " << k << "\n";
      RC_ASSERT(k >= standardized * (1 - 1e-9));
    }
  });
}

}  // namespace

std::span<const Suite> bracket_suites() {
  static constexpr std::array<Suite, 5> suites = {
      {{"calibration.dirichlet-eps", "eps of the Dirichlet mechanisms: the loss at both ends, everything listed.",
        dirichlet_eps_suite},
       {"calibration.hull", "The bracket of the hull: splits of a record, and the largest share of a loss.",
        hull_suite},
       {"calibration.hull-parameter", "r and m of the hull are sufficient, insufficient and near each other.",
        hull_calibration_suite},
       {"calibration.misled", "A search that doubles steer wrongly still ends at the same certified decimals.",
        misled_suite},
       {"separation.witness", "The numbers of a separation: two normal laws by cells, and the steps themselves.",
        separation_suite}}};
  return suites;
}

}  // namespace dpcert::properties
