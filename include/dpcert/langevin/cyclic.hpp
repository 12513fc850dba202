// Cyclic SGLD on two neighbouring databases, in closed form: O(1) for every (step, position of the odd sample).
//
//   D1: n times the record (x_h, c x_h);   D2: n-1 times that and once (x_h/2, c x_h/2)
// Cyclic SGLD shuffles once and then goes round. On D1 the release after t steps is one Gaussian; on D2 it is the
// equal-weight mixture of n Gaussians, one for each position r = 1..n of the odd sample. Notation (docs/langevin.md):
//   A = alpha + n q, B = n q, q = x_h^2 beta;   d = (eta/2) A, dhat = (eta/2) (alpha + B/4)
//   lambda = 1 - d, lambdahat = 1 - dhat        contraction of an ordinary and of the odd step
//   mu* = c B / A, V* = eta/(d (2 - d))         where the ordinary steps alone would lead
//   kappa = (3/8) eta alpha c B / A             what the odd step loses against mu*
// Everything is written with differences that are sums of positive terms, so that nothing cancels at n = 1e15.
#pragma once

#include <type_traits>
#include <vector>

#include "dpcert/langevin/regression.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::langevin {

/// Powers of a contraction factor 1 - complement, 0 < complement < 1, with an accurate 1 - power: exactly for Rational,
/// else by exp and expm1 of k log1p(-complement).
template <class S>
class Decay {
 public:
  Decay() = default;
  explicit Decay(S complement) : complement_(std::move(complement)) {}
  [[nodiscard]] const S& complement() const { return complement_; }
  [[nodiscard]] S base() const { return S(1) - complement_; }
  [[nodiscard]] S log_base() const { return log1p(-complement_); }
  /// (1 - complement)^k; k an integer, or a number of the scalar's (a name in a formal statement).
  template <class K>
  [[nodiscard]] S power(const K& k) const {
    if constexpr (std::is_same_v<S, Rational>) {
      return pow(base(), k);
    } else {
      return exp(S(k) * log1p(-complement_));
    }
  }
  /// 1 - (1 - complement)^k.
  template <class K>
  [[nodiscard]] S one_minus_power(const K& k) const {
    if constexpr (std::is_same_v<S, Rational>) {
      return S(1) - power(k);
    } else {
      return -expm1(S(k) * log1p(-complement_));
    }
  }

 private:
  S complement_;
};

/// The regression problem and the pair D1, D2. n >= 1, an integer, or a name for one in a formal statement; all others
/// > 0.
template <class S, class N = std::int64_t>
struct Problem {
  N n{};
  S c, x_h, alpha, beta;
};

/// The constants above.
template <class S>
struct Marks {
  S q, A, B, eta, rho, rho_hat, mu_star, variance_star, kappa;
  Decay<S> lambda, lambda_hat;
  Decay<S> ratio;  ///< lambda / lambda_hat
  Decay<S> epoch;  ///< lambda_hat lambda^(n-1): the contraction of a whole epoch on D2
};

/// The step size of the analysis, 2/(alpha + n x_h^2 beta)^2.
template <class S, class N>
S default_step_size(const Problem<S, N>& problem) {
  const S a = problem.alpha + S(problem.n) * (problem.x_h * problem.x_h * problem.beta);
  return S(2) / (a * a);
}

/// The constants for a step size eta with (eta/2) A < 1. The condition is not checked here (an enclosure cannot always
/// decide it): see require_contraction.
template <class S, class N>
Marks<S> marks(const Problem<S, N>& problem, const S& eta) {
  Marks<S> m{};
  const S half = eta / S(2);
  m.q = problem.x_h * problem.x_h * problem.beta;
  m.B = S(problem.n) * m.q;
  m.A = problem.alpha + m.B;
  m.eta = eta;
  m.rho = half * problem.c * m.B;
  m.rho_hat = m.rho / S(4);
  m.lambda = Decay<S>(half * m.A);
  m.lambda_hat = Decay<S>(half * (problem.alpha + m.B / S(4)));
  m.ratio = Decay<S>(half * S(3) * m.B / S(4) / m.lambda_hat.base());
  m.mu_star = problem.c * m.B / m.A;
  const S& d = m.lambda.complement();
  m.variance_star = eta / (d * (S(2) - d));
  m.kappa = half * S(3) * problem.alpha * problem.c * m.B / (S(4) * m.A);
  m.epoch = Decay<S>(m.lambda_hat.complement() + m.lambda_hat.base() * m.lambda.one_minus_power(N(problem.n - N(1))));
  return m;
}

/// Those components of D2's mixture that have taken the same number of odd steps. Component r has u = lambda^(n-r),
///   mean = mean on D1 - (gap0 + gap1 u),   variance = variance0 + variance1 u^2 = variance on D1 + excess0 +
///   variance1 u^2
/// and all five coefficients are >= 0: gap and variance increase with r.
template <class S>
struct ComponentGroup {
  std::int64_t first_position = 1, last_position = 0;  ///< r, inclusive
  std::int64_t odd_steps = 0;
  S gap0{}, gap1{}, variance0{}, variance1{}, excess0{};
};

/// The laws of the release after `step` steps.
template <class S>
struct Release {
  std::int64_t n = 0, step = 0;
  Marks<S> marks{};
  NormalLaw<S> first{};                   ///< on D1
  std::vector<ComponentGroup<S>> second;  ///< on D2; one or two groups that together hold r = 1..n

  [[nodiscard]] const ComponentGroup<S>& group(std::int64_t r) const {
    for (const auto& g : second) {
      if (g.first_position <= r && r <= g.last_position) return g;
    }
    throw Error(ErrorCode::domain, "Release", "a position 1 <= r <= n", std::to_string(r));
  }
  /// Mean on D1 minus mean of component r.
  [[nodiscard]] S gap(std::int64_t r) const { return gap(group(r), n - r); }
  [[nodiscard]] S variance(std::int64_t r) const { return variance(group(r), n - r); }
  /// The same of a group, by `later` = n - r: an integer, or a number of the scalar's.
  template <class K>
  [[nodiscard]] S gap(const ComponentGroup<S>& g, const K& later) const {
    return g.gap0 + g.gap1 * marks.lambda.power(later);
  }
  template <class K>
  [[nodiscard]] S variance(const ComponentGroup<S>& g, const K& later) const {
    return g.variance0 + g.variance1 * marks.lambda.power(K(2) * later);
  }
  [[nodiscard]] NormalLaw<S> component(std::int64_t r) const { return {first.mean - gap(r), variance(r)}; }
};

/// The closed form. step >= 0; epochs are counted by step / n, and within an epoch by step mod n.
template <class S>
Release<S> cyclic_release(const Problem<S>& problem, const S& eta, std::int64_t step) {
  if (problem.n < 1) throw Error(ErrorCode::domain, "cyclic_release", "n >= 1", std::to_string(problem.n));
  if (step < 0) throw Error(ErrorCode::domain, "cyclic_release", "step >= 0", std::to_string(step));
  Release<S> release;
  release.n = problem.n;
  release.step = step;
  release.marks = marks(problem, eta);
  const Marks<S>& m = release.marks;
  const std::int64_t n = problem.n, epochs = step / n, s = step % n;
  const S prior_excess = S(1) / problem.alpha - m.variance_star;
  release.first = {m.mu_star * m.lambda.one_minus_power(step),
                   m.variance_star + m.lambda.power(2 * step) * prior_excess};
  // 1 + P + ... + P^(epochs-1) and the same of P^2, P the contraction of an epoch.
  const S p = m.epoch.base();
  const S epoch_sum = m.epoch.one_minus_power(epochs) / m.epoch.complement();
  const S epoch_sum2 = m.epoch.one_minus_power(2 * epochs) / (m.epoch.complement() * (S(1) + p));
  // lambdahat^2 - lambda^2
  const S lambda = m.lambda.base(), lambda_hat = m.lambda_hat.base();
  const S square_gap = (m.lambda.complement() - m.lambda_hat.complement()) * (lambda + lambda_hat);
  const auto group = [&](std::int64_t from, std::int64_t to, bool done) {
    ComponentGroup<S> g;
    g.first_position = from;
    g.last_position = to;
    g.odd_steps = epochs + (done ? 1 : 0);
    const std::int64_t odd = g.odd_steps;
    g.gap0 = m.mu_star * m.lambda.power(step - odd) * m.lambda_hat.power(odd) * m.ratio.one_minus_power(odd);
    const S mixed2 = m.lambda.power(2 * (step - odd)) * m.lambda_hat.power(2 * odd);
    g.variance0 = m.variance_star + mixed2 * prior_excess;
    g.excess0 = mixed2 * m.ratio.one_minus_power(2 * odd) * prior_excess;
    const S scale = m.variance_star * square_gap;
    if (done) {
      g.gap1 = m.kappa * (m.lambda.power(s - 1) * lambda_hat * epoch_sum + m.lambda.power(s - n));
      g.variance1 =
          scale * (m.lambda.power(2 * (s - 1)) * lambda_hat * lambda_hat * epoch_sum2 + m.lambda.power(2 * (s - n)));
    } else {
      g.gap1 = m.kappa * m.lambda.power(s) * epoch_sum;
      g.variance1 = scale * m.lambda.power(2 * s) * epoch_sum2;
    }
    release.second.push_back(std::move(g));
  };
  if (s > 0) group(1, s, true);
  if (s < n) group(s + 1, n, false);
  return release;
}

/// The order of D2 in which the odd sample comes at position r.
template <class S>
std::vector<Sample<S>> r_order(const Problem<S>& problem, std::int64_t r) {
  const Sample<S> ordinary{problem.x_h, problem.c * problem.x_h};
  std::vector<Sample<S>> order(static_cast<std::size_t>(problem.n), ordinary);
  if (r > 0) order.at(static_cast<std::size_t>(r - 1)) = {problem.x_h / S(2), problem.c * problem.x_h / S(2)};
  return order;
}

/// Throws Error::domain unless n >= 1, everything > 0 and (eta/2) A < 1, decided in exact rationals.
void require_contraction(const Problem<Rational>& problem, const Rational& eta);
/// The same problem at a working precision.
Problem<Ball> at_precision(const Problem<Rational>& problem, Precision bits);

}  // namespace dpcert::langevin
