// The registry of mechanisms and quantities: names, keys, domains, and the functions that compute them. Internal to
// src/privacy; the public face is quantity.hpp.
#pragma once

#include <span>
#include <string_view>

#include "dpcert/privacy/quantity.hpp"
#include "dpcert/scalar/double_interval.hpp"

namespace dpcert::detail {

/// What a number must satisfy, and how that is said.
struct Domain {
  std::string_view expected;
  bool (*contains)(const Rational&);
};

struct ParameterSpec {
  std::string_view key;
  const Domain* domain;
  bool list = false;       ///< all lists of a mechanism have one length
  int default_value = -1;  ///< used if the key is left out; -1: the key is required
  bool infinity_allowed = false;
  std::size_t least_length = 1;  ///< of a list
  std::size_t most_length = 0;   ///< of a list; 0: any
};

/// What `at` stands for.
struct AtSpec {
  std::string_view meaning;  ///< "order", "epsilon", "delta"
  const Domain* domain;
  bool infinity_allowed;
};

/// lo <= truth <= hi, rigorous; not usable if !(lo <= hi).
struct DoubleBounds {
  double lo = 0, hi = -1;
  DoubleBounds() = default;
  explicit DoubleBounds(const DoubleInterval& x) : lo(x.lower()), hi(x.upper()) {}
  [[nodiscard]] bool usable() const { return lo <= hi; }
};

struct Offer {
  std::string_view mechanism, quantity;
  std::span<const ParameterSpec> parameters;
  const AtSpec* at;  ///< null: no `at`
  Certified (*certify)(const Query&, int digits);
  double (*textbook)(const Query&);                          ///< null: none
  double (*stable)(const Query&);                            ///< null: the certified value, rounded
  DoubleBounds (*bounds)(const Query&) = nullptr;            ///< rigorous, for queries of doubles; null: none
  std::optional<Rational> (*exact)(const Query&) = nullptr;  ///< the value where it is rational; null: never known
  /// null, or: bounds that the truth keeps strictly and that no number of digits would separate from it (delta < 1,
  /// rdp < eps). `undecided` if they say nothing.
  Comparison::Side (*side)(const Query&, const Rational& value) = nullptr;
};

std::span<const Offer> all_offers();
const Offer* find_offer(std::string_view quantity, std::string_view mechanism);

// Positions of parameters are those of the specs in registry.cpp.

// pure.cpp: mechanisms with finitely many outcomes, Laplace, the exponential mechanism
Certified certify_laplace_rdp(const Query&, int digits);
Certified certify_pure_dp_rdp(const Query&, int digits);
Certified certify_randomized_response_rdp(const Query&, int digits);
Certified certify_kary_replace_one_rdp(const Query&, int digits);
Certified certify_kary_replace_special_rdp(const Query&, int digits);
Certified certify_exponential_mechanism_rdp(const Query&, int digits);
// pure_delta.cpp: delta(epsilon) and epsilon(delta) of the same, by their closed forms
Certified certify_laplace_delta(const Query&, int digits);
Certified certify_laplace_epsilon(const Query&, int digits);
Certified certify_pure_dp_delta(const Query&, int digits);
Certified certify_pure_dp_epsilon(const Query&, int digits);
Certified certify_exponential_mechanism_delta(const Query&, int digits);
Certified certify_exponential_mechanism_epsilon(const Query&, int digits);
Certified certify_randomized_response_delta(const Query&, int digits);
Certified certify_randomized_response_epsilon(const Query&, int digits);
Certified certify_kary_replace_one_delta(const Query&, int digits);
Certified certify_kary_replace_one_epsilon(const Query&, int digits);
double textbook_pure_delta(const Query&);
double textbook_pure_epsilon(const Query&);
/// The larger of two certified values.
Certified larger(const Certified& a, const Certified& b);

// gaussian.cpp
Certified certify_gaussian_rdp(const Query&, int digits);
DoubleBounds gaussian_rdp_bounds(const Query&);
std::optional<Rational> gaussian_rdp_exact(const Query&);
/// 0 < delta < 1 with noise.
Comparison::Side gaussian_delta_side(const Query&, const Rational& value);
Certified certify_gaussian_zcdp(const Query&, int digits);
std::optional<Rational> gaussian_zcdp_exact(const Query&);
Certified certify_gaussian_delta(const Query&, int digits);
double textbook_gaussian_delta(const Query&);
Certified certify_gaussian_epsilon(const Query&, int digits);
double textbook_gaussian_epsilon(const Query&);
/// Bisection on the textbook formula of delta at mu, as accountants do.
double textbook_epsilon_at(double mu, double delta);
Certified certify_gaussian_sigma(const Query&, int digits);
double textbook_gaussian_sigma(const Query&);

// gibbs.cpp: Gibbs posteriors, normal mechanisms at a rational mu^2
Certified certify_gibbs_rdp(const Query&, int digits);
double textbook_gibbs_rdp(const Query&);
std::optional<Rational> gibbs_rdp_exact(const Query&);
Certified certify_gibbs_zcdp(const Query&, int digits);
double textbook_gibbs_zcdp(const Query&);
std::optional<Rational> gibbs_zcdp_exact(const Query&);
Certified certify_gibbs_delta(const Query&, int digits);
double textbook_gibbs_delta(const Query&);
/// 0 < delta < 1; of the tail of the privacy loss as well.
Comparison::Side gibbs_delta_side(const Query&, const Rational& value);
Certified certify_gibbs_epsilon(const Query&, int digits);
double textbook_gibbs_epsilon(const Query&);
/// The probability that the privacy loss is at least epsilon, and the bound for it by concentration.
Certified certify_gibbs_loss_tail(const Query&, int digits);
double textbook_gibbs_loss_tail(const Query&);
Certified certify_gibbs_loss_tail_bound(const Query&, int digits);
double textbook_gibbs_loss_tail_bound(const Query&);

// gibbs_bernoulli.cpp: the logit of a coin under a normal prior
Certified certify_gibbs_bernoulli_rdp(const Query&, int digits);
double textbook_gibbs_bernoulli_rdp(const Query&);
Certified certify_gibbs_bernoulli_delta(const Query&, int digits);
double textbook_gibbs_bernoulli_delta(const Query&);
Certified certify_gibbs_bernoulli_loss_tail(const Query&, int digits);
double textbook_gibbs_bernoulli_loss_tail(const Query&);

// src/mechanisms/dirichlet_quantities.cpp: mechanisms that release a Dirichlet posterior
Certified certify_dirichlet_loss(const Query&, int digits);
Certified certify_dirichlet_delta(const Query&, int digits);
Certified certify_dirichlet_rdp(const Query&, int digits);
std::optional<Rational> dirichlet_loss_exact(const Query&);
/// By plain enumeration: all pairs of neighbours and all outputs.
double textbook_dirichlet_loss(const Query&);
double textbook_dirichlet_delta(const Query&);
double textbook_dirichlet_rdp(const Query&);

// langevin_monte_carlo.cpp: a Markov chain in the place of an exact draw
Certified certify_lmc_steps(const Query&, int digits);
Certified certify_lmc_step(const Query&, int digits);
Certified certify_lmc_tv(const Query&, int digits);
Certified certify_gibbs_langevin_delta(const Query&, int digits);
double textbook_lmc_steps(const Query&);
double textbook_lmc_step(const Query&);
double textbook_lmc_tv(const Query&);
double textbook_gibbs_langevin_delta(const Query&);

// conversions_by_name.cpp
Certified certify_conversion(const Query&, int digits);
double textbook_conversion(const Query&);
/// cks of zCDP, optimal and best_single_order: 0 < delta < 1 unless it is one of them exactly; and delta is at most
/// mironov's at every order.
Comparison::Side conversion_delta_side(const Query&, const Rational& value);
Certified certify_zcdp_rdp(const Query&, int digits);
double textbook_zcdp_rdp(const Query&);
std::optional<Rational> zcdp_rdp_exact(const Query&);

// conjugate.cpp: Beta and Dirichlet pairs, posterior sampling
Certified certify_pair(const Query&, int digits);
/// Kullback-Leibler divergences that are rational; see docs/divergences.md.
std::optional<Rational> pair_exact(const Query&);
/// Distinct laws with one support: 0 < every divergence; delta, total variation and Hellinger distance < 1.
Comparison::Side pair_side(const Query&, const Rational& value);
std::optional<Rational> gaussian_pair_exact(const Query&);
double textbook_pair(const Query&);
double stable_pair(const Query&);
Certified certify_posterior_rdp(const Query&, int digits);
double textbook_posterior_rdp(const Query&);
double stable_posterior_rdp(const Query&);
Certified certify_gaussian_pair(const Query&, int digits);
double textbook_gaussian_pair(const Query&);
Certified certify_log_partition(const Query&, int digits);
double double_log_partition(const Query&);

}  // namespace dpcert::detail
