// Posteriors of binary regressions as they are released: the exact draws on a grid against the law on the line and
// along directions of the plane, by sums over a fine mesh of a density that is written down here; the forms and turns
// with which they are decided in exact rationals and balls; and the bound of the acceptance for a dimension against
// integrals.
//
// False alarms of the draws: at most 1e-9 a case (Dvoretzky-Kiefer-Wolfowitz with Massart's constant).
#include <algorithm>
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "dpcert/mechanisms/glm_samplers.hpp"
#include "dpcert/mechanisms/grid_glm.hpp"
#include "dpcert/properties/generators.hpp"
#include "dpcert/properties/suites.hpp"
#include "properties/direct.hpp"
#include "properties/frequencies.hpp"
#include "properties/values.hpp"
#include "src/mechanisms/grid_digits.hpp"
#include "src/mechanisms/quadratic_form.hpp"

namespace dpcert::properties {
namespace {

/// log p(label | margin), from the definition of the link.
double link_log_likelihood(Link link, double margin) {
  if (link == Link::probit) return std::log(std::erfc(-margin / std::numbers::sqrt2) / 2);
  return margin > 0 ? -std::log1p(std::exp(-margin)) : margin - std::log1p(std::exp(margin));
}

// ---- Exact draws ----

GridGlmPosterior any_posterior(std::size_t dimension) {
  GridGlmPosterior p{{dimension, {}, {}}, *rc::gen::element(Link::logistic, Link::probit), {}};
  const auto records = *any_in<std::size_t>(1, 6);
  const double size = (*log_uniform(Rational(1, 4), Rational(3))).approx();
  for (std::size_t i = 0; i < records; ++i) {
    for (std::size_t k = 0; k < dimension; ++k) p.data.covariates.push_back(size * (2 * (*unit()).approx() - 1));
    p.data.positive.push_back(static_cast<std::int8_t>(*any_in(0, 2)));
  }
  p.precision = *log_uniform(Rational(1, 2), Rational(20));
  p.rho = any_fraction();
  if (*any_in(0, 4) == 0) p.radius = Rational::from_double(1.5 / std::sqrt(p.precision.approx()));
  return p;
}

/// P(a.w <= x), a = (cos(angle), sin(angle)): the density is added up over a mesh that is turned by the angle. On the
/// line the angle is 0.
class AlongADirection {
 public:
  AlongADirection(const GridGlmPosterior& p, double angle) : p_(p), cos_(std::cos(angle)), sin_(std::sin(angle)) {
    // The density is strongly concave with the prior's precision: 7 of its deviations around the mode are enough.
    const double deviation = 1 / std::sqrt(p.precision.approx());
    const std::vector<double> mode = GlmPosterior(p.data, p.link, p.precision.approx(), p.rho.approx()).mode();
    const bool plane = p.data.dimension == 2;
    const double u0 = plane ? cos_ * mode[0] + sin_ * mode[1] : mode[0],
                 v0 = plane ? cos_ * mode[1] - sin_ * mode[0] : 0;
    from_ = u0 - 7 * deviation, to_ = u0 + 7 * deviation;
    const double radius = p.radius ? p.radius->approx() : HUGE_VAL;
    from_ = std::fmax(from_, -radius), to_ = std::fmin(to_, radius);
    below_.push_back(0);
    double before = across(from_, v0, deviation, radius);
    for (int i = 1; i <= steps; ++i) {
      const double here = across(from_ + (to_ - from_) * i / steps, v0, deviation, radius);
      below_.push_back(below_.back() + (before + here) / 2);
      before = here;
    }
  }
  double operator()(double x) const {
    const double at = std::clamp((x - from_) / (to_ - from_), 0.0, 1.0) * steps;
    const auto i = std::min(static_cast<std::size_t>(at), static_cast<std::size_t>(steps) - 1);
    return (below_[i] + (at - static_cast<double>(i)) * (below_[i + 1] - below_[i])) / below_.back();
  }

 private:
  static constexpr int steps = 500, steps_across = 160;
  /// The integral over the other direction, up to a factor.
  [[nodiscard]] double across(double u, double v0, double deviation, double radius) const {
    if (p_.data.dimension == 1) return density(u, 0);
    const double reach = std::sqrt(std::fmax(0, radius * radius - u * u));
    const double low = std::fmax(v0 - 7 * deviation, -reach), high = std::fmin(v0 + 7 * deviation, reach);
    if (!(low < high)) return 0;
    double sum = 0;
    for (int i = 0; i < steps_across; ++i) sum += density(u, low + (high - low) * (i + 0.5) / steps_across);
    return sum * (high - low);
  }
  [[nodiscard]] double density(double u, double v) const {
    const double w0 = cos_ * u - sin_ * v, w1 = sin_ * u + cos_ * v;
    double log_density = -p_.precision.approx() * (u * u + v * v) / 2;
    for (std::size_t i = 0; i < p_.data.records(); ++i) {
      const auto x = p_.data.record(i);
      const double product = x[0] * w0 + (x.size() == 2 ? x[1] * w1 : 0);
      log_density += p_.rho.approx() * link_log_likelihood(p_.link, p_.data.positive[i] != 0 ? product : -product);
    }
    return std::exp(log_density);
  }

  const GridGlmPosterior& p_;
  double cos_, sin_, from_ = 0, to_ = 0;
  std::vector<double> below_;
};

SuiteResult grid_glm_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const auto dimension = *any_in<std::size_t>(1, 3);
    const GridGlmPosterior posterior = any_posterior(dimension);
    // On the line any grid, cell by cell; in the plane one that a projection does not show.
    const Rational grid =
        dimension == 1 ? *log_uniform(Rational(1, 1'000'000), Rational(1, 2)) : pow(Rational(1, 10), 9);
    const double angle = dimension == 1 ? 0 : *rc::gen::element(0, 1, 2) * M_PI / 2 * (*unit()).approx();
    const double turned = dimension == 2 && *any_in(0, 2) == 0 ? M_PI / 2 : angle;
    const AlongADirection below(posterior, turned);
    GridGlm draw(posterior, grid);
    draw.squeeze = *any_in(0, 4) != 0;
    RandomBits bits = RandomBits::seeded(any_random()());
    // Some decisions twice, the second time from all records in balls of 256 bits: a difference is an exception.
    draw.effort.check = true;
    for (int i = 0; i < 20; ++i) RC_ASSERT(draw(bits).size() == dimension);
    draw.effort.check = false;
    constexpr int count = 3000;
    std::vector<double> seen;
    for (int i = 0; i < count; ++i) {
      const std::vector<Rational> w = draw(bits);
      for (const Rational& x : w) RC_ASSERT((x / grid).is_integer());
      seen.push_back(dimension == 1 ? w[0].approx()
                                    : std::cos(turned) * w[0].approx() + std::sin(turned) * w[1].approx());
      if (posterior.radius) {
        // Rounding moves each coefficient by at most half a step.
        Rational square;
        for (const Rational& x : w) square += pow(std::max(Rational(0), abs(x) - grid / Rational(2)), 2);
        RC_ASSERT(square <= *posterior.radius * *posterior.radius);
      }
    }
    std::ranges::sort(seen);
    const double half = dimension == 1 ? grid.approx() / 2 : 0, slack = alarm_radius(count) + 3e-3;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (i + 1 < seen.size() && seen[i + 1] == seen[i]) continue;
      const double counted = static_cast<double>(i + 1) / count;
      if (std::fabs(counted - below(seen[i] + half)) > slack)
        RC_LOG() << "at " << seen[i] << ": counted " << counted << ", law " << below(seen[i] + half) << "\n";
      RC_ASSERT(std::fabs(counted - below(seen[i] + half)) <= slack);
    }
  });
}

// ---- Decisions without the records ----

// Sums of weighted squares in exact rationals, at points inside of the intervals. One square alone, of a vector at
// right angles, all but vanishes, so that what rounding leaves is seen.
SuiteResult quadratic_form_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    auto random = any_random();
    std::normal_distribution<double> normal;
    const auto d = *any_in<std::size_t>(1, 21);
    const bool one = *any_in(0, 3) == 0, wide = *any_in(0, 2) == 0;
    const double size = std::exp2(*any_in(0, 4) == 0 ? 100 * normal(random) : normal(random));
    std::vector<double> v(d);
    for (double& x : v) x = normal(random);
    QuadraticForm form(d);
    std::vector<std::pair<std::vector<double>, double>> squares;
    for (int i = 0; i < (one ? 1 : 5); ++i) {
      std::vector<double> x(d);
      double product = 0, square = 0;
      for (std::size_t k = 0; k < d; ++k) x[k] = size * normal(random), product += x[k] * v[k], square += v[k] * v[k];
      for (std::size_t k = 0; one && d > 1 && k < d; ++k) x[k] -= product / square * v[k];
      const double weight = std::fabs(normal(random));
      form.add(x, DoubleInterval::point(weight));
      squares.emplace_back(std::move(x), weight);
    }
    form.close();
    std::vector<DoubleInterval> around;
    std::vector<Rational> inside;
    for (const double x : v) {
      const double width = wide ? std::fabs(normal(random)) * 1e-12 : 0;
      around.emplace_back(x - width, x + width);
      const auto end = random() % 3;
      inside.push_back(Rational::from_double(end == 0 ? x : end == 1 ? x - width : x + width));
    }
    Rational exact;
    for (const auto& [x, weight] : squares) {
      Rational product;
      for (std::size_t k = 0; k < d; ++k) product += Rational::from_double(x[k]) * inside[k];
      exact += Rational::from_double(weight) * product * product;
    }
    const DoubleInterval found = form(around);
    RC_ASSERT(found.is_finite());
    RC_ASSERT(Rational::from_double(found.lower()) <= exact);
    RC_ASSERT(Rational::from_double(found.upper()) >= exact);
    if (!wide && !one) RC_ASSERT(found.upper() - found.lower() <= 1e-10 * found.upper());
  });
}

// The enclosures of a turn hold both ends of its uniform number's interval, and are 2^-48 wide.
SuiteResult turn_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    const std::int64_t octant = std::int64_t{1} << 50U, near = *any_in(-3, 4), eighth = *any_in(0, 9),
                       any = *any_in<std::int64_t>(0, 8 * octant);
    const std::int64_t k =
        *any_in(0, 2) == 0 ? any : std::clamp<std::int64_t>(eighth * octant + near, 0, 8 * octant - 1);
    const auto turn = grid::turn_in_doubles(k);
    for (const int end : {0, 1}) {
      const Ball angle = Ball(2) * Ball::pi(128) * Ball(Rational(k + end, 8 * octant), 128);
      for (const auto& [x, value] : {std::pair{turn.cosine, cos(angle)}, std::pair{turn.sine, sin(angle)}}) {
        RC_ASSERT(certainly_less(Ball(Rational::from_double(x.lower()), 128), value));
        RC_ASSERT(certainly_less(value, Ball(Rational::from_double(x.upper()), 128)));
        RC_ASSERT(x.upper() - x.lower() <= 0x1.1p-48);
      }
    }
  });
}

// ---- How often a proposal is accepted ----

GlmRelease any_release() {
  GlmRelease release;
  release.link = *rc::gen::element(Link::logistic, Link::probit);
  release.c = *log_uniform(Rational(1, 10), Rational(3));
  release.rho = any_fraction();
  return release;
}

// Without truncation: many records, spread evenly over the axes, with labels that contradict each other. The mode is 0,
// and the axes are independent: the share accepted is the power of a mean over a standard normal variate. The largest
// curvature of the logistic loss is there, so that the bound is attained; the probit loss has 2/pi of its own there.
void many_records(GlmRelease release, std::size_t dimension) {
  const auto d = static_cast<double>(dimension);
  release.beta = release.c * release.c * *log_uniform(Rational(1, 20), Rational(20));
  release.n = 100'000'000;
  const double n = static_cast<double>(release.n), c = release.c.approx(),
               scale = c / std::sqrt(n * release.beta.approx()), each = release.rho.approx() * n / d;
  const auto loss = [&](double m) {
    const double both = link_log_likelihood(release.link, m) + link_log_likelihood(release.link, -m);
    return both / 2 - link_log_likelihood(release.link, 0);
  };
  const double axis =
      integrate([&](double z) { return std::exp(each * loss(scale * z) - z * z / 2); }, {-9, 0, 9}, 0.2) /
      std::sqrt(2 * M_PI);
  const double accepted = std::pow(axis, d), bound = acceptance_bound(release, dimension);
  RC_LOG() << "d " << dimension << ": accepted " << accepted << ", bound " << bound << "\n";
  RC_ASSERT(bound <= accepted * (1 + 1e-5));
  // log(1 + a) against log(1 + 2 a/pi): at most pi/2 times as large.
  const double share = release.link == Link::logistic ? 1 : M_PI / 2;
  RC_ASSERT(std::log(bound) >= share * std::log(accepted) - 1e-5 * d);
}

// With truncation and weak data, k = c^2/beta small, the mode is at most rho c/beta times a slope near that at 0; what
// is left of the radius is a chi-square probability.
void weak_data(GlmRelease release, std::size_t dimension) {
  const auto d = static_cast<double>(dimension);
  const Rational weak = *log_uniform(Rational(1, 500), Rational(1, 20));
  release.beta = release.c * release.c / weak;
  release.n = *any_in<std::int64_t>(1, 40);
  const double ball = acceptance_bound(release, dimension);
  release.truncated = true;
  const double bound = acceptance_bound(release, dimension), k = weak.approx(), rho = release.rho.approx();
  const double slope = release.link == Link::logistic ? 0.5 : std::sqrt(2 / M_PI);
  // In units of the radius.
  const double mode = 1.1 * rho * slope, x = static_cast<double>(release.n) * k * (1 - mode) * (1 - mode);
  RC_LOG() << "d " << dimension << ", k " << k << ", rho " << rho << ", n " << release.n << ": bound " << bound
           << " of " << ball << ", x " << x << "\n";
  RC_ASSERT(bound <= ball);
  if (mode < 1 && x < d) {
    // The first term of the series of the chi-square law is at least this share of it.
    const double first = boost::math::gamma_p(d / 2, x / 2) * (1 - x / (d + 2));
    RC_ASSERT(bound >= ball * first * (1 - 1e-9));
  }
  // One axis, all labels alike, which puts the mode as far out as it comes: by integrals over the proposals' law.
  if (dimension != 1) return;
  const double c = release.c.approx(), precision = static_cast<double>(release.n) * release.beta.approx(),
               radius = c / release.beta.approx();
  GlmData data{1, {}, {}};
  for (std::int64_t i = 0; i < release.n; ++i) data.covariates.push_back(c), data.positive.push_back(1);
  const double at = GlmPosterior(data, release.link, precision, rho).mode()[0];
  const auto total = [&](double w) {
    return static_cast<double>(release.n) * link_log_likelihood(release.link, c * w);
  };
  const double step = 1e-4 / c, tangent = rho * (total(at + step) - total(at - step)) / (2 * step);
  const double centre = tangent / precision, deviation = 1 / std::sqrt(precision);
  const auto ratio = [&](double w) {
    const double z = (w - centre) / deviation;
    return std::exp(rho * (total(w) - total(at)) - tangent * (w - at) - z * z / 2) / (deviation * std::sqrt(2 * M_PI));
  };
  const double low = std::fmax(-radius, centre - 13 * deviation), high = std::fmin(radius, centre + 13 * deviation);
  const double accepted = low < high ? integrate(ratio, {low, high}, deviation / 4) : 0;
  RC_LOG() << "accepted " << accepted << "\n";
  RC_ASSERT(accepted >= bound * (1 - 1e-6));
}

SuiteResult acceptance_by_dimension_suite(std::string_view name, const Options& options) {
  return run_property(name, options, [] {
    many_records(any_release(), *any_in<std::size_t>(1, 11));
    weak_data(any_release(), *any_in<std::size_t>(1, 7));
  });
}

}  // namespace

std::span<const Suite> glm_release_suites() {
  static constexpr std::array<Suite, 4> suites = {
      {{"glm.acceptance-by-dimension",
        "The bound of the acceptance for a dimension is below integrals that attain it, with and without truncation.",
        acceptance_by_dimension_suite},
       {"glm.grid-draws",
        "Exact draws of regressions on a grid follow the posterior, on the line and along directions of the plane (false "
        "alarm 1e-9 a case, Dvoretzky-Kiefer-Wolfowitz), and decisions are the same from all records in balls.",
        grid_glm_suite},
       {"glm.quadratic-form",
        "Quadratic forms in doubles enclose their values in exact rationals, also where these all but vanish.",
        quadratic_form_suite},
       {"glm.turns", "Cosines and sines of drawn turns lie in their enclosures.", turn_suite}}};
  return suites;
}

}  // namespace dpcert::properties
