// Clopper and Pearson's bounds against exact rational sums of binomial probabilities, which know no beta function.
#include "dpcert/empirical/confidence.hpp"

#include <gtest/gtest.h>

#include "dpcert/core/error.hpp"

namespace dpcert::empirical {
namespace {

Rational choose(std::int64_t n, std::int64_t k) {
  Rational c(1);
  for (std::int64_t i = 0; i < k; ++i) c = c * Rational(n - i) / Rational(i + 1);
  return c;
}

/// P(from <= Binomial(n, p) <= to), term by term.
Rational binomial(std::int64_t n, const Rational& p, std::int64_t from, std::int64_t to) {
  Rational sum;
  for (std::int64_t k = from; k <= to; ++k) sum += choose(n, k) * pow(p, k) * pow(Rational(1) - p, n - k);
  return sum;
}

TEST(ClopperPearson, BoundsRejectByExactSumsAndHardlyMoreWouldNot) {
  const Rational more = Rational(1) + pow(Rational(2), -28);
  int bounds = 0;
  for (const std::int64_t n : {1, 2, 7, 40}) {
    for (std::int64_t k = 0; k <= n; k += n > 7 ? 5 : 1) {
      for (const Rational& level : {Rational(1, 20), Rational(1, 1000), Rational(9, 10)}) {
        SCOPED_TRACE(std::to_string(k) + " of " + std::to_string(n) + " at " + level.str());
        const Rational low = clopper_pearson_lower(k, n, level), high = clopper_pearson_upper(k, n, level);
        if (k > 0) {
          EXPECT_LE(binomial(n, low, k, n), level);
          const Rational above = low < Rational(1, 2) ? low * more : Rational(1) - (Rational(1) - low) / more;
          EXPECT_GT(binomial(n, above, k, n), level);
        } else {
          EXPECT_EQ(low, Rational(0));
        }
        if (k < n) {
          EXPECT_LE(binomial(n, high, 0, k), level);
          const Rational other = Rational(1) - high;
          const Rational below = other < Rational(1, 2) ? Rational(1) - other * more : high / more;
          EXPECT_GT(binomial(n, below, 0, k), level);
        } else {
          EXPECT_EQ(high, Rational(1));
        }
        bounds += 2;
      }
    }
  }
  EXPECT_GE(bounds, 100);
}

TEST(ClopperPearson, ClosedFormsAtTheEnds) {
  // No success in n trials: (1 - p)^n = level; all: p^n = level. With n = 10^6 the sums are out of reach, the powers
  // not.
  const std::int64_t n = 1'000'000;
  const Rational level(1, 40), high = clopper_pearson_upper(0, n, level), low = clopper_pearson_lower(n, n, level);
  EXPECT_EQ(high, Rational(1) - low);
  // log(40) = 3.6888794541139363 (tables); p = 1 - exp(-log(40)/n) = 3.688872650e-6.
  EXPECT_NEAR(high.approx(), 3.688872650e-6, 1e-14);
}

TEST(ClopperPearson, RefusesWhatIsNoTrial) {
  const auto refused = [](std::int64_t k, std::int64_t n, const Rational& level) {
    EXPECT_THROW((void)clopper_pearson_lower(k, n, level), Error);
    EXPECT_THROW((void)clopper_pearson_upper(k, n, level), Error);
  };
  refused(0, 0, Rational(1, 20));
  refused(-1, 5, Rational(1, 20));
  refused(6, 5, Rational(1, 20));
  refused(1, 5, Rational(0));
  refused(1, 5, Rational(1));
}

}  // namespace
}  // namespace dpcert::empirical
