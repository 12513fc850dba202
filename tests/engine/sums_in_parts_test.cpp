// Sums in parts: which parts, against the terms as they were written down by hand.
#include <gtest/gtest.h>

#include <string>

#include "src/symbolic/expr_text.hpp"
#include "verify/engine/tactics/sums_in_parts.hpp"

namespace dpcert::verify {
namespace {

// 3 - 2 x(k)/(n + k) - (x(k) - k/5) n = 3 - 2 (x(k)/(n + k)) - n x(k) + n/5 k: a sign before each, two of them before
// the last one.
TEST(SumsInParts, EveryTermWithItsFactor) {
  const Expr n = Expr::variable("n"), k = Expr::variable("k"), x = exp(k);
  const Expr body = sub(sub(3, quotient(mul(2, x), add(n, k))), mul(sub(x, quotient(k, 5)), n));
  const SumInParts sum = SumInParts::of(Expr::repeated(Op::sum, k, 1, n, body));
  ASSERT_EQ(sum.parts.size(), 4U);
  const std::vector<std::pair<Expr, Expr>> expected{
      {3, 1}, {-1, quotient(mul(2, x), add(n, k))}, {negate(n), x}, {quotient(n, 5), k}};
  Algebra a([](const Expr&) { return false; });
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [factor, part] = sum.parts[i];
    EXPECT_TRUE(a.is_zero(sub(factor, expected[i].first))) << i << ": " << to_text(factor);
    EXPECT_EQ(part, Expr::repeated(Op::sum, k, 1, n, expected[i].second)) << i << ": " << to_text(part);
  }
}

}  // namespace
}  // namespace dpcert::verify
