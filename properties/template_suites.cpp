// Templates that statements restate and no evaluation of this library goes through: each against an integral of
// densities, a search for the supremum, exact sums or the equation that it solves.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "dpcert/divergence/hockey_stick.hpp"
#include "dpcert/divergence/renyi.hpp"
#include "dpcert/divergence/wasserstein.hpp"
#include "dpcert/families/parameter_sets.hpp"
#include "dpcert/langevin/sizes.hpp"
#include "dpcert/langevin/witness.hpp"
#include "dpcert/mechanisms/chain_diagnostics.hpp"
#include "dpcert/mechanisms/tempered_posterior.hpp"
#include "dpcert/privacy/formulas.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

double drawn(const Rational& lo, const Rational& hi) { return (*log_uniform(lo, hi)).approx(); }
/// Both doubles, the second from the definition.
bool near(double formula, double direct, double relative, double absolute = 0) {
  RC_LOG() << "formula " << formula << ", definition " << direct << "\n";
  return std::fabs(formula - direct) <= relative * std::fabs(direct) + absolute;
}

// Laplace noise of scale b against the same noise moved by 1: the integral of the two densities.
SuiteResult laplace_template_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double b = drawn(Rational(1, 4), Rational(20)), order = 1 + drawn(Rational(1, 10), Rational(20));
    LinePair pair;
    pair.log_p = [b](double x) { return -std::fabs(x) / b - std::log(2 * b); };
    pair.log_q = [b](double x) { return -std::fabs(x - 1) / b - std::log(2 * b); };
    pair.cuts = {-40 * b, 0, 1, 1 + 40 * b};
    pair.scale = b / (1 + order);
    RC_ASSERT(near(laplace_rdp_formula(order, 1 / b), renyi_by_quadrature(order, pair), 1e-7, 1e-13));
  });
}

// Two options whose odds differ by exp(range): sums over both, and the largest over their probability.
SuiteResult two_options_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double range = drawn(Rational(1, 10), Rational(6)), order = 1 + drawn(Rational(1, 10), Rational(20)),
                 q = (*unit()).approx() * 0.98 + 0.01;
    const double p = q * std::exp(range) / (1 + q * std::expm1(range));
    RC_ASSERT(near(two_options_rdp(order, range, q),
                   renyi_by_outcomes(order, {std::log(p), std::log1p(-p)}, {std::log(q), std::log1p(-q)}), 1e-8));
    const double shortfall = range * (*unit()).approx(), epsilon = range - shortfall;
    const auto kept = [&](double gains) {
      const double there = gains * std::exp(range) / (1 + gains * std::expm1(range));
      return there - std::exp(epsilon) * gains;
    };
    const double best = largest_unimodal(kept, 0, 1);
    RC_ASSERT(near(bounded_range_delta(shortfall, range), best > 0 ? best : 0, 1e-6, 1e-12));
    RC_ASSERT(near(two_options_delta(epsilon, range, q), p - std::exp(epsilon) * q, 1e-9, 1e-14));
  });
}

// The mixture (1-q) N(0, sigma^2) + q N(1, sigma^2) against N(0, sigma^2): the integral of the two densities.
SuiteResult subsampled_template_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int order = *any_in(2, 12);
    const double q = drawn(Rational(1, 20), Rational(9, 10)), sigma = drawn(Rational(1), Rational(4)),
                 times = *any_in(1, 5);
    LinePair pair;
    pair.log_q = [sigma](double x) { return Normal{0, sigma}.log_density(x); };
    pair.log_p = [sigma, q](double x) {
      return Normal{0, sigma}.log_density(x) + std::log1p(q * std::expm1((2 * x - 1) / (2 * sigma * sigma)));
    };
    pair.cuts = {-13 * sigma, 0, order + 13 * sigma};
    pair.scale = sigma / 4;
    RC_ASSERT(near(subsampled_gaussian_rdp_formula(order, q, sigma, times), times * renyi_by_quadrature(order, pair),
                   1e-7, 1e-12));
  });
}

// What a moment of the privacy loss leaves to delta: E (1 - exp(epsilon - Z))+ is at most the largest value of
// (1 - exp(epsilon - t)) exp(-(order-1) t) over t > epsilon times E exp((order-1) Z), and a law of one loss attains it.
SuiteResult one_order_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double less = drawn(Rational(1, 10), Rational(30)), rho = drawn(Rational(1, 100), Rational(5)),
                 epsilon = drawn(Rational(1, 100), Rational(5));
    const auto share = [&](double t) { return std::log(-std::expm1(epsilon - t)) - less * (t - rho); };
    const double best = largest_unimodal(share, epsilon + 1e-9, epsilon + 20 / less + 20);
    RC_ASSERT(near(std::log(renyi_to_delta_formula(1 + less, rho, epsilon)), best, 1e-7, 1e-7));
  });
}

// The tail of a Beta law of integers by its density; the Hellinger distance of two by the overlap of theirs.
SuiteResult beta_template_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int a = *any_in(1, 15), b = *any_in(1, 15);
    const double x = (*unit()).approx() * 0.98 + 0.01;
    const auto log_density = [](double one, double zero) {
      const double level = std::lgamma(one + zero) - std::lgamma(one) - std::lgamma(zero);
      return [=](double y) { return level + (one - 1) * std::log(y) + (zero - 1) * std::log1p(-y); };
    };
    const auto density = log_density(a, b);
    const double tail = integrate([&](double y) { return std::exp(density(y)); }, {x, 1}, 0.02);
    RC_ASSERT(near(beta_upper_tail_formula(a, b, x), tail, 1e-9, 1e-12));
    // In the logit both densities are smooth and their tails exponential.
    const Beta<double> p{drawn(Rational(1, 2), Rational(20)), drawn(Rational(1, 2), Rational(20))},
        q{drawn(Rational(1, 2), Rational(20)), drawn(Rational(1, 2), Rational(20))};
    const auto logit_density = [](const Beta<double>& law) {
      const double level = std::lgamma(law.alpha + law.beta) - std::lgamma(law.alpha) - std::lgamma(law.beta);
      return
          [=](double t) { return level - law.alpha * std::log1p(std::exp(-t)) - law.beta * std::log1p(std::exp(t)); };
    };
    const auto log_p = logit_density(p), log_q = logit_density(q);
    // 1 - int sqrt(P Q) is half the integral of (sqrt P - sqrt Q)^2: no cancellation.
    const double direct = integrate(
        [&](double t) {
          const double difference = std::exp(log_p(t) / 2) - std::exp(log_q(t) / 2);
          return difference * difference / 2;
        },
        {-80, 0, 80}, 0.2);
    RC_ASSERT(near(hellinger_squared(p, q), direct, 1e-8, 1e-12));
    RC_ASSERT(near(hellinger_distance(p, q), std::sqrt(direct), 1e-8, 1e-6));
  });
}

// W2^2 of two normal laws on the line is the mean of the squared difference of their quantiles, (m + s Z)^2;
// coordinates add. And the bound on a smoothed density is where it stops: put into the estimate of the annulus it gives
// itself.
SuiteResult transport_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::size_t d = *any_in<std::size_t>(1, 4);
    std::vector<double> m1, s1, m2, s2;
    double direct = 0;
    for (std::size_t k = 0; k < d; ++k) {
      m1.push_back(drawn(Rational(1, 10), Rational(10))), m2.push_back(drawn(Rational(1, 10), Rational(10)));
      s1.push_back(drawn(Rational(1, 10), Rational(10))), s2.push_back(drawn(Rational(1, 10), Rational(10)));
      direct += integrate(
          [&](double z) {
            const double gap = m1[k] + s1[k] * z - m2[k] - s2[k] * z;
            return gap * gap * std::exp(Normal{0, 1}.log_density(z));
          },
          {-12, 0, 12}, 0.5);
    }
    const std::span<const double> a(m1), b(s1), c(m2), e(s2);
    RC_ASSERT(near(gaussian_wasserstein2_squared(a, b, c, e), direct, 1e-10));
    const Rational radius = *log_uniform(Rational(1, 10), Rational(10)), eps = radius * *unit();
    RC_PRE(eps < radius && eps.sign() > 0);
    const int dimension = *any_in(1, 4);
    const Rational larger = *log_uniform(Rational(1, 10), Rational(10)),
                   smaller = larger * pow((radius - eps) / radius, dimension);
    const Rational slope = *log_uniform(Rational(1, 100), Rational(10)),
                   mean_q = *log_uniform(Rational(1, 100), Rational(10));
    // P(ball) = P(smaller ball) + P(annulus) <= Q(ball) + eps + what the annulus may hold.
    const Rational mass = smoothed_density_bound(dimension, eps, radius, slope, mean_q, smaller) * larger;
    RC_ASSERT(mass == mean_q * larger + eps + annulus_mass_bound(larger, smaller, radius, slope, mass));
  });
}

// The recipe of the separation theorem: each size put into the inequality that it solves, by logarithms.
SuiteResult recipe_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double epsilon = drawn(Rational(1, 10), Rational(2)), delta = drawn(Rational(1, 1000), Rational(2, 5)),
                 prime = drawn(Rational(1), Rational(50)), alpha = drawn(Rational(1, 100), Rational(2)),
                 beta = drawn(Rational(1, 2), Rational(3)), h = drawn(Rational(2), Rational(4)),
                 l = h / (1 + drawn(Rational(1, 10), Rational(4)));
    const double g1 = 0.02 + 0.2 * (*unit()).approx(), g2 = 1 + g1 + (0.5 - g1) * (0.05 + 0.9 * (*unit()).approx());
    const double half = 0.5 - delta, q = h * beta;
    const auto conditions = langevin::recipe_conditions(
        langevin::PosteriorSizes<double>{epsilon, delta, alpha, beta, h, l}, prime, half, g1, g2);
    RC_ASSERT(conditions.size() == 11U);
    const double nu = 1 + 2 * std::log(1 / delta) / epsilon, w = h * (alpha + q);
    // n^(1/exponent) at the least n.
    const auto power = [&](std::size_t i) {
      const auto& condition = conditions[i];
      return std::exp(condition.log_value() / (condition.exponent ? *condition.exponent : 1));
    };
    RC_ASSERT(near(conditions[0].base * q + 1, 1 / (2 * alpha), 1e-9));
    RC_ASSERT(near(conditions[1].base * q, alpha, 1e-9));
    RC_ASSERT(near(conditions[2].base * q + 2 * alpha - 0.5, alpha * std::exp(2 / q), 1e-9, 1e-12));
    RC_ASSERT(near((power(3) - 1) * epsilon * l, 8 * h, 1e-9));
    RC_ASSERT(near((power(4) - 1) * epsilon * l, nu * h * (epsilon + 8 * nu - 8), 1e-9));
    RC_ASSERT(near(power(5) * 0.9 * epsilon * l, 16 * nu * beta * h * h, 1e-9));
    const double spread = 1 + std::exp(-(g2 - g1) * std::log1p(10 * nu * h / (l * beta)));
    RC_ASSERT(near(power(6) * epsilon * 0.9 * l * l, 16 * nu * h * w * spread, 1e-9));
    RC_ASSERT(near(power(7) * epsilon * 0.9 * l * l * l * beta, 4 * nu * w * w * spread, 1e-9));
    RC_ASSERT(near((power(8) - 1) * l * beta, 10 * h * nu, 1e-9));
    RC_ASSERT(near((power(9) - 1) * l, nu * h, 1e-9));
    // alpha n^(2 (g2-1)) / (2 v1 (32 q/3)^2 exp(2/q)) = epsilon' - log(1/2 - delta).
    const double v1 = std::fmax(6, 1 + 2 * std::exp(1 / q));
    RC_ASSERT(near(power(10) * alpha * 9 * std::exp(-2 / q), 2 * v1 * 1024 * q * q * (prime - std::log(half)), 1e-9));
    RC_ASSERT(near(1 / conditions[5].exponent.value(), 1 - 2 * g1, 1e-9));
    RC_ASSERT(near(1 / conditions[6].exponent.value(), 2 - g1 - g2, 1e-9));
    RC_ASSERT(near(1 / conditions[7].exponent.value(), 1.5 - g2, 1e-9));
    RC_ASSERT(near(1 / conditions[10].exponent.value(), 2 * g2 - 2, 1e-9));
    // The size that is reported is what these conditions ask for at its exponents, and at no others on a grid is it
    // less.
    const langevin::SeparationTarget target{Rational::from_double(epsilon), Rational::from_double(prime),
                                            Rational::from_double(delta)};
    const langevin::RecipeSize reported = langevin::recipe_size(target);
    const auto asked = [&](double first, double second) {
      double most = 0;
      for (const auto& condition :
           langevin::recipe_conditions(langevin::PosteriorSizes<double>{epsilon, delta, 0.1, 1, 1.8 * 1.8, 0.9 * 0.9},
                                       prime, half, first, second))
        if (condition.base > 0) most = std::fmax(most, condition.log_value() / std::log(10.0));
      return most;
    };
    RC_ASSERT(near(reported.log10_n, asked(reported.gamma1, reported.gamma2), 1e-9));
    RC_ASSERT(reported.log10_n <= asked(g1, g2) * 1.02);
  });
}

// A chain x' = phi x + noise has N (1 - phi)/(1 + phi) draws' worth of its mean; chains around different centres do not
// agree, by the ratio of the variance of all draws to that of one chain.
SuiteResult chains_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    std::mt19937_64 random(static_cast<std::uint64_t>(*any_in(0, 1 << 30)));
    std::normal_distribution<double> normal;
    const double phi = 0.9 * (*unit()).approx();
    constexpr std::size_t length = 4000, many = 4;
    const auto chains = [&](double apart) {
      std::vector<std::vector<double>> out(many);
      for (std::size_t j = 0; j < many; ++j) {
        double x = normal(random) / std::sqrt(1 - phi * phi);
        for (std::size_t i = 0; i < length; ++i, x = phi * x + normal(random))
          out[j].push_back(x + apart * static_cast<double>(j));
      }
      return out;
    };
    const auto agreeing = chains(0);
    const double exact = static_cast<double>(length * many) * (1 - phi) / (1 + phi);
    // The estimate's own deviation is about a tenth; a factor of 2 is eight of them.
    const double found = effective_sample_size(agreeing);
    RC_LOG() << "effective " << found << " of " << exact << "\n";
    RC_ASSERT(found > exact / 2 && found < exact * 2);
    RC_ASSERT(near(split_r_hat(agreeing), 1, 0.1));
    const double apart = 3 / std::sqrt(1 - phi * phi);
    const auto different = chains(apart);
    // Centres 0, 1, 2, 3 times `apart`, each twice: their variance is 10/7 apart^2; within is apart^2/9.
    RC_ASSERT(near(split_r_hat(different), std::sqrt(1 + 90.0 / 7), 0.2));
    RC_ASSERT(effective_sample_size(different) < 200);
  });
}

// Draws of a Beta law have its distribution, by the mean of x and of log x (the slopes of the log-partition function),
// and a point is in pset only if it lost nothing.
SuiteResult counts_template_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    std::mt19937_64 random(static_cast<std::uint64_t>(*any_in(0, 1 << 30)));
    const Beta<double> law{drawn(Rational(1, 2), Rational(20)), drawn(Rational(1, 2), Rational(20))};
    constexpr int draws = 4000;
    double sum = 0;
    for (int i = 0; i < draws; ++i) sum += sample(law, random);
    // Hoeffding: 0.06 is exceeded once in 10^12.
    RC_ASSERT(near(sum / draws, law.alpha / (law.alpha + law.beta), 0, 0.06));
    const Dirichlet<Rational> prior = *dpcert::properties::law(3, moderate_count());
    const Rational gain(*any_in(1, 20)), lost = prior.alpha[0] * *unit();
    RC_PRE(lost.sign() > 0 && lost < prior.alpha[0]);
    Dirichlet<Rational> kept = prior, less = prior;
    kept.alpha[1] += gain;
    less.alpha[0] -= lost, less.alpha[1] += gain + lost;
    RC_ASSERT(in_pset(kept, prior, gain) == Membership::inside);
    RC_ASSERT(in_pset(less, prior, gain) == Membership::outside);
    RC_ASSERT(in_lpset(less, prior, gain, lost) == Membership::inside);
  });
}

}  // namespace

std::span<const Suite> template_suites() {
  static constexpr std::array<Suite, 9> suites = {
      {{"chains.diagnostics", "Autoregressive chains have the effective size and the ratio that theory gives them.",
        chains_suite},
       {"formulas.beta-laws", "Tails and Hellinger distances of Beta laws are integrals of their densities.",
        beta_template_suite},
       {"formulas.counts", "Beta draws have the law's mean; a point that lost a count is not in pset.",
        counts_template_suite},
       {"formulas.laplace", "The printed Laplace divergence is the integral of the two densities.",
        laplace_template_suite},
       {"formulas.one-order", "delta of one order is the best share that Markov's inequality leaves.", one_order_suite},
       {"formulas.subsampled", "The binomial sum of a subsampled Gaussian is the integral of the two densities.",
        subsampled_template_suite},
       {"formulas.transport", "W2 of normal laws is the integral over quantiles; the annulus bound gives itself.",
        transport_suite},
       {"formulas.two-options", "Bounded range: sums over two options, and the largest over their probability.",
        two_options_suite},
       {"separation.recipe", "Each size of the recipe solves its condition, put in.", recipe_suite}}};
  return suites;
}

}  // namespace dpcert::properties
