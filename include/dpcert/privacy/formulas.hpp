// Closed forms of privacy quantities, for any scalar, in nats. Orders are lambda > 0, not 1 and finite; the limits have
// functions of their own. Sensitivity 1. Derivations: docs/privacy-quantities.md.
//
// These forms avoid what cancellation they can; where some is left the certified path raises the precision. Where the
// form that evaluates well is not the printed one, NAME_formula is the printed one: certificates of deployments are
// about its trace (verify/deployment/statement.hpp), so that they are no echo of the evaluation, and a test holds the
// two together at random points (tests/deployment/statement_test.cpp, tests/privacy/strategies_test.cpp).
// docs/formulas.md is the table of all formulas, of what evaluates them and of the claims that state them.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "dpcert/scalar/scalar.hpp"

namespace dpcert {

/// Gaussian mechanism, `compositions` times: compositions * order / (2 sigma^2). Any order > 0, 1 included; order 1 is
/// also its zero-concentrated privacy. Of two normal laws with one deviation: with the squared distance of their means
/// for `compositions`. Source: Mironov, Renyi differential privacy (2017), Proposition 7.
template <class S>
S gaussian_rdp(const S& order, const S& sigma, const S& compositions) {
  return compositions * order / (S(2) * sigma * sigma);
}

/// The shift of Gaussian noise in units of its deviation, `compositions` times: sqrt(compositions)/sigma, sigma > 0.
template <class S>
S gaussian_mu(const S& sigma, const S& compositions) {
  return sqrt(compositions) / sigma;
}
/// The two probabilities whose difference gaussian_delta is: of the best event without and with the record.
template <class S>
struct GaussianDeltaTerms {
  S first, second;
};
template <class S>
GaussianDeltaTerms<S> gaussian_delta_terms(const S& epsilon, const S& mu) {
  const S middle = epsilon / mu, half = mu / S(2);
  return {normal_cdf(S(half - middle)), exp(epsilon) * normal_cdf(S(-half - middle))};
}
/// The exact trade-off of Gaussian noise, mu = sqrt(compositions)/sigma > 0:
/// delta(epsilon) = Phi(mu/2 - epsilon/mu) - exp(epsilon) Phi(-mu/2 - epsilon/mu). Source: Balle and Wang, Improving
/// the Gaussian mechanism for differential privacy (2018), Theorem 8.
template <class S>
S gaussian_delta(const S& epsilon, const S& mu) {
  const auto terms = gaussian_delta_terms(epsilon, mu);
  return terms.first - terms.second;
}
/// delta(0) = erf(mu/sqrt(8)), by mu^2, which is rational where mu is not.
template <class S>
S gaussian_delta_at_zero(const S& mu_squared) {
  return erf(sqrt(S(mu_squared / S(8))));
}
/// mu d delta/d mu = mu density(epsilon/mu - mu/2), density that of the standard normal law.
template <class S>
S gaussian_delta_slope_in_mu(const S& epsilon, const S& mu) {
  const S a = epsilon / mu - mu / S(2);
  return mu * (exp(S(-(a * a) / S(2))) / sqrt(S(S(2) * pi_like(mu))));
}
/// epsilon d delta/d epsilon = -epsilon exp(epsilon) Phi(-mu/2 - epsilon/mu).
template <class S>
S gaussian_delta_slope_in_epsilon(const S& epsilon, const S& mu) {
  return -(epsilon * gaussian_delta_terms(epsilon, mu).second);
}

/// P(log-ratio of the densities >= epsilon) under the first of two normal laws at distance mu > 0 in units of their
/// common deviation: the log-ratio is normal with mean mu^2/2 and variance mu^2, so that this is
/// Phi(mu/2 - epsilon/mu). Any epsilon.
template <class S>
S gaussian_loss_tail(const S& epsilon, const S& mu) {
  return normal_cdf(S(mu / S(2) - epsilon / mu));
}

/// Posteriors of Gibbs form as normal mechanisms, mu^2 of each. A posterior with density proportional to
/// exp(-(beta/2) sum |theta - x_i|^2 - (precision/2) |theta|^2), n records of norm at most `radius`, is normal with
/// variance 1/(n beta + precision); replacing a record moves its mean by at most 2 radius beta/(n beta + precision).
/// So mu^2 = 4 radius^2 beta^2/(n beta + precision), and this pair is attained. Source: Minami, Arai, Sato and
/// Nakagawa, Differential privacy without sensitivity (2016), appendix B.
template <class S>
S gibbs_gaussian_mu_squared(const S& beta, const S& n, const S& radius, const S& precision) {
  return S(4) * radius * radius * beta * beta / (n * beta + precision);
}
/// A posterior with density proportional to exp(-beta sum l(theta, x_i)) prior(theta), l convex and `lipschitz` in
/// theta, -log prior strongly convex with `convexity`: two posteriors of neighbouring data are no easier to tell apart
/// than two normal laws at mu^2 = 4 lipschitz^2 beta^2/convexity. Source: Gopi, Lee and Liu, Private convex
/// optimization via exponential mechanism (2022), Theorem 4.1 (replacing a record changes the exponent by a function
/// with Lipschitz constant 2 lipschitz beta).
template <class S>
S gibbs_lipschitz_mu_squared(const S& beta, const S& lipschitz, const S& convexity) {
  return S(4) * lipschitz * lipschitz * beta * beta / convexity;
}

/// Laplace mechanism with scale b, x = 1/b, as printed, order > 1:
/// log(order/(2 order-1) exp((order-1) x) + (order-1)/(2 order-1) exp(-order x))/(order-1).
/// Source: Mironov (2017), Proposition 6.
template <class S>
S laplace_rdp_formula(const S& order, const S& inverse_scale) {
  const S less = order - S(1), twice = S(2) * order - S(1);
  return log(S(order / twice * exp(S(less * inverse_scale)) + less / twice * exp(S(-order * inverse_scale)))) / less;
}
/// Laplace mechanism with scale b, x = 1/b: x + log1p((order-1)/(2 order-1) expm1(-(2 order-1) x))/(order-1). Order not
/// 1/2. Source: Mironov (2017), Proposition 6, rearranged.
template <class S>
S laplace_rdp(const S& order, const S& inverse_scale) {
  const S less = order - S(1), twice = S(2) * order - S(1);
  return inverse_scale + log1p(S(less / twice * expm1(S(-twice * inverse_scale)))) / less;
}
/// Order 1/2: x - 2 log1p(x/2).
template <class S>
S laplace_rdp_half(const S& inverse_scale) {
  return inverse_scale - S(2) * log1p(S(inverse_scale / S(2)));
}
/// Order 1: x + expm1(-x).
template <class S>
S laplace_kl(const S& inverse_scale) {
  return inverse_scale + expm1(S(-inverse_scale));
}

/// Order infinity: x, the largest log of the density ratio.
template <class S>
S laplace_max_divergence(const S& inverse_scale) {
  return inverse_scale;
}
/// The hockey-stick divergence of two Laplace laws at distance 1, epsilon >= 0: max(0, 1 - exp((epsilon - x)/2)), a
/// probability. Source: Balle, Barthe and Gaboardi, Privacy amplification by subsampling (2018), Theorem 3.
template <class S>
S laplace_delta(const S& epsilon, const S& inverse_scale) {
  return max(S(0), S(S(1) - exp(S((epsilon - inverse_scale) / S(2)))));
}

/// laplace_delta at epsilon = x - shortfall, shortfall >= 0, without its cancellation: 1 - exp(-shortfall/2).
template <class S>
S laplace_delta_by_shortfall(const S& shortfall) {
  return -expm1(S(-shortfall / S(2)));
}
/// Its inverse, 0 <= delta < 1.
template <class S>
S laplace_shortfall(const S& delta) {
  return S(-2) * log1p(S(-delta));
}

/// The largest Renyi divergence of two laws whose log-ratio lies in [-epsilon, epsilon], attained by binary randomised
/// response with odds exp(epsilon): epsilon + [log1p(exp(-(2 order-1) epsilon)) - log1p(exp(-epsilon))]/(order-1).
/// Source: Bun and Steinke, Concentrated differential privacy (2016), Lemma B.1.
template <class S>
S pure_dp_rdp(const S& order, const S& epsilon) {
  return epsilon + (log1p(exp(S((S(1) - S(2) * order) * epsilon))) - log1p(exp(S(-epsilon)))) / (order - S(1));
}
/// Order 1: epsilon tanh(epsilon/2).
template <class S>
S pure_dp_kl(const S& epsilon) {
  return epsilon * tanh(S(epsilon / S(2)));
}

/// Their largest hockey-stick divergence at epsilon - shortfall, shortfall >= 0, attained by the same law, without the
/// cancellation of its outcomes: (1 - exp(-shortfall))/(1 + exp(-epsilon)).
template <class S>
S pure_dp_delta_by_shortfall(const S& shortfall, const S& epsilon) {
  return -expm1(S(-shortfall)) / (S(1) + exp(S(-epsilon)));
}
/// Its inverse in the shortfall, 0 <= delta < 1/(1 + exp(-epsilon)).
template <class S>
S pure_dp_shortfall(const S& delta, const S& epsilon) {
  return -log1p(S(-delta * (S(1) + exp(S(-epsilon)))));
}

/// s(x) = log(sinh(x/2)/(x/2)), x > 0.
template <class S>
S log_sinhc(const S& x) {
  return x / S(2) + log(S(-expm1(S(-x)) / x));
}
/// The largest Renyi divergence of two laws whose log-ratio has a range of length epsilon (bounded range; the
/// exponential mechanism): [order s(order eps) - (order-1) s(|order-1| eps) - s(eps)]/(order-1).
template <class S>
S bounded_range_rdp(const S& order, const S& epsilon) {
  const S less = order - S(1);
  return (order * log_sinhc(S(order * epsilon)) - less * log_sinhc(S(abs(less) * epsilon)) - log_sinhc(epsilon)) / less;
}
/// Order 1: s(eps) + (eps/2) coth(eps/2) - 1.
template <class S>
S bounded_range_kl(const S& epsilon) {
  return log_sinhc(epsilon) + epsilon / S(2) / tanh(S(epsilon / S(2))) - S(1);
}

/// Order infinity: eps.
template <class S>
S bounded_range_max_divergence(const S& epsilon) {
  return epsilon;
}
/// Their largest hockey-stick divergence at epsilon = eps - shortfall, 0 <= shortfall <= eps, a probability:
/// (1 - exp(-shortfall/2))^2/(1 - exp(-eps)); 0 beyond eps. Attained by two options, of which the one that gains has
/// the probability expm1(shortfall/2)/expm1(eps) under Q. Derivation: docs/deployment.md.
template <class S>
S bounded_range_delta(const S& shortfall, const S& epsilon) {
  const S gap = expm1(S(-shortfall / S(2)));
  return gap * gap / -expm1(S(-epsilon));
}
/// Its inverse in the shortfall, 0 <= delta < 1/(1 - exp(-eps)).
template <class S>
S bounded_range_shortfall(const S& delta, const S& epsilon) {
  return S(-2) * log1p(S(-sqrt(S(delta * -expm1(S(-epsilon))))));
}
/// Renyi divergence of the two laws on two options whose odds differ by the factor exp(eps), q in [0, 1] the
/// probability under Q of the option that gains: [log1p(q expm1(order eps)) - order log1p(q expm1(eps))]/(order-1).
/// Under P it has the probability q exp(eps)/(1 + q expm1(eps)), and the definition of the divergence gives the rest;
/// the largest over q is bounded_range_rdp. Source of bounded range: Durfee and Rogers, Practical differentially
/// private top-k selection with pay-what-you-get composition (2019).
template <class S>
S two_options_rdp(const S& order, const S& epsilon, const S& q) {
  return (log1p(S(q * expm1(S(order * epsilon)))) - order * log1p(S(q * expm1(epsilon)))) / (order - S(1));
}
/// The difference of their probabilities of that option, P's less exp(epsilon) times Q's: q exp(eps)/(1 + q expm1(eps))
/// - exp(epsilon) q. Its largest value over q in [0, 1] is the hockey-stick divergence of the worst pair, epsilon >= 0.
template <class S>
S two_options_delta(const S& epsilon, const S& range, const S& q) {
  return q * exp(range) / (S(1) + q * expm1(range)) - exp(epsilon) * q;
}

/// `multiplicity` outcomes, each of probability p under P and q under Q (both > 0). The lists below are not empty.
template <class S>
struct Outcomes {
  S multiplicity, p, q;
};
/// k-ary randomised response on two different values (binary: k = 2): the truth has probability `truth`, every other
/// answer `other`. The answers that are neither value come last, and only for k > 2.
template <class S>
std::vector<Outcomes<S>> randomized_response_outcomes(const S& truth, const S& other, const Rational& k) {
  std::vector<Outcomes<S>> outcomes = {{S(1), truth, other}, {S(1), other, truth}};
  if (k > Rational(2)) outcomes.push_back({constant_like(truth, k - Rational(2)), other, other});
  return outcomes;
}
/// Randomised response that answers at random with probability `noise`, uniformly among k values: the probabilities of
/// the truth, 1 - noise + noise/k, and of any other answer, noise/k.
template <class S>
struct KaryAnswers {
  S truth, other;
};
template <class S>
KaryAnswers<S> kary_answers(const S& noise, const S& k) {
  const S other = noise / k;
  return {S(1) - noise + other, other};
}
/// Its answers against uniform ones (a value replaced by a special one that says nothing). k > 1.
template <class S>
std::vector<Outcomes<S>> kary_special_outcomes(const S& truth, const S& other, const S& k) {
  const S uniform = S(1) / k;
  return {{S(1), truth, uniform}, {S(k - S(1)), other, uniform}};
}
/// The same outcomes with P and Q exchanged.
template <class S>
std::vector<Outcomes<S>> reversed(std::vector<Outcomes<S>> outcomes) {
  for (auto& o : outcomes) std::swap(o.p, o.q);
  return outcomes;
}
/// As printed: log(sum multiplicity p^order q^(1-order))/(order-1). Source: van Erven and Harremoes, Renyi divergence
/// and Kullback-Leibler divergence (2014), (1).
template <class S>
S finite_renyi_formula(const S& order, const std::vector<Outcomes<S>>& outcomes) {
  const auto term = [&](const Outcomes<S>& o) {
    return S(o.multiplicity * pow(o.p, order) * pow(o.q, S(S(1) - order)));
  };
  S sum = term(outcomes.at(0));
  for (std::size_t i = 1; i < outcomes.size(); ++i) sum = sum + term(outcomes[i]);
  return log(sum) / (order - S(1));
}
/// Order infinity: the largest log(p/q), which is the log of the largest ratio.
template <class S>
S finite_max_divergence(const std::vector<Outcomes<S>>& outcomes) {
  S largest = log(S(outcomes.at(0).p / outcomes.at(0).q));
  for (std::size_t i = 1; i < outcomes.size(); ++i) largest = max(largest, log(S(outcomes[i].p / outcomes[i].q)));
  return largest;
}
/// The largest p/q.
template <class S>
S largest_ratio(const std::vector<Outcomes<S>>& outcomes) {
  S largest = outcomes.at(0).p / outcomes.at(0).q;
  for (std::size_t i = 1; i < outcomes.size(); ++i) largest = max(largest, S(outcomes[i].p / outcomes[i].q));
  return largest;
}
/// The hockey-stick divergence, a probability, epsilon >= 0: sum multiplicity max(0, p - exp(epsilon) q). An outcome
/// may have probability 0.
template <class S>
S finite_delta(const S& epsilon, const std::vector<Outcomes<S>>& outcomes) {
  const auto term = [&](const Outcomes<S>& o) { return S(o.multiplicity * max(S(0), S(o.p - exp(epsilon) * o.q))); };
  S sum = term(outcomes.at(0));
  for (std::size_t i = 1; i < outcomes.size(); ++i) sum = sum + term(outcomes[i]);
  return sum;
}
/// The same of two outcomes whose probabilities, high > low, are exchanged, as long as it is not 0, without the
/// cancellation of high - exp(epsilon) low.
template <class S>
S two_answers_delta(const S& epsilon, const S& gap, const S& low) {
  return gap - expm1(epsilon) * low;
}
/// Its inverse in epsilon, by excess = gap - delta >= 0; low > 0.
template <class S>
S two_answers_epsilon(const S& excess, const S& low) {
  return log1p(S(excess / low));
}
/// log(sum multiplicity q (p/q)^order)/(order-1).
template <class S>
S finite_renyi(const S& order, const std::vector<Outcomes<S>>& outcomes) {
  std::vector<S> logs;
  logs.reserve(outcomes.size());
  for (const auto& o : outcomes) logs.push_back(log(S(o.multiplicity * o.q)) + order * log(S(o.p / o.q)));
  return log_sum_exp(logs) / (order - S(1));
}
/// sum multiplicity p log(p/q).
template <class S>
S finite_kl(const std::vector<Outcomes<S>>& outcomes) {
  S sum(0);
  for (const auto& o : outcomes) sum = sum + o.multiplicity * o.p * log(S(o.p / o.q));
  return sum;
}

/// The likelihood ratio of the Gaussian mechanism on Poisson samples, at the noise `x` in units of sigma:
/// w(x) = 1 - q + q exp(x/sigma - 1/(2 sigma^2)), 0 < q < 1. I(order) = E[w(X)^order], X standard normal, and the
/// divergence is log I(order)/(order-1) (subsampled_gaussian.hpp).
template <class S>
struct SampledGaussian {
  S rest, log_q, sigma, half;  ///< 1 - q, log q, sigma, 1/(2 sigma^2)
  SampledGaussian(const S& q, const S& deviation) : SampledGaussian(q, S(S(1) - q), deviation) {}
  /// With 1 - q given apart, which has more digits where q is near 1.
  SampledGaussian(const S& q, const S& complement, const S& deviation)
      : rest(complement), log_q(log(q)), sigma(deviation), half(S(1) / (S(2) * deviation * deviation)) {}
  /// q exp(x/sigma - 1/(2 sigma^2)).
  [[nodiscard]] S gain(const S& x) const { return exp(S(x / sigma + log_q - half)); }
  /// log w(x).
  [[nodiscard]] S log_ratio(const S& x) const { return log(S(rest + gain(x))); }
};

/// Gaussian mechanism on Poisson samples, `compositions` times, of an integer order >= 2, 0 < q < 1, sigma > 0:
/// compositions log(sum_(j=0)^order C(order, j) (1-q)^(order-j) q^j exp(j (j-1)/(2 sigma^2)))/(order-1).
/// Source: Mironov, Talwar and Zhang, Renyi differential privacy of the sampled Gaussian mechanism (2019), Section 3.3.
template <class S>
S subsampled_gaussian_rdp_formula(int order, const S& q, const S& sigma, const S& compositions) {
  S sum = pow(S(S(1) - q), order);
  Rational binomial(1);
  for (int j = 1; j <= order; ++j) {
    binomial = binomial * Rational(order - j + 1) / Rational(j);
    const S exponent = constant_like(sigma, Rational(std::int64_t{j} * (j - 1))) / (S(2) * sigma * sigma);
    sum = sum + constant_like(q, binomial) * pow(S(S(1) - q), order - j) * pow(q, j) * exp(exponent);
  }
  return compositions * log(sum) / S(order - 1);
}

/// From a Renyi divergence rho of one order > 1 to delta at epsilon, and back, in nats, neither cut at a trivial value:
///   delta = exp((order-1) (rho - epsilon) + log_factor),   epsilon = rho + (log_factor - log delta)/(order-1).
/// log_factor = 0: Mironov, Renyi differential privacy (2017), Proposition 3. log_factor = cks_log_factor: Canonne,
/// Kamath and Steinke (2020), Proposition 12. `less` is order - 1, given apart where it has more digits than order.
template <class S>
S renyi_to_log_delta(const S& less, const S& rho, const S& epsilon, const S& log_factor) {
  return less * (rho - epsilon) + log_factor;
}
template <class S>
S renyi_to_epsilon(const S& less, const S& rho, const S& log_delta, const S& log_factor) {
  return rho + (log_factor - log_delta) / less;
}
/// order log(1 - 1/order) - log(order-1).
template <class S>
S cks_log_factor(const S& order, const S& less) {
  return order * log1p(S(S(-1) / order)) - log(less);
}
/// The same by less = order - 1 alone, without loss near order 1: -(1 + less) log1p(1/less) - log(less).
template <class S>
S cks_log_factor_above_one(const S& less) {
  return -((S(1) + less) * log1p(S(S(1) / less)) + log(less));
}
/// zCDP of rho is a divergence of order rho at every order. Mironov's conversion at the best order (epsilon/rho + 1)/2,
/// epsilon > rho: log delta = -(epsilon - rho)^2/(4 rho); and epsilon = rho + 2 sqrt(rho log(1/delta)). Source: Bun and
/// Steinke, Concentrated differential privacy (2016), Proposition 1.3.
template <class S>
S zcdp_to_log_delta(const S& rho, const S& epsilon) {
  const S gap = epsilon - rho;
  return -(gap * gap) / (S(4) * rho);
}
template <class S>
S zcdp_to_epsilon_formula(const S& rho, const S& log_delta) {
  return rho + S(2) * sqrt(S(-(rho * log_delta)));
}
/// With cks_log_factor: the slope of log delta in the order, (2 order - 1) rho - epsilon + log(1 - 1/order),
/// increasing; and the same of epsilon times (order-1)^2, rho (order-1)^2 + log(order) + log(delta).
template <class S>
S zcdp_delta_slope(const S& less, const S& rho, const S& epsilon) {
  return (S(2) * less + S(1)) * rho - epsilon - log1p(S(S(1) / less));
}
template <class S>
S zcdp_epsilon_slope(const S& less, const S& rho, const S& log_delta) {
  return rho * less * less + log1p(less) + log_delta;
}

/// The delta at epsilon >= 0 that a Renyi divergence of one order > 1 implies, not cut at 1:
/// exp((order-1) (divergence - epsilon)) (1 - 1/order)^order/(order-1).
/// Source: Canonne, Kamath and Steinke, The discrete Gaussian for differential privacy (2020), Proposition 12.
template <class S>
S renyi_to_delta_formula(const S& order, const S& divergence, const S& epsilon) {
  const S less = order - S(1);
  return exp(S(less * (divergence - epsilon))) * pow(S(S(1) - S(1) / order), order) / less;
}

/// Renyi divergence of N(mean_difference, s1^2) from N(0, s2^2), v = order s2^2 + (1-order) s1^2 > 0:
/// order mean_difference^2/(2 v) + [(1-order) log s1 + order log s2 - (log v)/2]/(order-1).
/// Source: Gil, Alajaji and Linder, Renyi divergence measures for commonly used univariate continuous distributions
/// (2013).
template <class S>
S gaussian_pair_renyi(const S& order, const S& mean_difference, const S& s1, const S& s2) {
  const S v = order * s2 * s2 + (S(1) - order) * s1 * s1;
  return order * mean_difference * mean_difference / (S(2) * v) +
         ((S(1) - order) * log(s1) + order * log(s2) - log(v) / S(2)) / (order - S(1));
}
/// Order infinity, s2 > s1 (else it is infinite): log(s2/s1) + mean_difference^2/(2 (s2^2 - s1^2)).
template <class S>
S gaussian_pair_max_divergence(const S& mean_difference, const S& s1, const S& s2) {
  return log(S(s2 / s1)) + mean_difference * mean_difference / (S(2) * (s2 * s2 - s1 * s1));
}
/// Order 1: log(s2/s1) + (s1^2 + mean_difference^2)/(2 s2^2) - 1/2.
template <class S>
S gaussian_pair_kl(const S& mean_difference, const S& s1, const S& s2) {
  return log(S(s2 / s1)) + (s1 * s1 + mean_difference * mean_difference) / (S(2) * s2 * s2) - S(1) / S(2);
}

}  // namespace dpcert
