#include "dpcert/mechanisms/glm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/chain_diagnostics.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/privacy/quantity.hpp"
#include "src/mechanisms/polya_gamma.hpp"
#include "tests/reference_table.hpp"

namespace dpcert {
namespace {

// ---- Polya-Gamma ----

/// Six standard errors: a false alarm has probability below 2e-9 (normal tail).
constexpr double sigmas = 6;

TEST(PolyaGamma, MeanVarianceAndLaplaceTransform) {
  GlmRandom random(11);
  constexpr int draws = 200000;
  for (const double z : {0.0, 0.3, -2.0, 5.0, 12.0, 60.0, 700.0}) {
    SCOPED_TRACE(z);
    const double a = std::fabs(z);
    // tanh(z/2)/(2z) and (sinh z - z)/(4 z^3 cosh(z/2)^2); limits 1/4 and 1/24.
    const double mean = a == 0 ? 0.25 : std::tanh(a / 2) / (2 * a);
    // In terms of exp(-z), which does not overflow.
    const double e = std::exp(-a),
                 variance = a == 0 ? 1.0 / 24 : (1 - e * e - 2 * a * e) / (2 * a * a * a * (1 + e) * (1 + e));
    double sum = 0, squares = 0;
    std::array<double, 3> transform{}, transform_squares{};
    constexpr std::array<double, 3> at{0.5, 4, 40};
    for (int i = 0; i < draws; ++i) {
      const double x = sample_polya_gamma(z, random);
      ASSERT_GT(x, 0);
      sum += x;
      squares += (x - mean) * (x - mean);
      for (std::size_t k = 0; k < at.size(); ++k) {
        const double v = std::exp(-at[k] * x);
        transform[k] += v / draws;
        transform_squares[k] += v * v / draws;
      }
    }
    EXPECT_NEAR(sum / draws, mean, sigmas * std::sqrt(variance / draws));
    // The fourth central moment is below 60 variance^2 for all z (PG(1, z) is a sum of exponentials).
    EXPECT_NEAR(squares / draws / variance, 1, sigmas * std::sqrt(60.0 / draws));
    for (std::size_t k = 0; k < at.size(); ++k) {
      // E exp(-t X) = cosh(z/2)/cosh(sqrt(z^2/4 + t/2)).
      const double y = std::sqrt(a * a / 4 + at[k] / 2), truth = std::exp(a / 2 - y) * (1 + e) / (1 + std::exp(-2 * y));
      const double error = std::sqrt((transform_squares[k] - transform[k] * transform[k]) / draws);
      EXPECT_NEAR(transform[k], truth, sigmas * error + 1e-12) << at[k];
    }
  }
}

// mpmath: log(ncdf(x)).
TEST(PolyaGamma, LogNormalCdf) {
  EXPECT_NEAR(log_normal_cdf(0), -std::numbers::ln2, 1e-15);
  EXPECT_NEAR(log_normal_cdf(-10), -53.2312851505124706, 1e-12);
  EXPECT_NEAR(log_normal_cdf(-36.9), -685.332883165350665, 1e-10);
  EXPECT_NEAR(log_normal_cdf(-50) / -1254.8313611394199, 1, 1e-6);
  EXPECT_NEAR(log_normal_cdf(9) / -1.12858840595384064773e-19, 1, 1e-9);
}

// ---- diagnostics ----

std::vector<std::vector<double>> autoregressive(double phi, int chains, int length, double apart = 0) {
  GlmRandom random(3);
  std::normal_distribution<double> normal;
  std::vector<std::vector<double>> out;
  for (int c = 0; c < chains; ++c) {
    double x = normal(random);
    auto& chain = out.emplace_back();
    for (int i = 0; i < length; ++i) {
      x = phi * x + std::sqrt(1 - phi * phi) * normal(random);
      chain.push_back(x + apart * c);
    }
  }
  return out;
}

TEST(Diagnostics, EffectiveSizeOfAutoregressions) {
  constexpr int chains = 4, length = 25000;
  for (const double phi : {0.0, 0.5, 0.9, -0.4}) {
    // N (1 - phi)/(1 + phi).
    const double truth = chains * length * (1 - phi) / (1 + phi);
    EXPECT_NEAR(effective_sample_size(autoregressive(phi, chains, length)) / truth, 1, 0.1) << phi;
    EXPECT_NEAR(split_r_hat(autoregressive(phi, chains, length)), 1, 0.005);
  }
}

TEST(Diagnostics, SplitRHatSeesChainsApartAndDrift) {
  // Means 0 and 2 with unit variance, four halves: between variance 4/3, R = sqrt(1 + 4/3).
  EXPECT_NEAR(split_r_hat(autoregressive(0, 2, 40000, 2)), std::sqrt(1 + 4.0 / 3), 0.02);
  EXPECT_LT(effective_sample_size(autoregressive(0, 2, 40000, 2)), 50);
  // A drift that unsplit chains would not show.
  auto drifting = autoregressive(0, 2, 4000);
  for (auto& chain : drifting)
    for (std::size_t i = 0; i < chain.size(); ++i) chain[i] += 4.0 * static_cast<double>(i) / 4000;
  // Means 1 and 3 of the halves, variance 1 + 2^2/12 within: R = sqrt(2).
  EXPECT_NEAR(split_r_hat(drifting), std::sqrt(2), 0.03);
  // By hand: halves (0, 1), (2, 3) of one chain: W = 1/2, B/n = 2, pooled 1/4 + 2.
  const std::vector<std::vector<double>> small{{0, 1, 2, 3}};
  EXPECT_NEAR(split_r_hat(small), std::sqrt(2.25 / 0.5), 1e-14);
  EXPECT_THROW(static_cast<void>(split_r_hat(std::vector<std::vector<double>>{{1, 2, 3}})), Error);
  EXPECT_THROW(static_cast<void>(split_r_hat(std::vector<std::vector<double>>{{1, 2, 3, 4}, {1, 2, 3, 4, 5}})), Error);
}

// ---- posteriors in one dimension against quadrature ----

/// The data of make_glm.py.
GlmData small_data() { return {1, {1.0, -0.4, 0.7, 0.2, -0.9, 0.5, 0.3, -1.0}, {1, 1, 0, 1, 0, 0, 1, 0}}; }

struct Reference {
  Link link;
  double rho, precision;
  std::optional<double> radius;
  double mean, variance;
  std::array<double, 3> below;
};
std::vector<Reference> references() {
  std::vector<Reference> out;
  for (const auto& row : test::read_table("mechanisms", "glm_posterior.csv")) {
    const auto x = [&](std::size_t i) { return std::stod(row.at(i)); };
    if (row.at(0) == "link") continue;
    Reference r{row.at(0) == "probit" ? Link::probit : Link::logistic, x(1), x(2), {}, x(4), x(5), {x(6), x(7), x(8)}};
    if (row.at(3) != "inf") r.radius = x(3);
    out.push_back(r);
  }
  return out;
}

bool fits(GlmSampler sampler, const Reference& r) {
  if (sampler == GlmSampler::rejection || sampler == GlmSampler::elliptical_slice) return true;
  return r.rho == 1 && !r.radius && (r.link == Link::logistic) == (sampler == GlmSampler::polya_gamma);
}

TEST(GlmSamplers, OneDimensionalPosteriorsAgainstQuadrature) {
  const auto all = references();
  ASSERT_EQ(all.size(), 10u);
  for (const Reference& r : all) {
    const GlmPosterior posterior(small_data(), r.link, r.precision, r.rho, r.radius);
    for (const GlmSampler sampler :
         {GlmSampler::rejection, GlmSampler::polya_gamma, GlmSampler::albert_chib, GlmSampler::elliptical_slice}) {
      if (!fits(sampler, r)) {
        EXPECT_THROW(static_cast<void>(make_kernel(posterior, sampler)), Error);
        continue;
      }
      SCOPED_TRACE(std::string(name(sampler)) + " rho " + std::to_string(r.rho) + " precision " +
                   std::to_string(r.precision));
      const GlmChains chains = run_chains(posterior, sampler, 4, 200, 10000, 17);
      EXPECT_LT(chains.split_r_hat[0], 1.01);
      const double size = chains.effective_size[0];
      EXPECT_GT(size, 4000);
      if (is_exact(sampler)) {
        EXPECT_GT(size, 35000);
      }
      double mean = 0;
      std::array<double, 3> below{};
      const double deviation = std::sqrt(r.variance);
      for (const auto& chain : chains.draws) {
        for (const auto& w : chain) {
          mean += w[0] / 40000;
          for (std::size_t k = 0; k < 3; ++k)
            below[k] += (w[0] < r.mean + (static_cast<double>(k) - 1) * deviation ? 1.0 : 0.0) / 40000;
        }
      }
      // An indicator's chain may mix worse than the mean's: a factor 2.
      EXPECT_NEAR(mean, r.mean, sigmas * deviation / std::sqrt(size));
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(below[k], r.below[k], 2 * sigmas * std::sqrt(r.below[k] * (1 - r.below[k]) / size));
    }
  }
}

// Draw w from the prior, labels from w, then one step of the kernel from w: the result has the prior's law if and only
// if the posterior of these labels is invariant, on the average over the labels.
TEST(GlmSamplers, KernelsKeepTheJointLaw) {
  constexpr int rounds = 6000;
  constexpr double precision = 0.5;
  GlmRandom random(23);
  const std::vector<double> covariates{0.9, 0.1, -0.3, 0.8, 0.5, 0.5, -0.7, 0.2, 1.0, -1.0, 0.2, -0.6, 0.4, 0.9};
  for (const auto& [link, sampler] :
       {std::pair{Link::logistic, GlmSampler::polya_gamma}, std::pair{Link::probit, GlmSampler::albert_chib},
        std::pair{Link::logistic, GlmSampler::elliptical_slice}, std::pair{Link::probit, GlmSampler::rejection}}) {
    SCOPED_TRACE(name(sampler));
    std::array<std::vector<double>, 2> seen;
    std::normal_distribution<double> prior(0, 1 / std::sqrt(precision));
    for (int i = 0; i < rounds; ++i) {
      std::vector<double> w{prior(random), prior(random)};
      GlmData data{2, covariates, {}};
      for (std::size_t k = 0; k < covariates.size(); k += 2) {
        const double z = w[0] * covariates[k] + w[1] * covariates[k + 1];
        const double p = link == Link::logistic ? 1 / (1 + std::exp(-z)) : std::erfc(-z / std::numbers::sqrt2) / 2;
        data.positive.push_back(sample_uniform(random) < p);
      }
      make_kernel(GlmPosterior(std::move(data), link, precision), sampler)->step(w, random);
      for (std::size_t k = 0; k < 2; ++k) seen[k].push_back(w[k]);
    }
    for (auto& values : seen) {
      std::sort(values.begin(), values.end());
      double largest = 0;
      for (int i = 0; i < rounds; ++i) {
        const double f = std::erfc(-values[static_cast<std::size_t>(i)] * std::sqrt(precision / 2)) / 2;
        largest = std::fmax(largest, std::fmax((i + 1.0) / rounds - f, f - static_cast<double>(i) / rounds));
      }
      EXPECT_LT(largest * std::sqrt(rounds), 3.2);  // Massart: probability below 3e-9
    }
  }
}

TEST(GlmSamplers, AcceptanceIsAboveThePublicBound) {
  for (const Link link : {Link::logistic, Link::probit}) {
    // Eight records of norm at most 1: precision n beta.
    const GlmRelease release{link, Rational(1), Rational(1, 4), Rational(1), 8, false};
    const GlmPosterior posterior(small_data(), link, 2);
    const auto kernel = make_kernel(posterior, GlmSampler::rejection);
    GlmRandom random(5);
    std::vector<double> w;
    constexpr int draws = 20000;
    for (int i = 0; i < draws; ++i) kernel->step(w, random);
    const double accepted = draws / static_cast<double>(kernel->proposals());
    EXPECT_GT(accepted, acceptance_bound(release));
    EXPECT_LT(accepted, 1);
  }
  // exp(-c^2/(8 beta)).
  EXPECT_NEAR(acceptance_bound({Link::logistic, Rational(2), Rational(1, 4), Rational(1), 8, false}), std::exp(-2),
              1e-12);
  EXPECT_EQ(suitable_sampler({Link::logistic, Rational(1), Rational(1), Rational(1), 8, false}), GlmSampler::rejection);
  const Rational weak(1, 1000);
  EXPECT_EQ(suitable_sampler({Link::logistic, Rational(1), weak, Rational(1), 8, false}), GlmSampler::polya_gamma);
  EXPECT_EQ(suitable_sampler({Link::probit, Rational(1), weak, Rational(1), 8, false}), GlmSampler::albert_chib);
  EXPECT_EQ(suitable_sampler({Link::logistic, Rational(1), weak, Rational(1, 2), 8, false}),
            GlmSampler::elliptical_slice);
  EXPECT_EQ(suitable_sampler({Link::logistic, Rational(1), weak, Rational(1), 8, true}), GlmSampler::elliptical_slice);
}

TEST(Glm, ModeIsStationary) {
  GlmRandom random(9);
  std::normal_distribution<double> normal;
  GlmData data{3, {}, {}};
  for (int i = 0; i < 200; ++i) {
    for (int k = 0; k < 3; ++k) data.covariates.push_back(normal(random));
    data.positive.push_back(data.covariates[data.covariates.size() - 3] + normal(random) > 0);
  }
  for (const Link link : {Link::logistic, Link::probit}) {
    const GlmPosterior posterior(data, link, 0.1, 0.5);
    const std::vector<double> w = posterior.mode();
    for (std::size_t k = 0; k < 3; ++k) {
      // Central differences of the density itself.
      std::vector<double> up = w, down = w;
      up[k] += 1e-4, down[k] -= 1e-4;
      EXPECT_NEAR((posterior.log_density(up) - posterior.log_density(down)) / 2e-4, 0, 1e-5);
      EXPECT_NEAR((2 * posterior.log_density(w) - posterior.log_density(up) - posterior.log_density(down)) / 1e-8 /
                      posterior.hessian(w)[4 * k],
                  1, 1e-4);
    }
  }
}

TEST(Glm, ClippingNeverLeavesALongerVector) {
  GlmData data{2, {3, 4, 0.1, 0.2, 1e300, -1e300, 5e-324, 0}, {1, 0, 1, 0}};
  data.clip(0.7);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto x = data.record(i);
    // Exactly.
    const Rational a = Rational::from_double(x[0]), b = Rational::from_double(x[1]);
    EXPECT_LE(a * a + b * b, Rational::from_double(0.7) * Rational::from_double(0.7)) << i;
  }
  EXPECT_NEAR(data.covariates[0], 0.42, 1e-14);
  EXPECT_EQ(data.covariates[2], 0.1);
  // A norm that overflows keeps its direction; what is no number is refused.
  GlmData huge{2, {1.5e308, -1.5e308, 1e308, 1.7e308}, {1, 0}};
  huge.clip(1);
  EXPECT_NEAR(huge.covariates[0], std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(huge.covariates[1], -std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(huge.covariates[3] / huge.covariates[2], 1.7, 1e-12);
  EXPECT_NEAR(std::hypot(huge.covariates[2], huge.covariates[3]), 1, 1e-12);
  for (const double bad : {NAN, INFINITY}) {
    GlmData none{2, {1, bad}, {1}};
    EXPECT_THROW(none.clip(1), Error);
  }
}

// ---- privacy ----

TEST(Glm, GuaranteeIsAboveTheDivergenceByQuadrature) {
  std::size_t rows = 0;
  for (const auto& row : test::read_table("mechanisms", "glm_divergence.csv")) {
    if (row.at(0) == "c") continue;
    const auto q = [&](std::size_t i) { return *Rational::parse(row.at(i)); };
    const GlmRelease release{Link::logistic, q(0), q(1), q(2), *q(3).to_int64(), row.at(4) == "1"};
    const Guarantee g = glm_guarantee(release);
    ASSERT_EQ(g.cases.size(), 1u);
    const auto& c = g.cases[0];
    const Certified claimed =
        certify(make_query(c.quantity, c.mechanism, c.parameters, ExtendedRational{q(5), false}), 15);
    const double truth = std::stod(row.at(6));
    EXPECT_GE(claimed.enclosure.approx(), truth);
    // Not absurdly above: the pair of the table is near the worst (a factor 8 is what the cited theorems lose there).
    EXPECT_LE(claimed.enclosure.approx(), 30 * truth);
    ++rows;
  }
  EXPECT_EQ(rows, 15u);
}

TEST(Glm, GuaranteesByHand) {
  const auto parameter = [](const GlmRelease& release, const char* key) {
    return glm_guarantee(release).cases.at(0).parameters.at(key).at(0);
  };
  // 2 c^2 rho^2/(n beta) = 2 4 (1/4)/(10/5); 2 rho c^2/beta.
  EXPECT_EQ(parameter({Link::logistic, Rational(2), Rational(1, 5), Rational(1, 2), 10, false}, "rho"), Rational(1));
  EXPECT_EQ(parameter({Link::logistic, Rational(2), Rational(1, 5), Rational(1, 2), 10, true}, "eps"), Rational(20));
  // Probit on the ball, k = 1: 2 log(Phi(1)/Phi(-1)) (mpmath: 1.6683117...).
  EXPECT_NEAR(parameter({Link::probit, Rational(1), Rational(1), Rational(1), 10, true}, "eps").approx(),
              2 * std::log(std::erfc(-std::sqrt(0.5)) / std::erfc(std::sqrt(0.5))), 1e-12);
  // Probit: nothing is promised.
  EXPECT_TRUE(glm_guarantee({Link::probit, Rational(1), Rational(1), Rational(1), 10, false}).cases.empty());
  EXPECT_THROW(static_cast<void>(glm_guarantee({Link::logistic, Rational(0), Rational(1), Rational(1), 10, false})),
               Error);
}

// ---- The formulas of the posterior and of its promise ----

TEST(GlmFormulas, TheDoublePathsAreTheTemplates) {
  std::mt19937_64 random(20240613);
  std::uniform_real_distribution<double> margin(-30, 30), power(-8, 1);
  constexpr Precision bits = 400;
  int compared = 0;
  for (const Link link : {Link::logistic, Link::probit}) {
    const GlmPosterior posterior({1, {1.0}, {1}}, link, 1.0);
    for (int i = 0; i < 1000; ++i) {
      const double m = i % 2 == 0 ? margin(random) : std::pow(10, power(random)) * (i % 4 == 1 ? 1 : -1);
      const Ball at(Rational::from_double(m), bits);
      const auto near = [&](double value, const Ball& truth, double tolerance) {
        // Of its own size, or of a unit of the sums of log-likelihoods that it enters.
        const Ball bound =
            abs(truth) * Ball(Rational::from_double(tolerance), bits) + Ball(pow(Rational(1, 10), 16), bits);
        ASSERT_TRUE(truth.is_finite());
        EXPECT_TRUE(certainly_less_equal(abs(Ball(Rational::from_double(value), bits) - truth), bound))
            << (link == Link::probit ? "probit " : "logistic ") << m << ": " << value << " " << truth.str(20);
        ++compared;
      };
      near(posterior.log_likelihood(m), glm_log_likelihood(link, at), 1e-10);
      near(posterior.slope(m), glm_slope(link, at), 1e-9);
      // The curvature of the probit link is a difference that cancels in the far left tail, where it tends to 1.
      if (link == Link::logistic || m > -4) near(posterior.curvature(m), glm_curvature(link, at), 1e-9);
    }
  }
  EXPECT_GT(compared, 5000);
  // Derivatives of the log-likelihood, by differences in many digits.
  const Ball step(pow(Rational(1, 2), 60), bits);
  for (const Link link : {Link::logistic, Link::probit}) {
    for (const int m : {-9, -1, 0, 2, 6}) {
      const Ball x(Rational(m), bits), two = Ball(2);
      const auto f = [&](const Ball& y) { return glm_log_likelihood(link, y); };
      const auto close = [&](const Ball& a, const Ball& b) {
        EXPECT_TRUE(certainly_less(abs(a - b), Ball(pow(Rational(1, 2), 80), bits)))
            << m << " " << a.str(30) << b.str(30);
      };
      close((f(x + step) - f(x - step)) / (two * step), glm_slope(link, x));
      close(-(f(x + step) - two * f(x) + f(x - step)) / (step * step), glm_curvature(link, x));
    }
  }
}

TEST(GlmFormulas, ThePromiseIsTheTemplate) {
  for (const Rational& rho : {Rational(1), Rational(1, 3)}) {
    const Rational c(3, 2), beta(2, 5), k = c * c / beta;
    const auto eps_of = [&](Link link) {
      return glm_guarantee({link, c, beta, rho, 50, true}).cases.at(0).parameters.at("eps").at(0);
    };
    // log(1 + e^k) - log(1 + e^-k) = k.
    EXPECT_EQ(eps_of(Link::logistic), Rational(2) * rho * k);
    EXPECT_NEAR(glm_truncated_epsilon(Link::logistic, k.approx(), rho.approx()), eps_of(Link::logistic).approx(),
                1e-12);
    const double range =
        std::log(std::erfc(-k.approx() / std::sqrt(2))) - std::log(std::erfc(k.approx() / std::sqrt(2)));
    EXPECT_NEAR(eps_of(Link::probit).approx(), 2 * rho.approx() * range, 1e-10);
    const Ball enclosure = glm_truncated_epsilon(Link::probit, Ball(k, 200), Ball(rho, 200));
    EXPECT_GE(eps_of(Link::probit), enclosure.lower_rational());  // rounded up
    EXPECT_LE(eps_of(Link::probit) - enclosure.upper_rational(), pow(Rational(1, 10), 30));
    // 2 c^2 B^2 rho^2 order/(n beta) over every scalar, and its inverse in beta.
    const GlmBound<Rational> bound{c, Rational(1), 50};
    const Rational order(7, 2), epsilon = bound.epsilon(order, beta, rho);
    EXPECT_EQ(epsilon, Rational(2) * c * c * rho * rho * order / (Rational(50) * beta));
    EXPECT_EQ(bound.epsilon(order, bound.least_beta(order, epsilon), Rational(1)), epsilon);
    const GlmBound<double> real{c.approx(), 1, 50};
    EXPECT_NEAR(real.epsilon(3.5, beta.approx(), rho.approx()), epsilon.approx(), 1e-13);
    EXPECT_EQ(glm_guarantee({Link::logistic, c, beta, rho, 50, false}).cases.at(0).parameters.at("rho").at(0),
              bound.epsilon(Rational(1), beta, rho));
  }
}

}  // namespace
}  // namespace dpcert
