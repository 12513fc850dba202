// The numbers of records that the published proofs ask for: the recipe of Theorem 1 (the maximum of the conditions of
// its proof, n_p there) and n_min of Algorithm 1 (equation (26), propose_test_sample.hpp), which share most of them.
//
// epsilon, delta: of the posterior; nu = 2 log(1/delta)/epsilon + 1 its Renyi order; h = x_h^2, l = x_l^2; alpha, beta
// precisions; gamma1, gamma2 exponents, 0 < gamma1 < 1/2, 1 + gamma1 < gamma2 < 3/2.
#pragma once

#include <optional>
#include <vector>

#include "dpcert/scalar/scalar.hpp"

namespace dpcert::langevin {

/// n >= base^exponent; without an exponent n >= base. A power may be far outside the range of a double where its
/// logarithm is not.
template <class S>
struct SizeCondition {
  S base;
  std::optional<S> exponent = {};
  [[nodiscard]] S value() const { return exponent ? pow(base, *exponent) : base; }
  [[nodiscard]] S log_value() const { return exponent ? S(*exponent * log(base)) : log(base); }
};

/// What both lists have in common.
template <class S>
struct PosteriorSizes {
  S epsilon, delta, alpha, beta, h, l;

  [[nodiscard]] S order() const { return S(2) * log(S(S(1) / delta)) / epsilon + S(1); }
  [[nodiscard]] S ratio() const { return h / l; }
  /// h (alpha + h beta).
  [[nodiscard]] S weight() const { return h * alpha + h * h * beta; }
  /// h beta weight/(0.9 (l beta)^2) and weight^2/(0.9 l^3 beta).
  [[nodiscard]] S mean_constant() const {
    const S lb = l * beta;
    return h * beta * weight() / (nine_tenths() * lb * lb);
  }
  [[nodiscard]] S square_constant() const { return weight() * weight() / (nine_tenths() * l * l * l * beta); }

  /// The variances are close: 1 + 8 (h/l)/epsilon, and 1 + nu (h/l) (1 + 8 (nu-1)/epsilon).
  [[nodiscard]] SizeCondition<S> first_variance() const { return {S(1) + ratio() * S(8) / epsilon}; }
  [[nodiscard]] SizeCondition<S> second_variance() const {
    return {S(1) + order() * ratio() * (S(1) + S(8) * (order() - S(1)) / epsilon)};
  }
  /// The slopes are close: (16 nu beta h^2/(0.9 epsilon l))^(1/(1 - 2 gamma1)).
  [[nodiscard]] SizeCondition<S> slopes(const S& gamma1) const {
    return {S(S(16) * order() * beta * h * h / (nine_tenths() * epsilon * l)), S(S(1) / (S(1) - S(2) * gamma1))};
  }
  /// factor nu beta/epsilon mean_constant, and factor nu/epsilon square_constant.
  [[nodiscard]] S mean_base(int factor) const { return S(factor) * order() * beta / epsilon * mean_constant(); }
  [[nodiscard]] S square_base(int factor) const { return S(factor) * order() / epsilon * square_constant(); }
  /// 1 + 10 (h/l) nu/beta, and 1 + nu h/l.
  [[nodiscard]] SizeCondition<S> third_variance() const { return {S(1) + ratio() * S(10) * order() / beta}; }
  [[nodiscard]] SizeCondition<S> fourth_variance() const { return {S(1) + order() * ratio()}; }

 private:
  [[nodiscard]] S nine_tenths() const { return constant_like(epsilon, Rational(9, 10)); }
};

/// The recipe's conditions, in the order of the proof: n1 (three), n2 (five), n3 (two), n4 (one). `half_less` is 1/2 -
/// delta, epsilon_prime what SGLD must exceed. The catalogue's statement: sgld.thm1.np.
template <class S>
std::vector<SizeCondition<S>> recipe_conditions(const PosteriorSizes<S>& sizes, const S& epsilon_prime,
                                                const S& half_less, const S& gamma1, const S& gamma2) {
  const S q = sizes.h * sizes.beta, pull = sizes.alpha / q;
  const S spread = S(1) + S(1) / pow(sizes.third_variance().base, S(gamma2 - gamma1));
  const S v1 = max(S(6), S(S(1) + S(2) * exp(S(S(1) / q)))), odd = S(32) * q / S(3);
  const S sgld = (epsilon_prime - log(half_less)) * exp(S(S(2) / q)) * (odd * odd) * S(2) * v1 / sizes.alpha;
  return {{S(S(1) / (S(2) * sizes.alpha * q) - S(1) / q)},
          {pull},
          {S(pull * (exp(S(S(2) / q)) - S(2)) + S(1) / (S(2) * q))},
          sizes.first_variance(),
          sizes.second_variance(),
          sizes.slopes(gamma1),
          {S(sizes.mean_base(16) * spread), S(S(1) / (S(2) - gamma1 - gamma2))},
          {S(sizes.square_base(4) * spread), S(S(2) / (S(3) - S(2) * gamma2))},
          sizes.third_variance(),
          sizes.fourth_variance(),
          {sgld, S(S(1) / (S(2) * (gamma2 - S(1))))}};
}

}  // namespace dpcert::langevin
