#include "dpcert/properties/mechanism.hpp"
#include "dpcert/divergence/certified.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/run.hpp"
#include "dpcert/special/incomplete_beta.hpp"
#include "properties/frequencies.hpp"

namespace dpcert::properties {
namespace {

// Two Dirichlet laws and an order.
struct LawPair {
  double order = 0;
  std::vector<double> p, q;
  Certified truth;  // of exactly these doubles
};

Certified truth_of(double order, const std::vector<double>& p, const std::vector<double>& q) {
  const auto exact = [](const std::vector<double>& x) {
    Dirichlet<Rational> law;
    for (const double v : x) law.alpha.push_back(Rational::from_double(v));
    return law;
  };
  return certified_renyi(Order(Rational::from_double(order)), exact(p), exact(q), 20);
}

rc::Gen<Rational> order_up_to(double largest) {
  return rc::gen::oneOf(unit(), rc::gen::map(log_uniform(Rational(1, 1000000), Rational::from_double(largest)),
                                             [](const Rational& x) { return Rational(1) + x; }));
}

LawPair draw(const DivergenceClaims& claims) {
  const auto count =
      log_uniform(Rational::from_double(claims.least_count), Rational::from_double(claims.largest_count));
  const auto pair = claims.dimension == 0 ? *any_pair(count)
                    : *rc::gen::arbitrary<bool>()
                        ? *neighbouring_pair(static_cast<std::size_t>(claims.dimension), count)
                        : Pair{*law(static_cast<std::size_t>(claims.dimension), count),
                               *law(static_cast<std::size_t>(claims.dimension), count)};
  LawPair c;
  c.order = (*order_up_to(claims.largest_order)).approx();
  for (const Rational& a : pair.p.alpha) c.p.push_back(a.approx());
  for (const Rational& a : pair.q.alpha) c.q.push_back(a.approx());
  c.truth = truth_of(c.order, c.p, c.q);
  return c;
}

}  // namespace

std::vector<SuiteResult> check_divergence(const DivergenceFunction& divergence, const DivergenceClaims& claims,
                                          const Options& options) {
  std::vector<SuiteResult> results;
  const auto run = [&](const std::string& name, auto property) {
    if (!options.replay.empty() && options.replay.rfind(name + ":", 0) != 0) return;
    results.push_back(run_property(name, options, property));
  };
  run("divergence-under-test.value", [&] {
    const LawPair c = draw(claims);
    RC_PRE(c.truth.is_finite());
    const double value = divergence(c.order, c.p, c.q), expected = c.truth.enclosure.approx();
    RC_LOG() << "order " << c.order << ": given " << value << ", certified " << c.truth.enclosure.str(20);
    RC_ASSERT(std::isfinite(value) || (claims.upper_bound && value > 0));
    if (std::isfinite(value)) RC_ASSERT(value <= expected + claims.relative_error * expected);
    if (claims.upper_bound) {
      if (std::isfinite(value)) RC_ASSERT(!certainly_less(Ball(Rational::from_double(value), 256), c.truth.enclosure));
    } else {
      RC_ASSERT(value >= expected - claims.relative_error * expected);
    }
  });
  run("divergence-under-test.infinity", [&] {
    const LawPair c = draw(claims);
    const double value = divergence(c.order, c.p, c.q);
    RC_LOG() << "order " << c.order << ": given " << value;
    RC_ASSERT(!std::isnan(value));
    if (c.truth.is_infinite()) RC_ASSERT(std::isinf(value) && value > 0);
  });
  run("divergence-under-test.permutation", [&] {
    LawPair c = draw(claims);
    const double before = divergence(c.order, c.p, c.q);
    std::rotate(c.p.begin(), c.p.begin() + 1, c.p.end());
    std::rotate(c.q.begin(), c.q.begin() + 1, c.q.end());
    const double after = divergence(c.order, c.p, c.q);
    RC_LOG() << "order " << c.order << ": " << before << " and " << after;
    RC_ASSERT(before == after || std::fabs(before - after) <= 2 * claims.relative_error * std::fabs(before));
  });
  run("divergence-under-test.monotone", [&] {
    const LawPair c = draw(claims);
    const double other = (*order_up_to(claims.largest_order)).approx();
    const double low = divergence(std::fmin(c.order, other), c.p, c.q),
                 high = divergence(std::fmax(c.order, other), c.p, c.q);
    RC_LOG() << "orders " << c.order << " and " << other << ": " << low << " and " << high;
    RC_ASSERT(low <= high + 2 * claims.relative_error * std::fabs(high));
  });
  return results;
}

SuiteResult check_guarantee(const PosteriorMechanism& mechanism, const Options& options, double largest_order) {
  return run_property("mechanism-under-test.guarantee", options, [&] {
    const auto data = *neighbouring_data(mechanism.categories, mechanism.most_records);
    const Rational order = *order_up_to(largest_order);
    const double claimed = mechanism.guarantee(order.approx());
    RC_ASSERT(!std::isnan(claimed));
    if (std::isinf(claimed) && claimed > 0) return;
    const auto d = certified_renyi(Order(Rational::from_double(order.approx())), mechanism.law(data.data),
                                   mechanism.law(data.other), 20);
    RC_LOG() << "claimed " << claimed << ", certified " << d.enclosure.str(20);
    RC_ASSERT(d.is_finite());
    RC_ASSERT(!certainly_greater(d.enclosure, Ball(Rational::from_double(claimed), 128)));
  });
}

SuiteResult check_sampler(const PosteriorMechanism& mechanism, const Options& options) {
  return run_property("mechanism-under-test.sampler", options, [&] {
    constexpr int samples = 4000;
    const double slack = alarm_radius(samples) + rounding_of_frequencies;
    const auto data = (*neighbouring_data(mechanism.categories, mechanism.most_records)).data;
    const auto seed = *rc::gen::noShrink(rc::gen::resize(100, rc::gen::arbitrary<std::uint64_t>()));
    const auto law = mechanism.law(data);
    std::vector<double> first;
    for (int i = 0; i < samples; ++i) {
      const auto x = mechanism.sample(data, seed + static_cast<std::uint64_t>(i));
      RC_ASSERT(x.size() == law.dimension() && x[0] >= 0 && x[0] <= 1);
      first.push_back(x[0]);
    }
    std::ranges::sort(first);
    for (int i = samples / 20; i < samples; i += samples / 20) {
      const double x = first[static_cast<std::size_t>(i)];
      if (x <= 0 || x >= 1) continue;
      const Rational exact = Rational::from_double(x);
      const auto tails =
          beta_tails(law.alpha[0], total(law) - law.alpha[0], {Ball(exact, 64), Ball(Rational(1) - exact, 64)}, 64);
      RC_LOG() << "P(x_0 <= " << x << ") = " << tails.lower.approx() << ", in the sample "
               << static_cast<double>(i) / samples << "\n";
      RC_ASSERT(std::fabs(tails.lower.approx() - static_cast<double>(i) / samples) <= slack + 1.0 / samples);
    }
  });
}

}  // namespace dpcert::properties
