// Stochastic gradient Langevin dynamics on the Gaussian model: closed forms against the recursion of the definition,
// step by step in exact rationals.
#include <array>
#include <cmath>
#include <vector>

#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"

namespace dpcert::properties {
namespace {

using Records = std::vector<langevin::Sample<Rational>>;
using Problem = langevin::Problem<Rational>;

/// theta' = theta + (eta/2)(-alpha theta + n beta x (y - theta x)) + N(0, eta), of a normal theta: an affine map, whose
/// values at 0 and 1 are all that is needed.
NormalLaw<Rational> step(const NormalLaw<Rational>& law, const Rational& alpha, const Rational& beta, std::int64_t n,
                         const Rational& eta, const langevin::Sample<Rational>& record) {
  const auto moved = [&](const Rational& theta) {
    const Rational gradient = -alpha * theta + Rational(n) * beta * record.x * (record.y - theta * record.x);
    return theta + eta / Rational(2) * gradient;
  };
  const Rational scale = moved(Rational(1)) - moved(Rational(0));
  return {moved(law.mean), scale * scale * law.variance + eta};
}
NormalLaw<Rational> run(const Rational& alpha, const Rational& beta, const Rational& eta, const Records& order,
                        std::int64_t steps) {
  NormalLaw<Rational> law{Rational(0), Rational(1) / alpha};
  const auto n = static_cast<std::int64_t>(order.size());
  for (std::int64_t j = 0; j < steps; ++j) law = step(law, alpha, beta, n, eta, order[static_cast<std::size_t>(j % n)]);
  return law;
}

Problem any_problem(std::int64_t most_records) {
  const auto any = [] { return *log_uniform(Rational(1, 10), Rational(10)); };
  Problem p;
  p.n = *any_in<std::int64_t>(1, most_records + 1);
  p.c = any(), p.x_h = any(), p.alpha = any(), p.beta = any();
  return p;
}
/// (eta/2)(alpha + n x_h^2 beta).
Rational any_step_size(const Problem& p, const Rational& complement) {
  return Rational(2) * complement / (p.alpha + Rational(p.n) * p.x_h * p.x_h * p.beta);
}

SuiteResult recursion_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Problem p = any_problem(5);
    const Rational eta = any_step_size(p, *unit());
    const auto steps = *any_in<std::int64_t>(0, 2 * p.n + 3);
    const auto release = langevin::cyclic_release(p, eta, steps);
    const langevin::Sample<Rational> usual{p.x_h, p.c * p.x_h}, odd{p.x_h / Rational(2), p.c * p.x_h / Rational(2)};
    const Records first(static_cast<std::size_t>(p.n), usual);
    const auto same = [](const NormalLaw<Rational>& a, const NormalLaw<Rational>& b) {
      RC_ASSERT(a.mean == b.mean);
      RC_ASSERT(a.variance == b.variance);
    };
    const auto direct = run(p.alpha, p.beta, eta, first, steps);
    same(release.first, direct);
    same(langevin::run_cyclic_sgld<Rational>(p.alpha, p.beta, eta, first, steps), direct);
    for (std::int64_t r = 1; r <= p.n; ++r) {
      Records second = first;
      second[static_cast<std::size_t>(r - 1)] = odd;
      const auto component = run(p.alpha, p.beta, eta, second, steps);
      same(release.component(r), component);
      same(langevin::run_cyclic_sgld<Rational>(p.alpha, p.beta, eta, second, steps), component);
    }
  });
}

// With replacement the law is a mixture over all sequences of records: listed, for few steps.
SuiteResult moments_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Problem p = any_problem(3);
    const Rational eta = any_step_size(p, *unit());
    Records data;
    for (std::int64_t i = 0; i < p.n; ++i)
      data.push_back({p.x_h * *unit(), p.c * *log_uniform(Rational(1, 10), Rational(10))});
    const auto steps = *any_in<std::int64_t>(0, 4);
    std::vector<NormalLaw<Rational>> laws{{Rational(0), Rational(1) / p.alpha}};
    for (std::int64_t j = 0; j < steps; ++j) {
      std::vector<NormalLaw<Rational>> next;
      for (const auto& law : laws)
        for (const auto& record : data) next.push_back(step(law, p.alpha, p.beta, p.n, eta, record));
      laws = std::move(next);
    }
    Rational mean, second;
    const Rational share = Rational(1) / Rational(static_cast<std::int64_t>(laws.size()));
    for (const auto& law : laws) mean += share * law.mean, second += share * (law.variance + law.mean * law.mean);
    const auto moments = langevin::run_sgld_moments<Rational>(p.alpha, p.beta, eta, data, steps);
    RC_ASSERT(moments.mean == mean);
    RC_ASSERT(moments.variance == second - mean * mean);
  });
}

// In the end the mean is the posterior's, and the variance exceeds the posterior's by 1/(1 - d/2), d = (eta/2) A.
SuiteResult limit_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Problem p = any_problem(1000);
    const Rational d = *log_uniform(Rational(1, 1000000), Rational(999, 1000));
    const langevin::Problem<double> nearest{p.n, p.c.approx(), p.x_h.approx(), p.alpha.approx(), p.beta.approx()};
    constexpr std::int64_t steps = 1'000'000'000'000;
    const auto law = langevin::cyclic_release(nearest, any_step_size(p, d).approx(), steps).first;
    const Rational weight = Rational(p.n) * p.beta * p.x_h * p.x_h, precision = p.alpha + weight;
    const double mean = (p.c * weight / precision).approx(), variance = (Rational(1) / precision).approx();
    RC_ASSERT(std::fabs(law.mean - mean) <= 1e-9 * mean);
    RC_ASSERT(std::fabs(law.variance * (1 - d.approx() / 2) - variance) <= 1e-9 * variance);
  });
}

}  // namespace

std::span<const Suite> langevin_suites() {
  static constexpr std::array<Suite, 3> suites = {
      {{"sgld.limit", "Cyclic SGLD ends at the posterior's mean, and at its variance over 1 - d/2.", limit_suite},
       {"sgld.moments", "Moments of SGLD with replacement are those of the mixture over all sequences, exactly.",
        moments_suite},
       {"sgld.recursion", "The closed form of cyclic SGLD is the recursion of its definition, exactly, step by step.",
        recursion_suite}}};
  return suites;
}

}  // namespace dpcert::properties
