#include "verify/estimates/terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dpcert/language/enclose.hpp"
#include "verify/estimates/bounded_mean.hpp"
#include "verify/estimates/drawn_law.hpp"

namespace dpcert::verify {

namespace {

using Kind = LawTerm::Kind;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Precision bits = 64;
constexpr int pilot_draws = 200;
// The bounds from below lose most of what the draws say, and their clipping is chosen by a pilot.
constexpr int clipping_draws = 2000;
constexpr std::int64_t times_from_below = 3;

// Of two densities at what was drawn: q/p, where what is drawn from has p > 0. NaN: not known.
double ratio(double q, double p) { return p > 0 && q >= 0 && std::isfinite(p) ? q / p : nan; }

// log(p/q); infinite where one is 0. NaN: not known.
double log_ratio(double p, double q) { return p >= 0 && q >= 0 && (p > 0 || q > 0) ? std::log(p) - std::log(q) : nan; }

/// Both laws of a term at a point, and what is evaluated at each draw.
class Pair {
 public:
  static std::optional<Pair> at(const LawTerm& term, const Point& point) {
    Pair out;
    auto one = DrawnLaw::at(term.one, point);
    if (!one) return std::nullopt;
    out.one_ = std::move(*one);
    if (term.kind != Kind::probability && term.kind != Kind::expectation) {
      auto other = DrawnLaw::at(term.other, point);
      if (!other) return std::nullopt;
      out.other_ = std::move(*other);
    }
    return out;
  }
  /// p and q at a draw from the first law, from the second, or from both by halves.
  enum class From { one, other, both };
  std::pair<double, double> draw(From from, std::mt19937_64& random) {
    const bool first = from == From::one || (from == From::both && sample_first(random));
    (first ? *one_ : *other_).draw(random, x_);
    return {one_->density(x_), other_->density(x_)};
  }
  const std::vector<double>& draw(std::mt19937_64& random) {
    one_->draw(random, x_);
    return x_;
  }

 private:
  static bool sample_first(std::mt19937_64& random) { return (random() & 1U) != 0; }
  std::optional<DrawnLaw> one_, other_;
  std::vector<double> x_;
};

// The event of a probability, with its ends at the point.
class Event {
 public:
  static std::optional<Event> at(const LawTerm& term, const Point& point) {
    Event out;
    for (const auto& [end, to] : {std::pair{&term.low, &out.low_}, {&term.high, &out.high_}}) {
      if (!*end) continue;
      const auto at = double_at(**end, point);
      if (!at) return std::nullopt;
      *to = *at;
    }
    for (const Rational& q : term.points) out.points_.push_back(q.approx());
    out.of_points_ = !term.one.masses.empty();
    return out;
  }
  [[nodiscard]] bool happened(double x) const {
    return of_points_ ? std::ranges::find(points_, x) != points_.end() : low_ <= x && x <= high_;
  }

 private:
  double low_ = -INFINITY, high_ = INFINITY;
  std::vector<double> points_;
  bool of_points_ = false;
};

TermEstimate of_mean(const BoundedMean& mean, const Rational& level) {
  return {mean.average(), mean.bounds(level), false, mean.trials()};
}

std::optional<TermEstimate> probability(const LawTerm& term, const Point& point, std::int64_t n, const Rational& level,
                                        std::mt19937_64& random) {
  auto laws = Pair::at(term, point);
  const auto event = Event::at(term, point);
  if (!laws || !event) return std::nullopt;
  BoundedMean mean;
  for (std::int64_t i = 0; i < n; ++i) mean.add(event->happened(laws->draw(random)[0]) ? 1 : 0, random);
  return of_mean(mean, level);
}

// The range of what is averaged, over the whole line or simplex, in intervals.
Interval range_of(const Expr& e, const Point& point, const NamedLaw& law) {
  std::map<std::string, Interval> values;
  for (const auto& [name, q] : point) values.emplace(name, Interval(q, bits));
  const bool unit = law.family == "beta" || law.family == "dirichlet";
  for (std::size_t i = 0; i < law.coordinates; ++i)
    values.emplace(NamedLaw::coordinate(i).name(),
                   unit ? Interval(Rational(0), Rational(1), bits) : Interval::entire(bits));
  return evaluate<Interval>(
      e, values, [](const Rational& q) { return Interval(q, bits); }, [] { return Interval::pi(bits); });
}

double clipped(double x, double low, double high) { return std::isnan(x) ? nan : std::clamp(x, low, high); }

// Of what is known to be at least (or at most) something: what is clipped to the range that a pilot saw bounds it.
std::optional<TermEstimate> expectation(const LawTerm& term, const Point& point, std::int64_t n, const Rational& level,
                                        std::mt19937_64& random) {
  auto laws = Pair::at(term, point);
  if (!laws) return std::nullopt;
  const Interval range = range_of(term.parameter, point, term.one);
  // A constant has its value whatever is drawn.
  if (range.is_undefined() || range.is_point()) return std::nullopt;
  const double least = range.lower_double(), most = range.upper_double();
  if (!std::isfinite(least) && !std::isfinite(most)) return std::nullopt;
  AtCoordinates value(term.parameter, point, term.one.coordinates);
  double low = INFINITY, high = -INFINITY;
  for (int i = 0; i < pilot_draws; ++i) {
    const double v = value(laws->draw(random));
    if (std::isfinite(v)) low = std::fmin(low, v), high = std::fmax(high, v);
  }
  if (std::isfinite(least)) low = least;
  if (std::isfinite(most)) high = most;
  if (!(low < high)) return std::nullopt;
  BoundedMean mean;
  double sum = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    const double v = value(laws->draw(random));
    sum += v;
    mean.add((clipped(v, low, high) - low) / (high - low), random);
  }
  const Interval a(Rational::from_double(low), bits), b(Rational::from_double(high), bits);
  Interval found = a + (b - a) * mean.bounds(level);
  if (!std::isfinite(most)) found = Interval::at_least(found.lower_rational(), bits);
  if (!std::isfinite(least)) found = Interval::at_most(found.upper_rational(), bits);
  return TermEstimate{sum / static_cast<double>(n), found, !std::isfinite(most), n};
}

// E over P of max(1 - exp(eps) q/p, 0).
std::optional<TermEstimate> hockey_stick(const LawTerm& term, const Point& point, std::int64_t n, const Rational& level,
                                         std::mt19937_64& random) {
  auto laws = Pair::at(term, point);
  const auto eps = term.kind == Kind::tv ? std::optional(0.0) : double_at(term.parameter, point);
  if (!laws || !eps) return std::nullopt;
  BoundedMean mean;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto [p, q] = laws->draw(Pair::From::one, random);
    const double r = ratio(q, p);
    mean.add(std::isnan(r) ? nan : r == 0 ? 1 : std::fmax(-std::expm1(*eps + std::log(r)), 0), random);
  }
  return of_mean(mean, level);
}

// Its square is the average, over half of each law, of (sqrt(p) - sqrt(q))^2/(p + q).
std::optional<TermEstimate> hellinger(const LawTerm& term, const Point& point, std::int64_t n, const Rational& level,
                                      std::mt19937_64& random) {
  auto laws = Pair::at(term, point);
  if (!laws) return std::nullopt;
  BoundedMean mean;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto [p, q] = laws->draw(Pair::From::both, random);
    const double r = p >= q ? ratio(q, p) : ratio(p, q);
    mean.add((1 - std::sqrt(r)) * (1 - std::sqrt(r)) / (1 + r), random);
  }
  return TermEstimate{std::sqrt(mean.average()), sqrt(mean.bounds(level)), false, n};
}

// Below order 1: the average, over half of each law, of 2 w^order (1 - w)^(1 - order) with w = p/(p + q), is the
// integral of p^order q^(1 - order).
std::optional<TermEstimate> renyi_below_one(Pair& laws, double order, const Expr& exact_order, const Point& point,
                                            std::int64_t n, const Rational& level, std::mt19937_64& random) {
  BoundedMean mean;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto [p, q] = laws.draw(Pair::From::both, random);
    const double r = ratio(q, p), w = p == 0 && q > 0 ? 0 : 1 / (1 + r);
    mean.add(std::pow(w, order) * std::pow(1 - w, 1 - order), random);
  }
  const Interval below = Interval(enclose(exact_order, point, bits)) - Interval(1);
  const Interval all = Interval(2) * mean.bounds(level);
  Interval found = Interval::at_least(Rational(0), bits);
  if (all.lower_double() > 0) found = log(all) / below;
  return TermEstimate{std::log(2 * mean.average()) / (order - 1), found, false, n};
}

// From below, by the variational formulas: with T <= b any function of the draw, here the log-ratio of the densities,
// clipped, KL >= E_P T - log E_Q exp(T) (Donsker and Varadhan 1975), and of order r > 1 the divergence is at least
// r/(r - 1) log E_P exp((r - 1) T) - log E_Q exp(r T) (Birrell et al. 2021, by Hoelder's inequality). Nothing changes
// if T - b stands for T.
class FromBelow {
 public:
  FromBelow(Pair& laws, std::optional<double> order, std::int64_t n, std::mt19937_64& random)
      : laws_(laws), order_(order), n_(n) {
    choose(random);
  }
  [[nodiscard]] bool chosen() const { return std::isfinite(high_); }

  TermEstimate estimate(const Interval& order, const Rational& level, std::mt19937_64& random) {
    BoundedMean first, second;
    double sum = 0;
    for (std::int64_t i = 0; i < n_; ++i) {
      const double t = log_ratio_from(Pair::From::one, random);
      sum += order_ ? std::exp((*order_ - 1) * t) : t;
      first.add(of_first(t), random);
      second.add(of_second(log_ratio_from(Pair::From::other, random)), random);
    }
    const Rational half = level / Rational(2);
    const Interval p = first.bounds(half), q = second.bounds(half);
    const double mean = sum / static_cast<double>(n_);
    TermEstimate out{order_ ? std::log(mean) / (*order_ - 1) : mean, Interval::at_least(Rational(0), bits), true,
                     2 * n_};
    if (q.lower_double() < 0 || !(q.upper_double() > 0) || !(p.lower_double() > 0)) return out;
    const Interval least = Interval(p.lower_rational(), bits), most = Interval(q.upper_rational(), bits);
    const Interval found =
        order_ ? order / (order - Interval(1)) * log(least) - log(most)
               : Interval(Rational::from_double(low_ - high_), bits) * (Interval(1) - least) - log(most);
    if (found.lower_double() > 0) out.bounds = Interval::at_least(found.lower_rational(), bits);
    return out;
  }

 private:
  double log_ratio_from(Pair::From from, std::mt19937_64& random) {
    const auto [p, q] = laws_.draw(from, random);
    return log_ratio(p, q);
  }
  // What is not known is the lower end: T may be any function.
  [[nodiscard]] double above_low(double t) const { return std::isnan(t) ? low_ : std::clamp(t, low_, high_); }
  [[nodiscard]] double of_first(double t) const {
    return order_ ? std::exp((*order_ - 1) * (above_low(t) - high_)) : (above_low(t) - low_) / (high_ - low_);
  }
  [[nodiscard]] double of_second(double t) const { return std::exp(order_.value_or(1) * (above_low(t) - high_)); }

  // The ends between which T is clipped: those with which a pilot promises most.
  void choose(std::mt19937_64& random) {
    std::vector<double> of_p, of_q, seen;
    for (int i = 0; i < clipping_draws; ++i) {
      of_p.push_back(log_ratio_from(Pair::From::one, random));
      of_q.push_back(log_ratio_from(Pair::From::other, random));
    }
    for (const auto* some : {&of_p, &of_q})
      for (const double t : *some)
        if (std::isfinite(t)) seen.push_back(t);
    std::ranges::sort(seen);
    if (seen.size() < 2 || !(seen.front() < seen.back())) return;
    const auto quantile = [&](double share) {
      return seen[static_cast<std::size_t>(share * static_cast<double>(seen.size() - 1))];
    };
    double best = -INFINITY, low = 0, high = NAN;
    for (const double share : {0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0}) {
      low_ = quantile(0.01), high_ = quantile(share);
      if (!(low_ < high_)) continue;
      double p = 0, q = 0;
      for (const double t : of_p) p += of_first(t) / clipping_draws;
      for (const double t : of_q) q += of_second(t) / clipping_draws;
      const double errors = 6 / std::sqrt(static_cast<double>(n_));
      p = std::fmax(p - errors * std::sqrt(p * (1 - p) + 1e-4), 1e-9), q += errors * std::sqrt(q * (1 - q) + 1e-4);
      const double promise =
          order_ ? *order_ / (*order_ - 1) * std::log(p) - std::log(q) : (low_ - high_) * (1 - p) - std::log(q);
      if (promise > best) best = promise, low = low_, high = high_;
    }
    low_ = low, high_ = high;
  }

  Pair& laws_;
  std::optional<double> order_;  // none: Kullback and Leibler's
  std::int64_t n_;
  double low_ = 0, high_ = NAN;
};

// The range of the log-ratio of two laws of points, where the first has mass. Nothing where it is not bounded.
std::optional<std::pair<double, double>> log_ratios(const LawTerm& term, const Point& point) {
  double low = INFINITY, high = -INFINITY;
  for (std::size_t i = 0; i < term.one.masses.size(); ++i) {
    const auto p = double_at(term.one.masses[i].second, point), q = double_at(term.other.masses[i].second, point);
    if (p && *p == 0) continue;
    const double t = p && q ? log_ratio(*p, *q) : nan;
    if (!std::isfinite(t)) return std::nullopt;
    low = std::fmin(low, t), high = std::fmax(high, t);
  }
  return low < high ? std::optional(std::pair(low, high)) : std::nullopt;
}

// Within such a range both divergences are averages over P of something bounded: KL of the log-ratio T, and
// exp((r - 1) (D - high)) of order r > 1 of exp((r - 1) (T - high)).
TermEstimate within(const std::pair<double, double>& range, Pair& laws, std::optional<double> order,
                    const Interval& exact_order, std::int64_t n, const Rational& level, std::mt19937_64& random) {
  const auto [low, high] = range;
  BoundedMean mean;
  for (std::int64_t i = 0; i < n; ++i) {
    const auto [p, q] = laws.draw(Pair::From::one, random);
    const double t = clipped(log_ratio(p, q), low, high);
    mean.add(order ? std::exp((*order - 1) * (t - high)) : (t - low) / (high - low), random);
  }
  const Interval a(Rational::from_double(low), bits), b(Rational::from_double(high), bits), all = mean.bounds(level);
  if (!order) return {low + (high - low) * mean.average(), a + (b - a) * all, false, n};
  const Interval less = exact_order - Interval(1), most = b + log(Interval(all.upper_rational(), bits)) / less;
  Interval least(0);
  if (all.lower_double() > 0) least = b + log(Interval(all.lower_rational(), bits)) / less;
  return {high + std::log(mean.average()) / (*order - 1), Interval(least.lower_rational(), most.upper_rational(), bits),
          false, n};
}

std::optional<TermEstimate> kl_or_renyi(const LawTerm& term, const Point& point, std::int64_t n, const Rational& level,
                                        std::mt19937_64& random) {
  auto laws = Pair::at(term, point);
  if (!laws) return std::nullopt;
  std::optional<double> order;
  Interval exact(1);
  if (term.kind == Kind::renyi) {
    order = double_at(term.parameter, point);
    if (!order || !(*order > 0) || *order == 1) return std::nullopt;
    if (*order < 1) return renyi_below_one(*laws, *order, term.parameter, point, n, level, random);
    exact = Interval(enclose(term.parameter, point, bits));
  }
  if (const auto range = log_ratios(term, point)) return within(*range, *laws, order, exact, n, level, random);
  FromBelow found(*laws, order, times_from_below * n, random);
  if (found.chosen()) return found.estimate(exact, level, random);
  return std::nullopt;
}

}  // namespace

std::optional<TermEstimate> estimate_term(const LawTerm& term, const Point& point, std::int64_t releases,
                                          const Rational& level, std::mt19937_64& random) {
  switch (term.kind) {
    case Kind::probability:
      return probability(term, point, releases, level, random);
    case Kind::expectation:
      return expectation(term, point, releases, level, random);
    case Kind::hockey_stick:
    case Kind::tv:
      return hockey_stick(term, point, releases, level, random);
    case Kind::hellinger:
      return hellinger(term, point, releases, level, random);
    case Kind::kl:
    case Kind::renyi:
      return kl_or_renyi(term, point, releases, level, random);
  }
  return std::nullopt;
}

std::optional<double> worth(const LawTerm& term, const Point& point, std::mt19937_64& random) {
  if (term.kind == Kind::expectation) return estimate_term(term, point, 2, Rational(1, 2), random) ? 0.1 : 0.0;
  LawTerm simple = term;
  if (term.kind != Kind::probability && term.kind != Kind::hockey_stick) simple.kind = Kind::tv;
  const auto found = estimate_term(simple, point, pilot_draws, Rational(1, 2), random);
  if (!found || std::isnan(found->plain)) return std::nullopt;
  return found->plain * (1 - found->plain);
}

}  // namespace dpcert::verify
