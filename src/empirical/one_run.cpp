#include "dpcert/empirical/one_run.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "dpcert/core/error.hpp"
#include "dpcert/empirical/confidence.hpp"
#include "src/empirical/shuffle.hpp"

namespace dpcert::empirical {

namespace {

constexpr Precision one_run_bits = 128;

}  // namespace

Ball one_run_epsilon(std::int64_t canaries, std::int64_t guesses, std::int64_t correct, const Delta<Rational>& delta,
                     const Rational& level) {
  if (level.sign() <= 0 || level >= Rational(1))
    throw Error(ErrorCode::domain, "level", "a number inside (0, 1)", level.str());
  if (canaries < 1 || guesses < 0 || guesses > canaries || correct < 0 || correct > guesses)
    throw Error(ErrorCode::domain, "one_run_epsilon", "0 <= correct <= guesses <= canaries, canaries >= 1",
                std::to_string(correct) + ", " + std::to_string(guesses) + ", " + std::to_string(canaries));
  const Rational left = level - Rational(canaries) * delta.value() / Rational(2);
  if (left.sign() <= 0 || guesses == 0) return Ball(Rational(0), one_run_bits);
  const Rational p = clopper_pearson_lower(correct, guesses, left);
  if (p <= Rational(1, 2)) return Ball(Rational(0), one_run_bits);
  return log(Ball(p / (Rational(1) - p), one_run_bits));
}

OneRunAudit audit_one_run(std::span<const Canary> canaries, std::span<const std::int64_t> guesses,
                          const Delta<Rational>& delta, const Rational& level, std::uint64_t seed) {
  const auto m = static_cast<std::int64_t>(canaries.size());
  if (m < 2) throw Error(ErrorCode::bad_input, "canaries", "at least 2 canaries", std::to_string(m));
  if (guesses.empty()) throw Error(ErrorCode::bad_input, "guesses", "at least one number of guesses", "none");
  for (const Canary& c : canaries)
    if (!std::isfinite(c.score)) throw Error(ErrorCode::bad_input, "score", "finite numbers", std::to_string(c.score));
  // Ties fall in a random order: the rows of a file may be in an order that knows the coins.
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> order = random_order(canaries.size(), random);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return canaries[i].score; });
  OneRunAudit audit;
  const Rational each = level / Rational(static_cast<std::int64_t>(guesses.size()));
  for (const std::int64_t r : guesses) {
    if (r < 1 || r > m)
      throw Error(ErrorCode::bad_input, "guesses", "whole numbers from 1 to the number of canaries", std::to_string(r));
    OneRunGuesses one;
    one.guesses = r;
    const std::int64_t out = r / 2, in = r - out;
    for (std::int64_t i = 0; i < out; ++i) one.correct += canaries[order[static_cast<std::size_t>(i)]].included ? 0 : 1;
    for (std::int64_t i = m - in; i < m; ++i)
      one.correct += canaries[order[static_cast<std::size_t>(i)]].included ? 1 : 0;
    one.epsilon = one_run_epsilon(m, r, one.correct, delta, each);
    audit.tried.push_back(std::move(one));
    if (certainly_greater(audit.tried.back().epsilon, audit.tried[audit.best].epsilon))
      audit.best = audit.tried.size() - 1;
  }
  return audit;
}

}  // namespace dpcert::empirical
