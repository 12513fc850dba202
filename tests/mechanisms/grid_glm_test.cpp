// Posteriors of binary regressions on a grid against their laws, and the attack that reads low-order bits. Oracles:
// quadrature of the posterior's density written anew, mpmath's moments, the prior's law, Gaussian integrals. Radii:
// Dvoretzky-Kiefer-Wolfowitz with Massart's constant at 1e-9 (seeds are fixed).
#include "dpcert/mechanisms/grid_glm.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/scalar/ball.hpp"
#include "src/mechanisms/quadratic_form.hpp"
#include "tests/reference_table.hpp"

namespace dpcert {
namespace {

Rational q(const std::string& text) { return *Rational::parse(text); }
double dkw(int draws) { return std::sqrt(std::log(2 / 1e-9) / (2.0 * draws)); }

/// The data of make_glm.py.
GlmData small_data() { return {1, {1.0, -0.4, 0.7, 0.2, -0.9, 0.5, 0.3, -1.0}, {1, 1, 0, 1, 0, 0, 1, 0}}; }

/// The distribution function of a posterior with one coefficient, by the trapezoidal rule on a fine mesh.
class Distribution {
 public:
  explicit Distribution(const GridGlmPosterior& p) {
    const long double precision = p.precision.approx(), rho = p.rho.approx();
    const long double most = p.radius ? static_cast<long double>(p.radius->approx()) : 14 / std::sqrt(precision) + 8;
    long double sum = 0, before = 0;
    for (int i = 0; i <= mesh; ++i) {
      const long double w = most * (2.0L * i / mesh - 1);
      long double log_density = -precision * w * w / 2;
      for (std::size_t k = 0; k < p.data.records(); ++k) {
        const long double m = (p.data.positive[k] != 0 ? 1 : -1) * p.data.covariates[k] * w;
        log_density +=
            rho * (p.link == Link::logistic ? -std::log(1 + std::exp(-m))
                                            : std::log(std::erfc(-m / std::numbers::sqrt2_v<long double>) / 2));
      }
      const long double density = std::exp(log_density);
      if (i > 0) sum += (density + before) / 2;
      before = density;
      at_.push_back(w), below_.push_back(sum);
    }
    for (long double& b : below_) b /= sum;
  }
  [[nodiscard]] double operator()(double x) const {
    const auto i = static_cast<std::size_t>(std::ranges::lower_bound(at_, x) - at_.begin());
    if (i == 0) return 0;
    if (i == at_.size()) return 1;
    const long double part = (x - at_[i - 1]) / (at_[i] - at_[i - 1]);
    return static_cast<double>(below_[i - 1] + part * (below_[i] - below_[i - 1]));
  }

 private:
  static constexpr int mesh = 40'000;
  std::vector<long double> at_, below_;
};

/// The largest distance between the draws' distribution function and the law's, at the borders of cells.
double distance(std::vector<Rational> seen, const Rational& grid, const Distribution& law) {
  std::ranges::sort(seen);
  double worst = 0;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_TRUE((seen[i] / grid).is_integer());
    if (i + 1 < seen.size() && seen[i] == seen[i + 1]) continue;
    const double here = law((seen[i] + grid / Rational(2)).approx());
    worst = std::fmax(worst, std::fabs(static_cast<double>(i + 1) / static_cast<double>(seen.size()) - here));
  }
  return worst;
}

TEST(GridGlm, OneCoefficientAgainstQuadrature) {
  int rows = 0;
  for (const auto& row : test::read_table("mechanisms", "glm_posterior.csv")) {
    if (row.at(0) == "link") continue;
    ++rows;
    GridGlmPosterior p{small_data(), row.at(0) == "probit" ? Link::probit : Link::logistic, q(row.at(2)), q(row.at(1))};
    if (row.at(3) != "inf") p.radius = q(row.at(3));
    const Distribution law(p);
    // mpmath: P(w < mean - deviation), and so on.
    const double mean = std::stod(row.at(4)), deviation = std::sqrt(std::stod(row.at(5)));
    for (const int k : {-1, 0, 1})
      EXPECT_NEAR(law(mean + k * deviation), std::stod(row.at(static_cast<std::size_t>(7 + k))), 1e-5);
    const std::string what = row.at(0) + " " + row.at(1) + " " + row.at(2) + " " + row.at(3);
    const auto expect_law = [&](const char* step, int draws, bool fast, bool squeeze) {
      GridGlm draw(p, q(step));
      draw.effort.fast = fast, draw.squeeze = squeeze;
      RandomBits bits = RandomBits::seeded(21);
      std::vector<Rational> seen;
      for (int i = 0; i < draws; ++i) seen.push_back(draw(bits).at(0));
      EXPECT_LT(distance(std::move(seen), q(step), law), dkw(draws)) << what << " " << step;
    };
    expect_law("1e-9", 20'000, true, true);
    expect_law("1/4", 5000, true, false);
    expect_law("1e-25", 1500, true, true);
    expect_law("1e-3", 1500, false, false);
  }
  EXPECT_EQ(rows, 10);
}

GlmData random_data(std::size_t dimension, std::size_t records, double size, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  GlmData data{dimension, {}, {}};
  for (std::size_t i = 0; i < records; ++i) {
    for (std::size_t k = 0; k < dimension; ++k) data.covariates.push_back(size * normal(random));
    data.positive.push_back(data.covariates[i * dimension] + size * normal(random) > 0);
  }
  return data;
}

// Every decision by Taylor's theorem or double intervals, a second time from all records in balls of 256 bits.
TEST(GridGlm, DecisionsWithoutTheRecordsAreThoseWithThem) {
  std::mt19937_64 random(5);
  for (const Link link : {Link::logistic, Link::probit})
    for (const std::size_t dimension : {1U, 2U, 4U})
      for (const double size : {0.2, 1.0, 4.0}) {
        const GridGlmPosterior p{random_data(dimension, 30, size, random), link, Rational(10), Rational(3, 4)};
        GridGlm checked(p, q("1e-6")), plain(p, q("1e-6"));
        checked.effort.check = true;
        RandomBits bits = RandomBits::seeded(6);
        for (int i = 0; i < 120; ++i) EXPECT_EQ(checked(bits).size(), dimension);  // throws if they differ
        for (int i = 0; i < 120; ++i) (void)plain(bits);
        EXPECT_LT(plain.looked_up(), plain.proposals());
      }
}

// Beyond the doubles nothing is known.
TEST(QuadraticForm, Overflow) {
  QuadraticForm large(2);
  large.add(std::vector<double>{1e200, 1e200}, DoubleInterval::point(1));
  large.close();
  EXPECT_FALSE(large({DoubleInterval::point(1), DoubleInterval::point(1)}).is_finite());
}

// The bounds of third derivatives that the header states, from -3.5 to 8: over balls that cover the range, l' and l''
// by their own formulas, l''' = l'' (1 - 2 s) of the logistic and s (u^2 + s u - 1) of the probit link.
TEST(GridGlm, ThirdDerivatives) {
  constexpr int parts = 4096;
  const Ball one(1), two(2);
  double largest_probit = 0, largest_logistic = 0;
  for (int i = -7 * parts / 2; i < 8 * parts; ++i) {
    const Ball m(Rational(i, parts), Rational(i + 1, parts), 64);
    const Ball s = glm_slope(Link::logistic, m), third = abs(s * (one - s) * (one - two * s));
    EXPECT_TRUE(certainly_less(third, Ball(Rational(6, 62), 64))) << i;
    largest_logistic = std::fmax(largest_logistic, third.approx());
    const Ball r = glm_slope(Link::probit, m), u = m + r, cubic = r * (u * u + r * u - one);
    EXPECT_TRUE(certainly_less(cubic, Ball(Rational(3, 10), 64))) << i;
    largest_probit = std::fmax(largest_probit, cubic.approx());
  }
  const Ball left(Rational(-7, 2), 64);
  EXPECT_TRUE(certainly_less(left + glm_slope(Link::probit, left), Ball(Rational(3, 10), 64)));
  EXPECT_NEAR(largest_logistic, std::sqrt(3) / 18, 1e-4);
  EXPECT_NEAR(largest_probit, 0.2958, 1e-3);  // at m = 1
}

// Draw w from the prior, labels from w, then from the posterior: the prior's law again. Coordinates, their sum and
// their difference, which see a wrong correlation.
TEST(GridGlm, ThePriorIsKept) {
  constexpr int rounds = 6000;
  std::mt19937_64 random(31);
  RandomBits bits = RandomBits::seeded(32);
  const std::vector<double> covariates{0.9, 0.1, -0.3, 0.8, 0.5, 0.5, -0.7, 0.2, 1.0, -1.0, 0.2, -0.6, 0.4, 0.9};
  for (const Link link : {Link::logistic, Link::probit}) {
    std::vector<std::vector<double>> seen(4);
    std::normal_distribution<double> prior(0, std::numbers::sqrt2);
    for (int i = 0; i < rounds; ++i) {
      const double a = prior(random), b = prior(random);
      GlmData data{2, covariates, {}};
      for (std::size_t k = 0; k < covariates.size(); k += 2) {
        const double z = a * covariates[k] + b * covariates[k + 1];
        const double p = link == Link::logistic ? 1 / (1 + std::exp(-z)) : std::erfc(-z / std::numbers::sqrt2) / 2;
        data.positive.push_back(std::uniform_real_distribution<double>()(random) < p);
      }
      const std::vector<Rational> w = GridGlm({std::move(data), link, Rational(1, 2)}, q("1e-6"))(bits);
      seen[0].push_back(w[0].approx());
      seen[1].push_back(w[1].approx());
      seen[2].push_back((w[0] + w[1]).approx() / std::numbers::sqrt2);
      seen[3].push_back((w[0] - w[1]).approx() / std::numbers::sqrt2);
    }
    for (auto& values : seen) {
      std::ranges::sort(values);
      double largest = 0;
      for (int i = 0; i < rounds; ++i)
        largest =
            std::fmax(largest, std::fabs((i + 0.5) / rounds - std::erfc(-values[static_cast<std::size_t>(i)] / 2) / 2));
      EXPECT_LT(largest, dkw(rounds) + 0.5 / rounds) << (link == Link::probit);
    }
  }
}

/// Of so many draws, the share of proposals that were accepted.
double accepted(const GlmRelease& release, const GlmData& data, int draws) {
  GridGlmPosterior p{data, release.link, Rational(release.n) * release.beta, release.rho};
  if (release.truncated) p.radius = release.radius();
  GridGlm draw(std::move(p), q("1e-3"));
  RandomBits bits = RandomBits::seeded(9);
  for (int i = 0; i < draws; ++i) (void)draw(bits);
  return draws / static_cast<double>(draw.proposals());
}

// Where labels contradict each other the mode is 0 and the curvature there the largest, so that for many records the
// bound is attained: of all records along one axis with d = 1, of records spread evenly over the axes with d = 3.
TEST(GridGlm, AcceptanceByDimension) {
  constexpr int draws = 2500;
  const double slack = 6 / std::sqrt(draws);
  for (const std::size_t dimension : {1U, 3U})
    for (const char* beta : {"1/100", "1/3"})
      for (const bool truncated : {false, true}) {
        GlmData data{dimension, {}, {}};
        for (int i = 0; i < 3000; ++i) {
          std::vector<double> x(dimension, 0);
          x[static_cast<std::size_t>(i) / 2 % dimension] = 2;
          data.covariates.insert(data.covariates.end(), x.begin(), x.end());
          data.positive.push_back(i % 2 == 0);
        }
        const GlmRelease release{Link::logistic, Rational(2), q(beta), Rational(1, 2), 3000, truncated};
        // h rho c^2/beta = 1/2/beta, shared by the axes.
        const double share = 0.5 / q(beta).approx() / static_cast<double>(dimension);
        const double bound = std::pow(1 + share, -0.5 * static_cast<double>(dimension));
        EXPECT_NEAR(acceptance_bound(release, dimension) / bound, truncated ? 0.5 : 1, 1e-12);
        const double rate = accepted(release, data, draws);
        EXPECT_GT(rate, acceptance_bound(release, dimension) * (1 - slack));
        EXPECT_NEAR(rate / bound, 1, slack) << dimension << beta;
      }
  // Anything else is accepted more often.
  std::mt19937_64 random(8);
  for (const Link link : {Link::logistic, Link::probit})
    for (const bool truncated : {false, true}) {
      GlmData data = random_data(2, 60, 1, random);
      data.clip(1);
      const GlmRelease release{link, Rational(1), Rational(1, 5), Rational(1), 60, truncated};
      const double bound = acceptance_bound(release, 2);
      EXPECT_GT(bound, 0.05);
      EXPECT_GT(accepted(release, data, draws), bound * (1 - slack));
    }
  // Truncations that leave little room around the mode: all labels agree, so that it lies far out.
  for (const Link link : {Link::logistic, Link::probit})
    for (const char* beta : {"1/2", "1", "8"})
      for (const int n : {1, 6, 200})
        for (const std::size_t dimension : {1U, 2U}) {
          GlmData data{dimension, {}, {}};
          for (int i = 0; i < n; ++i) {
            data.positive.push_back(1);
            data.covariates.push_back(1);
            for (std::size_t k = 1; k < dimension; ++k) data.covariates.push_back(0);
          }
          const GlmRelease release{link, Rational(1), q(beta), Rational(1), n, true};
          const double bound = acceptance_bound(release, dimension);
          EXPECT_GT(bound, 1e-4) << beta << n;
          EXPECT_GT(accepted(release, data, 400), bound * (1 - 6 / std::sqrt(400))) << beta << n;
        }
  EXPECT_EQ(acceptance_bound({Link::probit, Rational(1), Rational(4), Rational(1), 60, true}, 2), 0);
  EXPECT_EQ(suitable_sampler({Link::logistic, Rational(1), Rational(1, 1000), Rational(1), 8, false}, 1),
            GlmSampler::rejection);
  EXPECT_EQ(suitable_sampler({Link::logistic, Rational(1), Rational(1, 1000), Rational(1), 8, false}, 10),
            GlmSampler::polya_gamma);
}

// Numbers at which doubles have nothing left: the draws end, and are where they belong.
TEST(GridGlm, Extremes) {
  RandomBits bits = RandomBits::seeded(10);
  // No information: the prior N(0, 1e-40).
  GridGlm narrow({{1, {0.}, {1}}, Link::logistic, q("1e40")}, q("1e-40"));
  // A margin of the order of 1e5 against the label: the tail is that of exp(m) or of a normal density.
  GridGlm far({{1, {1e5}, {1}}, Link::logistic, Rational(1)}, q("1e-6"));
  GridGlm tiny({{2, {1e-300, 1, 0, -1}, {1, 0}}, Link::probit, Rational(2), q("1e-30")}, q("1e-6"));
  narrow.effort.check = far.effort.check = tiny.effort.check = true;
  int positive = 0;
  for (int i = 0; i < 300; ++i) {
    const Rational x = narrow(bits).at(0);
    EXPECT_LT(abs(x), q("8e-20"));
    positive += x.sign() > 0 ? 1 : 0;
    EXPECT_GT(far(bits).at(0), q("-1e-3"));
    EXPECT_LT(abs(tiny(bits).at(0)), Rational(6));
  }
  EXPECT_NEAR(positive / 300.0, 0.5, dkw(300));
  EXPECT_GT(narrow.effort.refined, 0);
}

TEST(GridGlm, Domains) {
  const auto refused = [](GridGlmPosterior p, const Rational& grid) {
    EXPECT_THROW(GridGlm(std::move(p), grid), Error);
  };
  const GlmData one{1, {1.}, {1}};
  refused({one, Link::logistic, Rational(0)}, Rational(1));
  refused({one, Link::logistic, Rational(1), Rational(0)}, Rational(1));
  refused({one, Link::logistic, Rational(1), Rational(2)}, Rational(1));
  refused({one, Link::logistic, Rational(1), Rational(1), Rational(0)}, Rational(1));
  refused({one, Link::logistic, Rational(1)}, Rational(0));
  refused({{1, {}, {}}, Link::logistic, Rational(1)}, Rational(1));
  refused({{1, {INFINITY}, {1}}, Link::logistic, Rational(1)}, Rational(1));
  refused({{2, {1.}, {1}}, Link::logistic, Rational(1)}, Rational(1));
}

// Two neighbours: one record, without and with something to say. In doubles the second posterior is drawn as its mean,
// 0.3, plus normal noise, and all such sums are multiples of 2^-56; draws around 0 from the first often are not. One
// look at an output tells that it came from the first, and is never wrong.
const GlmData silent{1, {0.}, {1}}, telling{1, {10.}, {1}};

TEST(LowBitsAttack, SucceedsAgainstPosteriorsInDoubles) {
  GlmRandom random(3);
  std::vector<double> w;
  const auto told = [&](const GlmData& data) {
    const auto kernel = make_kernel(GlmPosterior(data, Link::logistic, 1), GlmSampler::rejection);
    int count = 0;
    for (int i = 0; i < 20'000; ++i) {
      kernel->step(w, random);
      count += w[0] * 0x1p56 != std::floor(w[0] * 0x1p56) ? 1 : 0;
    }
    return count;
  };
  EXPECT_GT(told(silent), 400);
  EXPECT_EQ(told(telling), 0);
}

// On a grid of 1/1024 the numbers of steps are uniform modulo 8 from either: the densities vary on a scale of hundreds
// of steps (the largest Fourier coefficient of a normal density of deviation 1/4 at 8 steps is below exp(-1e4)).
TEST(LowBitsAttack, FailsAgainstPosteriorsOnAGrid) {
  constexpr int draws = 20'000;
  for (const GlmData& data : {silent, telling}) {
    GridGlm draw({data, Link::logistic, Rational(1)}, q("1/1024"));
    RandomBits bits = RandomBits::seeded(4);
    std::vector<int> residues(8, 0);
    for (int i = 0; i < draws; ++i) {
      const Rational steps = draw(bits).at(0) * Rational(1024);
      ASSERT_TRUE(steps.is_integer());
      ++residues[static_cast<std::size_t>(*steps.to_int64() & 7)];
    }
    for (const int count : residues) EXPECT_NEAR(count / double(draws), 1 / 8.0, dkw(draws));
  }
}

}  // namespace
}  // namespace dpcert
