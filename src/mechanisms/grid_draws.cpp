#include "dpcert/mechanisms/grid_draws.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "src/mechanisms/grid_digits.hpp"

namespace dpcert {

using namespace grid;

namespace {

/// value/grid + 1/2 as a whole number and a rest in [0, 1).
struct Cell {
  Cell(const Rational& value, const Rational& grid) : Cell(value / grid + Rational(1, 2)) {}
  Rational whole;
  GridConstant rest;

 private:
  explicit Cell(const Rational& x) : whole(x.floor()), rest(x - whole) {}
};

/// An accepted Gamma variate, as far as its uniform numbers are known.
class Gamma {
 public:
  Gamma(const GridDirichlet::Shape& shape, RandomBits& random, GridEffort& effort)
      : shape_(&shape), u_(random), v_(random) {
    if (shape.boosted) boost_.emplace(random);
    for (;;) {
      Uniform w(random);
      if (decide(effort, [&]<class S>(Precision precision) { return accepted<S>(w, precision); })) return;
      u_ = Uniform(random);
      v_ = Uniform(random);
    }
  }
  template <class S>
  S logarithm(Precision precision) {
    const S d = number<S>(shape_->d, precision);
    const S of_one = log(d) + whole<S>(3) * log1p(normal<S>(u_, v_, precision) / (whole<S>(3) * sqrt(d)));
    if (!boost_) return of_one;
    return of_one + log(boost_->at<S>(precision)) * number<S>(shape_->per_shape, precision);
  }

 private:
  template <class S>
  std::optional<bool> accepted(Uniform& w, Precision precision) {
    const S d = number<S>(shape_->d, precision), x = normal<S>(u_, v_, precision);
    const S t = x / (whole<S>(3) * sqrt(d)), least = whole<S>(-1);
    if (certainly_below(t, least)) return false;
    if (!certainly_below(least, t)) return std::nullopt;
    const S right = x * x / whole<S>(2) + d * (whole<S>(3) * log1p(t) - t * (whole<S>(3) + t * (whole<S>(3) + t)));
    const S left = log(w.at<S>(precision));
    if (certainly_below(left, right)) return true;
    if (certainly_below(right, left)) return false;
    return std::nullopt;
  }
  const GridDirichlet::Shape* shape_;
  Uniform u_, v_;
  std::optional<Uniform> boost_;
};

/// The parts 0, ..., count - 1 in steps of the grid, if they are all decided.
template <class S>
std::optional<std::vector<Rational>> parts_of(std::vector<Gamma>& gammas, std::size_t count,
                                              const GridConstant& per_grid, Precision precision) {
  std::vector<S> logs;
  for (Gamma& g : gammas) logs.push_back(g.logarithm<S>(precision));
  std::size_t largest = 0;  // any would do; with this one no exponential overflows
  for (std::size_t k = 1; k < logs.size(); ++k)
    if (certainly_below(logs[largest], logs[k])) largest = k;
  S sum = whole<S>(0);
  const S reference = logs[largest];
  for (std::size_t k = 0; k < logs.size(); ++k) {
    logs[k] = k == largest ? whole<S>(1) : exp(logs[k] - reference);
    sum = sum + logs[k];
  }
  std::vector<Rational> out;
  for (std::size_t k = 0; k < count; ++k) {
    auto cell = cell_of(logs[k] / sum * number<S>(per_grid, precision) + whole<S>(1) / whole<S>(2));
    if (!cell) return std::nullopt;
    out.push_back(*std::move(cell));
  }
  return out;
}

const Rational& positive_grid(const Rational& grid) {
  require_positive("grid", grid);
  return grid;
}

}  // namespace

GridLaplace::GridLaplace(const Rational& scale, const Rational& grid)
    : grid_(positive_grid(grid)), ratio_(scale / grid) {
  require_positive("b", scale);
}

Rational GridLaplace::operator()(const Rational& value, RandomBits& random) {
  const Cell start(value, grid_);
  const bool negative = random.bit();
  Uniform u(random);
  return (start.whole + decide(effort,
                               [&]<class S>(Precision precision) {
                                 const S size = number<S>(ratio_, precision) * log(u.at<S>(precision));  // below 0
                                 const S rest = number<S>(start.rest, precision);
                                 return cell_of(negative ? rest + size : rest - size);
                               })) *
         grid_;
}

GridGaussian::GridGaussian(const Rational& variance, const Rational& grid)
    : grid_(positive_grid(grid)), ratio_(variance / (grid * grid)) {
  require_positive("variance", variance);
}

Rational GridGaussian::operator()(const Rational& value, RandomBits& random) {
  const Cell start(value, grid_);
  Uniform u(random), v(random);
  return (start.whole + decide(effort,
                               [&]<class S>(Precision precision) {
                                 const S size = sqrt(number<S>(ratio_, precision)) * normal<S>(u, v, precision);
                                 return cell_of(number<S>(start.rest, precision) + size);
                               })) *
         grid_;
}

GridDirichlet::Shape::Shape(const Rational& a)
    : d((a < Rational(1) ? a + Rational(1) : a) - Rational(1, 3)),
      per_shape(Rational(1) / a),
      boosted(a < Rational(1)) {}

GridDirichlet::GridDirichlet(const std::vector<Rational>& shapes, const Rational& grid)
    : grid_(positive_grid(grid)), per_grid_(Rational(1) / grid) {
  if (shapes.size() < 2) throw Error(ErrorCode::domain, "shapes", "two shapes at least", std::to_string(shapes.size()));
  for (const Rational& a : shapes) {
    require_positive("shape", a);
    shapes_.emplace_back(a);
  }
}

std::vector<Rational> GridDirichlet::draw(RandomBits& random, std::size_t parts) {
  std::vector<Gamma> gammas;
  gammas.reserve(shapes_.size());
  for (const Shape& shape : shapes_) gammas.emplace_back(shape, random, effort);
  std::vector<Rational> out =
      decide(effort, [&]<class S>(Precision precision) { return parts_of<S>(gammas, parts, per_grid_, precision); });
  for (Rational& part : out) part *= grid_;
  return out;
}
std::vector<Rational> GridDirichlet::operator()(RandomBits& random) { return draw(random, shapes_.size()); }
Rational GridDirichlet::first(RandomBits& random) { return draw(random, 1).front(); }

Rational default_grid(double scale) {
  if (!(scale > 0 && std::isfinite(scale)))
    throw Error(ErrorCode::domain, "scale", "a finite number > 0", std::to_string(scale));
  const Rational most = Rational::from_double(scale) / Rational(1000);
  auto exponent = static_cast<std::int64_t>(std::floor(std::log10(scale))) - 3;
  while (pow(Rational(10), exponent) > most) --exponent;
  while (pow(Rational(10), exponent + 1) <= most) ++exponent;
  return pow(Rational(10), exponent);
}

}  // namespace dpcert
