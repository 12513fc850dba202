// Empirical lower bounds. Two-sided evidence about the program that is deployed, where the certified numbers speak of
// the law that it should have.
#include <algorithm>
#include <cmath>

#include "dpcert/deployment/certify.hpp"
#include "dpcert/empirical/confidence.hpp"

namespace dpcert::deployment {

namespace {

std::vector<double> draw(const std::function<double(Random&)>& from, std::int64_t n, Random& random,
                         const std::atomic<bool>* stop) {
  std::vector<double> out;
  for (std::int64_t i = 0; i < n && !(stop && stop->load(std::memory_order_relaxed)); ++i) {
    out.push_back(from(random));
    if (std::isnan(out.back())) return {};  // parameters beyond double's range: nothing can be said
  }
  return out;
}

std::int64_t above(const std::vector<double>& sorted, double t) {
  return sorted.end() - std::upper_bound(sorted.begin(), sorted.end(), t);
}

}  // namespace

double event_divergence(double p, double q, double order) {
  if (!(p > q)) return 0;
  if (std::isinf(order)) return std::log(p) - std::log(q);
  const double inside = order * std::log(p) + (1 - order) * std::log(q),
               outside = order * std::log1p(-p) + (1 - order) * std::log1p(-q), larger = std::max(inside, outside);
  if (!std::isfinite(larger)) return larger;
  return (larger + std::log1p(std::exp(std::min(inside, outside) - larger))) / (order - 1);
}

EmpiricalBound empirical_bound(const SampledPair& pair, std::int64_t samples, double confidence, std::uint64_t seed,
                               const std::function<double(double, double)>& gain, const std::atomic<bool>* stop) {
  Random random(seed);
  const double alpha = (1 - confidence) / 2;  // one half for either side
  const std::int64_t pilot = std::max<std::int64_t>(samples / 10, 10);
  std::vector<double> p = draw(pair.from_p, pilot, random, stop), q = draw(pair.from_q, pilot, random, stop);
  EmpiricalBound bound;
  if (p.empty() || q.empty()) return bound;
  std::sort(p.begin(), p.end());
  std::sort(q.begin(), q.end());
  double threshold = 0, best = -INFINITY;
  constexpr std::size_t candidates = 400;
  for (std::size_t i = 0; i < candidates; ++i) {
    const double t = p[i * (p.size() - 1) / candidates];
    // What the full number of draws would tell if the frequencies stay as they are.
    const double scale = static_cast<double>(samples) / static_cast<double>(pilot);
    const auto hits = [&](const std::vector<double>& x) {
      return std::floor(static_cast<double>(above(x, t)) * scale);
    };
    const double trials = static_cast<double>(samples), g = gain(empirical::approximate_lower(hits(p), trials, alpha),
                                                                 empirical::approximate_upper(hits(q), trials, alpha));
    if (g > best) {
      best = g;
      threshold = t;
    }
  }
  const auto count = [&](const std::function<double(Random&)>& from, std::int64_t& hits) {
    std::int64_t i = 0;
    for (; i < samples && !(stop && stop->load(std::memory_order_relaxed)); ++i) hits += from(random) > threshold;
    return i;
  };
  const std::int64_t from_p = count(pair.from_p, bound.hits_p), from_q = count(pair.from_q, bound.hits_q);
  const Rational level = Rational::from_double(alpha);
  if (from_p) bound.p_lower = std::nextafter(empirical::clopper_pearson_lower(bound.hits_p, from_p, level).approx(), 0);
  if (from_q) bound.q_upper = std::nextafter(empirical::clopper_pearson_upper(bound.hits_q, from_q, level).approx(), 1);
  return bound;
}

}  // namespace dpcert::deployment
