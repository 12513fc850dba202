// Claims about n records and recursions by induction on m <= n: each with a neighbour that is false, by arithmetic done
// by hand.
#include <gtest/gtest.h>

#include "tests/engine/goals.hpp"
#include "verify/engine/prove/prover.hpp"

namespace dpcert::verify {
namespace {

bool proved(const std::string& text, const std::string& least = "0") {
  return try_tactic("induction-up-to", goal_of("language 3\nint n in [" + least + ", inf)\n" + text), {}).has_value();
}

TEST(InductionUpTo, KeepsWhatIsSaidOfTheRecords) {
  const std::string at_least = "seq x(k)\nvar c in [0, inf)\nassume forall int k in [1, n]: x(k) >= c\n";
  EXPECT_TRUE(proved(at_least + "prove prod(k, 1, n, x(k)) >= c^n"));
  EXPECT_FALSE(proved(at_least + "prove prod(k, 1, n, x(k)) >= c^(n + 1)"));  // n = 0, c = 2
  // One record less is known to be at least c: x(n) = 0.
  EXPECT_FALSE(
      proved("seq x(k)\nvar c in [0, inf)\nassume forall int k in [1, n - 1]: x(k) >= c\n"
             "prove prod(k, 1, n, x(k)) >= c^n"));
  const std::string falling = "seq x(k)\nassume forall int k in [1, n - 1]: x(k + 1) <= x(k)\n";
  EXPECT_TRUE(proved(falling + "prove sum(k, 1, n, x(k)) >= n*x(n)", "1"));
  EXPECT_FALSE(proved(falling + "prove sum(k, 1, n, x(k)) <= n*x(n)", "1"));  // x = (1, 0)
}

TEST(InductionUpTo, FindsWhatHoldsBesideTheGoal) {
  const std::string convex = "seq x(k)\nassume forall int k in [0, inf): x(k + 2) - x(k + 1) >= x(k + 1) - x(k)\n";
  EXPECT_TRUE(proved(convex + "prove x(n) >= x(0) + n*(x(1) - x(0))"));
  EXPECT_FALSE(proved(convex + "prove x(n) <= x(0) + n*(x(1) - x(0))"));  // x(k) = k^2, n = 2
  const std::string logistic = "var s in [0, 1]\nseq x(k): x(0) = s, x(k + 1) = 4*x(k)*(1 - x(k))\n";
  EXPECT_TRUE(proved(logistic + "prove x(n) >= 0"));
  EXPECT_FALSE(proved(logistic + "prove x(n) > 0"));  // s = 0
}

TEST(InductionUpTo, FollowsSumsUnderFunctions) {
  const std::string records = "seq x(k)\nassume forall int k in [1, n]: x(k) >= 0\n";
  EXPECT_TRUE(proved(records + "prove log(1 + sum(k, 1, n, x(k))) <= sum(k, 1, n, log(1 + x(k)))", "1"));
  EXPECT_FALSE(
      proved(records + "prove log(1 + sum(k, 1, n, x(k))) >= sum(k, 1, n, log(1 + x(k)))", "1"));  // x = (1, 1)
  EXPECT_TRUE(proved(records + "prove (sum(k, 1, n, x(k))/n)^n >= prod(k, 1, n, x(k))", "1"));
  EXPECT_FALSE(proved(records + "prove (sum(k, 1, n, x(k))/n)^n <= prod(k, 1, n, x(k))", "1"));  // x = (0, 1)
}

TEST(InductionUpTo, TakesTheNextValueByTheOneBefore) {
  const std::string grows =
      "var a in (0, 1)\nseq x(k)\nassume x(0) >= 0\n"
      "assume forall int k in [0, n]: x(k + 1) <= (1 + a)*x(k)\n";
  EXPECT_TRUE(proved(grows + "prove x(n) <= exp(a*n)*x(0)", "1"));
  EXPECT_FALSE(proved(grows + "prove x(n) <= exp(a*n/2)*x(0)", "1"));  // 1 + a > exp(a/2), x(0) = 1
}

}  // namespace
}  // namespace dpcert::verify
