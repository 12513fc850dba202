#include "verify/estimates/drawn_law.hpp"

#include <algorithm>
#include <cmath>

#include "dpcert/language/enclose.hpp"
#include "dpcert/mechanisms/gaussian.hpp"
#include "dpcert/mechanisms/laplace.hpp"
#include "dpcert/mechanisms/sampling.hpp"

namespace dpcert::verify {

namespace {

constexpr double most_scales = 1e6, least_shape = 0.5, largest_shape = 1e6;

Expr at_point(const Expr& e, const Point& point) {
  ExprMap<Expr> numbers;
  for (const auto& [name, q] : point) numbers.emplace(Expr::variable(name), Expr(q));
  return substitute(e, numbers);
}

std::vector<Expr> coordinate_names(std::size_t n) {
  std::vector<Expr> names;
  for (std::size_t i = 0; i < n; ++i) names.push_back(NamedLaw::coordinate(i));
  return names;
}

bool is_scale(double x) { return x > 1e-100 && x < 1e100; }

// Do doubles hold the law?
bool fits(const std::string& family, const std::vector<double>& p) {
  const auto shape = [](double x) { return x >= least_shape && x <= largest_shape; };
  const auto weight = [](double x) { return x >= 0 && x <= 1; };
  if (family == "normal") return is_scale(p[1]) && std::abs(p[0]) <= most_scales * std::sqrt(p[1]);
  if (family == "laplace" || family == "affine") return is_scale(p[1]) && std::abs(p[0]) <= most_scales * p[1];
  if (family == "exponential") return is_scale(p[0]);
  if (family == "gamma") return shape(p[0]) && is_scale(p[1]);
  if (family == "beta" || family == "dirichlet") return std::ranges::all_of(p, shape);
  if (family == "uniform")
    return is_scale(p[1] - p[0]) && std::max(std::abs(p[0]), std::abs(p[1])) <= most_scales * (p[1] - p[0]);
  if (family == "binomial") return p[0] >= 0 && p[0] <= largest_shape && weight(p[1]);
  return family == "mixture" && std::ranges::all_of(p, weight);
}

}  // namespace

std::optional<double> double_at(const Expr& e, const Point& point) {
  try {
    const Ball b = enclose(e, point, 192);
    if (!b.is_finite()) return std::nullopt;
    const Interval ends(b);
    const bool next_to_0 = ends.lower_double() > -1e-40 && ends.upper_double() < 1e-40;
    if (b.relative_accuracy_bits() < 60 && !next_to_0) return std::nullopt;
    const double x = b.approx();
    return std::isfinite(x) ? std::optional(x) : std::nullopt;
  } catch (const Error&) {  // a name that has no value at the point
    return std::nullopt;
  }
}

AtCoordinates::AtCoordinates(const Expr& e, const Point& point, std::size_t coordinates)
    : program_(std::make_unique<Program>(std::vector<Expr>{at_point(e, point)}, coordinate_names(coordinates))),
      runner_(*program_),
      in_(coordinates) {}

double AtCoordinates::operator()(const std::vector<double>& x) {
  for (std::size_t i = 0; i < in_.size(); ++i) in_[i].v = x[i];
  runner_.start(in_);
  return runner_.root(0).v;
}

std::optional<DrawnLaw> DrawnLaw::at(const NamedLaw& law, const Point& point) {
  DrawnLaw out;
  out.family_ = law.family;
  for (const auto& [where, mass] : law.masses) {
    const auto p = double_at(mass, point);
    if (!p || !(*p >= 0)) return std::nullopt;
    out.points_.push_back(where.approx());
    out.masses_.push_back(*p);
  }
  if (!law.masses.empty()) return out;
  for (const Expr& e : law.parameters) {
    const auto p = double_at(e, point);
    if (!p) return std::nullopt;
    out.parameters_.push_back(*p);
  }
  if (!fits(law.family, out.parameters_)) return std::nullopt;
  for (const NamedLaw& part : law.parts) {
    auto drawn = at(part, point);
    if (!drawn) return std::nullopt;
    out.parts_.push_back(std::move(*drawn));
  }
  if (!law.density) return std::nullopt;
  try {
    out.density_ = std::make_shared<AtCoordinates>(*law.density, point, law.coordinates);
  } catch (const Error&) {
    return std::nullopt;
  }
  return out;
}

void DrawnLaw::draw(std::mt19937_64& random, std::vector<double>& x) const {
  const auto& p = parameters_;
  if (!points_.empty()) {
    double u = sample_uniform(random);
    std::size_t i = 0;
    while (i + 1 < points_.size() && u >= masses_[i]) u -= masses_[i++];
    x.assign(1, points_[i]);
  } else if (family_ == "normal") {
    x.assign(1, sample(GaussianMechanism<double>(std::sqrt(p[1])), p[0], random));
  } else if (family_ == "laplace") {
    x.assign(1, sample(LaplaceMechanism<double>(p[1]), p[0], random));
  } else if (family_ == "exponential") {
    x.assign(1, -std::log1p(-sample_uniform(random)) / p[0]);
  } else if (family_ == "gamma") {
    x.assign(1, std::exp(sample_log_gamma(p[0], random)) / p[1]);
  } else if (family_ == "beta" || family_ == "dirichlet") {
    x = sample_log_dirichlet(p, random);
    for (double& v : x) v = std::exp(v);
  } else if (family_ == "uniform") {
    x.assign(1, p[0] + (p[1] - p[0]) * sample_uniform(random));
  } else if (family_ == "binomial") {
    x.assign(1, static_cast<double>(
                    std::binomial_distribution<std::int64_t>(static_cast<std::int64_t>(p[0]), p[1])(random)));
  } else if (family_ == "affine") {
    parts_[0].draw(random, x);
    for (double& v : x) v = p[0] + p[1] * v;
  } else {  // a mixture
    parts_[sample_uniform(random) < p[0] ? 0 : 1].draw(random, x);
  }
}

double DrawnLaw::density(const std::vector<double>& x) {
  if (density_) return (*density_)(x);
  const auto at = std::ranges::find(points_, x[0]);
  return at == points_.end() ? 0 : masses_[static_cast<std::size_t>(at - points_.begin())];
}

}  // namespace dpcert::verify
