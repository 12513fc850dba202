// Posterior sampling beyond counts, and calibration: what is promised against the posteriors themselves, which are
// written down here from Bayes' rule; what is calibrated against every pair of data sets.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/glm.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

Tempering any_tempering() { return *rc::gen::element(Tempering::diffused, Tempering::concentrated); }

/// What the first case of a guarantee promises at this order.
Ball promised(const Guarantee& guarantee, const Rational& order) {
  RC_ASSERT(guarantee.cases.size() == 1);
  const CertifiedCase& only = guarantee.cases[0];
  return value(only.quantity, only.mechanism, only.parameters, order);
}

// ---- Calibration ----

/// The largest divergence between posteriors of every two data sets of n records that differ in one, all of them
/// listed; +infinity if one is.
Certified over_all_data_sets(const std::vector<Rational>& prior, std::int64_t n, Tempering kind, const Rational& x,
                             const Rational& order) {
  const std::size_t d = prior.size();
  Certified worst = Certified::zero();
  std::vector<std::int64_t> counts(d, 0);
  const auto law = [&](const std::vector<std::int64_t>& data) {
    Dirichlet<Rational> out;
    for (std::size_t k = 0; k < d; ++k)
      out.alpha.push_back(kind == Tempering::diffused ? prior[k] + x * Rational(data[k])
                                                      : prior[k] / x + Rational(data[k]));
    return out;
  };
  const auto see = [&] {
    for (std::size_t from = 0; from < d; ++from) {
      for (std::size_t to = 0; to < d; ++to) {
        if (from == to || counts[from] == 0) continue;
        auto other = counts;
        --other[from], ++other[to];
        const Certified here = certified_renyi(Order(order), law(counts), law(other), 15);
        if (here.is_infinite() || (!worst.is_infinite() && certainly_greater(here.enclosure, worst.enclosure)))
          worst = here;
      }
    }
  };
  const std::function<void(std::size_t, std::int64_t)> fill = [&](std::size_t k, std::int64_t left) {
    if (k + 1 == d) {
      counts[k] = left;
      return see();
    }
    for (counts[k] = 0; counts[k] <= left; ++counts[k]) fill(k + 1, left - counts[k]);
  };
  fill(0, n);
  return worst;
}

constexpr int calibrated_digits = 10;
/// `sufficient` and `insufficient` are neighbours among decimals of that many digits.
void tight(const Calibrated& answer) {
  if (!answer.insufficient) {
    RC_ASSERT(answer.value == Rational(1));
    return;
  }
  RC_ASSERT(*answer.insufficient - answer.value <= answer.value * pow(Rational(1, 10), calibrated_digits - 1));
}

SuiteResult calibration_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::vector<Rational> prior =
        (*law(*any_in<std::size_t>(2, 4), log_uniform(Rational(1, 100), Rational(100)))).alpha;
    const auto n = *any_in<std::int64_t>(1, 5);
    const Tempering kind = any_tempering();
    const Rational order = Rational(1) + *log_uniform(Rational(1, 10), Rational(50)),
                   epsilon = *log_uniform(Rational(1, 1000), Rational(10));
    const Calibrated answer =
        largest_sufficient(worst_case(calibrated_posterior(prior, n, kind), order), epsilon, calibrated_digits);
    RC_LOG() << (kind == Tempering::diffused ? "r" : "m") << " = " << answer.value.approx() << "\n";
    const Ball target(epsilon, 200);
    const Certified inside = over_all_data_sets(prior, n, kind, answer.value, order);
    RC_ASSERT(inside.is_finite());
    RC_ASSERT(!certainly_greater(inside.enclosure, target));
    tight(answer);
    if (!answer.insufficient) return;
    const Certified outside = over_all_data_sets(prior, n, kind, *answer.insufficient, order);
    RC_ASSERT(outside.is_infinite() || !certainly_less(outside.enclosure, target));
  });
}

// Calibration of any worst case: the largest of several curves c x^k, whichever of them it is. (Of the pairs that
// posterior sampling lists the first was the worst wherever it was tried, so that no data set shows a search that stops
// there.) Times pi the values are irrational, and only enclosures are given.
SuiteResult curves_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    struct Curve {
      Rational factor;
      int power = 1;
      [[nodiscard]] Rational at(const Rational& x) const { return factor * pow(x, power); }
    };
    std::vector<Curve> curves(*any_in<std::size_t>(1, 6));
    for (Curve& c : curves) c = {*log_uniform(Rational(1, 100), Rational(100)), *any_in(1, 3)};
    const bool rational = *any_in(0, 2) == 0;
    const auto scale = [rational](Precision bits) { return rational ? Ball(1) : Ball::pi(bits); };
    const auto largest = [&](const Rational& x) {
      Rational most;
      for (const Curve& c : curves) most = std::max(most, c.at(x));
      return most;
    };
    WorstCase worst;
    worst.parameter = "x";
    worst.pairs = curves.size();
    worst.divergence = [&](const Rational& x, std::size_t pair, int digits) {
      const Precision bits = bits_for_digits(digits) + 64;
      return Certified{Certified::State::finite, Ball(curves[pair].at(x), bits) * scale(bits), bits};
    };
    if (rational) worst.exact = [&](const Rational& x, std::size_t pair) { return curves[pair].at(x); };
    worst.approximate = [&](double x) { return largest(Rational::from_double(x)).approx() * (rational ? 1 : M_PI); };
    const Rational epsilon = *log_uniform(Rational(1, 100), Rational(100));
    const Calibrated answer = largest_sufficient(worst, epsilon, calibrated_digits);
    constexpr Precision bits = 256;
    const Ball target(epsilon, bits);
    const auto value_at = [&](const Rational& x) { return Ball(largest(x), bits) * scale(bits); };
    RC_LOG() << "answer " << answer.value.approx() << "\n";
    RC_ASSERT(!certainly_greater(value_at(answer.value), target));
    tight(answer);
    if (answer.insufficient) RC_ASSERT(!certainly_less(value_at(*answer.insufficient), target));
    RC_ASSERT(worst_value(worst, answer.value, 15).divergence.enclosure.overlaps(value_at(answer.value)));
  });
}

// ---- The mean of a normal law ----

Rational clip_to(const Rational& x, const Rational& c) { return x < -c ? Rational(-c) : std::min(x, c); }

SuiteResult mean_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational variance = *log_uniform(Rational(1, 100), Rational(100)),
                   prior_mean = *log_uniform(Rational(1, 10), Rational(10)),
                   prior_count = *log_uniform(Rational(1, 10), Rational(10)),
                   x = *rc::gen::oneOf(rc::gen::just(Rational(1)), unit()), order = *order_above_one();
    const double clip = (*log_uniform(Rational(1, 10), Rational(100))).approx();
    const Rational exact_clip = Rational::from_double(clip);
    const auto n = *any_in<std::int64_t>(1, 8);
    const Tempering kind = any_tempering();
    const NormalMeanPosterior<Rational> mechanism(variance, prior_count, exact_clip, n, kind, x, prior_mean);
    // Records on both sides of the clipping bound, far outside too; with the last one replaced.
    const auto any_record = [&] {
      return clip * (*log_uniform(Rational(1, 100), Rational(10000))).approx() * (*any_in(0, 2) == 0 ? -1 : 1);
    };
    std::vector<double> data;
    for (std::int64_t i = 0; i < n; ++i) data.push_back(any_record());
    std::vector<double> other = data;
    other.back() = any_record();
    const bool opposite = *any_in(0, 2) == 0;
    if (opposite) data.back() = 3 * clip, other.back() = -1000 * clip;
    // Bayes' rule: precisions add, and each clipped record pulls with its own.
    const bool diffused = kind == Tempering::diffused;
    const Rational weight = diffused ? x : Rational(1), before = diffused ? prior_count : prior_count / x;
    const auto released = [&](const std::vector<double>& records) {
      Rational precision = before / variance, pull = precision * prior_mean, sum;
      for (const double record : records) {
        precision += weight / variance;
        pull += weight / variance * clip_to(Rational::from_double(record), exact_clip);
        sum += Rational::from_double(clipped(record, clip));
      }
      const NormalLaw<Rational> law = mechanism.law(sum);
      RC_ASSERT(law.mean == pull / precision);
      RC_ASSERT(law.variance == Rational(1) / precision);
      return law;
    };
    const NormalLaw<Rational> p = released(data), q = released(other);
    const Rational apart = p.mean - q.mean;
    const Ball divergence(order * apart * apart / (Rational(2) * p.variance), 200);
    const Guarantee g = guarantee(mechanism);
    const Ball most = promised(g, order);
    RC_ASSERT(!certainly_greater(divergence, most));
    if (opposite) RC_ASSERT(divergence.overlaps(most));
    // Calibrated, the promise is met, and no larger parameter's is.
    const Rational epsilon = *log_uniform(Rational(1, 1000), Rational(10)),
                   sound = Rational(1) + *log_uniform(Rational(1, 10), Rational(50));
    const Calibrated answer = largest_sufficient(worst_case(mechanism, sound), epsilon, calibrated_digits);
    const Ball target(epsilon, 200);
    RC_ASSERT(!certainly_greater(promised(guarantee(mechanism.at(answer.value)), sound), target));
    tight(answer);
    if (answer.insufficient)
      RC_ASSERT(!certainly_less(promised(guarantee(mechanism.at(*answer.insufficient)), sound), target));
  });
}

// ---- Regression with a binary label ----

double log_likelihood(Link link, double margin) {
  if (link == Link::probit) return std::log(std::erfc(-margin / std::sqrt(2.0)) / 2);
  return margin < 0 ? margin - std::log1p(std::exp(margin)) : -std::log1p(std::exp(-margin));
}

/// One covariate, u = c w: n - 1 equal records of margin `others` u, one of margin `own` u, prior exp(-n u^2/(2 k)).
struct Regression {
  Link link;
  double n, k, rho, others, own;
  [[nodiscard]] double log_weight(double u) const {
    return -n * u * u / (2 * k) + rho * ((n - 1) * log_likelihood(link, others * u) + log_likelihood(link, own * u));
  }
  /// log of the normalised density on [-reach, reach]; the prior's width sets the pieces.
  [[nodiscard]] std::function<double(double)> log_density(double reach) const {
    double top = -std::numeric_limits<double>::infinity();
    for (int i = -500; i <= 500; ++i) top = std::fmax(top, log_weight(reach * i / 500));
    const double log_mass =
        top + std::log(integrate([&](double u) { return std::exp(log_weight(u) - top); }, {-reach, 0, reach}, scale()));
    return [self = *this, log_mass](double u) { return self.log_weight(u) - log_mass; };
  }
  [[nodiscard]] double scale() const { return std::sqrt(k / n) / 2; }
};

SuiteResult regression_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    GlmRelease release;
    release.link = *rc::gen::element(Link::logistic, Link::probit);
    release.truncated = true;
    release.c = *log_uniform(Rational(1, 10), Rational(10));
    const Rational k = *log_uniform(Rational(1, 10), Rational(4));
    release.beta = release.c * release.c / k;
    release.rho = *rc::gen::oneOf(rc::gen::just(Rational(1)), log_uniform(Rational(1, 2), Rational(1)));
    const double reach = k.approx(), rho = release.rho.approx();
    release.n = static_cast<std::int64_t>(400 / reach) * *any_in(1, 4);
    RC_ASSERT(release.radius() * release.c == k);
    const Guarantee g = glm_guarantee(release);
    RC_ASSERT(g.cases.size() == 1U);
    RC_ASSERT(g.cases[0].mechanism == "pure_dp");
    const double most = g.cases[0].parameters.at("eps")[0].approx();
    RC_LOG() << "promised " << most << "\n";
    // Twice the range of one record's loss: once for the record itself, once for the normaliser.
    const double range = log_likelihood(release.link, reach) - log_likelihood(release.link, -reach);
    RC_ASSERT(std::fabs(most - 2 * rho * range) <= 1e-9 * most);
    // The others agree with each other and hold the posterior on one side; the odd record changes sides. Or anything.
    const bool directed = *any_in(0, 3) != 0;
    const auto margin = [&] { return directed ? -1 : 2 * (*unit()).approx() - 1; };
    const double others = margin(), from = directed ? 1 : margin(), to = margin();
    const auto n = static_cast<double>(release.n);
    const Regression p{release.link, n, reach, rho, others, from}, q{release.link, n, reach, rho, others, to};
    const auto log_p = p.log_density(reach), log_q = q.log_density(reach);
    double largest = 0;
    for (int i = -200; i <= 200; ++i)
      largest = std::fmax(largest, std::fabs(log_p(reach * i / 200) - log_q(reach * i / 200)));
    RC_LOG() << "largest log-ratio " << largest << "\n";
    RC_ASSERT(largest <= most * (1 + 1e-9));
    // Where the others pull, more than the record's own loss shows.
    if (directed) RC_ASSERT(largest > 1.02 * rho * range);
    // Without truncation: the divergence of the same two posteriors against the concentrated bound.
    release.truncated = false;
    if (release.link == Link::probit) return;
    const double far = reach + 13 * std::sqrt(reach / n);
    const double order = (Rational(1) + *log_uniform(Rational(1, 10), Rational(20))).approx();
    const LinePair pair{p.log_density(far), q.log_density(far), {-far, 0, far}, p.scale() / 2};
    const double divergence = renyi_by_quadrature(order, pair);
    const Ball bound = promised(glm_guarantee(release), Rational::from_double(order));
    RC_LOG() << "divergence " << divergence << ", bound " << bound.str(10) << "\n";
    RC_ASSERT(divergence <= bound.approx() * (1 + 1e-8));
  });
}

}  // namespace

std::span<const Suite> posterior_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"calibration.both-sides",
        "The calibrated r or m meets its target for every two data sets, and the next larger one does not.",
        calibration_suite},
       {"calibration.largest-of-pairs",
        "Of any worst case the calibrated parameter meets the target for all "
        "pairs, and the next larger one for not all.",
        curves_suite},
       {"gaussian-mean.guarantee",
        "Posteriors of clipped records stay within the guarantee, opposite "
        "records attain it; calibrated on both sides.",
        mean_suite},
       {"glm.guarantee",
        "Log-ratios of truncated regression posteriors, integrated, lie within the "
        "guarantee; it is twice one loss's range.",
        regression_suite}}};
  return suites;
}

}  // namespace dpcert::properties
