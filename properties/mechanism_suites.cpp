// The library's own mechanisms: sampler against law, claimed guarantee against the exact supremum by enumeration,
// monotonicity in every parameter, group privacy, post-processing. Divergences are certified; a property fails only if
// it fails for certain. Samplers: false alarm at most 1e-9 a case (Dvoretzky-Kiefer-Wolfowitz with Massart's constant).
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>

#include "dpcert/divergence/certified.hpp"
#include "dpcert/mechanisms/gaussian_mean.hpp"
#include "dpcert/mechanisms/statistical_query.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

using Posterior = TemperedPosterior<Rational>;
using Counts = std::vector<std::int64_t>;
constexpr int claim_digits = 20;

Certified larger_of(Certified a, const Certified& b) {
  if (a.is_infinite()) return a;
  return b.is_infinite() || certainly_greater(b.enclosure, a.enclosure) ? b : a;
}

Rational any_order_above_one() { return Rational(1) + *log_uniform(Rational(1, 1000), Rational(100)); }

struct Setting {
  std::vector<Rational> prior;
  std::int64_t n = 0;
  Tempering kind = Tempering::diffused;
  Rational x;

  [[nodiscard]] Posterior mechanism() const { return Posterior(Dirichlet<Rational>(prior), n, kind, x); }
};
Setting any_setting(std::size_t most_categories, std::int64_t most_records) {
  Setting s;
  const auto d = *any_in<std::size_t>(2, most_categories + 1);
  s.prior = (*law(d, log_uniform(Rational(1, 1000), Rational(1000)))).alpha;
  s.n = *any_in<std::int64_t>(1, most_records + 1);
  s.kind = *rc::gen::element(Tempering::diffused, Tempering::concentrated);
  s.x = any_fraction();
  return s;
}

/// Every data set of `n` records, as counts of d categories.
void every_data_set(std::size_t d, std::int64_t n, const std::function<void(const Counts&)>& see) {
  Counts counts(d, 0);
  const std::function<void(std::size_t, std::int64_t)> fill = [&](std::size_t k, std::int64_t left) {
    if (k + 1 == d) {
      counts[k] = left;
      see(counts);
      return;
    }
    for (counts[k] = 0; counts[k] <= left; ++counts[k]) fill(k + 1, left - counts[k]);
    counts[k] = 0;
  };
  fill(0, n);
}
Certified supremum_by_enumeration(const Posterior& mechanism, const Rational& order) {
  Certified worst = Certified::zero();
  const std::size_t d = mechanism.categories();
  every_data_set(d, mechanism.records(), [&](const Counts& counts) {
    const auto p = mechanism.law(counts);
    for (std::size_t from = 0; from < d; ++from) {
      for (std::size_t to = 0; to < d; ++to) {
        if (from == to || counts[from] == 0) continue;
        Counts other = counts;
        --other[from], ++other[to];
        worst = larger_of(worst, certified_renyi(Order(order), p, mechanism.law(other), claim_digits));
      }
    }
  });
  return worst;
}
Certified supremum_claimed(const Posterior& mechanism, const Rational& order) {
  Certified worst = Certified::zero();
  for (const CertifiedCase& c : guarantee(mechanism).cases) {
    const auto at = [&](const char* key) { return c.parameters.at(key)[0]; };
    worst = larger_of(worst, certified_renyi(Order(order), Beta<Rational>{at("a1"), at("b1")},
                                             Beta<Rational>{at("a2"), at("b2")}, claim_digits));
  }
  return worst;
}

SuiteResult guarantee_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Setting s = any_setting(4, 4);
    const Posterior mechanism = s.mechanism();
    const Rational order = any_order_above_one();
    const Certified claimed = supremum_claimed(mechanism, order), exact = supremum_by_enumeration(mechanism, order);
    RC_ASSERT(claimed.is_infinite() == exact.is_infinite());
    if (!claimed.is_infinite()) RC_ASSERT(claimed.enclosure.overlaps(exact.enclosure));
  });
}

SuiteResult monotone_claim_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    Setting s = any_setting(5, 1000);
    const Rational order = any_order_above_one();
    const Certified before = supremum_claimed(s.mechanism(), order);
    switch (*any_in(0, 3)) {
      case 0:  // a smaller r or m
        s.x = s.x * any_fraction();
        break;
      case 1:  // more records
        s.n += *any_in<std::int64_t>(1, 1000);
        break;
      default:  // a stronger prior (public data)
        s.prior[*any_in<std::size_t>(0, s.prior.size())] += *log_uniform(Rational(1, 1000), Rational(1000));
    }
    RC_ASSERT(may_be_at_most(supremum_claimed(s.mechanism(), order), before));
  });
}

// Mironov (2017), proposition 2: two changed records at half the order cost at most three times the epsilon.
SuiteResult group_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    Setting s = any_setting(4, 30);
    s.n += 1;
    const Posterior mechanism = s.mechanism();
    const Rational order = Rational(4) + *log_uniform(Rational(1, 100), Rational(100));
    const std::size_t d = s.prior.size();
    Counts p(d, 0);
    for (std::int64_t i = 0; i < s.n; ++i) ++p[*any_in<std::size_t>(0, d)];
    Counts q = p;
    for (int change = 0; change < 2; ++change) {
      const auto from = *any_in<std::size_t>(0, d);
      if (q[from] == 0) continue;
      --q[from], ++q[*any_in<std::size_t>(0, d)];
    }
    const Certified one = supremum_claimed(mechanism, order);
    if (one.is_infinite()) return;
    const Certified two = certified_renyi(Order(order / Rational(2)), mechanism.law(p), mechanism.law(q), claim_digits);
    RC_ASSERT(two.is_finite());
    RC_ASSERT(!certainly_greater(two.enclosure, Ball(3) * one.enclosure));
  });
}

// What is computed from the release alone keeps the guarantee: here the probability of a set of categories, a Beta law.
SuiteResult post_processing_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Setting s = any_setting(6, 30);
    const Posterior mechanism = s.mechanism();
    const Rational order = any_order_above_one();
    const std::size_t d = s.prior.size();
    Counts p(d, 0);
    for (std::int64_t i = 0; i < s.n; ++i) ++p[*any_in<std::size_t>(0, d)];
    Counts q = p;
    const auto from = *any_in<std::size_t>(0, d);
    RC_PRE(q[from] > 0);
    --q[from], ++q[*any_in<std::size_t>(0, d)];
    const auto set = *any_in<std::size_t>(1, d);
    const auto marginal = [&](const Dirichlet<Rational>& law) {
      Beta<Rational> out{Rational(0), Rational(0)};
      for (std::size_t k = 0; k < d; ++k) (k < set ? out.alpha : out.beta) += law.alpha[k];
      return out;
    };
    const Certified released =
        certified_renyi(Order(order), marginal(mechanism.law(p)), marginal(mechanism.law(q)), claim_digits);
    RC_ASSERT(may_be_at_most(released, supremum_claimed(mechanism, order)));
  });
}

constexpr int samples = 8000;
const double sampling_slack = alarm_radius(samples) + rounding_of_frequencies;
constexpr std::array<int, 5> places = {samples / 10, samples / 4, samples / 2, 3 * samples / 4, 9 * samples / 10};

SuiteResult sampler_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    auto random = any_random();
    std::vector<double> drawn;
    if (*any_in(0, 2) == 0) {
      const Setting s = any_setting(4, 50);
      const std::size_t d = s.prior.size();
      Counts data(d, 0);
      for (std::int64_t i = 0; i < s.n; ++i) ++data[*any_in<std::size_t>(0, d)];
      const Dirichlet<Rational> exact = s.mechanism().law(data);
      Dirichlet<double> law;
      for (const Rational& a : exact.alpha) law.alpha.push_back(a.approx());
      for (int i = 0; i < samples; ++i) drawn.push_back(sample(law, random)[0]);
      std::ranges::sort(drawn);
      for (const int i : places) {
        const double x = drawn[static_cast<std::size_t>(i)];
        if (!(x > 1e-300 && x < 1 - 1e-9)) continue;  // rounded to an end: nothing left to compare
        const Ball at(Rational::from_double(x), 64);
        const auto tails =
            beta_tails(exact.alpha[0], total(exact) - exact.alpha[0], {at, Ball(1).with_precision(64) - at}, 64);
        RC_ASSERT(std::fabs(tails.lower.approx() - static_cast<double>(i) / samples) <= sampling_slack + 1.0 / samples);
      }
      return;
    }
    const double variance = (*log_uniform(Rational(1, 100), Rational(100))).approx(),
                 prior_count = (*log_uniform(Rational(1, 100), Rational(100))).approx(), x = any_fraction().approx();
    const auto n = *any_in<std::int64_t>(1, 100);
    const auto kind = *rc::gen::element(Tempering::diffused, Tempering::concentrated);
    constexpr double clip = 2, prior_mean = 1.5;
    const NormalMeanPosterior<double> mechanism(variance, prior_count, clip, n, kind, x, prior_mean);
    const NormalLaw<double> law = mechanism.law(clipped(7, clip) * static_cast<double>(n));
    for (int i = 0; i < samples; ++i) drawn.push_back(sample(law, random));
    std::ranges::sort(drawn);
    for (const int i : places) {
      const double z = (drawn[static_cast<std::size_t>(i)] - law.mean) / std::sqrt(law.variance);
      RC_ASSERT(std::fabs(std::erfc(-z / std::sqrt(2.0)) / 2 - static_cast<double>(i) / samples) <=
                sampling_slack + 1.0 / samples);
    }
  });
}

// Beta-sampled query: the guarantee of Beta-Bernoulli holds for all sums of values in [0, 1], not only 0 and 1.
SuiteResult query_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    Setting s = any_setting(2, 30);
    const Posterior mechanism = s.mechanism();
    const Rational order = any_order_above_one();
    const Rational others = *unit() * Rational(s.n - 1), f = *rc::gen::oneOf(unit(), rc::gen::just(Rational(1))),
                   g = *rc::gen::oneOf(unit(), rc::gen::just(Rational(0)));
    const Certified value = certified_renyi(Order(order), statistical_query_law(mechanism, Rational(others + f)),
                                            statistical_query_law(mechanism, Rational(others + g)), claim_digits);
    RC_ASSERT(may_be_at_most(value, supremum_claimed(s.mechanism(), order)));
  });
}

}  // namespace

std::span<const Suite> mechanism_suites() {
  static constexpr std::array<Suite, 6> suites = {
      {{"mechanism.guarantee-is-supremum",
        "The claimed guarantee of posterior sampling is the largest divergence over all neighbouring data sets.",
        guarantee_suite},
       {"mechanism.monotone", "A smaller r or m, more records and a stronger prior never weaken the guarantee.",
        monotone_claim_suite},
       {"mechanism.group-privacy", "Two changed records at half the order cost at most three times epsilon.",
        group_suite},
       {"mechanism.post-processing", "The probability of a set of categories keeps the guarantee of the release.",
        post_processing_suite},
       {"mechanism.sampler-law",
        "Released samples follow the stated law: Dirichlet marginals, normal means (false alarm 1e-9 a case, "
        "Dvoretzky-Kiefer-Wolfowitz).",
        sampler_suite},
       {"mechanism.statistical-query", "Values anywhere in [0, 1] are no worse than zeros and ones.", query_suite}}};
  return suites;
}

}  // namespace dpcert::properties
