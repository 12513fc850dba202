#include "dpcert/mechanisms/glm.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/ball.hpp"
#include "dpcert/scalar/exact.hpp"
#include "dpcert/special/log_normal_cdf.hpp"
#include "src/scalar/special.hpp"

namespace dpcert {
namespace {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

double dot(std::span<const double> x, std::span<const double> w) {
  double sum = 0;
  for (std::size_t k = 0; k < x.size(); ++k) sum += x[k] * w[k];
  return sum;
}
double logistic(double z) { return z < 0 ? std::exp(z) / (1 + std::exp(z)) : 1 / (1 + std::exp(-z)); }

}  // namespace

void GlmData::clip(double c) {
  for (std::size_t i = 0; i < records(); ++i) {
    const std::span<double> x = std::span(covariates).subspan(i * dimension, dimension);
    for (;;) {
      double norm = 0;
      for (const double v : x) norm = std::hypot(norm, v);
      if (std::isnan(norm)) throw Error(ErrorCode::domain, "data", "finite covariates", "nan");
      if (std::isinf(norm)) {  // of finite covariates: the direction is kept
        for (double& v : x) {
          if (std::isinf(v)) throw Error(ErrorCode::domain, "data", "finite covariates", "inf");
          v *= 0x1p-12;
        }
        continue;
      }
      // The margin is wider than the rounding of the norm.
      const double margin = 4e-16 * static_cast<double>(dimension + 2);
      if (norm <= c * (1 - margin)) break;
      for (double& v : x) v = v / norm * c * (1 - 2 * margin);
    }
  }
}

void GlmData::sort() {
  std::vector<std::size_t> order(records());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    const auto x = record(i), y = record(j);
    for (std::size_t k = 0; k < dimension; ++k)
      if (x[k] != y[k]) return x[k] < y[k];
    return positive[i] < positive[j];
  });
  GlmData sorted{dimension, {}, {}};
  for (const std::size_t i : order) {
    const auto x = record(i);
    // A zero has one sign, so that equal records have equal bits.
    for (const double v : x) sorted.covariates.push_back(v == 0 ? 0 : v);
    sorted.positive.push_back(positive[i]);
  }
  *this = std::move(sorted);
}

GlmPosterior::GlmPosterior(GlmData data, Link link, double precision, double rho, std::optional<double> radius)
    : data_(std::move(data)), link_(link), precision_(precision), rho_(rho), radius_(radius) {
  if (data_.records() == 0 || data_.dimension == 0 || data_.covariates.size() != data_.records() * data_.dimension)
    throw Error(ErrorCode::domain, "data", "at least one record with at least one covariate", "none");
  for (const double x : data_.covariates)
    if (!std::isfinite(x)) throw Error(ErrorCode::domain, "data", "finite covariates", std::to_string(x));
  if (!(precision > 0 && std::isfinite(precision)))
    throw Error(ErrorCode::domain, "precision", "a number > 0", std::to_string(precision));
  if (!(rho > 0 && rho <= 1)) throw Error(ErrorCode::domain, "rho", "a number above 0, at most 1", std::to_string(rho));
  if (radius && !(*radius > 0)) throw Error(ErrorCode::domain, "radius", "a number > 0", std::to_string(*radius));
}

double GlmPosterior::margin(std::size_t i, std::span<const double> w) const {
  const double z = dot(data_.record(i), w);
  return data_.positive[i] ? z : -z;
}
bool GlmPosterior::inside(std::span<const double> w) const { return !radius_ || dot(w, w) <= *radius_ * *radius_; }
double GlmPosterior::log_likelihood(double m) const {
  if (link_ == Link::probit) return rho_ * log_normal_cdf(m);
  return rho_ * (m < 0 ? m - std::log1p(std::exp(m)) : -std::log1p(std::exp(-m)));
}
double GlmPosterior::slope(double m) const { return rho_ * (link_ == Link::probit ? inverse_mills(m) : logistic(-m)); }
double GlmPosterior::curvature(double m) const {
  if (link_ == Link::logistic) return rho_ * logistic(m) * logistic(-m);
  const double s = inverse_mills(m);
  return rho_ * std::fmin(1, std::fmax(0, s * (m + s)));
}
double GlmPosterior::log_density(std::span<const double> w) const {
  if (!inside(w)) return -std::numeric_limits<double>::infinity();
  double sum = -precision_ * dot(w, w) / 2;
  for (std::size_t i = 0; i < data_.records(); ++i) sum += log_likelihood(margin(i, w));
  return sum;
}
std::vector<double> GlmPosterior::hessian(std::span<const double> w) const {
  const auto d = static_cast<Eigen::Index>(dimension());
  Matrix h = precision_ * Matrix::Identity(d, d);
  for (std::size_t i = 0; i < data_.records(); ++i) {
    const Eigen::Map<const Vector> x(data_.record(i).data(), d);
    h.selfadjointView<Eigen::Lower>().rankUpdate(x, curvature(margin(i, w)));
  }
  h.triangularView<Eigen::StrictlyUpper>() = h.transpose();
  return {h.data(), h.data() + h.size()};
}

std::vector<double> GlmPosterior::mode() const {
  const auto d = static_cast<Eigen::Index>(dimension());
  GlmPosterior whole = *this;
  whole.radius_.reset();
  std::vector<double> w(dimension(), 0);
  double value = whole.log_density(w);
  for (int step = 0; step < 200; ++step) {
    Vector gradient = -precision_ * Eigen::Map<const Vector>(w.data(), d);
    for (std::size_t i = 0; i < data_.records(); ++i) {
      const double s = slope(margin(i, w));
      gradient += (data_.positive[i] ? s : -s) * Eigen::Map<const Vector>(data_.record(i).data(), d);
    }
    const std::vector<double> h = hessian(w);
    const Vector direction = Eigen::Map<const Matrix>(h.data(), d, d).llt().solve(gradient);
    const double decrement = gradient.dot(direction);
    const auto moved = [&](double length) {
      std::vector<double> next = w;
      for (Eigen::Index k = 0; k < d; ++k) next[static_cast<std::size_t>(k)] += length * direction[k];
      return next;
    };
    if (!(decrement > 1e-9)) return moved(1);  // the last step squares what is left
    double length = 1;
    for (; length > 1e-10; length /= 2) {
      std::vector<double> next = moved(length);
      const double at = whole.log_density(next);
      if (at < value + 1e-4 * length * decrement) continue;
      w = std::move(next);
      value = at;
      break;
    }
    if (length <= 1e-10) break;
  }
  return w;
}

void GlmRelease::require() const {
  if (c.sign() <= 0) throw Error(ErrorCode::domain, "c", "a number > 0", c.str());
  if (beta.sign() <= 0) throw Error(ErrorCode::domain, "beta", "a number > 0", beta.str());
  if (rho.sign() <= 0 || rho > Rational(1))
    throw Error(ErrorCode::domain, "rho", "a number above 0, at most 1", rho.str());
  if (n < 1) throw Error(ErrorCode::domain, "n", "a number of records >= 1", std::to_string(n));
}

Guarantee glm_guarantee(const GlmRelease& release) {
  release.require();
  Guarantee g;
  g.adjacency = "two data sets of the same size n of which one record (covariates and label) differs; n is public";
  g.assumptions = {
      "n, c, beta, rho and the names of the columns were fixed without looking at the data",
      "covariates are clipped to the norm c, labels are 0 or 1, and a person contributes one record",
      "the draw follows the stated posterior exactly, in real arithmetic, with fresh independent randomness",
      "exactly one draw is released"};
  const Rational k = release.c * release.c / release.beta;
  if (release.truncated) {
    // Exact for the logistic link; an upper end for the probit link, where it is no rational number.
    const Rational epsilon =
        release.link == Link::logistic
            ? glm_truncated_epsilon(release.link, k, release.rho)
            : glm_truncated_epsilon(release.link, Ball(k, 128), Ball(release.rho, 128)).upper_rational();
    g.cases = {{"rdp", "pure_dp", {{"eps", {epsilon}}}}};
    g.claims = {"glm.ops"};
    g.source =
        "on the ball |w.x| <= c^2/beta, so that one record changes the log-likelihood and the log-normaliser by "
        "at most the range of its loss each";
  } else if (release.link == Link::logistic) {
    const GlmBound<Rational> bound{release.c, Rational(1), release.n};
    g.cases = {{"rdp", "zcdp", {{"rho", {bound.epsilon(Rational(1), release.beta, release.rho)}}}}};
    g.claims = {release.rho == Rational(1) ? "renyi.thm16" : "renyi.glm.lemma1"};
    g.source =
        "an upper bound, by way of Herbst's theorem and the log-Sobolev inequality of strongly log-concave laws "
        "(cited, not proved here)";
  } else {
    const Rational from = Rational(1) + Rational(release.n) * release.beta / (release.c * release.c);
    g.source =
        "none is known for the probit link: its loss is not Lipschitz, and the divergence is infinite from order " +
        from.str() + " on (renyi.glm.probit)";
  }
  return g;
}

}  // namespace dpcert
