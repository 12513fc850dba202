// The laws of the mechanisms that release a Dirichlet posterior: counts with floored and clamped Laplace noise, and the
// exponential mechanism on the Hellinger distance of posteriors. Formulas over any scalar.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dpcert/core/error.hpp"
#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

/// P(clamp(floor(count + eta), 0, n) = output), eta Laplace noise of scale b, in q = exp(-1/b), for integers 0 <=
/// count, output <= n. With F the distribution function, F(-k) = q^k/2 and F(k) = 1 - q^k/2 for k >= 0, the events are
/// eta < 1 - count for output 0, eta >= n - count for output n, output - count <= eta < output - count + 1 between.
/// Rational in q, so exact over Rational. Throws Error::domain for integers outside, or n < 1.
template <class S>
S floored_laplace_probability(std::int64_t output, std::int64_t count, std::int64_t n, const S& q) {
  if (n < 1) throw Error(ErrorCode::domain, "n", "an integer >= 1", std::to_string(n));
  for (const std::int64_t x : {output, count})
    if (x < 0 || x > n)
      throw Error(ErrorCode::domain, "count", "an integer from 0 to " + std::to_string(n), std::to_string(x));
  const S half = S(1) / S(2);
  const auto below = [&](std::int64_t k) {  // F(k)
    const S tail = half * pow(q, static_cast<int>(k < 0 ? -k : k));
    return k <= 0 ? tail : S(S(1) - tail);
  };
  if (output == 0) return below(1 - count);
  if (output == n) return below(count - n);  // 1 - F(n - count) = F(count - n)
  // q^k/2 - q^(k+1)/2 without a difference of numbers near 1.
  const std::int64_t distance = output >= count ? output - count : count - output - 1;
  return half * pow(q, static_cast<int>(distance)) * (S(1) - q);
}

/// Posteriors Dir(prior + c) of all count vectors c of total n: lgamma of every half-integer shift, once.
template <class S>
class PosteriorDistances {
 public:
  using Counts = std::vector<std::int64_t>;
  PosteriorDistances(const std::vector<S>& prior, std::int64_t n) {
    for (const S& a : prior) {
      std::vector<S>& row = table_.emplace_back();
      for (std::int64_t k = 0; k <= 2 * n; ++k) row.push_back(lgamma(S(a + constant_like(a, Rational(k, 2)))));
    }
  }
  /// log(B((a1+a2)/2)/sqrt(B(a1) B(a2))) for a1 = prior + c, a2 = prior + r: the totals are equal, so that the lgamma
  /// of the sum cancels.
  [[nodiscard]] S log_affinity(const Counts& c, const Counts& r) const {
    const S half = constant_like(table_[0][0], Rational(1, 2));
    S sum(0);
    for (std::size_t i = 0; i < c.size(); ++i)
      sum = sum + (at(i, c[i] + r[i]) - half * (at(i, 2 * c[i]) + at(i, 2 * r[i])));
    return sum;
  }
  /// sqrt(1 - exp(log_affinity)); 0 for equal counts.
  [[nodiscard]] S hellinger(const Counts& c, const Counts& r) const {
    if (c == r) return S(0);
    return sqrt(S(-expm1(log_affinity(c, r))));
  }

 private:
  [[nodiscard]] const S& at(std::size_t i, std::int64_t k) const { return table_[i][static_cast<std::size_t>(k)]; }
  std::vector<std::vector<S>> table_;
};

/// log g(u), g(u) = Gamma(u + 1/2)/sqrt(Gamma(u) Gamma(u + 1)), for u > 0: the log of the affinity of Dir(u + 1, v,
/// ...) and Dir(u, v + 1, ...), which differ in one record, is log g(u) + log g(v), whatever the other parameters are.
template <class S>
S moved_record_log_affinity(const S& u) {
  const S half = constant_like(u, Rational(1, 2));
  return lgamma(S(u + half)) - lgamma(S(u + S(1))) + half * log(u);
}

/// log sum_r exp(-weight distance_r), the logarithm of the normaliser of the exponential mechanism.
template <class S>
S exponential_log_normalizer(std::span<const S> distances, const S& weight) {
  S sum(0);
  for (const S& h : distances) sum = sum + exp(S(-(weight * h)));
  return log(sum);
}
/// exp(-weight distance - log_normalizer), the probability of an output at this distance.
template <class S>
S exponential_probability(const S& distance, const S& weight, const S& log_normalizer) {
  return exp(S(-(weight * distance) - log_normalizer));
}

}  // namespace dpcert
