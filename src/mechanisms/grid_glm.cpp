#include "dpcert/mechanisms/grid_glm.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "src/mechanisms/grid_digits.hpp"
#include "src/mechanisms/quadratic_form.hpp"

namespace dpcert {
namespace grid_glm {

using namespace grid;

template <class S>
S number(double x, Precision precision) {
  if constexpr (std::is_same_v<S, Ball>) {
    return Ball(Rational::from_double(x), precision);
  } else {
    return DoubleInterval::point(x);
  }
}

/// glm_log_likelihood of the probit link by one value of the distribution function, which is what costs: its
/// logarithm's slope falls, and is below |m| + 0.8.
static DoubleInterval log_normal_cdf(const DoubleInterval& m) {
  const DoubleInterval low = DoubleInterval::point(m.lower()), at = log(normal_cdf(low));
  const DoubleInterval slope = abs(low) + DoubleInterval::point(1);
  return {at.lower(), (at + slope * (DoubleInterval::point(m.upper()) - low)).upper()};
}
template <class S>
S log_likelihood(Link link, const S& m) {
  if constexpr (std::is_same_v<S, DoubleInterval>) {
    if (link == Link::probit) return log_normal_cdf(m);
  }
  return glm_log_likelihood(link, m);
}

/// The tangent at w0, for one precision.
template <class S>
struct Tangent {
  std::vector<S> margin;        ///< m_i, for each record
  std::vector<S> level, slope;  ///< l(m) <= level + slope m
  std::vector<S> mean;          ///< of the proposals
};

/// A proposal, as far as its uniform numbers are known: two of them make two normal variates.
class Proposal {
 public:
  Proposal(std::size_t dimension, RandomBits& random) {
    for (std::size_t k = 0; k < dimension; k += 2) pairs_.emplace_back(Uniform(random), Uniform(random));
  }
  template <class S>
  std::vector<S> at(const std::vector<S>& mean, const S& deviation, Precision precision) {
    if constexpr (std::is_same_v<S, DoubleInterval>) {
      if (!fast_.empty()) return fast_;
    }
    std::vector<S> w;
    w.reserve(mean.size());
    for (std::pair<Uniform, Uniform>& pair : pairs_) {
      const S radius = deviation * sqrt(whole<S>(-2) * log(pair.first.at<S>(precision)));
      const Turn<S> turn = pair.second.turn<S>(precision);
      w.push_back(mean[w.size()] + radius * turn.cosine);
      if (w.size() < mean.size()) w.push_back(mean[w.size()] + radius * turn.sine);
    }
    if constexpr (std::is_same_v<S, DoubleInterval>) fast_ = w;
    return w;
  }

 private:
  std::vector<std::pair<Uniform, Uniform>> pairs_;
  std::vector<DoubleInterval> fast_;
};

static DoubleInterval square_sum(const std::vector<DoubleInterval>& v) {
  DoubleInterval sum = DoubleInterval::point(0);
  for (const DoubleInterval& x : v) sum = sum + x * x;
  return max(sum, DoubleInterval::point(0));
}

/// Bounds of -l'' from above, at every margin, and of |l'''|/6.
template <class S>
S largest_curvature(Link link) {
  return link == Link::probit ? whole<S>(1) : S(whole<S>(1) / whole<S>(4));
}
template <class S>
S largest_third(Link link) {
  return link == Link::probit ? S(whole<S>(1) / whole<S>(20)) : S(whole<S>(1) / whole<S>(62));
}

/// Forms from which a proposal is decided without the records.
struct Squeeze {
  Squeeze(const GridGlmPosterior& posterior, const Tangent<DoubleInterval>& tangent)
      : most(largest_curvature<DoubleInterval>(posterior.link) / DoubleInterval::point(2)),
        third(largest_third<DoubleInterval>(posterior.link)),
        covariates(posterior.data.dimension),
        curvature(posterior.data.dimension) {
    DoubleInterval square = DoubleInterval::point(0);
    const DoubleInterval one = DoubleInterval::point(1);
    for (std::size_t i = 0; i < posterior.data.records(); ++i) {
      const auto x = posterior.data.record(i);
      covariates.add(x, one);
      // It lies in [0, 1].
      const DoubleInterval bend = glm_curvature(posterior.link, tangent.margin[i]);
      curvature.add(x, min(one, max(DoubleInterval::point(0), bend)));
      std::vector<DoubleInterval> at;
      for (const double v : x) at.push_back(DoubleInterval::point(v));
      square = max(square, square_sum(at));
    }
    longest = sqrt(square);
    covariates.close();
    curvature.close();
  }
  /// An enclosure of sum_i [l(y_i x_i.w) - l(m_i) - s_i (y_i x_i.w - m_i)], v = w - w0.
  [[nodiscard]] DoubleInterval operator()(const std::vector<DoubleInterval>& v) const {
    const double spread = covariates(v).upper();
    if (!(spread >= 0 && std::isfinite(spread))) return {-INFINITY, 0};
    const DoubleInterval at_most = DoubleInterval::point(spread);
    const DoubleInterval rough{-(most * at_most).upper(), 0};
    const DoubleInterval middle = -(curvature(v) / DoubleInterval::point(2));
    const DoubleInterval rest = sqrt(square_sum(v)) * longest * third * at_most;
    const double low = (middle - rest).lower(), high = (middle + rest).upper();
    if (!(std::isfinite(low) && std::isfinite(high))) return rough;
    return {std::fmax(rough.lower(), low), std::fmin(0, high)};
  }
  DoubleInterval most, third, longest;
  QuadraticForm covariates, curvature;
};

/// Near the mode, or 0 where doubles do not find it.
static std::vector<double> near_mode(const GridGlmPosterior& posterior) {
  std::vector<double> none(posterior.data.dimension, 0);
  const double precision = posterior.precision.approx(), rho = posterior.rho.approx();
  const auto usable = [](double x) { return std::isnormal(x) && x > 0; };
  if (!usable(precision) || !usable(rho)) return none;
  std::vector<double> w0 = GlmPosterior(posterior.data, posterior.link, precision, rho).mode();
  for (const double w : w0)
    if (!std::isfinite(w)) return none;
  return w0;
}

static void require(const GridGlmPosterior& posterior) {
  const GlmData& data = posterior.data;
  if (data.records() == 0 || data.dimension == 0 || data.covariates.size() != data.records() * data.dimension)
    throw Error(ErrorCode::domain, "data", "at least one record with at least one covariate", "none");
  for (const double x : data.covariates)
    if (!std::isfinite(x)) throw Error(ErrorCode::domain, "data", "finite covariates", std::to_string(x));
  require_positive("precision", posterior.precision);
  require_positive("rho", posterior.rho);
  if (posterior.rho > Rational(1))
    throw Error(ErrorCode::domain, "rho", "a number above 0, at most 1", posterior.rho.str());
  if (posterior.radius) require_positive("radius", *posterior.radius);
}

}  // namespace grid_glm

using namespace grid_glm;

class GridGlm::Sampler {
 public:
  Sampler(GridGlmPosterior posterior, const Rational& grid)
      : posterior_((require(posterior), std::move(posterior))),
        grid_(grid),
        per_grid_(Rational(1) / grid),
        rho_(posterior_.rho),
        variance_(Rational(1) / posterior_.precision),
        w0_(near_mode(posterior_)),
        fast_(tangent_at<DoubleInterval>(0)) {
    if (posterior_.radius) square_radius_.emplace(*posterior_.radius * *posterior_.radius);
  }

  std::vector<Rational> draw(RandomBits& random, GridEffort& effort, bool squeeze) {
    for (;;) {
      ++proposals_;
      Proposal proposal(w0_.size(), random);
      Uniform u(random);
      if (squeeze && !squeeze_ && looked_up_ > static_cast<std::int64_t>(w0_.size()))
        squeeze_.emplace(posterior_, fast_);
      bool looked = false;
      const bool accept = decide(
          effort, [&]<class S>(Precision precision) { return accepted<S>(proposal, u, precision, squeeze, looked); });
      if (looked) ++looked_up_;
      if (!accept) continue;
      std::vector<Rational> out =
          decide(effort, [&]<class S>(Precision precision) { return cells<S>(proposal, precision); });
      for (Rational& w : out) w *= grid_;
      return out;
    }
  }
  [[nodiscard]] std::int64_t proposals() const { return proposals_; }
  [[nodiscard]] std::int64_t looked_up() const { return looked_up_; }

 private:
  template <class S>
  S margin(std::size_t i, const std::vector<S>& w, Precision precision) const {
    const auto x = posterior_.data.record(i);
    S sum = whole<S>(0);
    for (std::size_t k = 0; k < x.size(); ++k) sum = sum + number<S>(x[k], precision) * w[k];
    return posterior_.data.positive[i] ? sum : -sum;
  }
  template <class S>
  Tangent<S> tangent_at(Precision precision) const {
    Tangent<S> out;
    // Sums of a thousand terms are added up, because an enclosure grows by the size of the sum with every term.
    constexpr std::size_t block = 1024;
    const std::vector<S> none(w0_.size(), whole<S>(0));
    std::vector<S> at, gradient = none, part = none;
    const auto close_block = [&] {
      for (std::size_t k = 0; k < part.size(); ++k) gradient[k] = gradient[k] + part[k];
      part = none;
    };
    for (const double w : w0_) at.push_back(number<S>(w, precision));
    for (std::size_t i = 0; i < posterior_.data.records(); ++i) {
      if (i % block == 0) close_block();
      const S m = margin(i, at, precision), s = glm_slope(posterior_.link, m);
      out.margin.push_back(m);
      out.level.push_back(log_likelihood(posterior_.link, m) - s * m);
      out.slope.push_back(s);
      const auto x = posterior_.data.record(i);
      for (std::size_t k = 0; k < x.size(); ++k) {
        const S one = s * number<S>(x[k], precision);
        part[k] = posterior_.data.positive[i] ? part[k] + one : part[k] - one;
      }
    }
    close_block();
    const S factor = grid::number<S>(rho_, precision) * grid::number<S>(variance_, precision);
    for (const S& g : gradient) out.mean.push_back(factor * g);
    return out;
  }
  template <class S>
  const Tangent<S>& tangent(Precision precision) {
    if constexpr (std::is_same_v<S, Ball>) {
      auto found = exact_.find(precision);
      if (found == exact_.end()) found = exact_.emplace(precision, tangent_at<Ball>(precision)).first;
      return found->second;
    } else {
      return fast_;
    }
  }
  template <class S>
  std::vector<S> point(Proposal& proposal, Precision precision) {
    return proposal.at(tangent<S>(precision).mean, S(sqrt(grid::number<S>(variance_, precision))), precision);
  }

  template <class S>
  std::optional<bool> accepted(Proposal& proposal, Uniform& u, Precision precision, bool squeeze, bool& looked) {
    const std::vector<S> w = point<S>(proposal, precision);
    if (square_radius_) {
      S square = whole<S>(0);
      for (const S& x : w) square = square + x * x;
      const S most = grid::number<S>(*square_radius_, precision);
      if (certainly_below(most, square)) return false;
      if (!certainly_below(square, most)) return std::nullopt;
    }
    const S limit = log(u.at<S>(precision)) / grid::number<S>(rho_, precision);
    if constexpr (std::is_same_v<S, DoubleInterval>) {
      if (squeeze && squeeze_) {
        std::vector<S> v;
        v.reserve(w.size());
        for (std::size_t k = 0; k < w.size(); ++k) v.push_back(w[k] - DoubleInterval::point(w0_[k]));
        const S sum = (*squeeze_)(v);
        if (certainly_below(limit, sum)) return true;
        if (certainly_below(sum, limit)) return false;
      }
    }
    looked = true;
    const Tangent<S>& t = tangent<S>(precision);
    S sum = whole<S>(0);
    for (std::size_t i = 0; i < t.slope.size(); ++i) {
      const S m = margin(i, w, precision);
      sum = sum + (log_likelihood(posterior_.link, m) - (t.level[i] + t.slope[i] * m));
      // What is still to come is <= 0.
      if (certainly_below(sum, limit)) return false;
    }
    if (certainly_below(limit, sum)) return true;
    return std::nullopt;
  }
  template <class S>
  std::optional<std::vector<Rational>> cells(Proposal& proposal, Precision precision) {
    std::vector<Rational> out;
    for (const S& w : point<S>(proposal, precision)) {
      auto cell = cell_of(w * grid::number<S>(per_grid_, precision) + whole<S>(1) / whole<S>(2));
      if (!cell) return std::nullopt;
      out.push_back(*std::move(cell));
    }
    return out;
  }

  GridGlmPosterior posterior_;
  Rational grid_;
  GridConstant per_grid_, rho_, variance_;
  std::optional<GridConstant> square_radius_;
  std::vector<double> w0_;
  Tangent<DoubleInterval> fast_;
  std::map<Precision, Tangent<Ball>> exact_;
  std::optional<Squeeze> squeeze_;
  std::int64_t proposals_ = 0, looked_up_ = 0;
};

GridGlm::GridGlm(GridGlmPosterior posterior, const Rational& grid) {
  require_positive("grid", grid);
  sampler_ = std::make_unique<Sampler>(std::move(posterior), grid);
}
GridGlm::GridGlm(GridGlm&&) noexcept = default;
GridGlm& GridGlm::operator=(GridGlm&&) noexcept = default;
GridGlm::~GridGlm() = default;

std::vector<Rational> GridGlm::operator()(RandomBits& random) { return sampler_->draw(random, effort, squeeze); }
std::int64_t GridGlm::proposals() const { return sampler_->proposals(); }
std::int64_t GridGlm::looked_up() const { return sampler_->looked_up(); }

}  // namespace dpcert
