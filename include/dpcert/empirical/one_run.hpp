// The audit of one run: many canaries, each put in or left out by a fair coin, and one release.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dpcert/core/privacy_types.hpp"
#include "dpcert/core/rational.hpp"
#include "dpcert/scalar/ball.hpp"

namespace dpcert::empirical {

/// From `guesses` guesses of the bits of `canaries` independent fair coins, `correct` of them right, all made from the
/// output of one run: a lower bound on epsilon, in nats, that holds with the confidence 1 - level wherever the
/// mechanism is (epsilon, delta)-DP when one canary is put in or left out. The lower end of log(p/(1 - p)), at least 0,
/// p Clopper and Pearson's lower bound at level - canaries delta/2; 0 where that level is none.
/// Source: Steinke, Nasr, Jagielski, "Privacy auditing with one (1) training run" (NeurIPS 2023), Theorem 5.2 for delta
/// = 0; the term for delta is derived in docs/audit-samples.md. Throws Error::domain unless 0 <= correct <= guesses <=
/// canaries, canaries >= 1 and 0 < level < 1.
Ball one_run_epsilon(std::int64_t canaries, std::int64_t guesses, std::int64_t correct, const Delta<Rational>& delta,
                     const Rational& level);

/// A canary's score from the output (large: it was put in, says the output), and its coin.
struct Canary {
  double score = 0;
  bool included = false;
};

/// So many guesses: the lower half of the guesses "left out" at the lowest scores, the rest "put in" at the highest.
struct OneRunGuesses {
  std::int64_t guesses = 0, correct = 0;
  Ball epsilon;
};
struct OneRunAudit {
  std::vector<OneRunGuesses> tried;  ///< in the order asked
  std::size_t best = 0;              ///< of largest lower end
};

/// One answer for each number of guesses, together at confidence 1 - level (Bonferroni). Equal scores fall in
/// a random order drawn from `seed`, whatever their coins and the order of the canaries. Throws Error::bad_input for a
/// score that is not finite, fewer than 2 canaries, or a number of guesses outside 1 .. canaries.
OneRunAudit audit_one_run(std::span<const Canary> canaries, std::span<const std::int64_t> guesses,
                          const Delta<Rational>& delta, const Rational& level, std::uint64_t seed = 1);

}  // namespace dpcert::empirical
