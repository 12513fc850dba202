#include "dpcert/mechanisms/glm_samplers.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "dpcert/core/error.hpp"
#include "dpcert/mechanisms/chain_diagnostics.hpp"
#include "src/mechanisms/polya_gamma.hpp"

namespace dpcert {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using Factor = Eigen::LLT<Matrix>;

Vector standard_normal(Eigen::Index d, GlmRandom& random) {
  Vector z(d);
  std::normal_distribution<double> normal;
  for (double& v : z) v = normal(random);
  return z;
}
Eigen::Map<const Vector> mapped(std::span<const double> x) { return {x.data(), static_cast<Eigen::Index>(x.size())}; }
void assign(std::vector<double>& w, const Vector& x) { w.assign(x.begin(), x.end()); }
/// N(A^-1 b, A^-1) for the factor of A.
Vector normal_by_precision(const Factor& a, const Vector& b, GlmRandom& random) {
  return a.solve(b) + a.matrixU().solve(standard_normal(b.size(), random));
}

/// Standard normal given that it is above `low`.
double above(double low, GlmRandom& random) {
  if (low < 0.5) {
    std::normal_distribution<double> normal;
    for (;;)
      if (const double z = normal(random); z > low) return z;
  }
  // Robert, "Simulation of truncated normal variables" (1995): exponential proposals at the best rate.
  const double rate = (low + std::sqrt(low * low + 4)) / 2;
  for (;;) {
    const double z = low + polya_gamma::exponential(random) / rate;
    if (sample_uniform(random) <= std::exp(-(z - rate) * (z - rate) / 2)) return z;
  }
}

/// The log-likelihood is concave: it lies under its tangent at any w0, so that the posterior lies under a multiple of
/// N(gradient(w0)/precision, I/precision). Accepting with the ratio gives the posterior exactly, whatever w0 is; at the
/// mode the ratio is near 1.
class Rejection : public GlmKernel {
 public:
  explicit Rejection(const GlmPosterior& posterior) : posterior_(posterior), mean_(posterior.dimension(), 0) {
    const std::vector<double> w0 = posterior.mode();
    const std::size_t n = posterior.data().records();
    // The proposals' mean belongs to these slopes and no others: it is added exactly.
    std::vector<Rational> gradient(mean_.size(), Rational(0));
    for (std::size_t i = 0; i < n; ++i) {
      const double m = posterior.margin(i, w0), s = posterior.slope(m);
      value_.push_back(posterior.log_likelihood(m) - s * m);
      slope_.push_back(s);
      const auto x = posterior.data().record(i);
      const Rational sign = Rational::from_double(posterior.data().positive[i] ? s : -s);
      for (std::size_t k = 0; k < x.size(); ++k) gradient[k] += sign * Rational::from_double(x[k]);
    }
    const Rational precision = Rational::from_double(posterior.precision());
    for (std::size_t k = 0; k < mean_.size(); ++k) mean_[k] = (gradient[k] / precision).approx();
  }
  void step(std::vector<double>& w, GlmRandom& random) override {
    constexpr std::int64_t most = 100'000'000;
    std::normal_distribution<double> normal(0, 1 / std::sqrt(posterior_.precision()));
    w.resize(mean_.size());
    for (std::int64_t tried = 0; tried < most; ++tried) {
      ++proposals_;
      for (std::size_t k = 0; k < w.size(); ++k) w[k] = mean_[k] + normal(random);
      if (!posterior_.inside(w)) continue;
      const double limit = std::log1p(-sample_uniform(random));
      double sum = 0;  // every term is <= 0: stop as soon as it is too low
      for (std::size_t i = 0; i < slope_.size() && sum > limit; ++i) {
        const double m = posterior_.margin(i, w);
        sum += posterior_.log_likelihood(m) - (value_[i] + slope_[i] * m);
      }
      if (sum > limit) return;
    }
    throw Error(ErrorCode::unsupported, "sampler", "one accepted proposal among 10^8 (use a chain instead)", "none");
  }
  [[nodiscard]] std::int64_t proposals() const override { return proposals_; }

 private:
  GlmPosterior posterior_;
  std::vector<double> mean_, value_, slope_;
  std::int64_t proposals_ = 0;
};

class PolyaGammaGibbs : public GlmKernel {
 public:
  explicit PolyaGammaGibbs(const GlmPosterior& posterior)
      : posterior_(posterior), right_(Vector::Zero(static_cast<Eigen::Index>(posterior.dimension()))) {
    for (std::size_t i = 0; i < posterior.data().records(); ++i)
      right_ += (posterior.data().positive[i] ? 0.5 : -0.5) * mapped(posterior.data().record(i));
  }
  void step(std::vector<double>& w, GlmRandom& random) override {
    const Eigen::Index d = right_.size();
    Matrix a = posterior_.precision() * Matrix::Identity(d, d);
    for (std::size_t i = 0; i < posterior_.data().records(); ++i)
      a.selfadjointView<Eigen::Lower>().rankUpdate(mapped(posterior_.data().record(i)),
                                                   sample_polya_gamma(posterior_.margin(i, w), random));
    assign(w, normal_by_precision(Factor(a), right_, random));
  }

 private:
  GlmPosterior posterior_;
  Vector right_;
};

class AlbertChib : public GlmKernel {
 public:
  explicit AlbertChib(const GlmPosterior& posterior) : posterior_(posterior) {
    const auto d = static_cast<Eigen::Index>(posterior.dimension());
    Matrix a = posterior.precision() * Matrix::Identity(d, d);
    for (std::size_t i = 0; i < posterior.data().records(); ++i)
      a.selfadjointView<Eigen::Lower>().rankUpdate(mapped(posterior.data().record(i)));
    factor_.compute(a);
  }
  void step(std::vector<double>& w, GlmRandom& random) override {
    Vector right = Vector::Zero(static_cast<Eigen::Index>(w.size()));
    for (std::size_t i = 0; i < posterior_.data().records(); ++i) {
      // y (latent) is normal around the margin, above 0.
      const double m = posterior_.margin(i, w), latent = m + above(-m, random);
      right += (posterior_.data().positive[i] ? latent : -latent) * mapped(posterior_.data().record(i));
    }
    assign(w, normal_by_precision(factor_, right, random));
  }

 private:
  GlmPosterior posterior_;
  Factor factor_;
};

/// Murray, Adams, MacKay, "Elliptical slice sampling" (2010), about the normal approximation at the mode: the target is
/// written as that normal density times a ratio, which may be any positive function.
class EllipticalSlice : public GlmKernel {
 public:
  explicit EllipticalSlice(const GlmPosterior& posterior) : posterior_(posterior) {
    const std::vector<double> mode = posterior.mode(), h = posterior.hessian(mode);
    const auto d = static_cast<Eigen::Index>(mode.size());
    mode_ = mapped(mode);
    hessian_ = Eigen::Map<const Matrix>(h.data(), d, d);
    factor_.compute(hessian_);
  }
  void step(std::vector<double>& w, GlmRandom& random) override {
    const Vector here = mapped(w) - mode_;
    const Vector other = factor_.matrixU().solve(standard_normal(here.size(), random));
    const double level = ratio(w) + std::log1p(-sample_uniform(random));
    constexpr double turn = 2 * std::numbers::pi;
    double angle = turn * sample_uniform(random), low = angle - turn, high = angle;
    for (;;) {
      assign(w, mode_ + here * std::cos(angle) + other * std::sin(angle));
      if (ratio(w) > level) return;
      (angle < 0 ? low : high) = angle;
      if (!(high - low > 1e-300)) {  // the level is the ratio's value itself, to rounding
        assign(w, mode_ + here);
        return;
      }
      angle = low + (high - low) * sample_uniform(random);
    }
  }

 private:
  [[nodiscard]] double ratio(std::span<const double> w) const {
    const Vector x = mapped(w) - mode_;
    return posterior_.log_density(w) + x.dot(hessian_ * x) / 2;
  }
  GlmPosterior posterior_;
  Vector mode_;
  Matrix hessian_;
  Factor factor_;
};

double largest_curvature(const GlmRelease& release) { return release.link == Link::logistic ? 0.25 : 1; }

}  // namespace

std::string_view name(GlmSampler sampler) {
  switch (sampler) {
    case GlmSampler::rejection:
      return "rejection";
    case GlmSampler::polya_gamma:
      return "polya_gamma";
    case GlmSampler::albert_chib:
      return "albert_chib";
    case GlmSampler::elliptical_slice:
      break;
  }
  return "elliptical_slice";
}
bool is_exact(GlmSampler sampler) { return sampler == GlmSampler::rejection; }

double acceptance_bound(const GlmRelease& release) {
  return std::exp(-largest_curvature(release) *
                  (release.rho * release.c * release.c / (Rational(2) * release.beta)).approx());
}
double acceptance_bound(const GlmRelease& release, std::size_t dimension) {
  const auto d = static_cast<double>(dimension);
  const double c = release.c.approx(), beta = release.beta.approx(), rho = release.rho.approx();
  const double bound = std::exp(-d / 2 * std::log1p(largest_curvature(release) * rho * c / d * (c / beta)));
  if (!release.truncated) return bound;
  const double radius = c / beta, k = c * radius;
  double mode = std::sqrt(0.3 * rho / beta);
  if (release.link == Link::logistic) {
    mode = std::fmin(mode, rho * radius / (1 + std::exp(-k)));
  } else if (rho * k < 1) {
    mode = std::fmin(mode, 0.8 * rho * radius / (1 - rho * k));
  }
  if (!(mode < radius)) return 0;
  const double x = static_cast<double>(release.n) * beta * (radius - mode) * (radius - mode);
  const double inside = x >= d ? 0.5 : std::exp(-x / 2 + d / 2 * std::log(x / 2) - std::lgamma(d / 2 + 1));
  return bound * inside;
}
GlmSampler suitable_sampler(const GlmRelease& release, std::optional<std::size_t> dimension) {
  if ((dimension ? acceptance_bound(release, *dimension) : acceptance_bound(release)) >= 1e-4)
    return GlmSampler::rejection;
  if (release.truncated || release.rho != Rational(1)) return GlmSampler::elliptical_slice;
  return release.link == Link::logistic ? GlmSampler::polya_gamma : GlmSampler::albert_chib;
}

std::unique_ptr<GlmKernel> make_kernel(const GlmPosterior& posterior, GlmSampler sampler) {
  if (sampler == GlmSampler::rejection) return std::make_unique<Rejection>(posterior);
  if (sampler == GlmSampler::elliptical_slice) return std::make_unique<EllipticalSlice>(posterior);
  const Link wanted = sampler == GlmSampler::polya_gamma ? Link::logistic : Link::probit;
  if (posterior.link() != wanted || posterior.rho() != 1 || posterior.radius())
    throw Error(ErrorCode::unsupported, "sampler",
                std::string(wanted == Link::logistic ? "the logistic" : "the probit") +
                    " link with rho = 1 and no truncation for " + std::string(name(sampler)),
                "another posterior");
  if (sampler == GlmSampler::polya_gamma) return std::make_unique<PolyaGammaGibbs>(posterior);
  return std::make_unique<AlbertChib>(posterior);
}

GlmChains run_chains(const GlmPosterior& posterior, GlmSampler sampler, int chains, int warm_up, int iterations,
                     std::uint64_t seed) {
  if (chains < 1 || warm_up < 0 || iterations < 4)
    throw Error(ErrorCode::domain, "iterations", "at least one chain of 4 iterations", std::to_string(iterations));
  GlmChains out;
  const std::vector<double> mode = posterior.mode(), h = posterior.hessian(mode);
  const auto d = static_cast<Eigen::Index>(mode.size());
  const Factor factor(Eigen::Map<const Matrix>(h.data(), d, d));
  for (int chain = 0; chain < chains; ++chain) {
    std::seed_seq seeds{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                        static_cast<std::uint32_t>(chain)};
    GlmRandom random(seeds);
    std::vector<double> w = mode;
    assign(w, mapped(mode) + 3 * factor.matrixU().solve(standard_normal(d, random)));
    while (!posterior.inside(w))
      for (double& v : w) v /= 2;
    const auto kernel = make_kernel(posterior, sampler);
    for (int i = 0; i < warm_up; ++i) kernel->step(w, random);
    auto& kept = out.draws.emplace_back();
    for (int i = 0; i < iterations; ++i) {
      kernel->step(w, random);
      kept.push_back(w);
    }
  }
  for (std::size_t k = 0; k < mode.size(); ++k) {
    std::vector<std::vector<double>> coordinate;
    for (const auto& chain : out.draws) {
      auto& one = coordinate.emplace_back();
      for (const auto& w : chain) one.push_back(w[k]);
    }
    out.split_r_hat.push_back(split_r_hat(coordinate));
    out.effective_size.push_back(effective_sample_size(coordinate));
  }
  return out;
}

}  // namespace dpcert
