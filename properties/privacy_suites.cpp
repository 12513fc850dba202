// Properties of the registry's mechanisms: what must hold between certified quantities whatever the parameters, and the
// samplers against the laws that they are said to draw from.
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/randomized_response.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/values.hpp"

namespace dpcert::properties {
namespace {

Rational repeated(int most) { return Rational(*any_in(1, most + 1)); }

/// 0 <= D at the smaller order <= D at the larger one.
void monotone_in_order(std::string_view mechanism, const Parameters& parameters) {
  Rational low = *order_above_one(), high = *order_above_one();
  if (high < low) std::swap(low, high);
  const Ball at_low = rdp(mechanism, parameters, low), at_high = rdp(mechanism, parameters, high);
  RC_ASSERT(!certainly_negative(at_low));
  RC_ASSERT(!certainly_greater(at_low, at_high));
}

// ---- Gaussian ----

SuiteResult gaussian_composition(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = *noise(), order = *order_above_one(), root = repeated(40), epsilon = *budget();
    const Parameters many{{"sigma", sigma}, {"T", root * root}}, once{{"sigma", sigma / root}};
    RC_ASSERT(rdp("gaussian", many, order).overlaps(rdp("gaussian", once, order)));
    RC_ASSERT(value("delta", "gaussian", many, epsilon).overlaps(value("delta", "gaussian", once, epsilon)));
    const Ball one_of_many = rdp("gaussian", {{"sigma", sigma}}, order);
    RC_ASSERT((one_of_many * Ball(root * root, 200)).overlaps(rdp("gaussian", many, order)));
  });
}

SuiteResult gaussian_trade_off(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = *noise();
    Rational low = *budget(), high = *budget();
    if (high < low) std::swap(low, high);
    const Ball at_low = value("delta", "gaussian", {{"sigma", sigma}}, low),
               at_high = value("delta", "gaussian", {{"sigma", sigma}}, high);
    RC_ASSERT(certainly_positive(at_high) && certainly_less(at_low, Ball(1)));
    RC_ASSERT(!certainly_greater(at_high, at_low));
    // int (P - s Q)^+ falls in s with a slope of at most 1.
    RC_ASSERT(!certainly_greater(at_low, at_high + exp(Ball(high, 200)) - exp(Ball(low, 200))));
    // More noise, less delta.
    RC_ASSERT(!certainly_greater(value("delta", "gaussian", {{"sigma", sigma * Rational(2)}}, low), at_low));
  });
}

SuiteResult gaussian_inverses(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = *noise(), delta = *log_uniform(pow(Rational(1, 10), 20), Rational(1, 10));
    const Ball epsilon = value("epsilon", "gaussian", {{"sigma", sigma}}, delta);
    if (certainly_positive(epsilon)) {
      // delta at the ends of the enclosure lies on either side.
      const Ball level(delta, 200);
      RC_ASSERT(!certainly_less(value("delta", "gaussian", {{"sigma", sigma}}, epsilon.lower_rational()), level));
      RC_ASSERT(!certainly_greater(value("delta", "gaussian", {{"sigma", sigma}}, epsilon.upper_rational()), level));
      // The least noise for that epsilon is this noise.
      const Ball least = value("sigma", "gaussian", {{"epsilon", epsilon.upper_rational()}}, delta);
      RC_ASSERT(!certainly_greater(least, Ball(sigma, 200)));
      RC_ASSERT(certainly_greater(least, Ball(sigma * (Rational(1) - pow(Rational(1, 10), 8)), 200)));
    }
  });
}

// ---- Conversions ----

SuiteResult conversion_order(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = *noise(), order = *order_above_one(), epsilon = *budget();
    const Rational rho = order / (Rational(2) * sigma * sigma);
    const Parameters at_order{{"order", order}, {"eps", rho}};
    const Ball exact = value("delta", "gaussian", {{"sigma", sigma}}, epsilon),
               optimal = value("delta_optimal", "renyi_dp", at_order, epsilon),
               cks = value("delta_cks", "renyi_dp", at_order, epsilon),
               mironov = value("delta_mironov", "renyi_dp", at_order, epsilon);
    RC_ASSERT(!certainly_greater(exact, optimal));
    RC_ASSERT(!certainly_greater(optimal, cks));
    RC_ASSERT(!certainly_greater(cks, mironov));
    // All orders at once is at least as good as one.
    const Parameters zcdp{{"rho", Rational(1) / (Rational(2) * sigma * sigma)}};
    const Ball best = value("delta_cks", "zcdp", zcdp, epsilon);
    RC_ASSERT(!certainly_greater(best, cks));
    RC_ASSERT(!certainly_greater(exact, best));
    RC_ASSERT(!certainly_greater(best, value("delta_mironov", "zcdp", zcdp, epsilon)));
  });
}

// ---- Laplace, pure DP, the exponential mechanism ----

SuiteResult laplace_bounds(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational b = *noise(), order = *order_above_one();
    const Ball laplace = rdp("laplace", {{"b", b}}, order), bound(Rational(1) / b, 200);
    monotone_in_order("laplace", {{"b", b}});
    // Laplace noise is 1/b-DP: below the worst 1/b-DP mechanism, and that below 1/b.
    const Ball worst = rdp("pure_dp", {{"eps", Rational(1) / b}}, order);
    RC_ASSERT(!certainly_greater(laplace, worst));
    RC_ASSERT(certainly_less(worst, bound));
  });
}

SuiteResult pure_order(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational eps = *budget(), order = *order_above_one();
    monotone_in_order("exponential_mechanism", {{"eps", eps}});
    const Ball range = rdp("exponential_mechanism", {{"eps", eps}}, order),
               pure = rdp("pure_dp", {{"eps", eps}}, order);
    // Bounded range eps is eps-DP; eps-DP is eps^2/2-zCDP (Bun and Steinke), bounded range eps is eps^2/8-zCDP.
    RC_ASSERT(!certainly_greater(range, pure));
    RC_ASSERT(!certainly_greater(pure, Ball(order * eps * eps / Rational(2), 200)));
    RC_ASSERT(!certainly_greater(range, Ball(order * eps * eps / Rational(8), 200)));
  });
}

// ---- Randomised response ----

SuiteResult response_laws(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational noise = *unit(), order = *order_above_one(), k = Rational(*any_in(2, 1000));
    const Parameters kary{{"noise", noise}, {"k", k}};
    monotone_in_order("kary_randomized_response_replace_one", kary);
    const Ball one = rdp("kary_randomized_response_replace_one", kary, order),
               special = rdp("kary_randomized_response_replace_special", kary, order);
    // k-ary with two values is binary; both are pure DP with the largest log-ratio; a uniform neighbour is a mixture of
    // neighbours, so replace-special is at most replace-one by joint convexity of exp((order-1) D).
    if (k == Rational(2))
      RC_ASSERT(one.overlaps(rdp("randomized_response", {{"p_truth", Rational(1) - noise / Rational(2)}}, order)));
    const Rational other = noise / k, truth = Rational(1) - noise + other;
    const Ball ratio = log(Ball(truth / other, 400));
    RC_ASSERT(!certainly_greater(one, rdp("pure_dp", {{"eps", ratio.upper_rational()}}, order)));
    RC_ASSERT(!certainly_greater(special, one));
  });
}

// ---- Subsampling ----

SuiteResult subsampled_amplification(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational sigma = *log_uniform(Rational(3, 10), Rational(50)), order = *order_above_one();
    Rational low = *unit(), high = *unit();
    if (high < low) std::swap(low, high);
    const Ball at_low = rdp("poisson_subsampled_gaussian", {{"q", low}, {"sigma", sigma}}, order),
               at_high = rdp("poisson_subsampled_gaussian", {{"q", high}, {"sigma", sigma}}, order);
    RC_ASSERT(!certainly_negative(at_low));
    RC_ASSERT(!certainly_greater(at_low, at_high));
    RC_ASSERT(!certainly_greater(at_high, rdp("gaussian", {{"sigma", sigma}}, order)));
    monotone_in_order("poisson_subsampled_gaussian", {{"q", low}, {"sigma", sigma}});
  });
}

SuiteResult subsampled_methods(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const int order = *any_in(2, 200);
    const Rational q = *unit(), sigma = *log_uniform(Rational(3, 10), Rational(50));
    const Ball by_sum = subsampled_gaussian_binomial(order, q, sigma, 256) + Ball(1),
               by_integral = subsampled_gaussian_moment(Rational(order), q, sigma, 100);
    RC_ASSERT(by_sum.is_finite() && by_integral.is_finite());
    RC_ASSERT(by_sum.overlaps(by_integral));
  });
}

// The pointwise inequality behind "D(mixture || base) is the larger direction" (docs/privacy-quantities.md): with
// h(t) = t^a - t^(1-a), h(1-q+q w) + w h(1-q+q/w) >= 0 for every ratio w > 0.
SuiteResult subsampled_directions(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const Rational q = *unit(), w = *log_uniform(Rational(1, 1000000), Rational(1000000)), order = *order_above_one();
    constexpr Precision bits = 2000;
    const Ball a(order, bits), one(1);
    const auto h = [&](const Rational& t) {
      const Ball log_t = log(Ball(t, bits));
      return exp(a * log_t) - exp((one - a) * log_t);
    };
    const Rational rest = Rational(1) - q;
    RC_ASSERT(!certainly_negative(h(rest + q * w) + Ball(w, bits) * h(rest + q / w)));
  });
}

// ---- Samplers: Dvoretzky-Kiefer-Wolfowitz (Massart), sup |F_n - F| > sqrt(log(2/p)/(2n)) with probability at most p.

constexpr int law_draws = 4000;
const double largest_gap = std::sqrt(std::log(2e9) / (2.0 * law_draws));

/// `draws` against the distribution function `cdf` at their own quantiles.
template <class Cdf>
void compare_with_law(std::vector<double> draws, const Cdf& cdf) {
  std::ranges::sort(draws);
  for (std::size_t i = 0; i < draws.size(); i += 97) {
    const double empirical = static_cast<double>(i) / static_cast<double>(draws.size()), exact = cdf(draws[i]);
    RC_LOG() << "at " << draws[i] << ": " << empirical << " of the draws, law " << exact << "\n";
    RC_ASSERT(std::fabs(empirical - exact) <= largest_gap + 1.0 / law_draws);
  }
}
std::mt19937_64 fresh() { return std::mt19937_64(*rc::gen::noShrink(rc::gen::arbitrary<std::uint64_t>())); }
template <class Mechanism>
std::vector<double> draws_of(const Mechanism& mechanism, double at) {
  auto random = fresh();
  std::vector<double> out;
  for (int i = 0; i < law_draws; ++i) out.push_back(sample(mechanism, at, random));
  return out;
}

SuiteResult gaussian_sampler(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double sigma = (*noise()).approx(), at = (*budget()).approx();
    compare_with_law(draws_of(GaussianMechanism<double>(sigma), at),
                     [&](double x) { return std::erfc((at - x) / (sigma * std::sqrt(2.0))) / 2; });
  });
}
SuiteResult laplace_sampler(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const double b = (*noise()).approx(), at = (*budget()).approx();
    compare_with_law(draws_of(LaplaceMechanism<double>(b), at),
                     [&](double x) { return x < at ? std::exp((x - at) / b) / 2 : 1 - std::exp((at - x) / b) / 2; });
  });
}
SuiteResult response_sampler(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::int64_t k = *any_in(2, 20), truth = *any_in<std::int64_t>(0, k);
    const auto mechanism = RandomizedResponse<double>::k_ary((*unit()).approx(), k);
    auto random = fresh();
    std::vector<int> counts(static_cast<std::size_t>(k));
    for (int i = 0; i < law_draws; ++i) ++counts[static_cast<std::size_t>(sample(mechanism, truth, random))];
    for (std::int64_t answer = 0; answer < k; ++answer) {
      const double seen = static_cast<double>(counts[static_cast<std::size_t>(answer)]) / law_draws;
      // A single frequency differs by at most twice the largest gap of distribution functions.
      RC_ASSERT(std::fabs(seen - mechanism.probability(answer, truth)) <= 2 * largest_gap);
    }
  });
}

}  // namespace

std::span<const Suite> privacy_suites() {
  static constexpr std::array<Suite, 13> suites = {
      {{"conversion.order",
        "Exact Gaussian delta <= optimal conversion <= cks <= mironov; all orders are at least as good as one.",
        conversion_order},
       {"exponential-mechanism.bounds",
        "Bounded range lies below pure DP and order eps^2/8, pure DP below order eps^2/2; both grow with the order.",
        pure_order},
       {"gaussian.composition", "T^2 releases at sigma are one at sigma/T, for the divergence and for delta.",
        gaussian_composition},
       {"gaussian.inverses", "epsilon(delta) and the least sigma undo delta(epsilon).", gaussian_inverses},
       {"gaussian.sampler", "Gaussian releases follow their law (false alarm 1e-9 a case, Dvoretzky-Kiefer-Wolfowitz).",
        gaussian_sampler},
       {"gaussian.trade-off", "Gaussian delta falls in epsilon, no faster than -1 in exp(epsilon), and in the noise.",
        gaussian_trade_off},
       {"laplace.bounds", "The Laplace divergence grows with the order and lies below the worst 1/b-DP mechanism.",
        laplace_bounds},
       {"laplace.sampler", "Laplace releases follow their law (false alarm 1e-9 a case, Dvoretzky-Kiefer-Wolfowitz).",
        laplace_sampler},
       {"randomized-response.laws",
        "k-ary with k = 2 is binary; replace-special <= replace-one <= the worst pure DP mechanism of the same ratio.",
        response_laws},
       {"randomized-response.sampler", "Answers have the stated probabilities (false alarm 1e-9 a frequency).",
        response_sampler},
       {"subsampled.amplification",
        "The subsampled divergence grows with q and the order, up to the full Gaussian one.", subsampled_amplification},
       {"subsampled.directions", "The pointwise inequality that makes D(mixture || base) the larger direction holds.",
        subsampled_directions},
       {"subsampled.methods", "The binomial sum and the midpoint rule enclose the same moment.", subsampled_methods}}};
  return suites;
}

}  // namespace dpcert::properties
