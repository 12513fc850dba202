#include "dpcert/langevin/witness.hpp"

#include <algorithm>
#include <cmath>

#include "dpcert/core/decimal.hpp"
#include "dpcert/langevin/cyclic.hpp"
#include "dpcert/langevin/gaussian_pair.hpp"
#include "dpcert/langevin/sizes.hpp"
#include "dpcert/scalar/real.hpp"
#include "dpcert/solve/bisection.hpp"
#include "dpcert/special/log_normal_cdf.hpp"

namespace dpcert::langevin {
namespace {

// Just above the standing assumption x_h^2 beta > 3, and a slope radius just above 1: n grows with both.
const Rational beta_value = Rational(3) + pow(Rational(10), -7), radius_value = Rational(1) + pow(Rational(10), -7),
               gamma1_value = pow(Rational(10), -9);

/// (mean difference)^2 * precision of the worst pair, the prior's pull neglected: 4 R^2 q^2 / (alpha + (n-1) q/4 + q).
Rational worst_shift_squared(std::int64_t n) {
  const Rational numerator = Rational(4) * radius_value * radius_value * beta_value * beta_value;
  return numerator / (Rational(n - 1) * beta_value / 4 + beta_value);
}

Rational worst_ratio(std::int64_t n) { return Rational(n - 1) / Rational(n + 3); }

/// x rounded up (or down) to about `digits` significant decimal digits.
Rational rounded(const Rational& x, int digits, bool up) {
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(x.approx()))));
  const Rational unit = pow(Rational(10), exponent - digits + 1);
  return (up ? (x / unit).ceil() : (x / unit).floor()) * unit;
}

/// An upper bound of delta in both directions at ratio u >= low of the precisions, the larger precision being 1: what
/// the statement of verify/witness bounds. Indeterminate where the event there is not a half-line and a far one.
Ball posterior_delta(const Rational& epsilon, const Ball& gap, const Rational& u, const Rational& low) {
  const Precision bits = gap.precision();
  const Ball one(1), e(epsilon, bits), v(u, bits), beyond = beyond_vertex(gap, Ball(low, bits));
  const ScaledCdf<Ball> scaled{exp(e)};
  const auto narrow = narrow_first_ratio(e, v, gap), wide = wide_first_ratio(e, v, gap);
  const Ball narrow_root = sqrt(narrow.discriminant()), wide_root = sqrt(wide.discriminant());
  if (!certainly_positive(narrow_root) || !certainly_positive(wide_root)) return Ball::indeterminate(bits);
  return max(one_end_bound(half_lines(one, sqrt(v), gap, scaled), narrow.near_root(narrow_root),
                           narrow_first_rest(scaled, beyond)),
             one_end_bound(half_lines(sqrt(v), one, gap, scaled), wide.near_root(wide_root), wide_first_rest(beyond)));
}

bool posterior_is_private(const SeparationTarget& target, std::int64_t n) {
  const Precision bits = 160;
  const Ball gap = sqrt(Ball(worst_shift_squared(n) * (Rational(1) + Rational(1, 20 * n)), bits));
  const Ball wanted(target.delta * (Rational(1) - pow(Rational(10), -9)), bits);
  const Rational low = worst_ratio(n);
  for (int i = 0; i <= 8; ++i) {
    const Rational u = low + (Rational(1) - low) * Rational(i, 8);
    if (!certainly_less(posterior_delta(target.epsilon, gap, u, low), wanted)) return false;
  }
  return true;
}

std::int64_t least_size(const SeparationTarget& target, std::int64_t from) {
  constexpr std::int64_t largest = 10'000'000'000'000;
  std::int64_t low = std::max<std::int64_t>(from, 2), high = low;
  if (posterior_is_private(target, low)) return low;
  while (!posterior_is_private(target, high)) {
    low = high;
    if (high > largest)
      throw Error(ErrorCode::unsupported, "eps, delta", "a target that some n <= 1e13 meets",
                  target.epsilon.str() + ", " + target.delta.str());
    high *= 2;
  }
  const auto not_private = [&](std::int64_t n) { return !posterior_is_private(target, n); };
  return bisect(Bracket<std::int64_t>{low, high}, 64, not_private).fails;
}

/// The event {theta > mu + tau sigma} and the least K with log(Phi(-tau) - delta) > epsilon' + log Phi(-K); tau such
/// that K - tau is least.
std::pair<double, double> best_event(double epsilon_prime, double delta) {
  double best_tau = 0, best_k = INFINITY;
  for (double tau = -8; tau < 12; tau += 1.0 / 64) {
    const double left = normal_cdf(-tau) - delta;
    if (!(left > 1e-3 * delta) || !(left > 0)) break;
    const double wanted = std::log(left) - epsilon_prime;
    const double low = -10;
    double high = 10;
    while (log_normal_cdf(-high) > wanted) high *= 2;
    high = bisect(Bracket<double>{low, high}, 100, [&](double k) { return log_normal_cdf(-k) > wanted; }).fails;
    if (high - tau < best_k - best_tau) {
      best_tau = tau;
      best_k = high;
    }
  }
  return {best_tau, best_k};
}

/// Standard deviation on D1, largest on D2, least gap for c = 1, at the end of an epoch.
struct EpochEnd {
  double sigma, widest, gap;
};
EpochEnd epoch_end(std::int64_t n, double alpha, double beta, std::int64_t epochs) {
  const Problem<double> p{n, 1, 1, alpha, beta};
  const auto release = cyclic_release(p, default_step_size(p), epochs * n);
  return {std::sqrt(release.first.variance), std::sqrt(release.variance(n)), release.gap(1)};
}

}  // namespace

SeparationWitness find_separation(const SeparationTarget& target, std::int64_t least_n) {
  if (target.epsilon.sign() <= 0) throw Error(ErrorCode::domain, "eps", "a number > 0", target.epsilon.str());
  if (target.epsilon_prime.sign() <= 0)
    throw Error(ErrorCode::domain, "eps_prime", "a number > 0", target.epsilon_prime.str());
  if (target.delta.sign() <= 0 || target.delta >= Rational(1, 2))
    throw Error(ErrorCode::domain, "delta", "a number between 0 and 1/2", target.delta.str());
  SeparationWitness w;
  w.n = least_size(target, least_n);
  w.beta = beta_value;
  w.radius = radius_value;
  w.gamma1 = gamma1_value;
  const double beta = beta_value.approx(), size = static_cast<double>(w.n);
  const auto [tau, k] = best_event(target.epsilon_prime.approx(), target.delta.approx());
  const auto unreachable = [&] {
    return Error(ErrorCode::unsupported, "eps_prime, delta", "numbers for which a search in double finds c and T",
                 decimal_text(target.epsilon_prime) + ", " + decimal_text(target.delta));
  };
  const double standardized = std::ceil((k + 0.001 * std::max(1.0, k - tau)) * 4096);
  if (!std::isfinite(standardized) || !std::isfinite(target.epsilon_prime.approx())) throw unreachable();
  w.threshold = Rational(static_cast<std::int64_t>(std::floor(tau * 64)), 64);
  w.standardized = Rational::from_double(standardized) / Rational(4096);
  // A weaker prior costs nothing but steps: c grows like alpha^(-1/2), the prior's pull alpha c shrinks.
  for (int e = 6; e <= 60; e += 2) {
    w.alpha = pow(Rational(10), -e);
    const double alpha = w.alpha.approx();
    double best = 0;
    for (std::int64_t epochs = 1; epochs < 400; ++epochs) {
      const EpochEnd end = epoch_end(w.n, alpha, beta, epochs);
      if (end.gap / end.widest < best) break;
      best = end.gap / end.widest;
      w.epochs = epochs;
    }
    const EpochEnd end = epoch_end(w.n, alpha, beta, w.epochs);
    const double needed = w.standardized.approx() * end.widest - w.threshold.approx() * end.sigma;
    const double c = 1.002 * needed / end.gap;
    if (!std::isfinite(c)) throw unreachable();
    w.c = rounded(Rational::from_double(std::max(2.0, c)), 6, true);
    // In the mean difference the prior adds about alpha c q/(A A') to 2 R q/A.
    if (alpha * w.c.approx() < size * beta / 4 * 2 * 0.002 / size) break;
  }
  const Rational slack = Rational(1) + Rational(1, 25 * w.n);
  w.shift_squared = rounded(worst_shift_squared(w.n) * slack, 18, true);
  w.ratio = rounded(worst_ratio(w.n), 18, false);
  return w;
}

RecipeSize recipe_size(const SeparationTarget& target) {
  const double eps = target.epsilon.approx(), eps_prime = target.epsilon_prime.approx(), delta = target.delta.approx();
  const double x_h = 1.8, x_l = 0.9;
  const PosteriorSizes<double> sizes{eps, delta, 0.1, 1, x_h * x_h, x_l * x_l};
  RecipeSize best{INFINITY, 0, 0};
  for (double g1 = 0.0005; g1 < 0.5; g1 += 0.002) {
    for (double g2 = 1 + g1 + 0.0005; g2 < 1.4995; g2 += 0.002) {
      double largest = 0;  // log n; conditions that any n meets have a base that is not positive
      for (const auto& condition : recipe_conditions(sizes, eps_prime, 0.5 - delta, g1, g2))
        if (condition.base > 0) largest = std::max(largest, condition.log_value());
      const double size = largest / std::log(10.0);
      if (size < best.log10_n) best = {size, g1, g2};
    }
  }
  return best;
}

}  // namespace dpcert::langevin
