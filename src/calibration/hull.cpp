// The hull pset for three or more categories when prior counts are below 1/2: splitting the lost record among
// categories can be worse than any pair of data sets, so that the supremum is bracketed instead of known.
//
// Notation of lemma calibrate.hull: z = order - 1; a category that gains h in etaQ contributes A(h), one that loses h
// contributes B(h); both do not increase in the prior count (calibrate.count). A is convex: one category gains all. B
// increases, and B(h) <= (1 + z) psi1(count) h^2/2. Losses h_1 + h_2 + ... <= r contribute at most r sup B(h)/h.
#include <algorithm>
#include <cmath>
#include <queue>

#include "dpcert/calibration/calibration.hpp"
#include "dpcert/core/error.hpp"
#include "dpcert/divergence/renyi.hpp"

namespace dpcert {
namespace {

constexpr Precision bits = 128;
Ball ball(const Rational& q) { return Ball(q, bits); }

/// What a category with the count p in etaP and q in etaQ contributes: renyi_coordinate_formula, its combined argument
/// exact before it is rounded.
Ball contribution(const Rational& z, const Rational& p, const Rational& q) {
  const auto at = [](const Rational& x) { return lgamma(ball(x)); };
  return renyi_from_values(ball(Rational(1) + z), at(p + z * (p - q)), at(p), at(q));
}
Ball gain(const Rational& z, const Rational& count, const Rational& h) { return contribution(z, count, count + h); }
Ball loss(const Rational& z, const Rational& count, const Rational& h) { return contribution(z, count + h, count); }

/// An upper bound of sup B(h)/h over 0 < h <= r, to the relative tolerance: cells [u, v] with B(h)/h <= B(v)/u, below
/// the first one the quadratic bound.
Ball loss_rate(const Rational& z, const Rational& count, const Rational& r, double tolerance) {
  struct Cell {
    Rational u, v;
    Ball at_v;  ///< B(v)
    double upper;
  };
  const auto cell = [&](Rational u, Rational v, Ball at_v) {
    const double upper = (at_v / ball(u)).approx();
    return Cell{std::move(u), std::move(v), std::move(at_v), upper};
  };
  const auto lower_first = [](const Cell& a, const Cell& b) { return a.upper < b.upper; };
  std::priority_queue<Cell, std::vector<Cell>, decltype(lower_first)> cells(lower_first);
  double best = 0;
  const Ball slope = ball((Rational(1) + z) / Rational(2)) * polygamma(1, ball(count));
  Rational v = r;
  for (;;) {
    const Ball at_v = loss(z, count, v);
    best = std::fmax(best, (at_v / ball(v)).approx());
    const Rational u = v / Rational(2);
    cells.push(cell(u, v, at_v));
    v = u;
    // Below v the quadratic bound is already under the best value seen.
    if ((slope * ball(v)).approx() < best * 0.9) break;
    if (v < r / pow(Rational(2), 200))
      throw Error(ErrorCode::unsupported, "over=hull", "a bracket that closes", "none");
  }
  for (int steps = 0; steps < 20000 && cells.top().upper > best * (1 + tolerance); ++steps) {
    const Cell worst = cells.top();
    cells.pop();
    const Rational middle = (worst.u + worst.v) / Rational(2);
    const Ball at = loss(z, count, middle);
    best = std::fmax(best, (at / ball(middle)).approx());
    cells.push(cell(worst.u, middle, at));
    cells.push(cell(middle, worst.v, worst.at_v));
  }
  // The largest of the certified bounds, over all cells.
  Ball bound = slope * ball(v);  // below the last cell
  for (; !cells.empty(); cells.pop()) bound = max(bound, cells.top().at_v / ball(cells.top().u));
  return bound;
}

struct Point {
  Rational r, z;
  std::vector<Rational> counts;  ///< the least ones, scaled, in order
  std::size_t free = 0;          ///< categories that a record can be split among in a pair that is surely in the hull
  [[nodiscard]] bool infinite() const { return counts[0] <= z * r; }
};
Point point(const TemperedPosterior<Rational>& posterior, const Rational& order) {
  Point at{posterior.weight(), order - Rational(1), posterior.given_prior().alpha, 0};
  constexpr std::size_t most_parts = 32;
  const std::size_t kept = std::min(at.counts.size(), most_parts + 1);
  std::ranges::partial_sort(at.counts, at.counts.begin() + static_cast<std::ptrdiff_t>(kept));
  at.counts.resize(kept);
  for (Rational& a : at.counts) a = tempered_count(posterior.tempering(), a, posterior.x());
  // With more than one record the others need a category of their own.
  const std::size_t others = posterior.records() == 1 ? 1 : 2;
  at.free = std::min(posterior.categories() - others, kept - 1);
  return at;
}

/// The gain in the least category and the losses in others, or the gain elsewhere.
Ball upper_bound(const Point& at, double tolerance) {
  const auto& [r, z, counts, free] = at;
  return max(gain(z, counts[0], r) + ball(r) * loss_rate(z, counts[1], r, tolerance),
             gain(z, counts[1], r) + ball(r) * loss_rate(z, counts[0], r, tolerance));
}
/// Equal parts among the next categories, and the other direction of the worst pair of data sets.
std::pair<Ball, std::size_t> lower_bound(const Point& at) {
  const auto& [r, z, counts, free] = at;
  std::pair<Ball, std::size_t> best{gain(z, counts[1], r) + loss(z, counts[0], r), 1};
  for (std::size_t parts = 1; parts <= free; ++parts) {
    const Rational h = r / Rational(static_cast<std::int64_t>(parts));
    Ball sum = gain(z, counts[0], r);
    for (std::size_t k = 1; k <= parts; ++k) sum += loss(z, counts[k], h);
    if (certainly_greater(sum, best.first)) best = {sum, parts};
  }
  return best;
}

}  // namespace

HullBracket hull_bracket(const TemperedPosterior<Rational>& posterior, const Rational& order) {
  const Point at = point(posterior, order);
  if (at.infinite()) return {Ball(0), Ball(0), 0, true};
  const auto [lower, parts] = lower_bound(at);
  return {lower, upper_bound(at, 1e-5), parts, false};
}

BracketedParameter calibrate_hull(const TemperedPosterior<Rational>& posterior, const Rational& order,
                                  const Rational& epsilon) {
  constexpr int digits = 6;
  const Ball target(epsilon, bits);
  const auto sufficient = [&](const Rational& x) {
    const Point at = point(posterior.at(x), order);
    if (at.infinite()) return false;
    // A coarse bound decides most; the finer one is not below its (1 + 1e-3)th part.
    const Ball coarse = upper_bound(at, 1e-3);
    if (certainly_less_equal(coarse, target)) return true;
    return coarse.approx() < epsilon.approx() * 1.002 && certainly_less_equal(upper_bound(at, 1e-5), target);
  };
  const auto insufficient = [&](const Rational& x) {
    const Point at = point(posterior.at(x), order);
    return at.infinite() || certainly_greater(lower_bound(at).first, target);
  };
  const auto decimal = [](double x) {
    const int e = static_cast<int>(std::floor(std::log10(x))) - digits + 1;
    return Rational::from_double(x / std::pow(10, e)).floor() * pow(Rational(10), std::int64_t{e});
  };
  // The largest decimal for which `holds` (true for small x), among those tried.
  const auto largest = [&](const auto& holds) {
    double low = 1e-12, high = 1;
    if (!holds(decimal(low)))
      throw Error(ErrorCode::unsupported, "eps", "a target that some parameter above 1e-12 meets", epsilon.str());
    while (high / low > 1 + 2e-6) {
      const double middle = std::sqrt(low * high);
      (holds(decimal(middle)) ? low : high) = middle;
    }
    return std::pair(decimal(low), decimal(high * (1 + 4e-6)));
  };
  if (sufficient(Rational(1))) return {Rational(1), std::nullopt};
  BracketedParameter out{largest(sufficient).first, std::nullopt};
  if (!insufficient(Rational(1))) return out;
  Rational above = largest([&](const Rational& x) { return !insufficient(x); }).second;
  if (!insufficient(above)) above = Rational(1);
  out.insufficient = std::move(above);
  return out;
}

}  // namespace dpcert
