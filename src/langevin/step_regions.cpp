#include "dpcert/langevin/step_regions.hpp"

#include "dpcert/langevin/gaussian_pair.hpp"

namespace dpcert::langevin {

namespace {

constexpr Precision working_bits = 160;

Problem<Rational> extreme_pair(const RegressionDomain<Rational>& d) { return {d.n, d.c, d.x_h, d.alpha, d.beta}; }

std::int64_t rounds(std::int64_t step, std::int64_t n) { return (step + n - 1) / n; }

void append(std::vector<StepInterval>& to, const StepInterval& next) {
  if (!to.empty() && to.back().last && *to.back().last + 1 >= next.first)
    to.back().last = next.last;
  else
    to.push_back(next);
}

}  // namespace

StepReach step_reach(const RegressionDomain<Rational>& domain, const Rational& eta, const StepInterval& steps,
                     Precision bits) {
  const auto ball = [&](const Rational& q) { return Ball(q, bits); };
  const Rational half = eta / 2, n(domain.n), pull = half * domain.alpha,
                 low = half * n * domain.beta * domain.x_l * domain.x_l,
                 high = half * n * domain.beta * domain.x_h * domain.x_h;
  if (steps.last == 0) return {Ball(0), Ball(1)};  // the prior, whatever the data
  const std::int64_t first = std::max<std::int64_t>(steps.first, 1);
  const Decay<Ball> slow(ball(low + pull)), fast(ball(high + pull));
  const Ball inverse_alpha = ball(Rational(1) / domain.alpha), step = ball(eta);
  const auto limit = [&](const Decay<Ball>& d) { return step / (d.complement() * (Ball(2) - d.complement())); };
  const Ball slow_limit = limit(slow), fast_limit = limit(fast);

  // Visits of the odd record by the last step, and the largest visits * slow^(T-1), visits * slow^(2 (T-1)).
  Ball visits(0), worn(0), worn2(0), rounds_sum, rounds_sum2;
  const Ball per_round = slow.one_minus_power(domain.n), per_round2 = slow.one_minus_power(2 * domain.n);
  if (steps.last) {
    const std::int64_t most = rounds(*steps.last, domain.n);
    visits = Ball(most);
    worn = visits * slow.power(first - 1);
    worn2 = visits * slow.power(2 * (first - 1));
    rounds_sum = slow.one_minus_power(most * domain.n) / per_round;
    rounds_sum2 = slow.one_minus_power(2 * most * domain.n) / per_round2;
  } else {
    // (T/n + 1) slow^T falls once T + n > 1/(1 - slow).
    if ((low + pull) * Rational(first) + (low + pull) * n <= Rational(1))
      return {Ball::indeterminate(bits), Ball::indeterminate(bits)};
    visits = ball(Rational(first) / n + Rational(1));
    worn = visits * slow.power(first - 1);
    worn2 = visits * slow.power(2 * (first - 1));
    rounds_sum = Ball(1) / per_round;
    rounds_sum2 = Ball(1) / per_round2;
  }
  const Rational spread = domain.c - domain.radius, kept = pull / (low + pull);
  const Ball early = ball((high - low) * spread * (Rational(1) - kept)),
             steady = ball((high - low) * spread * kept + Rational(2) * domain.radius * high);
  const Ball gap = early * worn + steady * rounds_sum;
  const auto narrow_at = [&](std::int64_t t) { return fast_limit + fast.power(2 * t) * (inverse_alpha - fast_limit); };
  const Ball narrow = min(narrow_at(first), steps.last ? narrow_at(*steps.last) : fast_limit);
  const Ball change = ball((high - low) * (Rational(2) - low - high - Rational(2) * pull)) *
                      (slow_limit * rounds_sum2 + inverse_alpha * worn2);
  return {gap / sqrt(narrow), narrow / (narrow + change)};
}

bool certainly_private(const RegressionDomain<Rational>& domain, const Rational& eta, const StepInterval& steps,
                       const Epsilon<Rational>& epsilon, const Delta<Rational>& delta) {
  if (steps.last == 0) return true;  // the prior
  const StepReach reach = step_reach(domain, eta, steps, working_bits);
  if (!reach.distance.is_finite() || !reach.least_ratio.is_finite()) return false;
  const Rational below_one = Rational(1) - pow(Rational(1, 2), 50);
  Rational ratio = *Rational::parse(reach.least_ratio.lower(20));
  if (ratio > below_one) ratio = below_one;
  if (ratio.sign() <= 0) return false;
  const Ball most =
      worst_gaussian_delta(Ball(epsilon.value(), working_bits),
                           Ball(*Rational::parse(reach.distance.upper(20)), working_bits), ratio, working_bits);
  return certainly_less_equal(most, Ball(delta.value(), working_bits));
}

bool certainly_not_private(const Problem<Rational>& problem, const Rational& eta, std::int64_t first, std::int64_t last,
                           const Epsilon<Rational>& epsilon, const Delta<Rational>& delta) {
  const std::int64_t n = problem.n, e = first / n;
  if (e < 1 || last < first || last > n * (e + 1))
    throw Error(ErrorCode::domain, "certainly_not_private", "steps of one epoch, not the first", std::to_string(first));
  const Marks<Ball> m = marks(at_precision(problem, working_bits), Ball(eta, working_bits));
  const Ball p = m.epoch.base(), one(1), prior_excess = one / Ball(problem.alpha, working_bits) - m.variance_star;
  const Ball epoch_sum = m.epoch.one_minus_power(e) / m.epoch.complement(),
             epoch_sum2 = m.epoch.one_minus_power(2 * e) / (m.epoch.complement() * (one + p));
  // Components that have not met the odd record in this epoch are nearest to D1; at the last step, in position 1.
  const Ball gap = m.mu_star * m.lambda.power(last - e) * m.lambda_hat.power(e) * m.ratio.one_minus_power(e) +
                   m.kappa * m.lambda.power(last - n * e + n - 1) * epoch_sum;
  const Ball square_gap = (m.lambda.complement() - m.lambda_hat.complement()) * (m.lambda.base() + m.lambda_hat.base());
  const Ball widest = m.variance_star +
                      m.lambda.power(2 * (first - e - 1)) * m.lambda_hat.power(2 * (e + 1)) * prior_excess +
                      m.variance_star * square_gap * (epoch_sum2 + one);
  const Ball narrow = m.variance_star + m.lambda.power(2 * last) * prior_excess;
  if (!certainly_positive(gap) || !certainly_nonnegative(prior_excess)) return false;
  const Ball scale = exp(Ball(epsilon.value(), working_bits)), wanted(delta.value(), working_bits);
  // Half-lines above mu + k/8 deviations of D1's law.
  for (int k = 0; k <= 64; ++k) {
    const Ball z(Rational(k, 8), working_bits);
    const Ball least = normal_cdf(-z) - scale * normal_cdf(-(z * sqrt(narrow) + gap) / sqrt(widest));
    if (certainly_greater(least, wanted)) return true;
  }
  return false;
}

StepRegions certified_step_regions(const RegressionDomain<Rational>& domain, const Rational& eta,
                                   const Epsilon<Rational>& epsilon, const Delta<Rational>& delta,
                                   std::int64_t epochs) {
  const Problem<Rational> pair = extreme_pair(domain);
  require_contraction(pair, eta);
  if (domain.radius.sign() < 0 || domain.c < domain.radius)
    throw Error(ErrorCode::domain, "radius", "a number from 0 to c", domain.radius.str());
  if (domain.x_l.sign() <= 0 || domain.x_h < domain.x_l)
    throw Error(ErrorCode::domain, "x_l", "a number above 0, at most x_h", domain.x_l.str());
  if (epochs < 1 || epochs > 100000)
    throw Error(ErrorCode::domain, "epochs", "an integer from 1 to 100000", std::to_string(epochs));
  const std::int64_t n = domain.n;
  StepRegions regions;
  const auto try_private = [&](std::int64_t first, std::optional<std::int64_t> last) {
    if (!certainly_private(domain, eta, {first, last}, epsilon, delta)) return false;
    append(regions.in_private, {first, last});
    return true;
  };
  const bool witnesses = domain.x_l * Rational(2) <= domain.x_h;
  for (std::int64_t from = 0; from < n;) {  // the first epoch in doubling blocks
    const std::int64_t to = std::min(n - 1, from < 2 ? from : 2 * from);
    try_private(from, to);
    from = to + 1;
  }
  constexpr std::int64_t parts = 8;
  bool tail = false;
  for (std::int64_t e = 1; e <= epochs && !tail; ++e) {
    tail = try_private(e * n, std::nullopt);
    for (std::int64_t k = 0; k < parts && !tail; ++k) {
      const std::int64_t from = e * n + n * k / parts, to = e * n + n * (k + 1) / parts - 1;
      if (to < from) continue;
      if (try_private(from, to) || !witnesses) continue;
      if (certainly_not_private(pair, eta, from, to, epsilon, delta)) append(regions.not_private, {from, to});
    }
  }
  return regions;
}

}  // namespace dpcert::langevin
