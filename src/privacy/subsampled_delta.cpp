// Lower bounds of delta(epsilon) of the composed Poisson-subsampled Gaussian mechanism, by events whose probabilities
// are finite sums. Where they lie is searched in doubles; what they give is enclosed.
#include <algorithm>
#include <cmath>
#include <vector>

#include "dpcert/privacy/subsampled_gaussian.hpp"
#include "dpcert/scalar/real.hpp"

namespace dpcert {
namespace {

/// P(k of T samples hold the record) for k from `first` on; what lies outside is below exp(-60) or so.
struct Binomial {
  std::int64_t first = 0;
  std::vector<double> log_mass;
};
Binomial binomial(const Rational& q, std::int64_t T) {
  const double p = q.approx(), n = static_cast<double>(T), mean = n * p;
  const double width = 12 * std::sqrt(mean * (1 - p)) + 60;
  Binomial out;
  out.first = static_cast<std::int64_t>(std::fmax(0, std::floor(mean - width)));
  const auto last = static_cast<std::int64_t>(std::fmin(n, std::ceil(mean + width)));
  if (q == Rational(1)) return {T, {0}};
  for (std::int64_t k = out.first; k <= last; ++k) {
    const double x = static_cast<double>(k);
    out.log_mass.push_back(std::lgamma(n + 1) - std::lgamma(x + 1) - std::lgamma(n - x + 1) + x * std::log(p) +
                           (n - x) * std::log1p(-p));
  }
  return out;
}
/// The same masses, enclosed: the first by its definition, the others by their ratios.
std::vector<Ball> masses(const Rational& q, std::int64_t T, std::int64_t first, std::size_t count, Precision bits) {
  if (q == Rational(1)) return {Ball(1)};
  const Ball n = Ball(T).with_precision(bits), k = Ball(first).with_precision(bits), p(q, bits), one(1);
  std::vector<Ball> out{
      exp(lgamma(n + one) - lgamma(k + one) - lgamma(n - k + one) + k * log(p) + (n - k) * log1p(-p))};
  const Ball odds = p / (one - p);
  for (std::int64_t i = first; out.size() < count; ++i)
    out.push_back(out.back() * odds * Ball(Rational(T - i, i + 1), bits));
  return out;
}

/// Where the density of the sums' mixture over normal laws is exp(level) times that of N(0, scale^2): their ratio
/// sum_k mass_k exp((k t - k^2/2)/scale^2) increases with t.
double crossing(const Binomial& law, double scale, double level) {
  const auto log_ratio = [&](double t) {
    double most = -HUGE_VAL, sum = 0;
    const auto at = [&](std::size_t i) {
      const double k = static_cast<double>(law.first) + static_cast<double>(i);
      return law.log_mass[i] + k * (t - k / 2) / (scale * scale);
    };
    for (std::size_t i = 0; i < law.log_mass.size(); ++i) most = std::fmax(most, at(i));
    for (std::size_t i = 0; i < law.log_mass.size(); ++i) sum += std::exp(at(i) - most);
    return most + std::log(sum);
  };
  double low = -1, high = 1;
  while (log_ratio(low) > level && low > -1e100) low *= 2;
  while (log_ratio(high) < level && high < 1e100) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (log_ratio(middle) < level ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// A scan and a refinement: where `value` is largest. A NaN is not.
template <class F>
double highest(F&& value, double low, double high) {
  constexpr int steps = 400;
  double best = low, most = -HUGE_VAL;
  for (int round = 0; round < 3; ++round) {
    const double step = (high - low) / steps;
    for (int i = 0; i <= steps; ++i) {
      const double at = low + i * step, found = value(at);
      if (found > most) best = at, most = found;
    }
    low = best - step, high = best + step;
  }
  return best;
}

/// P(one output > t) with the record and without it.
template <class S>
struct Tails {
  S with, without;
};
template <class S>
Tails<S> tails(const S& t, const S& q, const S& sigma) {
  const S without = normal_cdf(S(-t / sigma));
  return {S((S(1) - q) * without + q * normal_cdf(S((S(1) - t) / sigma))), without};
}
/// What the events "one of n outputs is above t" and "none is" give: P with the record less exp(epsilon) times P
/// without it, and the other way round.
template <class S>
S by_exceeding(const Tails<S>& one, const S& n, const S& factor) {
  return factor * expm1(S(n * log1p(S(-one.without)))) - expm1(S(n * log1p(S(-one.with))));
}
template <class S>
S by_staying(const Tails<S>& one, const S& n, const S& factor) {
  return exp(S(n * log1p(S(-one.without)))) - factor * exp(S(n * log1p(S(-one.with))));
}

}  // namespace

Ball subsampled_gaussian_delta_below(const Rational& q, const Rational& sigma, std::int64_t T, const Rational& epsilon,
                                     Precision bits) {
  Ball best(0);
  if (q.is_zero()) return best;
  const auto take = [&best](const Ball& gain) {
    if (gain.is_finite() && certainly_greater(gain, best)) best = gain;
  };
  const Ball one(1), factor = exp(Ball(epsilon, bits)), s(sigma, bits), p(q, bits), steps(T);
  const auto ball = [&](double x) { return Ball(Rational::from_double(x), bits); };
  const double deviation = sigma.approx(), share = q.approx(), n = static_cast<double>(T), e = epsilon.approx();

  // The sum of all outputs: N(0, T sigma^2) without the record, and moved by a binomial number with it.
  const Binomial law = binomial(q, T);
  const double scale = deviation * std::sqrt(n);
  const Ball wide = s * sqrt(steps.with_precision(bits));
  const std::vector<Ball> mass = masses(q, T, law.first, law.log_mass.size(), bits);
  const auto moved_below = [&](const Ball& t) {
    Ball sum(0);
    for (std::size_t i = 0; i < mass.size(); ++i)
      sum += mass[i] * normal_cdf((t - Ball(law.first + static_cast<std::int64_t>(i))) / wide);
    return sum;
  };
  Ball covered(0);
  for (const Ball& m : mass) covered += m;
  if (const double t = crossing(law, scale, e); std::isfinite(t)) {
    // covered - moved_below: that much of the mixture lies above t.
    const Ball at = ball(t);
    take(covered - moved_below(at) - factor * normal_cdf(-at / wide));
  }
  if (const double t = crossing(law, scale, -e); std::isfinite(t)) {
    const Ball at = ball(t);
    take(normal_cdf(at / wide) - factor * (moved_below(at) + max(Ball(0), one - covered)));
  }

  // The largest output: with little noise one sample is enough to give the record away.
  const double low = -9 * deviation, high = 1 + 40 * deviation;
  if (!std::isfinite(low) || !std::isfinite(high)) return best;
  const auto gain = [&](auto event, auto exact_event) {
    const double t = highest([&](double x) { return event(tails(x, share, deviation), n, std::exp(e)); }, low, high);
    take(exact_event(tails(ball(t), p, s), steps, factor));
  };
  gain(by_exceeding<double>, by_exceeding<Ball>);
  gain(by_staying<double>, by_staying<Ball>);
  return best;
}

}  // namespace dpcert
