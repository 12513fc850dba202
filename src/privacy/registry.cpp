#include "src/privacy/registry.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "dpcert/privacy/formulas.hpp"
#include "dpcert/privacy/subsampled_gaussian.hpp"

namespace dpcert::detail {
namespace {

constexpr Domain positive_number{"a number > 0", [](const Rational& x) { return x.sign() > 0; }};
constexpr Domain nonnegative_number{"a number >= 0", [](const Rational& x) { return x.sign() >= 0; }};
constexpr Domain any_number{"a number", [](const Rational&) { return true; }};
constexpr Domain probability{"a number from 0 to 1",
                             [](const Rational& x) { return x.sign() >= 0 && x <= Rational(1); }};
constexpr Domain below_half{"a number above 0 and below 1/2",
                            [](const Rational& x) { return x.sign() > 0 && x < Rational(1, 2); }};
constexpr Domain positive_integer{"an integer >= 1", [](const Rational& x) { return x.sign() > 0 && x.is_integer(); }};

constexpr Domain above_one{"a number > 1", [](const Rational& x) { return x > Rational(1); }};
constexpr Domain at_least_one{"a number >= 1", [](const Rational& x) { return x >= Rational(1); }};

constexpr AtSpec at_order_above{"order", &at_least_one, false};
constexpr AtSpec at_order{"order", &positive_number, true};
constexpr AtSpec at_delta{"delta", &probability, false};
constexpr AtSpec at_epsilon{"epsilon", &nonnegative_number, false};
constexpr AtSpec at_any_epsilon{"epsilon", &nonnegative_number, true};  // delta(inf) = P(Q = 0)

// sigma = 0 (no noise) and the like are in the domain: the divergence is infinite there.
constexpr std::array gaussian{ParameterSpec{"sigma", &nonnegative_number},
                              ParameterSpec{"T", &positive_integer, false, 1}};
constexpr std::array gaussian_noise{ParameterSpec{"epsilon", &nonnegative_number},
                                    ParameterSpec{"T", &positive_integer, false, 1}};
constexpr std::array subsampled{ParameterSpec{"q", &probability}, ParameterSpec{"sigma", &nonnegative_number},
                                ParameterSpec{"T", &positive_integer, false, 1}};
constexpr std::array laplace{ParameterSpec{"b", &nonnegative_number}};
constexpr std::array pure_dp{ParameterSpec{"eps", &nonnegative_number}};
constexpr std::array randomized_response{ParameterSpec{"p_truth", &probability}};
constexpr std::array kary{ParameterSpec{"noise", &probability}, ParameterSpec{"k", &positive_integer}};
constexpr std::array zcdp{ParameterSpec{"rho", &nonnegative_number}};
constexpr std::array renyi_dp{ParameterSpec{"order", &above_one}, ParameterSpec{"eps", &nonnegative_number}};
// An order at which an accountant knows nothing has the value inf.
constexpr std::array rdp_curve{ParameterSpec{"orders", &above_one, true, -1, true},
                               ParameterSpec{"eps", &nonnegative_number, true, -1, true}};
constexpr std::array gaussian_pair{ParameterSpec{"m1", &any_number}, ParameterSpec{"s1", &positive_number},
                                   ParameterSpec{"m2", &any_number}, ParameterSpec{"s2", &positive_number}};
constexpr std::array gibbs_gaussian{ParameterSpec{"beta", &positive_number}, ParameterSpec{"n", &positive_integer},
                                    ParameterSpec{"radius", &positive_number},
                                    ParameterSpec{"precision", &nonnegative_number}};
constexpr std::array gibbs_lipschitz{ParameterSpec{"beta", &positive_number},
                                     ParameterSpec{"lipschitz", &positive_number},
                                     ParameterSpec{"convexity", &positive_number}};
constexpr std::array gibbs_bernoulli{ParameterSpec{"beta", &positive_number}, ParameterSpec{"n", &positive_integer},
                                     ParameterSpec{"convexity", &positive_number},
                                     ParameterSpec{"prior_mean", &any_number, false, 0}};
constexpr std::array lmc{ParameterSpec{"gamma", &below_half}, ParameterSpec{"d", &positive_integer},
                         ParameterSpec{"convexity", &positive_number}, ParameterSpec{"smoothness", &positive_number}};
constexpr std::array lmc_target{ParameterSpec{"gamma", &below_half}, ParameterSpec{"d", &positive_integer},
                                ParameterSpec{"convexity", &positive_number},
                                ParameterSpec{"smoothness", &positive_number},
                                ParameterSpec{"curvature", &positive_number}};
constexpr std::array gibbs_langevin{ParameterSpec{"beta", &positive_number},
                                    ParameterSpec{"lipschitz", &positive_number},
                                    ParameterSpec{"convexity", &positive_number}, ParameterSpec{"gamma", &below_half}};
constexpr std::array dirichlet_release{ParameterSpec{"prior", &positive_number, true, -1, false, 2},
                                       ParameterSpec{"n", &positive_integer}, ParameterSpec{"eps", &positive_number}};
constexpr std::array smooth_release{ParameterSpec{"prior", &positive_number, true, -1, false, 2},
                                    ParameterSpec{"n", &positive_integer}, ParameterSpec{"eps", &positive_number},
                                    ParameterSpec{"gamma", &positive_number}};
constexpr std::array posterior{ParameterSpec{"prior", &positive_number, true, -1, false, 2, 2},
                               ParameterSpec{"n", &positive_integer}, ParameterSpec{"r", &positive_number}};
constexpr std::array beta_pair{ParameterSpec{"a1", &positive_number}, ParameterSpec{"b1", &positive_number},
                               ParameterSpec{"a2", &positive_number}, ParameterSpec{"b2", &positive_number}};
constexpr std::array dirichlet_pair{ParameterSpec{"alpha1", &positive_number, true, -1, false, 2},
                                    ParameterSpec{"alpha2", &positive_number, true, -1, false, 2}};
constexpr std::array beta{ParameterSpec{"a", &any_number}, ParameterSpec{"b", &any_number}};
constexpr std::array dirichlet{ParameterSpec{"alpha", &any_number, true}};

// The naive baseline: printed formulas typed into double as other tools do, without care for cancellation or overflow.
// `eval` prints them beside the certified value, and `audit` never uses them. They repeat the templates of formulas.hpp
// on purpose, in the arrangements found in accountants (logarithms of factorials, signed series, pow of the
// probabilities), because what they show is what these arrangements lose.
double order_of(const Query& query) { return query.point().infinite ? HUGE_VAL : query.point().nearest; }
double textbook_gaussian_rdp(const Query& query) {
  return gaussian_rdp(order_of(query), query.argument(0).nearest, query.argument(1).nearest);
}
double textbook_gaussian_zcdp(const Query& query) {
  return gaussian_rdp(1.0, query.argument(0).nearest, query.argument(1).nearest);
}
Certified certify_subsampled_rdp(const Query& query, int digits) {
  const Rational &q = query.argument(0).exact, &sigma = query.argument(1).exact,
                 &compositions = query.argument(2).exact;
  if (query.point().infinite) return q.is_zero() ? Certified::zero() : Certified::plus_infinity();
  Certified one =
      certified_subsampled_gaussian(query.point().exact, q, sigma, std::min(digits + 1, certified_digits_cap));
  if (compositions != Rational(1) && !one.is_infinite() && one.precision != 0)
    one.enclosure *= Ball(compositions, one.precision);
  return one;
}
/// Orders that are no integers: the two series of Mironov, Talwar and Zhang (2019), Section 3.3, summed up as signed
/// exponentials of logarithms until a term is below exp(-30).
double textbook_subsampled_real(double q, double sigma, double x) {
  const double z = sigma * sigma * std::log(1 / q - 1) + 0.5, scale = std::sqrt(2.0) * sigma;
  double sum = 0, sign = 1, log_binomial = 0;
  constexpr double most_terms = 1e5;
  for (double i = 0; i < most_terms; ++i) {
    const double j = x - i;
    const double near = log_binomial + i * std::log(q) + j * std::log1p(-q) + i * (i - 1) / (2 * sigma * sigma) +
                        std::log(std::erfc((i - z) / scale) / 2),
                 far = log_binomial + j * std::log(q) + i * std::log1p(-q) + j * (j - 1) / (2 * sigma * sigma) +
                       std::log(std::erfc((z - j) / scale) / 2);
    sum += sign * (std::exp(near) + std::exp(far));
    if (i > x && std::fmax(near, far) < -30) break;
    log_binomial += std::log(std::fabs(j)) - std::log(i + 1);
    if (j < 0) sign = -sign;
  }
  return std::log(sum) / (x - 1);
}
/// The binomial sum of an integer order, by logarithms of factorials; series at other orders above 1.
double textbook_subsampled_rdp(const Query& query) {
  const double q = query.argument(0).nearest, sigma = query.argument(1).nearest, x = order_of(query);
  if (x > 1 && x < 1e6 && x != std::floor(x)) return query.argument(2).nearest * textbook_subsampled_real(q, sigma, x);
  if (!(x >= 2) || x != std::floor(x) || x > 1e6) return std::nan("");
  std::vector<double> logs;
  for (double k = 0; k <= x; ++k) {
    logs.push_back(lgamma(x + 1) - lgamma(k + 1) - lgamma(x - k + 1) + k * std::log(q) + (x - k) * std::log1p(-q) +
                   (k * k - k) / (2 * sigma * sigma));
  }
  return query.argument(2).nearest * log_sum_exp(logs) / (x - 1);
}
double textbook_laplace_rdp(const Query& query) {
  const double x = order_of(query), b = query.argument(0).nearest;
  if (std::isinf(x)) return 1 / b;
  if (x == 1) return 1 / b + std::exp(-1 / b) - 1;
  return std::log(x / (2 * x - 1) * std::exp((x - 1) / b) + (x - 1) / (2 * x - 1) * std::exp(-x / b)) / (x - 1);
}
double textbook_pure_dp_rdp(const Query& query) {
  const double x = order_of(query), e = query.argument(0).nearest;
  if (std::isinf(x)) return e;
  if (x == 1) return e * (std::exp(e) - 1) / (std::exp(e) + 1);
  const double p = 1 / (1 + std::exp(-e)), q = 1 / (1 + std::exp(e));
  return std::log(std::pow(p, x) * std::pow(q, 1 - x) + std::pow(q, x) * std::pow(p, 1 - x)) / (x - 1);
}
double textbook_exponential_mechanism_rdp(const Query& query) {
  const double x = order_of(query), e = query.argument(0).nearest;
  if (std::isinf(x)) return e;
  if (x == 1) return bounded_range_kl(e);
  // The supremum over the location t of the range [t - eps, t], at its stationary point.
  const double c = std::exp(-e), power = std::pow(c, x), y = (x - 1) * (1 - power) / (x * (c - power));
  return std::log(y) + std::log((1 - power) / (x * (1 - c))) / (x - 1);
}
double textbook_two(double x, double p, double q) {
  if (std::isinf(x)) return std::fabs(std::log(p / q));
  if (x == 1) return p * std::log(p / q) + q * std::log(q / p);
  return std::log(std::pow(p, x) * std::pow(q, 1 - x) + std::pow(q, x) * std::pow(p, 1 - x)) / (x - 1);
}
double textbook_randomized_response_rdp(const Query& query) {
  const double p = query.argument(0).nearest;
  return textbook_two(order_of(query), p, 1 - p);
}
double textbook_kary_replace_one_rdp(const Query& query) {
  const double x = order_of(query), noise = query.argument(0).nearest, k = query.argument(1).nearest;
  const double q = noise / k, p = 1 - noise + q;
  if (std::isinf(x) || x == 1) return textbook_two(x, p, q);
  return std::log(std::pow(p, x) * std::pow(q, 1 - x) + std::pow(q, x) * std::pow(p, 1 - x) + (k - 2) * q) / (x - 1);
}
double textbook_kary_replace_special_rdp(const Query& query) {
  const double x = order_of(query), noise = query.argument(0).nearest, k = query.argument(1).nearest;
  const double q = noise / k, p = 1 - noise + q, u = 1 / k;
  if (std::isinf(x)) return std::fmax(std::log(p / u), std::log(u / q));
  if (x == 1) {
    return std::fmax(p * std::log(p / u) + (k - 1) * q * std::log(q / u),
                     u * std::log(u / p) + (k - 1) * u * std::log(u / q));
  }
  const double there = std::pow(p, x) * std::pow(u, 1 - x) + (k - 1) * std::pow(q, x) * std::pow(u, 1 - x);
  const double back = std::pow(u, x) * std::pow(p, 1 - x) + (k - 1) * std::pow(u, x) * std::pow(q, 1 - x);
  return std::log(std::fmax(there, back)) / (x - 1);
}

/// q = 1: the Gaussian mechanism.
std::optional<Rational> subsampled_exact(const Query& query) {
  const Rational& sigma = query.argument(1).exact;
  if (query.argument(0).exact != Rational(1) || sigma.is_zero() || query.point().infinite) return std::nullopt;
  return gaussian_rdp(query.point().exact, sigma, query.argument(2).exact);
}
std::optional<Rational> pure_dp_exact(const Query& query) {
  if (!query.point().infinite) return std::nullopt;
  return query.argument(0).exact;
}
std::optional<Rational> laplace_exact(const Query& query) {
  if (!query.point().infinite || query.argument(0).exact.is_zero()) return std::nullopt;
  return Rational(1) / query.argument(0).exact;
}

/// 0 < rdp < the bound on the log-ratio, at finite orders.
Comparison::Side below_bound(const Query& query, const Rational& value, const Rational& bound) {
  if (query.point().infinite || bound.is_zero()) return Comparison::Side::undecided;
  if (value >= bound) return Comparison::Side::above;
  return value.sign() <= 0 ? Comparison::Side::below : Comparison::Side::undecided;
}
Comparison::Side pure_dp_side(const Query& query, const Rational& value) {
  return below_bound(query, value, query.argument(0).exact);
}
Comparison::Side laplace_side(const Query& query, const Rational& value) {
  const Rational& scale = query.argument(0).exact;
  return scale.is_zero() ? Comparison::Side::undecided : below_bound(query, value, Rational(1) / scale);
}

const std::array offers{
    Offer{"gaussian", "rdp", gaussian, &at_order, certify_gaussian_rdp, textbook_gaussian_rdp, textbook_gaussian_rdp,
          gaussian_rdp_bounds, gaussian_rdp_exact},
    Offer{"gaussian", "zcdp", gaussian, nullptr, certify_gaussian_zcdp, textbook_gaussian_zcdp, textbook_gaussian_zcdp,
          nullptr, gaussian_zcdp_exact},
    Offer{"gaussian", "delta", gaussian, &at_any_epsilon, certify_gaussian_delta, textbook_gaussian_delta, nullptr,
          nullptr, nullptr, gaussian_delta_side},
    Offer{"gaussian", "epsilon", gaussian, &at_delta, certify_gaussian_epsilon, textbook_gaussian_epsilon, nullptr},
    Offer{"gaussian", "sigma", gaussian_noise, &at_delta, certify_gaussian_sigma, textbook_gaussian_sigma, nullptr},
    Offer{"poisson_subsampled_gaussian", "rdp", subsampled, &at_order, certify_subsampled_rdp, textbook_subsampled_rdp,
          nullptr, nullptr, subsampled_exact},
    Offer{"laplace", "rdp", laplace, &at_order, certify_laplace_rdp, textbook_laplace_rdp, nullptr, nullptr,
          laplace_exact, laplace_side},
    Offer{"laplace", "delta", laplace, &at_any_epsilon, certify_laplace_delta, textbook_pure_delta, nullptr},
    Offer{"laplace", "epsilon", laplace, &at_delta, certify_laplace_epsilon, textbook_pure_epsilon, nullptr},
    Offer{"pure_dp", "rdp", pure_dp, &at_order, certify_pure_dp_rdp, textbook_pure_dp_rdp, nullptr, nullptr,
          pure_dp_exact, pure_dp_side},
    Offer{"pure_dp", "delta", pure_dp, &at_any_epsilon, certify_pure_dp_delta, textbook_pure_delta, nullptr},
    Offer{"pure_dp", "epsilon", pure_dp, &at_delta, certify_pure_dp_epsilon, textbook_pure_epsilon, nullptr},
    Offer{"exponential_mechanism", "rdp", pure_dp, &at_order, certify_exponential_mechanism_rdp,
          textbook_exponential_mechanism_rdp, nullptr, nullptr, pure_dp_exact, pure_dp_side},
    Offer{"exponential_mechanism", "delta", pure_dp, &at_any_epsilon, certify_exponential_mechanism_delta,
          textbook_pure_delta, nullptr},
    Offer{"exponential_mechanism", "epsilon", pure_dp, &at_delta, certify_exponential_mechanism_epsilon,
          textbook_pure_epsilon, nullptr},
    Offer{"randomized_response", "rdp", randomized_response, &at_order, certify_randomized_response_rdp,
          textbook_randomized_response_rdp, nullptr},
    Offer{"randomized_response", "delta", randomized_response, &at_any_epsilon, certify_randomized_response_delta,
          textbook_pure_delta, nullptr},
    Offer{"randomized_response", "epsilon", randomized_response, &at_delta, certify_randomized_response_epsilon,
          textbook_pure_epsilon, nullptr},
    Offer{"kary_randomized_response_replace_one", "rdp", kary, &at_order, certify_kary_replace_one_rdp,
          textbook_kary_replace_one_rdp, nullptr},
    Offer{"kary_randomized_response_replace_one", "delta", kary, &at_any_epsilon, certify_kary_replace_one_delta,
          textbook_pure_delta, nullptr},
    Offer{"kary_randomized_response_replace_one", "epsilon", kary, &at_delta, certify_kary_replace_one_epsilon,
          textbook_pure_epsilon, nullptr},
    Offer{"kary_randomized_response_replace_special", "rdp", kary, &at_order, certify_kary_replace_special_rdp,
          textbook_kary_replace_special_rdp, nullptr},
    Offer{"zcdp", "rdp", zcdp, &at_order, certify_zcdp_rdp, textbook_zcdp_rdp, textbook_zcdp_rdp, nullptr,
          zcdp_rdp_exact},
    Offer{"zcdp", "delta_mironov", zcdp, &at_epsilon, certify_conversion, textbook_conversion, nullptr},
    Offer{"zcdp", "epsilon_mironov", zcdp, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"renyi_dp", "delta_mironov", renyi_dp, &at_epsilon, certify_conversion, textbook_conversion, nullptr},
    Offer{"renyi_dp", "epsilon_mironov", renyi_dp, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"rdp_curve", "delta_mironov", rdp_curve, &at_epsilon, certify_conversion, textbook_conversion, nullptr},
    Offer{"rdp_curve", "epsilon_mironov", rdp_curve, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"zcdp", "delta_cks", zcdp, &at_epsilon, certify_conversion, textbook_conversion, nullptr, nullptr, nullptr,
          conversion_delta_side},
    Offer{"zcdp", "epsilon_cks", zcdp, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"renyi_dp", "delta_cks", renyi_dp, &at_epsilon, certify_conversion, textbook_conversion, nullptr},
    Offer{"renyi_dp", "epsilon_cks", renyi_dp, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"rdp_curve", "delta_cks", rdp_curve, &at_epsilon, certify_conversion, textbook_conversion, nullptr},
    Offer{"rdp_curve", "epsilon_cks", rdp_curve, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"renyi_dp", "delta_optimal", renyi_dp, &at_epsilon, certify_conversion, textbook_conversion, nullptr, nullptr,
          nullptr, conversion_delta_side},
    Offer{"renyi_dp", "epsilon_optimal", renyi_dp, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"rdp_curve", "delta_optimal", rdp_curve, &at_epsilon, certify_conversion, textbook_conversion, nullptr,
          nullptr, nullptr, conversion_delta_side},
    Offer{"rdp_curve", "epsilon_optimal", rdp_curve, &at_delta, certify_conversion, textbook_conversion, nullptr},
    Offer{"rdp_curve", "delta_best_single_order", rdp_curve, &at_epsilon, certify_conversion, textbook_conversion,
          nullptr, nullptr, nullptr, conversion_delta_side},
    Offer{"rdp_curve", "epsilon_best_single_order", rdp_curve, &at_delta, certify_conversion, textbook_conversion,
          nullptr},
    Offer{"beta_bernoulli_posterior", "rdp", posterior, &at_order_above, certify_posterior_rdp, textbook_posterior_rdp,
          stable_posterior_rdp},
    Offer{"gibbs_gaussian", "rdp", gibbs_gaussian, &at_order, certify_gibbs_rdp, textbook_gibbs_rdp, textbook_gibbs_rdp,
          nullptr, gibbs_rdp_exact},
    Offer{"gibbs_gaussian", "zcdp", gibbs_gaussian, nullptr, certify_gibbs_zcdp, textbook_gibbs_zcdp,
          textbook_gibbs_zcdp, nullptr, gibbs_zcdp_exact},
    Offer{"gibbs_gaussian", "delta", gibbs_gaussian, &at_any_epsilon, certify_gibbs_delta, textbook_gibbs_delta,
          nullptr, nullptr, nullptr, gibbs_delta_side},
    Offer{"gibbs_gaussian", "epsilon", gibbs_gaussian, &at_delta, certify_gibbs_epsilon, textbook_gibbs_epsilon,
          nullptr},
    Offer{"gibbs_gaussian", "loss_tail", gibbs_gaussian, &at_epsilon, certify_gibbs_loss_tail, textbook_gibbs_loss_tail,
          nullptr, nullptr, nullptr, gibbs_delta_side},
    Offer{"gibbs_gaussian", "loss_tail_bound", gibbs_gaussian, &at_epsilon, certify_gibbs_loss_tail_bound,
          textbook_gibbs_loss_tail_bound, nullptr},
    Offer{"gibbs_lipschitz", "rdp", gibbs_lipschitz, &at_order, certify_gibbs_rdp, textbook_gibbs_rdp,
          textbook_gibbs_rdp, nullptr, gibbs_rdp_exact},
    Offer{"gibbs_lipschitz", "zcdp", gibbs_lipschitz, nullptr, certify_gibbs_zcdp, textbook_gibbs_zcdp,
          textbook_gibbs_zcdp, nullptr, gibbs_zcdp_exact},
    Offer{"gibbs_lipschitz", "delta", gibbs_lipschitz, &at_any_epsilon, certify_gibbs_delta, textbook_gibbs_delta,
          nullptr, nullptr, nullptr, gibbs_delta_side},
    Offer{"gibbs_lipschitz", "epsilon", gibbs_lipschitz, &at_delta, certify_gibbs_epsilon, textbook_gibbs_epsilon,
          nullptr},
    Offer{"gibbs_lipschitz", "loss_tail_bound", gibbs_lipschitz, &at_epsilon, certify_gibbs_loss_tail_bound,
          textbook_gibbs_loss_tail_bound, nullptr},
    Offer{"gibbs_bernoulli", "rdp", gibbs_bernoulli, &at_order_above, certify_gibbs_bernoulli_rdp,
          textbook_gibbs_bernoulli_rdp, nullptr},
    Offer{"gibbs_bernoulli", "delta", gibbs_bernoulli, &at_epsilon, certify_gibbs_bernoulli_delta,
          textbook_gibbs_bernoulli_delta, nullptr, nullptr, nullptr, gibbs_delta_side},
    Offer{"gibbs_bernoulli", "loss_tail", gibbs_bernoulli, &at_epsilon, certify_gibbs_bernoulli_loss_tail,
          textbook_gibbs_bernoulli_loss_tail, nullptr, nullptr, nullptr, gibbs_delta_side},
    Offer{"gibbs_langevin", "delta", gibbs_langevin, &at_epsilon, certify_gibbs_langevin_delta,
          textbook_gibbs_langevin_delta, nullptr},
    Offer{"langevin_monte_carlo", "steps", lmc, nullptr, certify_lmc_steps, textbook_lmc_steps, nullptr},
    Offer{"langevin_monte_carlo", "step", lmc, nullptr, certify_lmc_step, textbook_lmc_step, nullptr},
    Offer{"langevin_monte_carlo", "tv", lmc_target, nullptr, certify_lmc_tv, textbook_lmc_tv, nullptr},
    Offer{"gaussian_pair", "renyi", gaussian_pair, &at_order, certify_gaussian_pair, textbook_gaussian_pair, nullptr,
          nullptr, gaussian_pair_exact},
    Offer{"gaussian_pair", "kl", gaussian_pair, nullptr, certify_gaussian_pair, textbook_gaussian_pair, nullptr,
          nullptr, gaussian_pair_exact},
    Offer{"beta_pair", "renyi", beta_pair, &at_order, certify_pair, textbook_pair, stable_pair, nullptr, pair_exact,
          pair_side},
    Offer{"dirichlet_pair", "renyi", dirichlet_pair, &at_order, certify_pair, textbook_pair, stable_pair, nullptr,
          pair_exact, pair_side},
    Offer{"beta_pair", "kl", beta_pair, nullptr, certify_pair, textbook_pair, stable_pair, nullptr, pair_exact,
          pair_side},
    Offer{"dirichlet_pair", "kl", dirichlet_pair, nullptr, certify_pair, textbook_pair, stable_pair, nullptr,
          pair_exact, pair_side},
    Offer{"beta_pair", "hellinger", beta_pair, nullptr, certify_pair, textbook_pair, stable_pair, nullptr, pair_exact,
          pair_side},
    Offer{"dirichlet_pair", "hellinger", dirichlet_pair, nullptr, certify_pair, textbook_pair, stable_pair, nullptr,
          pair_exact, pair_side},
    Offer{"beta_pair", "tv", beta_pair, nullptr, certify_pair, stable_pair, stable_pair, nullptr, pair_exact,
          pair_side},
    Offer{"beta_pair", "delta", beta_pair, &at_any_epsilon, certify_pair, stable_pair, stable_pair, nullptr, pair_exact,
          pair_side},
    Offer{"lszhang", "privacy_loss", dirichlet_release, nullptr, certify_dirichlet_loss, textbook_dirichlet_loss,
          nullptr, nullptr, dirichlet_loss_exact},
    Offer{"lszhang", "rdp", dirichlet_release, &at_order, certify_dirichlet_rdp, textbook_dirichlet_rdp, nullptr},
    Offer{"lszhang", "delta", dirichlet_release, &at_epsilon, certify_dirichlet_delta, textbook_dirichlet_delta,
          nullptr},
    Offer{"lsdim", "privacy_loss", dirichlet_release, nullptr, certify_dirichlet_loss, textbook_dirichlet_loss, nullptr,
          nullptr, dirichlet_loss_exact},
    Offer{"lsdim", "rdp", dirichlet_release, &at_order, certify_dirichlet_rdp, textbook_dirichlet_rdp, nullptr},
    Offer{"lsdim", "delta", dirichlet_release, &at_epsilon, certify_dirichlet_delta, textbook_dirichlet_delta, nullptr},
    Offer{"lshist", "privacy_loss", dirichlet_release, nullptr, certify_dirichlet_loss, textbook_dirichlet_loss,
          nullptr, nullptr, dirichlet_loss_exact},
    Offer{"lshist", "rdp", dirichlet_release, &at_order, certify_dirichlet_rdp, textbook_dirichlet_rdp, nullptr},
    Offer{"lshist", "delta", dirichlet_release, &at_epsilon, certify_dirichlet_delta, textbook_dirichlet_delta,
          nullptr},
    Offer{"ehd", "privacy_loss", dirichlet_release, nullptr, certify_dirichlet_loss, textbook_dirichlet_loss, nullptr,
          nullptr, dirichlet_loss_exact},
    Offer{"ehd", "rdp", dirichlet_release, &at_order, certify_dirichlet_rdp, textbook_dirichlet_rdp, nullptr},
    Offer{"ehd", "delta", dirichlet_release, &at_epsilon, certify_dirichlet_delta, textbook_dirichlet_delta, nullptr},
    Offer{"ehdl", "privacy_loss", dirichlet_release, nullptr, certify_dirichlet_loss, textbook_dirichlet_loss, nullptr,
          nullptr, dirichlet_loss_exact},
    Offer{"ehdl", "rdp", dirichlet_release, &at_order, certify_dirichlet_rdp, textbook_dirichlet_rdp, nullptr},
    Offer{"ehdl", "delta", dirichlet_release, &at_epsilon, certify_dirichlet_delta, textbook_dirichlet_delta, nullptr},
    Offer{"ehds", "privacy_loss", smooth_release, nullptr, certify_dirichlet_loss, textbook_dirichlet_loss, nullptr,
          nullptr, dirichlet_loss_exact},
    Offer{"ehds", "rdp", smooth_release, &at_order, certify_dirichlet_rdp, textbook_dirichlet_rdp, nullptr},
    Offer{"ehds", "delta", smooth_release, &at_epsilon, certify_dirichlet_delta, textbook_dirichlet_delta, nullptr},
    Offer{"beta", "log_partition", beta, nullptr, certify_log_partition, double_log_partition, double_log_partition},
    Offer{"dirichlet", "log_partition", dirichlet, nullptr, certify_log_partition, double_log_partition,
          double_log_partition},
};

}  // namespace

std::span<const Offer> all_offers() { return offers; }

const Offer* find_offer(std::string_view quantity, std::string_view mechanism) {
  for (const Offer& o : offers) {
    if (o.quantity == quantity && o.mechanism == mechanism) return &o;
  }
  return nullptr;
}

}  // namespace dpcert::detail
