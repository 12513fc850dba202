// Inequalities among total variation, Hellinger distance, Kullback-Leibler divergence and the hockey stick of Beta
// pairs; sets of posterior parameters.
#include <array>

#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/families/categorical_dirichlet.hpp"
#include "dpcert/families/parameter_sets.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"

namespace dpcert::properties {
namespace {

constexpr int distance_digits = 15;

Beta<Rational> as_beta(const Dirichlet<Rational>& p) { return {p.alpha[0], p.alpha[1]}; }

SuiteResult distances_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *beta_pair(log_uniform(Rational(1, 1000), Rational(100000)));
    if (pair.p == pair.q) return;
    const auto tv = certified_total_variation(as_beta(pair.p), as_beta(pair.q), distance_digits).enclosure;
    const auto h2 = certified_hellinger_squared(pair.p, pair.q, distance_digits).enclosure;
    const auto kl = certified_kl(pair.p, pair.q, distance_digits).enclosure;
    RC_ASSERT(certainly_positive(tv) && !certainly_greater(tv, Ball(1)));
    RC_ASSERT(!certainly_greater(h2, tv));                                    // H^2 <= TV
    RC_ASSERT(!certainly_greater(tv, sqrt(h2 * (Ball(2) - h2))));             // TV <= H sqrt(2 - H^2)
    RC_ASSERT(!certainly_greater(tv, sqrt(kl * Ball(Rational(1, 2), 100))));  // Pinsker
    RC_ASSERT(!certainly_greater(tv, sqrt(Ball(1) - exp(-kl))));              // Bretagnolle-Huber
  });
}

SuiteResult hockey_stick_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto pair = *beta_pair(log_uniform(Rational(1, 100), Rational(10000)));
    Rational low = *log_uniform(Rational(1, 1000), Rational(20)), high = *log_uniform(Rational(1, 1000), Rational(20));
    if (high < low) std::swap(low, high);
    const auto p = as_beta(pair.p), q = as_beta(pair.q);
    const auto at_zero = certified_total_variation(p, q, distance_digits),
               at_low = certified_hockey_stick(Epsilon(low), p, q, distance_digits),
               at_high = certified_hockey_stick(Epsilon(high), p, q, distance_digits);
    RC_ASSERT(at_zero.is_finite() && at_low.is_finite() && at_high.is_finite());
    RC_ASSERT(!certainly_greater(at_low.enclosure, at_zero.enclosure));
    RC_ASSERT(!certainly_greater(at_high.enclosure, at_low.enclosure));
    RC_ASSERT(certainly_nonnegative(at_high.enclosure));
    // delta(low) <= delta(high) + e^high - e^low, as the slope of int (P - s Q)^+ in s is at least -1.
    RC_ASSERT(!certainly_greater(at_low.enclosure, at_high.enclosure + exp(Ball(high, 200)) - exp(Ball(low, 200))));
    // Where order 2 is finite, delta(eps) <= exp(D_2 - eps)/4: (x - s)^+ <= x^2/(4 s).
    const auto renyi = certified_renyi(Order(Rational(2)), p, q, distance_digits);
    if (renyi.is_finite()) {
      RC_ASSERT(
          !certainly_greater(at_low.enclosure, exp(renyi.enclosure - Ball(low, 200)) * Ball(Rational(1, 4), 200)));
    }
  });
}

SuiteResult posterior_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int d = *any_in(2, 6);
    const CategoricalDirichlet family(d);
    const auto prior = *law(static_cast<std::size_t>(d), any_count());
    const auto data = *neighbouring_data(d, 40);
    const Rational r = *rc::gen::oneOf(rc::gen::just(Rational(1)), unit());
    const auto posterior = [&](const std::vector<int>& records) {
      return family.posterior<Rational>(prior, family.counts<Rational>(records), r);
    };
    const auto p = posterior(data.data), q = posterior(data.other);
    const Rational n = r * Rational(static_cast<long>(data.data.size()));
    RC_ASSERT(in_pset(p, prior, n) == Membership::inside);
    RC_ASSERT(in_pset(q, prior, n) == Membership::inside);
    RC_ASSERT(r_neighbouring(p, q, r) == Membership::inside);
    RC_ASSERT(p == q || r_neighbouring(p, q, Rational(r * Rational(999, 1000))) == Membership::outside);
    // eta_L of the divergence's definition lies in lpset(prior, n, r (order - 1)).
    const Rational order = Rational(1) + *log_uniform(Rational(1, 1000), Rational(100));
    Dirichlet<Rational> l = p;
    for (std::size_t k = 0; k < l.dimension(); ++k)
      l.alpha[k] = order * p.alpha[k] + (Rational(1) - order) * q.alpha[k];
    RC_ASSERT(in_lpset(l, prior, n, Rational(r * (order - Rational(1)))) == Membership::inside);
  });
}

}  // namespace

std::span<const Suite> distance_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"distances.inequalities",
        "Total variation of Beta pairs lies between the Hellinger bounds and below Pinsker's and Bretagnolle-Huber's.",
        distances_suite},
       {"hockey-stick.inequalities",
        "delta(epsilon) of Beta pairs decreases, no faster than -1 in exp(epsilon), and obeys the order-2 bound.",
        hockey_stick_suite},
       {"parameter-sets.posteriors",
        "Posteriors of neighbouring data sets are r-neighbours in pset, and the divergence's point is in lpset.",
        posterior_suite}}};
  return suites;
}

}  // namespace dpcert::properties
